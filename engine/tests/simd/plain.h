/* The lanes of simd/ifma.h in plain code. By it tests run the kernels on any machine, and test the vector
 * instructions against it. */
#pragma once

#include "base/ct.h"
#include "base/types.h"

namespace koblitz {

struct plain_lanes {
    static constexpr int width = 8;
    struct word {
        u64 v[width];
    };

    static word set1(u64 a) {
        return each([a](int) { return a; });
    }
    static word load(const void* p) {
        word r;
        __builtin_memcpy(r.v, p, sizeof r.v);
        return r;
    }
    static void store(u64* p, const word& a) {
        for (int i = 0; i < width; i++)
            p[i] = a.v[i];
    }
    static word gather(const void* base, const word& offset) {
        return each([base, &offset](int i) {
            u64 r;
            __builtin_memcpy(&r, static_cast<const u8*>(base) + offset.v[i], sizeof r);
            return r;
        });
    }
    static word add(const word& a, const word& b) {
        return each([&](int i) { return a.v[i] + b.v[i]; });
    }
    static word sub(const word& a, const word& b) {
        return each([&](int i) { return a.v[i] - b.v[i]; });
    }
    static word bit_and(const word& a, const word& b) {
        return each([&](int i) { return a.v[i] & b.v[i]; });
    }
    static word bit_or(const word& a, const word& b) {
        return each([&](int i) { return a.v[i] | b.v[i]; });
    }
    static word bit_xor(const word& a, const word& b) {
        return each([&](int i) { return a.v[i] ^ b.v[i]; });
    }
    static word shl(const word& a, int n) {
        return each([&](int i) { return a.v[i] << n; });
    }
    static word shr(const word& a, int n) {
        return each([&](int i) { return a.v[i] >> n; });
    }
    static word madd_lo(const word& c, const word& a, const word& b) {
        return each([&](int i) { return c.v[i] + (static_cast<u64>(product(a.v[i], b.v[i])) & m52); });
    }
    static word madd_hi(const word& c, const word& a, const word& b) {
        return each([&](int i) { return c.v[i] + static_cast<u64>(product(a.v[i], b.v[i]) >> 52); });
    }
    static word choose(const word& mask, const word& a, const word& b) {
        return each([&](int i) { return (a.v[i] & mask.v[i]) | (b.v[i] & ~mask.v[i]); });
    }
    static void transpose(word a[8]) {
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < i; j++) {
                const u64 t = a[i].v[j];
                a[i].v[j] = a[j].v[i];
                a[j].v[i] = t;
            }
        }
    }
    template <int N>
    static word rotate(const word& a) {
        return each([&](int i) { return a.v[(i + N) % width]; });
    }
    template <int... From>
    static word arrange(const word& a, const word& b) {
        static constexpr int from[width] = {From...};
        return each([&](int i) { return from[i] < width ? a.v[from[i]] : b.v[from[i] - width]; });
    }

    static u8 equal(const word& a, const word& b) {
        return mask([&](int i) { return zero_bit(a.v[i] ^ b.v[i]); });
    }
    static u8 test(const word& a, const word& b) {
        return mask([&](int i) { return zero_bit(a.v[i] & b.v[i]) ^ 1; });
    }
    static word equal_mask(const word& a, const word& b) {
        return each([&](int i) { return value_barrier(0 - zero_bit(a.v[i] ^ b.v[i])); });
    }
    static word select(u8 m, const word& a, const word& b) {
        return each([&](int i) {
            const u64 all = value_barrier(0 - (u64{m} >> i & 1));
            return (a.v[i] & all) | (b.v[i] & ~all);
        });
    }
    static word add_where(u8 m, const word& a, const word& b) { return select(m, add(a, b), a); }
    static word sub_from_where(u8 m, const word& b, const word& a) { return select(m, sub(b, a), a); }

private:
    static constexpr u64 m52 = (u64{1} << 52) - 1;
    static u128 product(u64 a, u64 b) { return static_cast<u128>(a & m52) * (b & m52); }
    template <class Lane>
    static word each(Lane lane) {
        word r;
        for (int i = 0; i < width; i++)
            r.v[i] = lane(i);
        return r;
    }
    template <class Bit>
    static u8 mask(Bit bit) {
        u64 r = 0;
        for (int i = 0; i < width; i++)
            r |= bit(i) << i;
        return static_cast<u8>(r);
    }
};

} // namespace koblitz
