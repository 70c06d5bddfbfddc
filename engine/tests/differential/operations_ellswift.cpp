#include "comparison.h"

void comparison::register_ellswift_operations() {
    /* Any 64 bytes; halves of 0, of p and near it among them. */
    auto encoding = [this] {
        bytes out = in_.chance(2) ? in_.uniform(32) : in_.number();
        const bytes t = in_.chance(2) ? in_.uniform(32) : in_.number();
        out.insert(out.end(), t.begin(), t.end());
        return out;
    };
    add("ellswift_encode", [this] {
        const bytes key = pubkey(), rnd = in_.chance(4) ? in_.number() : in_.uniform(32);
        const bool n0 = null(), n1 = null(), n2 = null();
        const auto kind = any_context();
        both([&](side& s) {
            return s.f().ellswift_encode(s.context(kind), s.out(64, n0),
                                         reinterpret_cast<const secp256k1_pubkey*>(ptr(key, n1)),
                                         ptr(rnd, n2));
        });
    });
    add("ellswift_decode", [this, encoding] {
        const bytes ell = encoding();
        const bool n0 = null(), n1 = null();
        const auto kind = any_context();
        const outcome o = both([&](side& s) {
            return s.f().ellswift_decode(s.context(kind), as<secp256k1_pubkey>(s.out(64, n0)), ptr(ell, n1));
        });
        if (o.result == 1)
            remember(o.buffers[0]);
    });
    add("ellswift_create", [this] {
        const bytes seckey = in_.seckey(), aux = in_.uniform(32);
        const bool n0 = null(), n1 = null(), no_aux = in_.chance(3);
        const auto kind = any_context();
        both([&](side& s) {
            return s.f().ellswift_create(s.context(kind), s.out(64, n0), ptr(seckey, n1), ptr(aux, no_aux));
        });
    });
    add("ellswift_xdh", [this, encoding] {
        const bytes a = encoding(), b = encoding(), seckey = in_.seckey();
        bytes prefix = in_.uniform(64);
        const int parties[] = {0, 1, 0, 1, -1, 2};
        const int party = parties[in_.random().below(6)];
        const unsigned which = static_cast<unsigned>(in_.random().below(4));
        int returned = static_cast<int>(in_.random().below(3)) - 1;
        const bool n0 = null(), n1 = null(), n2 = null(), n3 = null(), n4 = null();
        const auto kind = any_context();
        both([&](side& s) {
            const secp256k1_ellswift_xdh_hash_function functions[] = {s.f().ellswift_xdh_hash_function_bip324,
                                                                      s.f().ellswift_xdh_hash_function_prefix,
                                                                      hash_x, hash_x};
            void* data = which == 0 ? nullptr : which == 1 ? prefix.data() : static_cast<void*>(&returned);
            return s.f().ellswift_xdh(s.context(kind), s.out(64, n0), ptr(a, n1), ptr(b, n2), ptr(seckey, n3),
                                      party, n4 ? nullptr : functions[which], data);
        });
    });
    add("ellswift_xdh_hash_function", [this] {
        const bytes x = in_.uniform(32), a = in_.uniform(64), b = in_.uniform(64);
        bytes prefix = in_.uniform(64);
        const bool tagged = in_.chance(2);
        both([&](side& s) {
            const auto function =
                tagged ? s.f().ellswift_xdh_hash_function_bip324 : s.f().ellswift_xdh_hash_function_prefix;
            return function(s.out(32), x.data(), a.data(), b.data(), tagged ? nullptr : prefix.data());
        });
    });
}
