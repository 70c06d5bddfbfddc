#include "comparison.h"

void comparison::register_key_operations() {
    add("ec_pubkey_parse", [this] {
        const unsigned compressed_tags[] = {2, 3, 2, 3, 2, 3, 0, 4, 5, 6, 7, 255};
        bytes encoded;
        if (in_.chance(2)) {
            encoded = in_.number();
            encoded.insert(encoded.begin(),
                           static_cast<unsigned char>(compressed_tags[in_.random().below(12)]));
        } else {
            const bytes key = pubkey();
            encoded.assign(65, 4);
            for (size_t i = 0; i < 32; i++) {
                encoded[1 + i] = key[31 - i];
                encoded[33 + i] = key[63 - i];
            }
            if (in_.chance(3))
                encoded[0] = static_cast<unsigned char>(in_.random().below(9));
            if (in_.chance(6)) {
                /* Another coordinate, or one of them plus p, where that fits. */
                const bytes other = in_.number();
                std::memcpy(encoded.data() + (in_.chance(2) ? 1 : 33), other.data(), 32);
            }
        }
        if (in_.chance(8))
            encoded = in_.mutated(encoded);
        const bool n0 = null(), n1 = null();
        const auto kind = any_context();
        const unsigned char none = 0;
        const outcome o = both([&](side& s) {
            return s.f().ec_pubkey_parse(s.context(kind), as<secp256k1_pubkey>(s.out(64, n0)),
                                         n1                ? nullptr
                                         : encoded.empty() ? &none
                                                           : encoded.data(),
                                         encoded.size());
        });
        if (o.result == 1)
            remember(o.buffers[0]);
    });
    add("ec_pubkey_serialize", [this] {
        const bytes key = pubkey();
        const unsigned flag_choices[] = {SECP256K1_EC_COMPRESSED,
                                         SECP256K1_EC_UNCOMPRESSED,
                                         SECP256K1_EC_COMPRESSED,
                                         SECP256K1_EC_UNCOMPRESSED,
                                         0,
                                         1,
                                         257,
                                         0x1ff};
        const unsigned flags = flag_choices[in_.random().below(8)];
        const size_t room = in_.chance(3) ? in_.random().below(80) : 65;
        const bool n0 = null(), n1 = null(), n2 = null();
        const auto kind = any_context();
        both([&](side& s) {
            size_t length = room;
            const int ok =
                s.f().ec_pubkey_serialize(s.context(kind), s.out(80, n0), n1 ? nullptr : &length,
                                          reinterpret_cast<const secp256k1_pubkey*>(ptr(key, n2)), flags);
            return ok * 1000 + static_cast<long long>(length);
        });
    });
    add("ec_pubkey_cmp", [this] {
        const bytes a = pubkey(), b = in_.chance(4) ? a : pubkey();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            const int r = s.f().ec_pubkey_cmp(s.context(side::fresh),
                                              reinterpret_cast<const secp256k1_pubkey*>(ptr(a, n0)),
                                              reinterpret_cast<const secp256k1_pubkey*>(ptr(b, n1)));
            return r < 0 ? -1 : r > 0 ? 1 : 0;
        });
    });
    add("ec_pubkey_sort", [this] {
        std::vector<bytes> keys(in_.random().below(20));
        for (bytes& k : keys)
            k = pubkey();
        const bool n0 = null(), n1 = in_.chance(30) && !keys.empty();
        const size_t hole = keys.empty() ? 0 : in_.random().below(keys.size());
        /* Keys that are not set fire once a comparison, whose number is not specified. */
        both(
            [&](side& s) {
                std::vector<const secp256k1_pubkey*> pointers;
                for (const bytes& k : keys)
                    pointers.push_back(reinterpret_cast<const secp256k1_pubkey*>(k.data()));
                if (n1)
                    pointers[hole] = nullptr;
                const secp256k1_pubkey* dummy = nullptr;
                const secp256k1_pubkey** array = pointers.empty() ? &dummy : pointers.data();
                const int ok =
                    s.f().ec_pubkey_sort(s.context(side::fresh), n0 ? nullptr : array, keys.size());
                for (const secp256k1_pubkey* p : pointers) {
                    if (p != nullptr)
                        s.inout(bytes(p->data, p->data + 64));
                }
                return ok;
            },
            all_but_firings_and_their_number);
    });
    add("ec_pubkey_create", [this] {
        const bytes seckey = in_.seckey();
        const bool n0 = null(), n1 = null();
        const auto kind = any_context();
        both([&](side& s) {
            return s.f().ec_pubkey_create(s.context(kind), as<secp256k1_pubkey>(s.out(64, n0)),
                                          ptr(seckey, n1));
        });
    });
    add("ec_pubkey_negate", [this] {
        const bytes key = pubkey();
        const bool n0 = null();
        both([&](side& s) {
            return s.f().ec_pubkey_negate(s.context(side::fresh), as<secp256k1_pubkey>(s.inout(key, n0)));
        });
    });
    /* A tweak that sends the key to infinity now and then: minus the secret key of a known public key. */
    auto tweak_pair = [this](bytes& key, bytes& tweak) {
        key = pubkey();
        tweak = in_.number();
        if (in_.chance(8)) {
            const bytes seckey = in_.seckey();
            key.assign(64, 0);
            const secp256k1_context* ctx = reference_.context(side::fresh);
            if (reference_.f().ec_pubkey_create(ctx, as<secp256k1_pubkey>(key.data()), seckey.data()) == 1) {
                tweak = seckey;
                if (in_.chance(2))
                    (void)!reference_.f().ec_seckey_negate(ctx, tweak.data());
            }
        }
    };
    for (bool add_tweak : {true, false}) {
        add(add_tweak ? "ec_pubkey_tweak_add" : "ec_pubkey_tweak_mul", [this, add_tweak, tweak_pair] {
            bytes key, tweak;
            tweak_pair(key, tweak);
            const bool n0 = null(), n1 = null();
            both([&](side& s) {
                auto function = add_tweak ? s.f().ec_pubkey_tweak_add : s.f().ec_pubkey_tweak_mul;
                return function(s.context(side::fresh), as<secp256k1_pubkey>(s.inout(key, n0)),
                                ptr(tweak, n1));
            });
        });
        add(add_tweak ? "ec_seckey_tweak_add" : "ec_seckey_tweak_mul", [this, add_tweak] {
            const bytes seckey = in_.seckey();
            bytes tweak = in_.number();
            if (in_.chance(8)) {
                tweak = seckey;
                (void)!reference_.f().ec_seckey_negate(reference_.context(side::fresh), tweak.data());
            }
            const bool n0 = null(), n1 = null();
            both([&](side& s) {
                auto function = add_tweak ? s.f().ec_seckey_tweak_add : s.f().ec_seckey_tweak_mul;
                return function(s.context(side::fresh), s.inout(seckey, n0), ptr(tweak, n1));
            });
        });
    }
    add("ec_pubkey_combine", [this] {
        std::vector<bytes> keys(in_.random().below(6));
        for (bytes& k : keys)
            k = pubkey();
        if (keys.size() >= 2 && in_.chance(4)) {
            keys[1] = keys[0];
            if (in_.chance(2) && keys[0] != bytes(64)) {
                (void)!reference_.f().ec_pubkey_negate(reference_.context(side::fresh),
                                                       as<secp256k1_pubkey>(keys[1].data()));
            }
        }
        const bool n0 = null(), n1 = null(), n2 = in_.chance(30) && !keys.empty();
        const size_t hole = keys.empty() ? 0 : in_.random().below(keys.size());
        both(
            [&](side& s) {
                std::vector<const secp256k1_pubkey*> pointers(1);
                pointers.clear();
                for (const bytes& k : keys)
                    pointers.push_back(reinterpret_cast<const secp256k1_pubkey*>(k.data()));
                if (n2)
                    pointers[hole] = nullptr;
                return s.f().ec_pubkey_combine(s.context(side::fresh), as<secp256k1_pubkey>(s.out(64, n0)),
                                               n1 ? nullptr : pointers.data(), keys.size());
            },
            all_but_firings);
    });
    add("ec_seckey_verify", [this] {
        const bytes seckey = in_.number();
        const bool n0 = null();
        both([&](side& s) { return s.f().ec_seckey_verify(s.context(side::fresh), ptr(seckey, n0)); });
    });
    add("ec_seckey_negate", [this] {
        const bytes seckey = in_.number();
        const bool n0 = null();
        both([&](side& s) { return s.f().ec_seckey_negate(s.context(side::fresh), s.inout(seckey, n0)); });
    });
    add("ecdh", [this] {
        const bytes key = pubkey(), seckey = in_.seckey();
        const bool n0 = null(), n1 = null(), n2 = null();
        const unsigned which = static_cast<unsigned>(in_.random().below(5));
        int returned = static_cast<int>(in_.random().below(3)) - 1;
        const auto kind = any_context();
        both(
            [&](side& s) {
                secp256k1_ecdh_hash_function functions[] = {nullptr, s.f().ecdh_hash_function_sha256,
                                                            s.f().ecdh_hash_function_default, hash_point,
                                                            hash_point};
                return s.f().ecdh(s.context(kind), s.out(64, n0),
                                  reinterpret_cast<const secp256k1_pubkey*>(ptr(key, n1)), ptr(seckey, n2),
                                  functions[which], &returned);
            },
            all_but_firings);
    });
    add("ecdh_hash_function_sha256", [this] {
        const bytes x = in_.uniform(32), y = in_.uniform(32);
        both(
            [&](side& s) { return s.f().ecdh_hash_function_sha256(s.out(32), x.data(), y.data(), nullptr); });
    });
}
