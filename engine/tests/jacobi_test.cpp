/* The Jacobi symbol against the textbook's algorithm, and mod p against square roots. */
#include "modinv/jacobi.h"

#include "backends/portable.h"
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

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"words", words}, {"mod_p", mod_p}, {"long_moduli", long_moduli}});
}
