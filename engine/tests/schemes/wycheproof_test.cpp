/* Every row of the Wycheproof files for secp256k1. Rows that the interface cannot express are counted by
 * reason, and the counts are part of the test. */
#include <map>

#include "koblitz.h"
#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/digests.h"
#include "support/json.h"

namespace {

enum class encoding { der, bitcoin, p1363 };

struct ecdsa_file {
    const char* name;
    encoding form;
    unsigned rows, valid;
};

const ecdsa_file ecdsa_files[] = {
    {"ecdsa_secp256k1_sha256_test", encoding::der, 476, 168},
    {"ecdsa_secp256k1_sha256_bitcoin_test", encoding::bitcoin, 463, 162},
    {"ecdsa_secp256k1_sha256_p1363_test", encoding::p1363, 252, 167},
    {"ecdsa_secp256k1_sha512_test", encoding::der, 546, 237},
    {"ecdsa_secp256k1_sha512_p1363_test", encoding::p1363, 322, 236},
    {"ecdsa_secp256k1_sha3_256_test", encoding::der, 474, 172},
    {"ecdsa_secp256k1_sha3_512_test", encoding::der, 540, 237},
    {"ecdsa_secp256k1_shake128_test", encoding::der, 472, 170},
    {"ecdsa_secp256k1_shake128_p1363_test", encoding::p1363, 248, 169},
    {"ecdsa_secp256k1_shake256_test", encoding::der, 542, 239},
    {"ecdsa_secp256k1_shake256_p1363_test", encoding::p1363, 318, 238},
};

json load(const std::string& name) {
    return json::parse(read_file(std::string(KOBLITZ_VECTORS) + "/wycheproof/" + name + ".json"));
}

/* Wycheproof's verdicts are those of plain ECDSA, so s is normalised first; only the bitcoin file wants low
 * s. */
bool verify(encoding form, const bytes& signature, const bytes& hash, const secp256k1_pubkey& key) {
    const secp256k1_context* ctx = secp256k1_context_static;
    secp256k1_ecdsa_signature sig;
    if (form == encoding::p1363) {
        if (signature.size() != 64)
            return false;
        if (!secp256k1_ecdsa_signature_parse_compact(ctx, &sig, signature.data()))
            return false;
    } else {
        const unsigned char none = 0;
        const unsigned char* data = signature.empty() ? &none : signature.data();
        if (!secp256k1_ecdsa_signature_parse_der(ctx, &sig, data, signature.size()))
            return false;
    }
    if (form != encoding::bitcoin)
        secp256k1_ecdsa_signature_normalize(ctx, &sig, &sig);
    return secp256k1_ecdsa_verify(ctx, &sig, hash.data(), &key) == 1;
}

/* The same of four equal rows; -1 when their verdicts differ. */
int verify_batch(encoding form, const bytes& signature, const bytes& hash, const secp256k1_pubkey& key) {
    constexpr size_t n = 4;
    bytes repeated(1);
    int32_t offsets[n + 1] = {1};
    for (size_t i = 0; i < n; i++) {
        repeated.insert(repeated.end(), signature.begin(), signature.end());
        offsets[i + 1] = static_cast<int32_t>(repeated.size());
    }
    const koblitz_column sigs = {repeated.data(), 0, 0, offsets, sizeof offsets[0]},
                         hashes = {hash.data(), 32, 0, nullptr, 0}, keys = {key.data, 64, 0, nullptr, 0};
    unsigned char verdicts[n];
    const unsigned flags = (form == encoding::p1363 ? 0U : KOBLITZ_BATCH_DER) |
                           (form == encoding::bitcoin ? 0U : KOBLITZ_BATCH_HIGH_S);
    const size_t failed =
        koblitz_batch_ecdsa_verify(secp256k1_context_static, verdicts, &sigs, &hashes, &keys, n, flags);
    return failed == 0 ? 1 : failed == n ? 0 : -1;
}

void ecdsa() {
    for (const ecdsa_file& file : ecdsa_files) {
        const json document = load(file.name);
        unsigned rows = 0, valid = 0;
        for (const json& group : document["testGroups"].items) {
            secp256k1_pubkey key;
            const bytes encoded = from_hex(group["publicKey"]["uncompressed"].text);
            check::row(std::string(file.name) + ", a public key");
            if (!CHECK(secp256k1_ec_pubkey_parse(secp256k1_context_static, &key, encoded.data(),
                                                 encoded.size()))) {
                continue;
            }
            for (const json& t : group["tests"].items) {
                check::row(std::string(file.name) + " " + t["tcId"].text);
                bytes hash = digest(group["sha"].text, from_hex(t["msg"].text));
                if (!CHECK(hash.size() >= 32))
                    continue;
                hash.resize(32);
                const bool expected = t["result"].text == "valid";
                CHECK(expected || t["result"].text == "invalid");
                CHECK(verify(file.form, from_hex(t["sig"].text), hash, key) == expected);
                CHECK(verify_batch(file.form, from_hex(t["sig"].text), hash, key) == (expected ? 1 : 0));
                rows++;
                valid += expected ? 1 : 0;
            }
        }
        check::row(file.name);
        CHECK(rows == file.rows);
        CHECK(valid == file.valid);
    }
}

int copy_x(unsigned char* output, const unsigned char* x32, const unsigned char*, void*) {
    std::memcpy(output, x32, 32);
    return 1;
}

/* The point of a SubjectPublicKeyInfo with the named curve, in DER; false for any other encoding. */
bool extract_point(const bytes& spki, bytes& point) {
    const bytes algorithm = from_hex("301006072a8648ce3d020106052b8104000a");
    const size_t header = 2 + algorithm.size() + 3;
    if (spki.size() < header || spki.size() > 127 + 2)
        return false;
    const unsigned char* bit_string = spki.data() + 2 + algorithm.size();
    if (spki[0] != 0x30 || spki[1] != spki.size() - 2)
        return false;
    if (std::memcmp(spki.data() + 2, algorithm.data(), algorithm.size()) != 0)
        return false;
    if (bit_string[0] != 0x03 || bit_string[1] != spki.size() - header + 1 || bit_string[2] != 0)
        return false;
    point.assign(spki.begin() + static_cast<std::ptrdiff_t>(header), spki.end());
    return true;
}

/* agreed: the point parsed and the key was usable. */
bool agree(const bytes& point, const bytes& seckey, bytes& shared) {
    const secp256k1_context* ctx = secp256k1_context_static;
    secp256k1_pubkey key;
    shared.assign(32, 0);
    const unsigned char none = 0;
    return secp256k1_ec_pubkey_parse(ctx, &key, point.empty() ? &none : point.data(), point.size()) &&
           secp256k1_ecdh(ctx, shared.data(), &key, seckey.data(), copy_x, nullptr);
}

void check_agreement(const json& t, const bytes& point, const bytes& seckey) {
    bytes shared;
    const bool agreed = agree(point, seckey, shared);
    /* Keys in malformed ASN.1 may be refused. */
    if (!t["flags"].contains("InvalidAsn"))
        CHECK(agreed == (t["result"].text != "invalid"));
    if (agreed)
        CHECK(to_hex(shared) == t["shared"].text);
}

using reason_counts = std::map<std::string, unsigned>;

void ecdh() {
    const json document = load("ecdh_secp256k1_test");
    reason_counts skipped;
    unsigned rows = 0, applied = 0;
    for (const json& group : document["testGroups"].items) {
        for (const json& t : group["tests"].items) {
            check::row("ecdh_secp256k1_test " + t["tcId"].text);
            rows++;
            bytes point;
            if (!extract_point(from_hex(t["public"].text), point)) {
                const json& flags = t["flags"];
                if (flags.contains("InvalidAsn")) {
                    skipped["malformed ASN.1"]++;
                } else if (flags.contains("UnnamedCurve")) {
                    skipped["explicit curve parameters"]++;
                } else {
                    CHECK(flags.contains("WrongCurve") || flags.contains("ModifiedGroup"));
                    skipped["another curve"]++;
                }
                continue;
            }
            const bytes seckey = to_width(from_hex(t["private"].text), 32);
            if (!CHECK(seckey.size() == 32))
                continue;
            applied++;
            check_agreement(t, point, seckey);
        }
    }
    check::row("ecdh_secp256k1_test");
    for (const auto& [reason, count] : skipped)
        std::printf("       not applicable: %u rows, %s\n", count, reason.c_str());
    CHECK(rows == 752);
    CHECK(applied == 501);
    CHECK(
        (skipped ==
         reason_counts{{"malformed ASN.1", 217}, {"explicit curve parameters", 14}, {"another curve", 20}}));
}

bytes from_base64url(const std::string& text) {
    static const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    bytes out;
    unsigned bits = 0, have = 0;
    for (char c : text) {
        bits = bits << 6 | static_cast<unsigned>(alphabet.find(c));
        have += 6;
        if (have >= 8) {
            have -= 8;
            out.push_back(static_cast<unsigned char>(bits >> have));
        }
    }
    return out;
}

void ecdh_webcrypto() {
    const json document = load("ecdh_secp256k1_webcrypto_test");
    unsigned rows = 0, other_curve = 0;
    for (const json& group : document["testGroups"].items) {
        for (const json& t : group["tests"].items) {
            check::row("ecdh_secp256k1_webcrypto_test " + t["tcId"].text);
            rows++;
            if (t["public"]["crv"].text != "P-256K") {
                CHECK(t["result"].text == "invalid");
                other_curve++;
                continue;
            }
            bytes point(1, 4);
            for (const char* coordinate : {"x", "y"}) {
                const bytes b = from_base64url(t["public"][coordinate].text);
                point.insert(point.end(), b.begin(), b.end());
            }
            check_agreement(t, point, to_width(from_base64url(t["private"]["d"].text), 32));
        }
    }
    check::row("ecdh_secp256k1_webcrypto_test");
    std::printf("       not applicable: %u rows, another curve\n", other_curve);
    CHECK(rows == 496);
    CHECK(other_curve == 5);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"ecdsa", ecdsa}, {"ecdh", ecdh}, {"ecdh_webcrypto", ecdh_webcrypto}});
}
