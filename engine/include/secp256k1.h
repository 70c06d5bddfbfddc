#ifndef SECP256K1_H
#define SECP256K1_H

/* Core interface: contexts, keys, ECDSA, tweaks, tagged hashes.
 * n is the group's order, p the field's prime, G the generator (SEC 2, 2.4.1).
 *
 * The comment of a call says, in this order: what it does, its result, its arguments (Out: written;
 * In: read; In/Out: both), and what its time depends on. The following holds for every header:
 *
 * - Numbers in byte strings are big-endian. Byte strings need no alignment.
 * - Opaque objects have no portable layout. The serialize calls turn them into bytes. An object of
 *   zero bytes is not set. To pass one is an illegal argument unless a comment says otherwise.
 * - Pointers must not be NULL unless a comment allows it. A NULL pointer is an illegal argument,
 *   except that ctx is not checked.
 * - Illegal argument: the illegal-argument callback of ctx is called. The default one prints to
 *   stderr and aborts. If the callback returns, the call returns 0 or NULL, and its outputs are
 *   unspecified.
 * - Outputs must not overlap each other or inputs unless a comment allows it: a call may write an
 *   output before it has read its inputs. Inputs may overlap.
 * - ctx is any context, secp256k1_context_static too, unless a comment says "not the static one".
 *   Then secp256k1_context_static and copies of it are illegal arguments.
 * - Any number of threads may use one const context at the same time. A call that takes a context
 *   without const must be the only one that uses it.
 * - Time: "constant in X" means that the value of X changes neither the run time nor the addresses
 *   that are accessed. Time may depend on all other arguments, on lengths, and on which pointers are
 *   NULL. "Variable" means that it may depend on every argument.
 * - A call needs at most 12 KiB of stack in an optimized build, besides what callbacks and the
 *   allocator need, unless its header says otherwise. */

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>
#include <stdint.h>

/* Holds the callbacks, the blinding of multiplications by secrets, and the SHA-256 compression
 * function. No call keeps keys or results in it. */
typedef struct secp256k1_context_struct secp256k1_context;

/* A parsed public key: a point of the curve, never infinity. */
typedef struct secp256k1_pubkey {
    unsigned char data[64];
} secp256k1_pubkey;

/* A parsed ECDSA signature (r, s), both below n. s may be high (above n / 2). Zero bytes are
 * r = s = 0, which no call refuses as an argument and which never verifies. */
typedef struct secp256k1_ecdsa_signature {
    unsigned char data[64];
} secp256k1_ecdsa_signature;

/* Derives an ECDSA nonce. The nonces of two messages must differ, and nobody may learn or predict
 * one: otherwise signatures reveal the seckey.
 *
 * Returns: 1, or 0 to make signing fail.
 * Out: nonce32: 32 bytes. A nonce that is 0, n or more, or that gives r = 0 or s = 0 is not used;
 *      the function is called again. It must answer each attempt by another nonce.
 * In:  msg32: the 32-byte msghash.
 *      key32: the 32-byte seckey; an invalid one too, but then signing fails afterwards.
 *      algo16: NULL when called by this library, else 16 bytes.
 *      data: the caller's ndata.
 *      attempt: 0, then 1, 2, ... until a nonce is used.
 * Time: must be constant in key32. */
typedef int (*secp256k1_nonce_function)(unsigned char* nonce32, const unsigned char* msg32,
                                        const unsigned char* key32, const unsigned char* algo16, void* data,
                                        unsigned int attempt);

/* Adds blocks of a message to a SHA-256 state (FIPS 180-4, 6.2.2).
 *
 * In/Out: state: eight words in the machine's byte order.
 * In:  blocks64: n_blocks * 64 bytes, of any alignment.
 *      n_blocks: 1 or more.
 * Time: must be constant in state and in blocks64. */
typedef void (*secp256k1_sha256_compression_function)(uint32_t* state, const unsigned char* blocks64,
                                                      size_t n_blocks);

#ifndef SECP256K1_BUILD
#define SECP256K1_NO_BUILD
#endif

/* SECP256K1_STATIC: defined by clients of the static library on Windows.
 * SECP256K1_NO_API_VISIBILITY_ATTRIBUTES: defined to leave out visibility attributes.
 * SECP256K1_BUILD: defined while the library itself is built. */
#if !defined(SECP256K1_API)
#if defined(_WIN32) || defined(__CYGWIN__)
#if defined(SECP256K1_BUILD) && defined(DLL_EXPORT)
#define SECP256K1_API extern __declspec(dllexport)
#elif !defined(SECP256K1_BUILD) && !defined(SECP256K1_STATIC)
#define SECP256K1_API extern __declspec(dllimport)
#endif
#endif
#if !defined(SECP256K1_API)
#if defined(__GNUC__) && (__GNUC__ >= 4) && defined(SECP256K1_BUILD) && \
    !defined(SECP256K1_NO_API_VISIBILITY_ATTRIBUTES)
#define SECP256K1_API extern __attribute__((visibility("default")))
#else
#define SECP256K1_API extern
#endif
#endif
#endif

#if defined(__GNUC__)
#define SECP256K1_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#else
#define SECP256K1_WARN_UNUSED_RESULT
#endif

/* Empty while the library itself is built, because the library checks its arguments for NULL. */
#if !defined(SECP256K1_BUILD) && defined(__GNUC__)
#define SECP256K1_ARG_NONNULL(_x) __attribute__((__nonnull__(_x)))
#else
#define SECP256K1_ARG_NONNULL(_x)
#endif

#if !defined(SECP256K1_BUILD) && defined(__has_attribute)
#if __has_attribute(__deprecated__)
#define SECP256K1_DEPRECATED(_msg) __attribute__((__deprecated__(_msg)))
#else
#define SECP256K1_DEPRECATED(_msg)
#endif
#else
#define SECP256K1_DEPRECATED(_msg)
#endif

/* The low byte of flags is their type, the next byte holds options. */
#define SECP256K1_FLAGS_TYPE_MASK              ((1 << 8) - 1)
#define SECP256K1_FLAGS_TYPE_CONTEXT           (1 << 0)
#define SECP256K1_FLAGS_TYPE_COMPRESSION       (1 << 1)
#define SECP256K1_FLAGS_BIT_CONTEXT_VERIFY     (1 << 8)
#define SECP256K1_FLAGS_BIT_CONTEXT_SIGN       (1 << 9)
#define SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY (1 << 10)
#define SECP256K1_FLAGS_BIT_COMPRESSION        (1 << 8)

/* Flags of secp256k1_context_create and of the preallocated calls. */
#define SECP256K1_CONTEXT_NONE (SECP256K1_FLAGS_TYPE_CONTEXT)

/* Accepted for older clients. They make the same context as SECP256K1_CONTEXT_NONE. */
#define SECP256K1_CONTEXT_VERIFY (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_VERIFY)
#define SECP256K1_CONTEXT_SIGN   (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_SIGN)

/* For tests of constant time. An illegal argument in ordinary builds. */
#define SECP256K1_CONTEXT_DECLASSIFY (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY)

/* Flags of secp256k1_ec_pubkey_serialize. */
#define SECP256K1_EC_COMPRESSED   (SECP256K1_FLAGS_TYPE_COMPRESSION | SECP256K1_FLAGS_BIT_COMPRESSION)
#define SECP256K1_EC_UNCOMPRESSED (SECP256K1_FLAGS_TYPE_COMPRESSION)

/* First byte of an encoded public key: SEC 1, 2.3.3; for the hybrid form X9.62. */
#define SECP256K1_TAG_PUBKEY_EVEN         0x02
#define SECP256K1_TAG_PUBKEY_ODD          0x03
#define SECP256K1_TAG_PUBKEY_UNCOMPRESSED 0x04
#define SECP256K1_TAG_PUBKEY_HYBRID_EVEN  0x06
#define SECP256K1_TAG_PUBKEY_HYBRID_ODD   0x07

/* The static context. It has no blinding, the default callbacks and the built-in SHA-256. Calls that
 * multiply G by a secret (to sign, to make keys) and calls that change a context treat it as an
 * illegal argument. */
SECP256K1_API const secp256k1_context* const secp256k1_context_static;

/* Checks the built-in SHA-256 against a known answer. Calls the default error callback if the answer
 * is another one. The calls that create a context do this too. */
SECP256K1_API void secp256k1_selftest(void);

/* Makes a context on the heap. secp256k1_context_randomize should follow before the context is used
 * with secrets.
 *
 * Returns: the context, which secp256k1_context_destroy frees. NULL, after the default
 *      illegal-argument callback, when flags are illegal; NULL, after the default error callback,
 *      when there is no memory.
 * In:  flags: SECP256K1_CONTEXT_NONE.
 * Time: variable. */
SECP256K1_API secp256k1_context* secp256k1_context_create(unsigned int flags) SECP256K1_WARN_UNUSED_RESULT;

/* Copies a context to the heap, with its callbacks, blinding and SHA-256 function.
 *
 * Returns: the copy, which secp256k1_context_destroy frees. NULL, after the error callback of ctx and
 *      its illegal-argument callback, when there is no memory.
 * In:  ctx: not the static one.
 * Time: constant in the blinding. */
SECP256K1_API secp256k1_context* secp256k1_context_clone(const secp256k1_context* ctx)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* Wipes and frees a context of secp256k1_context_create or secp256k1_context_clone.
 *
 * In/Out: ctx: not the static one, nor one in memory of the caller (secp256k1_preallocated.h). NULL
 *      does nothing, but a compiler may warn of it.
 * Time: constant in the blinding. */
SECP256K1_API void secp256k1_context_destroy(secp256k1_context* ctx) SECP256K1_ARG_NONNULL(1);

/* Sets the function that is called on an illegal argument.
 *
 * In/Out: ctx: not secp256k1_context_static; a copy of it will do.
 * In:  fun: NULL for the default. message is an English text for developers.
 *      data: passed to fun; may be NULL.
 * Time: variable. */
SECP256K1_API void secp256k1_context_set_illegal_callback(secp256k1_context* ctx,
                                                          void (*fun)(const char* message, void* data),
                                                          const void* data) SECP256K1_ARG_NONNULL(1);

/* Sets the function that is called when there is no memory, by secp256k1_context_clone and
 * secp256k1_batch_create. The default one prints to stderr and aborts.
 *
 * In/Out: ctx: not secp256k1_context_static; a copy of it will do.
 * In:  fun: NULL for the default. message is an English text for developers.
 *      data: passed to fun; may be NULL.
 * Time: variable. */
SECP256K1_API void secp256k1_context_set_error_callback(secp256k1_context* ctx,
                                                        void (*fun)(const char* message, void* data),
                                                        const void* data) SECP256K1_ARG_NONNULL(1);

/* Replaces the SHA-256 compression function of this context. Calls with this context then hash by it.
 * The functions that exported constants point to (secp256k1_nonce_function_rfc6979 and the like) hash
 * by the built-in one when the caller calls them.
 *
 * In/Out: ctx: not the static one.
 * In:  fn_compression: NULL for the built-in function. Another is compared with the portable one
 *      first, on 1 to 9 blocks at 64 alignments. One that differs is an illegal argument and is not
 *      set.
 * Time: variable. */
SECP256K1_API void secp256k1_context_set_sha256_compression(
    secp256k1_context* ctx, secp256k1_sha256_compression_function fn_compression) SECP256K1_ARG_NONNULL(1);

/* Parses a public key (SEC 1, 2.3.4; for the hybrid form X9.62).
 *
 * Returns: 1; 0 for another length or tag, a coordinate >= p, a point that is not on the curve, or a
 *      hybrid tag that contradicts the parity of y.
 * Out: pubkey: zeroed on failure.
 * In:  input: 33 bytes (tag 02 or 03, then x) or 65 bytes (tag 04, 06 or 07, then x and y).
 *      inputlen: the length of input.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ec_pubkey_parse(const secp256k1_context* ctx, secp256k1_pubkey* pubkey, const unsigned char* input,
                          size_t inputlen) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* Writes a public key (SEC 1, 2.3.3).
 *
 * Returns: 1.
 * Out: output: 33 bytes when compressed, 65 when not. The rest of its *outputlen bytes is zeroed.
 * In/Out: outputlen: the size of output, then the length of the encoding. A size below that length is
 *      an illegal argument.
 * In:  pubkey.
 *      flags: SECP256K1_EC_COMPRESSED or SECP256K1_EC_UNCOMPRESSED.
 * Time: variable. */
SECP256K1_API int secp256k1_ec_pubkey_serialize(const secp256k1_context* ctx, unsigned char* output,
                                                size_t* outputlen, const secp256k1_pubkey* pubkey,
                                                unsigned int flags) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Compares two public keys by their compressed encodings, byte by byte.
 *
 * Returns: a negative number when pubkey1 comes first, 0 when they are equal, else a positive one.
 * In:  pubkey1, pubkey2: one that is NULL or not set counts as 33 zero bytes, after the callback.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_cmp(const secp256k1_context* ctx,
                                                                       const secp256k1_pubkey* pubkey1,
                                                                       const secp256k1_pubkey* pubkey2)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Sorts public keys in ascending order of secp256k1_ec_pubkey_cmp, in place, by O(n log n)
 * comparisons. The order of pointers to equal keys is unspecified.
 *
 * Returns: 1.
 * In/Out: pubkeys: n_pubkeys pointers, which are reordered. The keys stay where they are. A key that
 *      is not set comes first, after the callback.
 * In:  n_pubkeys: 0 or more.
 * Time: variable. */
SECP256K1_API int secp256k1_ec_pubkey_sort(const secp256k1_context* ctx, const secp256k1_pubkey** pubkeys,
                                           size_t n_pubkeys) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2);

/* Parses a compact ECDSA signature. r = 0 and s = 0 parse, but never verify.
 *
 * Returns: 1; 0 when r or s is n or more.
 * Out: sig: zeroed on failure.
 * In:  input64: 64 bytes, r then s.
 * Time: variable. */
SECP256K1_API int secp256k1_ecdsa_signature_parse_compact(const secp256k1_context* ctx,
                                                          secp256k1_ecdsa_signature* sig,
                                                          const unsigned char* input64)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Parses a DER signature (X.690; SEC 1, C.5). An integer that is negative, or n or more, parses as 0,
 * which never verifies.
 *
 * Returns: 1; 0 on any deviation from DER, also when bytes follow.
 * Out: sig: zeroed on failure.
 * In:  input: inputlen bytes.
 * Time: variable. */
SECP256K1_API int secp256k1_ecdsa_signature_parse_der(const secp256k1_context* ctx,
                                                      secp256k1_ecdsa_signature* sig,
                                                      const unsigned char* input, size_t inputlen)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes a signature as DER, at most 72 bytes.
 *
 * Returns: 1; 0 when output is too small.
 * Out: output: untouched on failure.
 * In/Out: outputlen: the size of output, then the length of the encoding, on failure too.
 * In:  sig.
 * Time: variable. */
SECP256K1_API int secp256k1_ecdsa_signature_serialize_der(const secp256k1_context* ctx, unsigned char* output,
                                                          size_t* outputlen,
                                                          const secp256k1_ecdsa_signature* sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Writes a compact signature.
 *
 * Returns: 1.
 * Out: output64: 64 bytes, r then s.
 * In:  sig.
 * Time: variable. */
SECP256K1_API int secp256k1_ecdsa_signature_serialize_compact(const secp256k1_context* ctx,
                                                              unsigned char* output64,
                                                              const secp256k1_ecdsa_signature* sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Verifies an ECDSA signature (SEC 1, 4.1.4) with low s. Where a protocol permits high s,
 * secp256k1_ecdsa_signature_normalize goes first. The caller must have hashed the message itself: for
 * a hash that others chose, a signature proves nothing.
 *
 * Returns: 1 when valid; 0 when not, also for r = 0, s = 0 and high s.
 * In:  sig.
 *      msghash32: 32 bytes, taken modulo n.
 *      pubkey.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ecdsa_verify(const secp256k1_context* ctx, const secp256k1_ecdsa_signature* sig,
                       const unsigned char* msghash32, const secp256k1_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Makes s low: replaces a high s (above n / 2) by n - s.
 *
 * Returns: 1 when sigin had a high s, else 0.
 * Out: sigout: may be sigin; NULL when only the result is wanted.
 * In:  sigin.
 * Time: variable. */
SECP256K1_API int secp256k1_ecdsa_signature_normalize(const secp256k1_context* ctx,
                                                      secp256k1_ecdsa_signature* sigout,
                                                      const secp256k1_ecdsa_signature* sigin)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3);

/* The nonce of RFC 6979 (3.2) by HMAC-SHA256. Always returns 1.
 *
 * In:  msg32: reduced modulo n.
 *      algo16: NULL, or 16 bytes that follow data.
 *      data: NULL, or 32 bytes of additional data (RFC 6979, 3.6).
 *      attempt: how many nonces are passed over.
 * Time: constant in msg32, key32, algo16 and data. */
SECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_rfc6979;

/* What noncefp NULL means: secp256k1_nonce_function_rfc6979. */
SECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_default;

/* Signs (SEC 1, 4.1.3). s is low.
 *
 * Returns: 1; 0 when seckey is 0 or >= n, or the nonce function returns 0.
 * Out: sig: zeroed on failure.
 * In:  ctx: not the static one.
 *      msghash32: 32 bytes, taken modulo n.
 *      seckey: 32 bytes.
 *      noncefp: NULL for secp256k1_nonce_function_default, which then hashes by the context's SHA-256.
 *      ndata: passed to noncefp. For the default: NULL, or 32 bytes of additional data.
 * Time: constant in seckey, msghash32, the nonce, and ndata of the default. That a nonce was not used
 *      shows; RFC 6979 gives such a nonce with probability 2^-127. */
SECP256K1_API int secp256k1_ecdsa_sign(const secp256k1_context* ctx, secp256k1_ecdsa_signature* sig,
                                       const unsigned char* msghash32, const unsigned char* seckey,
                                       secp256k1_nonce_function noncefp, const void* ndata)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Tells whether a seckey is valid.
 *
 * Returns: 1 when it is in [1, n - 1], else 0.
 * In:  seckey: 32 bytes.
 * Time: constant in seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_verify(const secp256k1_context* ctx,
                                                                          const unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* Makes the public key seckey * G.
 *
 * Returns: 1; 0 when seckey is 0 or >= n.
 * Out: pubkey: zeroed on failure.
 * In:  ctx: not the static one.
 *      seckey: 32 bytes.
 * Time: constant in seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_create(const secp256k1_context* ctx,
                                                                          secp256k1_pubkey* pubkey,
                                                                          const unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Replaces seckey by n - seckey.
 *
 * Returns: 1; 0 when seckey is 0 or >= n.
 * In/Out: seckey: 32 bytes, zeroed on failure.
 * Time: constant in seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_negate(const secp256k1_context* ctx,
                                                                          unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* Replaces pubkey by its negative (x, p - y).
 *
 * Returns: 1.
 * In/Out: pubkey.
 * Time: variable. */
SECP256K1_API int secp256k1_ec_pubkey_negate(const secp256k1_context* ctx, secp256k1_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* Replaces seckey by seckey + tweak modulo n.
 *
 * Returns: 1; 0 when seckey is 0 or >= n, tweak32 is >= n, or the sum is 0.
 * In/Out: seckey: 32 bytes, zeroed on failure.
 * In:  tweak32: 32 bytes; may be 0.
 * Time: constant in seckey and tweak32. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_tweak_add(const secp256k1_context* ctx,
                                                                             unsigned char* seckey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Replaces pubkey by pubkey + tweak * G.
 *
 * Returns: 1; 0 when tweak32 is >= n, or the sum is infinity.
 * In/Out: pubkey: zeroed on failure.
 * In:  tweak32: 32 bytes; may be 0.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_tweak_add(const secp256k1_context* ctx,
                                                                             secp256k1_pubkey* pubkey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Replaces seckey by seckey * tweak modulo n.
 *
 * Returns: 1; 0 when seckey or tweak32 is 0 or >= n.
 * In/Out: seckey: 32 bytes, zeroed on failure.
 * In:  tweak32: 32 bytes.
 * Time: constant in seckey and tweak32. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_tweak_mul(const secp256k1_context* ctx,
                                                                             unsigned char* seckey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Replaces pubkey by tweak * pubkey.
 *
 * Returns: 1; 0 when tweak32 is 0 or >= n.
 * In/Out: pubkey: zeroed on failure.
 * In:  tweak32: 32 bytes.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_tweak_mul(const secp256k1_context* ctx,
                                                                             secp256k1_pubkey* pubkey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Blinds the multiplications of G by secrets that follow. No result changes. The new blinding depends
 * on the old one too, so a weak seed takes nothing away.
 *
 * Returns: 1.
 * In/Out: ctx: not the static one.
 * In:  seed32: 32 random bytes, or NULL for the blinding of a new context.
 * Time: constant in seed32 and in the blinding. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_context_randomize(secp256k1_context* ctx,
                                                                           const unsigned char* seed32)
    SECP256K1_ARG_NONNULL(1);

/* Adds public keys.
 *
 * Returns: 1; 0 when the sum is infinity.
 * Out: out: zeroed on failure.
 * In:  ins: n pointers.
 *      n: 1 or more.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ec_pubkey_combine(const secp256k1_context* ctx, secp256k1_pubkey* out,
                            const secp256k1_pubkey* const* ins, size_t n) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The tagged hash of BIP-340: SHA256(SHA256(tag) || SHA256(tag) || msg).
 *
 * Returns: 1.
 * Out: hash32: 32 bytes.
 * In:  tag: taglen bytes; not NULL, even when taglen is 0.
 *      msg: msglen bytes; not NULL, even when msglen is 0.
 * Time: constant in the bytes of tag and msg. */
SECP256K1_API int secp256k1_tagged_sha256(const secp256k1_context* ctx, unsigned char* hash32,
                                          const unsigned char* tag, size_t taglen, const unsigned char* msg,
                                          size_t msglen) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5);

/* What libsecp256k1 removed in 0.7 and 0.8. A library that was built with the option
 * KOBLITZ_REMOVED_FUNCTIONS exports it, and its installed headers define the macro. */
#ifdef KOBLITZ_REMOVED_FUNCTIONS
/* Equals secp256k1_context_static. */
SECP256K1_API const secp256k1_context* const secp256k1_context_no_precomp;

/* The same as secp256k1_ec_seckey_negate, secp256k1_ec_seckey_tweak_add and
 * secp256k1_ec_seckey_tweak_mul. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_privkey_negate(const secp256k1_context* ctx,
                                                                           unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_privkey_tweak_add(const secp256k1_context* ctx,
                                                                              unsigned char* seckey,
                                                                              const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_privkey_tweak_mul(const secp256k1_context* ctx,
                                                                              unsigned char* seckey,
                                                                              const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);
#endif

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_H */
