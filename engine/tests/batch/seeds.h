/* The seed of a sum's factors, as the compression function sees it, and what it should be. */
#pragma once

#include <cstring>

#include "batch/equations.h"
#include "support/digests.h"

inline bytes tagged_hash(const char* tag, const bytes& message) {
    const bytes t = sha256_of(bytes(tag, tag + std::strlen(tag)));
    bytes all = t;
    all.insert(all.end(), t.begin(), t.end());
    all.insert(all.end(), message.begin(), message.end());
    return sha256_of(all);
}
inline void append(bytes& r, bytes::const_iterator from, bytes::const_iterator to) {
    r.insert(r.end(), from, to);
}

/* What the factors of the last sum were hashes of. */
inline bytes seen;
inline void compress_and_look(uint32_t* state, const unsigned char* blocks, size_t n) {
    if (std::memcmp(state, koblitz::batch_randomizer_midstate.words, 32) == 0)
        seen.assign(blocks, blocks + 32);
    koblitz::sha256_compress_portable(state, blocks, n);
}
