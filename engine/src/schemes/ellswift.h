/* ElligatorSwift (Chavez-Saab, Rodriguez-Henriquez and Tibouchi, ePrint 2022/759), as BIP-324 has it: field
 * elements u and t encode the x coordinate of a point, the parity of t that of its y.
 *
 * c = sqrt(-3) with (c - 1) / 2 = beta^2 and (-c - 1) / 2 = beta. Instead of inversions and roots there is
 * one power: for a square w != 0 and a = w^((p-3)/4), sqrt(w) = w a and 1/w = a^2. */
#ifndef KOBLITZ_SCHEMES_ELLSWIFT_H
#define KOBLITZ_SCHEMES_ELLSWIFT_H

#include "group/affine.h"
#include "hash/sha256.h"
#include "hash/tagged.h"
#include "modinv/jacobi.h"
#include "mul/variable_base.h"
#include "schemes/opaque.h"
#include "schemes/seckey.h"

namespace koblitz {

/* An x coordinate n / d with rhs = n^3 + b d^3 and square = rhs d, nonzero: as x^3 + b = square / d^4, the
 * point is on the curve when that is a square. */
template <class F>
struct ellswift_x {
    typename F::fe n, d, rhs, square;
};

/* (a / p) */
template <class F, class E>
int fe_jacobi_var(const E& a) {
    static_assert(!F::secret);
    u64 t[4];
    F::to_limbs(t, a);
    return jacobi_var(t, prime::limbs);
}

/* Fills in rhs and square. */
template <class B>
void ellswift_square(ellswift_x<typename B::field>& x) {
    using F = typename B::field;
    typename F::fe t, s;
    typename F::template elem<2> sum;
    F::sqr(t, x.d);
    F::mul(t, t, x.d);
    F::mul_small(s, t, B::curve_b);
    F::sqr(t, x.n);
    F::mul(t, t, x.n);
    F::add(sum, t, s);
    F::normalize_weak(x.rhs, sum);
    F::mul(x.square, x.rhs, x.d);
}

/* XSwiftEC: the x coordinate that u and t encode, the first of three candidates that is one; the last is when
 * the others are not. With g = u^3 + b and s = t^2 they are
 *   u - (g + s)^2 / (3 s u^2),  u (beta g + beta^2 s) / (g + s),  u (beta^2 g + beta s) / (g + s),
 * where u = 0 and t = 0 stand for 1, and t for 2t when g + s = 0. */
template <class B>
void ellswift_decode_x_var(ellswift_x<typename B::field>& x, typename B::fe u, typename B::fe t) {
    using F = typename B::field;
    using fe = typename B::fe;
    fe s, p, uu, v, beta;
    typename F::template elem<2> g, bs;
    typename F::template elem<3> sum;
    if (F::is_zero(u))
        F::set_u32(u, 1);
    if (F::is_zero(t))
        F::set_u32(t, 1);
    curve_rhs<B>(g, u);
    F::sqr(s, t);
    F::add(sum, g, s);
    if (F::is_zero(sum)) {
        fe four_s;
        F::mul_small(four_s, s, 4);
        F::copy(s, four_s);
        F::add(sum, g, s);
    }
    F::normalize_weak(p, sum);

    F::sqr(uu, u);
    F::mul(v, s, uu);
    F::mul_small(x.d, v, 3);
    typename F::template elem<3> n;
    F::mul(uu, u, x.d);
    F::sqr(v, p);
    F::sub(n, uu, v);
    F::normalize_weak(x.n, n);
    ellswift_square<B>(x);
    if (fe_jacobi_var<F>(x.square) >= 0)
        return;

    /* beta g + beta^2 s = beta (g - s) - s */
    typename F::template elem<4> difference;
    F::from_limbs(beta, tables::beta);
    F::copy(x.d, p);
    F::sub(difference, g, s);
    F::mul(v, difference, beta);
    F::sub(n, v, s);
    F::mul(x.n, n, u);
    ellswift_square<B>(x);
    if (fe_jacobi_var<F>(x.square) >= 0)
        return;

    /* The two numerators add up to -u (g + s). */
    F::mul(v, u, p);
    F::add(bs, v, x.n);
    F::neg(n, bs);
    F::normalize_weak(x.n, n);
    ellswift_square<B>(x);
}

template <class B>
void ellswift_parse(typename B::fe& u, typename B::fe& t, const u8 ell[64]) {
    B::field::parse_reduce(u, ell);
    B::field::parse_reduce(t, ell + 32);
}

/* Variable time. */
template <class B>
void ellswift_decode(u8 pubkey[64], const u8 ell[64]) {
    using F = typename B::field;
    typename B::fe u, t, a, root;
    typename B::ge p;
    ellswift_x<F> x;
    ellswift_parse<B>(u, t, ell);
    ellswift_decode_x_var<B>(x, u, t);
    /* 1/d = rhs a^2, y = sqrt(square) / d^2 */
    fe_inverse_sqrt_var<F>(a, x.square);
    F::mul(root, x.square, a);
    F::sqr(a, a);
    F::mul(a, a, x.rhs);
    F::mul(p.x, x.n, a);
    F::sqr(a, a);
    F::mul(p.y, root, a);
    if (F::is_odd(p.y) != F::is_odd(t))
        negate(p);
    store(pubkey, p);
}

/* The inverse of the above: false, or a t with which u encodes x, up to its sign. Cases 0 to 3 are BIP-324's,
 * whose cases 4 to 7 have the same t negated. u is not 0, x is the coordinate of a point.
 * With w = sqrt(s): cases 0, 2: t = w (v - beta^2 u); 1, 3: t = w (v - beta u); where
 *   0, 1: v = x, s = -(u^3 + b) / (u^2 + u x + x^2), unless -u - x is the coordinate of a point
 *   2, 3: s = x - u, v = (r / s - u) / 2, r = sqrt(-s (4 (u^3 + b) + 3 s u^2)), in case 3 r != 0. */
template <class B>
[[nodiscard]] bool ellswift_inverse_var(typename B::fe& t, const typename B::fe& x, const typename B::fe& u,
                                        unsigned which) {
    using F = typename B::field;
    using fe = typename B::fe;
    fe uu, w, v, a, e, beta;
    typename F::template elem<2> g, sum, rhs;
    typename F::template elem<3> d, m;
    curve_rhs<B>(g, u);
    if ((which & 2) == 0) {
        F::add(sum, u, x);
        F::neg(m, sum);
        curve_rhs<B>(rhs, m);
        if (fe_jacobi_var<F>(rhs) >= 0)
            return false;
        /* d = (u + x)^2 - u x; it is 0 only where -u - x would have been a coordinate. */
        F::sqr(e, sum);
        F::mul(v, u, x);
        F::sub(d, e, v);
        F::neg(m, g);
        F::mul(e, m, d);
        if (fe_jacobi_var<F>(e) != 1)
            return false;
        fe_inverse_sqrt_var<F>(a, e);
        F::mul(w, m, a);
        F::copy(v, x);
    } else {
        fe s, root;
        F::sub(d, x, u);
        F::normalize_weak(s, d);
        if (fe_jacobi_var<F>(s) != 1)
            return false;
        /* r^2 = s h, h = -(4 (u^3 + b) + 3 s u^2) */
        F::sqr(uu, u);
        F::mul(e, s, uu);
        F::mul_small(v, e, 3);
        typename F::fe g4;
        typename F::template elem<3> h;
        F::mul_small(g4, g, 4);
        F::add(sum, g4, v);
        F::neg(h, sum);
        const int square = fe_jacobi_var<F>(h);
        if (square < 0 || (square == 0 && (which & 1) != 0))
            return false;
        F::mul(e, s, h);
        if (!fe_sqrt_var<F>(root, e))
            return false;
        fe_inverse_sqrt_var<F>(a, s);
        F::mul(w, s, a);
        F::sqr(a, a);
        F::mul(e, root, a);
        typename F::template elem<3> twice;
        F::sub(twice, e, u);
        typename F::template elem<2> half;
        F::half(half, twice);
        F::normalize_weak(v, half);
    }
    F::from_limbs(beta, tables::beta);
    F::mul(e, beta, u);
    if ((which & 1) == 0) {
        F::add(sum, e, u);
        F::add(m, sum, v);
    } else {
        F::sub(m, v, e);
    }
    F::mul(t, w, m);
    return true;
}

/* The hash of a seed followed by a count of four bytes, least significant first: 0, 1, ... The hash is
 * public, the seed need not be. */
class ellswift_stream {
public:
    explicit ellswift_stream(const sha256& seed) : seed_(seed), count_(0) {}

    void next(u8 out[32]) {
        u8 bytes[4];
        for (int i = 0; i < 4; i++)
            bytes[i] = static_cast<u8>(count_ >> 8 * i);
        count_++;
        sha256 h(seed_);
        h.write(bytes, 4);
        h.finalize(out);
        declassify_bytes(out, 32);
    }

private:
    const sha256& seed_;
    u32 count_;
};

/* ElligatorSwift of a public point: u and cases of the inverse are drawn until one has a t, four times on
 * average; 64 cases come from one output of the stream, from its last four bits down. */
template <class B>
void ellswift_encode_point_var(u8 ell[64], const typename B::ge& p, ellswift_stream stream) {
    using F = typename B::field;
    typename B::fe u, t;
    u8 cases[32];
    for (unsigned left = 0;; left--) {
        if (left == 0) {
            stream.next(cases);
            left = 64;
        }
        stream.next(ell);
        F::parse_reduce(u, ell);
        if (ellswift_inverse_var<B>(t, p.x, u, cases[(left - 1) / 2] >> 4 * ((left - 1) % 2)))
            break;
    }
    if (F::is_odd(t) != F::is_odd(p.y)) {
        typename F::template elem<2> minus;
        F::neg(minus, t);
        F::normalize(t, minus);
    }
    F::serialize(ell, u);
    F::serialize(ell + 32, t);
}

inline constexpr sha256_midstate ellswift_encode_midstate = tag_midstate("secp256k1_ellswift_encode");
inline constexpr sha256_midstate ellswift_create_midstate = tag_midstate("secp256k1_ellswift_create");

/* The seed is the compressed key, padded to 64 bytes, and rnd. Variable time. */
template <class B>
void ellswift_encode(sha256_compress_fn compress, u8 ell[64], const u8 pubkey[64], const u8 rnd[32]) {
    u8 padded[64] = {};
    typename B::ge p;
    load(p, pubkey);
    pubkey_compress(padded, pubkey);
    sha256 seed(compress, ellswift_encode_midstate);
    seed.write(padded, 64);
    seed.write(rnd, 32);
    ellswift_encode_point_var<B>(ell, p, ellswift_stream(seed));
}

/* The seed is the secret key, 32 zeros, and aux unless that is null. Its hashes are what the encoding is made
 * of; they, and the public key, are treated as public. Zeros, and 0, when seckey is invalid. */
template <class B>
int ellswift_create(const gen_context& gen, sha256_compress_fn compress, u8 ell[64], const u8 seckey[32],
                    const u8* aux) {
    static constexpr u8 zeros[32] = {};
    choice valid = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    typename B::secret_ge secret_p;
    typename B::ge p;
    multiply_generator<B>(secret_p, gen, k);
    declassify(p, secret_p);
    k.wipe();
    wipe(secret_p);
    sha256 seed(compress, ellswift_create_midstate);
    seed.write(seckey, 32);
    seed.write(zeros, 32);
    if (aux != nullptr)
        seed.write(aux, 32);
    ellswift_encode_point_var<B>(ell, p, ellswift_stream(seed));
    zero_unless(valid, ell, 64);
    return export_result(valid);
}

/* x of seckey times the decoded point; of the point itself when seckey is invalid (then 0). The point's y is
 * not computed: (n rhs, rhs^2) is on y^2 = x^3 + b square^3, whose points are those of the curve with x
 * multiplied by square. Constant time in seckey. */
template <class B>
int ellswift_shared_x(u8 x32[32], const u8 theirs[64], const u8 seckey[32]) {
    using F = typename B::field;
    using X = typename B::secret_field;
    typename B::fe u, t, b3;
    typename B::ge p;
    ellswift_x<F> x;
    ellswift_parse<B>(u, t, theirs);
    ellswift_decode_x_var<B>(x, u, t);
    F::mul(p.x, x.n, x.rhs);
    F::sqr(p.y, x.rhs);
    choice valid = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    typename B::secret_gej shared;
    F::sqr(b3, x.square);
    F::mul(b3, b3, x.square);
    F::mul_small(b3, b3, 3 * B::curve_b);
    ecmult_const<B>(shared, p, b3, k);
    u64 limbs[4];
    typename X::fe z, square;
    F::to_limbs(limbs, x.square);
    X::from_limbs(square, limbs);
    X::sqr(z, shared.z);
    X::mul(z, z, square);
    fe_inverse<X>(z, z);
    X::mul(z, z, shared.x);
    X::export_be(x32, z);
    k.wipe();
    wipe(shared);
    wipe(z);
    return export_result(valid);
}

} // namespace koblitz

#endif
