/* Silent payments (BIP-352). Constant time in secret keys and in the shared point; the output tweaks, hashes
 * of it that the transaction shows, are public. */
#pragma once

#include "hash/sha256.h"
#include "schemes/opaque.h"
#include "secp256k1_silentpayments.h"

namespace koblitz {

/* The opaque objects. */
struct silentpayments_label {
    static constexpr object_magic expected = {{0x27, 0x9d, 0x44, 0xba}};
    object_magic magic;
    u8 pubkey[64];
};
struct silentpayments_summary {
    static constexpr object_magic expected = {{0xa7, 0x1c, 0xd3, 0x5e}};
    object_magic magic;
    u8 combined; /* 1: the sum has been multiplied by the hash */
    u8 pubkey_sum[64];
    u8 input_hash[32];
};
static_assert(sizeof(silentpayments_label) == sizeof(secp256k1_silentpayments_label));
static_assert(sizeof(silentpayments_summary) == sizeof(secp256k1_silentpayments_prevouts_summary));

/* secret = input_hash * (the sum of the keys, those of key pairs with odd y negated). All keys are valid. 0
 * when the sum or the hash is unusable. */
int silentpayments_sender_secret(const gen_context& gen, sha256_compress_fn compress, u8 secret[32],
                                 const u8 outpoint[36], const secp256k1_keypair* const* keypairs,
                                 size_t n_keypairs, const u8* const* seckeys, size_t n_seckeys);

inline bool silentpayments_summary_is_set(const secp256k1_silentpayments_prevouts_summary& summary) {
    return as<const silentpayments_summary>(&summary).magic == silentpayments_summary::expected;
}

enum class silentpayments_result { failed, done, unset_key };

/* The outputs for recipients that are grouped by scan key. Outputs before a failure are written. */
silentpayments_result silentpayments_send(sha256_compress_fn compress, const u8 secret[32],
                                          secp256k1_xonly_pubkey* const* outputs,
                                          const secp256k1_silentpayments_recipient* const* recipients,
                                          size_t n);

/* label m and its tweak; zeros, and 0, when the scan key or the tweak is invalid. */
int silentpayments_label_create(const gen_context& gen, sha256_compress_fn compress,
                                silentpayments_label& label, u8 tweak[32], const u8 scan_key[32], u32 m);

/* Variable time. All keys are set. */
int silentpayments_summary_create(sha256_compress_fn compress, silentpayments_summary& summary,
                                  const u8 outpoint[36], const secp256k1_xonly_pubkey* const* xonly_pubkeys,
                                  size_t n_xonly_pubkeys, const secp256k1_pubkey* const* pubkeys,
                                  size_t n_pubkeys);

/* The input hash times the sum of the keys, which tells a light client all that it needs of the inputs.
 * Variable time. */
void silentpayments_summary_combine(u8 pubkey[64], const silentpayments_summary& summary);
/* The summary that holds this product. */
void silentpayments_summary_from(silentpayments_summary& summary, const u8 pubkey[64]);

/* t = hash(shared point || k), 32 bytes that are not reduced; shared is compressed. */
void silentpayments_output_hash(sha256_compress_fn compress, u8 hash[32], const u8 shared[33], u32 k);

/* The outputs spend + t G for k = 0, of spend keys that are set. 0 if t or a sum is unusable; outputs before
 * it are written. The scan key is valid. */
int silentpayments_outputs(sha256_compress_fn compress, secp256k1_xonly_pubkey* const* outputs,
                           const u8 scan_key[32], const silentpayments_summary& summary,
                           const secp256k1_pubkey* const* spend_pubkeys, size_t n);

/* Finds the recipient's outputs. The scan key is valid, all public keys are set; lookup may be null. Found
 * outputs are written as they come. */
int silentpayments_scan(sha256_compress_fn compress, secp256k1_silentpayments_found_output* const* found,
                        u32* n_found, const secp256k1_xonly_pubkey* const* outputs, size_t n,
                        const u8 scan_key[32], const silentpayments_summary& summary,
                        const u8 spend_pubkey[64], secp256k1_silentpayments_label_lookup lookup,
                        const void* context);

} // namespace koblitz
