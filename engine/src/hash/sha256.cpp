#include "hash/sha256.h"

#include <string.h>

#include "base/cpu.h"
#include "base/ct.h"
#include "hash/sha256_rounds.h"

namespace koblitz {

namespace {

struct choice_of_compression {
    sha256_compress_fn fn;
    const char* name;
};

#ifdef KOBLITZ_TEST_HOOKS
choice_of_compression forced = {nullptr, nullptr};
#endif

choice_of_compression chosen() {
#ifdef KOBLITZ_TEST_HOOKS
    if (forced.fn != nullptr)
        return forced;
#endif
#if defined(__x86_64__)
    if (runs(cpu_word::sha_ni))
        return {sha256_compress_sha_ni, "sha_ni"};
#endif
#ifdef KOBLITZ_ARM64_ASM
    if (runs(cpu_word::arm64_sha2))
        return {sha256_compress_arm64, "arm64"};
#endif
    return {sha256_compress_portable, "portable"};
}

} // namespace

sha256_compress_fn sha256_compress_default() {
    return chosen().fn;
}
const char* sha256_compress_default_name() {
    return chosen().name;
}

#ifdef KOBLITZ_TEST_HOOKS
void force_sha256_for_tests(sha256_compress_fn fn, const char* name) {
    forced = {fn, name};
}
#endif

bool sha256_compress_is_sound(sha256_compress_fn fn) {
    constexpr size_t most_blocks = 9;
    u8 data[64 * most_blocks + 64];
    for (size_t i = 0; i < sizeof data; ++i)
        data[i] = static_cast<u8>(i % 251);
    uint32_t expected[8], actual[8];
    memcpy(expected, sha256_detail::initial.words, sizeof expected);
    memcpy(actual, expected, sizeof actual);
    for (size_t offset = 0; offset < 64; ++offset) {
        for (size_t n = 1; n <= most_blocks; ++n) {
            sha256_compress_portable(expected, data + offset, n);
            fn(actual, data + offset, n);
            if (memcmp(expected, actual, sizeof expected) != 0)
                return false;
        }
    }
    return true;
}

sha256::sha256(sha256_compress_fn fn) : sha256(fn, sha256_detail::initial) {}

sha256::sha256(sha256_compress_fn fn, const sha256_midstate& start) : bytes_(start.bytes), compress_(fn) {
    memcpy(state_, start.words, sizeof state_);
}

sha256::~sha256() {
    wipe(state_, sizeof state_);
    wipe(buffer_, sizeof buffer_);
}

void sha256::write(const void* data, size_t len) {
    if (len == 0)
        return;
    const u8* p = static_cast<const u8*>(data);
    const size_t used = bytes_ % 64;
    bytes_ += len;
    if (used != 0) {
        const size_t room = 64 - used;
        if (len < room) {
            memcpy(buffer_ + used, p, len);
            return;
        }
        memcpy(buffer_ + used, p, room);
        compress_(state_, buffer_, 1);
        p += room;
        len -= room;
    }
    const size_t blocks = len / 64;
    if (blocks != 0)
        compress_(state_, p, blocks);
    const size_t rest = len % 64;
    if (rest != 0)
        memcpy(buffer_, p + 64 * blocks, rest);
}

void sha256::finalize(u8 out[32]) {
    const u64 bits = bytes_ * 8;
    size_t used = bytes_ % 64;
    buffer_[used++] = 0x80;
    if (used > 56) {
        memset(buffer_ + used, 0, 64 - used);
        compress_(state_, buffer_, 1);
        used = 0;
    }
    memset(buffer_ + used, 0, 56 - used);
    sha256_detail::store_be32(buffer_ + 56, static_cast<uint32_t>(bits >> 32));
    sha256_detail::store_be32(buffer_ + 60, static_cast<uint32_t>(bits));
    compress_(state_, buffer_, 1);
    for (size_t i = 0; i < 8; ++i)
        sha256_detail::store_be32(out + 4 * i, state_[i]);
}

} // namespace koblitz
