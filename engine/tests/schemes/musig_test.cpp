/* BIP-327: every row of its eight files. The interface takes messages of 32 bytes and leaves it to the caller
 * whether a signer's key is among the keys; rows about the rest are counted by reason. */
#include <map>

#include "schemes/musig_hash.h"
#include "secp256k1_musig.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/json.h"

namespace {

struct tally {
    unsigned applied = 0;
    std::map<std::string, unsigned> left_out;

    void expect(unsigned rows, unsigned other_messages, unsigned key_not_listed) {
        check::row("rows");
        CHECK(applied == rows);
        CHECK(left_out["the message is not 32 bytes long"] == other_messages);
        CHECK(left_out["the signer's key is not listed"] == key_not_listed);
        std::printf("       %u rows", applied);
        for (const auto& [reason, n] : left_out)
            if (n != 0)
                std::printf(", %u left out (%s)", n, reason.c_str());
        std::printf("\n");
    }
};

json load(const char* name) {
    return json::parse(read_file(std::string(KOBLITZ_VECTORS) + "/bip-0327/" + name + "_vectors.json"));
}

size_t number(const json& value) {
    return std::stoul(value.text);
}

struct signers {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    std::vector<secp256k1_pubkey> keys;
    std::vector<secp256k1_musig_pubnonce> nonces;
    secp256k1_musig_keyagg_cache cache;
    secp256k1_xonly_pubkey aggregate;

    ~signers() { secp256k1_context_destroy(ctx); }

    /* The keys of these indices, aggregated; false when one does not parse. */
    bool take_keys(const json& file, const json& indices) {
        keys.assign(indices.items.size(), {});
        std::vector<const secp256k1_pubkey*> pointers;
        for (size_t i = 0; i < keys.size(); i++) {
            const bytes encoded = from_hex(file["pubkeys"].items[number(indices.items[i])].text);
            if (!secp256k1_ec_pubkey_parse(ctx, &keys[i], encoded.data(), encoded.size()) ||
                encoded.size() != 33)
                return false;
            pointers.push_back(&keys[i]);
        }
        return CHECK(secp256k1_musig_pubkey_agg(ctx, &aggregate, &cache, pointers.data(), pointers.size()));
    }

    bool take_nonces(const json& file, const json& indices) {
        nonces.assign(indices.items.size(), {});
        for (size_t i = 0; i < nonces.size(); i++) {
            const bytes encoded = from_hex(file["pnonces"].items[number(indices.items[i])].text);
            if (!secp256k1_musig_pubnonce_parse(ctx, &nonces[i], encoded.data()))
                return false;
        }
        return true;
    }

    bool tweak(const bytes& value, bool xonly) {
        secp256k1_pubkey got, after;
        const int ok = xonly ? secp256k1_musig_pubkey_xonly_tweak_add(ctx, &after, &cache, value.data())
                             : secp256k1_musig_pubkey_ec_tweak_add(ctx, &after, &cache, value.data());
        if (ok == 0) {
            CHECK(bytes(after.data, after.data + 64) == bytes(64));
            return false;
        }
        CHECK(secp256k1_musig_pubkey_get(ctx, &got, &cache));
        CHECK(std::memcmp(&got, &after, sizeof got) == 0);
        return true;
    }

    /* Tweaks given by index into the file, or by value. */
    bool take_tweaks(const json& file, const json& row) {
        const json& list = row.has("tweaks") ? row["tweaks"] : row["tweak_indices"];
        for (size_t i = 0; i < list.items.size(); i++) {
            const std::string& text =
                row.has("tweaks") ? list.items[i].text : file["tweaks"].items[number(list.items[i])].text;
            if (!tweak(from_hex(text), row["is_xonly"].items[i].truth))
                return false;
        }
        return true;
    }

    secp256k1_musig_aggnonce sum(const std::vector<secp256k1_musig_pubnonce>& of) {
        secp256k1_musig_aggnonce out;
        std::vector<const secp256k1_musig_pubnonce*> pointers;
        for (const auto& nonce : of)
            pointers.push_back(&nonce);
        CHECK(secp256k1_musig_nonce_agg(ctx, &out, pointers.data(), pointers.size()));
        return out;
    }

    bytes aggregate_x() {
        bytes x(32);
        secp256k1_pubkey key;
        secp256k1_xonly_pubkey xonly;
        CHECK(secp256k1_musig_pubkey_get(ctx, &key, &cache));
        CHECK(secp256k1_xonly_pubkey_from_pubkey(ctx, &xonly, nullptr, &key));
        CHECK(secp256k1_xonly_pubkey_serialize(ctx, x.data(), &xonly));
        return x;
    }
};

/* The two nonces and the compressed key of the files as the opaque object. */
secp256k1_musig_secnonce secret_nonce(const secp256k1_context* ctx, const bytes& encoded) {
    koblitz::musig_secnonce nonce = {koblitz::musig_secnonce::expected, {}, {}};
    secp256k1_pubkey key;
    std::memcpy(nonce.k, encoded.data(), 64);
    CHECK(secp256k1_ec_pubkey_parse(ctx, &key, encoded.data() + 64, 33));
    std::memcpy(nonce.pubkey, key.data, 64);
    secp256k1_musig_secnonce out;
    std::memcpy(&out, &nonce, sizeof out);
    return out;
}

bytes serialized(const secp256k1_context* ctx, const secp256k1_musig_pubnonce& nonce) {
    bytes out(66);
    CHECK(secp256k1_musig_pubnonce_serialize(ctx, out.data(), &nonce));
    return out;
}
bytes serialized(const secp256k1_context* ctx, const secp256k1_musig_partial_sig& sig) {
    bytes out(32);
    CHECK(secp256k1_musig_partial_sig_serialize(ctx, out.data(), &sig));
    return out;
}

void key_agg() {
    const json file = load("key_agg");
    tally t;
    for (const json& row : file["valid_test_cases"].items) {
        t.applied++;
        signers s;
        check::row("key_agg, valid " + std::to_string(t.applied));
        CHECK(s.take_keys(file, row["key_indices"]));
        CHECK(s.aggregate_x() == from_hex(row["expected"].text));
    }
    for (const json& row : file["error_test_cases"].items) {
        t.applied++;
        signers s;
        check::row("key_agg, " + row["comment"].text);
        const bool keys = s.take_keys(file, row["key_indices"]);
        CHECK(keys == (row["error"]["type"].text == "value"));
        CHECK(!(keys && s.take_tweaks(file, row)));
    }
    t.expect(9, 0, 0);
}

void key_sort() {
    const json file = load("key_sort");
    signers s;
    std::vector<secp256k1_pubkey> keys;
    for (const json& text : file["pubkeys"].items) {
        keys.emplace_back();
        const bytes encoded = from_hex(text.text);
        CHECK(secp256k1_ec_pubkey_parse(s.ctx, &keys.back(), encoded.data(), 33));
    }
    std::vector<const secp256k1_pubkey*> pointers;
    for (const auto& key : keys)
        pointers.push_back(&key);
    CHECK(secp256k1_ec_pubkey_sort(s.ctx, pointers.data(), pointers.size()));
    const auto& sorted = file["sorted_pubkeys"].items;
    CHECK(sorted.size() == 6 && pointers.size() == 6);
    for (size_t i = 0; i < sorted.size(); i++) {
        bytes encoded(33);
        size_t length = 33;
        CHECK(secp256k1_ec_pubkey_serialize(s.ctx, encoded.data(), &length, pointers[i],
                                            SECP256K1_EC_COMPRESSED));
        CHECK(encoded == from_hex(sorted[i].text));
    }
}

void nonce_agg() {
    const json file = load("nonce_agg");
    tally t;
    for (const json& row : file["valid_test_cases"].items) {
        t.applied++;
        signers s;
        check::row("nonce_agg, valid " + std::to_string(t.applied));
        CHECK(s.take_nonces(file, row["pnonce_indices"]));
        const secp256k1_musig_aggnonce sum = s.sum(s.nonces);
        secp256k1_musig_aggnonce parsed;
        bytes encoded(66);
        CHECK(secp256k1_musig_aggnonce_serialize(s.ctx, encoded.data(), &sum));
        CHECK(encoded == from_hex(row["expected"].text));
        CHECK(secp256k1_musig_aggnonce_parse(s.ctx, &parsed, encoded.data()));
        CHECK(std::memcmp(&parsed, &sum, sizeof sum) == 0);
    }
    for (const json& row : file["error_test_cases"].items) {
        t.applied++;
        signers s;
        check::row("nonce_agg, " + row["comment"].text);
        CHECK(!s.take_nonces(file, row["pnonce_indices"]));
    }
    t.expect(5, 0, 0);
}

void nonce_gen() {
    const json file = load("nonce_gen");
    tally t;
    for (const json& row : file["test_cases"].items) {
        signers s;
        bytes random = from_hex(row["rand_"].text);
        const bytes pk = from_hex(row["pk"].text);
        auto optional = [&](const char* name) {
            return row[name].type == json::null ? bytes() : from_hex(row[name].text);
        };
        const bytes sk = optional("sk"), aggregate = optional("aggpk"), msg = optional("msg"),
                    extra = optional("extra_in");
        if (row["msg"].type != json::null && msg.size() != 32) {
            t.left_out["the message is not 32 bytes long"]++;
            continue;
        }
        t.applied++;
        check::row("nonce_gen " + std::to_string(t.applied));
        secp256k1_pubkey key;
        CHECK(secp256k1_ec_pubkey_parse(s.ctx, &key, pk.data(), pk.size()));
        /* Of the cache, only the key counts. */
        koblitz::musig_keyagg parts = {};
        parts.magic = koblitz::musig_keyagg::expected;
        if (!aggregate.empty()) {
            secp256k1_xonly_pubkey xonly;
            CHECK(secp256k1_xonly_pubkey_parse(s.ctx, &xonly, aggregate.data()));
            std::memcpy(parts.pubkey, xonly.data, 64);
        }
        std::memcpy(&s.cache, &parts, sizeof s.cache);
        secp256k1_musig_secnonce secnonce;
        secp256k1_musig_pubnonce pubnonce;
        auto or_null = [](const bytes& b) { return b.empty() ? nullptr : b.data(); };
        CHECK(secp256k1_musig_nonce_gen(s.ctx, &secnonce, &pubnonce, random.data(), or_null(sk), &key,
                                        or_null(msg), aggregate.empty() ? nullptr : &s.cache,
                                        or_null(extra)));
        CHECK(random == bytes(32));
        const secp256k1_musig_secnonce expected =
            secret_nonce(s.ctx, from_hex(row["expected_secnonce"].text));
        CHECK(std::memcmp(&secnonce, &expected, sizeof secnonce) == 0);
        CHECK(serialized(s.ctx, pubnonce) == from_hex(row["expected_pubnonce"].text));
    }
    t.expect(2, 2, 0);
}

void sign_verify() {
    const json file = load("sign_verify");
    const bytes sk = from_hex(file["sk"].text);
    tally t;
    auto message = [&](const json& row) {
        return from_hex(file["msgs"].items[number(row["msg_index"])].text);
    };
    auto secret = [&](signers& s, size_t index) {
        return secret_nonce(s.ctx, from_hex(file["secnonces"].items[index].text));
    };
    secp256k1_keypair pair;
    {
        signers s;
        CHECK(secp256k1_keypair_create(s.ctx, &pair, sk.data()));
    }
    for (const json& row : file["valid_test_cases"].items) {
        const bytes msg = message(row);
        if (msg.size() != 32) {
            t.left_out["the message is not 32 bytes long"]++;
            continue;
        }
        t.applied++;
        signers s;
        check::row("sign_verify, valid " + std::to_string(t.applied));
        CHECK(s.take_keys(file, row["key_indices"]) && s.take_nonces(file, row["nonce_indices"]));
        const bytes encoded = from_hex(file["aggnonces"].items[number(row["aggnonce_index"])].text);
        secp256k1_musig_aggnonce parsed;
        const secp256k1_musig_aggnonce sum = s.sum(s.nonces);
        CHECK(secp256k1_musig_aggnonce_parse(s.ctx, &parsed, encoded.data()));
        CHECK(std::memcmp(&parsed, &sum, sizeof sum) == 0);
        secp256k1_musig_session session;
        CHECK(secp256k1_musig_nonce_process(s.ctx, &session, &sum, msg.data(), &s.cache));
        secp256k1_musig_secnonce nonce = secret(s, 0);
        secp256k1_musig_partial_sig sig;
        CHECK(secp256k1_musig_partial_sign(s.ctx, &sig, &nonce, &pair, &s.cache, &session));
        CHECK(serialized(s.ctx, sig) == from_hex(row["expected"].text));
        CHECK(bytes(nonce.data, nonce.data + sizeof nonce) == bytes(sizeof nonce));
        const size_t signer = number(row["signer_index"]);
        CHECK(secp256k1_musig_partial_sig_verify(s.ctx, &sig, &s.nonces[signer], &s.keys[signer], &s.cache,
                                                 &session));
    }
    for (const json& row : file["sign_error_test_cases"].items) {
        signers s;
        check::row("sign_verify, " + row["comment"].text);
        if (row["error"]["type"].text == "value" && number(row["secnonce_index"]) == 0) {
            t.left_out["the signer's key is not listed"]++;
            continue;
        }
        t.applied++;
        const bytes encoded = from_hex(file["aggnonces"].items[number(row["aggnonce_index"])].text);
        secp256k1_musig_aggnonce sum;
        const bool keys = s.take_keys(file, row["key_indices"]);
        const bool nonce_parsed = secp256k1_musig_aggnonce_parse(s.ctx, &sum, encoded.data()) == 1;
        if (row["error"]["type"].text == "invalid_contribution") {
            CHECK(keys == (row["error"]["contrib"].text == "aggnonce") && nonce_parsed != keys);
            continue;
        }
        /* A secret nonce of zeros is an illegal argument. */
        unsigned fired = 0;
        secp256k1_context_set_illegal_callback(
            s.ctx, [](const char*, void* data) { ++*static_cast<unsigned*>(data); }, &fired);
        const bytes msg = message(row);
        secp256k1_musig_session session;
        secp256k1_musig_secnonce nonce = secret(s, number(row["secnonce_index"]));
        secp256k1_musig_partial_sig sig;
        CHECK(keys && nonce_parsed);
        CHECK(secp256k1_musig_nonce_process(s.ctx, &session, &sum, msg.data(), &s.cache));
        CHECK(!secp256k1_musig_partial_sign(s.ctx, &sig, &nonce, &pair, &s.cache, &session) && fired == 1);
    }
    for (const char* cases : {"verify_fail_test_cases", "verify_error_test_cases"}) {
        for (const json& row : file[cases].items) {
            t.applied++;
            signers s;
            check::row("sign_verify, " + row["comment"].text);
            const bytes encoded = from_hex(row["sig"].text), msg = message(row);
            const bool keys = s.take_keys(file, row["key_indices"]),
                       nonces = s.take_nonces(file, row["nonce_indices"]);
            if (row.has("error")) {
                CHECK(keys == (row["error"]["contrib"].text != "pubkey") && nonces != keys);
                continue;
            }
            secp256k1_musig_partial_sig sig;
            if (!secp256k1_musig_partial_sig_parse(s.ctx, &sig, encoded.data())) {
                CHECK(row["comment"].text == "Signature exceeds group size");
                continue;
            }
            const secp256k1_musig_aggnonce sum = s.sum(s.nonces);
            secp256k1_musig_session session;
            CHECK(secp256k1_musig_nonce_process(s.ctx, &session, &sum, msg.data(), &s.cache));
            const size_t signer = number(row["signer_index"]);
            CHECK(!secp256k1_musig_partial_sig_verify(s.ctx, &sig, &s.nonces[signer], &s.keys[signer],
                                                      &s.cache, &session));
        }
    }
    t.expect(4 + 5 + 3 + 2, 2, 1);
}

void tweaks() {
    const json file = load("tweak");
    const bytes sk = from_hex(file["sk"].text), msg = from_hex(file["msg"].text),
                aggnonce = from_hex(file["aggnonce"].text);
    tally t;
    for (const char* cases : {"valid_test_cases", "error_test_cases"}) {
        for (const json& row : file[cases].items) {
            t.applied++;
            signers s;
            check::row("tweak, " + row["comment"].text);
            CHECK(s.take_keys(file, row["key_indices"]) && s.take_nonces(file, row["nonce_indices"]));
            if (row.has("error")) {
                CHECK(!s.take_tweaks(file, row));
                continue;
            }
            CHECK(s.take_tweaks(file, row));
            secp256k1_keypair pair;
            secp256k1_musig_session session;
            secp256k1_musig_secnonce nonce = secret_nonce(s.ctx, from_hex(file["secnonce"].text));
            secp256k1_musig_partial_sig sig;
            const secp256k1_musig_aggnonce sum = s.sum(s.nonces);
            bytes encoded(66);
            CHECK(secp256k1_musig_aggnonce_serialize(s.ctx, encoded.data(), &sum) && encoded == aggnonce);
            CHECK(secp256k1_keypair_create(s.ctx, &pair, sk.data()));
            CHECK(secp256k1_musig_nonce_process(s.ctx, &session, &sum, msg.data(), &s.cache));
            CHECK(secp256k1_musig_partial_sign(s.ctx, &sig, &nonce, &pair, &s.cache, &session));
            CHECK(serialized(s.ctx, sig) == from_hex(row["expected"].text));
            const size_t signer = number(row["signer_index"]);
            CHECK(secp256k1_musig_partial_sig_verify(s.ctx, &sig, &s.nonces[signer], &s.keys[signer],
                                                     &s.cache, &session));
        }
    }
    t.expect(6, 0, 0);
}

void sig_agg() {
    const json file = load("sig_agg");
    const bytes msg = from_hex(file["msg"].text);
    tally t;
    for (const char* cases : {"valid_test_cases", "error_test_cases"}) {
        for (const json& row : file[cases].items) {
            t.applied++;
            signers s;
            check::row("sig_agg " + std::to_string(t.applied));
            CHECK(s.take_keys(file, row["key_indices"]) && s.take_nonces(file, row["nonce_indices"]));
            CHECK(s.take_tweaks(file, row));
            bytes encoded(66), made(64);
            const secp256k1_musig_aggnonce sum = s.sum(s.nonces);
            CHECK(secp256k1_musig_aggnonce_serialize(s.ctx, encoded.data(), &sum));
            CHECK(encoded == from_hex(row["aggnonce"].text));
            std::vector<secp256k1_musig_partial_sig> sigs(row["psig_indices"].items.size());
            std::vector<const secp256k1_musig_partial_sig*> pointers;
            unsigned parsed = 0;
            for (size_t i = 0; i < sigs.size(); i++) {
                const bytes part = from_hex(file["psigs"].items[number(row["psig_indices"].items[i])].text);
                parsed += secp256k1_musig_partial_sig_parse(s.ctx, &sigs[i], part.data()) == 1 ? 1 : 0;
                pointers.push_back(&sigs[i]);
            }
            if (row.has("error")) {
                CHECK(parsed == sigs.size() - 1);
                continue;
            }
            CHECK(parsed == sigs.size());
            secp256k1_musig_session session;
            CHECK(secp256k1_musig_nonce_process(s.ctx, &session, &sum, msg.data(), &s.cache));
            CHECK(secp256k1_musig_partial_sig_agg(s.ctx, made.data(), &session, pointers.data(),
                                                  pointers.size()));
            CHECK(made == from_hex(row["expected"].text));
            secp256k1_xonly_pubkey key;
            const bytes x = s.aggregate_x();
            CHECK(secp256k1_xonly_pubkey_parse(s.ctx, &key, x.data()));
            CHECK(secp256k1_schnorrsig_verify(s.ctx, made.data(), msg.data(), 32, &key));
        }
    }
    t.expect(5, 0, 0);
}

bytes tagged(const secp256k1_context* ctx, const std::string& tag, const bytes& msg) {
    bytes out(32);
    CHECK(secp256k1_tagged_sha256(ctx, out.data(), reinterpret_cast<const unsigned char*>(tag.data()),
                                  tag.size(), msg.data(), msg.size()));
    return out;
}

/* DeterministicSign: its nonces are hashed here, the rest is the interface's. */
void det_sign() {
    const json file = load("det_sign");
    const bytes sk = from_hex(file["sk"].text);
    tally t;
    for (const char* cases : {"valid_test_cases", "error_test_cases"}) {
        for (const json& row : file[cases].items) {
            const bytes msg = from_hex(file["msgs"].items[number(row["msg_index"])].text);
            const std::string comment = row.has("comment") ? row["comment"].text : "valid";
            if (msg.size() != 32) {
                t.left_out["the message is not 32 bytes long"]++;
                continue;
            }
            if (comment.find("not in the list") != std::string::npos) {
                t.left_out["the signer's key is not listed"]++;
                continue;
            }
            t.applied++;
            signers s;
            check::row("det_sign, " + comment);
            const bytes others = from_hex(row["aggothernonce"].text);
            s.nonces.resize(2);
            const bool ready = s.take_keys(file, row["key_indices"]) && s.take_tweaks(file, row) &&
                               secp256k1_musig_pubnonce_parse(s.ctx, &s.nonces[1], others.data()) == 1;
            CHECK(ready == !row.has("error"));
            if (!ready)
                continue;
            bytes input = sk;
            if (row["rand"].type != json::null) {
                const bytes mask = tagged(s.ctx, "MuSig/aux", from_hex(row["rand"].text));
                for (size_t i = 0; i < 32; i++)
                    input[i] ^= mask[i];
            }
            const bytes x = s.aggregate_x(), length = {0, 0, 0, 0, 0, 0, 0, 32};
            for (const bytes& part : {others, x, length, msg, bytes(1)})
                input.insert(input.end(), part.begin(), part.end());
            secp256k1_keypair pair;
            koblitz::musig_secnonce nonce = {koblitz::musig_secnonce::expected, {}, {}};
            koblitz::musig_pubnonce own = {koblitz::musig_pubnonce::expected, {}};
            CHECK(secp256k1_keypair_create(s.ctx, &pair, sk.data()));
            std::memcpy(nonce.pubkey, pair.data + 32, 64);
            for (unsigned char i = 0; i < 2; i++) {
                secp256k1_pubkey point;
                input.back() = i;
                const bytes k = tagged(s.ctx, "MuSig/deterministic/nonce", input);
                std::memcpy(nonce.k[i], k.data(), 32);
                CHECK(secp256k1_ec_pubkey_create(s.ctx, &point, k.data()));
                std::memcpy(own.points[i], point.data, 64);
            }
            std::memcpy(&s.nonces[0], &own, sizeof own);
            CHECK(serialized(s.ctx, s.nonces[0]) == from_hex(row["expected"].items[0].text));
            const secp256k1_musig_aggnonce sum = s.sum(s.nonces);
            secp256k1_musig_session session;
            secp256k1_musig_partial_sig sig;
            secp256k1_musig_secnonce secnonce;
            std::memcpy(&secnonce, &nonce, sizeof nonce);
            CHECK(secp256k1_musig_nonce_process(s.ctx, &session, &sum, msg.data(), &s.cache));
            CHECK(secp256k1_musig_partial_sign(s.ctx, &sig, &secnonce, &pair, &s.cache, &session));
            CHECK(serialized(s.ctx, sig) == from_hex(row["expected"].items[1].text));
        }
    }
    t.expect(7, 1, 1);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"key_agg", key_agg},
                       {"key_sort", key_sort},
                       {"nonce_agg", nonce_agg},
                       {"nonce_gen", nonce_gen},
                       {"sign_verify", sign_verify},
                       {"tweaks", tweaks},
                       {"sig_agg", sig_agg},
                       {"det_sign", det_sign}});
}
