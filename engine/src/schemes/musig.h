/* MuSig2 (BIP-327). Variable time but for musig_nonce_gen and musig_partial_sign. The magic of every input
 * was checked by the caller; outputs may not overlap inputs. */
#pragma once

#include "backends/arithmetic.h"
#include "schemes/musig_hash.h"

namespace koblitz {

/* KeyAgg. 0, and out untouched, when the sum is infinity. n >= 1. */
int musig_pubkey_agg(sha256_compress_fn compress, musig_keyagg& out, const secp256k1_pubkey* const* pubkeys,
                     size_t n);
/* ApplyTweak. 0, and the cache untouched, when tweak >= n or the sum is infinity. */
int musig_tweak_add(musig_keyagg& cache, const u8 tweak[32], bool xonly);
/* NonceGen. Zeroes the secret nonce, and returns 0, when in.seckey is invalid or a nonce is 0; the public one
 * is written all the same. Constant time in in.random and in.seckey. */
int musig_nonce_gen(const gen_context& gen, sha256_compress_fn compress, musig_secnonce& secnonce,
                    musig_pubnonce& pubnonce, const musig_nonce_inputs& in);
/* NonceAgg. */
void musig_nonce_agg(musig_aggnonce& out, const secp256k1_musig_pubnonce* const* pubnonces, size_t n);
/* GetSessionValues: R = R1 + b R2, or G when that is infinity, and what its challenge makes of the tweaks. */
void musig_nonce_process(sha256_compress_fn compress, musig_session& session, const musig_aggnonce& aggnonce,
                         const u8 msg[32], const musig_keyagg& cache);
/* Sign, but for the checks of its inputs: s = k1 + b k2 + e a g gacc d. Constant time in the nonces and the
 * secret key. */
void musig_partial_sign(sha256_compress_fn compress, musig_partial& out, const musig_secnonce& secnonce,
                        const u8 keypair[96], const musig_keyagg& cache, const musig_session& session);
/* PartialSigVerifyInternal: s G = R1 + b R2 + e a g gacc P, the nonces negated when their sum's y is odd. */
int musig_partial_sig_verify(sha256_compress_fn compress, const musig_partial& sig,
                             const musig_pubnonce& pubnonce, const u8 pubkey[64], const musig_keyagg& cache,
                             const musig_session& session);
/* PartialSigAgg: the s of the signature. */
void musig_partial_sig_agg(u8 s32[32], const musig_session& session,
                           const secp256k1_musig_partial_sig* const* sigs, size_t n);

} // namespace koblitz
