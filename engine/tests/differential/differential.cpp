/* The engine against another library with libsecp256k1's interface: the same random and adversarial calls to
 * both, compared by return value, every output byte, callback firings and the arguments of nested functions.
 *
 *   differential ENGINE PREFIX REFERENCE PREFIX [--calls=N | --seconds=N] [--seed=N] [--expect=BACKEND]
 *
 * What the interface leaves open is not compared, and named at the operation; docs/differences.md lists it.
 */
#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

#include "inputs.h"
#include "side.h"

namespace {

/* The side whose call is running, for nested functions. */
side* running = nullptr;

struct nonce_script {
    /* 0: a hash of the arguments; 1: fails; 2: two unusable nonces, then a hash; 3: n + 5. */
    unsigned behaviour;
};

void hash_arguments(unsigned char* out, const bytes& arguments) {
    uint64_t seed = 1;
    for (unsigned char b : arguments)
        seed = (seed ^ b) * 0x100000001b3;
    random_source(seed).fill(out, 32);
}

const bytes& order() {
    static const bytes n = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    return n;
}

bool write_nonce(unsigned char* out, const nonce_script& script, bytes arguments, unsigned attempt) {
    if (script.behaviour == 1)
        return false;
    if (script.behaviour == 2 && attempt < 2) {
        if (attempt == 0)
            std::memset(out, 0, 32);
        if (attempt == 1)
            std::memcpy(out, order().data(), 32);
        return true;
    }
    if (script.behaviour == 3 && attempt == 0) {
        std::memcpy(out, order().data(), 32);
        out[31] = static_cast<unsigned char>(out[31] + 5);
        return true;
    }
    arguments.push_back(static_cast<unsigned char>(attempt));
    hash_arguments(out, arguments);
    return true;
}

int nonce_ecdsa(unsigned char* nonce32, const unsigned char* msg32, const unsigned char* key32,
                const unsigned char* algo16, void* data, unsigned int attempt) {
    running->trace(msg32, 32);
    running->trace(key32, 32);
    running->trace(algo16, 16);
    bytes arguments(msg32, msg32 + 32);
    arguments.insert(arguments.end(), key32, key32 + 32);
    return write_nonce(nonce32, *static_cast<nonce_script*>(data), arguments, attempt) ? 7 : 0;
}

int nonce_schnorr(unsigned char* nonce32, const unsigned char* msg, size_t msglen, const unsigned char* key32,
                  const unsigned char* xonly_pk32, const unsigned char* algo, size_t algolen, void* data) {
    running->trace(msg, msg == nullptr ? 0 : msglen);
    running->trace(key32, 32);
    running->trace(xonly_pk32, 32);
    running->trace(algo, algolen);
    return write_nonce(nonce32, *static_cast<nonce_script*>(data), bytes(key32, key32 + 32), 0) ? 2 : 0;
}

int hash_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void* data) {
    running->trace(x32, 32);
    running->trace(y32, 32);
    std::memcpy(output, x32, 32);
    std::memcpy(output + 32, y32, 32);
    return *static_cast<int*>(data);
}

void bad_compression(uint32_t* state, const unsigned char*, size_t) {
    state[0]++;
}

class comparison {
public:
    comparison(side& engine, side& reference, uint64_t seed)
        : engine_(engine), reference_(reference), in_(seed) {
        register_operations();
    }

    bool run(unsigned long calls, double seconds) {
        const auto start = std::chrono::steady_clock::now();
        auto elapsed = [&] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        };
        while (mismatches_ == 0 && (seconds > 0 ? elapsed() < seconds : calls_ < calls)) {
            const auto& [name, operation] = operations_[in_.random().below(operations_.size())];
            name_ = name;
            operation();
        }
        unsigned long least = ~0ul;
        for (const auto& [name, operation] : operations_) {
            const unsigned long n = counts_[name];
            if (n < least)
                least = n;
        }
        std::printf(
            "%lu calls to each library in %.1f s, %zu operations, at least %lu calls each, %lu callbacks, "
            "%lu successes, %u mismatches\n",
            calls_, elapsed(), operations_.size(), least, firings_, successes_, mismatches_);
        return mismatches_ == 0 && least != 0;
    }

private:
    side& engine_;
    side& reference_;
    inputs in_;
    std::string name_;
    std::vector<std::pair<std::string, std::function<void()>>> operations_;
    std::map<std::string, unsigned long> counts_;
    unsigned long calls_ = 0, firings_ = 0, successes_ = 0;
    unsigned mismatches_ = 0;

    /* What the interface leaves unspecified once an illegal-argument callback has returned. */
    enum open_after_callback { nothing, all_but_firings, all_but_firings_and_their_number };

    using call = std::function<long long(side&)>;

    outcome both(const call& c, open_after_callback open = nothing) {
        outcome results[2];
        side* sides[2] = {&engine_, &reference_};
        for (int i = 0; i < 2; i++) {
            running = sides[i];
            sides[i]->begin();
            const long long result = c(*sides[i]);
            results[i] = sides[i]->end(result);
        }
        calls_++;
        counts_[name_]++;
        firings_ += results[1].illegal;
        successes_ += results[1].result == 1 ? 1 : 0;
        const outcome& a = results[0];
        const outcome& b = results[1];
        bool same = a == b;
        if (!same && b.illegal != 0 && open == all_but_firings)
            same = a.illegal == b.illegal && a.error == b.error;
        if (!same && b.illegal != 0 && open == all_but_firings_and_their_number)
            same = a.illegal != 0;
        if (!same)
            report(a, b);
        return b;
    }

    void report(const outcome& a, const outcome& b) {
        mismatches_++;
        std::fprintf(stderr, "MISMATCH in %s, call %lu\n", name_.c_str(), calls_);
        const outcome* both[2] = {&a, &b};
        for (int i = 0; i < 2; i++) {
            std::fprintf(stderr, "%s: result %lld, illegal %u, error %u, trace %s\n",
                         i == 0 ? "engine" : "reference", both[i]->result, both[i]->illegal, both[i]->error,
                         to_hex(both[i]->trace).c_str());
            for (const bytes& buffer : both[i]->buffers)
                std::fprintf(stderr, "    %s\n", to_hex(buffer).c_str());
        }
    }

    /* Arguments: chosen once, the same for both sides. */

    bool null() { return in_.chance(60); }

    side::context_kind any_context() {
        return in_.chance(25) ? side::copy_of_static : in_.chance(2) ? side::fresh : side::randomized;
    }

    /* A public key as both libraries store it; rarely one that is not set. */
    bytes pubkey() {
        bytes key(64);
        if (in_.chance(40))
            return key;
        if (in_.chance(3) && !keys_.empty())
            return keys_[in_.random().below(keys_.size())];
        const bytes seckey = in_.seckey();
        auto* p = reinterpret_cast<secp256k1_pubkey*>(key.data());
        if (reference_.f().ec_pubkey_create(reference_.context(side::fresh), p, seckey.data()) == 0) {
            std::memset(key.data(), 0, 64);
        }
        remember(key);
        return key;
    }

    bytes xonly() {
        const bytes key = pubkey();
        bytes out(64);
        int parity;
        if (key != out) {
            reference_.f().xonly_pubkey_from_pubkey(
                reference_.context(side::fresh), reinterpret_cast<secp256k1_xonly_pubkey*>(out.data()),
                &parity, reinterpret_cast<const secp256k1_pubkey*>(key.data()));
        }
        return out;
    }

    bytes keypair() {
        bytes out(96);
        if (in_.chance(40))
            return out;
        const bytes seckey = in_.seckey();
        (void)!reference_.f().keypair_create(reference_.context(side::fresh),
                                             reinterpret_cast<secp256k1_keypair*>(out.data()), seckey.data());
        return out;
    }

    /* Some keys come back, so that sums meet equal and opposite points. */
    void remember(const bytes& key) {
        if (keys_.size() < 64) {
            keys_.push_back(key);
        } else {
            keys_[in_.random().below(64)] = key;
        }
    }
    std::vector<bytes> keys_;

    bytes compact_signature() {
        bytes out = in_.number();
        const bytes s = in_.number();
        out.insert(out.end(), s.begin(), s.end());
        return out;
    }

    /* An opaque signature of 65 bytes. */
    bytes signature(const bytes& msg, const bytes& seckey) {
        bytes out(65);
        auto* sig = reinterpret_cast<secp256k1_ecdsa_recoverable_signature*>(out.data());
        const secp256k1_context* ctx = reference_.context(side::fresh);
        const int recid = static_cast<int>(in_.random().below(4));
        if (in_.chance(4)) {
            const bytes compact = compact_signature();
            if (reference_.f().ecdsa_recoverable_signature_parse_compact(ctx, sig, compact.data(), recid) ==
                1)
                return out;
        }
        if (reference_.f().ecdsa_sign_recoverable(ctx, sig, msg.data(), seckey.data(), nullptr, nullptr) == 0)
            return out;
        if (in_.chance(6)) {
            /* High s, or another recovery id. */
            bytes compact(64);
            int id;
            reference_.f().ecdsa_recoverable_signature_serialize_compact(ctx, compact.data(), &id, sig);
            if (in_.chance(2)) {
                int borrow = 0;
                for (size_t i = 32; i-- > 0;) {
                    int d = order()[i] - compact[32 + i] - borrow;
                    borrow = d < 0 ? 1 : 0;
                    compact[32 + i] = static_cast<unsigned char>(d);
                }
                id ^= 1;
            } else {
                id = recid;
            }
            reference_.f().ecdsa_recoverable_signature_parse_compact(ctx, sig, compact.data(), id);
        }
        return out;
    }

    template <class T>
    static T* as(unsigned char* p) {
        return reinterpret_cast<T*>(p);
    }

    void add(const char* name, std::function<void()> operation) {
        operations_.emplace_back(name, std::move(operation));
    }
    const unsigned char* ptr(const bytes& b, bool is_null) { return is_null ? nullptr : b.data(); }

    void register_operations();
    void register_context_operations();
    void register_key_operations();
    void register_ecdsa_operations();
    void register_extrakeys_operations();
    void register_schnorr_operations();
};

void comparison::register_operations() {
    register_context_operations();
    register_key_operations();
    register_ecdsa_operations();
    register_extrakeys_operations();
    register_schnorr_operations();
}

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

const char* backend_of(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    const char* (*name)() = nullptr;
    void* symbol = library != nullptr ? dlsym(library, "koblitz_backend_name") : nullptr;
    std::memcpy(&name, &symbol, sizeof name);
    return name != nullptr ? name() : "";
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> positional;
    unsigned long calls = 100000;
    double seconds = 0;
    uint64_t seed = 1;
    std::string expect;
    for (int i = 1; i < argc; i++) {
        const std::string a = argv[i];
        const std::string value = a.substr(a.find('=') + 1);
        if (a.rfind("--calls=", 0) == 0) {
            calls = std::strtoul(value.c_str(), nullptr, 10);
        } else if (a.rfind("--seconds=", 0) == 0) {
            seconds = std::strtod(value.c_str(), nullptr);
        } else if (a.rfind("--seed=", 0) == 0) {
            seed = std::strtoull(value.c_str(), nullptr, 10);
        } else if (a.rfind("--expect=", 0) == 0) {
            expect = value;
        } else {
            positional.push_back(a);
        }
    }
    if (positional.size() != 4) {
        std::fprintf(stderr, "usage: differential ENGINE PREFIX REFERENCE PREFIX [options]\n");
        return 2;
    }
    side engine, reference;
    if (!engine.open(positional[0], positional[1]) || !reference.open(positional[2], positional[3]))
        return 2;
    const std::string backend = backend_of(positional[0]);
    std::printf("engine backend %s, seed %llu\n", backend.c_str(), static_cast<unsigned long long>(seed));
    if (!expect.empty() && expect != backend) {
        std::fprintf(stderr, "the backend %s was asked for\n", expect.c_str());
        return 1;
    }
    return comparison(engine, reference, seed).run(calls, seconds) ? 0 : 1;
}
