/* The operations one backend offers to the C interface. Arguments are checked by the caller: pointers are not
 * null, public keys are set, recovery ids are 0 to 3. Contracts stand at the functions of the same name. */
#ifndef KOBLITZ_BACKENDS_TABLE_H
#define KOBLITZ_BACKENDS_TABLE_H

#include "batch/ecdsa.h"
#include "batch/pubkey.h"
#include "batch/schnorrsig_all.h"
#include "batch/secret.h"
#include "schemes/blinding.h"
#include "schemes/ecdh.h"
#include "schemes/ecdsa.h"
#include "schemes/ellswift.h"
#include "schemes/extrakeys.h"
#include "schemes/musig.h"
#include "schemes/pubkey.h"
#include "schemes/recovery.h"
#include "schemes/schnorrsig.h"
#include "schemes/seckey.h"
#include "schemes/silentpayments.h"

namespace koblitz {

struct backend_table {
    const char* name;

    void (*blinding_init)(gen_context& gen);
    void (*blinding_randomize)(gen_context& gen, sha256_compress_fn compress, const u8 seed32[32]);

    int (*pubkey_create)(const gen_context& gen, u8 pubkey[64], const u8 seckey[32]);

    int (*pubkey_parse)(u8 out[64], const u8* in, size_t len);
    void (*pubkey_negate)(u8 pubkey[64]);
    int (*pubkey_tweak_add)(u8 out[64], const u8 in[64], const u8 tweak[32]);
    int (*pubkey_tweak_mul)(u8 out[64], const u8 in[64], const u8 tweak[32]);
    int (*pubkey_combine)(u8 out[64], const secp256k1_pubkey* const* in, size_t n);

    void (*nonce_rfc6979)(sha256_compress_fn compress, u8 nonce[32], const u8 msg[32], const u8 key[32],
                          const u8* algo16, const void* data32, unsigned attempt);
    int (*ecdsa_verify)(const u8 sig[64], const u8 msghash[32], const u8 pubkey[64]);
    int (*ecdsa_sign)(const gen_context& gen, sha256_compress_fn compress, u8 sig[65], const u8 msghash[32],
                      const u8 seckey[32], secp256k1_nonce_function noncefp, const void* ndata);
    int (*ecdsa_recover)(u8 pubkey[64], const u8 sig[65], const u8 msghash[32]);

    int (*ecdh)(sha256_compress_fn compress, u8* out, const u8 pubkey[64], const u8 seckey[32],
                secp256k1_ecdh_hash_function hashfp, void* data);

    int (*xonly_parse)(u8 out[64], const u8 in[32]);
    int (*xonly_tweak_add_check)(const u8 tweaked[32], int parity, const u8 internal[64], const u8 tweak[32]);
    int (*keypair_create)(const gen_context& gen, u8 keypair[96], const u8 seckey[32]);
    int (*keypair_xonly_tweak_add)(u8 keypair[96], const u8 tweak[32]);

    int (*schnorrsig_sign)(const gen_context& gen, sha256_compress_fn compress, u8 sig[64], const u8* msg,
                           size_t msglen, const u8 keypair[96], secp256k1_nonce_function_hardened noncefp,
                           void* ndata);
    int (*schnorrsig_verify)(sha256_compress_fn compress, const u8 sig[64], const u8* msg, size_t msglen,
                             const u8 pubkey[64]);

    void (*ellswift_encode)(sha256_compress_fn compress, u8 ell[64], const u8 pubkey[64], const u8 rnd[32]);
    void (*ellswift_decode)(u8 pubkey[64], const u8 ell[64]);
    int (*ellswift_create)(const gen_context& gen, sha256_compress_fn compress, u8 ell[64],
                           const u8 seckey[32], const u8* aux);
    int (*ellswift_shared_x)(u8 x32[32], const u8 theirs[64], const u8 seckey[32]);

    int (*musig_pubkey_agg)(sha256_compress_fn compress, musig_keyagg& out,
                            const secp256k1_pubkey* const* pubkeys, size_t n);
    int (*musig_tweak_add)(musig_keyagg& cache, const u8 tweak[32], bool xonly);
    int (*musig_nonce_gen)(const gen_context& gen, sha256_compress_fn compress, musig_secnonce& secnonce,
                           musig_pubnonce& pubnonce, const musig_nonce_inputs& in);
    void (*musig_nonce_agg)(musig_aggnonce& out, const secp256k1_musig_pubnonce* const* pubnonces, size_t n);
    void (*musig_nonce_process)(sha256_compress_fn compress, musig_session& session,
                                const musig_aggnonce& aggnonce, const u8 msg[32], const musig_keyagg& cache);
    void (*musig_partial_sign)(sha256_compress_fn compress, musig_partial& out,
                               const musig_secnonce& secnonce, const u8 keypair[96],
                               const musig_keyagg& cache, const musig_session& session);
    int (*musig_partial_sig_verify)(sha256_compress_fn compress, const musig_partial& sig,
                                    const musig_pubnonce& pubnonce, const u8 pubkey[64],
                                    const musig_keyagg& cache, const musig_session& session);

    int (*silentpayments_sender_secret)(const gen_context& gen, sha256_compress_fn compress, u8 secret[32],
                                        const u8 outpoint[36], const secp256k1_keypair* const* keypairs,
                                        size_t n_keypairs, const u8* const* seckeys, size_t n_seckeys);
    silentpayments_result (*silentpayments_send)(sha256_compress_fn compress, const u8 secret[32],
                                                 secp256k1_xonly_pubkey* const* outputs,
                                                 const secp256k1_silentpayments_recipient* const* recipients,
                                                 size_t n);
    int (*silentpayments_label_create)(const gen_context& gen, sha256_compress_fn compress,
                                       silentpayments_label& label, u8 tweak[32], const u8 scan_key[32],
                                       u32 m);
    int (*silentpayments_summary_create)(sha256_compress_fn compress, silentpayments_summary& summary,
                                         const u8 outpoint[36],
                                         const secp256k1_xonly_pubkey* const* xonly_pubkeys,
                                         size_t n_xonly_pubkeys, const secp256k1_pubkey* const* pubkeys,
                                         size_t n_pubkeys);
    int (*silentpayments_scan)(sha256_compress_fn compress,
                               secp256k1_silentpayments_found_output* const* found, u32* n_found,
                               const secp256k1_xonly_pubkey* const* outputs, size_t n, const u8 scan_key[32],
                               const silentpayments_summary& summary, const u8 spend_pubkey[64],
                               secp256k1_silentpayments_label_lookup lookup, const void* context);

    /* Batches; lanes may be null. */
    void (*batch_ecdsa_verify)(const koblitz_lanes::kernels* lanes, u8* verdicts, const ecdsa_columns& c,
                               size_t n);
    void (*batch_schnorrsig_verify)(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress,
                                    u8* verdicts, const schnorrsig_columns& c, size_t n);
    size_t (*schnorrsig_all_memory)(const koblitz_lanes::kernels* lanes, size_t n);
    void (*batch_schnorrsig_verify_all)(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress,
                                        u8* verdicts, const schnorrsig_columns& c, size_t n, u8* memory,
                                        size_t size);
    size_t (*equations_memory)(size_t n);
    bool (*equations_hold)(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress,
                           const u8 seed[32], const equation* list, size_t n, void* memory);
    void (*batch_pubkey_parse)(const koblitz_lanes::kernels* lanes, u8* verdicts, const koblitz_output& out,
                               const koblitz_column& in, size_t n);
    void (*batch_pubkey_tweak_add)(const koblitz_lanes::kernels* lanes, u8* verdicts,
                                   const koblitz_output& out, const koblitz_column& in,
                                   const koblitz_column& tweaks, size_t n);
    void (*batch_xonly_tweak_add_check)(const koblitz_lanes::kernels* lanes, u8* verdicts,
                                        const tweak_check_columns& c, size_t n);
    void (*batch_ecdsa_recover)(const koblitz_lanes::kernels* lanes, u8* verdicts, const koblitz_output& out,
                                const recovery_columns& c, size_t n);
    void (*batch_pubkey_create)(const koblitz_lanes::kernels* lanes, const gen_context& gen, u8* verdicts,
                                const koblitz_output& out, const koblitz_column& seckeys, size_t n);
    void (*batch_pubkey_mul)(const koblitz_lanes::kernels* lanes, u8* verdicts, const koblitz_output& out,
                             const koblitz_column& in, const u8 seckey[32], size_t n);
};

template <class B>
inline constexpr backend_table make_table() {
    return {
        .name = B::name,
        .blinding_init = gen_context_init<B>,
        .blinding_randomize = blinding_randomize<B>,
        .pubkey_create = pubkey_create<B>,
        .pubkey_parse = pubkey_parse<B>,
        .pubkey_negate = pubkey_negate<B>,
        .pubkey_tweak_add = pubkey_tweak_add<B>,
        .pubkey_tweak_mul = pubkey_tweak_mul<B>,
        .pubkey_combine = pubkey_combine<B>,
        .nonce_rfc6979 = nonce_rfc6979<B>,
        .ecdsa_verify = ecdsa_verify<B>,
        .ecdsa_sign = ecdsa_sign<B>,
        .ecdsa_recover = ecdsa_recover<B>,
        .ecdh = ecdh<B>,
        .xonly_parse = xonly_parse<B>,
        .xonly_tweak_add_check = xonly_tweak_add_check<B>,
        .keypair_create = keypair_create<B>,
        .keypair_xonly_tweak_add = keypair_xonly_tweak_add<B>,
        .schnorrsig_sign = schnorrsig_sign<B>,
        .schnorrsig_verify = schnorrsig_verify<B>,
        .ellswift_encode = ellswift_encode<B>,
        .ellswift_decode = ellswift_decode<B>,
        .ellswift_create = ellswift_create<B>,
        .ellswift_shared_x = ellswift_shared_x<B>,
        .musig_pubkey_agg = musig_pubkey_agg<B>,
        .musig_tweak_add = musig_tweak_add<B>,
        .musig_nonce_gen = musig_nonce_gen<B>,
        .musig_nonce_agg = musig_nonce_agg<B>,
        .musig_nonce_process = musig_nonce_process<B>,
        .musig_partial_sign = musig_partial_sign<B>,
        .musig_partial_sig_verify = musig_partial_sig_verify<B>,
        .silentpayments_sender_secret = silentpayments_sender_secret<B>,
        .silentpayments_send = silentpayments_send<B>,
        .silentpayments_label_create = silentpayments_label_create<B>,
        .silentpayments_summary_create = silentpayments_summary_create<B>,
        .silentpayments_scan = silentpayments_scan<B>,
        .batch_ecdsa_verify = batch_ecdsa_verify<B>,
        .batch_schnorrsig_verify = batch_schnorrsig_verify<B>,
        .schnorrsig_all_memory = schnorrsig_all_memory<B>,
        .batch_schnorrsig_verify_all = batch_schnorrsig_verify_all<B>,
        .equations_memory = equations_memory<B>,
        .equations_hold = equations_hold<B>,
        .batch_pubkey_parse = batch_pubkey_parse<B>,
        .batch_pubkey_tweak_add = batch_pubkey_tweak_add<B>,
        .batch_xonly_tweak_add_check = batch_xonly_tweak_add_check<B>,
        .batch_ecdsa_recover = batch_ecdsa_recover<B>,
        .batch_pubkey_create = batch_pubkey_create<B>,
        .batch_pubkey_mul = batch_pubkey_mul<B>,
    };
}

} // namespace koblitz

#endif
