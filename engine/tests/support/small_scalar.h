/* Scalars of subgroups of order 7, 13 and 199, and the constants of these. With KOBLITZ_TEST_ORDER the
 * schemes' own scalars are those of that order: scalar/scalar.h includes this file instead of its classes. */
#pragma once

#include "ecmult/tables/tables.h"
#include "modinv/modinv.h"
#include "scalar/digits.h"

namespace test {

using namespace koblitz;

template <int Order>
struct small_curve;
template <>
struct small_curve<7> {
    static constexpr u32 b = 6, lambda = 2;
    static constexpr int g_window = 3, q_window = 3, ecmult_gen_window = 2, ecmult_gen_blocks = 3,
                         const_window = 2, const_groups = 4;
    static constexpr table_point generator = {
        {0xA42FEE9EC9A0966F, 0x0DF28BA73FBEF210, 0x836D83A6FF2FEC4A, 0x976B34C28BE19DBB},
        {0xC4DABE7200B54B60, 0x9BDAD0BD735BB1E8, 0xD20AC14967D8B00B, 0xE19F1768583FF383}};
};
template <>
struct small_curve<13> {
    static constexpr u32 b = 2, lambda = 9;
    static constexpr int g_window = 4, q_window = 4, ecmult_gen_window = 3, ecmult_gen_blocks = 2,
                         const_window = 3, const_groups = 3;
    static constexpr table_point generator = {
        {0xC151F97C12902B8A, 0x962476B87CA04BCD, 0xFA2E3B40491D77E7, 0x79EE1C36AEBD658A},
        {0xE992C4E5457B4BEA, 0x20E7D556EA475595, 0xC58FE33C11C1BBC0, 0x6BDAC9345C1B6B6D}};
};
template <>
struct small_curve<199> {
    static constexpr u32 b = 4, lambda = 92;
    static constexpr int g_window = 6, q_window = 5, ecmult_gen_window = 6, ecmult_gen_blocks = 2,
                         const_window = 5, const_groups = 3;
    static constexpr table_point generator = {
        {0xFB12940C9EA66C18, 0x3B017A7DA808C2F1, 0xA749DD392B4FB069, 0xFA7CC9A70737F2DB},
        {0x301ADA8C80FAFA42, 0xB720DB937F72518D, 0x78CD436EE0C5D797, 0x8753EDC5A127510C}};
};

/* Scalars mod Order with the interfaces of scalar.h. */
template <int Order>
class small_scalar {
public:
    constexpr small_scalar() : d_{0, 0, 0, 0} {}
    static constexpr small_scalar from_u64(u64 v) {
        small_scalar r;
        r.d_[0] = v % Order;
        return r;
    }
    static constexpr small_scalar zero() { return small_scalar(); }
    static constexpr small_scalar one() { return from_u64(1); }
    static small_scalar parse(const u8 in[32], bool* overflow = nullptr) {
        u64 v = 0;
        bool over = false;
        for (int i = 0; i < 32; i++) {
            v = v << 8 | in[i];
            over = over || v >= Order;
            v %= Order;
        }
        if (overflow)
            *overflow = over;
        return from_u64(v);
    }
    void serialize(u8 out[32]) const { store_be256(out, d_); }
    const u64* limbs() const { return d_; }
    static small_scalar from_limbs(const u64 a[4]) { return from_u64(a[0]); }
    u64 value() const { return d_[0]; }
    bool is_zero() const { return value() == 0; }
    bool is_high() const { return value() > Order / 2; }
    /* The x coordinates of the subgroup that are this number mod Order: any of 2^256 / Order candidates may
     * be one, which production code could not go through. */
    static constexpr int max_x_candidates = Order / 2;
    int x_candidates(u64 x[max_x_candidates][4]) const;
    bool operator==(const small_scalar& o) const { return value() == o.value(); }
    small_scalar operator+(const small_scalar& o) const { return from_u64(value() + o.value()); }
    small_scalar operator-(const small_scalar& o) const { return from_u64(value() + Order - o.value()); }
    small_scalar operator*(const small_scalar& o) const { return from_u64(value() * o.value()); }
    small_scalar negate() const { return from_u64(Order - value()); }
    small_scalar inverse_var() const {
        for (u64 i = 1; i < Order; i++)
            if (value() * i % Order == 1)
                return from_u64(i);
        return zero();
    }
    /* Any halves that recombine, of both signs. */
    void split_lambda_var(signed128& a, signed128& b) const {
        const i64 second = static_cast<i64>(value() * 5 % Order) - Order / 2;
        i64 first = (static_cast<i64>(value()) - second * small_curve<Order>::lambda) % Order;
        a = {{static_cast<u64>(first < 0 ? -first : first), 0}, first < 0};
        b = {{static_cast<u64>(second < 0 ? -second : second), 0}, second < 0};
    }

private:
    u64 d_[4];
};

template <int Order>
class small_secret {
    using S = small_scalar<Order>;

public:
    small_secret() = default;
    explicit small_secret(const S& a) : s_(a) {}
    static small_secret parse(const u8 in[32], choice* overflow = nullptr) {
        bool over = false;
        const small_secret r(S::parse(in, &over));
        if (overflow)
            *overflow = choice::from_bit(over);
        return r;
    }
    static small_secret parse_seckey(const u8 in[32], choice* valid) {
        choice overflow;
        const small_secret r = parse(in, &overflow);
        *valid = !(overflow | r.is_zero());
        return select(*valid, r, small_secret(S::one()));
    }
    void export_be(u8 out[32]) const { s_.serialize(out); }
    choice is_zero() const { return choice::from_bit(s_.is_zero()); }
    choice is_high() const { return choice::from_bit(s_.is_high()); }
    small_secret operator+(const small_secret& o) const { return small_secret(s_ + o.s_); }
    small_secret operator-(const small_secret& o) const { return small_secret(s_ - o.s_); }
    small_secret operator*(const small_secret& o) const { return small_secret(s_ * o.s_); }
    small_secret operator*(const S& o) const { return small_secret(s_ * o); }
    static small_secret dot(const small_secret& a, const S& x, const small_secret& b, const S& y) {
        return a * x + b * y;
    }
    small_secret negate() const { return small_secret(s_.negate()); }
    small_secret inverse_beside(secret_limbs& other, const modinv::modulus& m) const {
        modinv::inverse(other, other, m);
        return small_secret(s_.inverse_var());
    }
    void cond_negate(choice c) { *this = select(c, negate(), *this); }
    static small_secret select(choice c, const small_secret& a, const small_secret& b) {
        return c.declassify() ? a : b;
    }
    void to_limbs(secret_limbs& r) const { r = secret_limbs(s_.limbs()); }
    static small_secret from_limbs(const u64 a[4]) { return small_secret(S::from_limbs(a)); }
    static small_secret from_limbs(const secret_limbs& a) {
        u64 v[4];
        a.declassify(v);
        return from_limbs(v);
    }
    void signed_bits(secret_bits& v1, secret_bits& v2) const {
        using C = small_curve<Order>;
        constexpr i64 top = i64{1} << (C::const_window * C::const_groups - 1);
        const S half = S::from_u64(2).inverse_var();
        const S s = (s_ - S::from_u64(1 + C::lambda)) * half;
        signed128 a, b;
        s.split_lambda_var(a, b);
        auto lift = [](const signed128& x) {
            const i64 m = static_cast<i64>(x.magnitude[0]);
            const u64 v[4] = {static_cast<u64>(top + (x.negative ? -m : m)), 0, 0, 0};
            return secret_bits(secret_limbs(v));
        };
        v1 = lift(a);
        v2 = lift(b);
    }
    void wipe() { s_ = S(); }

private:
    S s_;
};

} // namespace test

#ifdef KOBLITZ_TEST_ORDER
namespace koblitz {
using scalar = test::small_scalar<KOBLITZ_TEST_ORDER>;
using secret_scalar = test::small_secret<KOBLITZ_TEST_ORDER>;
} // namespace koblitz
#endif
