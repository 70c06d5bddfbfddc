/* SHA-256 in both implementations, tagged hashes, HMAC, RFC 6979, and the test programs' own digests. */
#include <cstring>

#include "base/cpu.h"
#include "hash/rfc6979.h"
#include "hash/sha256.h"
#include "hash/tagged.h"
#include "schemes/nonce.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/digests.h"

using koblitz::sha256_compress_fn;
using koblitz::sha256_compress_portable;

namespace {

bytes text(const char* s) {
    return bytes(s, s + std::strlen(s));
}

bytes hash_with(sha256_compress_fn fn, const bytes& message, size_t piece) {
    bytes out(32);
    koblitz::sha256 h(fn);
    for (size_t i = 0; i < message.size(); i += piece) {
        h.write(message.data() + i, piece < message.size() - i ? piece : message.size() - i);
    }
    h.finalize(out.data());
    return out;
}

void digests() {
    struct row {
        const char* name;
        const char* message;
        const char* expected;
    };
    /* FIPS 180-2, B.1, B.2, C.1; FIPS 202 example values; RFC 8702 has SHAKE's. */
    const row rows[] = {
        {"SHA-256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"SHA-256", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"SHA-512", "abc",
         "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454"
         "d4423643"
         "ce80e2a9ac94fa54ca49f"},
        {"SHA3-256", "abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
        {"SHA3-512", "abc",
         "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39340573"
         "40b4cf40"
         "8d5a56592f8274eec53f0"},
        {"SHAKE128", "", "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"},
        {"SHAKE256", "",
         "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200cb05019d67b592f6fc8"
         "21c49479"
         "ab48640292eacb3b7c4be"},
    };
    for (const row& r : rows) {
        check::row(std::string(r.name) + " of " + r.message);
        CHECK(to_hex(digest(r.name, text(r.message))) == r.expected);
    }
}

/* Every length around the block boundaries, fed in pieces of several sizes, and one million 'a'. */
void lengths_and_pieces() {
    random_source random(1);
    for (size_t len = 0; len <= 200; len++) {
        bytes message(len);
        random.fill(message.data(), len);
        const bytes whole = hash_with(sha256_compress_portable, message, len + 1);
        for (size_t piece : {1, 3, 63, 64, 65}) {
            check::row("length " + std::to_string(len) + ", pieces of " + std::to_string(piece));
            CHECK(hash_with(sha256_compress_portable, message, piece) == whole);
            CHECK(hash_with(koblitz::sha256_compress_default(), message, piece) == whole);
        }
    }
    check::row("one million a");
    CHECK(to_hex(hash_with(koblitz::sha256_compress_default(), bytes(1000000, 'a'), 1000)) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

#if defined(__x86_64__) || defined(KOBLITZ_ARM64_ASM)
void extension_equals_portable() {
#if defined(__x86_64__)
    const bool has = koblitz::cpu_has(koblitz::cpu_word::sha_ni);
    const auto compress_by_extension = koblitz::sha256_compress_sha_ni;
#else
    const bool has = (koblitz::features() & koblitz::cpu_word::arm64_sha2) != 0;
    const auto compress_by_extension = koblitz::sha256_compress_arm64;
#endif
    if (!has) {
        std::printf("SHA extensions: not run, this CPU has none\n");
        CHECK(koblitz::sha256_compress_default() == koblitz::sha256_compress_portable);
        return;
    }
    random_source random(2);
    unsigned char data[64 * 8 + 64];
    for (int i = 0; i < 20000; i++) {
        uint32_t a[8], b[8];
        random.fill(data, sizeof data);
        for (int j = 0; j < 8; j++)
            a[j] = b[j] = static_cast<uint32_t>(random.next());
        const size_t n = random.below(9), offset = random.below(64);
        sha256_compress_portable(a, data + offset, n);
        compress_by_extension(b, data + offset, n);
        CHECK(std::memcmp(a, b, sizeof a) == 0);
    }
}
#endif

void wrong_compression(uint32_t* state, const unsigned char* blocks, size_t n) {
    sha256_compress_portable(state, blocks, n);
    state[7] ^= 1;
}
/* Right for one block, stuck on the first one for more. */
void stuck_compression(uint32_t* state, const unsigned char* blocks, size_t n) {
    for (size_t i = 0; i < n; i++)
        sha256_compress_portable(state, blocks, 1);
}
void nine_blocks_wrong(uint32_t* state, const unsigned char* blocks, size_t n) {
    sha256_compress_portable(state, blocks, n > 8 ? 8 : n);
}

void soundness_of_compressions() {
    CHECK(koblitz::sha256_compress_is_sound(sha256_compress_portable));
    CHECK(koblitz::sha256_compress_is_sound(koblitz::sha256_compress_default()));
    CHECK(!koblitz::sha256_compress_is_sound(wrong_compression));
    CHECK(!koblitz::sha256_compress_is_sound(stuck_compression));
    CHECK(!koblitz::sha256_compress_is_sound(nine_blocks_wrong));
}

void tag_midstates() {
    constexpr koblitz::sha256_midstate fixed[] = {
        koblitz::tag_midstate("BIP0340/challenge"), koblitz::tag_midstate("BIP0340/aux"),
        koblitz::tag_midstate(koblitz::bip340_nonce_tag), koblitz::tag_midstate("")};
    const char* tags[] = {"BIP0340/challenge", "BIP0340/aux", "BIP0340/nonce", ""};
    for (int i = 0; i < 4; i++) {
        check::row(tags[i]);
        const auto computed = koblitz::tag_midstate(sha256_compress_portable, tags[i], std::strlen(tags[i]));
        CHECK(std::memcmp(computed.words, fixed[i].words, sizeof computed.words) == 0);
        CHECK(computed.bytes == 64 && fixed[i].bytes == 64);
    }
}

/* HMAC by its definition, RFC 2104, for keys of 32 bytes. */
bytes hmac(const bytes& key, const bytes& message) {
    bytes inner(64, 0x36), outer(64, 0x5c);
    for (size_t i = 0; i < 32; i++) {
        inner[i] ^= key[i];
        outer[i] ^= key[i];
    }
    inner.insert(inner.end(), message.begin(), message.end());
    const bytes digest = sha256_of(inner);
    outer.insert(outer.end(), digest.begin(), digest.end());
    return sha256_of(outer);
}

/* The generator by its definition, with seeds of every length, beyond its first output: RFC 6979's P-256
 * example (A.2.5) draws until the candidate is below the order. */
void rfc6979_is_its_definition() {
    random_source random(3);
    for (size_t len = 1; len <= koblitz::rfc6979::max_seed; len++) {
        bytes seed(len), k(32, 0), v(32, 1), out(32);
        random.fill(seed.data(), len);
        koblitz::rfc6979 generator(koblitz::sha256_compress_default(), seed.data(), len);
        for (unsigned char separator : {0, 1}) {
            bytes message = v;
            message.push_back(separator);
            message.insert(message.end(), seed.begin(), seed.end());
            k = hmac(k, message);
            v = hmac(k, v);
        }
        for (int i = 0; i < 4; i++) {
            if (i != 0) {
                bytes message = v;
                message.push_back(0);
                k = hmac(k, message);
                v = hmac(k, v);
            }
            v = hmac(k, v);
            generator.generate(out.data());
            CHECK(out == v);
        }
    }
}

/* Compressions of a nonce, which is most of the time of a signature where the processor has no instructions
 * for SHA-256. */
size_t compressions = 0;
void counted(uint32_t* state, const unsigned char* blocks, size_t n) {
    compressions += n;
    sha256_compress_portable(state, blocks, n);
}
void compressions_of_a_nonce() {
    const bytes key(32, 1), msg(32, 2);
    bytes nonce(32);
    koblitz::nonce_rfc6979(counted, nonce.data(), msg.data(), key.data(), nullptr, nullptr, 0);
    CHECK(compressions == 16);
    compressions = 0;
    koblitz::nonce_bip340(counted, nonce.data(), msg.data(), 32, key.data(), key.data(),
                          reinterpret_cast<const unsigned char*>("BIP0340/nonce"), 13, nullptr);
    CHECK(compressions == 2);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {
        {"digests", digests}, {"lengths_and_pieces", lengths_and_pieces},
#if defined(__x86_64__) || defined(KOBLITZ_ARM64_ASM)
            {"extension_equals_portable", extension_equals_portable},
#endif
            {"soundness_of_compressions", soundness_of_compressions}, {"tag_midstates", tag_midstates},
            {"rfc6979_is_its_definition", rfc6979_is_its_definition},
            {"compressions_of_a_nonce", compressions_of_a_nonce},
    });
}
