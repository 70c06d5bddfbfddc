/* Access to a table in memory whose trace does not depend on the index. */
#ifndef KOBLITZ_GROUP_SCAN_H
#define KOBLITZ_GROUP_SCAN_H

#include <stddef.h>

#include "base/types.h"

namespace koblitz {

/* out = the 64 bytes at table + index * stride, index < n, reading those 64 of all n entries: two limbs a
 * step by the compiler's portable vectors (SSE2 on x86-64). table and stride are aligned to 16 bytes.
 * Constant time. */
inline void scan_entries(void* out, const void* table, u32 index, int n, size_t stride) {
    typedef u32 v4 __attribute__((vector_size(16), may_alias));
    constexpr int parts = 4;
    v4 found[parts] = {};
    const v4 want = {index, index, index, index}, step = {1, 1, 1, 1};
    v4 at = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        const v4 mask = reinterpret_cast<v4>(at == want);
        const void* const entry = static_cast<const u8*>(table) + static_cast<size_t>(i) * stride;
        const v4* const e = static_cast<const v4*>(entry);
#pragma GCC unroll 4
        for (int j = 0; j < parts; j++)
            found[j] |= e[j] & mask;
        at += step;
    }
    __builtin_memcpy(out, found, sizeof found);
}

} // namespace koblitz

#endif
