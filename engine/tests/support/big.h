/* Slow modular arithmetic on 256 bits, with nothing in common with what it checks: products by doubling and
 * adding, inverses by Fermat. Moduli have their top bit set; values are in [0, m). */
#pragma once

#include "base/types.h"

namespace test {

using namespace koblitz;

struct big {
    u64 d[4] = {0, 0, 0, 0};
    bool operator==(const big& o) const {
        return d[0] == o.d[0] && d[1] == o.d[1] && d[2] == o.d[2] && d[3] == o.d[3];
    }
};

inline big from(const u64 a[4]) {
    return {{a[0], a[1], a[2], a[3]}};
}
inline big small(u64 v) {
    return {{v, 0, 0, 0}};
}

inline bool less(const big& a, const big& b) {
    for (int i = 3; i >= 0; i--)
        if (a.d[i] != b.d[i])
            return a.d[i] < b.d[i];
    return false;
}
inline big minus(const big& a, const big& b) {
    big r;
    u64 borrow = 0;
    for (int i = 0; i < 4; i++) {
        const u64 t = a.d[i] - b.d[i];
        r.d[i] = t - borrow;
        borrow = static_cast<u64>(a.d[i] < b.d[i]) | static_cast<u64>(t < borrow);
    }
    return r;
}

struct ring {
    big m;
    big reduce(const big& a) const { return less(a, m) ? a : minus(a, m); }
    big add(const big& a, const big& b) const {
        /* a >= m - b wraps. */
        const big gap = minus(m, b);
        if (!less(a, gap))
            return minus(a, gap);
        big r;
        u64 carry = 0;
        for (int i = 0; i < 4; i++) {
            const u64 t = a.d[i] + b.d[i];
            r.d[i] = t + carry;
            carry = static_cast<u64>(t < a.d[i]) | static_cast<u64>(r.d[i] < t);
        }
        return r;
    }
    big neg(const big& a) const { return a == big{} ? a : minus(m, a); }
    big sub(const big& a, const big& b) const { return add(a, neg(b)); }
    big mul(const big& a, const big& b) const {
        big r;
        for (int i = 255; i >= 0; i--) {
            r = add(r, r);
            if (b.d[i / 64] >> (i % 64) & 1)
                r = add(r, a);
        }
        return r;
    }
    big pow(const big& a, const big& e) const {
        big r = small(1);
        for (int i = 255; i >= 0; i--) {
            r = mul(r, r);
            if (e.d[i / 64] >> (i % 64) & 1)
                r = mul(r, a);
        }
        return r;
    }
    big inverse(const big& a) const { return pow(a, minus(m, small(2))); }
};

inline const ring mod_p{{{0xFFFFFFFEFFFFFC2F, ~u64{0}, ~u64{0}, ~u64{0}}}};
inline const ring mod_n{{{0xBFD25E8CD0364141, 0xBAAEDCE6AF48A03B, 0xFFFFFFFFFFFFFFFE, ~u64{0}}}};

} // namespace test
