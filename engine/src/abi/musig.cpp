#include "schemes/musig.h"
#include "abi/context.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "secp256k1_musig.h"

using namespace koblitz;

namespace {

/* An object of the type T that a function of this library made; otherwise an illegal argument. */
template <class T, class Opaque>
bool require_object(const secp256k1_context* ctx, const Opaque* object) {
    if (__builtin_expect(as<const T>(object).magic == T::expected, 1))
        return true;
    illegal_argument(ctx, "the object is not set, or of another type");
    return false;
}

/* Two compressed points. In aggregate nonces 33 zero bytes are infinity. */
template <class T, class Opaque>
int parse_nonces(const secp256k1_context* ctx, Opaque* nonce, const unsigned char* in66) {
    static const unsigned char infinity[33] = {};
    KOBLITZ_REQUIRE_SET(nonce, in66);
    T parsed = {T::expected, {}};
    for (int i = 0; i < 2; i++) {
        if (is_same_type<T, musig_aggnonce> && memcmp(in66 + 33 * i, infinity, 33) == 0)
            continue;
        if (pubkey_parse(parsed.points[i], in66 + 33 * i, 33) == 0)
            return 0;
    }
    as<T>(nonce) = parsed;
    return 1;
}

template <class T, class Opaque>
int serialize_nonces(const secp256k1_context* ctx, unsigned char* out66, const Opaque* nonce) {
    KOBLITZ_REQUIRE_SET(out66);
    memset(out66, 0, 66);
    KOBLITZ_REQUIRE_SET(nonce);
    if (!require_object<T>(ctx, nonce))
        return 0;
    const T copy = as<const T>(nonce); /* out66 may overlap it */
    for (int i = 0; i < 2; i++) {
        if (pubkey_is_set(copy.points[i]))
            pubkey_compress(out66 + 33 * i, copy.points[i]);
    }
    return 1;
}

int tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
              secp256k1_musig_keyagg_cache* keyagg_cache, const unsigned char* tweak32, bool xonly) {
    if (output_pubkey != nullptr)
        memset(output_pubkey, 0, sizeof *output_pubkey);
    KOBLITZ_REQUIRE_SET(keyagg_cache, tweak32);
    if (!require_object<musig_keyagg>(ctx, keyagg_cache))
        return 0;
    musig_keyagg cache = as<musig_keyagg>(keyagg_cache);
    if (musig_tweak_add(cache, tweak32, xonly) == 0)
        return 0;
    as<musig_keyagg>(keyagg_cache) = cache;
    if (output_pubkey != nullptr)
        memcpy(output_pubkey->data, cache.pubkey, 64);
    return 1;
}

/* secnonce is zero. pubkey is opaque. */
int nonce_gen(const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce,
              secp256k1_musig_pubnonce* pubnonce, const unsigned char* random, const unsigned char* seckey,
              const unsigned char* pubkey, const unsigned char* msg32,
              const secp256k1_musig_keyagg_cache* keyagg_cache, const unsigned char* extra_input32) {
    KOBLITZ_REQUIRE_SET(pubnonce);
    memset(pubnonce, 0, sizeof *pubnonce);
    KOBLITZ_REQUIRE_SET(pubkey);
    KOBLITZ_REQUIRE(ctx->proper);
    if (keyagg_cache != nullptr && !require_object<musig_keyagg>(ctx, keyagg_cache))
        return 0;
    if (!require_pubkey(ctx, pubkey))
        return 0;
    const musig_nonce_inputs inputs = {random,
                                       pubkey,
                                       seckey,
                                       msg32,
                                       keyagg_cache != nullptr ? as<const musig_keyagg>(keyagg_cache).pubkey
                                                               : nullptr,
                                       extra_input32};
    return musig_nonce_gen(ctx->gen, ctx->compress(), as<musig_secnonce>(secnonce),
                           as<musig_pubnonce>(pubnonce), inputs);
}

/* A secret nonce that has not been used; otherwise an illegal argument. Public: whether it is one. */
bool require_secnonce(const secp256k1_context* ctx, const secp256k1_musig_secnonce* secnonce) {
    if (!require_object<musig_secnonce>(ctx, secnonce))
        return false;
    unsigned char any = 0;
    for (const auto& k : as<const musig_secnonce>(secnonce).k)
        for (unsigned char byte : k)
            any |= byte;
    const bool set = choice::is_zero(any).declassify() == false;
    if (!set)
        illegal_argument(ctx, "the secret nonce is zero");
    return set;
}

int partial_sign(const secp256k1_context* ctx, secp256k1_musig_partial_sig* partial_sig,
                 const musig_secnonce& nonce, const secp256k1_keypair* keypair,
                 const secp256k1_musig_keyagg_cache* keyagg_cache, const secp256k1_musig_session* session) {
    KOBLITZ_REQUIRE_SET(partial_sig, keypair, keyagg_cache, session);
    if (!require_keypair(ctx, keypair->data))
        return 0;
    declassify_bytes(nonce.pubkey, sizeof nonce.pubkey);
    KOBLITZ_REQUIRE(memcmp(nonce.pubkey, keypair->data + 32, 64) == 0);
    if (!require_object<musig_keyagg>(ctx, keyagg_cache) || !require_object<musig_session>(ctx, session))
        return 0;
    musig_partial out;
    musig_partial_sign(ctx->compress(), out, nonce, keypair->data, as<const musig_keyagg>(keyagg_cache),
                       as<const musig_session>(session));
    as<musig_partial>(partial_sig) = out;
    return 1;
}

} // namespace

extern "C" {

int secp256k1_musig_pubnonce_parse(const secp256k1_context* ctx, secp256k1_musig_pubnonce* nonce,
                                   const unsigned char* in66) {
    return parse_nonces<musig_pubnonce>(ctx, nonce, in66);
}

int secp256k1_musig_pubnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                       const secp256k1_musig_pubnonce* nonce) {
    return serialize_nonces<musig_pubnonce>(ctx, out66, nonce);
}

int secp256k1_musig_aggnonce_parse(const secp256k1_context* ctx, secp256k1_musig_aggnonce* nonce,
                                   const unsigned char* in66) {
    return parse_nonces<musig_aggnonce>(ctx, nonce, in66);
}

int secp256k1_musig_aggnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                       const secp256k1_musig_aggnonce* nonce) {
    return serialize_nonces<musig_aggnonce>(ctx, out66, nonce);
}

int secp256k1_musig_partial_sig_parse(const secp256k1_context* ctx, secp256k1_musig_partial_sig* sig,
                                      const unsigned char* in32) {
    KOBLITZ_REQUIRE_SET(sig, in32);
    memset(sig, 0, sizeof *sig);
    u64 s[4];
    load_be256(s, in32);
    if (!ring::is_canonical_var(s))
        return 0;
    as<musig_partial>(sig).magic = musig_partial::expected;
    store_be256(as<musig_partial>(sig).s, s);
    return 1;
}

int secp256k1_musig_partial_sig_serialize(const secp256k1_context* ctx, unsigned char* out32,
                                          const secp256k1_musig_partial_sig* sig) {
    KOBLITZ_REQUIRE_SET(out32, sig);
    if (!require_object<musig_partial>(ctx, sig))
        return 0;
    memmove(out32, as<const musig_partial>(sig).s, 32);
    return 1;
}

int secp256k1_musig_pubkey_agg(const secp256k1_context* ctx, secp256k1_xonly_pubkey* agg_pk,
                               secp256k1_musig_keyagg_cache* keyagg_cache,
                               const secp256k1_pubkey* const* pubkeys, size_t n_pubkeys) {
    if (agg_pk != nullptr)
        memset(agg_pk, 0, sizeof *agg_pk);
    KOBLITZ_REQUIRE_SET(pubkeys);
    KOBLITZ_REQUIRE(n_pubkeys > 0);
    for (size_t i = 0; i < n_pubkeys; i++)
        KOBLITZ_REQUIRE(pubkeys[i] != nullptr);
    for (size_t i = 0; i < n_pubkeys; i++) {
        if (!require_pubkey(ctx, pubkeys[i]->data))
            return 0;
    }
    musig_keyagg cache;
    if (musig_pubkey_agg(ctx->compress(), cache, pubkeys, n_pubkeys) == 0)
        return 0;
    if (keyagg_cache != nullptr)
        as<musig_keyagg>(keyagg_cache) = cache;
    if (agg_pk != nullptr) {
        memcpy(agg_pk->data, cache.pubkey, 64);
        if (pubkey_y_is_odd(cache.pubkey))
            pubkey_negate(agg_pk->data);
    }
    return 1;
}

int secp256k1_musig_pubkey_get(const secp256k1_context* ctx, secp256k1_pubkey* agg_pk,
                               const secp256k1_musig_keyagg_cache* keyagg_cache) {
    KOBLITZ_REQUIRE_SET(agg_pk);
    memset(agg_pk, 0, sizeof *agg_pk);
    KOBLITZ_REQUIRE_SET(keyagg_cache);
    if (!require_object<musig_keyagg>(ctx, keyagg_cache))
        return 0;
    memmove(agg_pk->data, as<const musig_keyagg>(keyagg_cache).pubkey, 64);
    return 1;
}

int secp256k1_musig_pubkey_ec_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
                                        secp256k1_musig_keyagg_cache* keyagg_cache,
                                        const unsigned char* tweak32) {
    return tweak_add(ctx, output_pubkey, keyagg_cache, tweak32, false);
}

int secp256k1_musig_pubkey_xonly_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
                                           secp256k1_musig_keyagg_cache* keyagg_cache,
                                           const unsigned char* tweak32) {
    return tweak_add(ctx, output_pubkey, keyagg_cache, tweak32, true);
}

int secp256k1_musig_nonce_gen(const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce,
                              secp256k1_musig_pubnonce* pubnonce, unsigned char* session_secrand32,
                              const unsigned char* seckey, const secp256k1_pubkey* pubkey,
                              const unsigned char* msg32, const secp256k1_musig_keyagg_cache* keyagg_cache,
                              const unsigned char* extra_input32) {
    KOBLITZ_REQUIRE_SET(secnonce);
    memset(secnonce, 0, sizeof *secnonce);
    KOBLITZ_REQUIRE_SET(session_secrand32);
    const data_independent_timing mode;
    unsigned char any = 0;
    for (int i = 0; i < 32; i++)
        any |= session_secrand32[i];
    /* Public: whether the caller's randomness failed altogether. */
    if (choice::is_zero(any).declassify())
        return 0;
    return wiping<ecmult_const_stack>([&] {
        const int ok =
            nonce_gen(ctx, secnonce, pubnonce, session_secrand32, seckey,
                      pubkey != nullptr ? pubkey->data : nullptr, msg32, keyagg_cache, extra_input32);
        /* Used up. */
        zero_unless(choice::is_zero(static_cast<u64>(ok)), session_secrand32, 32);
        return ok;
    });
}

int secp256k1_musig_nonce_gen_counter(const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce,
                                      secp256k1_musig_pubnonce* pubnonce, uint64_t nonrepeating_cnt,
                                      const secp256k1_keypair* keypair, const unsigned char* msg32,
                                      const secp256k1_musig_keyagg_cache* keyagg_cache,
                                      const unsigned char* extra_input32) {
    KOBLITZ_REQUIRE_SET(secnonce);
    memset(secnonce, 0, sizeof *secnonce);
    KOBLITZ_REQUIRE_SET(keypair);
    return wiping<ecmult_const_stack>([&] {
        unsigned char counter[32] = {};
        store_be64(counter, nonrepeating_cnt);
        const secp256k1_keypair pair = *keypair; /* pubnonce may overlap it */
        declassify_bytes(pair.data + 32, 64);
        return nonce_gen(ctx, secnonce, pubnonce, counter, pair.data, pair.data + 32, msg32, keyagg_cache,
                         extra_input32);
    });
}

int secp256k1_musig_nonce_agg(const secp256k1_context* ctx, secp256k1_musig_aggnonce* aggnonce,
                              const secp256k1_musig_pubnonce* const* pubnonces, size_t n_pubnonces) {
    KOBLITZ_REQUIRE_SET(aggnonce, pubnonces);
    KOBLITZ_REQUIRE(n_pubnonces > 0);
    for (size_t i = 0; i < n_pubnonces; i++)
        KOBLITZ_REQUIRE(pubnonces[i] != nullptr);
    for (size_t i = 0; i < n_pubnonces; i++) {
        if (!require_object<musig_pubnonce>(ctx, pubnonces[i]))
            return 0;
    }
    musig_aggnonce sum;
    musig_nonce_agg(sum, pubnonces, n_pubnonces);
    as<musig_aggnonce>(aggnonce) = sum;
    return 1;
}

int secp256k1_musig_nonce_process(const secp256k1_context* ctx, secp256k1_musig_session* session,
                                  const secp256k1_musig_aggnonce* aggnonce, const unsigned char* msg32,
                                  const secp256k1_musig_keyagg_cache* keyagg_cache) {
    KOBLITZ_REQUIRE_SET(session, aggnonce, msg32, keyagg_cache);
    if (!require_object<musig_keyagg>(ctx, keyagg_cache) || !require_object<musig_aggnonce>(ctx, aggnonce))
        return 0;
    musig_session out;
    musig_nonce_process(ctx->compress(), out, as<const musig_aggnonce>(aggnonce), msg32,
                        as<const musig_keyagg>(keyagg_cache));
    as<musig_session>(session) = out;
    return 1;
}

int secp256k1_musig_partial_sign(const secp256k1_context* ctx, secp256k1_musig_partial_sig* partial_sig,
                                 secp256k1_musig_secnonce* secnonce, const secp256k1_keypair* keypair,
                                 const secp256k1_musig_keyagg_cache* keyagg_cache,
                                 const secp256k1_musig_session* session) {
    KOBLITZ_REQUIRE_SET(secnonce);
    return wiping<hash_stack>([&] {
        const bool usable = require_secnonce(ctx, secnonce);
        /* The caller's copy is gone before anything else can fail. */
        const musig_secnonce nonce = as<musig_secnonce>(secnonce);
        wipe(*secnonce);
        return usable ? partial_sign(ctx, partial_sig, nonce, keypair, keyagg_cache, session) : 0;
    });
}

int secp256k1_musig_partial_sig_verify(const secp256k1_context* ctx,
                                       const secp256k1_musig_partial_sig* partial_sig,
                                       const secp256k1_musig_pubnonce* pubnonce,
                                       const secp256k1_pubkey* pubkey,
                                       const secp256k1_musig_keyagg_cache* keyagg_cache,
                                       const secp256k1_musig_session* session) {
    KOBLITZ_REQUIRE_SET(partial_sig, pubnonce, pubkey, keyagg_cache, session);
    if (!require_object<musig_session>(ctx, session) || !require_object<musig_pubnonce>(ctx, pubnonce) ||
        !require_pubkey(ctx, pubkey->data) || !require_object<musig_keyagg>(ctx, keyagg_cache) ||
        !require_object<musig_partial>(ctx, partial_sig)) {
        return 0;
    }
    return musig_partial_sig_verify(ctx->compress(), as<const musig_partial>(partial_sig),
                                    as<const musig_pubnonce>(pubnonce), pubkey->data,
                                    as<const musig_keyagg>(keyagg_cache), as<const musig_session>(session));
}

int secp256k1_musig_partial_sig_agg(const secp256k1_context* ctx, unsigned char* sig64,
                                    const secp256k1_musig_session* session,
                                    const secp256k1_musig_partial_sig* const* partial_sigs, size_t n_sigs) {
    KOBLITZ_REQUIRE_SET(sig64, session, partial_sigs);
    KOBLITZ_REQUIRE(n_sigs > 0);
    for (size_t i = 0; i < n_sigs; i++)
        KOBLITZ_REQUIRE(partial_sigs[i] != nullptr);
    if (!require_object<musig_session>(ctx, session))
        return 0;
    for (size_t i = 0; i < n_sigs; i++) {
        if (!require_object<musig_partial>(ctx, partial_sigs[i]))
            return 0;
    }
    unsigned char sig[64];
    const musig_session& values = as<const musig_session>(session);
    memcpy(sig, values.nonce_x, 32);
    musig_partial_sig_agg(sig + 32, values, partial_sigs, n_sigs);
    memcpy(sig64, sig, 64);
    return 1;
}

} // extern "C"
