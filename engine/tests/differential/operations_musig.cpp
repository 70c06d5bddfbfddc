#include <tuple>

#include "comparison.h"

namespace {

template <class T>
const T* view(const bytes& object, bool null) {
    return null ? nullptr : reinterpret_cast<const T*>(object.data());
}

template <class T>
bytes copy(const T& object) {
    return bytes(object.data, object.data + sizeof object.data);
}

/* Pointers to objects that are given as bytes; one of them null when asked for. */
template <class T>
std::vector<const T*> pointers(const std::vector<bytes>& objects, bool null) {
    std::vector<const T*> out;
    for (const bytes& object : objects)
        out.push_back(view<T>(object, false));
    if (null && !out.empty())
        out[out.size() / 2] = nullptr;
    return out;
}

/* Objects made by one library. */
struct maker {
    const api& f;
    secp256k1_context* ctx;
    inputs& in;

    struct signer {
        secp256k1_keypair pair;
        secp256k1_pubkey key;
    };

    signer make_signer() {
        signer s;
        bytes seckey;
        do {
            seckey = in.seckey();
        } while (f.keypair_create(ctx, &s.pair, seckey.data()) == 0);
        f.keypair_pub(ctx, &s.key, &s.pair);
        return s;
    }

    std::vector<signer> make_signers() {
        std::vector<signer> out(in.chance(12) ? 10 + in.random().below(30) : 1 + in.random().below(4));
        for (signer& s : out)
            s = &s != &out[0] && in.chance(6) ? out[0] : make_signer();
        return out;
    }

    bytes keyagg(const std::vector<signer>& signers) {
        secp256k1_musig_keyagg_cache cache;
        std::vector<const secp256k1_pubkey*> keys;
        for (const signer& s : signers)
            keys.push_back(&s.key);
        (void)!f.musig_pubkey_agg(ctx, nullptr, &cache, keys.data(), keys.size());
        for (uint64_t tweaks = in.random().below(3); tweaks != 0; tweaks--) {
            const bytes tweak = in.number();
            (void)!(in.chance(2) ? f.musig_pubkey_ec_tweak_add(ctx, nullptr, &cache, tweak.data())
                                 : f.musig_pubkey_xonly_tweak_add(ctx, nullptr, &cache, tweak.data()));
        }
        return copy(cache);
    }

    /* The aggregate of one signer's key alone, and the tweak that takes it to infinity. */
    std::pair<bytes, bytes> cancelling(const signer& s, bool xonly) {
        secp256k1_musig_keyagg_cache cache;
        secp256k1_pubkey key;
        const secp256k1_pubkey* const keys[] = {&s.key};
        (void)!f.musig_pubkey_agg(ctx, nullptr, &cache, keys, 1);
        (void)!f.musig_pubkey_get(ctx, &key, &cache);
        auto tagged = [&](const std::string& tag, const bytes& msg) {
            bytes out(32);
            (void)!f.tagged_sha256(ctx, out.data(), reinterpret_cast<const unsigned char*>(tag.data()),
                                   tag.size(), msg.data(), msg.size());
            return out;
        };
        bytes encoded(33);
        size_t length = 33;
        f.ec_pubkey_serialize(ctx, encoded.data(), &length, &s.key, SECP256K1_EC_COMPRESSED);
        bytes input = tagged("KeyAgg list", encoded);
        input.insert(input.end(), encoded.begin(), encoded.end());
        bytes tweak(s.pair.data, s.pair.data + 32);
        (void)!f.ec_seckey_tweak_mul(ctx, tweak.data(), tagged("KeyAgg coefficient", input).data());
        if (!xonly || (key.data[32] & 1) == 0)
            (void)!f.ec_seckey_negate(ctx, tweak.data());
        return {copy(cache), tweak};
    }

    /* The secret nonce, then the public one. */
    std::pair<bytes, bytes> nonce(const signer& s) {
        secp256k1_musig_secnonce secnonce;
        secp256k1_musig_pubnonce pubnonce;
        bytes random = in.uniform(32);
        (void)!f.musig_nonce_gen(ctx, &secnonce, &pubnonce, random.data(), nullptr, &s.key, nullptr, nullptr,
                                 nullptr);
        return {copy(secnonce), copy(pubnonce)};
    }

    /* A public nonce, sometimes the negative of the one given, in either half. */
    bytes pubnonce(const bytes& like) {
        if (like.empty() || !in.chance(3))
            return nonce(make_signer()).second;
        bytes encoded(66);
        secp256k1_musig_pubnonce out;
        f.musig_pubnonce_serialize(ctx, encoded.data(), view<secp256k1_musig_pubnonce>(like, false));
        encoded[0] ^= in.chance(4) ? 0 : 1;
        encoded[33] ^= in.chance(4) ? 0 : 1;
        (void)!f.musig_pubnonce_parse(ctx, &out, encoded.data());
        return copy(out);
    }

    bytes aggnonce(const std::vector<bytes>& nonces) {
        secp256k1_musig_aggnonce out;
        const auto list = pointers<secp256k1_musig_pubnonce>(nonces, false);
        f.musig_nonce_agg(ctx, &out, list.data(), list.size());
        return copy(out);
    }

    bytes session(const bytes& sum, const bytes& msg, const bytes& cache) {
        secp256k1_musig_session out;
        (void)!f.musig_nonce_process(ctx, &out, view<secp256k1_musig_aggnonce>(sum, false), msg.data(),
                                     view<secp256k1_musig_keyagg_cache>(cache, false));
        return copy(out);
    }

    /* Everything one signing needs. */
    struct situation {
        std::vector<signer> signers;
        std::vector<bytes> secnonces, pubnonces;
        bytes cache, msg, sum, session;
    };

    situation make_situation() {
        situation s;
        s.signers = make_signers();
        s.cache = keyagg(s.signers);
        s.msg = in.number();
        for (const signer& one : s.signers) {
            const auto [secret, public_part] = nonce(one);
            s.secnonces.push_back(secret);
            s.pubnonces.push_back(public_part);
        }
        std::vector<bytes> all = s.pubnonces;
        if (in.chance(8))
            all.push_back(pubnonce(all[0]));
        s.sum = aggnonce(all);
        s.session = session(s.sum, s.msg, s.cache);
        return s;
    }

    bytes partial_sig(const situation& s, size_t i) {
        secp256k1_musig_partial_sig out;
        secp256k1_musig_secnonce nonce;
        std::memcpy(nonce.data, s.secnonces[i].data(), sizeof nonce.data);
        f.musig_partial_sign(ctx, &out, &nonce, &s.signers[i].pair,
                             view<secp256k1_musig_keyagg_cache>(s.cache, false),
                             view<secp256k1_musig_session>(s.session, false));
        return copy(out);
    }
};

} // namespace

void comparison::register_musig_operations() {
    auto make = [this] { return maker{reference_.f(), reference_.context(side::fresh), in_}; };
    /* Rarely an object that is not set, or has the magic of another type. */
    auto spoiled = [this](bytes object) {
        if (in_.chance(40))
            object.assign(object.size(), 0);
        if (in_.chance(60))
            object[in_.random().below(4)] ^= 0x11;
        return object;
    };
    /* 66 bytes: two points, zeros, other tags, numbers that are no coordinate. */
    auto encoded_nonce = [this, make] {
        bytes out(66);
        const bytes object = make().pubnonce({});
        reference_.f().musig_pubnonce_serialize(reference_.context(side::fresh), out.data(),
                                                view<secp256k1_musig_pubnonce>(object, false));
        for (size_t half : {size_t{0}, size_t{33}}) {
            if (in_.chance(6))
                std::memset(out.data() + half, 0, 33);
            if (in_.chance(6)) {
                const bytes x = in_.number();
                std::memcpy(out.data() + half + 1, x.data(), 32);
            }
            if (in_.chance(8))
                out[half] = static_cast<unsigned char>(in_.random().below(8));
        }
        return out;
    };
    add("musig_pubnonce_parse", [this, encoded_nonce] {
        const bytes encoded = encoded_nonce();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().musig_pubnonce_parse(s.context(side::fresh),
                                              as<secp256k1_musig_pubnonce>(s.out(132, n0)), ptr(encoded, n1));
        });
    });
    add("musig_aggnonce_parse", [this, encoded_nonce] {
        const bytes encoded = encoded_nonce();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().musig_aggnonce_parse(s.context(side::fresh),
                                              as<secp256k1_musig_aggnonce>(s.out(132, n0)), ptr(encoded, n1));
        });
    });
    add("musig_pubnonce_serialize", [this, make, spoiled] {
        const bytes object = spoiled(make().pubnonce({}));
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().musig_pubnonce_serialize(s.context(side::fresh), s.out(66, n0),
                                                  view<secp256k1_musig_pubnonce>(object, n1));
        });
    });
    add("musig_aggnonce_serialize", [this, make, spoiled] {
        maker m = make();
        const bytes first = m.pubnonce({});
        const bytes object = spoiled(m.aggnonce({first, m.pubnonce(first)}));
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().musig_aggnonce_serialize(s.context(side::fresh), s.out(66, n0),
                                                  view<secp256k1_musig_aggnonce>(object, n1));
        });
    });
    add("musig_partial_sig_parse", [this] {
        const bytes number = in_.number();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().musig_partial_sig_parse(
                s.context(side::fresh), as<secp256k1_musig_partial_sig>(s.out(36, n0)), ptr(number, n1));
        });
    });
    add("musig_partial_sig_serialize", [this, spoiled] {
        bytes object(36);
        const bytes number = in_.number();
        (void)!reference_.f().musig_partial_sig_parse(
            reference_.context(side::fresh), as<secp256k1_musig_partial_sig>(object.data()), number.data());
        object = spoiled(object);
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().musig_partial_sig_serialize(s.context(side::fresh), s.out(32, n0),
                                                     view<secp256k1_musig_partial_sig>(object, n1));
        });
    });
    add("musig_pubkey_agg", [this] {
        std::vector<bytes> keys(in_.chance(60)   ? 0
                                : in_.chance(12) ? 10 + in_.random().below(60)
                                                 : 1 + in_.random().below(9));
        for (bytes& key : keys)
            key = &key != &keys[0] && in_.chance(5) ? keys[0] : pubkey();
        const auto list = pointers<secp256k1_pubkey>(keys, null());
        const bool n0 = in_.chance(4), n1 = in_.chance(4), n2 = null();
        const secp256k1_pubkey* const none = nullptr;
        both([&](side& s) {
            return s.f().musig_pubkey_agg(s.context(side::copy_of_static),
                                          as<secp256k1_xonly_pubkey>(s.out(64, n0)),
                                          as<secp256k1_musig_keyagg_cache>(s.out(197, n1)),
                                          n2             ? nullptr
                                          : list.empty() ? &none
                                                         : list.data(),
                                          list.size());
        });
    });
    add("musig_pubkey_get", [this, make, spoiled] {
        maker m = make();
        const bytes cache = spoiled(m.keyagg(m.make_signers()));
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().musig_pubkey_get(s.context(side::fresh), as<secp256k1_pubkey>(s.out(64, n0)),
                                          view<secp256k1_musig_keyagg_cache>(cache, n1));
        });
    });
    for (bool xonly : {false, true}) {
        add(xonly ? "musig_pubkey_xonly_tweak_add" : "musig_pubkey_ec_tweak_add", [this, make, spoiled,
                                                                                   xonly] {
            maker m = make();
            const maker::signer alone = m.make_signer();
            bytes cache = spoiled(m.keyagg(m.make_signers())), tweak = in_.number();
            if (in_.chance(6)) {
                /* One signer: the tweak that takes the sum to infinity is known. */
                std::tie(cache, tweak) = m.cancelling(alone, xonly);
            }
            const bool n0 = in_.chance(4), n1 = null(), n2 = null();
            both([&](side& s) {
                auto* function = xonly ? s.f().musig_pubkey_xonly_tweak_add : s.f().musig_pubkey_ec_tweak_add;
                return function(s.context(side::fresh), as<secp256k1_pubkey>(s.out(64, n0)),
                                as<secp256k1_musig_keyagg_cache>(s.inout(cache, n1)), ptr(tweak, n2));
            });
        });
    }
    for (bool counter : {false, true}) {
        add(counter ? "musig_nonce_gen_counter" : "musig_nonce_gen", [this, make, spoiled, counter] {
            maker m = make();
            const bytes cache = spoiled(m.keyagg(m.make_signers()));
            const bytes random = in_.chance(20) ? bytes(32) : in_.uniform(32), seckey = in_.seckey(),
                        pair = keypair(), key = pubkey(), msg = in_.number(), extra = in_.number();
            const bool n0 = null(), n1 = null(), n2 = null(), n3 = in_.chance(3), n4 = null(),
                       n5 = in_.chance(3), n6 = in_.chance(3), n7 = in_.chance(3);
            const uint64_t count = in_.random().next();
            const auto kind = any_context();
            both([&](side& s) {
                auto* secnonce = as<secp256k1_musig_secnonce>(s.out(132, n0));
                auto* pubnonce = as<secp256k1_musig_pubnonce>(s.out(132, n1));
                const auto* cache_or_null = view<secp256k1_musig_keyagg_cache>(cache, n6);
                if (counter) {
                    return s.f().musig_nonce_gen_counter(s.context(kind), secnonce, pubnonce, count,
                                                         view<secp256k1_keypair>(pair, n4), ptr(msg, n5),
                                                         cache_or_null, ptr(extra, n7));
                }
                return s.f().musig_nonce_gen(s.context(kind), secnonce, pubnonce, s.inout(random, n2),
                                             ptr(seckey, n3), view<secp256k1_pubkey>(key, n4), ptr(msg, n5),
                                             cache_or_null, ptr(extra, n7));
            });
        });
    }
    add("musig_nonce_agg", [this, make, spoiled] {
        maker m = make();
        std::vector<bytes> nonces(in_.chance(60) ? 0 : 1 + in_.random().below(5));
        for (bytes& nonce : nonces)
            nonce = spoiled(m.pubnonce(&nonce != &nonces[0] ? nonces[0] : bytes()));
        const auto list = pointers<secp256k1_musig_pubnonce>(nonces, null());
        const bool n0 = null(), n1 = null();
        const secp256k1_musig_pubnonce* const none = nullptr;
        both([&](side& s) {
            return s.f().musig_nonce_agg(s.context(side::fresh), as<secp256k1_musig_aggnonce>(s.out(132, n0)),
                                         n1             ? nullptr
                                         : list.empty() ? &none
                                                        : list.data(),
                                         list.size());
        });
    });
    add("musig_nonce_process", [this, make, spoiled] {
        const maker::situation now = make().make_situation();
        const bytes sum = spoiled(now.sum), cache = spoiled(now.cache);
        const bool n0 = null(), n1 = null(), n2 = null(), n3 = null();
        both([&](side& s) {
            return s.f().musig_nonce_process(s.context(side::fresh),
                                             as<secp256k1_musig_session>(s.out(133, n0)),
                                             view<secp256k1_musig_aggnonce>(sum, n1), ptr(now.msg, n2),
                                             view<secp256k1_musig_keyagg_cache>(cache, n3));
        });
    });
    add("musig_partial_sign", [this, make, spoiled] {
        const maker::situation now = make().make_situation();
        bytes secnonce = spoiled(now.secnonces[0]), pair = copy(now.signers[0].pair);
        if (in_.chance(20))
            std::memset(secnonce.data() + 4, 0, 64);
        if (in_.chance(20))
            pair = keypair();
        const bytes cache = spoiled(now.cache), session = spoiled(now.session);
        const bool n0 = null(), n1 = null(), n2 = null(), n3 = null(), n4 = null();
        const auto kind = any_context();
        both([&](side& s) {
            return s.f().musig_partial_sign(
                s.context(kind), as<secp256k1_musig_partial_sig>(s.out(36, n0)),
                as<secp256k1_musig_secnonce>(s.inout(secnonce, n1)), view<secp256k1_keypair>(pair, n2),
                view<secp256k1_musig_keyagg_cache>(cache, n3), view<secp256k1_musig_session>(session, n4));
        });
    });
    for (int weight = 0; weight < 2; weight++) {
        add("musig_partial_sig_verify", [this, make, spoiled] {
            maker m = make();
            const maker::situation now = m.make_situation();
            const size_t signer = in_.random().below(now.signers.size());
            bytes sig = m.partial_sig(now, signer), key = copy(now.signers[signer].key);
            if (in_.chance(6))
                sig[4 + in_.random().below(32)] ^= 1;
            if (in_.chance(10))
                key = pubkey();
            sig = spoiled(sig);
            const bytes nonce = spoiled(now.pubnonces[in_.chance(10) ? 0 : signer]);
            const bytes cache = spoiled(now.cache), session = spoiled(now.session);
            const bool n0 = null(), n1 = null(), n2 = null(), n3 = null(), n4 = null();
            both([&](side& s) {
                return s.f().musig_partial_sig_verify(
                    s.context(side::copy_of_static), view<secp256k1_musig_partial_sig>(sig, n0),
                    view<secp256k1_musig_pubnonce>(nonce, n1), view<secp256k1_pubkey>(key, n2),
                    view<secp256k1_musig_keyagg_cache>(cache, n3),
                    view<secp256k1_musig_session>(session, n4));
            });
        });
    }
    add("musig_partial_sig_agg", [this, make, spoiled] {
        maker m = make();
        const maker::situation now = m.make_situation();
        std::vector<bytes> sigs;
        for (size_t i = in_.chance(60) ? now.signers.size() : 0; i < now.signers.size(); i++)
            sigs.push_back(spoiled(m.partial_sig(now, i)));
        const auto list = pointers<secp256k1_musig_partial_sig>(sigs, null());
        const bytes session = spoiled(now.session);
        const bool n0 = null(), n1 = null(), n2 = null();
        const secp256k1_musig_partial_sig* const none = nullptr;
        both([&](side& s) {
            return s.f().musig_partial_sig_agg(s.context(side::fresh), s.out(64, n0),
                                               view<secp256k1_musig_session>(session, n1),
                                               n2             ? nullptr
                                               : list.empty() ? &none
                                                              : list.data(),
                                               list.size());
        });
    });
    /* A whole session in which every other signer uses the other library: messages go in their serialized
     * form, and the signature verifies. */
    add("musig session of both libraries", [this, make] {
        const std::vector<maker::signer> signers = make().make_signers();
        const size_t n = signers.size();
        std::vector<bytes> random(n);
        for (bytes& r : random)
            r = in_.uniform(32);
        const bytes msg = in_.number(), tweak = in_.uniform(32);
        both([&](side& first) -> long long {
            side& second = &first == &engine_ ? reference_ : engine_;
            auto library = [&](size_t i) -> side& { return i % 2 == 0 ? first : second; };
            std::vector<const secp256k1_pubkey*> keys;
            for (const maker::signer& s : signers)
                keys.push_back(&s.key);
            std::vector<secp256k1_musig_keyagg_cache> caches(n);
            std::vector<secp256k1_musig_secnonce> secnonces(n);
            std::vector<bytes> sent(n, bytes(66)), parts(n, bytes(32));
            long long steps = 0;
            for (size_t i = 0; i < n; i++) {
                side& s = library(i);
                secp256k1_musig_pubnonce own;
                bytes once = random[i];
                secp256k1_context* ctx = s.context(side::randomized);
                steps += s.f().musig_pubkey_agg(ctx, nullptr, &caches[i], keys.data(), n);
                steps += s.f().musig_pubkey_xonly_tweak_add(ctx, nullptr, &caches[i], tweak.data());
                steps += s.f().musig_nonce_gen(ctx, &secnonces[i], &own, once.data(), nullptr, keys[i],
                                               msg.data(), &caches[i], nullptr);
                steps += s.f().musig_pubnonce_serialize(ctx, sent[i].data(), &own);
            }
            std::vector<secp256k1_musig_session> sessions(n);
            for (size_t i = 0; i < n; i++) {
                side& s = library(i);
                secp256k1_context* ctx = s.context(side::randomized);
                std::vector<secp256k1_musig_pubnonce> nonces(n);
                std::vector<const secp256k1_musig_pubnonce*> list;
                for (size_t j = 0; j < n; j++) {
                    steps += s.f().musig_pubnonce_parse(ctx, &nonces[j], sent[j].data());
                    list.push_back(&nonces[j]);
                }
                secp256k1_musig_aggnonce sum;
                secp256k1_musig_partial_sig part;
                steps += s.f().musig_nonce_agg(ctx, &sum, list.data(), n);
                steps += s.f().musig_nonce_process(ctx, &sessions[i], &sum, msg.data(), &caches[i]);
                steps += s.f().musig_partial_sign(ctx, &part, &secnonces[i], &signers[i].pair, &caches[i],
                                                  &sessions[i]);
                steps +=
                    s.f().musig_partial_sig_verify(ctx, &part, &nonces[i], keys[i], &caches[i], &sessions[i]);
                steps += s.f().musig_partial_sig_serialize(ctx, parts[i].data(), &part);
            }
            std::vector<secp256k1_musig_partial_sig> sigs(n);
            std::vector<const secp256k1_musig_partial_sig*> list;
            secp256k1_context* ctx = first.context(side::randomized);
            for (size_t i = 0; i < n; i++) {
                steps += first.f().musig_partial_sig_parse(ctx, &sigs[i], parts[i].data());
                list.push_back(&sigs[i]);
            }
            unsigned char* sig = first.out(64);
            secp256k1_pubkey aggregate;
            secp256k1_xonly_pubkey xonly;
            int parity;
            steps += first.f().musig_partial_sig_agg(ctx, sig, &sessions[0], list.data(), n);
            steps += first.f().musig_pubkey_get(ctx, &aggregate, &caches[0]);
            steps += first.f().xonly_pubkey_from_pubkey(ctx, &xonly, &parity, &aggregate);
            steps += second.f().schnorrsig_verify(second.context(side::fresh), sig, msg.data(), 32, &xonly);
            const long long expected = static_cast<long long>(n * (10 + n)) + 4;
            return steps == expected ? 1 : 1000 + steps - expected;
        });
    });
}
