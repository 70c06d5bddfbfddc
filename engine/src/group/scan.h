/* Access to a table in memory whose trace does not depend on the index. */
#pragma once

#include <stddef.h>

#include "base/ct.h"

namespace koblitz {

/* out = the 64 bytes at table + index * stride, index < n, reading those 64 of all n entries: by the vectors
 * of 128 bits that every x86-64 and aarch64 has, elsewhere by words. table and stride are aligned to 16
 * bytes. Constant time. */
inline void scan_entries(void* out, const void* table, u32 index, int n, size_t stride) {
#if defined(__SSE2__) || defined(__ARM_NEON)
    typedef u32 part __attribute__((vector_size(16), may_alias));
    constexpr int parts = 4;
    const part want = {index, index, index, index}, step = {1, 1, 1, 1};
    part at = {0, 0, 0, 0};
#else
    typedef u64 part __attribute__((may_alias));
    constexpr int parts = 8;
#endif
    part found[parts] = {};
    for (int i = 0; i < n; i++) {
#if defined(__SSE2__) || defined(__ARM_NEON)
        const part mask = reinterpret_cast<part>(at == want);
        at += step;
#else
        /* Below 2^32 - 1, or -1 where i is the index. */
        const u64 difference = static_cast<u64>(static_cast<u32>(i) ^ index) - 1;
        const part mask = value_barrier(0 - (difference >> 63));
#endif
        const void* const entry = static_cast<const u8*>(table) + static_cast<size_t>(i) * stride;
        const part* const e = static_cast<const part*>(entry);
#pragma GCC unroll 8
        for (int j = 0; j < parts; j++)
            found[j] |= e[j] & mask;
    }
    __builtin_memcpy(out, found, sizeof found);
}

} // namespace koblitz
