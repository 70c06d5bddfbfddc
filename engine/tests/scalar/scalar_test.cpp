/* Scalars, public and secret, against slow arithmetic. */
#include "scalar/scalar.h"

#include <algorithm>
#include <iterator>

#include "field/field.h"
#include "support/big.h"
#include "support/check.h"
#include "support/random.h"

namespace {

using namespace koblitz;
using test::big;
using test::mod_n;

void bytes_of(u8 out[32], const u64 a[4]) {
    store_be256(out, a);
}

secret_scalar secret(const scalar& a) {
    return secret_scalar(a);
}

bool same(const scalar& a, const big& b) {
    return test::from(a.limbs()) == b;
}
big value(const secret_scalar& a) {
    u8 bytes[32];
    u64 limbs[4];
    a.export_be(bytes);
    load_be256(limbs, bytes);
    return test::from(limbs);
}
bool same(const secret_scalar& a, const big& b) {
    return value(a) == b;
}
/* Its bits into v, zero before: a digit of one is negative where the bit is clear. */
void read(u64 v[5], const secret_bits& a) {
    for (int at = 0; at < 320; at++)
        v[at / 64] |= static_cast<u64>(!a.digit<1>(at).negative().declassify()) << at % 64;
}

/* Beside each of some elements in turn, whose inverse must be the one that it has alone. */
secret_scalar inverse(const secret_scalar& a) {
    static const u64 elements[][4] = {
        {0, 0, 0, 0},
        {1, 0, 0, 0},
        {2, 0, 0, 0},
        {0xFFFFFFFEFFFFFC2E, ~u64{0}, ~u64{0}, ~u64{0}}, /* p - 1 */
        {0, 0, 0, u64{1} << 63},
        {0x59F2815B16F81798, 0x029BFCDB2DCE28D9, 0x55A06295CE870B07, 0x79BE667EF9DCBBAC}, /* x of G */
    };
    static size_t next = 0;
    const u64* const element = elements[next++ % std::size(elements)];
    u64 expected[4], got[4];
    modinv::inverse(expected, element, prime::modulus);
    secret_limbs beside(element);
    const secret_scalar r = a.inverse_beside(beside, prime::modulus);
    beside.declassify(got);
    CHECK(std::equal(got, got + 4, expected));
    return r;
}

void operations(test::random& rng) {
    for (int i = 0; i < 20000; i++) {
        u64 la[4], lb[4];
        rng.edge256(la);
        rng.edge256(lb);
        u8 ba[32], bb[32];
        bytes_of(ba, la);
        bytes_of(bb, lb);
        bool over = false;
        const scalar a = scalar::parse(ba, &over), b = scalar::parse(bb);
        const big x = mod_n.reduce(test::from(la)), y = mod_n.reduce(test::from(lb));
        CHECK(over == !test::less(test::from(la), mod_n.m));
        CHECK(same(a, x));
        choice secret_over = choice::no();
        const secret_scalar sa = secret_scalar::parse(ba, &secret_over), sb = secret(b);
        CHECK(secret_over.declassify() == over);
        CHECK(same(sa, x));
        choice valid = choice::no();
        const secret_scalar key = secret_scalar::parse_seckey(ba, &valid);
        const bool is_key = !over && !(x == big{});
        CHECK(valid.declassify() == is_key);
        CHECK(same(key, is_key ? x : test::small(1)));

        CHECK(same(a + b, mod_n.add(x, y)));
        CHECK(same(sa + sb, mod_n.add(x, y)));
        CHECK(same(a - b, mod_n.sub(x, y)));
        CHECK(same(sa - sb, mod_n.sub(x, y)));
        CHECK(same(a.negate(), mod_n.neg(x)));
        CHECK(same(sa.negate(), mod_n.neg(x)));
        if (i < 5000) {
            const big xy = mod_n.mul(x, y);
            CHECK(same(a * b, xy));
            CHECK(same(sa * sb, xy));
            CHECK(same(sa * b, xy));
            CHECK(same(secret_scalar::dot(sa, b, sb, b), mod_n.add(xy, mod_n.mul(y, y))));
            CHECK(same(secret_scalar::dot(sa, a, sb, a), mod_n.add(mod_n.mul(x, x), xy)));
        }
        CHECK(a.is_zero() == (x == big{}));
        CHECK(sa.is_zero().declassify() == (x == big{}));
        const bool high = test::less(mod_n.neg(x), x);
        CHECK(a.is_high() == high);
        CHECK(sa.is_high().declassify() == high);
        const big gap = test::minus(test::mod_p.m, mod_n.m);
        u64 candidates[2][4];
        const int count = a.x_candidates(candidates);
        CHECK(count == (test::less(x, gap) ? 2 : 1));
        CHECK(scalar::from_limbs(candidates[0]) == a);
        if (count == 2)
            CHECK(test::minus(test::from(candidates[1]), mod_n.m) == x);
        CHECK((a == b) == (x == y));
        secret_scalar c = sa;
        c.cond_negate(choice::from_bit(static_cast<u64>(i & 1)));
        CHECK(same(c, i & 1 ? mod_n.neg(x) : x));
        u8 out[32];
        a.serialize(out);
        CHECK(scalar::parse(out) == a);
        sa.export_be(out);
        CHECK(scalar::parse(out) == a);

        /* Inverses, also onto the operand. */
        scalar inv = a.inverse_var();
        secret_scalar sinv = inverse(sa);
        CHECK(inv * a == (a.is_zero() ? scalar::zero() : scalar::one()));
        CHECK(same(sinv, test::from(inv.limbs())));
        inv = inv.inverse_var();
        CHECK(inv == a);
        sinv = inverse(sinv);
        CHECK(same(sinv, x));
    }
}

/* a b + c whose reduction carries where random numbers hardly do. */
void rare_carries() {
    static const u64 rows[][4][4] = {
        /* a, b, c, a b + c: in the third fold, the first row of products carries to the last limb, */
        {{0x5C60D2D91B897EB9, 0xB2170904B3122909, 0x5AC28CFACC76B116, 0xFD200A3A48F670B0},
         {0xA2B0CB08888BA458, 0x0A64981A4CDE6310, 0x1B91813D03EB8951, 0xB69047F0ED7B2974},
         {0, 0, 0, 0},
         {0x6A3E6344905272FC, 0x8AA24632A16EBF88, 2, 0}},
        /* the second does, */
        {{0xA52659DDDE3CEE15, 0x9335A2B71042BCD1, 0x239EDD3A7DE0D207, 0xFDE4D46F0602FE0C},
         {0x824B07469479A550, 0x86C81A8F0A2C23F1, 0x728A77A4DD602D46, 0xF46D824B14254D06},
         {0, 0, 0, 0},
         {0xCAE74C212C822864, 0x8948CB70BE83A7BF, 2, 0}},
        /* and in the second fold the carry of the first row goes through limbs of ones. */
        {{0xE6A16A3B0D464139, 0x1CFB10F62827688D, 6, 0},
         {0xF865D95D3988CE57, 0x9039B512E96BF535, 0xFFF7EE7BADFEB17E, 0x33537C4799C19089},
         {0, 0, 0, 0},
         {0x805B42E65F891B4A, 0x8AA24632A16EBF88, 2, 0}},
        {{0xBFD25E8CD0364140, 0xBAAEDCE6AF48A03B, 0xFFFFFFFFFFFFFFFE, 0xFFFFFFFFFFFFFFFF},
         {0xD866C416193F4640, 0xC8D22A70EE4DC3B3, 0xAC0624EDF38115F1, 0xC973E8ECBA391008},
         {0xD91D49E2D866413B, 0x9DE9156301618405, 0xA6E2A347D29374F0, 0x0EC50C060AF06FCB},
         {0xC088E4598F5D3C3C, 0x8FC5C7D8C25C608D, 0xFADC7E59DF125EFD, 0x4551231950B75FC2}},
    };
    for (const auto& [la, lb, lc, sum] : rows) {
        const scalar a(la), b(lb), c(lc);
        const big ab = mod_n.mul(test::from(la), test::from(lb));
        CHECK(mod_n.add(ab, test::from(lc)) == test::from(sum));
        CHECK(same(a * b, ab));
        CHECK(same(secret(a) * secret(b), ab));
        CHECK(same(secret_scalar::dot(secret(a), b, secret(c), scalar::one()), test::from(sum)));
    }
}

/* m 2^k whose public inverse is wrong where a negative cofactor is not lifted by n. */
void lifted_cofactors() {
    static const struct {
        u64 m;
        int k;
        bool negative;
    } rows[] = {{69, 181, false}, {207, 248, false}, {187, 181, true}, {207, 183, true}, {2555, 253, true}};
    for (const auto& row : rows) {
        big x = test::small(row.m);
        for (int i = 0; i < row.k; i++)
            x = mod_n.add(x, x);
        if (row.negative)
            x = mod_n.neg(x);
        const scalar a(x.d);
        CHECK(a.inverse_var() * a == scalar::one());
        CHECK(same(inverse(secret(a)) * a, test::small(1)));
    }
}

big from_signed(const signed128& a) {
    const big m{{a.magnitude[0], a.magnitude[1], 0, 0}};
    return a.negative ? mod_n.neg(m) : m;
}

/* 9 batches of 59 division steps are not enough for this one, which takes 534. */
void long_inverse() {
    const u64 limbs[4] = {0x26c1775ebe886e10, 0x93d5b0c259361727, 0xa6839c8ba4ad72bd, 0xb36a27530aa7799d};
    const scalar a(limbs);
    CHECK(a.inverse_var() * a == scalar::one());
    CHECK(same(inverse(secret(a)) * a, test::small(1)));
}

/* Splits by lambda recombine, for random scalars and those whose halves are 0, 1 or negative; n - 2^64 has a
 * half whose lower word is 0 and whose magnitude carries. */
void split(test::random& rng) {
    const u64 lambda_limbs[4] = {0xDF02967C1B23BD72, 0x122E22EA20816678, 0xA5261C028812645A,
                                 0x5363AD4CC05C30E0};
    const big lambda = test::from(lambda_limbs);
    CHECK(mod_n.add(mod_n.add(mod_n.mul(lambda, lambda), lambda), test::small(1)) == big{});
    for (int i = 0; i < 4000; i++) {
        u64 l[4];
        rng.edge256(l);
        big k = mod_n.reduce(test::from(l));
        if (i < 64) {
            const big a = test::small(static_cast<u64>(i & 7)), b = test::small(static_cast<u64>(i >> 3 & 7));
            k = mod_n.add(mod_n.sub(a, test::small(4)), mod_n.mul(lambda, mod_n.sub(b, test::small(4))));
        } else if (i == 64) {
            k = mod_n.neg(big{{0, 1, 0, 0}});
        }
        const scalar s(k.d);
        signed128 a, b;
        s.split_lambda_var(a, b);
        CHECK(mod_n.add(from_signed(a), mod_n.mul(lambda, from_signed(b))) == k);
        u64 v[2][5] = {};
        secret_bits bits[2];
        secret(s).signed_bits(bits[0], bits[1]);
        read(v[0], bits[0]);
        read(v[1], bits[1]);
        big sum[2];
        for (int h = 0; h < 2; h++) {
            CHECK(v[h][2] < 4 && v[h][3] == 0 && v[h][4] == 0);
            /* 2 v + 1 - 2^130 */
            const big x{{v[h][0], v[h][1], v[h][2], 0}};
            sum[h] = mod_n.sub(mod_n.add(mod_n.add(x, x), test::small(1)), big{{0, 0, 4, 0}});
        }
        CHECK(mod_n.add(sum[0], mod_n.mul(lambda, sum[1])) == k);
    }
}

} // namespace

int main(int argc, char** argv) {
    static test::random rng(1);
    return check::run(argc, argv,
                      {{"operations", [] { operations(rng); }},
                       {"long_inverse", long_inverse},
                       {"rare_carries", rare_carries},
                       {"lifted_cofactors", lifted_cofactors},
                       {"split", [] { split(rng); }}});
}
