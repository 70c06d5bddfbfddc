/* BIP-352: every group, sending and receiving. Which inputs count is the caller's business: it is taken from
 * the files' lists of input keys. */
#include <algorithm>
#include <map>

#include "koblitz.h"
#include "schemes/silentpayments.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments_light.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/digests.h"
#include "support/json.h"

namespace {

unsigned long number(const json& value) {
    return std::stoul(value.text);
}

/* The 66 bytes of an address: scan key, spend key. Bech32m without its checksum. */
bytes address_keys(const std::string& address) {
    static const std::string alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    bytes out;
    unsigned bits = 0, value = 0;
    const size_t begin = address.rfind('1') + 2, end = address.size() - 6;
    for (size_t i = begin; i < end; i++) {
        value = (value << 5 | static_cast<unsigned>(alphabet.find(address[i]))) & 0xfff;
        bits += 5;
        if (bits >= 8) {
            bits -= 8;
            out.push_back(static_cast<unsigned char>(value >> bits));
        }
    }
    return out;
}

bytes message_hash(const std::string& text) {
    return sha256_of(bytes(text.begin(), text.end()));
}

/* The smallest outpoint of a transaction's inputs: the id in the order of its bytes, the index little-endian.
 */
bytes smallest_outpoint(const json& vin) {
    bytes smallest;
    for (const json& input : vin.items) {
        bytes outpoint = from_hex(input["txid"].text);
        std::reverse(outpoint.begin(), outpoint.end());
        const unsigned long index = number(input["vout"]);
        for (int i = 0; i < 4; i++)
            outpoint.push_back(static_cast<unsigned char>(index >> 8 * i));
        if (smallest.empty() || outpoint < smallest)
            smallest = outpoint;
    }
    return smallest;
}

struct transaction {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    bytes outpoint;
    std::vector<secp256k1_keypair> keypairs;
    std::vector<bytes> seckeys;

    explicit transaction(const json& vin, const json& input_pub_keys) : outpoint(smallest_outpoint(vin)) {
        std::vector<bytes> eligible;
        for (const json& key : input_pub_keys.items)
            eligible.push_back(from_hex(key.text));
        for (const json& input : vin.items) {
            const bytes seckey = from_hex(input["private_key"].text);
            const bool taproot = input["prevout"]["scriptPubKey"]["hex"].text.rfind("5120", 0) == 0;
            secp256k1_pubkey key;
            secp256k1_keypair pair;
            bytes encoded(33);
            size_t length = 33;
            CHECK(secp256k1_ec_pubkey_create(ctx, &key, seckey.data()));
            CHECK(secp256k1_keypair_create(ctx, &pair, seckey.data()));
            secp256k1_ec_pubkey_serialize(ctx, encoded.data(), &length, &key, SECP256K1_EC_COMPRESSED);
            if (taproot)
                encoded[0] = 2;
            const auto found = std::find(eligible.begin(), eligible.end(), encoded);
            if (found == eligible.end())
                continue;
            eligible.erase(found);
            if (taproot) {
                keypairs.push_back(pair);
            } else {
                seckeys.push_back(seckey);
            }
        }
        CHECK(eligible.empty());
    }
    ~transaction() { secp256k1_context_destroy(ctx); }
    transaction(const transaction&) = delete;
    transaction& operator=(const transaction&) = delete;

    bool send(const std::vector<std::pair<bytes, bytes>>& to, std::vector<std::string>& outputs) {
        std::vector<secp256k1_silentpayments_recipient> recipients(to.size());
        std::vector<const secp256k1_silentpayments_recipient*> recipient_list;
        std::vector<secp256k1_xonly_pubkey> made(to.size());
        std::vector<secp256k1_xonly_pubkey*> made_list;
        for (size_t i = 0; i < to.size(); i++) {
            auto& r = recipients[i];
            r.index = i;
            CHECK(secp256k1_ec_pubkey_parse(ctx, &r.scan_pubkey, to[i].first.data(), 33));
            CHECK(secp256k1_ec_pubkey_parse(ctx, &r.spend_pubkey, to[i].second.data(), 33));
            recipient_list.push_back(&r);
            made_list.push_back(&made[i]);
        }
        std::vector<const secp256k1_keypair*> pairs;
        std::vector<const unsigned char*> keys;
        for (const auto& pair : keypairs)
            pairs.push_back(&pair);
        for (const bytes& key : seckeys)
            keys.push_back(key.data());
        if (!secp256k1_silentpayments_sender_create_outputs(
                ctx, made_list.data(), recipient_list.data(), to.size(), outpoint.data(),
                pairs.empty() ? nullptr : pairs.data(), pairs.size(), keys.empty() ? nullptr : keys.data(),
                keys.size()))
            return false;
        for (const auto& output : made) {
            bytes x(32);
            CHECK(secp256k1_xonly_pubkey_serialize(ctx, x.data(), &output));
            outputs.push_back(to_hex(x));
        }
        return true;
    }

    bool summarize(secp256k1_silentpayments_prevouts_summary& summary) {
        std::vector<secp256k1_xonly_pubkey> xonly(keypairs.size());
        std::vector<secp256k1_pubkey> plain(seckeys.size());
        std::vector<const secp256k1_xonly_pubkey*> xonly_list;
        std::vector<const secp256k1_pubkey*> plain_list;
        for (size_t i = 0; i < xonly.size(); i++) {
            CHECK(secp256k1_keypair_xonly_pub(ctx, &xonly[i], nullptr, &keypairs[i]));
            xonly_list.push_back(&xonly[i]);
        }
        for (size_t i = 0; i < plain.size(); i++) {
            CHECK(secp256k1_ec_pubkey_create(ctx, &plain[i], seckeys[i].data()));
            plain_list.push_back(&plain[i]);
        }
        return secp256k1_silentpayments_recipient_prevouts_summary_create(
                   ctx, &summary, outpoint.data(), xonly_list.empty() ? nullptr : xonly_list.data(),
                   xonly_list.size(), plain_list.empty() ? nullptr : plain_list.data(),
                   plain_list.size()) == 1;
    }
};

using label_cache = std::map<bytes, bytes>;

const unsigned char* look_up(const unsigned char* label33, const void* context) {
    const auto& cache = *static_cast<const label_cache*>(context);
    const auto found = cache.find(bytes(label33, label33 + 33));
    return found == cache.end() ? nullptr : found->second.data();
}

/* What a light client finds, who is served the transaction's tweak and its outputs: by the batch, number by
 * number, and the first by a call of its own. */
uint32_t light_client(const secp256k1_context* ctx, const bytes& scan_key,
                      const std::vector<secp256k1_pubkey>& spend_keys, const bytes& tweak33,
                      const std::vector<secp256k1_xonly_pubkey>& outputs) {
    std::vector<const secp256k1_pubkey*> spend_list;
    for (const secp256k1_pubkey& key : spend_keys)
        spend_list.push_back(&key);
    bytes flat;
    for (const secp256k1_xonly_pubkey& output : outputs) {
        bytes x(32);
        CHECK(secp256k1_xonly_pubkey_serialize(ctx, x.data(), &output));
        flat.insert(flat.end(), x.begin(), x.end());
    }
    const koblitz_column tweaks = {tweak33.data(), 33, 33, nullptr, 0},
                         rows = {flat.data(), flat.size(), flat.size(), nullptr, 0};
    const koblitz_silentpayments_recipient recipient = {scan_key.data(), spend_list.data(),
                                                        spend_list.size()};
    uint32_t k = 0, match = 1;
    bytes keys(32 * spend_keys.size());
    while (match != 0) {
        unsigned char verdict = 0;
        CHECK(koblitz_batch_silentpayments_scan(ctx, &verdict, keys.data(), &match, &tweaks, &k, &rows, 32,
                                                &recipient, 1) == 0);
        CHECK(verdict == 1 && match <= spend_keys.size());
        if (k == 0) {
            secp256k1_silentpayments_prevouts_summary summary;
            std::vector<secp256k1_xonly_pubkey> made(spend_keys.size());
            std::vector<secp256k1_xonly_pubkey*> made_list;
            for (secp256k1_xonly_pubkey& key : made)
                made_list.push_back(&key);
            CHECK(
                secp256k1_silentpayments_recipient_prevouts_summary_parse(ctx, &summary, tweak33.data(), 33));
            CHECK(secp256k1_silentpayments_recipient_create_output_pubkeys(
                ctx, made_list.data(), scan_key.data(), &summary, spend_list.data(), spend_list.size()));
            for (size_t i = 0; i < made.size(); i++) {
                bytes x(32);
                CHECK(secp256k1_xonly_pubkey_serialize(ctx, x.data(), &made[i]));
                CHECK(std::equal(x.begin(), x.end(), keys.begin() + 32 * static_cast<ptrdiff_t>(i)));
            }
        }
        k++;
    }
    return k - 1;
}

void sending(const json& group, unsigned& done) {
    for (const json& row : group["sending"].items) {
        done++;
        const json& expected = row["expected"];
        transaction tx(row["given"]["vin"], expected["input_pub_keys"]);
        std::vector<std::pair<bytes, bytes>> to;
        for (const json& r : row["given"]["recipients"].items) {
            const bytes scan = from_hex(r["scan_pub_key"].text), spend = from_hex(r["spend_pub_key"].text);
            bytes both = scan;
            both.insert(both.end(), spend.begin(), spend.end());
            CHECK(address_keys(r["address"].text) == both);
            for (unsigned long n = r.has("count") ? number(r["count"]) : 1; n != 0; n--)
                to.emplace_back(scan, spend);
        }
        std::vector<std::string> made;
        const bool any_input = !tx.keypairs.empty() || !tx.seckeys.empty();
        const bool sent = any_input && tx.send(to, made);
        std::sort(made.begin(), made.end());
        bool matches = false, expect_any = false;
        for (const json& alternative : expected["outputs"].items) {
            std::vector<std::string> wanted;
            for (const json& x : alternative.items)
                wanted.push_back(x.text);
            std::sort(wanted.begin(), wanted.end());
            expect_any |= !wanted.empty();
            matches |= wanted == made;
        }
        CHECK(sent == expect_any);
        CHECK(matches || !expect_any);
    }
}

void receiving(const json& group, unsigned& done) {
    const json& sender = group["sending"].items[0];
    for (const json& row : group["receiving"].items) {
        done++;
        const json &given = row["given"], &expected = row["expected"];
        transaction tx(sender["given"]["vin"], sender["expected"]["input_pub_keys"]);
        CHECK(smallest_outpoint(given["vin"]) == tx.outpoint);
        const bytes scan_key = from_hex(given["key_material"]["scan_priv_key"].text),
                    spend_key = from_hex(given["key_material"]["spend_priv_key"].text);
        secp256k1_pubkey scan, spend;
        CHECK(secp256k1_ec_pubkey_create(tx.ctx, &scan, scan_key.data()));
        CHECK(secp256k1_ec_pubkey_create(tx.ctx, &spend, spend_key.data()));

        /* Addresses: the plain one, then one for each label. */
        std::vector<secp256k1_pubkey> spend_keys = {spend};
        label_cache labels;
        for (const json& m : given["labels"].items) {
            secp256k1_silentpayments_label label, parsed;
            secp256k1_pubkey labeled;
            bytes tweak(32), encoded(33);
            CHECK(secp256k1_silentpayments_recipient_label_create(
                tx.ctx, &label, tweak.data(), scan_key.data(), static_cast<uint32_t>(number(m))));
            CHECK(secp256k1_silentpayments_recipient_label_serialize(tx.ctx, encoded.data(), &label));
            CHECK(secp256k1_silentpayments_recipient_label_parse(tx.ctx, &parsed, encoded.data()));
            CHECK(std::memcmp(&parsed, &label, sizeof label) == 0);
            CHECK(secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(tx.ctx, &labeled, &spend,
                                                                                 &label));
            labels[encoded] = tweak;
            spend_keys.push_back(labeled);
        }
        for (const json& address : expected["addresses"].items) {
            bool matches = false;
            for (const secp256k1_pubkey& key : spend_keys) {
                bytes both(66);
                size_t length = 33;
                secp256k1_ec_pubkey_serialize(tx.ctx, both.data(), &length, &scan, SECP256K1_EC_COMPRESSED);
                secp256k1_ec_pubkey_serialize(tx.ctx, both.data() + 33, &length, &key,
                                              SECP256K1_EC_COMPRESSED);
                matches |= address_keys(address.text) == both;
            }
            CHECK(matches);
        }

        secp256k1_silentpayments_prevouts_summary summary;
        const bool any_input = !tx.keypairs.empty() || !tx.seckeys.empty();
        const bool scannable = any_input && tx.summarize(summary);
        CHECK(scannable == (expected["tweak"].type != json::null));
        if (!scannable) {
            CHECK(expected["outputs"].items.empty());
            continue;
        }
        const bytes tweak33 = from_hex(expected["tweak"].text);
        {
            bytes encoded(33);
            CHECK(secp256k1_silentpayments_recipient_prevouts_summary_serialize(
                tx.ctx, encoded.data(), 33, &summary, SECP256K1_EC_COMPRESSED));
            CHECK(encoded == tweak33);
        }

        const auto& texts = given["outputs"].items;
        std::vector<secp256k1_xonly_pubkey> outputs(texts.size());
        std::vector<const secp256k1_xonly_pubkey*> output_list;
        std::vector<secp256k1_silentpayments_found_output> found(texts.size());
        std::vector<secp256k1_silentpayments_found_output*> found_list;
        for (size_t i = 0; i < texts.size(); i++) {
            CHECK(secp256k1_xonly_pubkey_parse(tx.ctx, &outputs[i], from_hex(texts[i].text).data()));
            output_list.push_back(&outputs[i]);
            found_list.push_back(&found[i]);
        }
        uint32_t n = 99;
        CHECK(secp256k1_silentpayments_recipient_scan_outputs(
            tx.ctx, found_list.data(), &n, output_list.data(), outputs.size(), scan_key.data(), &summary,
            &spend, labels.empty() ? nullptr : look_up, labels.empty() ? nullptr : &labels));
        if (expected.has("n_outputs")) {
            CHECK(n == number(expected["n_outputs"]));
            continue;
        }
        CHECK(n == expected["outputs"].items.size());
        CHECK(light_client(tx.ctx, scan_key, spend_keys, tweak33, outputs) == n);
        for (const json& output : expected["outputs"].items) {
            const bytes tweak = from_hex(output["priv_key_tweak"].text);
            bool matches = false;
            for (uint32_t i = 0; i < n; i++) {
                bytes x(32);
                CHECK(secp256k1_xonly_pubkey_serialize(tx.ctx, x.data(), &found[i].output));
                matches |= to_hex(x) == output["pub_key"].text &&
                           bytes(found[i].tweak, found[i].tweak + 32) == tweak;
            }
            CHECK(matches);
            /* It can be spent. */
            bytes key = spend_key, sig(64);
            secp256k1_keypair pair;
            CHECK(secp256k1_ec_seckey_tweak_add(tx.ctx, key.data(), tweak.data()));
            CHECK(secp256k1_keypair_create(tx.ctx, &pair, key.data()));
            CHECK(secp256k1_schnorrsig_sign32(tx.ctx, sig.data(), message_hash("message").data(), &pair,
                                              message_hash("random auxiliary data").data()));
            CHECK(to_hex(sig) == output["signature"].text);
        }
    }
}

void bip352() {
    const json document =
        json::parse(read_file(std::string(KOBLITZ_VECTORS) + "/bip-0352/send_and_receive_test_vectors.json"));
    unsigned sent = 0, received = 0;
    for (const json& group : document.items) {
        check::row(group["comment"].text);
        sending(group, sent);
        receiving(group, received);
    }
    std::printf("       %zu groups: %u sent, %u received\n", document.items.size(), sent, received);
    CHECK(document.items.size() == 28 && sent == 28 && received == 29);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"bip352", bip352}});
}
