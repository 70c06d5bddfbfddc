#include "schemes/pubkey.h"

#include "backends/list.h"
#include "field/field.h"
#include "schemes/opaque.h"

namespace koblitz {

int store_or_zero(u8 out[64], bool ok, const point& p) {
    if (ok) {
        store_point(out, p);
    } else {
        __builtin_memset(out, 0, 64);
    }
    return ok ? 1 : 0;
}

int pubkey_parse(u8 out[64], const u8* in, size_t len) {
    point p = {};
    bool ok = false;
    if (len == 33 && (in[0] == 2 || in[0] == 3)) {
        u64 x[4];
        load_be256(x, in + 1);
        ok = prime::is_canonical_var(x) && curve().lift_x(p, x, in[0] == 3);
    } else if (len == 65 && (in[0] == 4 || in[0] == 6 || in[0] == 7)) {
        load_be256(p.x, in + 1);
        load_be256(p.y, in + 33);
        ok = prime::is_canonical_var(p.x) && prime::is_canonical_var(p.y) &&
             (in[0] == 4 || (in[64] & 1) == (in[0] & 1)) && curve().on_curve(p);
    }
    return store_or_zero(out, ok, p);
}

int xonly_parse(u8 out[64], const u8 in[32]) {
    point p = {};
    u64 x[4];
    load_be256(x, in);
    return store_or_zero(out, prime::is_canonical_var(x) && curve().lift_x(p, x, false), p);
}

void pubkey_negate(u8 pubkey[64]) {
    point p = load_point(pubkey);
    /* y is not 0: the group's order is odd. */
    ring::sub4(p.y, prime::limbs, p.y);
    store_point(pubkey, p);
}

int pubkey_tweak_add(u8 out[64], const u8 in[64], const u8 tweak[32]) {
    bool overflow = false;
    const scalar t = scalar::parse(tweak, &overflow);
    point p = load_point(in);
    return store_or_zero(out, !overflow && curve().ecmult_gen_add(&p, &p, &t, 1) != 0, p);
}

int pubkey_tweak_mul(u8 out[64], const u8 in[64], const u8 tweak[32]) {
    bool overflow = false;
    const scalar t = scalar::parse(tweak, &overflow);
    point p = {};
    const bool usable = !overflow && !t.is_zero();
    return store_or_zero(out, usable && curve().ecmult(p, scalar::zero(), load_point(in), t), p);
}

int pubkey_combine(u8 out[64], const secp256k1_pubkey* const* in, size_t n) {
    const auto next = [](const void* keys, size_t i, point* p) {
        *p = load_point(static_cast<const secp256k1_pubkey* const*>(keys)[i]->data);
    };
    point sum = {};
    return store_or_zero(out, curve().sum(&sum, 1, next, in, n) != 0, sum);
}

bool xonly_tweak_add_is(const u8 tweaked[32], int* parity, const u8 internal[64], const u8 tweak[32]) {
    u8 sum[64], x[32];
    if (pubkey_tweak_add(sum, internal, tweak) == 0)
        return false;
    reverse32(x, sum);
    *parity = pubkey_y_is_odd(sum) ? 1 : 0;
    return __builtin_memcmp(x, tweaked, 32) == 0;
}

int xonly_tweak_add_check(const u8 tweaked[32], int parity, const u8 internal[64], const u8 tweak[32]) {
    int found;
    return xonly_tweak_add_is(tweaked, &found, internal, tweak) && found == parity ? 1 : 0;
}

} // namespace koblitz
