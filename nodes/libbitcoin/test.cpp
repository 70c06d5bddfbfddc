/* The adapter's verdicts are those of single calls: every kind of fault, sizes around a chunk, one thread and
 * several, BIP-340's vectors. Usage: test FOLDER_OF_VECTORS */
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <ufsecp/libbitcoin.hpp>

#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"

namespace {

using ufsecp::lbtc::chunk_rows;

long checks = 0, failures = 0;
void check(bool ok, const std::string& what) {
    checks++;
    if (!ok) {
        failures++;
        std::printf("FAILED %s\n", what.c_str());
    }
}

const secp256k1_context* const ctx = secp256k1_context_static;

struct table {
    size_t point_size, n = 0;
    bytes digests, points, signatures;

    explicit table(size_t point) : point_size(point) {}
    void add(const unsigned char* digest, const unsigned char* point, const unsigned char* signature) {
        digests.insert(digests.end(), digest, digest + 32);
        points.insert(points.end(), point, point + point_size);
        signatures.insert(signatures.end(), signature, signature + 64);
        n++;
    }
};

/* What libbitcoin does row by row. */
bool single(const table& rows, size_t i) {
    const unsigned char *digest = &rows.digests[32 * i], *point = &rows.points[rows.point_size * i],
                        *signature = &rows.signatures[64 * i];
    if (rows.point_size == 32) {
        secp256k1_xonly_pubkey key;
        return secp256k1_xonly_pubkey_parse(ctx, &key, point) == 1 &&
               secp256k1_schnorrsig_verify(ctx, signature, digest, 32, &key) == 1;
    }
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature opaque;
    std::memcpy(opaque.data, signature, 64);
    secp256k1_ecdsa_signature_normalize(ctx, &opaque, &opaque);
    return secp256k1_ec_pubkey_parse(ctx, &key, point, 33) == 1 &&
           secp256k1_ecdsa_verify(ctx, &opaque, digest, &key) == 1;
}

void compare(const table& rows, size_t n, const std::string& what) {
    bytes expected(n), got(n, 7);
    bool all = true;
    for (size_t i = 0; i < n; i++) {
        expected[i] = single(rows, i) ? 1 : 0;
        all = all && expected[i] == 1;
    }
    const auto verify =
        rows.point_size == 32 ? ufsecp::lbtc::schnorr_verify_columns : ufsecp::lbtc::ecdsa_verify_columns;
    for (const size_t threads : {0, 1, 3}) {
        got.assign(n, 7);
        const auto call = [&](unsigned char* results) {
            return verify(rows.digests.data(), rows.points.data(), rows.signatures.data(), n, results,
                          threads);
        };
        check(call(got.data()) == all, what + ": the result");
        check(got == expected, what + ": the rows");
        check(call(nullptr) == all, what + ": the result without rows");
    }
}

/* Row i is valid unless i has a fault. */
table made(bool schnorr, size_t n) {
    table rows(schnorr ? 32 : 33);
    secp256k1_context* const signer = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    random_source random(n);
    for (size_t i = 0; i < n; i++) {
        unsigned char seckey[32], digest[32], point[33], signature[64];
        random.fill(seckey, 32), random.fill(digest, 32);
        seckey[0] = 1;
        secp256k1_keypair pair;
        secp256k1_pubkey key;
        secp256k1_xonly_pubkey xonly;
        size_t size = 33;
        bool ok = secp256k1_keypair_create(signer, &pair, seckey) &&
                  secp256k1_keypair_pub(ctx, &key, &pair) &&
                  secp256k1_keypair_xonly_pub(ctx, &xonly, nullptr, &pair);
        if (schnorr) {
            ok = ok && secp256k1_schnorrsig_sign32(signer, signature, digest, &pair, nullptr) &&
                 secp256k1_xonly_pubkey_serialize(ctx, point, &xonly);
        } else {
            secp256k1_ecdsa_signature opaque;
            ok = ok && secp256k1_ecdsa_sign(signer, &opaque, digest, seckey, nullptr, nullptr) &&
                 secp256k1_ec_pubkey_serialize(ctx, point, &size, &key, SECP256K1_EC_COMPRESSED);
            std::memcpy(signature, opaque.data, 64);
        }
        check(ok, "signing");
        switch (i % 97) {
        case 3:
            digest[31] ^= 1;
            break;
        case 17:
            signature[0] ^= 1;
            break;
        case 31:
            signature[63] ^= 1;
            break;
        case 41:
            std::memset(signature, 0, 64);
            break;
        case 53:
            std::memset(point + 1, 255, 31);
            break;
        case 67:
            point[0] ^= schnorr ? 1 : 6;
            break;
        default:
            break;
        }
        rows.add(digest, point, signature);
    }
    secp256k1_context_destroy(signer);
    return rows;
}

/* n - s for s: still valid, as libbitcoin normalizes. Scalars of the object are little-endian. */
void high_s(table& rows, size_t i) {
    unsigned char s[32];
    for (size_t j = 0; j < 32; j++)
        s[j] = rows.signatures[64 * i + 63 - j];
    check(secp256k1_ec_seckey_negate(ctx, s) == 1, "negating s");
    for (size_t j = 0; j < 32; j++)
        rows.signatures[64 * i + 63 - j] = s[j];
    check(single(rows, i), "a high s is valid");
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: test FOLDER_OF_VECTORS");
        return 2;
    }
    for (const bool schnorr : {false, true}) {
        table rows = made(schnorr, 2 * chunk_rows + 1);
        if (!schnorr)
            high_s(rows, 5), high_s(rows, chunk_rows);
        for (const size_t n : {size_t{0}, size_t{1}, size_t{3}, size_t{4}, size_t{97}, chunk_rows - 1,
                               chunk_rows, chunk_rows + 1, 2 * chunk_rows + 1})
            compare(rows, n, std::string(schnorr ? "schnorr" : "ecdsa") + ", rows: " + std::to_string(n));
    }
    table vectors(32);
    bytes expected;
    for (const auto& row : read_csv(std::string(argv[1]) + "/bip-0340/test-vectors.csv")) {
        if (row[0] == "index" || row[4].size() != 64)
            continue;
        vectors.add(from_hex(row[4]).data(), from_hex(row[2]).data(), from_hex(row[5]).data());
        expected.push_back(row[6] == "TRUE");
    }
    check(vectors.n >= 15, "BIP-340 has vectors");
    for (size_t i = 0; i < vectors.n; i++)
        check(single(vectors, i) == (expected[i] == 1), "BIP-340 vector " + std::to_string(i));
    compare(vectors, vectors.n, "BIP-340");
    std::printf("%ld checks, %ld failures\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
