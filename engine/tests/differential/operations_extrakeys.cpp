#include "comparison.h"

void comparison::register_extrakeys_operations() {
    add("xonly_pubkey_parse", [this] {
        const bytes x = in_.number();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().xonly_pubkey_parse(s.context(side::fresh), as<secp256k1_xonly_pubkey>(s.out(64, n0)),
                                            ptr(x, n1));
        });
    });
    add("xonly_pubkey_serialize", [this] {
        const bytes key = xonly();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().xonly_pubkey_serialize(
                s.context(side::fresh), s.out(32, n0),
                reinterpret_cast<const secp256k1_xonly_pubkey*>(ptr(key, n1)));
        });
    });
    add("xonly_pubkey_cmp", [this] {
        const bytes a = xonly(), b = in_.chance(4) ? a : xonly();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            const int r = s.f().xonly_pubkey_cmp(s.context(side::fresh),
                                                 reinterpret_cast<const secp256k1_xonly_pubkey*>(ptr(a, n0)),
                                                 reinterpret_cast<const secp256k1_xonly_pubkey*>(ptr(b, n1)));
            return r < 0 ? -1 : r > 0 ? 1 : 0;
        });
    });
    add("xonly_pubkey_from_pubkey", [this] {
        const bytes key = pubkey();
        const bool n0 = null(), n1 = in_.chance(4), n2 = null();
        both([&](side& s) {
            int parity = -7;
            const int ok = s.f().xonly_pubkey_from_pubkey(
                s.context(side::fresh), as<secp256k1_xonly_pubkey>(s.out(64, n0)), n1 ? nullptr : &parity,
                reinterpret_cast<const secp256k1_pubkey*>(ptr(key, n2)));
            return ok * 100 + parity;
        });
    });
    add("xonly_pubkey_tweak_add", [this] {
        const bytes key = xonly(), tweak = in_.number();
        const bool n0 = null(), n1 = null(), n2 = null();
        both([&](side& s) {
            return s.f().xonly_pubkey_tweak_add(s.context(side::fresh), as<secp256k1_pubkey>(s.out(64, n0)),
                                                reinterpret_cast<const secp256k1_xonly_pubkey*>(ptr(key, n1)),
                                                ptr(tweak, n2));
        });
    });
    for (int weight = 0; weight < 2; weight++) {
        add("xonly_pubkey_tweak_add_check", [this] {
            const bytes key = xonly(), tweak = in_.number();
            bytes tweaked = in_.number();
            int parity = static_cast<int>(in_.random().below(2));
            if (!in_.chance(4) && key != bytes(64)) {
                bytes sum(64);
                const secp256k1_context* ctx = reference_.context(side::fresh);
                if (reference_.f().xonly_pubkey_tweak_add(
                        ctx, as<secp256k1_pubkey>(sum.data()),
                        reinterpret_cast<const secp256k1_xonly_pubkey*>(key.data()), tweak.data()) == 1) {
                    for (size_t i = 0; i < 32; i++)
                        tweaked[i] = sum[31 - i];
                    parity = (sum[32] & 1) ^ (in_.chance(4) ? 1 : 0);
                    if (in_.chance(10))
                        parity += 2;
                    if (in_.chance(10))
                        tweaked[in_.random().below(32)] ^= 1;
                }
            }
            const bool n0 = null(), n1 = null(), n2 = null();
            both([&](side& s) {
                return s.f().xonly_pubkey_tweak_add_check(
                    s.context(side::fresh), ptr(tweaked, n0), parity,
                    reinterpret_cast<const secp256k1_xonly_pubkey*>(ptr(key, n1)), ptr(tweak, n2));
            });
        });
    }
    add("keypair_create", [this] {
        const bytes seckey = in_.seckey();
        const bool n0 = null(), n1 = null();
        const auto kind = any_context();
        both([&](side& s) {
            return s.f().keypair_create(s.context(kind), as<secp256k1_keypair>(s.out(96, n0)),
                                        ptr(seckey, n1));
        });
    });
    add("keypair_sec", [this] {
        const bytes pair = keypair();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().keypair_sec(s.context(side::fresh), s.out(32, n0),
                                     reinterpret_cast<const secp256k1_keypair*>(ptr(pair, n1)));
        });
    });
    add("keypair_pub", [this] {
        const bytes pair = keypair();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().keypair_pub(s.context(side::fresh), as<secp256k1_pubkey>(s.out(64, n0)),
                                     reinterpret_cast<const secp256k1_keypair*>(ptr(pair, n1)));
        });
    });
    add("keypair_xonly_pub", [this] {
        const bytes pair = keypair();
        const bool n0 = null(), n1 = in_.chance(4), n2 = null();
        both([&](side& s) {
            int parity = -7;
            const int ok = s.f().keypair_xonly_pub(
                s.context(side::fresh), as<secp256k1_xonly_pubkey>(s.out(64, n0)), n1 ? nullptr : &parity,
                reinterpret_cast<const secp256k1_keypair*>(ptr(pair, n2)));
            return ok * 100 + parity;
        });
    });
    add("keypair_xonly_tweak_add", [this] {
        const bytes pair = keypair();
        bytes tweak = in_.number();
        if (in_.chance(6)) {
            /* The even-y secret key's negative: the sum is zero. */
            tweak.assign(pair.begin(), pair.begin() + 32);
            if (in_.chance(2))
                (void)!reference_.f().ec_seckey_negate(reference_.context(side::fresh), tweak.data());
        }
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().keypair_xonly_tweak_add(s.context(side::fresh),
                                                 as<secp256k1_keypair>(s.inout(pair, n0)), ptr(tweak, n1));
        });
    });
}
