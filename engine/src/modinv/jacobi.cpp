/* Each step that gcd.h may take is one of the identities below.
 *
 * (b / a) is the Kronecker symbol, for odd a of either sign. At most one of a and b is ever negative:
 *   (b / a) = (b - a / a), as b - a has b's sign or a > 0
 *   (2 / a) = -1 when a = 3, 5 mod 8
 *   (b / a) = (a / b), or its negative when both are 3 mod 4, for odd b
 *   (b / a) = (b / |a|) for b >= 0
 *   (-1 / a) = -1 when a = 3 mod 4, for a > 0 */
#include "modinv/jacobi.h"

#include "modinv/gcd.h"

namespace koblitz {
namespace {

/* Halvings a batch. The 64 lowest bits are exact, and each halving uses up one of them. A halving looks at
 * three bits of a, an exchange at two bits of a and b; they must be left. */
constexpr int batch = 60;

/* The sign of the symbol is bit 1 of a word. */
struct symbol {
    u64 sign;

    /* (b / 2^n / a) = (b / a) (2 / a)^n */
    void halved(u64 a, int n) { sign ^= static_cast<u64>(2 * n) & (a ^ a >> 1); }
    void exchanged(u64 a, u64 b, u64 where) { sign ^= a & b & where; }
    void applied(const modinv::matrix&, bool, bool b_negative, u64 a) {
        if (b_negative) [[unlikely]]
            sign ^= a;
    }
};

} // namespace

int jacobi_var(const u64 value[4], const u64 m[4]) {
    u64 a[4] = {m[0], m[1], m[2], m[3]}, b[4] = {value[0], value[1], value[2], value[3]};
    symbol s = {0};
    if (!modinv::shorten_var<batch, 4>(a, b, s) || !modinv::shorten_var<batch, 3>(a, b, s) ||
        !modinv::shorten_var<batch, 2>(a, b, s))
        return 0;
    /* One word each: the steps are exact and need no matrix. At b = 0, a is the common divisor. */
    u64 x = a[0], difference = b[0];
    for (u64 y = difference; difference != 0;) {
        const int zeros = __builtin_ctzll(difference);
        y >>= zeros;
        s.halved(x, zeros);
        difference = y - x;
        const u64 below = 0 - static_cast<u64>(y < x);
        s.exchanged(x, y, below);
        x += difference & below;
        y = (difference ^ below) - below;
    }
    return x != 1 ? 0 : (s.sign & 2) != 0 ? -1 : 1;
}

} // namespace koblitz
