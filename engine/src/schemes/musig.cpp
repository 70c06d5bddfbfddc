#include "schemes/musig.h"

#include "backends/list.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "schemes/schnorrsig.h"

namespace koblitz {

namespace {

scalar coefficient(sha256_compress_fn compress, const musig_keyagg& cache, const u8 pubkey[64]) {
    if (pubkey_is_set(cache.second) && __builtin_memcmp(cache.second, pubkey, 64) == 0)
        return scalar::one();
    u8 hash[32];
    musig_coefficient_hash(compress, hash, cache.list_hash, pubkey);
    return scalar::parse(hash, nullptr);
}

/* Whether g gacc of BIP-327 is -1. */
bool key_is_negated(const musig_keyagg& cache) {
    return pubkey_y_is_odd(cache.pubkey) != ((cache.negated & 1) != 0);
}

void next_of_array(const void* data, size_t i, multi_term& term) {
    term = static_cast<const multi_term*>(data)[i];
}

struct key_list {
    sha256_compress_fn compress;
    const musig_keyagg& cache;
    const secp256k1_pubkey* const* keys;

    static void next(const void* data, size_t i, multi_term& term) {
        const key_list& list = *static_cast<const key_list*>(data);
        const u8* key = list.keys[i]->data;
        term = {load_point(key), coefficient(list.compress, list.cache, key)};
    }
};

} // namespace

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
    const key_list list = {compress, cache, pubkeys};
    point sum = {};
    if (!curve().ecmult_multi(sum, nullptr, key_list::next, &list, n))
        return 0;
    store_point(cache.pubkey, sum);
    out = cache;
    return 1;
}

int musig_tweak_add(musig_keyagg& cache, const u8 tweak[32], bool xonly) {
    bool overflow = false;
    const scalar t = scalar::parse(tweak, &overflow);
    if (overflow)
        return 0;
    musig_keyagg next = cache;
    scalar sum = scalar::parse(cache.tweak, nullptr);
    if (xonly && pubkey_y_is_odd(next.pubkey)) {
        pubkey_negate(next.pubkey);
        next.negated ^= 1;
        sum = sum.negate();
    }
    if (pubkey_tweak_add(next.pubkey, next.pubkey, tweak) == 0)
        return 0;
    (sum + t).serialize(next.tweak);
    cache = next;
    return 1;
}

int musig_nonce_gen(const gen_context& gen, sha256_compress_fn compress, musig_secnonce& secnonce,
                    musig_pubnonce& pubnonce, const musig_nonce_inputs& in) {
    choice ok = choice::yes();
    if (in.seckey != nullptr)
        secret_scalar::parse_seckey(in.seckey, &ok);
    u8 k32[2][32];
    musig_nonces(compress, k32, in);
    secret_scalar k[2];
    for (int i = 0; i < 2; i++) {
        k[i] = secret_scalar::parse(k32[i], nullptr);
        const choice usable = !k[i].is_zero();
        ok = ok & usable;
        k[i] = secret_scalar::select(usable, k[i], secret_scalar(scalar::one()));
        k[i].export_be(secnonce.k[i]);
    }
    secnonce.magic = musig_secnonce::expected;
    __builtin_memcpy(secnonce.pubkey, in.pubkey, 64);
    zero_unless(ok, reinterpret_cast<u8*>(&secnonce), sizeof secnonce);
    declassify_bytes(&secnonce.magic, sizeof secnonce.magic);
    declassify_bytes(secnonce.pubkey, sizeof secnonce.pubkey);

    secret_point points[2];
    curve().ecmult_gen_each(points, gen, k, 2);
    pubnonce.magic = musig_pubnonce::expected;
    for (int i = 0; i < 2; i++)
        store_point(pubnonce.points[i], declassify_point(points[i]));
    return export_result(ok);
}

void musig_nonce_agg(musig_aggnonce& out, const secp256k1_musig_pubnonce* const* pubnonces, size_t n) {
    out.magic = musig_aggnonce::expected;
    if (n == 1) {
        __builtin_memcpy(out.points, as<const musig_pubnonce>(pubnonces[0]).points, sizeof out.points);
        return;
    }
    point sums[2];
    const unsigned finite = curve().sum(
        sums, 2,
        [](const void* data, size_t i, point* p) {
            const auto* nonce = static_cast<const secp256k1_musig_pubnonce* const*>(data)[i];
            for (int j = 0; j < 2; j++)
                p[j] = load_point(as<const musig_pubnonce>(nonce).points[j]);
        },
        pubnonces, n);
    for (int j = 0; j < 2; j++)
        store_or_zero(out.points[j], (finite >> j & 1) != 0, sums[j]);
}

void musig_nonce_process(sha256_compress_fn compress, musig_session& session, const musig_aggnonce& aggnonce,
                         const u8 msg[32], const musig_keyagg& cache) {
    u8 x32[32], hash[32], r_bytes[64];
    reverse32(x32, cache.pubkey);
    musig_nonce_coefficient_hash(compress, hash, aggnonce.points, x32, msg);
    const scalar b = scalar::parse(hash, nullptr);

    multi_term terms[2];
    size_t n = 0;
    for (int j = 0; j < 2; j++) {
        if (pubkey_is_set(aggnonce.points[j]))
            terms[n++] = {load_point(aggnonce.points[j]), j == 0 ? scalar::one() : b};
    }
    point r = {};
    if (n == 0 || !curve().ecmult_multi(r, nullptr, next_of_array, terms, n))
        __builtin_memcpy(&r, curve().generator, sizeof r);
    store_point(r_bytes, r);

    session.magic = musig_session::expected;
    session.nonce_odd = pubkey_y_is_odd(r_bytes) ? 1 : 0;
    reverse32(session.nonce_x, r_bytes);
    b.serialize(session.nonce_coefficient);
    schnorrsig_challenge(compress, hash, session.nonce_x, x32, msg, 32);
    const scalar e = scalar::parse(hash, nullptr);
    e.serialize(session.challenge);
    scalar part = e * scalar::parse(cache.tweak, nullptr);
    if (pubkey_y_is_odd(cache.pubkey))
        part = part.negate();
    part.serialize(session.tweak_part);
}

void musig_partial_sign(sha256_compress_fn compress, musig_partial& out, const musig_secnonce& secnonce,
                        const u8 keypair[96], const musig_keyagg& cache, const musig_session& session) {
    scalar factor = coefficient(compress, cache, keypair + 32) * scalar::parse(session.challenge, nullptr);
    scalar b = scalar::parse(session.nonce_coefficient, nullptr);
    if (key_is_negated(cache))
        factor = factor.negate();
    const secret_scalar key = secret_scalar::parse(keypair, nullptr),
                        k2 = secret_scalar::parse(secnonce.k[1], nullptr);
    secret_scalar k1 = secret_scalar::parse(secnonce.k[0], nullptr);
    if (session.nonce_odd != 0) {
        k1 = k1.negate();
        b = b.negate();
    }
    out.magic = musig_partial::expected;
    (k1 + secret_scalar::dot(k2, b, key, factor)).export_be(out.s);
}

int musig_partial_sig_verify(sha256_compress_fn compress, const musig_partial& sig,
                             const musig_pubnonce& pubnonce, const u8 pubkey[64], const musig_keyagg& cache,
                             const musig_session& session) {
    const scalar u = scalar::parse(sig.s, nullptr).negate();
    scalar factor = coefficient(compress, cache, pubkey) * scalar::parse(session.challenge, nullptr);
    scalar b = scalar::parse(session.nonce_coefficient, nullptr);
    u8 r1[64];
    copy64(r1, pubnonce.points[0]);
    if (key_is_negated(cache))
        factor = factor.negate();
    if (session.nonce_odd != 0) {
        b = b.negate();
        pubkey_negate(r1);
    }
    const multi_term terms[3] = {
        {load_point(pubkey), factor}, {load_point(pubnonce.points[1]), b}, {load_point(r1), scalar::one()}};
    point sum = {};
    return curve().ecmult_multi(sum, &u, next_of_array, terms, 3) ? 0 : 1;
}

void musig_partial_sig_agg(u8 s32[32], const musig_session& session,
                           const secp256k1_musig_partial_sig* const* sigs, size_t n) {
    scalar s = scalar::parse(session.tweak_part, nullptr);
    for (size_t i = 0; i < n; i++)
        s = s + scalar::parse(as<const musig_partial>(sigs[i]).s, nullptr);
    s.serialize(s32);
}

} // namespace koblitz
