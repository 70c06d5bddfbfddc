/* Illegal arguments, call by call: which ones fire the callback, what is returned, what is written. The
 * differential test compares all of this with libsecp256k1 at random; here the contract is written out. */
#include <vector>

#include "abi/refusals.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

using test::count, test::fired, test::untouched, test::zeroed;

/* Everything a call may need, valid. */
struct fixture {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context* unfit = nullptr; /* a copy of the static context that counts */
    bytes unfit_memory;
    bytes seckey = bytes(32, 1), tweak = bytes(32, 2), msg = bytes(32, 3), one33, out = bytes(200, 0xa5);
    secp256k1_pubkey pubkey, unset = {};
    secp256k1_xonly_pubkey xonly, unset_xonly = {};
    secp256k1_keypair pair, unset_pair = {};
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature recoverable;
    unsigned char schnorr[64];

    fixture() {
        secp256k1_context_set_illegal_callback(ctx, count, &fired);
        unfit_memory.resize(1024);
        std::memcpy(unfit_memory.data(), static_cast<const void*>(secp256k1_context_static),
                    secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE));
        unfit = reinterpret_cast<secp256k1_context*>(unfit_memory.data());
        secp256k1_context_set_illegal_callback(unfit, count, &fired);
        CHECK(secp256k1_ec_pubkey_create(ctx, &pubkey, seckey.data()));
        CHECK(secp256k1_xonly_pubkey_from_pubkey(ctx, &xonly, nullptr, &pubkey));
        CHECK(secp256k1_keypair_create(ctx, &pair, seckey.data()));
        CHECK(secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey.data(), nullptr, nullptr));
        CHECK(
            secp256k1_ecdsa_sign_recoverable(ctx, &recoverable, msg.data(), seckey.data(), nullptr, nullptr));
        CHECK(secp256k1_schnorrsig_sign32(ctx, schnorr, msg.data(), &pair, nullptr));
    }
    ~fixture() { secp256k1_context_destroy(ctx); }
};

using refusal = test::refusal<fixture>;

#define OUT(type) reinterpret_cast<type*>(out)

const std::vector<refusal>& refusals() {
    static const std::vector<refusal> rows = {
        {"pubkey_parse, no input",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ec_pubkey_parse(f.ctx, OUT(secp256k1_pubkey), nullptr, 33);
         },
         64, zeroed},
        {"pubkey_parse, no output",
         [](fixture& f, unsigned char*) {
             return secp256k1_ec_pubkey_parse(f.ctx, nullptr, f.msg.data(), 32);
         },
         0, untouched},
        {"pubkey_serialize, room of 32 for 33 bytes",
         [](fixture& f, unsigned char* out) {
             size_t n = 32;
             const int r = secp256k1_ec_pubkey_serialize(f.ctx, out, &n, &f.pubkey, SECP256K1_EC_COMPRESSED);
             return r + (n == 32 ? 0 : 100);
         },
         33, untouched},
        {"pubkey_serialize, room of 64 for 65 bytes",
         [](fixture& f, unsigned char* out) {
             size_t n = 64;
             const int r =
                 secp256k1_ec_pubkey_serialize(f.ctx, out, &n, &f.pubkey, SECP256K1_EC_UNCOMPRESSED);
             return r + (n == 64 ? 0 : 100);
         },
         65, untouched},
        {"pubkey_serialize, flags of a context",
         [](fixture& f, unsigned char* out) {
             size_t n = 65;
             const int r = secp256k1_ec_pubkey_serialize(f.ctx, out, &n, &f.pubkey, SECP256K1_CONTEXT_NONE);
             return r + (n == 0 ? 0 : 100);
         },
         65, zeroed},
        {"pubkey_serialize, an unset key",
         [](fixture& f, unsigned char* out) {
             size_t n = 33;
             const int r = secp256k1_ec_pubkey_serialize(f.ctx, out, &n, &f.unset, SECP256K1_EC_COMPRESSED);
             return r + (n == 0 ? 0 : 100);
         },
         33, zeroed},
        {"pubkey_create, static context",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ec_pubkey_create(f.unfit, OUT(secp256k1_pubkey), f.seckey.data());
         },
         64, zeroed},
        {"pubkey_create, no key",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ec_pubkey_create(f.ctx, OUT(secp256k1_pubkey), nullptr);
         },
         64, zeroed},
        {"pubkey_combine, none",
         [](fixture& f, unsigned char* out) {
             const secp256k1_pubkey* keys[] = {&f.pubkey};
             return secp256k1_ec_pubkey_combine(f.ctx, OUT(secp256k1_pubkey), keys, 0);
         },
         64, zeroed},
        {"pubkey_combine, a null key",
         [](fixture& f, unsigned char* out) {
             const secp256k1_pubkey* keys[] = {&f.pubkey, nullptr};
             return secp256k1_ec_pubkey_combine(f.ctx, OUT(secp256k1_pubkey), keys, 2);
         },
         64, zeroed},
        {"pubkey_combine, an unset key",
         [](fixture& f, unsigned char* out) {
             const secp256k1_pubkey* keys[] = {&f.pubkey, &f.unset};
             return secp256k1_ec_pubkey_combine(f.ctx, OUT(secp256k1_pubkey), keys, 2);
         },
         64, zeroed},
        {"pubkey_sort, a null key",
         [](fixture& f, unsigned char*) {
             const secp256k1_pubkey* keys[] = {&f.pubkey, nullptr};
             return secp256k1_ec_pubkey_sort(f.ctx, keys, 2);
         },
         0, untouched},
        {"pubkey_negate, an unset key",
         [](fixture& f, unsigned char* out) {
             std::memset(out, 0, 64);
             return secp256k1_ec_pubkey_negate(f.ctx, OUT(secp256k1_pubkey));
         },
         64, zeroed},
        {"pubkey_tweak_add, an unset key",
         [](fixture& f, unsigned char* out) {
             std::memset(out, 0, 64);
             return secp256k1_ec_pubkey_tweak_add(f.ctx, OUT(secp256k1_pubkey), f.tweak.data());
         },
         64, zeroed},
        {"pubkey_tweak_mul, no tweak",
         [](fixture& f, unsigned char*) { return secp256k1_ec_pubkey_tweak_mul(f.ctx, &f.pubkey, nullptr); },
         0, untouched},
        {"seckey_tweak_add, no tweak",
         [](fixture& f, unsigned char*) {
             return secp256k1_ec_seckey_tweak_add(f.ctx, f.seckey.data(), nullptr);
         },
         0, untouched},
        {"ecdsa_sign, static context",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ecdsa_sign(f.unfit, OUT(secp256k1_ecdsa_signature), f.msg.data(),
                                         f.seckey.data(), nullptr, nullptr);
         },
         64, untouched},
        {"ecdsa_sign, no message",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ecdsa_sign(f.ctx, OUT(secp256k1_ecdsa_signature), nullptr, f.seckey.data(),
                                         nullptr, nullptr);
         },
         64, untouched},
        {"ecdsa_verify, an unset key",
         [](fixture& f, unsigned char*) {
             return secp256k1_ecdsa_verify(f.ctx, &f.sig, f.msg.data(), &f.unset);
         },
         0, untouched},
        {"recoverable_signature_parse_compact, id 4",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ecdsa_recoverable_signature_parse_compact(
                 f.ctx, OUT(secp256k1_ecdsa_recoverable_signature), f.schnorr, 4);
         },
         65, untouched},
        {"recoverable_signature_parse_compact, id -1",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ecdsa_recoverable_signature_parse_compact(
                 f.ctx, OUT(secp256k1_ecdsa_recoverable_signature), f.schnorr, -1);
         },
         65, untouched},
        {"ecdh, an unset key",
         [](fixture& f, unsigned char* out) {
             return secp256k1_ecdh(f.ctx, out, &f.unset, f.seckey.data(), nullptr, nullptr);
         },
         32, untouched},
        {"xonly_from_pubkey, an unset key",
         [](fixture& f, unsigned char* out) {
             int parity = 7;
             const int r =
                 secp256k1_xonly_pubkey_from_pubkey(f.ctx, OUT(secp256k1_xonly_pubkey), &parity, &f.unset);
             return r + (parity == 7 ? 0 : 100);
         },
         64, untouched},
        {"xonly_tweak_add, an unset key",
         [](fixture& f, unsigned char* out) {
             return secp256k1_xonly_pubkey_tweak_add(f.ctx, OUT(secp256k1_pubkey), &f.unset_xonly,
                                                     f.tweak.data());
         },
         64, zeroed},
        {"keypair_create, static context",
         [](fixture& f, unsigned char* out) {
             return secp256k1_keypair_create(f.unfit, OUT(secp256k1_keypair), f.seckey.data());
         },
         96, zeroed},
        {"keypair_xonly_pub, an unset pair",
         [](fixture& f, unsigned char* out) {
             return secp256k1_keypair_xonly_pub(f.ctx, OUT(secp256k1_xonly_pubkey), nullptr, &f.unset_pair);
         },
         64, zeroed},
        {"schnorrsig_sign32, an unset pair",
         [](fixture& f, unsigned char* out) {
             return secp256k1_schnorrsig_sign32(f.ctx, out, f.msg.data(), &f.unset_pair, nullptr);
         },
         64, zeroed},
        {"schnorrsig_sign32, static context",
         [](fixture& f, unsigned char* out) {
             return secp256k1_schnorrsig_sign32(f.unfit, out, f.msg.data(), &f.pair, nullptr);
         },
         64, untouched},
        {"schnorrsig_sign_custom, wrong magic",
         [](fixture& f, unsigned char* out) {
             secp256k1_schnorrsig_extraparams params = {{1, 2, 3, 4}, nullptr, nullptr};
             return secp256k1_schnorrsig_sign_custom(f.ctx, out, f.msg.data(), 32, &f.pair, &params);
         },
         64, untouched},
        {"schnorrsig_sign_custom, no message of length 1",
         [](fixture& f, unsigned char* out) {
             return secp256k1_schnorrsig_sign_custom(f.ctx, out, nullptr, 1, &f.pair, nullptr);
         },
         64, untouched},
        {"schnorrsig_verify, an unset key",
         [](fixture& f, unsigned char*) {
             return secp256k1_schnorrsig_verify(f.ctx, f.schnorr, f.msg.data(), 32, &f.unset_xonly);
         },
         0, untouched},
        {"tagged_sha256, no tag",
         [](fixture& f, unsigned char* out) {
             return secp256k1_tagged_sha256(f.ctx, out, nullptr, 0, f.msg.data(), 32);
         },
         32, untouched},
        {"context_randomize, static context",
         [](fixture& f, unsigned char*) { return secp256k1_context_randomize(f.unfit, f.msg.data()); }, 0,
         untouched},
    };
    return rows;
}

void illegal_arguments() {
    test::check_refusals(refusals());
}

/* Bad data, as opposed to bad arguments: 0 and zeros, no callback. */
void refused_data() {
    fixture f;
    const bytes order = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
                zero(32);
    for (const bytes& bad : {order, zero, bytes(32, 0xff)}) {
        check::row(to_hex(bad));
        bytes key = bad;
        secp256k1_pubkey p;
        secp256k1_keypair pair;
        secp256k1_ecdsa_signature sig;
        secp256k1_ecdsa_recoverable_signature rec;
        std::memset(&p, 1, sizeof p);
        std::memset(&pair, 1, sizeof pair);
        std::memset(&sig, 1, sizeof sig);
        std::memset(&rec, 1, sizeof rec);
        fired = 0;
        CHECK(!secp256k1_ec_seckey_verify(f.ctx, key.data()));
        CHECK(!secp256k1_ec_seckey_negate(f.ctx, key.data()) && key == zero);
        key = bad;
        CHECK(!secp256k1_ec_seckey_tweak_add(f.ctx, key.data(), f.tweak.data()) && key == zero);
        key = bad;
        CHECK(!secp256k1_ec_seckey_tweak_mul(f.ctx, key.data(), f.tweak.data()) && key == zero);
        CHECK(!secp256k1_ec_pubkey_create(f.ctx, &p, bad.data()));
        CHECK(bytes(p.data, p.data + 64) == bytes(64));
        CHECK(!secp256k1_keypair_create(f.ctx, &pair, bad.data()));
        CHECK(bytes(pair.data, pair.data + 96) == bytes(96));
        CHECK(!secp256k1_ecdsa_sign(f.ctx, &sig, f.msg.data(), bad.data(), nullptr, nullptr));
        CHECK(bytes(sig.data, sig.data + 64) == bytes(64));
        CHECK(!secp256k1_ecdsa_sign_recoverable(f.ctx, &rec, f.msg.data(), bad.data(), nullptr, nullptr));
        CHECK(bytes(rec.data, rec.data + 65) == bytes(65));
        bytes out(32), tweaked = f.seckey;
        CHECK(!secp256k1_ecdh(f.ctx, out.data(), &f.pubkey, bad.data(), nullptr, nullptr));
        /* As a tweak, 0 is good for a sum. */
        if (bad != zero) {
            CHECK(!secp256k1_ec_seckey_tweak_add(f.ctx, tweaked.data(), bad.data()) && tweaked == zero);
            secp256k1_pubkey sum = f.pubkey;
            CHECK(!secp256k1_ec_pubkey_tweak_add(f.ctx, &sum, bad.data()));
            CHECK(bytes(sum.data, sum.data + 64) == bytes(64));
        }
        tweaked = f.seckey;
        CHECK(!secp256k1_ec_seckey_tweak_mul(f.ctx, tweaked.data(), bad.data()) && tweaked == zero);
        CHECK(fired == 0);
    }
}

/* A hash function that fails makes the exchange fail. */
void refusing_hash() {
    fixture f;
    const auto hash = [](unsigned char* output, const unsigned char*, const unsigned char*, void* answer) {
        output[0] = 7;
        return *static_cast<int*>(answer);
    };
    for (int answer : {0, 1, 2, -1}) {
        check::row(std::to_string(answer));
        bytes out(32);
        CHECK(secp256k1_ecdh(f.ctx, out.data(), &f.pubkey, f.seckey.data(), hash, &answer) == (answer != 0));
        CHECK(out[0] == 7);
    }
}

/* A key that sums to infinity; the opposite of a key; equal bytes for equal keys. */
void key_arithmetic() {
    fixture f;
    secp256k1_pubkey sum, opposite = f.pubkey, tweaked = f.pubkey;
    CHECK(secp256k1_ec_pubkey_negate(f.ctx, &opposite));
    const secp256k1_pubkey* cancelling[] = {&f.pubkey, &opposite};
    CHECK(!secp256k1_ec_pubkey_combine(f.ctx, &sum, cancelling, 2));
    CHECK(bytes(sum.data, sum.data + 64) == bytes(64));
    const secp256k1_pubkey* three[] = {&f.pubkey, &opposite, &f.pubkey};
    CHECK(secp256k1_ec_pubkey_combine(f.ctx, &sum, three, 3));
    CHECK(std::memcmp(&sum, &f.pubkey, sizeof sum) == 0);
    bytes minus = f.seckey;
    CHECK(secp256k1_ec_seckey_negate(f.ctx, minus.data()));
    CHECK(!secp256k1_ec_pubkey_tweak_add(f.ctx, &tweaked, minus.data()));
    CHECK(bytes(tweaked.data, tweaked.data + 64) == bytes(64));
    /* Doubling by tweak, by sum and by multiplication. */
    bytes two(32);
    two[31] = 2;
    secp256k1_pubkey doubled = f.pubkey, multiplied = f.pubkey;
    const secp256k1_pubkey* twice[] = {&f.pubkey, &f.pubkey};
    CHECK(secp256k1_ec_pubkey_tweak_add(f.ctx, &doubled, f.seckey.data()));
    CHECK(secp256k1_ec_pubkey_combine(f.ctx, &sum, twice, 2));
    CHECK(secp256k1_ec_pubkey_tweak_mul(f.ctx, &multiplied, two.data()));
    CHECK(std::memcmp(&doubled, &sum, 64) == 0 && std::memcmp(&multiplied, &sum, 64) == 0);
}

/* x then y, little-endian, as in libsecp256k1 on such machines. */
void opaque_layout() {
    fixture f;
    unsigned char encoded[65];
    size_t n = 65;
    CHECK(secp256k1_ec_pubkey_serialize(f.ctx, encoded, &n, &f.pubkey, SECP256K1_EC_UNCOMPRESSED));
    for (size_t i = 0; i < 32; i++) {
        CHECK(f.pubkey.data[i] == encoded[32 - i]);
        CHECK(f.pubkey.data[32 + i] == encoded[64 - i]);
    }
    CHECK(sizeof(secp256k1_pubkey) == 64 && sizeof(secp256k1_xonly_pubkey) == 64 &&
          sizeof(secp256k1_keypair) == 96);
    CHECK(sizeof(secp256k1_ecdsa_signature) == 64 && sizeof(secp256k1_ecdsa_recoverable_signature) == 65);
}

void sorting() {
    fixture f;
    random_source random(5);
    for (size_t n = 0; n <= 40; n++) {
        std::vector<secp256k1_pubkey> keys(n);
        std::vector<const secp256k1_pubkey*> pointers;
        for (secp256k1_pubkey& k : keys) {
            bytes seckey(32);
            seckey[31] = static_cast<unsigned char>(1 + random.below(20));
            CHECK(secp256k1_ec_pubkey_create(f.ctx, &k, seckey.data()));
            pointers.push_back(&k);
        }
        const secp256k1_pubkey* none = nullptr;
        CHECK(secp256k1_ec_pubkey_sort(f.ctx, n == 0 ? &none : pointers.data(), n));
        for (size_t i = 1; i < n; i++)
            CHECK(secp256k1_ec_pubkey_cmp(f.ctx, pointers[i - 1], pointers[i]) <= 0);
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"illegal_arguments", illegal_arguments},
                       {"refused_data", refused_data},
                       {"refusing_hash", refusing_hash},
                       {"key_arithmetic", key_arithmetic},
                       {"opaque_layout", opaque_layout},
                       {"sorting", sorting}});
}
