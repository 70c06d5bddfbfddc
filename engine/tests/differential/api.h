/* The functions of one libsecp256k1-compatible library, found by path and symbol prefix. */
#pragma once

#include <string>

#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_musig.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"

#define KOBLITZ_API_FUNCTIONS(X)                            \
    X(selftest)                                             \
    X(context_preallocated_size)                            \
    X(context_preallocated_create)                          \
    X(context_preallocated_clone_size)                      \
    X(context_preallocated_clone)                           \
    X(context_preallocated_destroy)                         \
    X(context_set_illegal_callback)                         \
    X(context_set_error_callback)                           \
    X(context_set_sha256_compression)                       \
    X(context_randomize)                                    \
    X(ec_pubkey_parse)                                      \
    X(ec_pubkey_serialize)                                  \
    X(ec_pubkey_cmp)                                        \
    X(ec_pubkey_sort)                                       \
    X(ec_pubkey_create)                                     \
    X(ec_pubkey_negate)                                     \
    X(ec_pubkey_tweak_add)                                  \
    X(ec_pubkey_tweak_mul)                                  \
    X(ec_pubkey_combine)                                    \
    X(ec_seckey_verify)                                     \
    X(ec_seckey_negate)                                     \
    X(ec_seckey_tweak_add)                                  \
    X(ec_seckey_tweak_mul)                                  \
    X(tagged_sha256)                                        \
    X(ecdsa_signature_parse_compact)                        \
    X(ecdsa_signature_parse_der)                            \
    X(ecdsa_signature_serialize_der)                        \
    X(ecdsa_signature_serialize_compact)                    \
    X(ecdsa_signature_normalize)                            \
    X(ecdsa_verify)                                         \
    X(ecdsa_sign)                                           \
    X(ecdh)                                                 \
    X(ecdsa_recoverable_signature_parse_compact)            \
    X(ecdsa_recoverable_signature_convert)                  \
    X(ecdsa_recoverable_signature_serialize_compact)        \
    X(ecdsa_sign_recoverable)                               \
    X(ecdsa_recover)                                        \
    X(xonly_pubkey_parse)                                   \
    X(xonly_pubkey_serialize)                               \
    X(xonly_pubkey_cmp)                                     \
    X(xonly_pubkey_from_pubkey)                             \
    X(xonly_pubkey_tweak_add)                               \
    X(xonly_pubkey_tweak_add_check)                         \
    X(keypair_create)                                       \
    X(keypair_sec)                                          \
    X(keypair_pub)                                          \
    X(keypair_xonly_pub)                                    \
    X(keypair_xonly_tweak_add)                              \
    X(schnorrsig_sign32)                                    \
    X(schnorrsig_sign_custom)                               \
    X(schnorrsig_verify)                                    \
    X(ellswift_encode)                                      \
    X(ellswift_decode)                                      \
    X(ellswift_create)                                      \
    X(ellswift_xdh)                                         \
    X(musig_pubnonce_parse)                                 \
    X(musig_pubnonce_serialize)                             \
    X(musig_aggnonce_parse)                                 \
    X(musig_aggnonce_serialize)                             \
    X(musig_partial_sig_parse)                              \
    X(musig_partial_sig_serialize)                          \
    X(musig_pubkey_agg)                                     \
    X(musig_pubkey_get)                                     \
    X(musig_pubkey_ec_tweak_add)                            \
    X(musig_pubkey_xonly_tweak_add)                         \
    X(musig_nonce_gen)                                      \
    X(musig_nonce_gen_counter)                              \
    X(musig_nonce_agg)                                      \
    X(musig_nonce_process)                                  \
    X(musig_partial_sign)                                   \
    X(musig_partial_sig_verify)                             \
    X(musig_partial_sig_agg)                                \
    X(silentpayments_sender_create_outputs)                 \
    X(silentpayments_recipient_label_parse)                 \
    X(silentpayments_recipient_label_serialize)             \
    X(silentpayments_recipient_label_create)                \
    X(silentpayments_recipient_create_labeled_spend_pubkey) \
    X(silentpayments_recipient_prevouts_summary_create)     \
    X(silentpayments_recipient_scan_outputs)

struct api {
#define X(name) decltype(&secp256k1_##name) name;
    KOBLITZ_API_FUNCTIONS(X)
#undef X
    const secp256k1_context* context_static;
    secp256k1_nonce_function nonce_function_rfc6979, nonce_function_default;
    secp256k1_nonce_function_hardened nonce_function_bip340;
    secp256k1_ecdh_hash_function ecdh_hash_function_sha256, ecdh_hash_function_default;
    secp256k1_ellswift_xdh_hash_function ellswift_xdh_hash_function_prefix, ellswift_xdh_hash_function_bip324;

    /* Names are prefix + "context_create" and so on. Prints what is missing and returns false. */
    bool open(const std::string& path, const std::string& prefix);
};
