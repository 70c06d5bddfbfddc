/* MuSig2 used wrongly: which calls fire the callback, what is returned, what is written, and what becomes of
 * the secret nonce. */
#include <vector>

#include "abi/refusals.h"
#include "secp256k1_musig.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

using test::count, test::fired, test::untouched, test::zeroed;

template <class T>
bool is_zero(const T& object) {
    return bytes(object.data, object.data + sizeof object.data) == bytes(sizeof object.data);
}

/* One signer's session, ready for its partial signature. */
struct fixture {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    bytes seckey = bytes(32, 1), msg = bytes(32, 3), random = bytes(32, 4), tweak = bytes(32, 5);
    secp256k1_keypair pair, other_pair, unset_pair = {};
    secp256k1_pubkey key, unset_key = {};
    secp256k1_xonly_pubkey aggregate;
    secp256k1_musig_keyagg_cache cache, unset_cache = {};
    secp256k1_musig_secnonce secnonce;
    secp256k1_musig_pubnonce pubnonce, unset_pubnonce = {};
    secp256k1_musig_aggnonce aggnonce, unset_aggnonce = {};
    secp256k1_musig_session session, unset_session = {};
    secp256k1_musig_partial_sig sig, unset_sig = {};

    fixture() {
        secp256k1_context_set_illegal_callback(ctx, count, &fired);
        const secp256k1_pubkey* keys[] = {&key};
        const secp256k1_musig_pubnonce* nonces[] = {&pubnonce};
        const bytes other(32, 9);
        CHECK(secp256k1_keypair_create(ctx, &pair, seckey.data()));
        CHECK(secp256k1_keypair_create(ctx, &other_pair, other.data()));
        CHECK(secp256k1_keypair_pub(ctx, &key, &pair));
        CHECK(secp256k1_musig_pubkey_agg(ctx, &aggregate, &cache, keys, 1));
        CHECK(secp256k1_musig_nonce_gen(ctx, &secnonce, &pubnonce, random.data(), seckey.data(), &key,
                                        msg.data(), &cache, nullptr));
        CHECK(secp256k1_musig_nonce_agg(ctx, &aggnonce, nonces, 1));
        CHECK(secp256k1_musig_nonce_process(ctx, &session, &aggnonce, msg.data(), &cache));
        secp256k1_musig_secnonce once = secnonce;
        CHECK(secp256k1_musig_partial_sign(ctx, &sig, &once, &pair, &cache, &session));
        random.assign(32, 4);
        fired = 0;
    }
    ~fixture() { secp256k1_context_destroy(ctx); }
};

using refusal = test::refusal<fixture>;

#define OUT(type) reinterpret_cast<type*>(out)

const std::vector<refusal>& refusals() {
    static const std::vector<refusal> rows = {
        {"pubnonce_parse, no input",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_pubnonce_parse(f.ctx, OUT(secp256k1_musig_pubnonce), nullptr);
         },
         132, untouched},
        {"pubnonce_serialize, unset",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_pubnonce_serialize(f.ctx, out, &f.unset_pubnonce);
         },
         66, zeroed},
        {"pubnonce_serialize, an aggregate nonce",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_pubnonce_serialize(
                 f.ctx, out, reinterpret_cast<const secp256k1_musig_pubnonce*>(&f.aggnonce));
         },
         66, zeroed},
        {"aggnonce_serialize, a public nonce",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_aggnonce_serialize(
                 f.ctx, out, reinterpret_cast<const secp256k1_musig_aggnonce*>(&f.pubnonce));
         },
         66, zeroed},
        {"partial_sig_serialize, unset",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_partial_sig_serialize(f.ctx, out, &f.unset_sig);
         },
         32, untouched},
        {"partial_sig_parse, no input",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_partial_sig_parse(f.ctx, OUT(secp256k1_musig_partial_sig), nullptr);
         },
         36, untouched},
        {"pubkey_agg, no keys",
         [](fixture& f, unsigned char* out) {
             const secp256k1_pubkey* keys[] = {&f.key};
             return secp256k1_musig_pubkey_agg(f.ctx, OUT(secp256k1_xonly_pubkey), nullptr, keys, 0);
         },
         64, zeroed},
        {"pubkey_agg, a null key",
         [](fixture& f, unsigned char* out) {
             const secp256k1_pubkey* keys[] = {&f.key, nullptr};
             return secp256k1_musig_pubkey_agg(f.ctx, OUT(secp256k1_xonly_pubkey), nullptr, keys, 2);
         },
         64, zeroed},
        {"pubkey_agg, an unset key",
         [](fixture& f, unsigned char* out) {
             const secp256k1_pubkey* keys[] = {&f.key, &f.unset_key};
             return secp256k1_musig_pubkey_agg(f.ctx, nullptr, OUT(secp256k1_musig_keyagg_cache), keys, 2);
         },
         197, untouched},
        {"pubkey_get, an unset cache",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_pubkey_get(f.ctx, OUT(secp256k1_pubkey), &f.unset_cache);
         },
         64, zeroed},
        {"pubkey_ec_tweak_add, an unset cache",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_pubkey_ec_tweak_add(f.ctx, OUT(secp256k1_pubkey), &f.unset_cache,
                                                        f.tweak.data());
         },
         64, zeroed},
        {"pubkey_xonly_tweak_add, no tweak",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_pubkey_xonly_tweak_add(f.ctx, OUT(secp256k1_pubkey), &f.cache, nullptr);
         },
         64, zeroed},
        {"nonce_gen, static context",
         [](fixture& f, unsigned char* out) {
             std::vector<unsigned char> copy(1024);
             std::memcpy(copy.data(), static_cast<const void*>(secp256k1_context_static), 176);
             auto* unfit = reinterpret_cast<secp256k1_context*>(copy.data());
             secp256k1_context_set_illegal_callback(unfit, count, &fired);
             secp256k1_musig_pubnonce pub;
             return secp256k1_musig_nonce_gen(unfit, OUT(secp256k1_musig_secnonce), &pub, f.random.data(),
                                              nullptr, &f.key, nullptr, nullptr, nullptr);
         },
         132, zeroed},
        {"nonce_gen, no randomness",
         [](fixture& f, unsigned char* out) {
             secp256k1_musig_pubnonce pub;
             return secp256k1_musig_nonce_gen(f.ctx, OUT(secp256k1_musig_secnonce), &pub, nullptr, nullptr,
                                              &f.key, nullptr, nullptr, nullptr);
         },
         132, zeroed},
        {"nonce_gen, an unset key",
         [](fixture& f, unsigned char* out) {
             secp256k1_musig_pubnonce pub;
             return secp256k1_musig_nonce_gen(f.ctx, OUT(secp256k1_musig_secnonce), &pub, f.random.data(),
                                              nullptr, &f.unset_key, nullptr, nullptr, nullptr);
         },
         132, zeroed},
        {"nonce_gen, an unset cache",
         [](fixture& f, unsigned char* out) {
             secp256k1_musig_pubnonce pub;
             return secp256k1_musig_nonce_gen(f.ctx, OUT(secp256k1_musig_secnonce), &pub, f.random.data(),
                                              nullptr, &f.key, nullptr, &f.unset_cache, nullptr);
         },
         132, zeroed},
        {"nonce_gen_counter, an unset pair",
         [](fixture& f, unsigned char* out) {
             secp256k1_musig_pubnonce pub;
             return secp256k1_musig_nonce_gen_counter(f.ctx, OUT(secp256k1_musig_secnonce), &pub, 1,
                                                      &f.unset_pair, nullptr, nullptr, nullptr);
         },
         132, zeroed},
        {"nonce_agg, none",
         [](fixture& f, unsigned char* out) {
             const secp256k1_musig_pubnonce* nonces[] = {&f.pubnonce};
             return secp256k1_musig_nonce_agg(f.ctx, OUT(secp256k1_musig_aggnonce), nonces, 0);
         },
         132, untouched},
        {"nonce_agg, an unset nonce",
         [](fixture& f, unsigned char* out) {
             const secp256k1_musig_pubnonce* nonces[] = {&f.pubnonce, &f.unset_pubnonce};
             return secp256k1_musig_nonce_agg(f.ctx, OUT(secp256k1_musig_aggnonce), nonces, 2);
         },
         132, untouched},
        {"nonce_process, an unset cache",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_nonce_process(f.ctx, OUT(secp256k1_musig_session), &f.aggnonce,
                                                  f.msg.data(), &f.unset_cache);
         },
         133, untouched},
        {"nonce_process, an unset nonce",
         [](fixture& f, unsigned char* out) {
             return secp256k1_musig_nonce_process(f.ctx, OUT(secp256k1_musig_session), &f.unset_aggnonce,
                                                  f.msg.data(), &f.cache);
         },
         133, untouched},
        {"partial_sig_verify, an unset session",
         [](fixture& f, unsigned char*) {
             return secp256k1_musig_partial_sig_verify(f.ctx, &f.sig, &f.pubnonce, &f.key, &f.cache,
                                                       &f.unset_session);
         },
         0, untouched},
        {"partial_sig_verify, an unset signature",
         [](fixture& f, unsigned char*) {
             return secp256k1_musig_partial_sig_verify(f.ctx, &f.unset_sig, &f.pubnonce, &f.key, &f.cache,
                                                       &f.session);
         },
         0, untouched},
        {"partial_sig_agg, none",
         [](fixture& f, unsigned char* out) {
             const secp256k1_musig_partial_sig* sigs[] = {&f.sig};
             return secp256k1_musig_partial_sig_agg(f.ctx, out, &f.session, sigs, 0);
         },
         64, untouched},
        {"partial_sig_agg, an unset signature",
         [](fixture& f, unsigned char* out) {
             const secp256k1_musig_partial_sig* sigs[] = {&f.sig, &f.unset_sig};
             return secp256k1_musig_partial_sig_agg(f.ctx, out, &f.session, sigs, 2);
         },
         64, untouched},
    };
    return rows;
}

void illegal_arguments() {
    test::check_refusals(refusals());
}

/* Every call of partial_sign, and how it fails, uses the nonce up. */
void secret_nonce_is_single_use() {
    fixture f;
    struct attempt {
        const char* name;
        const secp256k1_keypair* pair;
        const secp256k1_musig_keyagg_cache* cache;
        const secp256k1_musig_session* session;
        bool null_output;
        int result;
    };
    const attempt attempts[] = {
        {"a good call", &f.pair, &f.cache, &f.session, false, 1},
        {"no output", &f.pair, &f.cache, &f.session, true, 0},
        {"no pair", nullptr, &f.cache, &f.session, false, 0},
        {"no cache", &f.pair, nullptr, &f.session, false, 0},
        {"no session", &f.pair, &f.cache, nullptr, false, 0},
        {"another's pair", &f.other_pair, &f.cache, &f.session, false, 0},
        {"an unset pair", &f.unset_pair, &f.cache, &f.session, false, 0},
        {"an unset cache", &f.pair, &f.unset_cache, &f.session, false, 0},
        {"an unset session", &f.pair, &f.cache, &f.unset_session, false, 0},
    };
    for (const attempt& a : attempts) {
        check::row(a.name);
        secp256k1_musig_secnonce nonce = f.secnonce;
        secp256k1_musig_partial_sig sig = {};
        fired = 0;
        CHECK(secp256k1_musig_partial_sign(f.ctx, a.null_output ? nullptr : &sig, &nonce, a.pair, a.cache,
                                           a.session) == a.result);
        CHECK(fired == (a.result == 1 ? 0u : 1u));
        CHECK(is_zero(nonce));
        CHECK(is_zero(sig) == (a.result == 0));
        fired = 0;
        CHECK(!secp256k1_musig_partial_sign(f.ctx, &sig, &nonce, &f.pair, &f.cache, &f.session));
        CHECK(fired == 1);
    }
    /* The magic alone does not make a nonce. */
    check::row("nonces of zero");
    secp256k1_musig_secnonce nonce = f.secnonce;
    secp256k1_musig_partial_sig sig;
    std::memset(nonce.data + 4, 0, 64);
    fired = 0;
    CHECK(!secp256k1_musig_partial_sign(f.ctx, &sig, &nonce, &f.pair, &f.cache, &f.session) && fired == 1);
    CHECK(is_zero(nonce));
}

/* Bad randomness and keys: 0 and no usable nonce, without the callback; good randomness is used up. */
void nonce_generation() {
    fixture f;
    const bytes order = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    struct row {
        const char* name;
        bytes random, seckey;
        int result;
        bool random_after;
    };
    const row rows[] = {
        {"good", bytes(32, 7), f.seckey, 1, false},
        {"randomness of zero", bytes(32), f.seckey, 0, false},
        {"a key of zero", bytes(32, 7), bytes(32), 0, true},
        {"a key of n", bytes(32, 7), order, 0, true},
    };
    for (const row& r : rows) {
        check::row(r.name);
        bytes random = r.random;
        secp256k1_musig_secnonce secnonce;
        secp256k1_musig_pubnonce pubnonce;
        std::memset(&secnonce, 1, sizeof secnonce);
        fired = 0;
        CHECK(secp256k1_musig_nonce_gen(f.ctx, &secnonce, &pubnonce, random.data(), r.seckey.data(), &f.key,
                                        f.msg.data(), &f.cache, nullptr) == r.result);
        CHECK(fired == 0);
        CHECK(is_zero(secnonce) == (r.result == 0));
        CHECK(random == (r.random_after ? r.random : bytes(32)));
    }
    /* Every input changes the nonce. */
    std::vector<bytes> seen;
    const bytes other(32, 8);
    for (int given = 0; given < 32; given++) {
        check::row("inputs " + std::to_string(given));
        bytes random(32, static_cast<unsigned char>(given & 1 ? 7 : 6));
        secp256k1_musig_secnonce secnonce;
        secp256k1_musig_pubnonce pubnonce;
        CHECK(secp256k1_musig_nonce_gen(f.ctx, &secnonce, &pubnonce, random.data(),
                                        given & 2 ? f.seckey.data() : nullptr, &f.key,
                                        given & 4 ? f.msg.data() : nullptr, given & 8 ? &f.cache : nullptr,
                                        given & 16 ? other.data() : nullptr));
        bytes encoded(66);
        CHECK(secp256k1_musig_pubnonce_serialize(f.ctx, encoded.data(), &pubnonce));
        for (const bytes& earlier : seen)
            CHECK(earlier != encoded);
        seen.push_back(encoded);
    }
}

/* A tweak that fails leaves the cache as it was. */
void failed_tweaks() {
    fixture f;
    const bytes order = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    for (bool xonly : {false, true}) {
        secp256k1_musig_keyagg_cache cache = f.cache;
        secp256k1_pubkey out;
        std::memset(&out, 1, sizeof out);
        const int ok = xonly ? secp256k1_musig_pubkey_xonly_tweak_add(f.ctx, &out, &cache, order.data())
                             : secp256k1_musig_pubkey_ec_tweak_add(f.ctx, &out, &cache, order.data());
        CHECK(ok == 0 && is_zero(out) && std::memcmp(&cache, &f.cache, sizeof cache) == 0 && fired == 0);
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"illegal_arguments", illegal_arguments},
                       {"secret_nonce_is_single_use", secret_nonce_is_single_use},
                       {"nonce_generation", nonce_generation},
                       {"failed_tweaks", failed_tweaks}});
}
