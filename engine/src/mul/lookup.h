/* Table access whose memory trace does not depend on the index. */
#ifndef KOBLITZ_MUL_LOOKUP_H
#define KOBLITZ_MUL_LOOKUP_H

#include "base/ct.h"
#include "base/types.h"

namespace koblitz {

/* Copies the 8 limbs (two elements of 4) at table + index * Stride limbs to out, reading those of all N
 * entries. table is aligned to 16 bytes, Stride even. By the field's own routine, or two limbs a step by the
 * compiler's portable vectors (SSE2 on x86-64). */
template <class F, int N, int Stride>
inline void scan_table(u64* out, const u64* table, u64 index) {
    static_assert(F::secret);
    if constexpr (requires { F::scan(out, table, index, N, Stride); }) {
        F::scan(out, table, index, N, Stride);
        return;
    }
    typedef u32 v4 __attribute__((vector_size(16), may_alias));
    constexpr int lanes = 4;
    v4 acc[lanes] = {};
    const u32 i32 = static_cast<u32>(value_barrier(index));
    const v4 want = {i32, i32, i32, i32};
    v4 at = {0, 0, 0, 0};
    const v4 step = {1, 1, 1, 1};
    for (int i = 0; i < N; i++) {
        const v4 mask = reinterpret_cast<v4>(at == want);
        const v4* e = reinterpret_cast<const v4*>(table + i * Stride);
#pragma GCC unroll 4
        for (int j = 0; j < lanes; j++)
            acc[j] |= e[j] & mask;
        at += step;
    }
    for (int j = 0; j < lanes; j++)
        __builtin_memcpy(out + 2 * j, &acc[j], 16);
}

} // namespace koblitz

#endif
