/* Rows of signatures, the answers of the calls of one row, and faults. */
#pragma once

#include "batch/fixture.h"
#include "schemes/schnorrsig.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_schnorrsig.h"

/* One row of all operations. */
struct ecdsa_row {
    bytes sig, hash, key; /* 64, 32, 33 or 65 */
};
struct schnorr_row {
    bytes sig, msg, key;
};

inline ecdsa_row make_ecdsa(random_source& rng, bool compressed) {
    const bytes seckey = random_bytes(rng, 32);
    ecdsa_row r{bytes(64), random_bytes(rng, 32), {}};
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    CHECK(secp256k1_ec_pubkey_create(ctx(), &key, seckey.data()));
    CHECK(secp256k1_ecdsa_sign(ctx(), &sig, r.hash.data(), seckey.data(), nullptr, nullptr));
    secp256k1_ecdsa_signature_serialize_compact(ctx(), r.sig.data(), &sig);
    r.key = encode(key, compressed);
    return r;
}

inline schnorr_row make_schnorr(random_source& rng, size_t msglen) {
    const bytes seckey = random_bytes(rng, 32);
    schnorr_row r{bytes(64), random_bytes(rng, msglen), bytes(32)};
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey key;
    CHECK(secp256k1_keypair_create(ctx(), &pair, seckey.data()));
    CHECK(secp256k1_keypair_xonly_pub(ctx(), &key, nullptr, &pair));
    secp256k1_xonly_pubkey_serialize(ctx(), r.key.data(), &key);
    CHECK(secp256k1_schnorrsig_sign_custom(ctx(), r.sig.data(), r.msg.data(), msglen, &pair, nullptr));
    return r;
}

inline bool single(const ecdsa_row& r, bool high_s) {
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    if (!secp256k1_ec_pubkey_parse(ctx(), &key, r.key.data(), r.key.size()) || r.sig.size() != 64 ||
        !secp256k1_ecdsa_signature_parse_compact(ctx(), &sig, r.sig.data()))
        return false;
    if (high_s)
        secp256k1_ecdsa_signature_normalize(ctx(), &sig, &sig);
    return secp256k1_ecdsa_verify(ctx(), &sig, r.hash.data(), &key) == 1;
}
inline bool single(const schnorr_row& r) {
    secp256k1_xonly_pubkey key;
    return r.key.size() == 32 && r.sig.size() == 64 &&
           secp256k1_xonly_pubkey_parse(ctx(), &key, r.key.data()) &&
           secp256k1_schnorrsig_verify(ctx(), r.sig.data(), r.msg.data(), r.msg.size(), &key) == 1;
}

inline void check_rows(const std::vector<ecdsa_row>& rows, size_t offset_size, bool high_s) {
    const column sigs(field(rows, &ecdsa_row::sig), offset_size), hashes(field(rows, &ecdsa_row::hash), 0),
        keys(field(rows, &ecdsa_row::key), offset_size);
    std::vector<bool> expected;
    for (const ecdsa_row& r : rows)
        expected.push_back(single(r, high_s));
    bytes verdicts(rows.size() + 1, 0xaa);
    const size_t failed =
        koblitz_batch_ecdsa_verify(ctx(), verdicts.data(), &sigs.value, &hashes.value, &keys.value,
                                   rows.size(), high_s ? KOBLITZ_BATCH_HIGH_S : 0);
    compare(expected, failed, verdicts);
}
inline void check_rows(const std::vector<schnorr_row>& rows, size_t offset_size) {
    const column sigs(field(rows, &schnorr_row::sig), offset_size), msgs(field(rows, &schnorr_row::msg), 8),
        keys(field(rows, &schnorr_row::key), offset_size);
    std::vector<bool> expected;
    for (const schnorr_row& r : rows)
        expected.push_back(single(r));
    bytes verdicts(rows.size() + 1, 0xaa);
    const size_t failed = koblitz_batch_schnorrsig_verify(ctx(), verdicts.data(), &sigs.value, &msgs.value,
                                                          &keys.value, rows.size());
    compare(expected, failed, verdicts);
}

struct ecdsa_fault {
    const char* name;
    void (*apply)(ecdsa_row& r);
};
inline const ecdsa_fault ecdsa_faults[] = {
    {"r changed", [](ecdsa_row& r) { r.sig[31] ^= 1; }},
    {"s changed", [](ecdsa_row& r) { r.sig[63] ^= 1; }},
    {"message changed", [](ecdsa_row& r) { r.hash[0] ^= 0x80; }},
    {"r = 0", [](ecdsa_row& r) { replace(r.sig, 0, bytes(32)); }},
    {"s = 0", [](ecdsa_row& r) { replace(r.sig, 32, bytes(32)); }},
    {"r = n", [](ecdsa_row& r) { replace(r.sig, 0, order); }},
    {"s = n", [](ecdsa_row& r) { replace(r.sig, 32, order); }},
    /* m = -r, Q = G */
    {"u1 G + u2 Q is infinity",
     [](ecdsa_row& r) {
         secp256k1_pubkey g;
         CHECK(secp256k1_ec_pubkey_create(ctx(), &g, scalar_bytes(1).data()));
         r.key = encode(g, r.key.size() == 33);
         r.hash = negated(bytes(r.sig.begin(), r.sig.begin() + 32));
     }},
    {"high s", [](ecdsa_row& r) { replace(r.sig, 32, negated(bytes(r.sig.begin() + 32, r.sig.end()))); }},
    {"r = 1, below p - n", [](ecdsa_row& r) { replace(r.sig, 0, to_width({1}, 32)); }},
    {"the other key", [](ecdsa_row& r) { r.key[r.key.size() == 33 ? 0 : 64] ^= 1; }},
    {"x of the key not on the curve", [](ecdsa_row& r) { replace(r.key, 1, to_width({5}, 32)); }},
    {"x of the key is p", [](ecdsa_row& r) { replace(r.key, 1, prime); }},
    {"tag of the key", [](ecdsa_row& r) { r.key[0] = 5; }},
};

struct schnorr_fault {
    const char* name;
    void (*apply)(schnorr_row& r);
};
inline const schnorr_fault schnorr_faults[] = {
    {"r changed", [](schnorr_row& r) { r.sig[31] ^= 1; }},
    {"s changed", [](schnorr_row& r) { r.sig[63] ^= 1; }},
    {"s negated",
     [](schnorr_row& r) { replace(r.sig, 32, negated(bytes(r.sig.begin() + 32, r.sig.end()))); }},
    {"message changed", [](schnorr_row& r) { r.msg[0] ^= 1; }},
    {"r = p", [](schnorr_row& r) { replace(r.sig, 0, prime); }},
    {"s = n", [](schnorr_row& r) { replace(r.sig, 32, order); }},
    {"s = 0", [](schnorr_row& r) { replace(r.sig, 32, bytes(32)); }},
    /* s = e, P = G; r is what infinity would have for its x */
    {"s G - e P is infinity",
     [](schnorr_row& r) {
         bytes e(32);
         r.key = generator_x;
         replace(r.sig, 0, bytes(32));
         koblitz::schnorrsig_challenge(koblitz::sha256_compress_default(), e.data(), r.sig.data(),
                                       r.key.data(), r.msg.data(), r.msg.size());
         replace(r.sig, 32, e);
     }},
    {"key not on the curve", [](schnorr_row& r) { r.key = to_width({5}, 32); }},
    {"key is p", [](schnorr_row& r) { r.key = prime; }},
    {"key is 0", [](schnorr_row& r) { r.key = bytes(32); }},
    /* test-vectors.csv of BIP-340, index 6 */
    {"y of R is odd",
     [](schnorr_row& r) {
         r = {from_hex("fff97bd5755eeea420453a14355235d382f6472f8568a18b2f057a1460297556"
                       "3cc27944640ac607cd107ae10923d9ef7a73c643e166be5ebeafa34b1ac553e2"),
              from_hex("243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89"),
              from_hex("dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659")};
     }},
};
