/* Blocks of rows spread over threads. */
#ifndef KOBLITZ_PYTHON_BLOCKS_H
#define KOBLITZ_PYTHON_BLOCKS_H

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <stdint.h>
#include <system_error>
#include <thread>
#include <vector>

#include "result.h"

namespace koblitz_python {

/* Bytes for the rows of a block, Size for each, which a copy does not take over. */
template <size_t Size>
class block_bytes {
public:
    block_bytes() = default;
    block_bytes(const block_bytes& /*other*/) {}
    block_bytes& operator=(const block_bytes&) = delete;
    /* Has room for count rows, which hold anything. */
    uint8_t* use(int count) {
        if (count > rows_) {
            data_ = std::make_unique_for_overwrite<uint8_t[]>(static_cast<size_t>(count) * Size);
            rows_ = count;
        }
        return data_.get();
    }
    uint8_t* row(int i) { return data_.get() + static_cast<size_t>(i) * Size; }
    uint8_t& operator[](int i) { return data_[static_cast<size_t>(i)]; }

private:
    std::unique_ptr<uint8_t[]> data_;
    int rows_ = 0;
};

/* One function's work on a block. Each thread has a copy, and its scratch with it. */
class block_work {
public:
    virtual ~block_work() = default;
    virtual void run(int64_t first, int count) = 0;
};

/* What follows a call of the engine finds the caches full of its tables, some microseconds a block; and all
 * threads should have work to the end. A multiple of bitmap_rows. */
inline int64_t rows_of_block(int64_t rows, unsigned threads, int64_t most) {
    constexpr int64_t fewest = 512, of_thread = 8;
    if (threads > 1)
        most = std::clamp(rows / (of_thread * threads), fewest, most);
    const int64_t blocks = std::max<int64_t>(1, (rows + most - 1) / most);
    const int64_t even = (rows + blocks - 1) / blocks;
    return (even + bitmap_rows - 1) / bitmap_rows * bitmap_rows;
}

/* Calls work on every block, of up to most rows, a multiple of bitmap_rows, by up to threads threads, of
 * which the caller's is one. After each block the caller's thread asks pause, which throws to give up; the
 * first exception is thrown again when all threads have ended. Work must be copyable; it may be larger than a
 * thread's stack. */
template <class Work, class Pause>
void for_blocks(int64_t rows, unsigned threads, int64_t most, const Work& work, Pause pause) {
    static_assert(Work::most_rows % bitmap_rows == 0);
    const int64_t block_rows = std::max(bitmap_rows, rows_of_block(rows, threads, most));
    std::atomic<int64_t> next = 0;
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto loop = [&](auto after) {
        try {
            const auto own = std::make_unique<Work>(work);
            for (;;) {
                const int64_t first = next.fetch_add(block_rows, std::memory_order_relaxed);
                if (first >= rows)
                    return;
                own->run(first, static_cast<int>(rows - first < block_rows ? rows - first : block_rows));
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
