// BIP-340 signatures, x-only keys and tagged hashes.
#include "secp256k1_ops.h"

namespace lab::secp256k1 {

namespace {

constexpr std::size_t message_length = 32;

struct SignRow {
    Keypair keypair;
    const Byte *msg, *aux;
};

struct SignBase : RawResult<64> {
    KeypairCreate* create;
    using Row = SignRow;
    bool prepare(Fields in, Row& row) const {
        row.msg = in[1].data();
        row.aux = in[2].data();
        return create(context, &row.keypair, in[0].data()) == 1;
    }
};

struct Sign : SignBase {
    SchnorrSign32* fn;
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, r.value.data, row.msg, &row.keypair, row.aux);
    }
};

struct SignNonce : SignBase {
    SchnorrSignNonce* fn;
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, r.value.data, row.msg, &row.keypair, nullptr,
                  const_cast<Byte*>(row.aux)); // NOLINT: the function only reads it
    }
};

// The library's verification, under either prototype.
struct WithLength {
    SchnorrVerify* fn;
    int operator()(const Context* context, const Byte* sig, const Byte* msg,
                   const XonlyPubkey* pubkey) const {
        return fn(context, sig, msg, message_length, pubkey);
    }
};
struct WithoutLength {
    SchnorrVerify32* fn;
    int operator()(const Context* context, const Byte* sig, const Byte* msg,
                   const XonlyPubkey* pubkey) const {
        return fn(context, sig, msg, pubkey);
    }
};

template <class F>
struct Verify : Verdict {
    XonlyParse* xonly_parse;
    F fn;
    struct Row {
        XonlyPubkey pubkey;
        const Byte *sig, *msg;
    };
    bool prepare(Fields in, Row& row) const {
        row.sig = in[1].data();
        row.msg = in[2].data();
        return xonly_parse(context, &row.pubkey, in[0].data()) == 1;
    }
    void call(const Row& row, Result& r) const { r = fn(context, row.sig, row.msg, &row.pubkey); }
};

template <class F>
struct ParseVerify : Verdict, EncodedRows {
    XonlyParse* xonly_parse;
    F fn;
    void call(const Row& row, Result& r) const {
        XonlyPubkey pubkey;
        r = xonly_parse(context, &pubkey, row.pubkey.data()) == 1 &&
            fn(context, row.sig.data(), row.msg, &pubkey) == 1;
    }
};

struct TweakAddCheck : Verdict {
    XonlyParse* xonly_parse;
    XonlyTweakAddCheck* fn;
    struct Row {
        XonlyPubkey internal;
        const Byte *tweaked, *tweak;
        int parity;
    };
    bool prepare(Fields in, Row& row) const {
        row.tweaked = in[0].data();
        row.parity = in[1][0];
        row.tweak = in[3].data();
        return xonly_parse(context, &row.internal, in[2].data()) == 1;
    }
    void call(const Row& row, Result& r) const {
        r = fn(context, row.tweaked, row.parity, &row.internal, row.tweak);
    }
};

struct Tagged : RawResult<32> {
    TaggedSha256* fn;
    struct Row {
        Bytes tag, msg;
    };
    static bool prepare(Fields in, Row& row) {
        row = {in[0], in[1]};
        return true;
    }
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, r.value.data, row.tag.data(), row.tag.size(), row.msg.data(), row.msg.size());
    }
};

void offer_sign(Contender& contender, const Source& source, bool with_length) {
    KeypairCreate* create = nullptr;
    if (!source.get("keypair_create", create)) {
        return;
    }
    const SignBase base{{source.base}, create};
    if (SchnorrSign32 * fn;
        source.get("schnorrsig_sign32", fn) || (with_length && source.get("schnorrsig_sign", fn))) {
        contender.offer("schnorr_sign", Sign{base, fn});
    } else if (SchnorrSignNonce * old; source.get("schnorrsig_sign", old)) {
        contender.offer("schnorr_sign", SignNonce{base, old});
    } else {
        return;
    }
    contender.claims.emplace_back("bip340");
}

template <class F>
void offer_verify(Contender& contender, const Source& source, XonlyParse* parse, F fn) {
    contender.offer("schnorr_verify", Verify<F>{{source.base}, parse, fn});
    contender.offer("schnorr_parse_verify", ParseVerify<F>{{source.base}, {}, parse, fn});
}

} // namespace

void offer_schnorr(Contender& contender, const Source& source) {
    const bool with_length = source.library.has(source.prefix + "schnorrsig_sign_custom");
    offer_sign(contender, source, with_length);
    if (XonlyParse * parse; source.get("xonly_pubkey_parse", parse)) {
        if (with_length) {
            if (WithLength verify{}; source.get("schnorrsig_verify", verify.fn)) {
                offer_verify(contender, source, parse, verify);
            }
        } else if (WithoutLength verify{}; source.get("schnorrsig_verify", verify.fn)) {
            offer_verify(contender, source, parse, verify);
        }
        if (XonlyTweakAddCheck * fn; source.get("xonly_pubkey_tweak_add_check", fn)) {
            contender.offer("xonly_tweak_add_check", TweakAddCheck{{source.base}, parse, fn});
        }
    }
    if (TaggedSha256 * fn; source.get("tagged_sha256", fn)) {
        contender.offer("tagged_sha256", Tagged{{source.base}, fn});
    }
}

} // namespace lab::secp256k1
