/* A secret digit's entry of a table, by formulas<F>::scan. */
#pragma once

#include "group/formulas.h"
#include "scalar/digits.h"

namespace koblitz {

/* Two elements of a table's entry. */
struct alignas(16) secret_pair {
    secret_limbs first, second;
};

struct table_scan {
    /* out = the two elements, 64 bytes, at Offset of the entry that the digit selects, reading those of all
     * 2^(W-1) entries. */
    template <class F, size_t Offset, class Entry, int W>
    static void run(secret_pair& out, const Entry* table, const secret_digit<W>& digit) {
        static_assert(F::secret);
        static_assert(sizeof(secret_pair) == 64);
        static_assert(Offset + sizeof(secret_pair) <= sizeof(Entry));
        static_assert(Offset % 16 == 0 && alignof(Entry) % 16 == 0); /* so is sizeof(Entry) */
        constexpr int entries = 1 << (W - 1);
        const u8* from = reinterpret_cast<const u8*>(table) + Offset;
        const u32 index = static_cast<u32>(value_barrier(digit.index(constant_time())));
        formulas<F>::scan(&out, from, index, entries, sizeof(Entry));
    }
};

} // namespace koblitz
