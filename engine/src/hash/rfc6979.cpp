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
    wipe(block, sizeof block);
}

/* Ends a message of len bytes behind a padded key. The rest of its last block is 0. Returns its blocks. */
size_t end_message(u8* text, size_t len) {
    const size_t blocks = (len + 9 + 63) / 64;
    text[len] = 0x80;
    sha256_detail::store_be32(text + 64 * blocks - 4, static_cast<uint32_t>(8 * (64 + len)));
    return blocks;
}

} // namespace

/* The first 32 bytes of block_ become the MAC of these blocks, which end a message. */
void rfc6979::mac(const u8* blocks, size_t n) {
    uint32_t state[8];
    memcpy(state, inner_.words, sizeof state);
    compress_(state, blocks, n);
    for (size_t i = 0; i < 8; ++i)
        sha256_detail::store_be32(block_ + 4 * i, state[i]);
    memcpy(state, outer_.words, sizeof state);
    compress_(state, block_, 1);
    for (size_t i = 0; i < 8; ++i)
        sha256_detail::store_be32(block_ + 4 * i, state[i]);
    wipe(state, sizeof state);
}

/* The key becomes the MAC of these blocks, which begin with V, and V the MAC of V. */
void rfc6979::update(u8* text, size_t n) {
    mac(text, n);
    pad_key(inner_, compress_, block_, inner_pad);
    pad_key(outer_, compress_, block_, outer_pad);
    memcpy(block_, text, 32);
    mac(block_, 1);
}

rfc6979::rfc6979(sha256_compress_fn fn, const u8* seed, size_t len)
    : inner_(zero_key_inner), outer_(zero_key_outer), block_{}, compress_(fn) {
    u8 text[32 + 1 + max_seed + 9 + 63] = {};
    memset(text, 1, 32);
    memcpy(text + 33, seed, len);
    const size_t n = end_message(text, 33 + len);
    (void)end_message(block_, 32);
    update(text, n);
    memcpy(text, block_, 32);
    text[32] = 1;
    update(text, n);
    wipe(text, sizeof text);
}

rfc6979::~rfc6979() {
    wipe(&inner_, sizeof inner_);
    wipe(&outer_, sizeof outer_);
    wipe(block_, sizeof block_);
}

void rfc6979::generate(u8 out[32]) {
    if (generated_) {
        u8 text[64] = {};
        memcpy(text, block_, 32);
        update(text, end_message(text, 33));
        wipe(text, sizeof text);
    }
    mac(block_, 1);
    memcpy(out, block_, 32);
    generated_ = true;
}

} // namespace koblitz
