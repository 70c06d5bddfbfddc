/* Digits of integers at public positions. */
#pragma once

#include "base/ct.h"
#include "base/types.h"

namespace koblitz {

/* A signed integer below 2^128 in magnitude. */
struct signed128 {
    u64 magnitude[2];
    bool negative;
};

/* Bits [at, at + n) of an integer of 5 limbs, n < 64, at + n <= 320. */
inline u64 bits_at(const u64 d[5], int at, int n) {
    const int limb = at / 64, shift = at % 64;
    u64 v = d[limb] >> shift;
    if (shift + n > 64)
        v |= d[limb + 1] << (64 - shift);
    return v & ((u64{1} << n) - 1);
}

/* A secret odd digit in (-2^W, 2^W), as W signed bits. Where the top bit is set it is 2 (bits - 2^(W-1)) + 1.
 * Where it is clear it is the negative of what the complemented bits are. */
template <int W>
class secret_digit {
public:
    choice negative() const { return choice::from_bit(bits_ >> (W - 1) ^ 1); }
    /* (|digit| - 1) / 2, below 2^(W-1) */
    u64 index(constant_time) const {
        return (bits_ ^ value_barrier(0 - (bits_ >> (W - 1) ^ 1))) & ((u64{1} << (W - 1)) - 1);
    }

private:
    friend class secret_bits;
    explicit secret_digit(u64 bits) : bits_(bits) {}
    u64 bits_;
};

/* A secret integer of 320 bits, read digit by digit. */
class secret_bits {
public:
    secret_bits() = default;
    explicit secret_bits(const secret_limbs& a) {
        __builtin_memcpy(d_, a.words(constant_time()), sizeof(secret_limbs));
        d_[4] = 0;
    }

    u64* words(constant_time) { return d_; }
    template <int W>
    secret_digit<W> digit(int at) const {
        return secret_digit<W>(bits_at(d_, at, W));
    }

private:
    u64 d_[5];
};

} // namespace koblitz
