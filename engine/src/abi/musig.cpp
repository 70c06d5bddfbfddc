#include "schemes/musig.h"
#include "abi/context.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "secp256k1_musig.h"

using koblitz::require_pubkey;

namespace {

/* The layout of an opaque object. */
template <class T, class Opaque>
T& as(Opaque* object) {
    return *reinterpret_cast<T*>(object->data);
}

/* An object of the type T that a function of this library made; otherwise an illegal argument. */
template <class T, class Opaque>
bool require_object(const secp256k1_context* ctx, const Opaque* object) {
    if (__builtin_expect(as<const T>(object).magic == T::expected, 1))
        return true;
    koblitz::illegal_argument(ctx, "the object is not set, or of another type");
    return false;
}

using koblitz::musig_aggnonce;
using koblitz::musig_keyagg;
using koblitz::musig_partial;
using koblitz::musig_pubnonce;
using koblitz::musig_secnonce;
using koblitz::musig_session;

/* Two compressed points; 33 zero bytes are infinity where allowed. */
bool parse_points(unsigned char points[2][64], const unsigned char* in66, bool allow_infinity) {
    static const unsigned char infinity[33] = {};
    for (int i = 0; i < 2; i++) {
        if (allow_infinity && memcmp(in66 + 33 * i, infinity, 33) == 0) {
            memset(points[i], 0, 64);
        } else if (koblitz::pubkey_parse(points[i], in66 + 33 * i, 33) == 0) {
            return false;
        }
    }
    return true;
}

void serialize_points(unsigned char out66[66], const unsigned char points[2][64]) {
    for (int i = 0; i < 2; i++) {
        if (koblitz::pubkey_is_set(points[i])) {
            koblitz::pubkey_compress(out66 + 33 * i, points[i]);
        } else {
            memset(out66 + 33 * i, 0, 33);
        }
    }
}

int tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
              secp256k1_musig_keyagg_cache* keyagg_cache, const unsigned char* tweak32, bool xonly) {
    if (output_pubkey != nullptr)
        memset(output_pubkey, 0, sizeof *output_pubkey);
    KOBLITZ_REQUIRE(keyagg_cache != nullptr);
    KOBLITZ_REQUIRE(tweak32 != nullptr);
    if (!require_object<musig_keyagg>(ctx, keyagg_cache))
        return 0;
    musig_keyagg cache = as<musig_keyagg>(keyagg_cache);
    if (koblitz::musig_tweak_add(cache, tweak32, xonly) == 0)
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
    KOBLITZ_REQUIRE(pubnonce != nullptr);
    memset(pubnonce, 0, sizeof *pubnonce);
    KOBLITZ_REQUIRE(pubkey != nullptr);
    KOBLITZ_REQUIRE(ctx->proper);
    if (keyagg_cache != nullptr && !require_object<musig_keyagg>(ctx, keyagg_cache))
        return 0;
    if (!require_pubkey(ctx, pubkey))
        return 0;
    const koblitz::musig_nonce_inputs inputs = {
        random,
        pubkey,
        seckey,
        msg32,
        keyagg_cache != nullptr ? as<const musig_keyagg>(keyagg_cache).pubkey : nullptr,
        extra_input32};
    return koblitz::musig_nonce_gen(ctx->gen, ctx->compress(), as<musig_secnonce>(secnonce),
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
    const bool set = koblitz::choice::is_zero(any).declassify() == false;
    if (!set)
        koblitz::illegal_argument(ctx, "the secret nonce is zero");
    return set;
}

int partial_sign(const secp256k1_context* ctx, secp256k1_musig_partial_sig* partial_sig,
                 const musig_secnonce& nonce, const secp256k1_keypair* keypair,
                 const secp256k1_musig_keyagg_cache* keyagg_cache, const secp256k1_musig_session* session) {
    KOBLITZ_REQUIRE(partial_sig != nullptr);
    KOBLITZ_REQUIRE(keypair != nullptr);
    KOBLITZ_REQUIRE(keyagg_cache != nullptr);
    KOBLITZ_REQUIRE(session != nullptr);
    if (!koblitz::require_keypair(ctx, keypair->data))
        return 0;
    koblitz::declassify_bytes(nonce.pubkey, sizeof nonce.pubkey);
    KOBLITZ_REQUIRE(memcmp(nonce.pubkey, keypair->data + 32, 64) == 0);
    if (!require_object<musig_keyagg>(ctx, keyagg_cache) || !require_object<musig_session>(ctx, session))
        return 0;
    musig_partial out;
    koblitz::musig_partial_sign(ctx->compress(), out, nonce, keypair->data,
                                as<const musig_keyagg>(keyagg_cache), as<const musig_session>(session));
    as<musig_partial>(partial_sig) = out;
    return 1;
}

} // namespace

extern "C" {

int secp256k1_musig_pubnonce_parse(const secp256k1_context* ctx, secp256k1_musig_pubnonce* nonce,
                                   const unsigned char* in66) {
    KOBLITZ_REQUIRE(nonce != nullptr);
    KOBLITZ_REQUIRE(in66 != nullptr);
    musig_pubnonce parsed = {musig_pubnonce::expected, {}};
    if (!parse_points(parsed.points, in66, false))
        return 0;
    as<musig_pubnonce>(nonce) = parsed;
    return 1;
}

int secp256k1_musig_pubnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                       const secp256k1_musig_pubnonce* nonce) {
    KOBLITZ_REQUIRE(out66 != nullptr);
    memset(out66, 0, 66);
    KOBLITZ_REQUIRE(nonce != nullptr);
    if (!require_object<musig_pubnonce>(ctx, nonce))
        return 0;
    const musig_pubnonce copy = as<const musig_pubnonce>(nonce); /* out66 may overlap it */
    serialize_points(out66, copy.points);
    return 1;
}

int secp256k1_musig_aggnonce_parse(const secp256k1_context* ctx, secp256k1_musig_aggnonce* nonce,
                                   const unsigned char* in66) {
    KOBLITZ_REQUIRE(nonce != nullptr);
    KOBLITZ_REQUIRE(in66 != nullptr);
    musig_aggnonce parsed = {musig_aggnonce::expected, {}};
    if (!parse_points(parsed.points, in66, true))
        return 0;
    as<musig_aggnonce>(nonce) = parsed;
    return 1;
}

int secp256k1_musig_aggnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                       const secp256k1_musig_aggnonce* nonce) {
    KOBLITZ_REQUIRE(out66 != nullptr);
    memset(out66, 0, 66);
    KOBLITZ_REQUIRE(nonce != nullptr);
    if (!require_object<musig_aggnonce>(ctx, nonce))
        return 0;
    const musig_aggnonce copy = as<const musig_aggnonce>(nonce);
    serialize_points(out66, copy.points);
    return 1;
}

int secp256k1_musig_partial_sig_parse(const secp256k1_context* ctx, secp256k1_musig_partial_sig* sig,
                                      const unsigned char* in32) {
    KOBLITZ_REQUIRE(sig != nullptr);
    KOBLITZ_REQUIRE(in32 != nullptr);
    memset(sig, 0, sizeof *sig);
    koblitz::u64 s[4];
    koblitz::load_be256(s, in32);
    if (!koblitz::ring::is_canonical_var(s))
        return 0;
    as<musig_partial>(sig).magic = musig_partial::expected;
    koblitz::store_be256(as<musig_partial>(sig).s, s);
    return 1;
}

int secp256k1_musig_partial_sig_serialize(const secp256k1_context* ctx, unsigned char* out32,
                                          const secp256k1_musig_partial_sig* sig) {
    KOBLITZ_REQUIRE(out32 != nullptr);
    KOBLITZ_REQUIRE(sig != nullptr);
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
    KOBLITZ_REQUIRE(pubkeys != nullptr);
    KOBLITZ_REQUIRE(n_pubkeys > 0);
    for (size_t i = 0; i < n_pubkeys; i++)
        KOBLITZ_REQUIRE(pubkeys[i] != nullptr);
    for (size_t i = 0; i < n_pubkeys; i++) {
        if (!require_pubkey(ctx, pubkeys[i]->data))
            return 0;
    }
    musig_keyagg cache;
    if (koblitz::musig_pubkey_agg(ctx->compress(), cache, pubkeys, n_pubkeys) == 0)
        return 0;
    if (keyagg_cache != nullptr)
        as<musig_keyagg>(keyagg_cache) = cache;
    if (agg_pk != nullptr) {
        memcpy(agg_pk->data, cache.pubkey, 64);
        if (koblitz::pubkey_y_is_odd(cache.pubkey))
            koblitz::pubkey_negate(agg_pk->data);
    }
    return 1;
}

int secp256k1_musig_pubkey_get(const secp256k1_context* ctx, secp256k1_pubkey* agg_pk,
                               const secp256k1_musig_keyagg_cache* keyagg_cache) {
    KOBLITZ_REQUIRE(agg_pk != nullptr);
    memset(agg_pk, 0, sizeof *agg_pk);
    KOBLITZ_REQUIRE(keyagg_cache != nullptr);
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
    KOBLITZ_REQUIRE(secnonce != nullptr);
    memset(secnonce, 0, sizeof *secnonce);
    KOBLITZ_REQUIRE(session_secrand32 != nullptr);
    const koblitz::data_independent_timing mode;
    unsigned char any = 0;
    for (int i = 0; i < 32; i++)
        any |= session_secrand32[i];
    /* Public: whether the caller's randomness failed altogether. */
    if (koblitz::choice::is_zero(any).declassify())
        return 0;
    return koblitz::wiping<koblitz::ecmult_const_stack>([&] {
        const int ok =
            nonce_gen(ctx, secnonce, pubnonce, session_secrand32, seckey,
                      pubkey != nullptr ? pubkey->data : nullptr, msg32, keyagg_cache, extra_input32);
        /* Used up. */
        koblitz::zero_unless(koblitz::choice::is_zero(static_cast<koblitz::u64>(ok)), session_secrand32, 32);
        return ok;
    });
}

int secp256k1_musig_nonce_gen_counter(const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce,
                                      secp256k1_musig_pubnonce* pubnonce, uint64_t nonrepeating_cnt,
                                      const secp256k1_keypair* keypair, const unsigned char* msg32,
                                      const secp256k1_musig_keyagg_cache* keyagg_cache,
                                      const unsigned char* extra_input32) {
    KOBLITZ_REQUIRE(secnonce != nullptr);
    memset(secnonce, 0, sizeof *secnonce);
    KOBLITZ_REQUIRE(keypair != nullptr);
    return koblitz::wiping<koblitz::ecmult_const_stack>([&] {
        unsigned char counter[32] = {};
        koblitz::store_be64(counter, nonrepeating_cnt);
        const secp256k1_keypair pair = *keypair; /* pubnonce may overlap it */
        koblitz::declassify_bytes(pair.data + 32, 64);
        return nonce_gen(ctx, secnonce, pubnonce, counter, pair.data, pair.data + 32, msg32, keyagg_cache,
                         extra_input32);
    });
}

int secp256k1_musig_nonce_agg(const secp256k1_context* ctx, secp256k1_musig_aggnonce* aggnonce,
                              const secp256k1_musig_pubnonce* const* pubnonces, size_t n_pubnonces) {
    KOBLITZ_REQUIRE(aggnonce != nullptr);
    KOBLITZ_REQUIRE(pubnonces != nullptr);
    KOBLITZ_REQUIRE(n_pubnonces > 0);
    for (size_t i = 0; i < n_pubnonces; i++)
        KOBLITZ_REQUIRE(pubnonces[i] != nullptr);
    for (size_t i = 0; i < n_pubnonces; i++) {
        if (!require_object<musig_pubnonce>(ctx, pubnonces[i]))
            return 0;
    }
    musig_aggnonce sum;
    koblitz::musig_nonce_agg(sum, pubnonces, n_pubnonces);
    as<musig_aggnonce>(aggnonce) = sum;
    return 1;
}

int secp256k1_musig_nonce_process(const secp256k1_context* ctx, secp256k1_musig_session* session,
                                  const secp256k1_musig_aggnonce* aggnonce, const unsigned char* msg32,
                                  const secp256k1_musig_keyagg_cache* keyagg_cache) {
    KOBLITZ_REQUIRE(session != nullptr);
    KOBLITZ_REQUIRE(aggnonce != nullptr);
    KOBLITZ_REQUIRE(msg32 != nullptr);
    KOBLITZ_REQUIRE(keyagg_cache != nullptr);
    if (!require_object<musig_keyagg>(ctx, keyagg_cache) || !require_object<musig_aggnonce>(ctx, aggnonce))
        return 0;
    musig_session out;
    koblitz::musig_nonce_process(ctx->compress(), out, as<const musig_aggnonce>(aggnonce), msg32,
                                 as<const musig_keyagg>(keyagg_cache));
    as<musig_session>(session) = out;
    return 1;
}

int secp256k1_musig_partial_sign(const secp256k1_context* ctx, secp256k1_musig_partial_sig* partial_sig,
                                 secp256k1_musig_secnonce* secnonce, const secp256k1_keypair* keypair,
                                 const secp256k1_musig_keyagg_cache* keyagg_cache,
                                 const secp256k1_musig_session* session) {
    KOBLITZ_REQUIRE(secnonce != nullptr);
    return koblitz::wiping<koblitz::hash_stack>([&] {
        const bool usable = require_secnonce(ctx, secnonce);
        /* The caller's copy is gone before anything else can fail. */
        const musig_secnonce nonce = as<musig_secnonce>(secnonce);
        koblitz::wipe(*secnonce);
        return usable ? partial_sign(ctx, partial_sig, nonce, keypair, keyagg_cache, session) : 0;
    });
}

int secp256k1_musig_partial_sig_verify(const secp256k1_context* ctx,
                                       const secp256k1_musig_partial_sig* partial_sig,
                                       const secp256k1_musig_pubnonce* pubnonce,
                                       const secp256k1_pubkey* pubkey,
                                       const secp256k1_musig_keyagg_cache* keyagg_cache,
                                       const secp256k1_musig_session* session) {
    KOBLITZ_REQUIRE(partial_sig != nullptr);
    KOBLITZ_REQUIRE(pubnonce != nullptr);
    KOBLITZ_REQUIRE(pubkey != nullptr);
    KOBLITZ_REQUIRE(keyagg_cache != nullptr);
    KOBLITZ_REQUIRE(session != nullptr);
    if (!require_object<musig_session>(ctx, session) || !require_object<musig_pubnonce>(ctx, pubnonce) ||
        !require_pubkey(ctx, pubkey->data) || !require_object<musig_keyagg>(ctx, keyagg_cache) ||
        !require_object<musig_partial>(ctx, partial_sig)) {
        return 0;
    }
    return koblitz::musig_partial_sig_verify(
        ctx->compress(), as<const musig_partial>(partial_sig), as<const musig_pubnonce>(pubnonce),
        pubkey->data, as<const musig_keyagg>(keyagg_cache), as<const musig_session>(session));
}

int secp256k1_musig_partial_sig_agg(const secp256k1_context* ctx, unsigned char* sig64,
                                    const secp256k1_musig_session* session,
                                    const secp256k1_musig_partial_sig* const* partial_sigs, size_t n_sigs) {
    KOBLITZ_REQUIRE(sig64 != nullptr);
    KOBLITZ_REQUIRE(session != nullptr);
    KOBLITZ_REQUIRE(partial_sigs != nullptr);
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
    koblitz::musig_partial_sig_agg(sig + 32, values, partial_sigs, n_sigs);
    memcpy(sig64, sig, 64);
    return 1;
}

} // extern "C"
