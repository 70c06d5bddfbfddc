/* What a function gives back: columns of our own, exported by the Arrow C
 * data interface. An export shares the memory, which lives as long as one of
 * them. */
#ifndef KOBLITZ_PYTHON_RESULT_H
#define KOBLITZ_PYTHON_RESULT_H

#include <memory>
#include <new>
#include <stdint.h>
#include <string>
#include <utility>
#include <vector>

#include "arrow.h"

namespace koblitz_python {

/* Blocks of rows that threads write start at multiples of this, so no two write the same byte of a bitmap. */
inline constexpr int64_t bitmap_rows = 64;

/* Bytes that resize leaves as they are. */
template <class T>
struct unset_allocator : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = unset_allocator<U>;
    };
    template <class U, class... Arguments>
    void construct(U* at, Arguments&&... arguments) {
        if constexpr (sizeof...(Arguments) == 0)
            ::new (static_cast<void*>(at)) U;
        else
            ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
    }
};
using byte_memory = std::vector<uint8_t, unset_allocator<uint8_t>>;

class result {
public:
    std::string format;
    std::string name;
    int64_t length = 0;
    int64_t null_count = 0;
    /* One bit a row; empty where no row is null. */
    byte_memory validity;
    /* Values, or 32-bit offsets into bytes. */
    byte_memory values;
    byte_memory bytes;
    std::vector<std::shared_ptr<result>> fields;

    static std::shared_ptr<result> booleans(int64_t length);
    /* size bytes a row, which are yet to be written. */
    static std::shared_ptr<result> fixed(int64_t length, int64_t size);
    /* Rows of various lengths, one behind the other; text or bytes. Throws std::length_error above 2^31 - 1
     * bytes. */
    static std::shared_ptr<result> strings(const std::vector<std::string>& rows, bool is_text);
    /* A record batch. */
    static std::shared_ptr<result> structure(int64_t length, std::vector<std::shared_ptr<result>> fields);
    /* Each row a list of as many rows of the field. */
    static std::shared_ptr<result> lists(int64_t length, int64_t rows, std::shared_ptr<result> field);

    /* Rows first to first + count - 1; first is a multiple of bitmap_rows. One byte a row, 0 or 1. */
    void set_bits(byte_memory& bits, int64_t first, int count, const uint8_t* flags);
    /* The same where every flag is 1. */
    void set_ones(byte_memory& bits, int64_t first, int count);
    /* Counts the nulls, and drops the bitmap where there are none. Once every row is there. */
    void finish();
};

/* Throw std::bad_alloc, and then have written nothing. */
void export_schema(const result& from, ArrowSchema* out);
void export_array(const std::shared_ptr<result>& from, ArrowArray* out);
/* A stream of one array. */
void export_stream(const std::shared_ptr<result>& from, ArrowArrayStream* out);

} // namespace koblitz_python

#endif
