/* BIP-340, BIP-66 and the community's RFC 6979 vectors, every row. */
#include <algorithm>

#include "koblitz.h"
#include "secp256k1.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/digests.h"
#include "support/json.h"

namespace {

const std::string folder = KOBLITZ_VECTORS;

struct signing_context {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    ~signing_context() { secp256k1_context_destroy(ctx); }
};

void bip340() {
    signing_context s;
    const auto rows = read_csv(folder + "/bip-0340/test-vectors.csv");
    unsigned signed_rows = 0;
    for (size_t i = 1; i < rows.size(); i++) {
        const auto& r = rows[i];
        check::row("BIP-340 " + r[0]);
        const bytes pubkey = from_hex(r[2]), message = from_hex(r[4]), signature = from_hex(r[5]);
        secp256k1_xonly_pubkey key;
        const bool expected = r[6] == "TRUE";
        const unsigned char* data = message.empty() ? nullptr : message.data();
        const bool verified =
            secp256k1_xonly_pubkey_parse(s.ctx, &key, pubkey.data()) &&
            secp256k1_schnorrsig_verify(s.ctx, signature.data(), data, message.size(), &key);
        CHECK(verified == expected);
        /* Four equal rows of a batch. */
        const koblitz_column sigs = {signature.data(), 64, 0, nullptr, 0},
                             msgs = {message.data(), message.size(), 0, nullptr, 0},
                             keys = {pubkey.data(), 32, 0, nullptr, 0};
        unsigned char verdicts[4];
        CHECK(koblitz_batch_schnorrsig_verify(s.ctx, verdicts, &sigs, &msgs, &keys, 4) ==
              (expected ? 0U : 4U));
        /* Enough of them for a sum. */
        constexpr size_t many = 200;
        bytes all(many), scratch(koblitz_batch_schnorrsig_scratch(s.ctx, many));
        CHECK(koblitz_batch_schnorrsig_verify_all(s.ctx, all.data(), &sigs, &msgs, &keys, many,
                                                  scratch.data(), scratch.size()) == (expected ? 0U : many));
        if (r[1].empty())
            continue;
        signed_rows++;
        const bytes seckey = from_hex(r[1]);
        bytes aux = from_hex(r[3]), made(64), x(32);
        secp256k1_keypair pair;
        secp256k1_xonly_pubkey own;
        if (!CHECK(secp256k1_keypair_create(s.ctx, &pair, seckey.data())))
            continue;
        CHECK(secp256k1_keypair_xonly_pub(s.ctx, &own, nullptr, &pair));
        CHECK(secp256k1_xonly_pubkey_serialize(s.ctx, x.data(), &own) && x == pubkey);
        secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
        params.ndata = aux.data();
        CHECK(secp256k1_schnorrsig_sign_custom(s.ctx, made.data(), data, message.size(), &pair, &params));
        CHECK(made == signature);
        if (message.size() == 32) {
            CHECK(secp256k1_schnorrsig_sign32(s.ctx, made.data(), data, &pair, aux.data()) &&
                  made == signature);
        }
    }
    CHECK(rows.size() == 20);
    CHECK(signed_rows == 8);
}

/* bip66 encodes integers by their shortest signed octets; r and s are given with the sign octet. */
void bip66() {
    const json document = json::parse(read_file(folder + "/bip-0066/bip-0066-test-vectors.json"));
    const secp256k1_context* ctx = secp256k1_context_static;
    secp256k1_ecdsa_signature sig;
    for (const json& row : document["valid"].items) {
        check::row("BIP-66 " + row["DER"].text);
        const bytes der = from_hex(row["DER"].text);
        bytes compact(64), again(72);
        size_t length = again.size();
        if (!CHECK(secp256k1_ecdsa_signature_parse_der(ctx, &sig, der.data(), der.size())))
            continue;
        secp256k1_ecdsa_signature_serialize_compact(ctx, compact.data(), &sig);
        const bytes r = to_width(from_hex(row["r"].text), 32), s = to_width(from_hex(row["s"].text), 32);
        CHECK(std::equal(r.begin(), r.end(), compact.begin()));
        CHECK(std::equal(s.begin(), s.end(), compact.begin() + 32));
        CHECK(secp256k1_ecdsa_signature_serialize_der(ctx, again.data(), &length, &sig));
        again.resize(length);
        CHECK(again == der);
    }
    for (const json& row : document["invalid"]["decode"].items) {
        check::row("BIP-66 " + row["DER"].text);
        const bytes der = from_hex(row["DER"].text);
        /* BIP-66 refuses negative integers; libsecp256k1 parses them as zero, which never verifies. */
        const bool negative = row["exception"].text.find("negative") != std::string::npos;
        const int parsed = secp256k1_ecdsa_signature_parse_der(ctx, &sig, der.data(), der.size());
        CHECK(parsed == (negative ? 1 : 0));
    }
    CHECK(document["valid"].items.size() == 9);
    CHECK(document["invalid"]["decode"].items.size() == 16);
}

/* A decimal integer as 32 bytes. */
bytes from_decimal(const std::string& text) {
    bytes out(32);
    for (char digit : text) {
        unsigned carry = static_cast<unsigned>(digit - '0');
        for (size_t i = 32; i-- > 0;) {
            carry += out[i] * 10u;
            out[i] = static_cast<unsigned char>(carry);
            carry >>= 8;
        }
    }
    return out;
}

void rfc6979_signatures() {
    signing_context s;
    const auto rows = read_csv(folder + "/rfc6979/signatures.csv");
    for (const auto& r : rows) {
        check::row("RFC 6979 " + r[1]);
        const bytes seckey = from_decimal(r[0]), hash = sha256_of(bytes(r[1].begin(), r[1].end()));
        secp256k1_ecdsa_signature sig;
        bytes der(72);
        size_t length = der.size();
        if (!CHECK(secp256k1_ecdsa_sign(s.ctx, &sig, hash.data(), seckey.data(), nullptr, nullptr)))
            continue;
        CHECK(secp256k1_ecdsa_signature_serialize_der(s.ctx, der.data(), &length, &sig));
        der.resize(length);
        CHECK(der == from_hex(r[2]));
    }
    CHECK(rows.size() == 20);
}

void rfc6979_nonces() {
    const auto rows = read_csv(folder + "/rfc6979/nonces.csv");
    for (const auto& r : rows) {
        check::row("RFC 6979 " + r[1]);
        const bytes seckey = from_hex(r[0].size() == 64 ? r[0] : std::string(64 - r[0].size(), '0') + r[0]);
        const bytes hash = sha256_of(bytes(r[1].begin(), r[1].end()));
        bytes nonce(32);
        CHECK(
            secp256k1_nonce_function_rfc6979(nonce.data(), hash.data(), seckey.data(), nullptr, nullptr, 0));
        CHECK(to_hex(nonce) == r[2]);
    }
    CHECK(rows.size() == 5);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"bip340", bip340},
                       {"bip66", bip66},
                       {"rfc6979_signatures", rfc6979_signatures},
                       {"rfc6979_nonces", rfc6979_nonces}});
}
