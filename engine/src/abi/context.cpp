#include "abi/context.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/ct.h"
#include "schemes/blinding.h"
#include "secp256k1_preallocated.h"

#if defined(KOBLITZ_CTIME)
#include <valgrind/valgrind.h>
#endif

#ifdef USE_EXTERNAL_DEFAULT_CALLBACKS
/* The embedder defines these two. */
extern "C" void secp256k1_default_illegal_callback_fn(const char* message, void* data);
extern "C" void secp256k1_default_error_callback_fn(const char* message, void* data);
#else
static void secp256k1_default_illegal_callback_fn(const char* message, void*) {
    fprintf(stderr, "[libsecp256k1] illegal argument: %s\n", message);
    abort();
}
static void secp256k1_default_error_callback_fn(const char* message, void*) {
    fprintf(stderr, "[libsecp256k1] internal consistency check failed: %s\n", message);
    abort();
}
#endif

namespace koblitz {

const callback default_illegal_callback = {secp256k1_default_illegal_callback_fn, nullptr};
const callback default_error_callback = {secp256k1_default_error_callback_fn, nullptr};

const secp256k1_context static_context = {{},
                                          {secp256k1_default_illegal_callback_fn, nullptr},
                                          {secp256k1_default_error_callback_fn, nullptr},
                                          nullptr,
                                          false};

namespace {

bool memory_checker_runs() {
#if defined(KOBLITZ_CTIME)
    return RUNNING_ON_VALGRIND != 0;
#else
    return false;
#endif
}

/* SHA-256("abc"), FIPS 180-2, B.1. */
bool sha256_answers() {
    static constexpr u8 expected[32] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    u8 actual[32];
    sha256 h(sha256_compress_default());
    h.write("abc", 3);
    h.finalize(actual);
    return memcmp(actual, expected, 32) == 0;
}

} // namespace
} // namespace koblitz

/* Checks in a function that returns nothing. */
#define KOBLITZ_REQUIRE_VOID(condition) KOBLITZ_CHECK(condition, #condition, )

extern "C" {

const secp256k1_context* const secp256k1_context_static = &koblitz::static_context;

void secp256k1_selftest(void) {
    if (!koblitz::sha256_answers())
        koblitz::default_error_callback.call("SHA-256 self-test failed");
}

size_t secp256k1_context_preallocated_size(unsigned int flags) {
    if ((flags & SECP256K1_FLAGS_TYPE_MASK) != SECP256K1_FLAGS_TYPE_CONTEXT) {
        koblitz::default_illegal_callback.call("the flags are not those of a context");
        return 0;
    }
    if ((flags & SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY) != 0 && !koblitz::memory_checker_runs()) {
        koblitz::default_illegal_callback.call("SECP256K1_CONTEXT_DECLASSIFY needs a memory checker");
        return 0;
    }
    return sizeof(secp256k1_context);
}

size_t secp256k1_context_preallocated_clone_size(const secp256k1_context* ctx) {
    KOBLITZ_REQUIRE(ctx->proper);
    return sizeof(secp256k1_context);
}

secp256k1_context* secp256k1_context_preallocated_create(void* prealloc, unsigned int flags) {
    secp256k1_selftest();
    if (secp256k1_context_preallocated_size(flags) == 0)
        return nullptr;
    secp256k1_context* ctx = static_cast<secp256k1_context*>(prealloc);
    memset(ctx, 0, sizeof *ctx);
    ctx->illegal = koblitz::default_illegal_callback;
    ctx->error = koblitz::default_error_callback;
    ctx->proper = true;
    koblitz::gen_context_init(ctx->gen);
    return ctx;
}

secp256k1_context* secp256k1_context_preallocated_clone(const secp256k1_context* ctx, void* prealloc) {
    if (prealloc == nullptr || !ctx->proper) {
        koblitz::illegal_argument(ctx, prealloc == nullptr ? "prealloc != nullptr" : "ctx->proper");
        return nullptr;
    }
    secp256k1_context* clone = static_cast<secp256k1_context*>(prealloc);
    memcpy(clone, ctx, sizeof *clone);
    koblitz::wipe_registers();
    return clone;
}

void secp256k1_context_preallocated_destroy(secp256k1_context* ctx) {
    if (ctx == nullptr)
        return;
    KOBLITZ_REQUIRE_VOID(ctx->proper);
    koblitz::wipe(ctx->gen);
    ctx->proper = false;
}

secp256k1_context* secp256k1_context_create(unsigned int flags) {
    const size_t size = secp256k1_context_preallocated_size(flags);
    /* For a second report, as there. */
    if (size == 0)
        return secp256k1_context_preallocated_create(nullptr, flags);
    void* memory = malloc(size);
    if (memory == nullptr) {
        koblitz::default_error_callback.call("out of memory");
        return nullptr;
    }
    return secp256k1_context_preallocated_create(memory, flags);
}

secp256k1_context* secp256k1_context_clone(const secp256k1_context* ctx) {
    const size_t size = secp256k1_context_preallocated_clone_size(ctx);
    if (size == 0)
        return nullptr;
    void* memory = malloc(size);
    if (memory == nullptr)
        ctx->error.call("out of memory");
    return secp256k1_context_preallocated_clone(ctx, memory);
}

void secp256k1_context_destroy(secp256k1_context* ctx) {
    if (ctx == nullptr)
        return;
    KOBLITZ_REQUIRE_VOID(ctx->proper);
    secp256k1_context_preallocated_destroy(ctx);
    free(ctx);
}

void secp256k1_context_set_illegal_callback(secp256k1_context* ctx,
                                            void (*fun)(const char* message, void* data), const void* data) {
    KOBLITZ_REQUIRE_VOID(ctx != &koblitz::static_context);
    ctx->illegal = {fun != nullptr ? fun : secp256k1_default_illegal_callback_fn, data};
}

void secp256k1_context_set_error_callback(secp256k1_context* ctx,
                                          void (*fun)(const char* message, void* data), const void* data) {
    KOBLITZ_REQUIRE_VOID(ctx != &koblitz::static_context);
    ctx->error = {fun != nullptr ? fun : secp256k1_default_error_callback_fn, data};
}

void secp256k1_context_set_sha256_compression(secp256k1_context* ctx,
                                              secp256k1_sha256_compression_function fn_compression) {
    KOBLITZ_REQUIRE_VOID(ctx->proper);
    KOBLITZ_REQUIRE_VOID(fn_compression == nullptr || koblitz::sha256_compress_is_sound(fn_compression));
    ctx->sha256 = fn_compression;
}

int secp256k1_context_randomize(secp256k1_context* ctx, const unsigned char* seed32) {
    KOBLITZ_REQUIRE(ctx->proper);
    return koblitz::wiping<koblitz::ecmult_gen_stack>([=] {
        if (seed32 == nullptr) {
            koblitz::gen_context_init(ctx->gen);
        } else {
            koblitz::gen_context_randomize(ctx->gen, ctx->compress(), seed32);
        }
        return 1;
    });
}

} // extern "C"
