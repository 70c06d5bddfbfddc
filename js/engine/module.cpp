/* What the WebAssembly module has beyond the engine's C interface. It imports nothing and allocates nothing.
 */
#include <string.h>

#include "base/ct.h"
#include "hash/sha256.h"
#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_preallocated.h"

extern "C" {

/* C's library, as far as the compiler and the engine call it. memory.copy and memory.fill are slow calls in
 * engines where few bytes move, so that loops are used for those. */
void* memcpy(void* to, const void* from, size_t n) {
    if (n > 256)
        return __builtin_memcpy(to, from, n);
    unsigned char* a = static_cast<unsigned char*>(to);
    const unsigned char* b = static_cast<const unsigned char*>(from);
    for (; n >= 8; n -= 8, a += 8, b += 8)
        __builtin_memcpy(a, b, 8);
    for (; n != 0; n--)
        *a++ = *b++;
    return to;
}
void* memmove(void* to, const void* from, size_t n) {
    return __builtin_memmove(to, from, n);
}
void* memset(void* to, int byte, size_t n) {
    return __builtin_memset(to, byte, n);
}
int memcmp(const void* x, const void* y, size_t n) {
    const unsigned char* a = static_cast<const unsigned char*>(x);
    const unsigned char* b = static_cast<const unsigned char*>(y);
    for (; n != 0; n--, a++, b++)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}
int strcmp(const char* a, const char* b) {
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
size_t strlen(const char* a) {
    size_t n = 0;
    while (a[n] != 0)
        n++;
    return n;
}

/* The engine's two default callbacks, which the embedder defines. Illegal arguments are counted: a trap would
 * leave the stack of the call behind. */
static unsigned illegal = 0;
void secp256k1_default_illegal_callback_fn(const char*, void*) {
    illegal++;
}
void secp256k1_default_error_callback_fn(const char*, void*) {
    __builtin_trap();
}

/* The context of all calls. Called once, before any other. */
secp256k1_context* koblitz_js_init(void) {
    alignas(16) static unsigned char memory[512];
    if (secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE) > sizeof memory)
        __builtin_trap();
    return secp256k1_context_preallocated_create(memory, SECP256K1_CONTEXT_NONE);
}

/* How many illegal arguments there were since the last such call. */
unsigned koblitz_js_illegal(void) {
    const unsigned n = illegal;
    illegal = 0;
    return n;
}

static int nonce_given(unsigned char* nonce32, const unsigned char*, const unsigned char*,
                       const unsigned char*, void* data, unsigned attempt) {
    if (attempt != 0)
        return 0;
    memcpy(nonce32, data, 32);
    return 1;
}
static int point_given(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void*) {
    memcpy(output, x32, 32);
    memcpy(output + 32, y32, 32);
    return 1;
}

/* SHA-256 of size bytes. */
void koblitz_js_sha256(unsigned char* output32, const unsigned char* data, size_t size) {
    koblitz::sha256 hash(koblitz::sha256_compress_default());
    hash.write(data, size);
    hash.finalize(output32);
}

/* Zeroes the stack that any call uses which takes a tweak. The engine wipes it itself after calls on secrets,
 * and leaves there what it takes for public: tweaks of public keys. */
void koblitz_js_wipe_stack(void) {
    koblitz::wipe_stack<8 * 1024>();
}

/* For noncefp: the nonce is the 32 bytes at ndata; where it is out of range signing fails. */
secp256k1_nonce_function koblitz_js_nonce_given(void) {
    return nonce_given;
}
/* For hashfp: the output is x and y of the point, 64 bytes. */
secp256k1_ecdh_hash_function koblitz_js_point_given(void) {
    return point_given;
}

} // extern "C"
