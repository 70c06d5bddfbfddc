/* Inputs solved for: signatures with chosen r and s that verify, sums that vanish or double, nonces at the
 * edges, signing attempts that give s = 0, points of one y, DER lengths of many octets. */
#include "comparison.h"

namespace {

/* a b mod n, by the reference, or zero when either is not in [1, n-1]. */
bytes times(const api& f, const secp256k1_context* ctx, bytes a, const bytes& b) {
    if (f.ec_seckey_tweak_mul(ctx, a.data(), b.data()) == 0)
        return bytes(32);
    return a;
}

/* -a mod n, or zero. */
bytes minus(const api& f, const secp256k1_context* ctx, bytes a) {
    if (f.ec_seckey_negate(ctx, a.data()) == 0)
        return bytes(32);
    return a;
}

bytes joined(bytes a, const bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

} // namespace

void comparison::register_crafted_operations() {
    /* x mod n of a public key whose x is below n, big-endian. */
    auto x_of = [](const bytes& key) { return bytes(key.rend() - 32, key.rend()); };
    auto create = [this](const bytes& seckey) {
        bytes key(64);
        (void)!reference_.f().ec_pubkey_create(reference_.context(side::fresh),
                                               as<secp256k1_pubkey>(key.data()), seckey.data());
        return key;
    };
    auto parse = [this](const bytes& r, const bytes& s, int id) {
        bytes sig(65);
        reference_.f().ecdsa_recoverable_signature_parse_compact(
            reference_.context(side::fresh), as<secp256k1_ecdsa_recoverable_signature>(sig.data()),
            joined(r, s).data(), id);
        return sig;
    };

    const auto verify = [this](const bytes& sig, const bytes& msg, const bytes& key) {
        both([&](side& s) {
            return s.f().ecdsa_verify(s.context(side::fresh),
                                      reinterpret_cast<const secp256k1_ecdsa_signature*>(sig.data()),
                                      msg.data(), reinterpret_cast<const secp256k1_pubkey*>(key.data()));
        });
    };

    for (int weight = 0; weight < 2; weight++) {
        add("ecdsa_verify, r and s chosen", [this, parse, verify] {
            bytes msg = in_.number(), key(64);
            bytes sig = parse(in_.number(), in_.number(), static_cast<int>(in_.random().below(4)));
            const secp256k1_context* ctx = reference_.context(side::fresh);
            (void)!reference_.f().ecdsa_recover(ctx, as<secp256k1_pubkey>(key.data()),
                                                as<secp256k1_ecdsa_recoverable_signature>(sig.data()),
                                                msg.data());
            if (!in_.chance(8))
                reference_.f().ecdsa_signature_normalize(ctx, as<secp256k1_ecdsa_signature>(sig.data()),
                                                         as<secp256k1_ecdsa_signature>(sig.data()));
            if (in_.chance(8))
                msg[31] ^= 1;
            verify(sig, msg, key);
        });
    }
    add("ecdsa_verify, both summands equal or opposite", [this, create, parse, verify] {
        const secp256k1_context* ctx = reference_.context(side::fresh);
        const bytes seckey = in_.seckey(), r = in_.number(), key = create(seckey);
        const bytes sig = parse(r, in_.number(), 0);
        bytes msg = times(reference_.f(), ctx, seckey, r);
        if (in_.chance(2))
            msg = minus(reference_.f(), ctx, msg);
        verify(sig, msg, key);
    });
    /* Objects that no function makes: s + n, or r + n where x(R) = r, in the place of s or r. */
    add("ecdsa_verify, an object that holds n more", [this, parse, verify] {
        const secp256k1_context* ctx = reference_.context(side::fresh);
        const bytes msg = in_.number();
        bytes key(64), small = in_.uniform(32);
        std::fill(small.begin(), small.begin() + 16, static_cast<unsigned char>(0));
        const bool of_s = in_.chance(2);
        bytes sig = of_s ? parse(in_.number(), small, 0) : parse(small, in_.number(), 0);
        (void)!reference_.f().ecdsa_recover(ctx, as<secp256k1_pubkey>(key.data()),
                                            as<secp256k1_ecdsa_recoverable_signature>(sig.data()),
                                            msg.data());
        reference_.f().ecdsa_signature_normalize(ctx, as<secp256k1_ecdsa_signature>(sig.data()),
                                                 as<secp256k1_ecdsa_signature>(sig.data()));
        unsigned carry = 0;
        for (size_t i = 0; i < 32; i++) {
            unsigned char& octet = sig[(of_s ? 32 : 0) + i];
            carry += octet + unsigned{order()[31 - i]};
            octet = static_cast<unsigned char>(carry);
            carry >>= 8;
        }
        verify(sig, msg, key);
    });
    add("ecdsa_recover, both summands equal or opposite", [this, create, parse, x_of] {
        const secp256k1_context* ctx = reference_.context(side::fresh);
        const bytes nonce = in_.seckey(), s_value = in_.number();
        const bytes sig = parse(x_of(create(nonce)), s_value, static_cast<int>(in_.random().below(2)));
        const bytes msg = times(reference_.f(), ctx, nonce, s_value);
        both([&](side& s) {
            return s.f().ecdsa_recover(
                s.context(side::fresh), as<secp256k1_pubkey>(s.out(64)),
                reinterpret_cast<const secp256k1_ecdsa_recoverable_signature*>(sig.data()), msg.data());
        });
    });
    for (bool recoverable : {false, true}) {
        add(recoverable ? "ecdsa_sign_recoverable, nonce chosen" : "ecdsa_sign, nonce chosen",
            [this, recoverable, create, x_of] {
                const secp256k1_context* ctx = reference_.context(side::fresh);
                const bytes seckey = in_.seckey(), nonce = in_.number();
                bytes msg = in_.number();
                /* s = 0 at the first attempt. */
                if (in_.chance(3))
                    msg = minus(reference_.f(), ctx, times(reference_.f(), ctx, seckey, x_of(create(nonce))));
                nonce_script script = {4, nonce.data()};
                const auto kind = in_.chance(2) ? side::fresh : side::randomized;
                both([&](side& s) {
                    unsigned char* out = s.out(recoverable ? 65 : 64);
                    if (recoverable)
                        return s.f().ecdsa_sign_recoverable(s.context(kind),
                                                            as<secp256k1_ecdsa_recoverable_signature>(out),
                                                            msg.data(), seckey.data(), nonce_ecdsa, &script);
                    return s.f().ecdsa_sign(s.context(kind), as<secp256k1_ecdsa_signature>(out), msg.data(),
                                            seckey.data(), nonce_ecdsa, &script);
                });
            });
    }
    /* s = 0 at the first attempt, and the message, which a second one reads, lies in the signature. */
    for (bool recoverable : {false, true}) {
        add(recoverable ? "ecdsa_sign_recoverable, onto its message" : "ecdsa_sign, onto its message",
            [this, recoverable, create, x_of] {
                const secp256k1_context* ctx = reference_.context(side::fresh);
                const bytes seckey = in_.seckey(), nonce = in_.number();
                const bytes msg =
                    minus(reference_.f(), ctx, times(reference_.f(), ctx, seckey, x_of(create(nonce))));
                nonce_script script = {4, nonce.data()};
                const size_t size = recoverable ? 65 : 64, at = in_.random().below(size - 32 + 1);
                bytes memory(size, 0);
                std::copy(msg.begin(), msg.end(), memory.begin() + static_cast<std::ptrdiff_t>(at));
                both([&](side& s) {
                    unsigned char* out = s.inout(memory);
                    if (recoverable)
                        return s.f().ecdsa_sign_recoverable(s.context(side::fresh),
                                                            as<secp256k1_ecdsa_recoverable_signature>(out),
                                                            out + at, seckey.data(), nonce_ecdsa, &script);
                    return s.f().ecdsa_sign(s.context(side::fresh), as<secp256k1_ecdsa_signature>(out),
                                            out + at, seckey.data(), nonce_ecdsa, &script);
                });
            });
    }
    add("schnorrsig_sign_custom, nonce chosen", [this] {
        const bytes pair = keypair(), nonce = in_.number();
        const bytes msg = in_.chance(20) ? in_.uniform(in_.random().below(100000)) : in_.message();
        nonce_script script = {4, nonce.data()};
        const auto kind = in_.chance(2) ? side::fresh : side::randomized;
        const unsigned char none = 0;
        both(
            [&](side& s) {
                secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
                params.noncefp = nonce_schnorr;
                params.ndata = &script;
                return s.f().schnorrsig_sign_custom(
                    s.context(kind), s.out(64), msg.empty() ? &none : msg.data(), msg.size(),
                    reinterpret_cast<const secp256k1_keypair*>(pair.data()), &params);
            },
            all_but_firings);
    });
    add("schnorrsig_verify, R at infinity or nonce chosen", [this, create, x_of] {
        const secp256k1_context* ctx = reference_.context(side::fresh);
        const api& f = reference_.f();
        const bytes seckey = in_.seckey(), msg = in_.uniform(32);
        bytes pair(96), key(64), even = seckey, sig(64);
        int parity = 0;
        if (f.keypair_create(ctx, as<secp256k1_keypair>(pair.data()), seckey.data()) == 0)
            return;
        (void)!f.keypair_xonly_pub(ctx, as<secp256k1_xonly_pubkey>(key.data()), &parity,
                                   as<secp256k1_keypair>(pair.data()));
        if (in_.chance(2)) {
            const bytes nonce = in_.number();
            nonce_script script = {4, nonce.data()};
            secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
            params.noncefp = nonce_schnorr;
            params.ndata = &script;
            running = &reference_;
            (void)!f.schnorrsig_sign_custom(ctx, sig.data(), msg.data(), 32,
                                            as<secp256k1_keypair>(pair.data()), &params);
        } else {
            /* s = e d, or its negative, for any R. */
            if (parity != 0)
                even = minus(f, ctx, even);
            const bytes rx = in_.chance(2) ? x_of(create(in_.seckey())) : in_.number();
            static const char tag[] = "BIP0340/challenge";
            bytes e(32);
            const bytes challenge = joined(joined(rx, x_of(key)), msg);
            (void)!f.tagged_sha256(ctx, e.data(), reinterpret_cast<const unsigned char*>(tag), sizeof tag - 1,
                                   challenge.data(), challenge.size());
            e = times(f, ctx, even, e);
            sig = joined(rx, in_.chance(4) ? minus(f, ctx, e) : e);
        }
        both([&](side& s) {
            return s.f().schnorrsig_verify(s.context(side::fresh), sig.data(), msg.data(), msg.size(),
                                           reinterpret_cast<const secp256k1_xonly_pubkey*>(key.data()));
        });
    });
    add("ec_pubkey_combine, points of one y", [this] {
        /* P, lambda P and lambda^2 P, whose sum is infinity, and their negatives, in any order. */
        static const bytes lambda =
            from_hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
        const secp256k1_context* ctx = reference_.context(side::fresh);
        bytes key = pubkey();
        if (key == bytes(64))
            return;
        std::vector<bytes> points;
        for (int i = 0; i < 3; i++) {
            points.push_back(key);
            bytes negative = key;
            (void)!reference_.f().ec_pubkey_negate(ctx, as<secp256k1_pubkey>(negative.data()));
            points.push_back(negative);
            (void)!reference_.f().ec_pubkey_tweak_mul(ctx, as<secp256k1_pubkey>(key.data()), lambda.data());
        }
        const bool mixed = in_.chance(2);
        std::vector<const secp256k1_pubkey*> keys(1 + in_.random().below(9));
        for (const secp256k1_pubkey*& k : keys)
            k = reinterpret_cast<const secp256k1_pubkey*>(
                points[2 * in_.random().below(3) + (mixed ? in_.random().below(2) : 0)].data());
        both([&](side& s) {
            return s.f().ec_pubkey_combine(s.context(side::fresh), as<secp256k1_pubkey>(s.out(64)),
                                           keys.data(), keys.size());
        });
    });
    add("ecdsa_signature_parse_der, lengths of many octets", [this] {
        bytes der = in_.der(in_.number(), in_.number(), in_.chance(3));
        /* One of the three lengths, rewritten in up to 10 octets. */
        const size_t places[] = {1, 3, 5 + (der.size() > 3 ? der[3] : 0u)};
        const size_t at = places[in_.random().below(3)];
        if (at >= der.size())
            return;
        const size_t octets = in_.random().below(11);
        bytes length = in_.chance(2) ? bytes(octets, in_.chance(2) ? 0x00 : 0xff) : in_.uniform(octets);
        if (octets != 0 && !in_.chance(4))
            length.back() = der[at];
        if (octets > 1 && in_.chance(2))
            length[0] = static_cast<unsigned char>(in_.random().below(3));
        const unsigned marks[] = {0x80 + static_cast<unsigned>(octets), 0x80, 0x81, 0x88, 0x89, 0xff, 0x7f};
        der[at] = static_cast<unsigned char>(marks[in_.chance(2) ? 0 : in_.random().below(7)]);
        der.insert(der.begin() + static_cast<std::ptrdiff_t>(at) + 1, length.begin(), length.end());
        both([&](side& s) {
            return s.f().ecdsa_signature_parse_der(
                s.context(side::fresh), as<secp256k1_ecdsa_signature>(s.out(64)), der.data(), der.size());
        });
    });
}
