/* Tagged hashes of BIP-340: SHA256(SHA256(tag) || SHA256(tag) || message). */
#pragma once

#include "hash/sha256.h"
#include "hash/sha256_rounds.h"

namespace koblitz {

namespace tagged_detail {

/* out = the hash of what led to m and up to 55 bytes of text. */
constexpr void finish(u8 out[32], sha256_midstate m, const char* text, size_t len) {
    u8 block[64] = {};
    for (size_t i = 0; i < len; ++i)
        block[i] = static_cast<u8>(text[i]);
    block[len] = 0x80;
    sha256_detail::store_be32(block + 60, static_cast<uint32_t>(8 * (m.bytes + len)));
    sha256_detail::compress_block(m.words, block);
    for (size_t i = 0; i < 8; ++i)
        sha256_detail::store_be32(out + 4 * i, m.words[i]);
}

} // namespace tagged_detail

/* The state after the block SHA256(tag) || SHA256(tag), for compile time. The tag has at most 55 bytes; its
 * terminator is not hashed. */
template <size_t N>
constexpr sha256_midstate tag_midstate(const char (&tag)[N]) {
    static_assert(N - 1 <= 55);
    u8 block[64] = {};
    tagged_detail::finish(block, sha256_detail::initial, tag, N - 1);
    tagged_detail::finish(block + 32, sha256_detail::initial, tag, N - 1);
    return sha256_detail::after(sha256_detail::initial, block);
}

/* The same at run time, for a tag of any length. */
sha256_midstate tag_midstate(sha256_compress_fn fn, const void* tag, size_t len);

} // namespace koblitz
