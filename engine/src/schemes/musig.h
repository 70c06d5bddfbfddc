/* MuSig2 (BIP-327). Variable time but for musig_nonce_gen and musig_partial_sign. The magic of every input
 * was checked by the caller; outputs may not overlap inputs. */
#ifndef KOBLITZ_SCHEMES_MUSIG_H
#define KOBLITZ_SCHEMES_MUSIG_H

#include "mul/fixed_base.h"
#include "mul/multi.h"
#include "schemes/musig_hash.h"
#include "schemes/opaque.h"
#include "schemes/schnorrsig.h"

namespace koblitz {

/* Keys that one multiplication takes in musig_pubkey_agg; 5 KB of stack. */
template <class B>
inline constexpr int musig_chunk = sizeof(typename B::fe) == 32 ? 4 : 3;

template <class B>
typename B::scalar musig_coefficient(sha256_compress_fn compress, const u8 list_hash[32], const u8 second[64],
                                     const u8 pubkey[64]) {
    if (pubkey_is_set(second) && __builtin_memcmp(second, pubkey, 64) == 0)
        return B::scalar::one();
    u8 hash[32];
    musig_coefficient_hash(compress, hash, list_hash, pubkey);
    return B::scalar::parse(hash, nullptr);
}

/* KeyAgg. 0, and out untouched, when the sum is infinity. n >= 1. */
template <class B>
int musig_pubkey_agg(sha256_compress_fn compress, musig_keyagg& out, const secp256k1_pubkey* const* pubkeys,
                     size_t n) {
    musig_keyagg cache = {};
    cache.magic = musig_keyagg::expected;
    for (size_t i = 1; i < n; i++) {
        if (__builtin_memcmp(pubkeys[i]->data, pubkeys[0]->data, 64) != 0) {
            __builtin_memcpy(cache.second, pubkeys[i]->data, 64);
            break;
        }
    }
    musig_list_hash(compress, cache.list_hash, pubkeys, n);
    typename B::gej sum;
    set_infinity(sum);
    constexpr int chunk = musig_chunk<B>;
    for (size_t begin = 0; begin < n; begin += chunk) {
        multi_term<B> terms[chunk];
        int taken = 0;
        for (; taken < chunk && begin + static_cast<size_t>(taken) < n; taken++) {
            const u8* key = pubkeys[begin + static_cast<size_t>(taken)]->data;
            load(terms[taken].point, key);
            terms[taken].scalar = musig_coefficient<B>(compress, cache.list_hash, cache.second, key);
        }
        typename B::gej part;
        multi_var<B, chunk>(part, nullptr, terms, taken);
        add_var(sum, sum, part);
    }
    if (pubkey_store_or_zero<B>(cache.pubkey, sum) == 0)
        return 0;
    out = cache;
    return 1;
}

/* ApplyTweak. 0, and the cache untouched, when tweak >= n or the sum is infinity. */
template <class B>
int musig_tweak_add(musig_keyagg& cache, const u8 tweak[32], bool xonly) {
    using S = typename B::scalar;
    bool overflow = false;
    const S t = S::parse(tweak, &overflow);
    if (overflow)
        return 0;
    musig_keyagg next = cache;
    S sum = S::parse(cache.tweak, nullptr);
    if (xonly && pubkey_y_is_odd(next.pubkey)) {
        pubkey_negate<B>(next.pubkey);
        next.negated ^= 1;
        sum = sum.negate();
    }
    if (pubkey_tweak_add<B>(next.pubkey, next.pubkey, tweak) == 0)
        return 0;
    (sum + t).serialize(next.tweak);
    cache = next;
    return 1;
}

/* NonceGen. Zeroes the secret nonce, and returns 0, when in.seckey is invalid or a nonce is 0; the public one
 * is written all the same. Constant time in in.random and in.seckey. */
template <class B>
int musig_nonce_gen(const gen_context& gen, sha256_compress_fn compress, musig_secnonce& secnonce,
                    musig_pubnonce& pubnonce, const musig_nonce_inputs& in) {
    using F = typename B::secret_field;
    using X = typename B::secret_scalar;
    choice ok = choice::yes();
    if (in.seckey != nullptr) {
        X key = X::parse_seckey(in.seckey, &ok);
        key.wipe();
    }
    u8 k32[2][32];
    musig_nonces(compress, k32, in);
    X k[2];
    typename B::secret_gej points[2];
    for (int i = 0; i < 2; i++) {
        k[i] = X::parse(k32[i], nullptr);
        const choice usable = !k[i].is_zero();
        ok = ok & usable;
        k[i] = X::select(usable, k[i], X(B::scalar::one()));
        k[i].export_be(secnonce.k[i]);
        ecmult_gen<B>(points[i], gen, k[i]);
        k[i].wipe();
    }
    wipe(k32);
    secnonce.magic = musig_secnonce::expected;
    __builtin_memcpy(secnonce.pubkey, in.pubkey, 64);
    zero_unless(ok, reinterpret_cast<u8*>(&secnonce), sizeof secnonce);
    declassify_bytes(&secnonce.magic, sizeof secnonce.magic);
    declassify_bytes(secnonce.pubkey, sizeof secnonce.pubkey);

    /* Neither is infinity. */
    typename F::fe scratch[2];
    typename B::secret_ge affine[2];
    batch_to_affine(affine, points, 2, scratch);
    pubnonce.magic = musig_pubnonce::expected;
    for (int i = 0; i < 2; i++) {
        typename B::ge known;
        declassify(known, affine[i]);
        store(pubnonce.points[i], known);
    }
    wipe(points);
    wipe(scratch);
    return export_result(ok);
}

/* NonceAgg. */
template <class B>
void musig_nonce_agg(musig_aggnonce& out, const secp256k1_musig_pubnonce* const* pubnonces, size_t n) {
    if (n == 1) {
        const musig_pubnonce& nonce = *reinterpret_cast<const musig_pubnonce*>(pubnonces[0]->data);
        out.magic = musig_aggnonce::expected;
        __builtin_memcpy(out.points, nonce.points, sizeof out.points);
        return;
    }
    typename B::gej sums[2];
    for (typename B::gej& sum : sums)
        set_infinity(sum);
    for (size_t i = 0; i < n; i++) {
        const musig_pubnonce& nonce = *reinterpret_cast<const musig_pubnonce*>(pubnonces[i]->data);
        for (int j = 0; j < 2; j++) {
            typename B::ge p;
            load(p, nonce.points[j]);
            add_var(sums[j], sums[j], p);
        }
    }
    out.magic = musig_aggnonce::expected;
    if (sums[0].infinity || sums[1].infinity) {
        for (int j = 0; j < 2; j++)
            pubkey_store_or_zero<B>(out.points[j], sums[j]);
        return;
    }
    typename B::fe scratch[2];
    typename B::ge affine[2];
    batch_to_affine(affine, sums, 2, scratch);
    for (int j = 0; j < 2; j++)
        store(out.points[j], affine[j]);
}

/* GetSessionValues: R = R1 + b R2, or G when that is infinity, and what its challenge makes of the tweaks. */
template <class B>
void musig_nonce_process(sha256_compress_fn compress, musig_session& session, const musig_aggnonce& aggnonce,
                         const u8 msg[32], const musig_keyagg& cache) {
    using S = typename B::scalar;
    u8 x32[32], hash[32], r_bytes[64];
    reverse32(x32, cache.pubkey);
    musig_nonce_coefficient_hash(compress, hash, aggnonce.points, x32, msg);
    const S b = S::parse(hash, nullptr);

    typename B::ge p, r;
    typename B::gej sum;
    set_infinity(sum);
    if (pubkey_is_set(aggnonce.points[1])) {
        load(p, aggnonce.points[1]);
        double_base_var<B>(sum, S::zero(), p, b);
    }
    if (pubkey_is_set(aggnonce.points[0])) {
        load(p, aggnonce.points[0]);
        add_var(sum, sum, p);
    }
    if (!to_affine_var(r, sum)) {
        B::field::from_limbs(r.x, B::generator().x);
        B::field::from_limbs(r.y, B::generator().y);
    }
    store(r_bytes, r);

    session.magic = musig_session::expected;
    session.nonce_odd = pubkey_y_is_odd(r_bytes) ? 1 : 0;
    reverse32(session.nonce_x, r_bytes);
    b.serialize(session.nonce_coefficient);
    schnorrsig_challenge(compress, hash, session.nonce_x, x32, msg, 32);
    const S e = S::parse(hash, nullptr);
    e.serialize(session.challenge);
    S part = e * S::parse(cache.tweak, nullptr);
    if (pubkey_y_is_odd(cache.pubkey))
        part = part.negate();
    part.serialize(session.tweak_part);
}

/* Whether g gacc of BIP-327 is -1. */
inline bool musig_key_is_negated(const musig_keyagg& cache) {
    return pubkey_y_is_odd(cache.pubkey) != ((cache.negated & 1) != 0);
}

/* Sign, but for the checks of its inputs: s = k1 + b k2 + e a g gacc d. Constant time in the nonces and the
 * secret key. */
template <class B>
void musig_partial_sign(sha256_compress_fn compress, musig_partial& out, const musig_secnonce& secnonce,
                        const u8 keypair[96], const musig_keyagg& cache, const musig_session& session) {
    using S = typename B::scalar;
    using X = typename B::secret_scalar;
    const S a = musig_coefficient<B>(compress, cache.list_hash, cache.second, keypair + 32);
    S factor = a * S::parse(session.challenge, nullptr), b = S::parse(session.nonce_coefficient, nullptr);
    if (musig_key_is_negated(cache))
        factor = factor.negate();
    X key = X::parse(keypair, nullptr), k1 = X::parse(secnonce.k[0], nullptr),
      k2 = X::parse(secnonce.k[1], nullptr);
    if (session.nonce_odd != 0) {
        k1 = k1.negate();
        b = b.negate();
    }
    X s = k1 + X::dot(k2, b, key, factor);
    out.magic = musig_partial::expected;
    s.export_be(out.s);
    key.wipe();
    k1.wipe();
    k2.wipe();
}

/* PartialSigVerifyInternal: s G = R1 + b R2 + e a g gacc P, the nonces negated when their sum's y is odd. */
template <class B>
int musig_partial_sig_verify(sha256_compress_fn compress, const musig_partial& sig,
                             const musig_pubnonce& pubnonce, const u8 pubkey[64], const musig_keyagg& cache,
                             const musig_session& session) {
    using S = typename B::scalar;
    const S u = S::parse(sig.s, nullptr).negate();
    const bool negate_nonce = session.nonce_odd != 0;
    multi_term<B> terms[2];
    typename B::ge r1;
    load(terms[0].point, pubkey);
    load(terms[1].point, pubnonce.points[1]);
    load(r1, pubnonce.points[0]);
    terms[0].scalar = musig_coefficient<B>(compress, cache.list_hash, cache.second, pubkey) *
                      S::parse(session.challenge, nullptr);
    if (musig_key_is_negated(cache))
        terms[0].scalar = terms[0].scalar.negate();
    terms[1].scalar = S::parse(session.nonce_coefficient, nullptr);
    if (negate_nonce) {
        terms[1].scalar = terms[1].scalar.negate();
        negate(r1);
    }
    typename B::gej sum;
    multi_var<B, 2>(sum, &u, terms, 2);
    add_var(sum, sum, r1);
    return sum.infinity ? 1 : 0;
}

/* PartialSigAgg: the s of the signature. */
template <class B>
void musig_partial_sig_agg(u8 s32[32], const musig_session& session,
                           const secp256k1_musig_partial_sig* const* sigs, size_t n) {
    using S = typename B::scalar;
    S s = S::parse(session.tweak_part, nullptr);
    for (size_t i = 0; i < n; i++)
        s = s + S::parse(reinterpret_cast<const musig_partial*>(sigs[i]->data)->s, nullptr);
    s.serialize(s32);
}

} // namespace koblitz

#endif
