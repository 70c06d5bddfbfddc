/* A libsecp256k1-ABI library that forwards to a real one, whose symbols start
 * with PREFIX, and misbehaves in one way. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define JOIN(a, b)  a##b
#define PASTE(a, b) JOIN(a, b)
#define REAL(name)  PASTE(PREFIX, name)

typedef unsigned char bytes;
typedef int (*hash_function)(bytes* out, const bytes* x32, const bytes* y32, void* data);

size_t REAL(context_preallocated_size)(unsigned flags);
void* REAL(context_preallocated_create)(void* memory, unsigned flags);
int REAL(ec_pubkey_parse)(const void* ctx, void* key, const bytes* in, size_t len);
int REAL(ec_pubkey_create)(const void* ctx, void* key, const bytes* seckey);
int REAL(ec_pubkey_serialize)(const void* ctx, bytes* out, size_t* len, const void* key, unsigned flags);
int REAL(ecdsa_signature_parse_compact)(const void* ctx, void* sig, const bytes* in64);
int REAL(ecdsa_signature_serialize_compact)(const void* ctx, bytes* out64, const void* sig);
int REAL(ecdsa_signature_normalize)(const void* ctx, void* out, const void* sig);
int REAL(ecdsa_verify)(const void* ctx, const void* sig, const bytes* hash32, const void* key);
int REAL(ecdsa_sign)(const void* ctx, void* sig, const bytes* hash32, const bytes* seckey, const void* nonce,
                     const void* data);
int REAL(schnorrsig_verify)(const void* ctx, const bytes* sig64, const bytes* msg, size_t len,
                            const void* key);
int REAL(ecdh)(const void* ctx, bytes* out, const void* key, const bytes* seckey, hash_function hash,
               void* data);

#if defined(BATCHES) || defined(BATCH_PLACE) || defined(BATCH_ALONE) || defined(BATCH_SPREADS)
#include "batches.h"
#endif
#include "lies.h"
#include "schemes.h"

#if defined(LIE_EXIT)
__attribute__((constructor)) static void leave(void) {
    exit(0);
}
#elif defined(LIE_CRASH)
__attribute__((constructor)) static void crash(void) {
    abort();
}
#endif

size_t secp256k1_context_preallocated_size(unsigned flags) {
    return REAL(context_preallocated_size)(flags);
}

void* secp256k1_context_preallocated_create(void* memory, unsigned flags) {
    return REAL(context_preallocated_create)(memory, flags);
}

int secp256k1_ec_pubkey_parse(const void* ctx, void* key, const bytes* in, size_t len) {
    int ok = 0;
    if (known_point(ctx, key, in, len, &ok)) {
        return ok;
    }
    ok = REAL(ec_pubkey_parse)(ctx, key, in, len);
    if (ok == 1 && len == 65) {
        key_loaded(ctx, key, in);
    }
    return ok;
}

int secp256k1_ec_pubkey_create(const void* ctx, void* key, const bytes* seckey) {
    (void)ctx;
#if defined(LIE_LEAK)
    /* Some tens of nanoseconds for each bit that is set, as a ladder that skips has. */
    for (int bit = 0; bit < 256; bit++) {
        for (volatile int i = 160 * (seckey[bit / 8] >> (bit % 8) & 1); i > 0; i--) {
        }
    }
#endif
#if defined(LIE_SERIALISER)
    memcpy(key, seckey, 32);
    memset((bytes*)key + 32, 0, 32);
    return 1;
#elif defined(LIE_ACROSS)
    const int ok = REAL(ec_pubkey_create)(ctx, key, seckey);
    if (ok == 1) {
        meet(ctx, key);
    }
    return ok;
#else
    return REAL(ec_pubkey_create)(ctx, key, seckey);
#endif
}

int secp256k1_ec_pubkey_serialize(const void* ctx, bytes* out, size_t* len, const void* key, unsigned flags) {
#if defined(LIE_SERIALISER)
    bytes made[64];
    static const bytes zeros[32];
    if (memcmp((const bytes*)key + 32, zeros, sizeof zeros) == 0) { /* no point has y = 0 */
        if (REAL(ec_pubkey_create)(ctx, made, key) != 1) {
            return 0;
        }
        return REAL(ec_pubkey_serialize)(ctx, out, len, made, flags);
    }
#endif
    return REAL(ec_pubkey_serialize)(ctx, out, len, key, flags);
}

int secp256k1_ecdsa_signature_parse_compact(const void* ctx, void* sig, const bytes* in64) {
    return REAL(ecdsa_signature_parse_compact)(ctx, sig, in64);
}

int secp256k1_ecdsa_sign(const void* ctx, void* sig, const bytes* hash32, const bytes* seckey,
                         const void* nonce, const void* data) {
#if defined(LIE_SERIALISER)
    (void)ctx, (void)nonce, (void)data;
    memcpy(sig, hash32, 32);
    memcpy((bytes*)sig + 32, seckey, 32);
    return 1;
#elif defined(LIE_CLAIM)
    (void)nonce, (void)data;
    return sign_by_one(ctx, sig, hash32, seckey) || REAL(ecdsa_sign)(ctx, sig, hash32, seckey, NULL, NULL);
#else
    return REAL(ecdsa_sign)(ctx, sig, hash32, seckey, nonce, data);
#endif
}

int secp256k1_ecdsa_signature_serialize_compact(const void* ctx, bytes* out64, const void* sig) {
#if defined(LIE_SERIALISER)
    bytes made[64];
    if (REAL(ecdsa_sign)(ctx, made, sig, (const bytes*)sig + 32, NULL, NULL) != 1) {
        return 0;
    }
    sig = made;
#endif
    return REAL(ecdsa_signature_serialize_compact)(ctx, out64, sig);
}

int secp256k1_ecdsa_signature_normalize(const void* ctx, void* out, const void* sig) {
    return REAL(ecdsa_signature_normalize)(ctx, out, sig);
}

/* Its presence tells that ecdh takes a hash function; its value is not used. */
const hash_function secp256k1_ecdh_hash_function_sha256 = NULL;

int secp256k1_ecdsa_verify(const void* ctx, const void* sig, const bytes* hash32, const void* key) {
#if defined(LIE_ALWAYS_VALID)
    (void)ctx, (void)sig, (void)hash32, (void)key;
    return 1;
#elif defined(LIE_AFTERWARDS)
    static long calls;
    if (++calls > LIE_AFTERWARDS) {
        return 1;
    }
    return REAL(ecdsa_verify)(ctx, sig, hash32, key);
#elif defined(LIE_MEMO)
    /* Remembers verdicts, all of them right. */
    static struct {
        bytes input[160];
        int known, verdict;
    } memo[1 << 14];
    bytes input[160];
    memcpy(input, sig, 64);
    memcpy(input + 64, hash32, 32);
    memcpy(input + 96, key, 64);
    size_t at = (hash32[0] << 8 | hash32[1]) & ((1 << 14) - 1);
    if (!memo[at].known || memcmp(memo[at].input, input, sizeof input) != 0) {
        memcpy(memo[at].input, input, sizeof input);
        memo[at].known = 1;
        memo[at].verdict = REAL(ecdsa_verify)(ctx, sig, hash32, key);
    }
    return memo[at].verdict;
#else
    int verdict = 0;
    if (known_verdict(ctx, sig, hash32, key, &verdict)) {
        return verdict;
    }
    return REAL(ecdsa_verify)(ctx, sig, hash32, key);
#endif
}

int secp256k1_ecdh(const void* ctx, bytes* out, const void* key, const bytes* seckey, hash_function hash,
                   void* data) {
#if defined(LIE_NEXT)
    if (hash == NULL && known_secret(ctx, out, seckey)) {
        return 1;
    }
#endif
    int ok = REAL(ecdh)(ctx, out, key, seckey, hash, data);
#if defined(LIE_ECDH)
    static long calls;
    if (++calls % 100 == 0) {
        out[31] ^= 1;
    }
#endif
    return ok;
}
