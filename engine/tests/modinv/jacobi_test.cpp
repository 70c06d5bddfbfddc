/* The Jacobi symbol against the textbook's algorithm, and mod p against square roots; both uses of gcd.h on
 * numbers that are nearly equal on the way. */
#include "modinv/jacobi.h"

#include <cstring>

#include "backends/portable.h"
#include "modinv/modinv.h"
#include "scalar/ring.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

using koblitz::jacobi_var;
using koblitz::u64;

/* One word, by division; Cohen, A Course in Computational Algebraic Number Theory, 1.4.10. */
int textbook(u64 a, u64 n) {
    int sign = 1;
    a %= n;
    while (a != 0) {
        while (a % 2 == 0) {
            a /= 2;
            if (n % 8 == 3 || n % 8 == 5)
                sign = -sign;
        }
        const u64 t = a;
        a = n;
        n = t;
        if (a % 4 == 3 && n % 4 == 3)
            sign = -sign;
        a %= n;
    }
    return n == 1 ? sign : 0;
}

void words() {
    random_source random(5);
    for (u64 n = 1; n < 200; n += 2) {
        for (u64 a = 0; a < 300; a++) {
            check::row(std::to_string(a) + " over " + std::to_string(n));
            const u64 x[4] = {a, 0, 0, 0}, m[4] = {n, 0, 0, 0};
            CHECK(jacobi_var(x, m) == textbook(a, n));
        }
    }
    for (int i = 0; i < 20000; i++) {
        const u64 a = random.next() >> random.below(64), n = random.next() >> random.below(64) | 1;
        check::row(std::to_string(a) + " over " + std::to_string(n));
        const u64 x[4] = {a, 0, 0, 0}, m[4] = {n, 0, 0, 0};
        CHECK(jacobi_var(x, m) == textbook(a, n));
    }
}

/* 256 bits: uniform, or with limbs of zeros or ones, or short. */
void number(random_source& random, u64 x[4]) {
    const u64 shape = random.below(4);
    for (int i = 0; i < 4; i++) {
        const u64 limb = random.next();
        x[i] = shape == 1 ? 0 - (limb & 1) : shape == 2 && i > static_cast<int>(limb % 4) ? 0 : limb;
    }
    if (shape == 3)
        x[random.below(4)] >>= random.below(64);
}

void mod_p() {
    using B = koblitz::portable;
    using F = B::field;
    random_source random(6);
    for (int i = 0; i < 20000; i++) {
        u64 x[4];
        B::fe a, root;
        number(random, x);
        if (i < 4) {
            /* 0, 1, p - 1 and p, which reduces to 0 */
            for (int j = 0; j < 4; j++)
                x[j] = i >= 2 ? koblitz::prime::limbs[j] : 0;
            x[0] += i == 1 ? 1 : i == 2 ? ~u64{0} : 0;
        }
        F::from_limbs(a, x);
        F::to_limbs(x, a);
        check::row(std::to_string(i));
        const int expected = F::is_zero(a) ? 0 : koblitz::fe_sqrt_var<F>(root, a) ? 1 : -1;
        CHECK(jacobi_var(x, koblitz::prime::limbs) == expected);
    }
}

/* Composite and prime moduli of 256 bits: with a word a of known symbols, (a / m) by reciprocity is (m mod a
 * / a); and a factor in common gives 0. */
void long_moduli() {
    random_source random(7);
    for (int i = 0; i < 20000; i++) {
        u64 m[4], x[4] = {0, 0, 0, 0};
        number(random, m);
        m[0] |= 1;
        const u64 a = random.next() >> random.below(60) | 1;
        x[0] = a;
        koblitz::u128 rest = 0;
        for (int j = 3; j >= 0; j--)
            rest = (rest << 64 | m[j]) % a;
        check::row(std::to_string(i));
        const int by_reciprocity = textbook(static_cast<u64>(rest), a);
        const bool turned = a % 4 == 3 && m[0] % 4 == 3;
        if (m[1] == 0 && m[2] == 0 && m[3] == 0)
            continue;
        CHECK(jacobi_var(x, m) == (turned ? -by_reciprocity : by_reciprocity));
        CHECK(jacobi_var(m, m) == 0);
    }
}

/* r = (a + b) 2^n below 2^256. */
void shifted_sum(u64 r[4], const u64 a[4], const u64 b[4], u64 n) {
    koblitz::u128 sum = 0;
    for (int i = 0; i < 4; i++, sum >>= 64) {
        sum += static_cast<koblitz::u128>(a[i]) + b[i];
        r[i] = static_cast<u64>(sum);
    }
    for (int i = 3; i >= 0; i--)
        r[i] = r[i] << n | (i > 0 && n > 0 ? r[i - 1] >> (64 - n) : 0);
}

/* Pairs whose greatest common divisor takes steps in which leading bits cannot tell the larger one: its steps
 * backwards, from a and 2^j, which a and a + 2^j give. The symbol by the identity of each step, the inverse
 * against division steps. */
void near_numbers() {
    const u64 zero[4] = {0, 0, 0, 0};
    random_source random(8);
    for (int i = 0; i < 20000; i++) {
        const u64 j = 1 + random.below(40), limbs = 1 + random.below(3);
        u64 a[4] = {0, 0, 0, 0}, b[4] = {u64{1} << j, 0, 0, 0};
        for (u64 k = 0; k < limbs; k++)
            a[k] = random.next();
        a[limbs - 1] >>= random.below(60);
        a[0] |= 1;
        /* (2 / a)^n */
        const auto twos = [&a](u64 n) { return n % 2 == 1 && (a[0] % 8 == 3 || a[0] % 8 == 5) ? -1 : 1; };
        int symbol = twos(j);
        for (bool last = false; !last;) {
            /* The pair before was a and (a + b) 2^n, or a + b and a 2^n; at last it is a + b and a. */
            last = (a[3] | b[3]) >> 55 != 0;
            const u64 n = last ? 0 : 1 + random.below(4) * random.below(2);
            u64 sum[4], less[4];
            shifted_sum(sum, a, b, 0);
            if (!last && random.below(2) == 0) {
                shifted_sum(b, sum, zero, n);
            } else {
                if (sum[0] % 4 == 3 && a[0] % 4 == 3)
                    symbol = -symbol;
                shifted_sum(less, a, zero, n);
                for (int k = 0; k < 4; k++) {
                    a[k] = sum[k];
                    b[k] = less[k];
                }
            }
            symbol *= twos(n);
        }
        check::row(std::to_string(i));
        CHECK(jacobi_var(b, a) == symbol);
        const koblitz::modinv::modulus m = koblitz::modinv::make_modulus(a);
        u64 inverse[4], expected[4];
        koblitz::modinv::inverse_var(inverse, b, m);
        koblitz::modinv::inverse(expected, b, m);
        CHECK(std::memcmp(inverse, expected, sizeof inverse) == 0);
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(
        argc, argv,
        {{"words", words}, {"mod_p", mod_p}, {"long_moduli", long_moduli}, {"near_numbers", near_numbers}});
}
