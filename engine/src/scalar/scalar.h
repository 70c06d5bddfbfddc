/* Scalars modulo the group order n, public and secret. Values are always in [0, n). */
#pragma once

#include "scalar/digits.h"
#include "scalar/ring.h"

#ifdef KOBLITZ_TEST_SCALAR
/* Tests compile the schemes over subgroups of small order. */
#include KOBLITZ_TEST_SCALAR
#else

namespace koblitz {

/* Public: time may depend on the value. */
class scalar {
public:
    constexpr scalar() : d_{0, 0, 0, 0} {}
    explicit constexpr scalar(const u64 (&d)[4]) : d_{d[0], d[1], d[2], d[3]} {}
    static constexpr scalar zero() { return scalar(); }
    static constexpr scalar one() { return from_u64(1); }
    static constexpr scalar from_u64(u64 v) { return scalar({v, 0, 0, 0}); }

    /* Big-endian bytes, reduced mod n. *overflow: whether they were n or more. */
    static scalar parse(const u8 in[32], bool* overflow = nullptr) {
        scalar r;
        load_be256(r.d_, in);
        const bool over = !ring::is_canonical_var(r.d_);
        if (over)
            ring::reduce(r.d_, r.d_);
        if (overflow)
            *overflow = over;
        return r;
    }
    void serialize(u8 out[32]) const { store_be256(out, d_); }
    const u64* limbs() const { return d_; }
    /* a < n */
    static scalar from_limbs(const u64 a[4]) { return scalar({a[0], a[1], a[2], a[3]}); }

    bool is_zero() const { return (d_[0] | d_[1] | d_[2] | d_[3]) == 0; }
    /* Above (n - 1) / 2. */
    bool is_high() const { return ring::greater_var(d_, ring::half_n); }
    /* The integers below p that are this number mod n, smallest first; how many. They are the x coordinates
     * that ECDSA reduces to it: below p - n the number and n more, else itself alone. */
    static constexpr int max_x_candidates = 2;
    int x_candidates(u64 x[max_x_candidates][4]) const {
        u128 t = 0;
        for (int i = 0; i < 4; i++, t >>= 64) {
            x[0][i] = d_[i];
            t += static_cast<u128>(d_[i]) + ring::n[i];
            x[1][i] = static_cast<u64>(t);
        }
        return ring::greater_var(ring::p_minus_n, d_) ? 2 : 1;
    }
    bool operator==(const scalar& o) const {
        return ((d_[0] ^ o.d_[0]) | (d_[1] ^ o.d_[1]) | (d_[2] ^ o.d_[2]) | (d_[3] ^ o.d_[3])) == 0;
    }

    scalar operator+(const scalar& o) const {
        scalar r;
        ring::add(r.d_, d_, o.d_);
        return r;
    }
    scalar operator-(const scalar& o) const { return *this + o.negate(); }
    scalar operator*(const scalar& o) const {
        scalar r;
        ring::mul(r.d_, d_, o.d_);
        return r;
    }
    scalar negate() const {
        scalar r;
        ring::negate(r.d_, d_);
        return r;
    }
    /* 0 for 0. */
    scalar inverse_var() const {
        scalar r;
        modinv::inverse_var(r.d_, d_, ring::modulus);
        return r;
    }

    /* (*this + a) / 2 */
    scalar half_of_sum(const u64 a[4]) const {
        scalar r;
        ring::add(r.d_, d_, a);
        ring::half(r.d_, r.d_);
        return r;
    }
    void signed_bits(u64 v1[3], u64 v2[3]) const { ring::signed_bits(v1, v2, d_); }
    /* *this = a + b lambda mod n. */
    void split_lambda_var(signed128& a, signed128& b) const {
        u64 k1[3], k2[3];
        ring::split(k1, k2, d_);
        a = magnitude(k1);
        b = magnitude(k2);
    }

private:
    static signed128 magnitude(const u64 k[3]) {
        if (k[2] >> 63 == 0)
            return {{k[0], k[1]}, false};
        return {{0 - k[0], ~k[1] + (k[0] == 0)}, true};
    }
    u64 d_[4];
};

/* Secret: no comparison, no bool, no operation whose time depends on the value. Only export_be gives bytes;
 * to_limbs and signed_bits give secret types. parse reduces; parse_seckey checks that a key is valid. */
class secret_scalar {
public:
    secret_scalar() : d_{0, 0, 0, 0} {}
    explicit secret_scalar(const scalar& a) : d_{a.limbs()[0], a.limbs()[1], a.limbs()[2], a.limbs()[3]} {}

    static secret_scalar parse(const u8 in[32], choice* overflow = nullptr) {
        secret_scalar r;
        load_be256(r.d_, in);
        const u64 over = ring::reduce(r.d_, r.d_);
        if (overflow)
            *overflow = choice::from_bit(over & 1);
        return r;
    }
    /* A key in [1, n - 1]. For other bytes *valid is no, and the result is 1. */
    static secret_scalar parse_seckey(const u8 in[32], choice* valid) {
        choice overflow = choice::no();
        const secret_scalar r = parse(in, &overflow);
        *valid = !(overflow | r.is_zero());
        return select(*valid, r, secret_scalar(scalar::one()));
    }
    /* Big-endian. */
    void export_be(u8 out[32]) const { store_be256(out, d_); }

    choice is_zero() const { return choice::is_zero(d_[0] | d_[1] | d_[2] | d_[3]); }
    choice is_high() const { return choice::from_bit(ring::greater(d_, ring::half_n) & 1); }

    secret_scalar operator+(const secret_scalar& o) const {
        secret_scalar r;
        ring::add(r.d_, d_, o.d_);
        return r;
    }
    secret_scalar operator-(const secret_scalar& o) const { return *this + o.negate(); }
    secret_scalar operator*(const secret_scalar& o) const {
        secret_scalar r;
        ring::mul(r.d_, d_, o.d_);
        return r;
    }
    /* a x + b y */
    static secret_scalar dot(const secret_scalar& a, const scalar& x, const secret_scalar& b,
                             const scalar& y) {
        secret_scalar r;
        ring::dot(r.d_, a.d_, x.limbs(), b.d_, y.limbs());
        return r;
    }
    secret_scalar operator*(const scalar& o) const { return *this * secret_scalar(o); }
    secret_scalar negate() const {
        secret_scalar r;
        ring::negate(r.d_, d_);
        return r;
    }
    /* The inverse, 0 for 0. other, in [0, m), becomes its inverse mod m. Both together take less time than
     * one after the other. */
    secret_scalar inverse_beside(secret_limbs& other, const modinv::modulus& m) const {
        secret_scalar r;
        u64* const words = other.words(constant_time());
        modinv::inverse_two(r.d_, d_, ring::modulus, words, words, m);
        return r;
    }
    void cond_negate(choice c) { *this = select(c, negate(), *this); }
    static secret_scalar select(choice c, const secret_scalar& if_yes, const secret_scalar& if_no) {
        secret_scalar r;
        ring::select4(r.d_, c.mask(constant_time()), if_yes.d_, if_no.d_);
        return r;
    }

    void to_limbs(secret_limbs& r) const { r = secret_limbs(d_); }
    /* Reduced mod n. */
    static secret_scalar from_limbs(const u64 a[4]) {
        secret_scalar r;
        ring::reduce(r.d_, a);
        return r;
    }
    static secret_scalar from_limbs(const secret_limbs& a) { return from_limbs(a.words(constant_time())); }
    /* ring::signed_bits */
    void signed_bits(secret_bits& r1, secret_bits& r2) const {
        u64 *v1 = r1.words(constant_time()), *v2 = r2.words(constant_time());
        ring::signed_bits(v1, v2, d_);
        v1[3] = v1[4] = v2[3] = v2[4] = 0;
    }

    void wipe() { koblitz::wipe(d_); }

private:
    u64 d_[4];
};

} // namespace koblitz

#endif
