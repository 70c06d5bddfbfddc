/* The HMAC-SHA256 generator of RFC 6979, section 3.2, steps b to h. */
#pragma once

#include "hash/sha256.h"

namespace koblitz {

/* A nonce from a key and a message takes 16 compressions. The key of an HMAC (RFC 2104) is kept as the two
 * states after its padded blocks; those of the first key, all zeros, are constants. */
class rfc6979 {
public:
    static constexpr size_t max_seed = 160;

    /* Steps b to g. seed: what step d appends to V and the separator, 1 to max_seed bytes. */
    rfc6979(sha256_compress_fn fn, const u8* seed, size_t len);
    ~rfc6979();
    rfc6979(const rfc6979&) = delete;
    rfc6979& operator=(const rfc6979&) = delete;
    /* Step h: the next 32 bytes. Each call after the first updates the key and V first (h.3). */
    void generate(u8 out[32]);

private:
    void mac(const u8* blocks, size_t n);
    void update(u8* text, size_t n);

    sha256_midstate inner_, outer_;
    /* V, or another digest, and the padding of a message of 32 bytes behind a padded key. */
    u8 block_[64];
    sha256_compress_fn compress_;
    bool generated_ = false;
};

} // namespace koblitz
