/* The same calls to two libraries, compared by all that they show. */
#pragma once

#include <chrono>
#include <cstdio>
#include <functional>
#include <map>

#include "inputs.h"
#include "nested.h"
#include "side.h"

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

    void add(std::string name, std::function<void()> operation) {
        operations_.emplace_back(std::move(name), std::move(operation));
    }
    const unsigned char* ptr(const bytes& b, bool is_null) { return is_null ? nullptr : b.data(); }

    void register_operations();
    void register_context_operations();
    void register_key_operations();
    void register_ecdsa_operations();
    void register_extrakeys_operations();
    void register_schnorr_operations();
    void register_ellswift_operations();
    void register_overlap_operations();
    void register_argument_operations();
    void register_crafted_operations();
    void register_musig_operations();
    void register_silentpayments_operations();
};
