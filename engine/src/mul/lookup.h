/* Table access whose memory trace does not depend on the index. */
#ifndef KOBLITZ_MUL_LOOKUP_H
#define KOBLITZ_MUL_LOOKUP_H

#include "group/point_ops.h"
#include "scalar/digits.h"

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
        const v4* e =
            reinterpret_cast<const v4*>(static_cast<const u8*>(table) + static_cast<size_t>(i) * stride);
#pragma GCC unroll 4
        for (int j = 0; j < parts; j++)
            found[j] |= e[j] & mask;
        at += step;
    }
    __builtin_memcpy(out, found, sizeof found);
}

/* Two elements of a table's entry. */
struct alignas(16) secret_pair {
    secret_limbs first, second;
};

struct table_scan {
    /* out = the two elements, 64 bytes, at Offset of the entry that the digit selects, reading those of all
     * 2^(W-1) entries. By the scan that the field's point_ops has, or scan_entries. */
    template <class F, size_t Offset, class Entry, int W>
    static void run(secret_pair& out, const Entry* table, const secret_digit<W>& digit) {
        static_assert(computes_on_secrets<F>);
        static_assert(sizeof(secret_pair) == 64);
        static_assert(Offset + sizeof(secret_pair) <= sizeof(Entry));
        static_assert(Offset % 16 == 0 && alignof(Entry) % 16 == 0); /* so is sizeof(Entry) */
        constexpr int entries = 1 << (W - 1);
        const u8* from = reinterpret_cast<const u8*>(table) + Offset;
        const u32 index = static_cast<u32>(value_barrier(digit.index(constant_time())));
        if constexpr (requires { point_ops<F>::scan(&out, from, index, entries, sizeof(Entry)); }) {
            point_ops<F>::scan(&out, from, index, entries, sizeof(Entry));
        } else {
            scan_entries(&out, from, index, entries, sizeof(Entry));
        }
    }
};

} // namespace koblitz

#endif
