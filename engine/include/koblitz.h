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
 * and a verdict never depends on randomness.
 *
 * Every call takes n rows, n from 0, writes verdicts[i] = 1 or 0 for row i, and
 * returns how many are 0. A NULL column, or a size that the call does not take,
 * calls the context's illegal callback; the call then returns n, and nothing is
 * written. Memory: up to 64 KiB of stack, no heap. Outputs must not overlap
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

#ifdef __cplusplus
}
#endif

#endif /* KOBLITZ_H */
