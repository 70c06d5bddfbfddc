#include "comparison.h"

void comparison::register_context_operations() {
    add("context_randomize", [this] {
        const bytes seed = in_.uniform(32);
        const bool no_seed = null();
        const auto kind = in_.chance(10) ? side::copy_of_static : side::randomized;
        both([&](side& s) { return s.f().context_randomize(s.context(kind), ptr(seed, no_seed)); });
    });
    add("context_preallocated_clone", [this] {
        const auto kind = any_context();
        const bytes seckey = in_.seckey();
        both([&](side& s) -> long long {
            const size_t size = s.f().context_preallocated_clone_size(s.context(kind));
            std::vector<unsigned char> memory(size != 0 ? size : 1024);
            secp256k1_context* clone = s.f().context_preallocated_clone(s.context(kind), memory.data());
            if (clone == nullptr)
                return 0;
            const int ok = s.f().ec_pubkey_create(clone, as<secp256k1_pubkey>(s.out(64)), seckey.data());
            s.f().context_preallocated_destroy(clone);
            return ok;
        });
    });
    add("context_preallocated_destroy", [this] {
        const bytes seckey = in_.seckey();
        both([&](side& s) -> long long {
            /* Destroying twice, and using afterwards, are illegal arguments. */
            std::vector<unsigned char> memory(s.f().context_preallocated_clone_size(s.context(side::fresh)));
            secp256k1_context* clone =
                s.f().context_preallocated_clone(s.context(side::fresh), memory.data());
            s.f().context_preallocated_destroy(clone);
            const int ok = s.f().ec_pubkey_create(clone, as<secp256k1_pubkey>(s.out(64)), seckey.data());
            s.f().context_preallocated_destroy(clone);
            s.f().context_preallocated_destroy(s.context(side::copy_of_static));
            return ok;
        });
    });
    add("context_set_sha256_compression", [this] {
        const auto kind = any_context();
        const unsigned which = static_cast<unsigned>(in_.random().below(2));
        const bytes tag = in_.uniform(20), msg = in_.message();
        both([&](side& s) -> long long {
            s.f().context_set_sha256_compression(s.context(kind), which == 0 ? nullptr : bad_compression);
            return s.f().tagged_sha256(s.context(kind), s.out(32), tag.data(), tag.size(), msg.data(),
                                       msg.size());
        });
    });
    add("tagged_sha256", [this] {
        const bytes tag = in_.uniform(in_.random().below(100)), msg = in_.message();
        const bool n0 = null(), n1 = null(), n2 = null();
        const auto kind = any_context();
        both([&](side& s) {
            const unsigned char none = 0;
            return s.f().tagged_sha256(s.context(kind), s.out(32, n0),
                                       n1            ? nullptr
                                       : tag.empty() ? &none
                                                     : tag.data(),
                                       tag.size(),
                                       n2            ? nullptr
                                       : msg.empty() ? &none
                                                     : msg.data(),
                                       msg.size());
        });
    });
}
