#ifndef SECP256K1_H
#define SECP256K1_H

/* Core interface: contexts, keys, ECDSA, tweaks, tagged hashes.
 *
 * Conventions of every header:
 * - Byte strings are big-endian unless stated otherwise; opaque objects have
 *   no portable layout and are turned into bytes by the serialize functions.
 * - Functions return 1 on success and 0 on failure unless stated otherwise.
 * - "Illegal argument" means that the context's illegal-argument callback is
 *   called (by default it prints to stderr and aborts). If the callback
 *   returns, the function returns 0 and its outputs are unspecified.
 * - "Constant time" names the arguments whose values do not influence run
 *   time or memory addresses. All other arguments may.
 * - A const context may be used by any number of threads at the same time.
 */

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>
#include <stdint.h>

/* Holds the callbacks, the blinding of secret multiplications and the SHA-256
 * compression function. No function keeps keys or results in it. */
typedef struct secp256k1_context_struct secp256k1_context;

/* A parsed, valid public key; all-zero bytes are an invalid one. */
typedef struct secp256k1_pubkey {
    unsigned char data[64];
} secp256k1_pubkey;

/* A parsed ECDSA signature (r, s); not necessarily low-s. */
typedef struct secp256k1_ecdsa_signature {
    unsigned char data[64];
} secp256k1_ecdsa_signature;

/* Derives an ECDSA nonce. Writes 32 bytes to nonce32 and returns 1, or returns
 * 0 to make signing fail. algo16 is NULL when called by this library; data is
 * the caller's ndata. attempt counts up from 0 until a nonce is usable. The
 * function must be deterministic in its arguments or draw fresh randomness,
 * and must be constant time in key32. */
typedef int (*secp256k1_nonce_function)(unsigned char* nonce32, const unsigned char* msg32,
                                        const unsigned char* key32, const unsigned char* algo16, void* data,
                                        unsigned int attempt);

/* Absorbs n_blocks blocks of 64 bytes into a SHA-256 state of eight words in
 * native byte order. blocks64 has no alignment. Must be constant time. */
typedef void (*secp256k1_sha256_compression_function)(uint32_t* state, const unsigned char* blocks64,
                                                      size_t n_blocks);

#ifndef SECP256K1_BUILD
#define SECP256K1_NO_BUILD
#endif

/* SECP256K1_STATIC: the client links the static library on Windows.
 * SECP256K1_NO_API_VISIBILITY_ATTRIBUTES: no visibility attribute. */
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

/* Not given while the library itself is built: it checks its arguments. */
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

/* The low byte of a flags argument is its type, the next one holds options. */
#define SECP256K1_FLAGS_TYPE_MASK              ((1 << 8) - 1)
#define SECP256K1_FLAGS_TYPE_CONTEXT           (1 << 0)
#define SECP256K1_FLAGS_TYPE_COMPRESSION       (1 << 1)
#define SECP256K1_FLAGS_BIT_CONTEXT_VERIFY     (1 << 8)
#define SECP256K1_FLAGS_BIT_CONTEXT_SIGN       (1 << 9)
#define SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY (1 << 10)
#define SECP256K1_FLAGS_BIT_COMPRESSION        (1 << 8)

/* Flags of secp256k1_context_create and the preallocated variants. */
#define SECP256K1_CONTEXT_NONE (SECP256K1_FLAGS_TYPE_CONTEXT)

/* Accepted for older clients; the same as SECP256K1_CONTEXT_NONE. */
#define SECP256K1_CONTEXT_VERIFY (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_VERIFY)
#define SECP256K1_CONTEXT_SIGN   (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_SIGN)

/* For constant-time tests only; an illegal argument in ordinary builds. */
#define SECP256K1_CONTEXT_DECLASSIFY (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY)

/* Flags of secp256k1_ec_pubkey_serialize. */
#define SECP256K1_EC_COMPRESSED   (SECP256K1_FLAGS_TYPE_COMPRESSION | SECP256K1_FLAGS_BIT_COMPRESSION)
#define SECP256K1_EC_UNCOMPRESSED (SECP256K1_FLAGS_TYPE_COMPRESSION)

/* First byte of an encoded public key (SEC 1, 2.3.3; X9.62 for hybrid). */
#define SECP256K1_TAG_PUBKEY_EVEN         0x02
#define SECP256K1_TAG_PUBKEY_ODD          0x03
#define SECP256K1_TAG_PUBKEY_UNCOMPRESSED 0x04
#define SECP256K1_TAG_PUBKEY_HYBRID_EVEN  0x06
#define SECP256K1_TAG_PUBKEY_HYBRID_ODD   0x07

/* A context without blinding that every program has. Functions that multiply
 * G by a secret (signing, key creation) and functions that change a context
 * treat it as an illegal argument. Its callbacks are the default ones. */
SECP256K1_API const secp256k1_context* const secp256k1_context_static;

/* Checks the built-in SHA-256 against a known answer; on a mismatch the
 * default error callback is called. Done by context creation as well. */
SECP256K1_API void secp256k1_selftest(void);

/* Allocates a context. Returns NULL when flags are illegal or memory is
 * exhausted and the default callback of that returns. Randomize it before
 * signing. */
SECP256K1_API secp256k1_context* secp256k1_context_create(unsigned int flags) SECP256K1_WARN_UNUSED_RESULT;

/* Copies a context, blinding and callbacks included, into memory of its own.
 * secp256k1_context_static cannot be cloned. Returns NULL when memory is
 * exhausted and the context's error callback returns. */
SECP256K1_API secp256k1_context* secp256k1_context_clone(const secp256k1_context* ctx)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* Wipes and frees a context from create or clone. NULL does nothing, but a
 * compiler may warn of it. */
SECP256K1_API void secp256k1_context_destroy(secp256k1_context* ctx) SECP256K1_ARG_NONNULL(1);

/* Sets the function called on an illegal argument, NULL for the default. The
 * message is an English description for developers; data is passed through. */
SECP256K1_API void secp256k1_context_set_illegal_callback(secp256k1_context* ctx,
                                                          void (*fun)(const char* message, void* data),
                                                          const void* data) SECP256K1_ARG_NONNULL(1);

/* Sets the function called on an internal error (a failed self-test, memory
 * exhausted), NULL for the default. */
SECP256K1_API void secp256k1_context_set_error_callback(secp256k1_context* ctx,
                                                        void (*fun)(const char* message, void* data),
                                                        const void* data) SECP256K1_ARG_NONNULL(1);

/* Replaces the SHA-256 compression of this context, NULL for the built-in
 * one. The function is tested first; one that fails is an illegal argument
 * and is not set. */
SECP256K1_API void secp256k1_context_set_sha256_compression(
    secp256k1_context* ctx, secp256k1_sha256_compression_function fn_compression) SECP256K1_ARG_NONNULL(1);

/* Parses a public key of 33 bytes (02, 03) or 65 bytes (04, 06, 07). Returns
 * 0 and zeroes pubkey for any other length or tag, a coordinate >= p, a point
 * off the curve, or a hybrid tag that contradicts y. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ec_pubkey_parse(const secp256k1_context* ctx, secp256k1_pubkey* pubkey, const unsigned char* input,
                          size_t inputlen) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* Writes 33 bytes (SECP256K1_EC_COMPRESSED) or 65 (SECP256K1_EC_UNCOMPRESSED).
 * *outputlen holds the size of output and receives the bytes written; a size
 * that is too small is an illegal argument. Always returns 1. */
SECP256K1_API int secp256k1_ec_pubkey_serialize(const secp256k1_context* ctx, unsigned char* output,
                                                size_t* outputlen, const secp256k1_pubkey* pubkey,
                                                unsigned int flags) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Compares by compressed serialization: negative, zero or positive. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_cmp(const secp256k1_context* ctx,
                                                                       const secp256k1_pubkey* pubkey1,
                                                                       const secp256k1_pubkey* pubkey2)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Sorts an array of pointers by secp256k1_ec_pubkey_cmp, in place, in
 * O(n log n) comparisons. The order of equal keys is unspecified. */
SECP256K1_API int secp256k1_ec_pubkey_sort(const secp256k1_context* ctx, const secp256k1_pubkey** pubkeys,
                                           size_t n_pubkeys) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2);

/* Parses r and s of 32 bytes each. Returns 0 and zeroes sig when either is
 * >= n. Zero values parse and never verify. */
SECP256K1_API int secp256k1_ecdsa_signature_parse_compact(const secp256k1_context* ctx,
                                                          secp256k1_ecdsa_signature* sig,
                                                          const unsigned char* input64)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Parses strict DER. Returns 0 and zeroes sig on any deviation from DER. An
 * integer that is negative or >= n parses as zero, which never verifies. */
SECP256K1_API int secp256k1_ecdsa_signature_parse_der(const secp256k1_context* ctx,
                                                      secp256k1_ecdsa_signature* sig,
                                                      const unsigned char* input, size_t inputlen)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes DER (at most 72 bytes). *outputlen holds the size of output and
 * receives the length of the encoding, also when that did not fit (returns
 * 0, output untouched). */
SECP256K1_API int secp256k1_ecdsa_signature_serialize_der(const secp256k1_context* ctx, unsigned char* output,
                                                          size_t* outputlen,
                                                          const secp256k1_ecdsa_signature* sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Writes r and s, 32 bytes each. Always returns 1. */
SECP256K1_API int secp256k1_ecdsa_signature_serialize_compact(const secp256k1_context* ctx,
                                                              unsigned char* output64,
                                                              const secp256k1_ecdsa_signature* sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Verifies sig over the 32-byte hash, taken modulo n. High s (> n/2), r = 0
 * and s = 0 are refused; normalize first where a protocol permits high s.
 * Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ecdsa_verify(const secp256k1_context* ctx, const secp256k1_ecdsa_signature* sig,
                       const unsigned char* msghash32, const secp256k1_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Writes the low-s form of sigin to sigout (NULL: only tests; both may be the
 * same object). Returns 1 when sigin had a high s, else 0. */
SECP256K1_API int secp256k1_ecdsa_signature_normalize(const secp256k1_context* ctx,
                                                      secp256k1_ecdsa_signature* sigout,
                                                      const secp256k1_ecdsa_signature* sigin)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3);

/* RFC 6979 with HMAC-SHA256; the hash is reduced modulo n. data, when not
 * NULL, is 32 bytes of additional data (RFC 6979, 3.6). Called through this
 * pointer it uses the built-in SHA-256. */
SECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_rfc6979;

/* The nonce function used for NULL; the one above. */
SECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_default;

/* Signs a 32-byte hash; the result is low-s. noncefp NULL: the default, with
 * ndata NULL or 32 bytes of additional data. Returns 0 and zeroes sig when
 * seckey is 0 or >= n, or when the nonce function fails. Constant time:
 * seckey, msghash32, the nonce. */
SECP256K1_API int secp256k1_ecdsa_sign(const secp256k1_context* ctx, secp256k1_ecdsa_signature* sig,
                                       const unsigned char* msghash32, const unsigned char* seckey,
                                       secp256k1_nonce_function noncefp, const void* ndata)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Returns 1 when the 32-byte key is in [1, n-1]. Constant time: seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_verify(const secp256k1_context* ctx,
                                                                          const unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* Computes the public key. Returns 0 and zeroes pubkey when seckey is 0 or
 * >= n. Constant time: seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_create(const secp256k1_context* ctx,
                                                                          secp256k1_pubkey* pubkey,
                                                                          const unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Replaces seckey by n - seckey. Returns 0 and zeroes it when it is invalid.
 * Constant time: seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_negate(const secp256k1_context* ctx,
                                                                          unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* Negates a public key in place. Always returns 1. */
SECP256K1_API int secp256k1_ec_pubkey_negate(const secp256k1_context* ctx, secp256k1_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* seckey + tweak modulo n, in place. Returns 0 and zeroes seckey when either
 * argument is invalid (seckey as above, tweak >= n) or the sum is 0. Constant
 * time: both. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_tweak_add(const secp256k1_context* ctx,
                                                                             unsigned char* seckey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* pubkey + tweak*G, in place. Returns 0 and zeroes pubkey when tweak >= n or
 * the sum is the point at infinity. Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_tweak_add(const secp256k1_context* ctx,
                                                                             secp256k1_pubkey* pubkey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* seckey * tweak modulo n, in place. Returns 0 and zeroes seckey when seckey
 * is invalid, or tweak is 0 or >= n. Constant time: both. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_tweak_mul(const secp256k1_context* ctx,
                                                                             unsigned char* seckey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* tweak * pubkey, in place. Returns 0 and zeroes pubkey when tweak is 0 or
 * >= n. Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_tweak_mul(const secp256k1_context* ctx,
                                                                             secp256k1_pubkey* pubkey,
                                                                             const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Blinds later multiplications by secrets with 32 fresh random bytes, NULL to
 * go back to the initial state. Changes no result. Not thread safe; must not
 * run while another thread uses the context. Constant time: seed32. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_context_randomize(secp256k1_context* ctx,
                                                                           const unsigned char* seed32)
    SECP256K1_ARG_NONNULL(1);

/* Adds n >= 1 public keys. Returns 0 and zeroes out when the sum is the point
 * at infinity. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ec_pubkey_combine(const secp256k1_context* ctx, secp256k1_pubkey* out,
                            const secp256k1_pubkey* const* ins, size_t n) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* SHA256(SHA256(tag) || SHA256(tag) || msg) as in BIP-340. Always returns 1. */
SECP256K1_API int secp256k1_tagged_sha256(const secp256k1_context* ctx, unsigned char* hash32,
                                          const unsigned char* tag, size_t taglen, const unsigned char* msg,
                                          size_t msglen) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5);

/* What libsecp256k1 removed in 0.7 and 0.8, in a library built with the option
 * of this name; its installed headers define the macro. */
#ifdef KOBLITZ_REMOVED_FUNCTIONS
/* The same as secp256k1_context_static. */
SECP256K1_API const secp256k1_context* const secp256k1_context_no_precomp;

/* The same as the functions on seckey. */
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
