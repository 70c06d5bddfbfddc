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

bool read_coordinate(u64 x[4], const u8 in[32]) {
    load_be256(x, in);
    return prime::is_canonical_var(x);
}

bool in_range(const u8 x[32], const u8 s[32]) {
    u64 coordinate[4];
    bool overflow = false;
    (void)scalar::parse(s, &overflow);
    return read_coordinate(coordinate, x) && !overflow;
}

sec1 read_sec1(point& p, const u8* in, size_t len) {
    if (len == 33 && (in[0] == 2 || in[0] == 3) && read_coordinate(p.x, in + 1))
        return sec1::compressed;
    if (len == 65 && (in[0] == 4 || in[0] == 6 || in[0] == 7) && read_coordinate(p.x, in + 1) &&
        read_coordinate(p.y, in + 33) && (in[0] == 4 || (in[64] & 1) == (in[0] & 1)))
        return sec1::whole;
    return sec1::neither;
}

int pubkey_parse(u8 out[64], const u8* in, size_t len) {
    point p = {};
    const sec1 read = read_sec1(p, in, len);
    const bool ok = read == sec1::compressed ? curve().lift_x(p, p.x, in[0] == 3)
                                             : read == sec1::whole && curve().on_curve(p);
    return store_or_zero(out, ok, p);
}

int xonly_parse(u8 out[64], const u8 in[32]) {
    point p = {};
    return store_or_zero(out, read_coordinate(p.x, in) && curve().lift_x(p, p.x, false), p);
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
    u8 sum[64];
    if (pubkey_tweak_add(sum, internal, tweak) == 0)
        return false;
    *parity = pubkey_y_is_odd(sum) ? 1 : 0;
    return has_x(load_point(sum), tweaked);
}

int xonly_tweak_add_check(const u8 tweaked[32], int parity, const u8 internal[64], const u8 tweak[32]) {
    int found;
    return xonly_tweak_add_is(tweaked, &found, internal, tweak) && found == parity ? 1 : 0;
}

} // namespace koblitz
