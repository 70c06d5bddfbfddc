/* SHA-256 (FIPS 180-4) over an exchangeable compression function.
 *
 * Constant time in the data; lengths are public. Objects wipe themselves when they go out of scope. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/types.h"
#include "field/platform.h"

namespace koblitz {

/* Adds n blocks of 64 bytes, of any alignment, to the eight state words. The type of the function that
 * secp256k1_context_set_sha256_compression takes. */
using sha256_compress_fn = void (*)(uint32_t* state, const unsigned char* blocks, size_t n);

void sha256_compress_portable(uint32_t* state, const unsigned char* blocks, size_t n);
#if defined(__x86_64__)
/* Only for CPUs with SHA, SSSE3 and SSE4.1. */
void sha256_compress_sha_ni(uint32_t* state, const unsigned char* blocks, size_t n);
#endif
#ifdef KOBLITZ_ARM64_ASM
/* Only for CPUs with FEAT_SHA256. */
void sha256_compress_arm64(uint32_t* state, const unsigned char* blocks, size_t n);
#endif

/* The function chosen for this CPU, and its name. */
sha256_compress_fn sha256_compress_default();
const char* sha256_compress_default_name();

#ifdef KOBLITZ_TEST_HOOKS
/* Makes the next sha256_compress_default() return fn; null: the CPU's choice. */
void force_sha256_for_tests(sha256_compress_fn fn, const char* name);
#endif

/* True when fn gives what the portable function gives, for 1 to 9 blocks at each of 64 alignments. */
bool sha256_compress_is_sound(sha256_compress_fn fn);

/* The state after whole blocks: of a prefix that was hashed before. */
struct sha256_midstate {
    uint32_t words[8];
    u64 bytes;
};

class sha256 {
public:
    explicit sha256(sha256_compress_fn fn);
    sha256(sha256_compress_fn fn, const sha256_midstate& start);
    ~sha256();
    /* A second hash that goes on from the same state. */
    explicit sha256(const sha256&) = default;
    sha256& operator=(const sha256&) = delete;

    void write(const void* data, size_t len);
    /* Ends the hash; the object is not used afterwards. */
    void finalize(u8 out[32]);

private:
    uint32_t state_[8];
    u8 buffer_[64];
    u64 bytes_;
    sha256_compress_fn compress_;
};

} // namespace koblitz
