#include "comparison.h"

void comparison::register_schnorr_operations() {
    add("schnorrsig_sign32", [this] {
        const bytes pair = keypair(), msg = in_.uniform(32), aux = in_.uniform(32);
        const bool n0 = null(), n1 = null(), n2 = null(), n3 = in_.chance(3);
        const auto kind = any_context();
        both([&](side& s) {
            return s.f().schnorrsig_sign32(s.context(kind), s.out(64, n0), ptr(msg, n1),
                                           reinterpret_cast<const secp256k1_keypair*>(ptr(pair, n2)),
                                           ptr(aux, n3));
        });
    });
    add("schnorrsig_sign_custom", [this] {
        const bytes pair = keypair(), msg = in_.message();
        bytes aux = in_.uniform(32);
        nonce_script script = {static_cast<unsigned>(in_.random().below(4))};
        const unsigned which = static_cast<unsigned>(in_.random().below(4));
        const bool n0 = null(), n1 = null(), n2 = null(), bad_magic = in_.chance(20),
                   no_params = in_.chance(4);
        const auto kind = any_context();
        both(
            [&](side& s) {
                secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
                if (which == 1)
                    params.noncefp = s.f().nonce_function_bip340;
                if (which >= 2)
                    params.noncefp = nonce_schnorr;
                if (which >= 2) {
                    params.ndata = &script;
                } else {
                    params.ndata = aux.data();
                }
                if (bad_magic)
                    params.magic[1] ^= 1;
                return s.f().schnorrsig_sign_custom(
                    s.context(kind), s.out(64, n0), n1 || msg.empty() ? nullptr : msg.data(), msg.size(),
                    reinterpret_cast<const secp256k1_keypair*>(ptr(pair, n2)), no_params ? nullptr : &params);
            },
            all_but_firings);
    });
    add("nonce_function_bip340", [this] {
        const bytes msg = in_.message(), seckey = in_.number(), x = in_.number();
        bytes aux = in_.uniform(32);
        bytes algo = in_.uniform(in_.random().below(40));
        if (in_.chance(2))
            algo.assign({'B', 'I', 'P', '0', '3', '4', '0', '/', 'n', 'o', 'n', 'c', 'e'});
        const bool no_aux = in_.chance(3), no_algo = in_.chance(10);
        both([&](side& s) {
            const unsigned char none = 0;
            return s.f().nonce_function_bip340(s.out(32), msg.empty() ? &none : msg.data(), msg.size(),
                                               seckey.data(), x.data(),
                                               no_algo        ? nullptr
                                               : algo.empty() ? &none
                                                              : algo.data(),
                                               algo.size(), no_aux ? nullptr : aux.data());
        });
    });
    for (int weight = 0; weight < 3; weight++) {
        add("schnorrsig_verify", [this] {
            const bytes pair = keypair();
            bytes msg = in_.message(), sig(64), key(64);
            const secp256k1_context* ctx = reference_.context(side::fresh);
            int parity;
            if (pair != bytes(96)) {
                const unsigned char none = 0;
                (void)!reference_.f().schnorrsig_sign_custom(
                    ctx, sig.data(), msg.empty() ? &none : msg.data(), msg.size(),
                    reinterpret_cast<const secp256k1_keypair*>(pair.data()), nullptr);
                (void)!reference_.f().keypair_xonly_pub(
                    ctx, as<secp256k1_xonly_pubkey>(key.data()), &parity,
                    reinterpret_cast<const secp256k1_keypair*>(pair.data()));
            }
            if (in_.chance(6)) {
                const bytes part = in_.number();
                std::memcpy(sig.data() + (in_.chance(2) ? 0 : 32), part.data(), 32);
            }
            if (in_.chance(8))
                sig[in_.random().below(64)] ^= 1;
            if (in_.chance(8))
                msg = in_.message();
            if (in_.chance(8))
                key = xonly();
            const bool n0 = null(), n1 = null(), n2 = null();
            const auto kind = any_context();
            both([&](side& s) {
                return s.f().schnorrsig_verify(s.context(kind), ptr(sig, n0),
                                               n1 || msg.empty() ? nullptr : msg.data(), msg.size(),
                                               reinterpret_cast<const secp256k1_xonly_pubkey*>(ptr(key, n2)));
            });
        });
    }
}
