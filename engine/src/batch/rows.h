/* Columns of rows, and how they are spread over lanes. */
#pragma once

#include "base/ct.h"
#include "koblitz.h"
#include "simd/interface.h"

namespace koblitz {

/* Rows that share one inversion; their state is on the stack. */
inline constexpr int chunk_groups = koblitz_lanes::most_groups,
                     chunk_rows = chunk_groups * koblitz_lanes::width;

/* Where row i of a chunk is. */
struct place {
    int group, lane;
    explicit constexpr place(int i) : group(i / koblitz_lanes::width), lane(i % koblitz_lanes::width) {}
};

/* Row of a column. */
struct bytes {
    const u8* data;
    size_t size;
};

template <class Offset>
inline bytes row_between(const u8* data, const void* offsets, size_t i) {
    Offset at[2];
    __builtin_memcpy(at, static_cast<const u8*>(offsets) + i * sizeof(Offset), sizeof at);
    if (at[0] < 0 || at[1] <= at[0])
        return {data, 0};
    return {data + at[0], static_cast<size_t>(at[1] - at[0])};
}

/* i steps, the product modulo 2^64: a stride that was negative goes back. */
template <class Byte>
inline Byte* step(Byte* data, size_t i, size_t stride) {
    return data + static_cast<ptrdiff_t>(i * stride);
}

inline bytes row(const koblitz_column& c, size_t i) {
    if (c.offsets == nullptr)
        return {c.size != 0 ? step(c.data, i, c.stride) : c.data, c.size};
    return c.offset_size == 8 ? row_between<i64>(c.data, c.offsets, i)
                              : row_between<int32_t>(c.data, c.offsets, i);
}

inline u8* row(const koblitz_output& out, size_t i) {
    return step(out.data, i, out.stride);
}

/* The row is an opaque object of 64 bytes. */
inline bool holds_objects(const koblitz_column& c) {
    return c.offsets == nullptr && c.size == 64;
}

inline constexpr auto fewest_rows = &koblitz_lanes::kernels::fewest_rows,
                      fewest_gen_rows = &koblitz_lanes::kernels::fewest_gen_rows;

/* Calls lanes(first, count) for parts of at most chunk_rows rows and one(i) for rows that are left over,
 * fewer in a group than the kernels' Fewest. lanes is not called without kernels. */
template <auto Fewest = fewest_rows, class Lanes, class One>
inline void for_chunks(const koblitz_lanes::kernels* kernels, size_t n, Lanes lanes, One one) {
    size_t i = 0;
    const size_t fewest = kernels != nullptr ? kernels->*Fewest : 0;
    while (kernels != nullptr && n - i >= fewest) {
        size_t count = n - i < chunk_rows ? n - i : chunk_rows;
        if (count % koblitz_lanes::width < fewest)
            count -= count % koblitz_lanes::width;
        lanes(i, static_cast<int>(count));
        i += count;
    }
    for (; i < n; i++)
        one(i);
}

inline int groups_of(int rows) {
    return (rows + koblitz_lanes::width - 1) / koblitz_lanes::width;
}

/* Of verdicts that are 0 or 1, of secrets, too: no comparison, of which a compiler can make a branch. */
inline size_t count_failed(const u8* verdicts, size_t n) {
    size_t failed = n;
    for (size_t i = 0; i < n; i++)
        failed -= verdicts[i];
    return failed;
}

} // namespace koblitz
