/* The batches of secp256k1_batch.h: of 1 to many, over what was added and what was not. */
#include "batch/fixture.h"
#include "batch/seeds.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_schnorrsig_batch.h"
#include "secp256k1_tweak_check_batch.h"

namespace {

struct item {
    bytes sig, msg, tweaked, tweak;
    int parity = 0;
    secp256k1_xonly_pubkey key;
    bool is_check;
};

item make_item(random_source& rng, bool is_check) {
    item r{bytes(64), random_bytes(rng, rng.next() % 70), bytes(32), random_bytes(rng, 32), 0, {}, is_check};
    secp256k1_keypair pair;
    secp256k1_pubkey sum;
    secp256k1_xonly_pubkey tweaked;
    CHECK(secp256k1_keypair_create(ctx(), &pair, random_bytes(rng, 32).data()));
    CHECK(secp256k1_keypair_xonly_pub(ctx(), &r.key, nullptr, &pair));
    CHECK(secp256k1_schnorrsig_sign_custom(ctx(), r.sig.data(), r.msg.data(), r.msg.size(), &pair, nullptr));
    CHECK(secp256k1_xonly_pubkey_tweak_add(ctx(), &sum, &r.key, r.tweak.data()));
    CHECK(secp256k1_xonly_pubkey_from_pubkey(ctx(), &tweaked, &r.parity, &sum));
    CHECK(secp256k1_xonly_pubkey_serialize(ctx(), r.tweaked.data(), &tweaked));
    return r;
}

int add(secp256k1_batch* batch, const item& i) {
    return i.is_check ? secp256k1_batch_add_xonlypub_tweak_check(ctx(), batch, i.tweaked.data(), i.parity,
                                                                 &i.key, i.tweak.data())
                      : secp256k1_batch_add_schnorrsig(ctx(), batch, i.sig.data(), i.msg.data(), i.msg.size(),
                                                       &i.key);
}

struct fault {
    const char* name;
    bool parses; /* it is added, and found when the batch is verified */
    void (*apply)(item& i);
};
const fault faults[] = {
    {"s, tweak", true, [](item& i) { i.sig[63] ^= 1, i.tweak[31] ^= 1; }},
    {"message, parity", true, [](item& i) { i.msg.push_back(0), i.parity ^= 1; }},
    {"R, tweaked key of another", true,
     [](item& i) { replace(i.sig, 0, generator_x), i.tweaked = generator_x; }},
    {"x not on the curve", true,
     [](item& i) { replace(i.sig, 0, to_width({5}, 32)), i.tweaked = to_width({5}, 32); }},
    {"x is p", false, [](item& i) { replace(i.sig, 0, prime), i.tweaked = prime; }},
    {"s, tweak are n", false, [](item& i) { replace(i.sig, 32, order), i.tweak = order; }},
};

/* Every number around what one sum takes, in batches that fill up on the way. */
void valid_items() {
    with_lanes([] {
        random_source rng(1);
        std::vector<item> items;
        for (int i = 0; i < 150; i++)
            items.push_back(make_item(rng, i % 3 == 0));
        for (const size_t max_terms : {0, 1, 2, 31, 32, 33, 106, 1000}) {
            const bytes random = random_bytes(rng, 16);
            secp256k1_batch* const batch =
                secp256k1_batch_create(ctx(), max_terms, max_terms % 2 == 0 ? random.data() : nullptr);
            if (!CHECK(batch != nullptr))
                return;
            CHECK(secp256k1_batch_verify(ctx(), batch) == 1);
            for (const size_t n : {1, 2, 15, 16, 17, 65, 150}) {
                for (size_t i = 0; i < n; i++)
                    CHECK(add(batch, items[i]) == 1);
                CHECK(secp256k1_batch_verify(ctx(), batch) == 1);
                CHECK(secp256k1_batch_usable(ctx(), batch) == 1);
            }
            secp256k1_batch_destroy(ctx(), batch);
        }
        /* The tweak 0 and equal items. */
        item same = make_item(rng, true);
        same.tweak = bytes(32);
        same.parity = 0;
        CHECK(secp256k1_xonly_pubkey_serialize(ctx(), same.tweaked.data(), &same.key));
        secp256k1_batch* const batch = secp256k1_batch_create(ctx(), 200, nullptr);
        for (int i = 0; i < 60; i++)
            CHECK(add(batch, same) == 1);
        CHECK(secp256k1_batch_verify(ctx(), batch) == 1);
        secp256k1_batch_destroy(ctx(), batch);
    });
}

/* One invalid item among few and among many: found at once, or when verified, and never forgotten. */
void invalid_items() {
    with_lanes([] {
        random_source rng(2);
        for (const fault& f : faults) {
            for (const bool is_check : {false, true}) {
                for (const size_t n : {1, 3, 40}) {
                    secp256k1_batch* const batch = secp256k1_batch_create(ctx(), 64, nullptr);
                    if (!CHECK(batch != nullptr))
                        return;
                    const size_t bad = n / 2;
                    int added = 1;
                    for (size_t i = 0; i < n; i++) {
                        item it = make_item(rng, i == bad ? is_check : i % 2 == 0);
                        if (i == bad)
                            f.apply(it);
                        const int now = add(batch, it);
                        if (i == bad)
                            CHECK(now == (f.parses ? 1 : 0));
                        added &= now;
                    }
                    CHECK(secp256k1_batch_usable(ctx(), batch) == added);
                    CHECK(secp256k1_batch_verify(ctx(), batch) == 0);
                    CHECK(secp256k1_batch_usable(ctx(), batch) == 0);
                    CHECK(add(batch, make_item(rng, true)) == 0);
                    CHECK(secp256k1_batch_verify(ctx(), batch) == 0);
                    secp256k1_batch_destroy(ctx(), batch);
                }
            }
        }
    });
}

/* However many terms are asked for, a batch is full at as many items as one sum takes, and verifies itself.
 */
void most_items() {
    with_lanes(
        [] {
            random_source rng(4);
            const item good = make_item(rng, false);
            item bad = good;
            bad.sig[63] ^= 1;
            secp256k1_batch* const batch = secp256k1_batch_create(ctx(), ~size_t{0}, nullptr);
            if (!CHECK(batch != nullptr))
                return;
            CHECK(add(batch, bad) == 1);
            size_t added = 1;
            while (added <= koblitz::most_summed && add(batch, good) == 1)
                added++;
            CHECK(added == koblitz::most_summed && secp256k1_batch_usable(ctx(), batch) == 0);
            secp256k1_batch_destroy(ctx(), batch);
        },
        false);
}

/* The seed is the hash of the random bytes, or zeros, and of every equation g G = X + e P: the x of X, g, e,
 * the object of P and the parity of X. A tweak check's e is n - 1. */
void seeds() {
    secp256k1_context* const own = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_set_sha256_compression(own, compress_and_look);
    random_source rng(5);
    const bytes random = random_bytes(rng, 16);
    std::vector<item> items;
    bytes equations;
    int parities = 0;
    for (size_t i = 0; i < koblitz::fewest_equations; i++) {
        const item it = make_item(rng, i % 3 != 0);
        bytes x(32), e = order;
        e[31]--;
        if (it.is_check) {
            parities |= 1 << it.parity;
        } else {
            CHECK(secp256k1_xonly_pubkey_serialize(ctx(), x.data(), &it.key));
            bytes of_e(it.sig.begin(), it.sig.begin() + 32);
            append(of_e, x.begin(), x.end());
            append(of_e, it.msg.begin(), it.msg.end());
            e = tagged_hash("BIP0340/challenge", of_e);
        }
        const bytes sum = it.is_check ? it.tweaked : bytes(it.sig.begin(), it.sig.begin() + 32),
                    factor = it.is_check ? it.tweak : bytes(it.sig.begin() + 32, it.sig.end());
        append(equations, sum.begin(), sum.end());
        append(equations, factor.begin(), factor.end());
        append(equations, e.begin(), e.end());
        equations.insert(equations.end(), it.key.data, it.key.data + sizeof it.key.data);
        equations.push_back(static_cast<unsigned char>(it.is_check ? it.parity : 0));
        items.push_back(it);
    }
    CHECK(parities == 3);
    for (const bool with_random : {false, true}) {
        secp256k1_batch* const batch =
            secp256k1_batch_create(own, 100, with_random ? random.data() : nullptr);
        for (const item& it : items)
            CHECK(add(batch, it) == 1);
        seen.clear();
        CHECK(secp256k1_batch_verify(own, batch) == 1);
        bytes hashed = with_random ? random : bytes(16);
        append(hashed, equations.begin(), equations.end());
        CHECK(seen == tagged_hash("koblitz/batch seed", hashed));
        secp256k1_batch_destroy(own, batch);
    }
    secp256k1_context_destroy(own);
}

unsigned illegal = 0;

void arguments() {
    secp256k1_context* const own = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_set_illegal_callback(
        own, [](const char*, void*) { illegal++; }, nullptr);
    random_source rng(3);
    const item it = make_item(rng, false);
    secp256k1_xonly_pubkey unset = {};
    secp256k1_batch* batch = secp256k1_batch_create(own, 8, nullptr);
    const unsigned char *sig = it.sig.data(), *msg = it.msg.data(), *x = it.tweaked.data(),
                        *t = it.tweak.data();
    const size_t n = it.msg.size();
    const auto refused = [&](int result) {
        CHECK(result == 0 && illegal == 1);
        illegal = 0;
    };
    /* An illegal argument leaves nothing that could be taken for valid. */
    const auto refused_batch = [&](int result) {
        refused(result);
        CHECK(secp256k1_batch_usable(own, batch) == 0 && secp256k1_batch_verify(own, batch) == 0);
        secp256k1_batch_destroy(own, batch);
        batch = secp256k1_batch_create(own, 8, nullptr);
    };
    secp256k1_batch* volatile none = nullptr;
    const unsigned char* volatile nothing = nullptr;
    const secp256k1_xonly_pubkey* volatile no_key = nullptr;
    refused(secp256k1_batch_usable(own, none));
    refused(secp256k1_batch_verify(own, none));
    refused(secp256k1_batch_add_schnorrsig(own, none, sig, msg, n, &it.key));
    refused_batch(secp256k1_batch_add_schnorrsig(own, batch, nothing, msg, n, &it.key));
    refused_batch(secp256k1_batch_add_schnorrsig(own, batch, sig, nothing, 1, &it.key));
    refused_batch(secp256k1_batch_add_schnorrsig(own, batch, sig, msg, n, no_key));
    refused_batch(secp256k1_batch_add_schnorrsig(own, batch, sig, msg, n, &unset));
    refused(secp256k1_batch_add_xonlypub_tweak_check(own, none, x, 0, &it.key, t));
    refused_batch(secp256k1_batch_add_xonlypub_tweak_check(own, batch, nothing, 0, &it.key, t));
    refused_batch(secp256k1_batch_add_xonlypub_tweak_check(own, batch, x, 0, no_key, t));
    refused_batch(secp256k1_batch_add_xonlypub_tweak_check(own, batch, x, 0, &it.key, nothing));
    refused_batch(secp256k1_batch_add_xonlypub_tweak_check(own, batch, x, 0, &unset, t));
    CHECK(secp256k1_batch_add_xonlypub_tweak_check(own, batch, x, 2, &it.key, t) == 0);
    CHECK(secp256k1_batch_usable(own, batch) == 0);
    secp256k1_batch_destroy(own, batch);
    secp256k1_batch_destroy(own, nullptr);
    secp256k1_context_destroy(own);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"valid", valid_items},
                       {"invalid", invalid_items},
                       {"most items", most_items},
                       {"seeds", seeds},
                       {"arguments", arguments}});
}
