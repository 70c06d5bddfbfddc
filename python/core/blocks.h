/* Blocks of rows spread over threads. */
#ifndef KOBLITZ_PYTHON_BLOCKS_H
#define KOBLITZ_PYTHON_BLOCKS_H

#include <atomic>
#include <exception>
#include <mutex>
#include <stdint.h>
#include <system_error>
#include <thread>
#include <vector>

#include "result.h"

namespace koblitz_python {

/* Some milliseconds of work, and copies of it stay in the nearest caches. */
inline constexpr int block_rows = 512;
static_assert(block_rows % bitmap_rows == 0);

/* One function's work on a block. Each thread has a copy, and its scratch with it. count <= block_rows. */
class block_work {
public:
    virtual ~block_work() = default;
    virtual void run(int64_t first, int count) = 0;
};

/* Calls work on every block, by up to threads threads, of which the caller's is one. After each block the
 * caller's thread asks pause, which throws to give up; the first exception is thrown again when all threads
 * have ended. Work must be copyable. */
template <class Work, class Pause>
void for_blocks(int64_t rows, unsigned threads, const Work& work, Pause pause) {
    std::atomic<int64_t> next = 0;
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto loop = [&](auto after) {
        try {
            Work own = work;
            for (;;) {
                const int64_t first = next.fetch_add(block_rows, std::memory_order_relaxed);
                if (first >= rows)
                    return;
                own.run(first, static_cast<int>(rows - first < block_rows ? rows - first : block_rows));
                after();
            }
        } catch (...) {
            const std::lock_guard<std::mutex> guard(failure_lock);
            if (!failure)
                failure = std::current_exception();
            next = rows;
        }
    };
    const auto blocks = static_cast<uint64_t>(rows / block_rows + (rows % block_rows != 0 ? 1 : 0));
    std::vector<std::thread> others;
    try {
        while (others.size() + 1 < threads && others.size() + 1 < blocks)
            others.emplace_back(loop, [] {});
    } catch (const std::system_error&) { // NOLINT(bugprone-empty-catch): fewer threads do
    } catch (const std::bad_alloc&) {    // NOLINT(bugprone-empty-catch)
    }
    loop(pause);
    for (std::thread& other : others)
        other.join();
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace koblitz_python

#endif
