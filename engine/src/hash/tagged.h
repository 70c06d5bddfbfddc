/* Tagged hashes of BIP-340: SHA256(SHA256(tag) || SHA256(tag) || message). */
#ifndef KOBLITZ_HASH_TAGGED_H
#define KOBLITZ_HASH_TAGGED_H

#include "hash/sha256.h"
#include "hash/sha256_rounds.h"

namespace koblitz {

namespace tagged_detail {

/* SHA-256 of up to 55 bytes. */
constexpr void short_hash(u8 out[32], const char* text, size_t len) {
    u8 block[64] = {};
    for (size_t i = 0; i < len; ++i)
        block[i] = static_cast<u8>(text[i]);
    block[len] = 0x80;
    sha256_detail::store_be32(block + 60, static_cast<uint32_t>(8 * len));
    uint32_t state[8] = {};
    for (size_t i = 0; i < 8; ++i)
        state[i] = sha256_detail::initial[i];
    sha256_detail::compress_block(state, block);
    for (size_t i = 0; i < 8; ++i)
        sha256_detail::store_be32(out + 4 * i, state[i]);
}

} // namespace tagged_detail

/* The state after the block SHA256(tag) || SHA256(tag), for compile time. The tag has at most 55 bytes; its
 * terminator is not hashed. */
template <size_t N>
constexpr sha256_midstate tag_midstate(const char (&tag)[N]) {
    static_assert(N - 1 <= 55);
    u8 block[64] = {};
    tagged_detail::short_hash(block, tag, N - 1);
    for (size_t i = 0; i < 32; ++i)
        block[32 + i] = block[i];
    sha256_midstate m = {};
    for (size_t i = 0; i < 8; ++i)
        m.words[i] = sha256_detail::initial[i];
    sha256_detail::compress_block(m.words, block);
    m.bytes = 64;
    return m;
}

/* The same at run time, for a tag of any length. */
sha256_midstate tag_midstate(sha256_compress_fn fn, const void* tag, size_t len);

} // namespace koblitz

#endif
