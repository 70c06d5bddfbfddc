/* Digits at public positions of integers in lanes: one a lane, or those of one integer side by side. */
#pragma once

#include "scalar/digits.h"
#include "simd/flag.h"

namespace koblitz {

template <class V, bool Secret>
struct lane_digits {
    using word = typename V::word;

    /* W signed bits of every lane as in scalar/digits.h: an odd digit in (-2^W, 2^W). */
    template <int W>
    class digit {
    public:
        lane_flag<Secret> negative;

        /* Those at bit at of the columns, above which bits are 0. */
        template <int N>
        digit(const koblitz_lanes::limbs<N>& integers, int at) requires(!Secret)
            : digit(bits_at(integers, at)) {}
        template <int N>
        digit(const koblitz_lanes::sealed<koblitz_lanes::limbs<N>>& integers, int at) requires(Secret)
            : digit(bits_at(integers.open(constant_time()), at)) {}

        explicit digit(const word& bits) {
            const word top = V::set1(u64{1} << (W - 1)), low = V::set1((u64{1} << (W - 1)) - 1);
            negative = !lane_flag<Secret>::from_lanes(V::test(bits, top));
            /* (|digit| - 1) / 2 is bits - 2^(W-1) with the top bit, 2^(W-1) - 1 - bits without: the lower
             * bits, or their complement. */
            const word sign = V::sub(V::shr(bits, W - 1), V::set1(1));
            index_ = V::bit_and(V::bit_xor(bits, sign), low);
        }

        /* (|digit| - 1) / 2 */
        const word& index() const requires(!Secret) { return index_; }
        const word& index(constant_time) const { return index_; }

    private:
        template <int N>
        static word bits_at(const koblitz_lanes::limbs<N>& d, int at) {
            const int limb = at / 64, shift = at % 64;
            word v = V::shr(V::load(d.w[limb]), shift);
            if (shift + W > 64 && limb + 1 < N)
                v = V::bit_or(v, V::shl(V::load(d.w[limb + 1]), 64 - shift));
            return V::bit_and(v, V::set1((u64{1} << W) - 1));
        }

        word index_;
    };

    /* The Count digits of one integer at bits 0, W, 2W, ...: digit i in lane i mod 8 of round i / 8. What is
     * behind the last is any digit. */
    template <int W, int Count>
    class of_one {
    public:
        static constexpr int rounds = (Count + V::width - 1) / V::width;
        static_assert(W <= 8 && Count * W <= 320);

        explicit of_one(const koblitz_lanes::held<Secret, koblitz_lanes::integer>& v) {
            const u64* const w = words(v);
            const u64 limbs[5] = {w[0], w[1], w[2], w[3], 0};
            for (int i = 0; i < Count; i++)
                bits_[i / V::width][i % V::width] = static_cast<u8>(koblitz::bits_at(limbs, i * W, W));
            for (int i = Count; i < rounds * V::width; i++)
                bits_[i / V::width][i % V::width] = 0;
        }
        digit<W> operator[](int round) const {
            alignas(64) u64 wide[V::width];
            for (int i = 0; i < V::width; i++)
                wide[i] = bits_[round][i];
            return digit<W>(V::load(wide));
        }

    private:
        u8 bits_[rounds][V::width];
    };

    /* Bits of one integer, those of lane i from bit i Bits on. */
    template <int Bits>
    class sections_of_one {
    public:
        static_assert(Bits <= 32);

        explicit sections_of_one(const koblitz_lanes::held<Secret, koblitz_lanes::integer>& v) {
            const u64* const w = words(v);
            const u64 limbs[5] = {w[0], w[1], w[2], w[3], 0};
            for (int i = 0; i < V::width; i++)
                bits_[i] = koblitz::bits_at(limbs, i * Bits, Bits);
        }
        /* The digit that begins at bit at of each section. */
        template <int W>
        digit<W> get(int at) const {
            const word all = V::set1((u64{1} << W) - 1);
            return digit<W>(V::bit_and(V::shr(V::load(bits_), at), all));
        }

    private:
        alignas(64) u64 bits_[V::width];
    };

    /* A mask for each of the Bits bits of eight indices. */
    template <int Bits>
    class index_masks {
    public:
        explicit index_masks(const digit<Bits + 1>& d) {
            for (int j = 0; j < Bits; j++) {
                const word bit = V::bit_and(V::shr(d.index(constant_time()), j), V::set1(1));
                V::store(masks_[j], V::sub(V::set1(0), bit));
            }
        }
        u64 mask(int bit, int lane, constant_time) const { return masks_[bit][lane]; }

    private:
        alignas(64) u64 masks_[Bits][V::width];
    };

private:
    static const u64* words(const koblitz_lanes::integer& v) { return v.w; }
    static const u64* words(const koblitz_lanes::sealed<koblitz_lanes::integer>& v) {
        return v.open(constant_time()).w;
    }
};

template <class V, int W, bool Secret>
using lane_digit = typename lane_digits<V, Secret>::template digit<W>;

} // namespace koblitz
