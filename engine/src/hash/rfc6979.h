/* The HMAC-SHA256 generator of RFC 6979, section 3.2, steps b to h. */
#pragma once

#include "hash/sha256.h"

namespace koblitz {

/* An HMAC-SHA256 key (RFC 2104) of 32 bytes. It is kept as the two states after its padded blocks, so each
 * further use of a key saves two compressions. */
class hmac_sha256_key {
public:
    /* The all-zero key, whose states are constants. */
    explicit hmac_sha256_key(sha256_compress_fn fn);
    ~hmac_sha256_key();
    hmac_sha256_key(const hmac_sha256_key&) = delete;
    hmac_sha256_key& operator=(const hmac_sha256_key&) = delete;

    void set(const u8 key[32]);
    /* out = HMAC(a || b || c). Empty parts may be null. out may be a. */
    void mac(u8 out[32], const u8* a, size_t a_len, const u8* b = nullptr, size_t b_len = 0,
             const u8* c = nullptr, size_t c_len = 0) const;

private:
    sha256_midstate inner_, outer_;
    sha256_compress_fn compress_;
};

class rfc6979 {
public:
    /* Steps b to g. seed: what step d appends to V and the separator. */
    rfc6979(sha256_compress_fn fn, const u8* seed, size_t len);
    ~rfc6979();
    /* Step h: the next 32 bytes. Each call after the first updates the key and V first (h.3). */
    void generate(u8 out[32]);

private:
    hmac_sha256_key key_;
    u8 v_[32];
    bool generated_ = false;
};

} // namespace koblitz
