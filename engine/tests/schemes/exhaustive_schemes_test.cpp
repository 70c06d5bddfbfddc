/* Every scheme on the subgroups of order 7, 13 and 199, over each field and the checking one: all (key,
 * message, nonce) signatures, all verifications, all recoveries, all tweaks, sums and shared points. Order
 * 199 runs by a stride; with the argument "full" it does not. */
#include <cstdlib>
#include <cstring>

#include "schemes/blinding.h"
#include "schemes/ecdh.h"
#include "schemes/ecdsa.h"
#include "schemes/extrakeys.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "schemes/schnorrsig.h"
#include "schemes/seckey.h"
#include "schemes/subgroup.h"
#include "support/backends.h"
#include "support/big.h"
#include "support/check.h"
#include "support/checking_field.h"
#include "support/small_curve.h"

namespace {

using namespace koblitz;

/* What the nonce function of a test gives. */
int fixed_nonce(u8* nonce32, const u8*, size_t, const u8*, const u8*, const u8*, size_t, void* data) {
    std::memcpy(nonce32, data, 32);
    return 1;
}

int copy_point(u8* output, const u8* x32, const u8* y32, void*) {
    reverse32(output, x32);
    reverse32(output + 32, y32);
    return 1;
}

template <int Order, class F, class X>
struct exhaustive {
    using B = test::small_backend<Order, F, X>;
    using S = typename B::scalar;

    int stride;
    gen_context gen;
    /* k G as an opaque key, X(k G) mod n, and the parity of y. */
    u8 keys[Order][64];
    int x_mod_n[Order];
    bool odd[Order];

    explicit exhaustive(int s) : stride(s) {
        gen_context_init(gen);
        std::memset(keys[0], 0, 64);
        for (int k = 1; k < Order; k++) {
            u8 x32[32];
            point multiple;
            store(multiple, B::multiples()[k]);
            store_point(keys[k], multiple);
            reverse32(x32, keys[k]);
            x_mod_n[k] = static_cast<int>(S::parse(x32).value());
            odd[k] = pubkey_y_is_odd(keys[k]);
        }
    }

    static int mod(int a) { return (a % Order + Order) % Order; }
    static int inverse(int a) {
        return static_cast<int>(S::from_u64(static_cast<u64>(a)).inverse_var().value());
    }
    static void number(u8 out[32], int v) { S::from_u64(static_cast<u64>(v)).serialize(out); }
    static void number_le(u8 out[32], int v) {
        number(out, v);
        reverse32(out, out);
    }
    static int value_le(const u8 in[32]) { return static_cast<int>(load_scalar(in).value()); }
    static typename B::secret_scalar secret(int v) {
        return typename B::secret_scalar(S::from_u64(static_cast<u64>(v)));
    }
    bool is_key(const u8 key[64], int k) const { return std::memcmp(key, keys[mod(k)], 64) == 0; }

    void seckeys_and_pubkeys() {
        for (int d = 0; d < Order; d++) {
            u8 a[32], b[32], key[64], pair[96];
            number(a, d);
            CHECK(seckey_verify(a) == (d != 0));
            CHECK(pubkey_create(gen, key, a) == (d != 0) && is_key(key, d));
            CHECK(keypair_create(gen, pair, a) == (d != 0) && is_key(pair + 32, d));
            CHECK(seckey_negate(a) == (d != 0));
            CHECK(static_cast<int>(S::parse(a).value()) == mod(-d));
            if (d != 0) {
                std::memcpy(key, keys[d], 64);
                pubkey_negate(key);
                CHECK(is_key(key, -d));
            }
            for (int t = 0; t < Order; t += stride) {
                number(b, t);
                number(a, d);
                CHECK(seckey_tweak_add(a, b) == (d != 0 && mod(d + t) != 0));
                CHECK(static_cast<int>(S::parse(a).value()) == (d != 0 ? mod(d + t) : 0));
                number(a, d);
                CHECK(seckey_tweak_mul(a, b) == (d != 0 && t != 0));
                CHECK(static_cast<int>(S::parse(a).value()) == mod(d * t));
                if (d == 0)
                    continue;
                CHECK(pubkey_tweak_add(key, keys[d], b) == (mod(d + t) != 0) && is_key(key, d + t));
                CHECK(pubkey_tweak_mul(key, keys[d], b) == (t != 0) && is_key(key, d * t));
                number(a, d);
                keypair_create(gen, pair, a);
                const int even = odd[d] ? mod(-d) : d;
                CHECK(keypair_xonly_tweak_add(pair, b) == (mod(even + t) != 0) &&
                      is_key(pair + 32, even + t));
                CHECK(static_cast<int>(S::parse(pair).value()) == mod(even + t));
                if (mod(d + t) != 0) {
                    u8 x32[32];
                    reverse32(x32, keys[mod(d + t)]);
                    CHECK(xonly_tweak_add_check(x32, odd[mod(d + t)], keys[d], b) == 1);
                    CHECK(xonly_tweak_add_check(x32, !odd[mod(d + t)], keys[d], b) == 0);
                }
                if (t == 0)
                    continue;
                secp256k1_pubkey one, two;
                std::memcpy(one.data, keys[d], 64);
                std::memcpy(two.data, keys[t], 64);
                const secp256k1_pubkey* both[] = {&one, &two, &one};
                CHECK(pubkey_combine(key, both, 2) == (mod(d + t) != 0) && is_key(key, d + t));
                CHECK(pubkey_combine(key, both, 3) == (mod(2 * d + t) != 0) && is_key(key, 2 * d + t));
                number(a, d);
                CHECK(ecdh(sha256_compress_portable, key, keys[t], a, copy_point, nullptr) == 1);
                CHECK(is_key(key, d * t));
            }
        }
    }

    void parsing() {
        for (int k = 1; k < Order; k++) {
            u8 encoded[65], out[64];
            reverse32(encoded + 1, keys[k]);
            reverse32(encoded + 33, keys[k] + 32);
            encoded[0] = 4;
            CHECK(pubkey_parse(out, encoded, 65) == 1 && is_key(out, k));
            encoded[0] = static_cast<u8>(odd[k] ? 7 : 6);
            CHECK(pubkey_parse(out, encoded, 65) == 1 && is_key(out, k));
            encoded[0] ^= 1;
            CHECK(pubkey_parse(out, encoded, 65) == 0 && is_key(out, 0));
            encoded[0] = static_cast<u8>(odd[k] ? 3 : 2);
            CHECK(pubkey_parse(out, encoded, 33) == 1 && is_key(out, k));
            encoded[0] ^= 1;
            CHECK(pubkey_parse(out, encoded, 33) == 1 && is_key(out, -k));
            CHECK(xonly_parse(out, encoded + 1) == 1 && is_key(out, odd[k] ? -k : k));
        }
    }

    /* Whether x of k G is r itself, not r + Order or more. */
    bool x_below_order(int k) const {
        u8 x32[32], same[32];
        reverse32(x32, keys[k]);
        number(same, x_mod_n[k]);
        return std::memcmp(x32, same, 32) == 0;
    }

    void ecdsa_signing() {
        for (int d = 1; d < Order; d++) {
            for (int m = 0; m < Order; m += stride) {
                for (int k = 1; k < Order; k++) {
                    u8 sig[65];
                    const bool usable = ecdsa_sign_with_nonce(gen, sig, secret(d), secret(m), secret(k));
                    const int r = x_mod_n[k], s = mod(inverse(k) * mod(m + r * d));
                    const bool high = s > Order / 2;
                    CHECK(usable == (r != 0 && s != 0));
                    CHECK(value_le(sig) == r && value_le(sig + 32) == (high ? Order - s : s));
                    CHECK(sig[64] == 2 * !x_below_order(k) + (odd[k] != high));
                    if (!usable)
                        continue;
                    u8 msg[32];
                    number(msg, m);
                    CHECK(ecdsa_verify(sig, msg, keys[d]) == 1);
                }
            }
        }
    }

    /* Every (r, s) under some messages and keys: order 199 keeps a stride for these two. */
    void ecdsa_verification() {
        const int coarse = Order == 199 && stride < 45 ? 45 : stride;
        for (int r = 0; r < Order; r++) {
            for (int s = 0; s < Order; s++) {
                u8 sig[64], msg[32];
                number_le(sig, r);
                number_le(sig + 32, s);
                for (int m = 0; m < Order; m += coarse) {
                    number(msg, m);
                    for (int d = 1; d < Order; d += coarse) {
                        bool expected = r != 0 && s != 0 && s <= Order / 2;
                        if (expected) {
                            const int point = mod(inverse(s) * mod(m + r * d));
                            expected = point != 0 && x_mod_n[point] == r;
                        }
                        CHECK(ecdsa_verify(sig, msg, keys[d]) == expected);
                    }
                }
            }
        }
    }

    /* The place of k G among the points whose x is the same mod n, which recovery ids count. */
    int candidate_of(int k) const {
        u64 candidates[S::max_x_candidates][4], x[4];
        const int count = S::from_u64(static_cast<u64>(x_mod_n[k])).x_candidates(candidates);
        load_le256(x, keys[k]);
        for (int i = 0; i < count; i++)
            if (std::memcmp(candidates[i], x, 32) == 0)
                return i;
        return -1;
    }

    /* Every (nonce point, s, message); r is the point's x mod n. */
    void recovery() {
        for (int k = 1; k < Order; k++) {
            const int r = x_mod_n[k], at = candidate_of(k);
            CHECK(at >= 0);
            if (r == 0)
                continue;
            for (int s = 1; s < Order; s += stride) {
                for (int m = 0; m < Order; m += stride) {
                    u8 key[64], sig[65], msg[32];
                    number_le(sig, r);
                    number_le(sig + 32, s);
                    number(msg, m);
                    sig[64] = static_cast<u8>(2 * at + (odd[k] ? 1 : 0));
                    const int q = mod(inverse(r) * mod(s * k - m));
                    CHECK(ecdsa_recover(key, sig, msg) == (q != 0) && is_key(key, q));
                }
            }
        }
    }

    void schnorr() {
        for (int d = 1; d < Order; d += stride) {
            u8 seckey[32], pair[96], xonly[64], nonce[32], sig[64];
            number(seckey, d);
            CHECK(keypair_create(gen, pair, seckey) == 1);
            std::memcpy(xonly, keys[odd[d] ? Order - d : d], 64);
            for (int k = 0; k < Order; k++) {
                const u8 msg[3] = {static_cast<u8>(d), static_cast<u8>(k), 7};
                number(nonce, k);
                const int made =
                    schnorrsig_sign(gen, sha256_compress_portable, sig, msg, 3, pair, fixed_nonce, nonce);
                CHECK(made == (k != 0));
                if (k == 0) {
                    const u8 zeros[64] = {};
                    CHECK(std::memcmp(sig, zeros, 64) == 0);
                    continue;
                }
                u8 rx[32];
                reverse32(rx, keys[k]);
                CHECK(std::memcmp(sig, rx, 32) == 0);
                /* This s, and no other. */
                const int s = static_cast<int>(S::parse(sig + 32).value());
                for (int other = 0; other < Order; other += s == 0 ? 1 : stride) {
                    number(sig + 32, mod(s + other));
                    CHECK(schnorrsig_verify(sha256_compress_portable, sig, msg, 3, xonly) == (other == 0));
                }
                /* s of n and more is refused. */
                number(sig + 32, 0);
                sig[63] = static_cast<u8>(s + Order);
                CHECK(schnorrsig_verify(sha256_compress_portable, sig, msg, 3, xonly) == 0);
            }
        }
    }
};

template <class F, class X>
void run(int stride) {
    test::take_fields<F, X>();
    exhaustive<KOBLITZ_TEST_ORDER, F, X> e(stride);
    e.seckeys_and_pubkeys();
    e.parsing();
    e.ecdsa_signing();
    e.ecdsa_verification();
    e.recovery();
    e.schnorr();
}

template <class F, class X>
void all(int stride) {
    run<F, X>(KOBLITZ_TEST_ORDER == 199 ? stride : 1);
}

} // namespace

int main(int argc, char** argv) {
    const bool full = argc > 1 && std::strcmp(argv[1], "full") == 0;
    if (KOBLITZ_TEST_ORDER == 7)
        run<test::checking_field<false>, test::checking_field<true>>(full ? 1 : 2);
    test::for_each_curve("exhaustive_schemes_test", [full]<class B>() {
        all<typename B::field, typename B::secret_field>(full ? 1 : 66);
    });
    return test::finish("exhaustive schemes");
}
