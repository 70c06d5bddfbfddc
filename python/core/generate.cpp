#include "generate.h"

#include <string.h>

#include "hash/tagged.h"

namespace koblitz_python {

namespace {

std::string text_of(const uint8_t* data, size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

std::string join(std::initializer_list<std::string_view> parts) {
    std::string out;
    for (const std::string_view part : parts)
        out += part;
    return out;
}

std::string hex_of(const uint8_t* data, size_t size) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (size_t i = 0; i < size; i++)
        out += {digits[data[i] >> 4], digits[data[i] & 15]};
    return out;
}

std::string der_of(const uint8_t compact[64]) {
    secp256k1_ecdsa_signature parsed;
    uint8_t der[72];
    size_t size = sizeof der;
    const secp256k1_context* ctx = secp256k1_context_static;
    if (secp256k1_ecdsa_signature_parse_compact(ctx, &parsed, compact) == 0 ||
        secp256k1_ecdsa_signature_serialize_der(ctx, der, &size, &parsed) == 0)
        return {};
    return text_of(der, size);
}

/* The order of the group, big-endian (SEC 2, 2.4.1). */
constexpr uint8_t order[32] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                               0xff, 0xff, 0xff, 0xff, 0xfe, 0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48,
                               0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41};

/* An integer of DER: sequence 30 LL 02 LR r 02 LS s. */
std::string der_of_order(bool in_s, const std::string& der) {
    const auto length_of_r = static_cast<size_t>(static_cast<uint8_t>(der[3]));
    const std::string large = std::string("\x02\x21\x00", 3) + text_of(order, sizeof order);
    const std::string r = der.substr(2, 2 + length_of_r), s = der.substr(4 + length_of_r);
    const std::string both = in_s ? r + large : large + s;
    return std::string("\x30") + static_cast<char>(both.size()) + both;
}

void flip(std::string* bytes, const uint8_t choice[32]) {
    char& changed = (*bytes)[choice[8] % bytes->size()];
    changed = static_cast<char>(static_cast<uint8_t>(changed) ^ (1U << (choice[9] & 7)));
}

/* What may be wrong with a row of bytes. A key with a bit flipped may be none, or another's. */
void break_row(std::string* pubkey, std::string* message, std::string* signature, const uint8_t choice[32],
               bool is_ecdsa) {
    switch (choice[10] % (is_ecdsa ? 10 : 8)) {
    case 0:
        flip(message, choice);
        return;
    case 1:
        flip(signature, choice);
        return;
    case 2:
        flip(pubkey, choice);
        return;
    case 3:
        signature->pop_back();
        return;
    case 4:
        signature->push_back(0);
        return;
    case 5:
        signature->clear();
        return;
    case 6:
        pubkey->pop_back();
        return;
    case 7:
        /* No point has x = 5. */
        pubkey->replace(pubkey->size() - 32, 32, std::string(31, 0) + '\5');
        return;
    case 8:
        *signature = der_of_order(false, *signature);
        return;
    default:
        *signature = der_of_order(true, *signature);
        return;
    }
}

} // namespace

generate_work::generate_work(scheme kind, uint64_t seed, int64_t first_row, double invalid, rows* out)
    : kind_(kind), seed_(seed), first_row_(first_row), invalid_(invalid), out_(out) {}

void generate_work::digest(uint8_t out[32], uint64_t row, const char* purpose) const {
    koblitz::sha256 hash(koblitz::sha256_compress_default());
    uint8_t where[16];
    for (int i = 0; i < 8; i++) {
        where[i] = static_cast<uint8_t>(seed_ >> (8 * i));
        where[8 + i] = static_cast<uint8_t>(row >> (8 * i));
    }
    hash.write(where, sizeof where);
    hash.write(purpose, strlen(purpose));
    hash.finalize(out);
}

/* The digest e = s k - r d, so that (e + r d) / s = k. One in sixteen has a high s. */
void generate_work::ecdsa(int i, uint64_t row, size_t to) {
    const secp256k1_context* ctx = secp256k1_context_static;
    const uint8_t *d = seckeys_ + 32 * i, *k = nonces_ + 32 * i, *r = points_ + 33 * i + 1;
    uint8_t s[32], rd[32], e[32], compact[64];
    digest(s, row, "s");
    const bool is_high = (s[0] & 0x80) != 0, wants_high = (s[31] & 15) == 0;
    bool done = secp256k1_ec_seckey_verify(ctx, s) != 0;
    if (is_high != wants_high)
        done = done && secp256k1_ec_seckey_negate(ctx, s) != 0;
    memcpy(rd, d, 32);
    memcpy(e, k, 32);
    done = done && secp256k1_ec_seckey_tweak_mul(ctx, rd, r) != 0 &&
           secp256k1_ec_seckey_negate(ctx, rd) != 0 && secp256k1_ec_seckey_tweak_mul(ctx, e, s) != 0 &&
           secp256k1_ec_seckey_tweak_add(ctx, e, rd) != 0;
    memcpy(compact, r, 32);
    memcpy(compact + 32, s, 32);
    out_->pubkeys[to] = text_of(pubkeys_ + 33 * i, 33);
    out_->messages[to] = text_of(e, 32);
    out_->signatures[to] = der_of(compact);
    out_->verdicts[to] = done ? 1 : 0;
}

/* BIP-340: s = k + e d, of the k and d whose points have even y. */
void generate_work::schnorr(int i, const uint8_t message[32], uint8_t signature[64]) {
    static constexpr koblitz::sha256_midstate tag = koblitz::tag_midstate("BIP0340/challenge");
    const secp256k1_context* ctx = secp256k1_context_static;
    uint8_t k[32], ed[32], e[32];
    memcpy(k, nonces_ + 32 * i, 32);
    memcpy(ed, seckeys_ + 32 * i, 32);
    koblitz::sha256 hash(koblitz::sha256_compress_default(), tag);
    hash.write(points_ + 33 * i + 1, 32);
    hash.write(pubkeys_ + 33 * i + 1, 32);
    hash.write(message, 32);
    hash.finalize(e);
    bool done = true;
    if (points_[33 * i] == 3)
        done = secp256k1_ec_seckey_negate(ctx, k) != 0;
    if (pubkeys_[33 * i] == 3)
        done = done && secp256k1_ec_seckey_negate(ctx, ed) != 0;
    done = done && secp256k1_ec_seckey_tweak_mul(ctx, ed, e) != 0 &&
           secp256k1_ec_seckey_tweak_add(ctx, ed, k) != 0;
    memcpy(signature, points_ + 33 * i + 1, 32);
    memcpy(signature + 32, ed, 32);
    if (!done)
        memset(signature, 0, 64);
}

void generate_work::event(int i, uint64_t row, size_t to) {
    const std::string pubkey = hex_of(pubkeys_ + 33 * i + 1, 32), number = std::to_string(row);
    const std::string time = std::to_string(1700000000 + row), kind = row % 5 == 0 ? "7" : "1";
    const std::string tags = join({R"([["t","row"],["n",")", number, R"("]])"});
    const std::string content = join({R"("\"line\"\n\tof row )", number, " caf\xc3\xa9\""});
    const std::string canonical =
        join({"[0,\"", pubkey, "\",", time, ",", kind, ",", tags, ",", content, "]"});
    uint8_t id[32], sig[64], choice[32];
    koblitz::sha256 hash(koblitz::sha256_compress_default());
    hash.write(canonical.data(), canonical.size());
    hash.finalize(id);
    schnorr(i, id, sig);
    std::string content_given = content, sig_given = hex_of(sig, 64), tail = "}";
    if (out_->verdicts[to] == 0) {
        digest(choice, row, "fault");
        switch (choice[10] % 5) {
        case 0:
            content_given.insert(1, "x");
            break;
        case 1:
            sig_given[choice[8] % 128] ^= sig_given[choice[8] % 128] < ':' ? 1 : 3;
            break;
        case 2:
            sig_given.pop_back();
            break;
        case 3:
            tail.clear();
            break;
        default:
            tail = join({",\"kind\":", kind, "}"});
        }
    }
    out_->events[to] = join({"{\"id\":\"", hex_of(id, 32), "\",\"pubkey\":\"", pubkey,
                             "\",\"created_at\":", time, ",\"kind\":", kind, ",\"tags\":", tags,
                             ",\"content\":", content_given, ",\"sig\":\"", sig_given, "\"", tail});
}

void generate_work::run(int64_t first, int count) {
    const auto n = static_cast<size_t>(count);
    const auto row_of = [&](int i) { return static_cast<uint64_t>(first_row_ + first + i); };
    for (int i = 0; i < count; i++) {
        digest(seckeys_ + 32 * i, row_of(i), "key");
        digest(nonces_ + 32 * i, row_of(i), "nonce");
    }
    const koblitz_column seckeys = {seckeys_, 32, 32, nullptr, 0}, nonces = {nonces_, 32, 32, nullptr, 0};
    const koblitz_output pubkeys = {pubkeys_, 33, 33}, points = {points_, 33, 33};
    koblitz_batch_ec_pubkey_create(secret_context(), verdicts_, &pubkeys, &seckeys, n);
    koblitz_batch_ec_pubkey_create(secret_context(), verdicts_, &points, &nonces, n);
    for (int i = 0; i < count; i++) {
        const auto to = static_cast<size_t>(first + i);
        uint8_t choice[32], message[32], signature[64];
        digest(choice, row_of(i), "fault");
        uint64_t draw;
        memcpy(&draw, choice, sizeof draw);
        /* 53 bits, as a double holds. */
        const bool is_valid = static_cast<double>(draw >> 11) >= invalid_ * 9007199254740992.0;
        out_->verdicts[to] = is_valid ? 1 : 0;
        if (kind_ == scheme::nostr) {
            event(i, row_of(i), to);
            continue;
        }
        if (kind_ == scheme::ecdsa) {
            ecdsa(i, row_of(i), to);
        } else {
            digest(message, row_of(i), "message");
            schnorr(i, message, signature);
            out_->pubkeys[to] = text_of(pubkeys_ + 33 * i + 1, 32);
            out_->messages[to] = text_of(message, 32);
            out_->signatures[to] = text_of(signature, 64);
        }
        if (!is_valid) {
            break_row(&out_->pubkeys[to], &out_->messages[to], &out_->signatures[to], choice,
                      kind_ == scheme::ecdsa);
            out_->verdicts[to] = 0;
        }
    }
}

std::shared_ptr<result> generate(scheme kind, uint64_t seed, int64_t first_row, int64_t rows, double invalid,
                                 unsigned threads) {
    const auto n = static_cast<size_t>(rows);
    generate_work::rows made;
    made.verdicts.resize(n);
    if (kind == scheme::nostr) {
        made.events.resize(n);
    } else {
        made.pubkeys.resize(n);
        made.messages.resize(n);
        made.signatures.resize(n);
    }
    for_blocks(rows, threads, generate_work::most_rows, generate_work(kind, seed, first_row, invalid, &made),
               [] {});
    std::vector<std::shared_ptr<result>> fields;
    const auto add = [&](const char* name, const std::vector<std::string>& strings, bool is_text) {
        fields.push_back(result::strings(strings, is_text));
        fields.back()->validity.clear();
        fields.back()->name = name;
    };
    if (kind == scheme::nostr) {
        add("event", made.events, true);
    } else {
        add("pubkey", made.pubkeys, false);
        add(kind == scheme::ecdsa ? "digest" : "message", made.messages, false);
        add("signature", made.signatures, false);
    }
    fields.push_back(result::booleans(rows));
    fields.back()->name = "valid";
    fields.back()->validity.clear();
    if (rows > 0)
        fields.back()->set_bits(fields.back()->values, 0, static_cast<int>(rows), made.verdicts.data());
    return result::structure(rows, std::move(fields));
}

} // namespace koblitz_python
