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
 * read once, and ignored in a process with raised privileges. The lanes that run
 * beside it (below) are not named. A static string. */
SECP256K1_API const char* koblitz_backend_name(void);

/* The same for SHA-256: "portable", "sha_ni". */
SECP256K1_API const char* koblitz_sha256_name(void);

/* Batches: many rows by one call, each with a verdict of its own. Where the
 * processor has AVX-512 IFMA, eight rows are computed side by side, in a half
 * to a fifth of the time of this library's single calls; where it has AVX2 and
 * FMA alone, eight public rows are, in six sevenths to a half; elsewhere
 * public rows take what they take one by one, and rows on secrets share
 * inversions. Public rows made up so that points meet take a single call
 * besides their share of the lanes. No row's input changes what another row gets, the order of rows
 * means nothing, and but for koblitz_batch_schnorrsig_verify_all no verdict
 * depends on randomness.
 *
 * Lanes take rows in eights, and what is left over where lanes gain: with AVX-512
 * IFMA from 3 rows on (4 for tweaks and ec_pubkey_create), with AVX2 and FMA from
 * 7. Fewer take what they take one by one.
 *
 * Every call takes n rows, n from 0, writes verdicts[i] = 1 or 0 for row i, one
 * byte each, and returns how many are 0.
 *
 * What is wrong with a row makes its verdict 0 and calls nothing: a length that
 * the call does not take, what does not parse, a number out of its range, a
 * point that is not on the curve, an object that is not set, a signature that is
 * not right. What is wrong with the call is an illegal argument: a NULL pointer
 * but where it is allowed, a column whose size or offset_size the call does not
 * take, an unknown flag, a context that may not sign where one must. Then the
 * context's illegal callback is called and, if it returns, the call returns n
 * (where n is 0, only the callback tells); nothing is written.
 *
 * ctx is not NULL. Any context will do, secp256k1_context_static too, but for
 * the two calls on secret keys; its illegal callback is the default one, which
 * aborts. Its SHA-256 function is used where messages are hashed. It may be used
 * by several threads at a time.
 *
 * Numbers are big-endian everywhere. Objects of libsecp256k1 are as its calls
 * leave them. Memory: up to 80 KiB of stack, no heap. Outputs (verdicts, output
 * columns, scratch) must not overlap inputs or one another: that is not looked
 * for, and what a call in place writes is undefined. Time depends on n, on
 * sizes, on the processor, and on every input but secret keys. */

/* An input column. Row i is the size bytes at data + i * stride; or, where
 * offsets is not NULL, the bytes of data from the i-th offset up to the next
 * one: n + 1 offsets, signed integers of offset_size bytes (4 or 8) in the
 * machine's byte order, as Arrow lays out binary columns; size and stride mean
 * nothing then. A row whose offsets decrease or are negative is empty. A stride
 * may be anything: 0, the same bytes for every row; less than size, for rows that
 * overlap; a negative one converted to size_t, for rows that go back from data.
 * Columns may share memory. data may be NULL if every row is empty, as Arrow's
 * may. No alignment is asked of data or of offsets. */
typedef struct koblitz_column {
    const unsigned char* data;
    size_t size;
    size_t stride;
    const void* offsets;
    size_t offset_size;
} koblitz_column;

/* An output column: row i is the size bytes at data + i * stride, which may go back
 * as in a koblitz_column. Where it steps by less than size, which is not refused,
 * rows overlap, and what they hold is undefined. */
typedef struct koblitz_output {
    unsigned char* data;
    size_t size;
    size_t stride;
} koblitz_output;

/* Flags of koblitz_batch_ecdsa_verify. DER: signatures are DER, parsed as
 * ecdsa_signature_parse_der does; without, 64 bytes, r then s. HIGH_S: a high s
 * is taken for its negative (ecdsa_signature_normalize); without, it is refused.
 * Any other bit is an illegal argument. */
#define KOBLITZ_BATCH_DER    1U
#define KOBLITZ_BATCH_HIGH_S 2U

/* ECDSA.
 *
 * signatures: as flags say, a combination of KOBLITZ_BATCH_... or 0.
 * msghashes: 32 bytes, which the caller has hashed.
 * pubkeys: 33 or 65 bytes, parsed as ec_pubkey_parse does; a column of size 64
 *   without offsets holds secp256k1_pubkey objects. */
SECP256K1_API size_t koblitz_batch_ecdsa_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                                const koblitz_column* signatures,
                                                const koblitz_column* msghashes,
                                                const koblitz_column* pubkeys, size_t n, unsigned int flags);

/* BIP-340.
 *
 * signatures: 64 bytes, the x of R then s.
 * messages: of any length, empty ones too, and not hashed before.
 * pubkeys: 32 bytes, parsed as xonly_pubkey_parse does; a column of size 64
 *   without offsets holds secp256k1_xonly_pubkey objects. */
SECP256K1_API size_t koblitz_batch_schnorrsig_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                                     const koblitz_column* signatures,
                                                     const koblitz_column* messages,
                                                     const koblitz_column* pubkeys, size_t n);

/* The same verdicts for columns whose rows are expected to be valid: one sum of
 * all rows, multiplied by integers below 2^128 that a hash of all rows gives
 * (BIP-340, batch verification), takes the place of a verification of each. An
 * invalid row passes with probability 2^-128. Where the sum is not right, the
 * rows it was of, up to 16,384, are verified as by koblitz_batch_schnorrsig_verify
 * as well, to which one invalid row adds what the sum took: as much again for the
 * fewest rows, 0.6 to 0.7 of it for 1,024, half of it for 16,384. Sums are of 192
 * rows and more with AVX-512 IFMA, of 48 with AVX2 and FMA, of 32 elsewhere;
 * fewer are verified as by koblitz_batch_schnorrsig_verify.
 *
 * scratch: size bytes of any alignment, written to; with less than what
 *   koblitz_batch_schnorrsig_scratch says for n rows there are more sums, with
 *   none (NULL and 0) the call is koblitz_batch_schnorrsig_verify.
 *
 * koblitz_batch_schnorrsig_scratch: the bytes with which n rows take the fewest
 *   sums on this processor, 355 to 540 a row, fewer above 16,384, and at most
 *   6 MB; 0 where they are too few for a sum. ctx is not looked at. */
SECP256K1_API size_t koblitz_batch_schnorrsig_scratch(const secp256k1_context* ctx, size_t n);
SECP256K1_API size_t koblitz_batch_schnorrsig_verify_all(
    const secp256k1_context* ctx, unsigned char* verdicts, const koblitz_column* signatures,
    const koblitz_column* messages, const koblitz_column* pubkeys, size_t n, void* scratch, size_t size);

/* Calls with an output column write every row of it: zeros where the verdict is
 * 0. Its size chooses the form: 33 bytes (compressed), 65 (uncompressed), or 64
 * for a secp256k1_pubkey. */

/* pubkeys: 33 or 65 bytes. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_parse(const secp256k1_context* ctx, unsigned char* verdicts,
                                                   const koblitz_output* output,
                                                   const koblitz_column* pubkeys, size_t n);

/* The key plus tweak times the generator, as ec_pubkey_tweak_add: a sum at
 * infinity fails.
 *
 * pubkeys: as those of koblitz_batch_ecdsa_verify.
 * tweaks: 32 bytes, a number below the group's order, 0 too. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_tweak_add(const secp256k1_context* ctx, unsigned char* verdicts,
                                                       const koblitz_output* output,
                                                       const koblitz_column* pubkeys,
                                                       const koblitz_column* tweaks, size_t n);

/* As xonly_pubkey_tweak_add_check (BIP-341).
 *
 * tweaked: 32 bytes, the x of the sum.
 * parities: 1 byte, 0 or 1, that of its y; NULL where either will do.
 * internal: as pubkeys of koblitz_batch_schnorrsig_verify.
 * tweaks: 32 bytes, a number below the group's order. */
SECP256K1_API size_t koblitz_batch_xonly_pubkey_tweak_add_check(
    const secp256k1_context* ctx, unsigned char* verdicts, const koblitz_column* tweaked,
    const koblitz_column* parities, const koblitz_column* internal, const koblitz_column* tweaks, size_t n);

/* The key that signed, as ecdsa_recover; a high s is taken as it is.
 *
 * signatures: 64 bytes, r then s.
 * recids: 1 byte, the recovery id, 0 to 3, or 27 more, as Ethereum writes it; so a
 *   column of r, s, v is read where it lies.
 * msghashes: 32 bytes. */
SECP256K1_API size_t koblitz_batch_ecdsa_recover(const secp256k1_context* ctx, unsigned char* verdicts,
                                                 const koblitz_output* output,
                                                 const koblitz_column* signatures,
                                                 const koblitz_column* recids,
                                                 const koblitz_column* msghashes, size_t n);

/* Secret keys: for a context that may sign, not secp256k1_context_static or a
 * copy of it. Constant time in the secret keys and in the points they give;
 * which keys were valid shows in verdicts and zeros alone. */

/* As ec_pubkey_create, blinded by the context.
 *
 * seckeys: 32 bytes, a number from 1 to the group's order less 1; the column has
 *   no offsets. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_create(const secp256k1_context* ctx, unsigned char* verdicts,
                                                    const koblitz_output* output,
                                                    const koblitz_column* seckeys, size_t n);

/* One secret key times each public key: the points themselves, not hashed. Time
 * depends on the public keys. Every row fails when the secret key is invalid.
 *
 * pubkeys: as those of koblitz_batch_ecdsa_verify.
 * seckey32: 32 bytes, a number from 1 to the group's order less 1. */
SECP256K1_API size_t koblitz_batch_ec_pubkey_mul(const secp256k1_context* ctx, unsigned char* verdicts,
                                                 const koblitz_output* output, const koblitz_column* pubkeys,
                                                 const unsigned char* seckey32, size_t n);

#ifdef __cplusplus
}
#endif

#endif /* KOBLITZ_H */
