#ifndef KOBLITZ_H
#define KOBLITZ_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What this library has beyond libsecp256k1's interface. */

/* The name of the code chosen for this process by CPUID: "portable", or the
 * instruction set of an accelerated one. The environment variable
 * KOBLITZ_BACKEND=portable forces the portable code, SHA-256 included; it is
 * read once, and ignored in a process with raised privileges. A static
 * string. */
SECP256K1_API const char* koblitz_backend_name(void);

/* The same for SHA-256: "portable", "sha_ni". */
SECP256K1_API const char* koblitz_sha256_name(void);

/* Batches: many rows by one call, each with a verdict of its own. Where the
 * processor has AVX-512 IFMA, eight rows are computed side by side, for a fifth
 * of the time and less; elsewhere a batch is as fast as its rows one by one. No
 * row's input changes what another row gets, the order of rows means nothing,
 * and but for koblitz_batch_schnorrsig_verify_all no verdict depends on
 * randomness.
 *
 * Every call takes n rows, n from 0, writes verdicts[i] = 1 or 0 for row i, and
 * returns how many are 0. A NULL column, or a size that the call does not take,
 * calls the context's illegal callback; the call then returns n, and nothing is
 * written. Memory: up to 80 KiB of stack, no heap. Outputs must not overlap
 * inputs. Time depends on inputs that are not secret keys. */

/* An input column. Row i is the size bytes at data + i * stride; or, where
 * offsets is not NULL, the bytes of data from the i-th offset up to the next
 * one: n + 1 offsets, signed integers of offset_size bytes (4 or 8), as Arrow
 * lays out binary columns. A row whose offsets decrease or are negative is
 * empty. No alignment is asked of data. */
typedef struct koblitz_column {
    const unsigned char* data;
    size_t size;
    size_t stride;
    const void* offsets;
    size_t offset_size;
} koblitz_column;

/* An output column: row i is the size bytes at data + i * stride. */
typedef struct koblitz_output {
    unsigned char* data;
    size_t size;
    size_t stride;
} koblitz_output;

/* Flags of koblitz_batch_ecdsa_verify. Without: 64 bytes, r then s, and a high
 * s is refused. */
#define KOBLITZ_BATCH_DER    1U
#define KOBLITZ_BATCH_HIGH_S 2U

/* ECDSA. A public key is 33 or 65 bytes, parsed as ec_pubkey_parse does; a column of
 * size 64 without offsets holds secp256k1_pubkey objects. Message hashes have 32
 * bytes. */
SECP256K1_API size_t koblitz_batch_ecdsa_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                                const koblitz_column* signatures,
                                                const koblitz_column* msghashes,
                                                const koblitz_column* pubkeys, size_t n, unsigned int flags);

/* BIP-340, messages of any length. A public key is 32 bytes; a column of size
 * 64 without offsets holds secp256k1_xonly_pubkey objects. */
SECP256K1_API size_t koblitz_batch_schnorrsig_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                                     const koblitz_column* signatures,
                                                     const koblitz_column* messages,
                                                     const koblitz_column* pubkeys, size_t n);

/* The same verdicts for columns whose rows are expected to be valid: one sum of
 * all rows, multiplied by integers below 2^128 that a hash of all rows gives
 * (BIP-340, batch verification), takes the place of a verification of each. An
 * invalid row passes with probability 2^-128. Where the sum is not right, the
 * rows it was of are verified one by one as well. scratch is size bytes of any
 * alignment, written to; with less than what koblitz_batch_schnorrsig_scratch
 * says for n rows there are more sums, with none (NULL and 0) the call is
 * koblitz_batch_schnorrsig_verify. */
SECP256K1_API size_t koblitz_batch_schnorrsig_scratch(const secp256k1_context* ctx, size_t n);
SECP256K1_API size_t koblitz_batch_schnorrsig_verify_all(
    const secp256k1_context* ctx, unsigned char* verdicts, const koblitz_column* signatures,
    const koblitz_column* messages, const koblitz_column* pubkeys, size_t n, void* scratch, size_t size);

/* Calls with an output column write every row of it: zeros where the verdict is
 * 0. Its size chooses the form: 33 or 65 bytes, or 64 for a secp256k1_pubkey. A
 * column of input keys is as above. */

/* The keys of 33 and 65 bytes. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_parse(const secp256k1_context* ctx, unsigned char* verdicts,
                                                   const koblitz_output* output,
                                                   const koblitz_column* pubkeys, size_t n);

/* The key plus the row's tweak (32 bytes) times the generator, as
 * ec_pubkey_tweak_add. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_tweak_add(const secp256k1_context* ctx, unsigned char* verdicts,
                                                       const koblitz_output* output,
                                                       const koblitz_column* pubkeys,
                                                       const koblitz_column* tweaks, size_t n);

/* As xonly_pubkey_tweak_add_check: 32 bytes tweaked, 1 byte parity (0 or 1),
 * an internal key of 32 bytes or an xonly object, 32 bytes tweak. */
SECP256K1_API size_t koblitz_batch_xonly_pubkey_tweak_add_check(
    const secp256k1_context* ctx, unsigned char* verdicts, const koblitz_column* tweaked,
    const koblitz_column* parities, const koblitz_column* internal, const koblitz_column* tweaks, size_t n);

/* As ecdsa_recover: 64 bytes r then s, 1 byte recovery id (0 to 3), 32 bytes
 * message hash. */
SECP256K1_API size_t koblitz_batch_ecdsa_recover(const secp256k1_context* ctx, unsigned char* verdicts,
                                                 const koblitz_output* output,
                                                 const koblitz_column* signatures,
                                                 const koblitz_column* recids,
                                                 const koblitz_column* msghashes, size_t n);

/* Secret keys: constant time in them, for a context that may sign (not
 * secp256k1_context_static).
 *
 * As ec_pubkey_create, of keys of 32 bytes each; the column has no offsets. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_create(const secp256k1_context* ctx, unsigned char* verdicts,
                                                    const koblitz_output* output,
                                                    const koblitz_column* seckeys, size_t n);

/* One secret key times each public key: the points themselves, not hashed.
 * Every row fails when the secret key is invalid. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_mul(const secp256k1_context* ctx, unsigned char* verdicts,
                                                 const koblitz_output* output, const koblitz_column* pubkeys,
                                                 const unsigned char* seckey32, size_t n);

#ifdef __cplusplus
}
#endif

#endif /* KOBLITZ_H */
