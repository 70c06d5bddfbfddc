#include "schemes/musig_hash.h"

#include <string.h>

#include "base/ct.h"
#include "hash/tagged.h"
#include "schemes/opaque.h"

namespace koblitz {

namespace {

constexpr sha256_midstate list_midstate = tag_midstate("KeyAgg list");
constexpr sha256_midstate coefficient_midstate = tag_midstate("KeyAgg coefficient");
constexpr sha256_midstate aux_midstate = tag_midstate("MuSig/aux");
constexpr sha256_midstate nonce_midstate = tag_midstate("MuSig/nonce");
constexpr sha256_midstate nonce_coefficient_midstate = tag_midstate("MuSig/noncecoef");

/* Bytes put one after another. */
struct writer {
    u8* at;

    void put(const void* data, size_t n) {
        memcpy(at, data, n);
        at += n;
    }
    /* v in prefix bytes, big-endian. */
    void number(u8 v, int prefix) {
        memset(at, 0, static_cast<size_t>(prefix - 1));
        at[prefix - 1] = v;
        at += prefix;
    }
    /* A length, then 32 bytes; or the length 0. */
    void optional32(const u8* data, int prefix) {
        number(data != nullptr ? 32 : 0, prefix);
        if (data != nullptr)
            put(data, 32);
    }
};

} // namespace

void musig_list_hash(sha256_compress_fn compress, u8 out[32], const secp256k1_pubkey* const* pubkeys,
                     size_t n) {
    sha256 h(compress, list_midstate);
    for (size_t i = 0; i < n; i++) {
        u8 compressed[33];
        pubkey_compress(compressed, pubkeys[i]->data);
        h.write(compressed, 33);
    }
    h.finalize(out);
}

void musig_coefficient_hash(sha256_compress_fn compress, u8 out[32], const u8 list_hash[32],
                            const u8 pubkey[64]) {
    u8 compressed[33];
    pubkey_compress(compressed, pubkey);
    sha256 h(compress, coefficient_midstate);
    h.write(list_hash, 32);
    h.write(compressed, 33);
    h.finalize(out);
}

void musig_nonce_coefficient_hash(sha256_compress_fn compress, u8 out[32], const u8 points[2][64],
                                  const u8 aggregate_x[32], const u8 msg[32]) {
    sha256 h(compress, nonce_coefficient_midstate);
    for (int i = 0; i < 2; i++) {
        u8 compressed[33] = {};
        if (pubkey_is_set(points[i]))
            pubkey_compress(compressed, points[i]);
        h.write(compressed, 33);
    }
    h.write(aggregate_x, 32);
    h.write(msg, 32);
    h.finalize(out);
}

void musig_nonces(sha256_compress_fn compress, u8 k[2][32], const musig_nonce_inputs& in) {
    /* rand, length and pk, length and aggpk, the message's presence, its length of 8 bytes, the message, the
     * length of 4 bytes and the extra input, the index. */
    u8 input[32 + 34 + 33 + 1 + 8 + 32 + 4 + 32 + 1], compressed[33], x32[32];
    memcpy(input, in.random, 32);
    if (in.seckey != nullptr) {
        sha256 h(compress, aux_midstate);
        h.write(in.random, 32);
        h.finalize(input);
        for (int i = 0; i < 32; i++)
            input[i] ^= in.seckey[i];
    }
    writer w = {input + 32};
    pubkey_compress(compressed, in.pubkey);
    w.number(33, 1);
    w.put(compressed, 33);
    if (in.aggregate != nullptr)
        reverse32(x32, in.aggregate);
    w.optional32(in.aggregate != nullptr ? x32 : nullptr, 1);
    w.number(in.msg != nullptr ? 1 : 0, 1);
    if (in.msg != nullptr)
        w.optional32(in.msg, 8);
    w.optional32(in.extra, 4);

    /* Both hashes share all whole blocks but the last. */
    const size_t length = static_cast<size_t>(w.at - input) + 1, shared = (length - 1) / 64;
    sha256_midstate common = nonce_midstate;
    compress(common.words, input, shared);
    common.bytes += 64 * shared;
    for (u8 i = 0; i < 2; i++) {
        *w.at = i;
        sha256 h(compress, common);
        h.write(input + 64 * shared, length - 64 * shared);
        h.finalize(k[i]);
    }
    wipe(common);
    wipe(input);
}

} // namespace koblitz
