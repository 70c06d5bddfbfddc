// The operations of a library with libsecp256k1's interface. Each offer_ adds
// those whose symbols the library has.
#pragma once

#include "library.h"
#include "operation.h"
#include "secp256k1_abi.h"

#include <string>

namespace lab::secp256k1 {

// What nearly every operation needs.
struct Base {
    const Context* context;
    PubkeyParse* pubkey_parse;
    PubkeySerialize* pubkey_serialize;
    SignatureParseCompact* signature_parse;
    SignatureSerializeCompact* signature_serialize;

    bool parse(Bytes bytes, Pubkey& out) const {
        return pubkey_parse(context, &out, bytes.data(), bytes.size()) == 1;
    }
};

// A result object and what the function returned with it.
template <class T>
struct Returned {
    T value;
    int ok;
};

template <std::size_t N>
struct Raw {
    unsigned char data[N];
};

// Results that are public keys.
struct PubkeyResult : Base {
    using Result = Returned<Pubkey>;

    std::size_t serialize(const Result& r, Output& out) const {
        std::size_t length = out.size();
        return r.ok == 1 && pubkey_serialize(context, out.data(), &length, &r.value, flag_uncompressed) == 1
                   ? length
                   : 0;
    }
};

// Results that are ECDSA signatures.
struct SignatureResult : Base {
    using Result = Returned<Signature>;

    std::size_t serialize(const Result& r, Output& out) const {
        return r.ok == 1 && signature_serialize(context, out.data(), &r.value) == 1 ? 64 : 0;
    }
};

// Results that the library gives as bytes.
template <std::size_t N>
struct RawResult : Base {
    using Result = Returned<Raw<N>>;

    std::size_t serialize(const Result& r, Output& out) const {
        std::copy_n(r.value.data, N, out.begin());
        return r.ok == 1 ? N : 0;
    }
};

// Verdicts.
struct Verdict : Base {
    using Result = int;
};

// Where symbols come from.
struct Source {
    const Library& library;
    const std::string& prefix;
    const Base& base;

    template <class F>
    bool get(const char* name, F*& fn) const {
        return library.get(prefix + name, fn);
    }
};

void offer_ecdsa(Contender& contender, const Source& source, EcdsaVerify* verify);
void offer_keys(Contender& contender, const Source& source);
void offer_seckeys(Contender& contender, const Source& source);
void offer_schnorr(Contender& contender, const Source& source);
void offer_ellswift(Contender& contender, const Source& source);
void offer_musig(Contender& contender, const Source& source);
void offer_silentpayments(Contender& contender, const Source& source);
void offer_batches(Contender& contender, const Source& source);

} // namespace lab::secp256k1
