#ifndef KOBLITZ_H
#define KOBLITZ_H

#include <stdint.h>

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What this library has beyond libsecp256k1's interface. The conventions of secp256k1.h hold, except
 * where the comment on batches says otherwise. */

/* The name of the code that this process runs, chosen by what the processor has.
 *
 * KOBLITZ_BACKEND in the environment chooses a backend by its name, if the processor runs it: to test
 * or measure one. "portable" forces portable SHA-256, too. It is read once, by the first call that
 * needs a choice. It is ignored in a process with raised privileges and on Windows.
 *
 * Returns: a static string, best first: "x86_64-ifma" (lanes of AVX-512 IFMA), "x86_64-bmi2-adx-fma"
 *      (lanes of AVX2 and FMA in batches), "x86_64-bmi2-adx" (no lanes), "x86_64-fma" (portable code,
 *      lanes of AVX2 and FMA in batches); on arm64 "arm64-wide" and "arm64-narrow" (for processors with a
 *      fast and a slow multiplier of 64 bits; both run on all); "portable". */
SECP256K1_API const char* koblitz_backend_name(void);

/* The name of the built-in SHA-256 that this process runs.
 *
 * Returns: a static string: "portable", "sha_ni" or, by the extension of arm64, "arm64". */
SECP256K1_API const char* koblitz_sha256_name(void);

/* Batches: many rows by one call, each with a verdict of its own. docs/batch.md tells how they are
 * computed and what they cost.
 *
 * Every call takes n rows; n may be 0. It writes verdicts[i] = 1 or 0 for row i, one byte each, and
 * returns how many are 0. No row changes the verdict or the output of another row, in whatever order
 * they stand. No verdict depends on randomness, except in koblitz_batch_schnorrsig_verify_all.
 *
 * A row that is wrong gets the verdict 0, and no callback is called. It is wrong when a length is not
 * one that the call takes, something does not parse, a number is out of range, a point is not on the
 * curve, an object is not set, or a signature is not valid.
 *
 * A call that is wrong is an illegal argument: a NULL pointer where none is allowed, a column whose
 * size or offset_size the call does not take, an unknown flag, or a context that the call does not
 * take. If the callback returns, the call returns n and has written nothing. With n = 0 pointers to
 * columns must not be NULL, but verdicts, other arrays of n numbers and what columns point to may be.
 *
 * Numbers are big-endian. Objects of libsecp256k1 are as its calls leave them. Verdicts, output columns
 * and scratch must not overlap each other or inputs: otherwise what the call writes is undefined.
 * Columns may have any alignment.
 *
 * A call needs at most 80 KiB of stack, and no heap. Messages are hashed by the SHA-256 function of
 * ctx.
 *
 * Time: variable, unless a comment says otherwise. A row that is crafted to add equal or opposite
 *      points takes its share of the batch and at most a single call more. */

/* An input column.
 *
 * Without offsets (NULL): row i is the size bytes at data + i * stride. stride may be any number: 0
 * gives the same bytes for every row, less than size gives rows that overlap, and a negative number
 * converted to size_t gives rows that go back from data.
 *
 * With offsets: row i is the bytes of data from offset i up to offset i + 1, as Arrow lays out binary
 * columns. There are n + 1 offsets, signed integers of offset_size bytes (4 or 8) in the machine's byte
 * order. A row whose offsets decrease, or start below 0, is empty. size and stride are not used.
 *
 * Columns may share memory. data may be NULL when every row is empty. */
typedef struct koblitz_column {
    const unsigned char* data;
    size_t size;
    size_t stride;
    const void* offsets;
    size_t offset_size;
} koblitz_column;

/* An output column: row i is the size bytes at data + i * stride. A stride may be negative, as in a
 * koblitz_column. One below size is not refused, but rows overlap then, and what they hold is
 * undefined. */
typedef struct koblitz_output {
    unsigned char* data;
    size_t size;
    size_t stride;
} koblitz_output;

/* Flags of koblitz_batch_ecdsa_verify. Any other bit is an illegal argument.
 *
 * KOBLITZ_BATCH_DER: signatures are DER, as secp256k1_ecdsa_signature_parse_der takes them. Without it
 * they are 64 bytes, r then s.
 * KOBLITZ_BATCH_HIGH_S: a high s is replaced by n - s first, as by secp256k1_ecdsa_signature_normalize.
 * Without it a high s is refused. */
#define KOBLITZ_BATCH_DER    1U
#define KOBLITZ_BATCH_HIGH_S 2U

/* Verifies ECDSA signatures, as secp256k1_ecdsa_verify does.
 *
 * Returns: the number of rows that are not valid.
 * Out: verdicts: n bytes.
 * In:  signatures: 64 bytes or DER, as flags say.
 *      msghashes: 32 bytes. The caller must have hashed the messages itself.
 *      pubkeys: 33 or 65 bytes, as secp256k1_ec_pubkey_parse takes them. A column of size 64 without
 *      offsets holds secp256k1_pubkey objects.
 *      flags: 0, or KOBLITZ_BATCH_DER and KOBLITZ_BATCH_HIGH_S.
 * Time: variable. */
SECP256K1_API size_t koblitz_batch_ecdsa_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                                const koblitz_column* signatures,
                                                const koblitz_column* msghashes,
                                                const koblitz_column* pubkeys, size_t n, unsigned int flags);

/* Verifies BIP-340 signatures, as secp256k1_schnorrsig_verify does.
 *
 * Returns: the number of rows that are not valid.
 * Out: verdicts: n bytes.
 * In:  signatures: 64 bytes, x of R then s.
 *      messages: any length, 0 too. They are not hashed before.
 *      pubkeys: 32 bytes, as secp256k1_xonly_pubkey_parse takes them. A column of size 64 without
 *      offsets holds secp256k1_xonly_pubkey objects.
 * Time: variable. */
SECP256K1_API size_t koblitz_batch_schnorrsig_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                                     const koblitz_column* signatures,
                                                     const koblitz_column* messages,
                                                     const koblitz_column* pubkeys, size_t n);

/* koblitz_batch_schnorrsig_verify_all gives the verdicts of koblitz_batch_schnorrsig_verify, for rows
 * that are expected to be valid. One sum of up to 16,384 rows takes the place of their verifications
 * (BIP-340, batch verification). The rows are multiplied by integers below 2^128 that a hash of all
 * rows gives: an invalid row passes with probability 2^-128. If the sum is not right, its rows are
 * verified by koblitz_batch_schnorrsig_verify. So are rows that are too few for a sum.
 *
 * Returns: the number of rows that are not valid.
 * Out: verdicts: n bytes.
 *      scratch: size bytes of any alignment. With less than koblitz_batch_schnorrsig_scratch says there
 *      are more sums, or none. May be NULL when size is 0.
 * In:  signatures, messages, pubkeys: as for koblitz_batch_schnorrsig_verify.
 * Time: variable.
 *
 * koblitz_batch_schnorrsig_scratch returns the bytes of scratch with which n rows take the fewest sums
 * on this processor: at most 1,100 a row and 6.3 MB; 0 when n is too small for a sum. ctx is not read. */
SECP256K1_API size_t koblitz_batch_schnorrsig_scratch(const secp256k1_context* ctx, size_t n);
SECP256K1_API size_t koblitz_batch_schnorrsig_verify_all(
    const secp256k1_context* ctx, unsigned char* verdicts, const koblitz_column* signatures,
    const koblitz_column* messages, const koblitz_column* pubkeys, size_t n, void* scratch, size_t size);

/* Calls with an output column write every row of it: zeros where the verdict is 0. Its size chooses the
 * form: 33 bytes (compressed), 65 bytes (uncompressed), or 64 for a secp256k1_pubkey object. */

/* Parses public keys, as secp256k1_ec_pubkey_parse does.
 *
 * Returns: the number of rows that are not valid.
 * Out: verdicts: n bytes.
 *      output: the public keys.
 * In:  pubkeys: 33 or 65 bytes.
 * Time: variable. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_parse(const secp256k1_context* ctx, unsigned char* verdicts,
                                                   const koblitz_output* output,
                                                   const koblitz_column* pubkeys, size_t n);

/* Adds tweak * G to public keys, as secp256k1_ec_pubkey_tweak_add does. A sum at infinity fails.
 *
 * Returns: the number of rows that failed.
 * Out: verdicts: n bytes.
 *      output: the sums.
 * In:  pubkeys: as for koblitz_batch_ecdsa_verify.
 *      tweaks: 32 bytes, below n; may be 0.
 * Time: variable. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_tweak_add(const secp256k1_context* ctx, unsigned char* verdicts,
                                                       const koblitz_output* output,
                                                       const koblitz_column* pubkeys,
                                                       const koblitz_column* tweaks, size_t n);

/* Checks tweaks of x-only public keys (BIP-341), as secp256k1_xonly_pubkey_tweak_add_check does.
 *
 * Returns: the number of rows that do not agree.
 * Out: verdicts: n bytes.
 * In:  tweaked: 32 bytes, x of the sum.
 *      parities: 1 byte, 0 when y of the sum is even, 1 when it is odd. NULL where either will do.
 *      internal: as pubkeys of koblitz_batch_schnorrsig_verify.
 *      tweaks: 32 bytes, below n; may be 0.
 * Time: variable. */
SECP256K1_API size_t koblitz_batch_xonly_pubkey_tweak_add_check(
    const secp256k1_context* ctx, unsigned char* verdicts, const koblitz_column* tweaked,
    const koblitz_column* parities, const koblitz_column* internal, const koblitz_column* tweaks, size_t n);

/* Recovers the public keys that signed, as secp256k1_ecdsa_recover does. A high s is accepted.
 *
 * Returns: the number of rows without a key.
 * Out: verdicts: n bytes.
 *      output: the public keys.
 * In:  signatures: 64 bytes, r then s.
 *      recids: 1 byte, the recovery id 0 to 3, or that plus 27, as Ethereum writes v.
 *      msghashes: 32 bytes. The caller must have hashed the messages itself.
 * Time: variable. */
SECP256K1_API size_t koblitz_batch_ecdsa_recover(const secp256k1_context* ctx, unsigned char* verdicts,
                                                 const koblitz_output* output,
                                                 const koblitz_column* signatures,
                                                 const koblitz_column* recids,
                                                 const koblitz_column* msghashes, size_t n);

/* Calls on secret keys take ctx: not the static one. Verdicts and zeroed rows show which seckeys were
 * valid; nothing else does. */

/* Makes public keys, as secp256k1_ec_pubkey_create does.
 *
 * Returns: the number of seckeys that are 0 or >= n.
 * Out: verdicts: n bytes.
 *      output: the public keys.
 * In:  ctx: not the static one.
 *      seckeys: 32 bytes. The column has no offsets.
 * Time: constant in the seckeys. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_create(const secp256k1_context* ctx, unsigned char* verdicts,
                                                    const koblitz_output* output,
                                                    const koblitz_column* seckeys, size_t n);

/* Multiplies each public key by one seckey. The results are the points themselves, not hashed. They are
 * secret.
 *
 * Returns: the number of rows that failed: all of them when seckey32 is 0 or >= n.
 * Out: verdicts: n bytes.
 *      output: the points.
 * In:  ctx: not the static one.
 *      pubkeys: as for koblitz_batch_ecdsa_verify. An object that is not a point of the curve fails.
 *      seckey32: 32 bytes.
 * Time: constant in seckey32 and the results. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_mul(const secp256k1_context* ctx, unsigned char* verdicts,
                                                 const koblitz_output* output, const koblitz_column* pubkeys,
                                                 const unsigned char* seckey32, size_t n);

/* Whose silent payments (BIP-352) are looked for: the scan key, a secret key of 32 bytes; the spend key, and
 * those of labels (secp256k1_silentpayments_recipient_create_labeled_spend_pubkey). */
typedef struct koblitz_silentpayments_recipient {
    const unsigned char* scan_key32;
    const secp256k1_pubkey* const* spend_pubkeys;
    size_t n_spend_pubkeys;
} koblitz_silentpayments_recipient;

/* Looks for a recipient's silent payments in many transactions, each by its tweak: the input hash times
 * the sum of the input keys, which indexes serve to light clients. Row i is output number k[i] of a
 * transaction. A wallet scans with k = 0, and goes on with k + 1 where it found an output.
 *
 * Returns: the number of rows that failed: the tweak is not a point, k is above 2322, the outputs are not
 *      whole, or one of the output keys would be infinity; all of them when the scan key is 0 or >= n.
 * Out: verdicts: n bytes: whether the row could be read.
 *      keys: for each row the x-only output keys of all spend keys in their order, 32 bytes each, zeros where
 *      the verdict is 0; or NULL.
 *      matches: for each row 1 more than the index of the first spend key whose output key is among the
 *      outputs, 0 when there is none; NULL where outputs is NULL, and only there.
 * In:  ctx: not the static one.
 *      tweaks: 33 or 65 bytes, SEC 1 (no hybrid form), or 64 bytes: x then y, 32 bytes little-endian each (a
 *      secp256k1_pubkey, too). Rows of 64 bytes need a column without offsets.
 *      k: n numbers; NULL: all are 0.
 *      outputs: the transaction's x-only output keys one after another, output_size bytes each; or NULL.
 *      output_size: 8 to 32, the first bytes of each key. A match of fewer than 32 is to be checked.
 *      recipient: at least one spend key. All are set.
 * Time: constant in the scan key, the keys made, and which outputs match. */
SECP256K1_API size_t koblitz_batch_silentpayments_scan(const secp256k1_context* ctx, unsigned char* verdicts,
                                                       unsigned char* keys, uint32_t* matches,
                                                       const koblitz_column* tweaks, const uint32_t* k,
                                                       const koblitz_column* outputs, size_t output_size,
                                                       const koblitz_silentpayments_recipient* recipient,
                                                       size_t n);

#ifdef __cplusplus
}
#endif

#endif /* KOBLITZ_H */
