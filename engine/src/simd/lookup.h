/* Points out of tables into lanes: by gathers and loads where the index is public, by scans where it is
 * secret. */
#pragma once

#include "simd/curve.h"
#include "simd/digits.h"

namespace koblitz {

template <class V, bool Secret>
struct lane_lookup {
    using F = field_lanes<V, Secret>;
    using fe = typename F::fe;
    using word = typename V::word;
    template <int W>
    using digit = lane_digit<V, W, Secret>;
    template <int Bits>
    using masks = typename lane_digits<V, Secret>::template index_masks<Bits>;
    using packed_point = koblitz_lanes::held<Secret, koblitz_lanes::packed_point>;

    /* r = table[Step index], an entry of its own in each lane: its addresses depend on the index. Step is how
     * many groups have their entries side by side. */
    template <int Step>
    KOBLITZ_INLINE static void gather_var(fe& r, const fe* table, const word& index) {
        static_assert(!Secret && sizeof(fe) == 320 && (Step == 1 || Step == 2));
        static constexpr u64 lane[V::width] = {0, 8, 16, 24, 32, 40, 48, 56};
        const word at =
            V::add(V::load(lane), V::add(V::shl(index, 8 + Step - 1), V::shl(index, 6 + Step - 1)));
        for (int i = 0; i < 5; i++)
            r.n[i] = V::gather(table->n + i, at);
    }
    /* The same of one table for all lanes. */
    static void gather_var(ge<F>& r, const table_point* table, const word& index) {
        static_assert(!Secret && sizeof(table_point) == 64);
        const word at = V::shl(index, 6);
        gather_limbs_var(r.x, table, at);
        gather_limbs_var(r.y, reinterpret_cast<const u8*>(table) + offsetof(table_point, y), at);
    }

    /* r = the point that each lane's digit selects; all entries are read. Constant time. */
    template <int W>
    static void scan(ge<F>& r, const table_point* table, int entries, const digit<W>& d) requires(Secret) {
        word l[8];
        for (int j = 0; j < 8; j++)
            l[j] = V::set1(0);
        for (int i = 0; i < entries; i++) {
            const word mask = V::equal_mask(d.index(constant_time()), V::set1(static_cast<u64>(i)));
            for (int j = 0; j < 4; j++) {
                l[j] = V::bit_or(l[j], V::bit_and(mask, V::set1(table[i].x[j])));
                l[4 + j] = V::bit_or(l[4 + j], V::bit_and(mask, V::set1(table[i].y[j])));
            }
        }
        F::unpack(r.x, l);
        F::unpack(r.y, l + 4);
    }
    /* The same of a table with entries of its own in each lane. */
    template <int W>
    static void scan(fe& r, const koblitz_lanes::limbs<5>* table, int entries,
                     const digit<W>& d) requires(Secret) {
        word t[5];
        for (int j = 0; j < 5; j++)
            t[j] = V::set1(0);
        for (int i = 0; i < entries; i++) {
            const word mask = V::equal_mask(d.index(constant_time()), V::set1(static_cast<u64>(i)));
            for (int j = 0; j < 5; j++)
                t[j] = V::bit_or(t[j], V::bit_and(mask, V::load(table[i].w[j])));
        }
        for (int j = 0; j < 5; j++)
            r.n[j] = t[j];
    }

    /* r = the entry of a public table, one of its own in each lane, that each lane's digit selects; all 2^(W
     * - 1) are read. Constant time. */
    template <int W, class Table>
    static void scan(fe& r, const Table& table, const digit<W>& d) requires(Secret) {
        word masks[W];
        for (int j = 0; j < W - 1; j++)
            masks[j] = V::equal_mask(V::bit_and(V::shr(d.index(constant_time()), j), V::set1(1)), V::set1(1));
        for (int i = 0; i < 5; i++)
            r.n[i] = halved<W - 1>(table, i, masks);
    }

    /* A packed point in a register. */
    class packed {
        friend struct lane_lookup;
        word w;
    };
    static packed load(const packed_point& a) {
        packed r;
        r.w = V::load(F::opened(a).w);
        return r;
    }
    static packed load_var(const table_point* table, u64 index) requires(!Secret) {
        packed r;
        r.w = V::load(table + index);
        return r;
    }
    /* The entry that the digit of one lane selects; all 2^Bits are read. Constant time. */
    template <int Bits, int All>
    KOBLITZ_INLINE static packed scan_packed(const table_point* table, const masks<All>& m,
                                             int lane) requires(Secret) {
        static_assert(sizeof(table_point) == sizeof(packed_point));
        packed r;
        if constexpr (Bits == 0) {
            r.w = V::load(table);
        } else {
            const packed high = scan_packed<Bits - 1, All>(table + (1 << (Bits - 1)), m, lane),
                         low = scan_packed<Bits - 1, All>(table, m, lane);
            r.w = V::choose(V::set1(m.mask(Bits - 1, lane, constant_time())), high.w, low.w);
        }
        return r;
    }
    /* Eight points, a lane each. */
    static void unpack(ge<F>& r, const packed points[8]) {
        static_assert(V::width == 8);
        word t[8];
        for (int i = 0; i < 8; i++)
            t[i] = points[i].w;
        V::transpose(t);
        F::unpack(r.x, t);
        F::unpack(r.y, t + 4);
    }
    /* One point in all lanes. */
    static void broadcast(ge<F>& r, const packed_point& a) {
        F::from_limbs(r.x, F::opened(a).w);
        F::from_limbs(r.y, F::opened(a).w + 4);
    }

private:
    /* Limb i of the entry, of 2^Bits, that the masks of its index's bits select. */
    template <int Bits, class Entry>
    KOBLITZ_INLINE static word halved(const Entry* table, int i, const word* masks) {
        if constexpr (Bits == 0) {
            return table->n[i];
        } else {
            const word high = halved<Bits - 1>(table + (1 << (Bits - 1)), i, masks),
                       low = halved<Bits - 1>(table, i, masks);
            return V::choose(masks[Bits - 1], high, low);
        }
    }
    /* r = the four limbs at base + offset, bytes. */
    KOBLITZ_INLINE static void gather_limbs_var(fe& r, const void* base, const word& offset) {
        static_assert(!Secret);
        word l[4];
        for (int i = 0; i < 4; i++)
            l[i] = V::gather(static_cast<const u8*>(base) + 8 * i, offset);
        F::unpack(r, l);
    }
};

} // namespace koblitz
