/* MuSig2 on the subgroups of order 7, 13 and 199: sessions of two and three signers over every pair of keys,
 * in which coefficients, nonces, sums of nonces and aggregate keys meet 0, and each partial signature
 * verifies for one s alone. */
#include <cstdlib>
#include <cstring>

#include "schemes/blinding.h"
#include "schemes/extrakeys.h"
#include "schemes/musig.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "schemes/schnorrsig.h"
#include "schemes/subgroup.h"
#include "support/backends.h"
#include "support/check.h"
#include "support/small_curve.h"

namespace {

using namespace koblitz;

template <int Order, class F, class X>
struct sessions {
    using B = test::small_backend<Order, F, X>;
    using S = typename B::scalar;
    static constexpr sha256_compress_fn compress = sha256_compress_portable;

    gen_context gen;
    unsigned keys_at_infinity = 0, unusable_nonces = 0, aggregates_at_infinity = 0, finished = 0;

    struct signer {
        u8 pair[96];
        secp256k1_pubkey key;
        musig_secnonce secnonce;
        musig_pubnonce pubnonce;
        musig_partial part;
    };

    static void number(u8 out[32], u64 v) { S::from_u64(v).serialize(out); }

    void session(signer* signers, int n, u8 salt) {
        const secp256k1_pubkey* keys[3];
        const secp256k1_musig_pubnonce* nonces[3];
        const secp256k1_musig_partial_sig* parts[3];
        u8 msg[32] = {salt}, tweak[32], s32[32], sig[64], xonly[64];
        for (int i = 0; i < n; i++)
            keys[i] = &signers[i].key;
        musig_keyagg cache;
        if (musig_pubkey_agg(compress, cache, keys, static_cast<size_t>(n)) == 0) {
            keys_at_infinity++;
            return;
        }
        number(tweak, salt);
        if (musig_tweak_add(cache, tweak, (salt & 1) != 0) == 0)
            return;
        for (int i = 0; i < n; i++) {
            u8 random[32] = {salt, static_cast<u8>(i), 1};
            const musig_nonce_inputs in = {random, keys[i]->data, signers[i].pair, msg, nullptr, nullptr};
            musig_secnonce& own = signers[i].secnonce;
            if (musig_nonce_gen(gen, compress, own, signers[i].pubnonce, in) == 0) {
                const musig_secnonce none = {};
                CHECK(std::memcmp(&own, &none, sizeof none) == 0);
                unusable_nonces++;
                return;
            }
            nonces[i] = reinterpret_cast<const secp256k1_musig_pubnonce*>(&signers[i].pubnonce);
            parts[i] = reinterpret_cast<const secp256k1_musig_partial_sig*>(&signers[i].part);
        }
        musig_aggnonce sum;
        musig_session now;
        musig_nonce_agg(sum, nonces, static_cast<size_t>(n));
        aggregates_at_infinity += !pubkey_is_set(sum.points[0]) || !pubkey_is_set(sum.points[1]);
        musig_nonce_process(compress, now, sum, msg, cache);
        for (int i = 0; i < n; i++) {
            musig_partial& part = signers[i].part;
            musig_partial_sign(compress, part, signers[i].secnonce, signers[i].pair, cache, now);
            const u64 s = S::parse(part.s, nullptr).value();
            for (u64 other = 0; other<Order; other += Order> 13 ? 31 : 1) {
                number(part.s, s + other);
                CHECK(musig_partial_sig_verify(compress, part, signers[i].pubnonce, keys[i]->data, cache,
                                               now) == (other == 0));
            }
            number(part.s, s);
        }
        musig_partial_sig_agg(s32, now, parts, static_cast<size_t>(n));
        std::memcpy(sig, now.nonce_x, 32);
        std::memcpy(sig + 32, s32, 32);
        std::memcpy(xonly, cache.pubkey, 64);
        if (pubkey_y_is_odd(xonly))
            pubkey_negate(xonly);
        /* Nonces that sum to infinity stand for G, whose discrete logarithm nobody adds. */
        u8 r32[32], g64[64];
        store_le256(g64, B::generator()->x);
        store_le256(g64 + 32, B::generator()->y);
        reverse32(r32, g64);
        if (schnorrsig_verify(compress, sig, msg, 32, xonly) == 1) {
            finished++;
        } else {
            CHECK(std::memcmp(sig, r32, 32) == 0);
        }
    }

    void run(int stride) {
        gen_context_init(gen);
        for (int a = 1; a < Order; a += stride) {
            for (int b = 1; b < Order; b += stride) {
                signer signers[3];
                const int logs[3] = {a, b, (a * b) % Order};
                for (int i = 0; i < 3; i++) {
                    u8 seckey[32];
                    number(seckey, static_cast<u64>(logs[i]));
                    CHECK(keypair_create(gen, signers[i].pair, seckey) == 1);
                    std::memcpy(signers[i].key.data, signers[i].pair + 32, 64);
                }
                for (u8 salt = 0; salt < 6; salt++)
                    session(signers, 2 + (salt & 1), static_cast<u8>(salt + a * 6));
            }
        }
        CHECK(finished != 0);
        if (Order < 199)
            CHECK(keys_at_infinity != 0 && unusable_nonces != 0 && aggregates_at_infinity != 0);
    }
};

template <class F, class X>
void all(int stride) {
    test::take_fields<F, X>();
    sessions<KOBLITZ_TEST_ORDER, F, X>().run(KOBLITZ_TEST_ORDER == 199 ? stride : 1);
}

} // namespace

int main(int argc, char** argv) {
    const bool full = argc > 1 && std::strcmp(argv[1], "full") == 0;
    test::for_each_curve("exhaustive_musig_test", [full]<class B>() {
        all<typename B::field, typename B::secret_field>(full ? 1 : 19);
    });
    return test::finish("exhaustive musig");
}
