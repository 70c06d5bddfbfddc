#include "hash/rfc6979.h"

#include <string.h>

#include "base/ct.h"
#include "hash/sha256_rounds.h"

namespace koblitz {

namespace {

constexpr sha256_midstate padded_zero_key(u8 pad) {
    u8 block[64] = {};
    for (u8& b : block)
        b = pad;
    return sha256_detail::after(sha256_detail::initial, block);
}

constexpr u8 inner_pad = 0x36, outer_pad = 0x5c;
constexpr sha256_midstate zero_key_inner = padded_zero_key(inner_pad);
constexpr sha256_midstate zero_key_outer = padded_zero_key(outer_pad);

void pad_key(sha256_midstate& m, sha256_compress_fn fn, const u8 key[32], u8 pad) {
    u8 block[64];
    for (size_t i = 0; i < 32; ++i)
        block[i] = key[i] ^ pad;
    memset(block + 32, pad, 32);
    m = sha256_detail::initial;
    fn(m.words, block, 1);
    m.bytes = 64;
    wipe(block, sizeof block);
}

} // namespace

hmac_sha256_key::hmac_sha256_key(sha256_compress_fn fn)
    : inner_(zero_key_inner), outer_(zero_key_outer), compress_(fn) {}

hmac_sha256_key::~hmac_sha256_key() {
    wipe(&inner_, sizeof inner_);
    wipe(&outer_, sizeof outer_);
}

void hmac_sha256_key::set(const u8 key[32]) {
    pad_key(inner_, compress_, key, inner_pad);
    pad_key(outer_, compress_, key, outer_pad);
}

void hmac_sha256_key::mac(u8 out[32], const u8* a, size_t a_len, const u8* b, size_t b_len, const u8* c,
                          size_t c_len) const {
    u8 digest[32];
    sha256 inner(compress_, inner_);
    inner.write(a, a_len);
    inner.write(b, b_len);
    inner.write(c, c_len);
    inner.finalize(digest);
    sha256 outer(compress_, outer_);
    outer.write(digest, 32);
    outer.finalize(out);
    wipe(digest, sizeof digest);
}

rfc6979::rfc6979(sha256_compress_fn fn, const u8* seed, size_t len) : key_(fn) {
    u8 k[32];
    memset(v_, 1, sizeof v_);
    for (u8 separator = 0; separator <= 1; ++separator) {
        key_.mac(k, v_, sizeof v_, &separator, 1, seed, len);
        key_.set(k);
        key_.mac(v_, v_, sizeof v_);
    }
    wipe(k, sizeof k);
}

rfc6979::~rfc6979() {
    wipe(v_, sizeof v_);
}

void rfc6979::generate(u8 out[32]) {
    if (generated_) {
        const u8 zero = 0;
        u8 k[32];
        key_.mac(k, v_, sizeof v_, &zero, 1);
        key_.set(k);
        key_.mac(v_, v_, sizeof v_);
        wipe(k, sizeof k);
    }
    key_.mac(v_, v_, sizeof v_);
    memcpy(out, v_, 32);
    generated_ = true;
}

} // namespace koblitz
