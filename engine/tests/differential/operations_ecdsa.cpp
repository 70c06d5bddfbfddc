#include "comparison.h"

void comparison::register_ecdsa_operations() {
    add("ecdsa_signature_parse_compact", [this] {
        const bytes compact = compact_signature();
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().ecdsa_signature_parse_compact(
                s.context(side::fresh), as<secp256k1_ecdsa_signature>(s.out(64, n0)), ptr(compact, n1));
        });
    });
    for (int weight = 0; weight < 2; weight++) {
        add("ecdsa_signature_parse_der", [this] {
            bytes der = in_.chance(20) ? in_.uniform(in_.random().below(90))
                                       : in_.der(in_.number(), in_.number(), in_.chance(2));
            if (in_.chance(3))
                der = in_.mutated(der);
            const bool n0 = null(), n1 = null();
            const unsigned char none = 0;
            both([&](side& s) {
                return s.f().ecdsa_signature_parse_der(s.context(side::fresh),
                                                       as<secp256k1_ecdsa_signature>(s.out(64, n0)),
                                                       n1            ? nullptr
                                                       : der.empty() ? &none
                                                                     : der.data(),
                                                       der.size());
            });
        });
    }
    add("ecdsa_signature_serialize_der", [this] {
        const bytes sig = signature(in_.number(), in_.seckey());
        const size_t room = in_.chance(3) ? in_.random().below(75) : 72;
        const bool n0 = null(), n1 = null(), n2 = null();
        both([&](side& s) {
            size_t length = room;
            const int ok = s.f().ecdsa_signature_serialize_der(
                s.context(side::fresh), s.out(80, n0), n1 ? nullptr : &length,
                reinterpret_cast<const secp256k1_ecdsa_signature*>(ptr(sig, n2)));
            return ok * 1000 + static_cast<long long>(length);
        });
    });
    add("ecdsa_signature_serialize_compact", [this] {
        const bytes sig = signature(in_.number(), in_.seckey());
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().ecdsa_signature_serialize_compact(
                s.context(side::fresh), s.out(64, n0),
                reinterpret_cast<const secp256k1_ecdsa_signature*>(ptr(sig, n1)));
        });
    });
    add("ecdsa_signature_normalize", [this] {
        bytes sig = signature(in_.number(), in_.seckey());
        sig.resize(64);
        const bool n0 = in_.chance(5), n1 = null(), in_place = in_.chance(3);
        both([&](side& s) {
            unsigned char* out = in_place ? s.inout(sig, n0) : s.out(64, n0);
            const unsigned char* from = in_place && !n0 ? out : ptr(sig, n1);
            return s.f().ecdsa_signature_normalize(s.context(side::fresh), as<secp256k1_ecdsa_signature>(out),
                                                   reinterpret_cast<const secp256k1_ecdsa_signature*>(from));
        });
    });
    for (int weight = 0; weight < 3; weight++) {
        add("ecdsa_verify", [this] {
            const bytes seckey = in_.seckey();
            bytes msg = in_.number();
            const bytes sig = signature(msg, seckey);
            bytes key(64);
            (void)!reference_.f().ec_pubkey_create(reference_.context(side::fresh),
                                                   as<secp256k1_pubkey>(key.data()), seckey.data());
            if (in_.chance(8))
                key = pubkey();
            if (in_.chance(8))
                msg = in_.number();
            const bool n0 = null(), n1 = null(), n2 = null();
            const auto kind = any_context();
            both([&](side& s) {
                return s.f().ecdsa_verify(
                    s.context(kind), reinterpret_cast<const secp256k1_ecdsa_signature*>(ptr(sig, n0)),
                    ptr(msg, n1), reinterpret_cast<const secp256k1_pubkey*>(ptr(key, n2)));
            });
        });
    }
    for (bool recoverable : {false, true}) {
        add(recoverable ? "ecdsa_sign_recoverable" : "ecdsa_sign", [this, recoverable] {
            const bytes seckey = in_.seckey(), msg = in_.number(), extra = in_.uniform(32);
            nonce_script script = {static_cast<unsigned>(in_.random().below(4))};
            const unsigned which = static_cast<unsigned>(in_.random().below(6));
            const bool with_data = in_.chance(2);
            const bool n0 = null(), n1 = null(), n2 = null();
            const auto kind = any_context();
            both([&](side& s) {
                secp256k1_nonce_function functions[] = {nullptr,     s.f().nonce_function_rfc6979,
                                                        nullptr,     s.f().nonce_function_default,
                                                        nonce_ecdsa, nonce_ecdsa};
                const void* data = which >= 4  ? static_cast<const void*>(&script)
                                   : with_data ? static_cast<const void*>(extra.data())
                                               : nullptr;
                unsigned char* out = s.out(recoverable ? 65 : 64, n0);
                if (recoverable) {
                    return s.f().ecdsa_sign_recoverable(
                        s.context(kind), as<secp256k1_ecdsa_recoverable_signature>(out), ptr(msg, n1),
                        ptr(seckey, n2), functions[which], data);
                }
                return s.f().ecdsa_sign(s.context(kind), as<secp256k1_ecdsa_signature>(out), ptr(msg, n1),
                                        ptr(seckey, n2), functions[which], data);
            });
        });
    }
    if (reference_.f().nonce_function_rfc6979 != nullptr) {
        add("nonce_function_rfc6979", [this] {
            const bytes seckey = in_.number(), msg = in_.number(), extra = in_.uniform(32),
                        algo = in_.uniform(16);
            const bool with_data = in_.chance(2), with_algo = in_.chance(2);
            const unsigned attempt = static_cast<unsigned>(in_.random().below(4));
            both([&](side& s) {
                return s.f().nonce_function_rfc6979(
                    s.out(32), msg.data(), seckey.data(), with_algo ? algo.data() : nullptr,
                    with_data ? const_cast<unsigned char*>(extra.data()) : nullptr, attempt);
            });
        });
    }
    add("ecdsa_recoverable_signature_parse_compact", [this] {
        const bytes compact = compact_signature();
        const int recid = static_cast<int>(in_.random().below(8)) - 2;
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().ecdsa_recoverable_signature_parse_compact(
                s.context(side::fresh), as<secp256k1_ecdsa_recoverable_signature>(s.out(65, n0)),
                ptr(compact, n1), recid);
        });
    });
    add("ecdsa_recoverable_signature_convert", [this] {
        const bytes sig = signature(in_.number(), in_.seckey());
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().ecdsa_recoverable_signature_convert(
                s.context(side::fresh), as<secp256k1_ecdsa_signature>(s.out(64, n0)),
                reinterpret_cast<const secp256k1_ecdsa_recoverable_signature*>(ptr(sig, n1)));
        });
    });
    add("ecdsa_recoverable_signature_serialize_compact", [this] {
        const bytes sig = signature(in_.number(), in_.seckey());
        const bool n0 = null(), n1 = null(), n2 = null();
        both([&](side& s) {
            int recid = -7;
            const int ok = s.f().ecdsa_recoverable_signature_serialize_compact(
                s.context(side::fresh), s.out(64, n0), n1 ? nullptr : &recid,
                reinterpret_cast<const secp256k1_ecdsa_recoverable_signature*>(ptr(sig, n2)));
            return ok * 100 + recid;
        });
    });
    for (int weight = 0; weight < 3; weight++) {
        add("ecdsa_recover", [this] {
            bytes msg = in_.number();
            const bytes sig = signature(msg, in_.seckey());
            if (in_.chance(8))
                msg = in_.number();
            const bool n0 = null(), n1 = null(), n2 = null();
            both([&](side& s) {
                return s.f().ecdsa_recover(
                    s.context(side::fresh), as<secp256k1_pubkey>(s.out(64, n0)),
                    reinterpret_cast<const secp256k1_ecdsa_recoverable_signature*>(ptr(sig, n1)),
                    ptr(msg, n2));
            });
        });
    }
}
