/* The context behind every call, its callbacks, and the checks of arguments. */
#pragma once

#include <string.h>

#include "backends/list.h"
#include "base/dit.h"
#include "hash/sha256.h"
#include "schemes/opaque.h"
#include "schemes/seckey.h"
#include "secp256k1.h"

namespace koblitz {

struct callback {
    void (*function)(const char* message, void* data);
    const void* data;

    void call(const char* message) const { function(message, const_cast<void*>(data)); }
};

extern const callback default_illegal_callback;
extern const callback default_error_callback;

} // namespace koblitz

/* Trivially copyable: clones, and clients' copies of the static context, are copies of its bytes. */
struct secp256k1_context_struct {
    koblitz::gen_context gen;
    koblitz::callback illegal;
    koblitz::callback error;
    /* Null: the built-in one, looked up at each call. */
    koblitz::sha256_compress_fn sha256;
    /* True between creation and destruction; false in the static context and its copies, which cannot sign.
     */
    bool proper;

    koblitz::sha256_compress_fn compress() const {
        return sha256 != nullptr ? sha256 : koblitz::sha256_compress_default();
    }
};

namespace koblitz {

/* What secp256k1_context_static points to. */
extern const secp256k1_context static_context;

inline int illegal_argument(const secp256k1_context* ctx, const char* message) {
    ctx->illegal.call(message);
    return 0;
}

/* Reports text as an illegal argument, and returns what follows it, unless the condition holds. */
#define KOBLITZ_CHECK(condition, text, ...)               \
    do {                                                  \
        if (__builtin_expect(!(condition), 0)) {          \
            (void)::koblitz::illegal_argument(ctx, text); \
            return __VA_ARGS__;                           \
        }                                                 \
    } while (0)

/* Arguments are checked in the order of libsecp256k1, so that the same one of several is reported. */
#define KOBLITZ_REQUIRE(condition) KOBLITZ_CHECK(condition, #condition, 0)

/* One to five pointers, none of them null. */
#define KOBLITZ_REQUIRE_SET(...)                                                                            \
    KOBLITZ_SIXTH(__VA_ARGS__, KOBLITZ_SET_5, KOBLITZ_SET_4, KOBLITZ_SET_3, KOBLITZ_SET_2, KOBLITZ_SET_1, ) \
    (__VA_ARGS__)
#define KOBLITZ_SIXTH(a, b, c, d, e, sixth, ...) sixth
#define KOBLITZ_SET_1(a)                         KOBLITZ_CHECK((a) != nullptr, #a " != nullptr", 0)
// clang-format off
#define KOBLITZ_SET_2(a, ...) KOBLITZ_SET_1(a); KOBLITZ_SET_1(__VA_ARGS__)
#define KOBLITZ_SET_3(a, ...) KOBLITZ_SET_1(a); KOBLITZ_SET_2(__VA_ARGS__)
#define KOBLITZ_SET_4(a, ...) KOBLITZ_SET_1(a); KOBLITZ_SET_3(__VA_ARGS__)
#define KOBLITZ_SET_5(a, ...) KOBLITZ_SET_1(a); KOBLITZ_SET_4(__VA_ARGS__)
// clang-format on

/* The stack that is wiped after functions on secrets: a quarter more than they use below the entry point by
 * any of the compilers and options of make engine-wiping, as frames grow with stack protectors, with fewer
 * registers, and with new compilers. wiping_test holds the functions to it. Where nothing is inlined every
 * call has a frame, and without optimization every temporary a place, twice as much. */
#if defined(__OPTIMIZE__) && !defined(__NO_INLINE__)
inline constexpr size_t frames = 1;
#else
inline constexpr size_t frames = 2;
#endif
inline constexpr size_t scalar_stack = frames * 768, product_stack = frames * 960, hash_stack = frames * 2048,
                        ecmult_gen_stack = frames * 9 * 1024, ecmult_const_stack = frames * 11 * 1024;
/* Of calls in lanes, whose file is optimized in any build. */
inline constexpr size_t ecmult_gen_x8_stack = 36 * 1024, ecmult_const_x8_stack = 72 * 1024;

/* Never part of its caller, so that all that f uses lies below the caller's frame. */
template <class F>
KOBLITZ_ROUTINE int called_apart(const F& f) {
    return f();
}

/* f(), and then wipes the stack that it ran on and the registers. The last thing that an entry point does;
 * what f captures by value, and the entry point's own variables, are not wiped. */
template <size_t Stack, class F>
[[gnu::always_inline]] inline int wiping(const F& f) {
    const data_independent_timing mode;
    const int result = called_apart(f);
    wipe_stack<Stack>();
    wipe_registers();
    return result;
}

/* What secp256k1_nonce_function_rfc6979 points to. */
int nonce_function_rfc6979(unsigned char* nonce32, const unsigned char* msg32, const unsigned char* key32,
                           const unsigned char* algo16, void* data, unsigned int attempt);

/* Whether it is in [1, n - 1], which becomes public. */
inline bool seckey_is_valid(const unsigned char seckey[32]) {
    int valid = called_apart([=] { return seckey_verify(seckey); });
    declassify_bytes(&valid, sizeof valid);
    return valid != 0;
}

/* An opaque key that is not all zeros in x; otherwise an illegal argument. */
inline bool require_pubkey(const secp256k1_context* ctx, const unsigned char data[64]) {
    if (__builtin_expect(pubkey_is_set(data), 1))
        return true;
    illegal_argument(ctx, "the public key is not set");
    return false;
}

/* A key pair whose halves are both set; otherwise an illegal argument. Public: the public key, and whether
 * the secret key is zero, which it only is when an earlier failure was ignored. */
inline bool require_keypair(const secp256k1_context* ctx, const unsigned char data[96]) {
    declassify_bytes(data + 32, 64);
    if (!require_pubkey(ctx, data + 32))
        return false;
    bool valid;
    {
        const data_independent_timing mode;
        valid = seckey_is_valid(data);
    }
    if (valid)
        return true;
    illegal_argument(ctx, "the secret key is not set");
    return false;
}

} // namespace koblitz
