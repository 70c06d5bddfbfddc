/* Mistakes seen in fast implementations, each as a row that such a one gets wrong. */
#include <cstdlib>
#include <vector>

#include "secp256k1_ecdh.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/digests.h"

namespace {

struct context {
    secp256k1_context* p = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    ~context() { secp256k1_context_destroy(p); }
};

const bytes order = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");

bytes encode(const secp256k1_pubkey& key) {
    bytes out(33);
    size_t n = 33;
    CHECK(secp256k1_ec_pubkey_serialize(secp256k1_context_static, out.data(), &n, &key,
                                        SECP256K1_EC_COMPRESSED));
    return out;
}

/* a + d for a small d. */
bytes plus(bytes a, int d) {
    for (size_t i = a.size(); i-- > 0 && d != 0;) {
        d += a[i];
        a[i] = static_cast<unsigned char>(d & 255);
        d >>= 8;
    }
    return a;
}

/* Incomplete additions of entries of the signing table would be exceptional at these keys: the public key
 * must be the one by the variable-time multiplication. 2 (2^264 - 2^256) mod n is the known one. */
void incomplete_signing() {
    context c;
    std::vector<bytes> keys = {from_hex("0000000000000000000000000000028817a3ec6ecd50c8f7dae7a37933ea0082"),
                               from_hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72"),
                               from_hex("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0")};
    for (int d = 1; d <= 64; d++) {
        keys.push_back(plus(bytes(32), d));
        keys.push_back(plus(order, -d));
    }
    for (unsigned bit = 0; bit < 256; bit++) {
        bytes power(32);
        power[31 - bit / 8] = static_cast<unsigned char>(1 << bit % 8);
        keys.push_back(power);
    }
    const bytes g = from_hex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
    for (int blinded = 0; blinded < 2; blinded++) {
        for (const bytes& k : keys) {
            check::row(to_hex(k));
            secp256k1_pubkey created, multiplied;
            CHECK(secp256k1_ec_pubkey_create(c.p, &created, k.data()));
            CHECK(secp256k1_ec_pubkey_parse(c.p, &multiplied, g.data(), 33));
            CHECK(secp256k1_ec_pubkey_tweak_mul(c.p, &multiplied, k.data()));
            CHECK(encode(created) == encode(multiplied));
            secp256k1_ecdsa_signature sig;
            CHECK(secp256k1_ecdsa_sign(c.p, &sig, k.data(), k.data(), nullptr, nullptr));
            CHECK(secp256k1_ecdsa_verify(c.p, &sig, k.data(), &created));
        }
        CHECK(secp256k1_context_randomize(c.p, order.data()));
    }
}

/* Message and key swapped in RFC 6979, or the message not reduced. */
void nonce_order() {
    const bytes key = plus(bytes(32), 1), hash = sha256_of(from_hex("5361746f736869204e616b616d6f746f"));
    bytes nonce(32);
    CHECK(secp256k1_nonce_function_rfc6979(nonce.data(), hash.data(), key.data(), nullptr, nullptr, 0));
    CHECK(to_hex(nonce) == "8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15");
    bytes reduced(32), unreduced(32);
    const bytes seven = plus(bytes(32), 7), order_plus_seven = plus(order, 7);
    CHECK(secp256k1_nonce_function_rfc6979(reduced.data(), seven.data(), key.data(), nullptr, nullptr, 0));
    CHECK(secp256k1_nonce_function_rfc6979(unreduced.data(), order_plus_seven.data(), key.data(), nullptr,
                                           nullptr, 0));
    CHECK(reduced == unreduced);
}

/* DER: everything around a valid encoding that is not it. */
void strict_der() {
    const std::string r = "29db2d5f4e1dcc04e19266cce3cb135865784c62ab653b307f0e0bb744f5c2aa";
    const std::string s = "00a97f5826912cac8b44d9f577a26f169a2f8db781f2ddb7de2bc886e93b6844";
    const bytes valid = from_hex("30440220" + r + "0220" + s);
    secp256k1_ecdsa_signature sig;
    auto parse = [&](const bytes& b) {
        check::row(to_hex(b));
        std::memset(&sig, 0x77, sizeof sig);
        /* A copy of exact size, so that a sanitizer sees a read behind it. */
        unsigned char* exact = static_cast<unsigned char*>(std::malloc(b.empty() ? 1 : b.size()));
        if (!b.empty())
            std::memcpy(exact, b.data(), b.size());
        const int ok = secp256k1_ecdsa_signature_parse_der(secp256k1_context_static, &sig, exact, b.size());
        std::free(exact);
        CHECK(ok == 1 || bytes(sig.data, sig.data + 64) == bytes(64));
        return ok;
    };
    CHECK(parse(valid));
    for (size_t n = 0; n < valid.size(); n++)
        CHECK(!parse(bytes(valid.begin(), valid.begin() + static_cast<long>(n))));
    for (size_t at : {0, 1, 2, 3, 36, 37}) {
        for (int d : {-1, 1, 0x80}) {
            bytes b = valid;
            b[at] = static_cast<unsigned char>(b[at] + d);
            CHECK(!parse(b));
        }
    }
    const char* refused[] = {
        "",
        "30",
        "3000",
        "30020200",
        "300402000200",
        "3006020101020100ff",   /* trailing byte */
        "300702010102010000",   /* trailing byte inside */
        "308006020101020101",   /* indefinite length */
        "30810602010102010100", /* long form of a short length */
        "3081060201010201",
        "30070281010102010100",
        "3007020200010201ff",     /* superfluous zero */
        "30080202ff800201010000", /* superfluous ff and trailing */
        "30070202ff8002010101",
        "3006030101020101", /* not an INTEGER */
        "3106020101020101", /* not a SEQUENCE */
        "30ff06020101020101",
        "30880000000000000006020101020101",
        "3089010000000000000006020101020101",
        "300602010102",
        "3003020101",
        "300902010102010102010130",
    };
    for (const char* row : refused)
        CHECK(!parse(from_hex(row)));
    /* Negative numbers and numbers of n or more parse as zero, and never verify. */
    const std::string n = to_hex(order);
    const std::string zero_valued[] = {"3006020180020101",
                                       "30260221"
                                       "01" +
                                           r + "020101",
                                       "3026022100" + n + "020101"};
    for (const std::string& row : zero_valued) {
        CHECK(parse(from_hex(row)));
        CHECK(bytes(sig.data, sig.data + 32) == bytes(32));
        CHECK(sig.data[32] == 1);
    }
    /* The shortest encoding. */
    CHECK(parse(from_hex("3006020101020101")));
}

/* s >= n and r >= n, in every parser, on every backend. */
void overflowing_scalars() {
    context c;
    const bytes one = plus(bytes(32), 1), seckey(32, 3), msg(32, 4);
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature rec;
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey xonly;
    unsigned char schnorr[64];
    CHECK(secp256k1_keypair_create(c.p, &pair, seckey.data()));
    CHECK(secp256k1_keypair_xonly_pub(c.p, &xonly, nullptr, &pair));
    CHECK(secp256k1_schnorrsig_sign32(c.p, schnorr, msg.data(), &pair, nullptr));
    for (const bytes& big : {order, plus(order, 1), bytes(32, 0xff)}) {
        for (bool first : {true, false}) {
            check::row(to_hex(big));
            bytes compact = first ? big : one;
            const bytes& second = first ? one : big;
            compact.insert(compact.end(), second.begin(), second.end());
            CHECK(!secp256k1_ecdsa_signature_parse_compact(c.p, &sig, compact.data()));
            CHECK(!secp256k1_ecdsa_recoverable_signature_parse_compact(c.p, &rec, compact.data(), 0));
        }
        bytes forged(schnorr, schnorr + 64);
        std::memcpy(forged.data() + 32, big.data(), 32);
        CHECK(!secp256k1_schnorrsig_verify(c.p, forged.data(), msg.data(), 32, &xonly));
    }
    /* s + n where that still has 32 bytes: s < 2^256 - n. */
    const bytes small = plus(bytes(32), 5);
    bytes compact = one;
    compact.insert(compact.end(), small.begin(), small.end());
    CHECK(secp256k1_ecdsa_signature_parse_compact(c.p, &sig, compact.data()));
    const bytes wrapped = plus(order, 5);
    std::memcpy(compact.data() + 32, wrapped.data(), 32);
    CHECK(!secp256k1_ecdsa_signature_parse_compact(c.p, &sig, compact.data()));
}

/* R whose x lies between n and p: r is x - n. Recovery (ids 2 and 3) gives a key under which such a signature
 * verifies. */
void x_above_the_order() {
    context c;
    unsigned found = 0;
    const bytes msg(32, 0x42), s = plus(bytes(32), 77);
    for (int r = 1; r <= 200; r++) {
        bytes compact = plus(bytes(32), r);
        compact.insert(compact.end(), s.begin(), s.end());
        for (int id : {2, 3}) {
            secp256k1_ecdsa_recoverable_signature rec;
            secp256k1_ecdsa_signature sig;
            secp256k1_pubkey key;
            check::row("r = " + std::to_string(r));
            CHECK(secp256k1_ecdsa_recoverable_signature_parse_compact(c.p, &rec, compact.data(), id));
            if (!secp256k1_ecdsa_recover(c.p, &key, &rec, msg.data()))
                continue;
            found++;
            CHECK(secp256k1_ecdsa_recoverable_signature_convert(c.p, &sig, &rec));
            CHECK(secp256k1_ecdsa_verify(c.p, &sig, msg.data(), &key));
        }
    }
    CHECK(found > 50);
    /* r = p - n has no such x below p. */
    bytes compact = from_hex("000000000000000000000000000000014551231950b75fc4402da1722fc9baee");
    compact.insert(compact.end(), s.begin(), s.end());
    secp256k1_ecdsa_recoverable_signature rec;
    secp256k1_pubkey key;
    CHECK(secp256k1_ecdsa_recoverable_signature_parse_compact(c.p, &rec, compact.data(), 2));
    CHECK(!secp256k1_ecdsa_recover(c.p, &key, &rec, msg.data()));
}

/* Arguments that are the same memory. */
void aliased_arguments() {
    context c;
    const bytes k = plus(bytes(32), 21);
    bytes a = k;
    CHECK(secp256k1_ec_seckey_tweak_add(c.p, a.data(), a.data()) && a == plus(bytes(32), 42));
    a = k;
    CHECK(secp256k1_ec_seckey_tweak_mul(c.p, a.data(), a.data()) && a == plus(bytes(32), 441));
    secp256k1_pubkey key, other;
    CHECK(secp256k1_ec_pubkey_create(c.p, &key, k.data()));
    secp256k1_xonly_pubkey apart, in_place;
    CHECK(secp256k1_xonly_pubkey_from_pubkey(c.p, &apart, nullptr, &key));
    std::memcpy(&other, &key, sizeof key);
    CHECK(secp256k1_xonly_pubkey_from_pubkey(c.p, reinterpret_cast<secp256k1_xonly_pubkey*>(&other), nullptr,
                                             &other));
    std::memcpy(&in_place, &other, sizeof other);
    CHECK(std::memcmp(&apart, &in_place, sizeof apart) == 0);
    secp256k1_ecdsa_signature sig, low;
    bytes compact(64, 0);
    compact[31] = 1;
    std::memcpy(compact.data() + 32, plus(order, -1).data(), 32);
    CHECK(secp256k1_ecdsa_signature_parse_compact(c.p, &sig, compact.data()));
    CHECK(secp256k1_ecdsa_signature_normalize(c.p, &low, &sig));
    CHECK(secp256k1_ecdsa_signature_normalize(c.p, &sig, &sig));
    CHECK(std::memcmp(&sig, &low, sizeof sig) == 0);
    CHECK(!secp256k1_ecdsa_signature_normalize(c.p, nullptr, &sig));
    bytes shared = k;
    bytes expected(32);
    CHECK(secp256k1_ecdh(c.p, expected.data(), &key, k.data(), nullptr, nullptr));
    CHECK(secp256k1_ecdh(c.p, shared.data(), &key, shared.data(), nullptr, nullptr) && shared == expected);
}

/* A point has one opaque form, whichever parser made it. */
void parsers_agree() {
    context c;
    for (int i = 1; i <= 40; i++) {
        secp256k1_pubkey made, p;
        const bytes seckey = plus(bytes(32), i);
        CHECK(secp256k1_ec_pubkey_create(c.p, &made, seckey.data()));
        bytes full(65), hybrid, half = encode(made);
        size_t n = 65;
        CHECK(secp256k1_ec_pubkey_serialize(c.p, full.data(), &n, &made, SECP256K1_EC_UNCOMPRESSED));
        hybrid = full;
        hybrid[0] = static_cast<unsigned char>(6 | (full[64] & 1));
        for (const bytes& encoded : {full, hybrid, half}) {
            check::row(to_hex(encoded));
            CHECK(secp256k1_ec_pubkey_parse(c.p, &p, encoded.data(), encoded.size()));
            CHECK(std::memcmp(&p, &made, sizeof p) == 0);
            for (size_t len = 0; len < encoded.size(); len++)
                CHECK(!secp256k1_ec_pubkey_parse(c.p, &p, encoded.data(), len));
        }
        hybrid[0] ^= 1;
        CHECK(!secp256k1_ec_pubkey_parse(c.p, &p, hybrid.data(), 65));
        full[64] ^= 1;
        CHECK(!secp256k1_ec_pubkey_parse(c.p, &p, full.data(), 65));
    }
}

/* Verdicts that lazy code gets wrong: high s, zero r or s, the negated key, another message, odd y of a
 * Schnorr R. */
void verdicts() {
    context c;
    const bytes seckey(32, 0x1d);
    for (const bytes& msg : {bytes(32), bytes(32, 0xff), order, bytes(32, 1)}) {
        check::row(to_hex(msg));
        secp256k1_pubkey key, negated;
        secp256k1_ecdsa_signature sig, bad;
        CHECK(secp256k1_ec_pubkey_create(c.p, &key, seckey.data()));
        CHECK(secp256k1_ecdsa_sign(c.p, &sig, msg.data(), seckey.data(), nullptr, nullptr));
        CHECK(secp256k1_ecdsa_verify(c.p, &sig, msg.data(), &key));
        negated = key;
        CHECK(secp256k1_ec_pubkey_negate(c.p, &negated));
        CHECK(!secp256k1_ecdsa_verify(c.p, &sig, msg.data(), &negated) || msg == bytes(32) || msg == order);
        bytes compact(64);
        CHECK(secp256k1_ecdsa_signature_serialize_compact(c.p, compact.data(), &sig));
        bytes high = compact;
        CHECK(secp256k1_ec_seckey_negate(c.p, high.data() + 32));
        CHECK(secp256k1_ecdsa_signature_parse_compact(c.p, &bad, high.data()));
        CHECK(!secp256k1_ecdsa_verify(c.p, &bad, msg.data(), &key));
        for (size_t half : {0, 32}) {
            bytes zero = compact;
            std::memset(zero.data() + half, 0, 32);
            CHECK(secp256k1_ecdsa_signature_parse_compact(c.p, &bad, zero.data()));
            CHECK(!secp256k1_ecdsa_verify(c.p, &bad, msg.data(), &key));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"incomplete_signing", incomplete_signing},
                       {"nonce_order", nonce_order},
                       {"strict_der", strict_der},
                       {"overflowing_scalars", overflowing_scalars},
                       {"x_above_the_order", x_above_the_order},
                       {"aliased_arguments", aliased_arguments},
                       {"parsers_agree", parsers_agree},
                       {"verdicts", verdicts}});
}
