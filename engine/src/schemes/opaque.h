/* The opaque objects of the C interface as bytes.
 *
 * pubkey, x-only pubkey: x then y, 32 bytes little-endian each; x = 0 marks an invalid key.
 * ecdsa signature: r then s, 32 bytes little-endian each. keypair: the secret key big-endian, then the
 * pubkey. */
#pragma once

#include "backends/arithmetic.h"
#include "base/ct.h"
#include "base/types.h"

namespace koblitz {

/* The layout T of an opaque object. */
template <class T, class Opaque>
inline T& as(Opaque* object) {
    return *reinterpret_cast<T*>(object->data);
}
/* Objects of several types begin with the magic of theirs, by which an unset or foreign one is told. */
struct object_magic {
    u8 bytes[4];

    bool operator==(const object_magic&) const = default;
};

/* Reverses the byte order of 32 bytes; out may be in. Constant time. */
inline void reverse32(u8 out[32], const u8 in[32]) {
    u64 limbs[4];
    load_le256(limbs, in);
    store_be256(out, limbs);
}

/* r || s, 32 bytes big-endian each, of an opaque signature, and back; out may overlap in. */
inline void signature_reverse(u8 out[64], const u8 in[64]) {
    u64 r[4], s[4];
    load_le256(r, in);
    load_le256(s, in + 32);
    store_be256(out, r);
    store_be256(out + 32, s);
}
/* Copies an opaque object of 64 bytes; out may overlap in. */
inline void copy64(u8 out[64], const u8 in[64]) {
    u64 low[4], high[4];
    load_le256(low, in);
    load_le256(high, in + 32);
    store_le256(out, low);
    store_le256(out + 32, high);
}

inline bool pubkey_is_set(const u8 pubkey[64]) {
    u64 x[4];
    load_le256(x, pubkey);
    return (x[0] | x[1] | x[2] | x[3]) != 0;
}

inline bool pubkey_y_is_odd(const u8 pubkey[64]) {
    return (pubkey[32] & 1) != 0;
}

/* SEC 1, 2.3.3, compressed. */
inline void pubkey_compress(u8 out[33], const u8 pubkey[64]) {
    out[0] = pubkey_y_is_odd(pubkey) ? 3 : 2;
    reverse32(out + 1, pubkey);
}

/* A public key's point, and back. */
inline point load_point(const u8 in[64]) {
    point p;
    load_le256(p.x, in);
    load_le256(p.y, in + 32);
    return p;
}
inline void store_point(u8 out[64], const point& p) {
    store_le256(out, p.x);
    store_le256(out + 32, p.y);
}
/* Whether its x is these 32 bytes, big-endian. */
inline bool has_x(const point& p, const u8 x32[32]) {
    u64 x[4];
    load_be256(x, x32);
    return __builtin_memcmp(p.x, x, sizeof x) == 0;
}
/* The caller asserts that the point may be known. */
inline point declassify_point(const secret_point& p) {
    point r;
    p.x.declassify(r.x);
    p.y.declassify(r.y);
    return r;
}
inline void export_point(u8 out[64], const secret_point& p) {
    p.x.export_le(out);
    p.y.export_le(out + 32);
}

/* Reduced mod n; *overflow: whether it was n or more, which only an object written by hand is. */
inline scalar load_scalar(const u8 in[32], bool* overflow = nullptr) {
    u8 be[32];
    reverse32(be, in);
    return scalar::parse(be, overflow);
}
inline void store_scalar(u8 out[32], const scalar& a) {
    u8 be[32];
    a.serialize(be);
    reverse32(out, be);
}
inline void export_scalar(u8 out[32], const secret_scalar& a) {
    u8 be[32];
    a.export_be(be);
    reverse32(out, be);
}

} // namespace koblitz
