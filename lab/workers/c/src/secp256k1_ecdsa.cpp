// ECDSA and key recovery.
#include "secp256k1_ops.h"

namespace lab::secp256k1 {

namespace {

struct Sign : SignatureResult {
    EcdsaSign* fn;
    struct Row {
        const Byte *seckey, *msghash;
    };
    bool prepare(Fields in, Row& row) const {
        row = {in[0].data(), in[1].data()};
        return true;
    }
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, &r.value, row.msghash, row.seckey, nullptr, nullptr);
    }
};

struct Verify : Verdict {
    EcdsaVerify* fn;
    struct Row {
        Pubkey pubkey;
        Signature signature;
        const Byte* msghash;
    };
    bool prepare(Fields in, Row& row) const {
        row.msghash = in[2].data();
        return parse(in[0], row.pubkey) && signature_parse(context, &row.signature, in[1].data()) == 1;
    }
    void call(const Row& row, Result& r) const { r = fn(context, &row.signature, row.msghash, &row.pubkey); }
};

struct ParseVerify : Verdict, EncodedRows {
    SignatureParseDer* parse_der;
    EcdsaVerify* fn;
    void call(const Row& row, Result& r) const {
        Pubkey pubkey;
        Signature signature;
        r = pubkey_parse(context, &pubkey, row.pubkey.data(), row.pubkey.size()) == 1 &&
            parse_der(context, &signature, row.sig.data(), row.sig.size()) == 1 &&
            fn(context, &signature, row.msg, &pubkey) == 1;
    }
};

struct DerParse : SignatureResult {
    SignatureParseDer* fn;
    struct Row {
        Bytes der;
    };
    static bool prepare(Fields in, Row& row) {
        row.der = in[0];
        return true;
    }
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, &r.value, row.der.data(), row.der.size());
    }
};

struct Recover : PubkeyResult {
    RecoverableParseCompact* parse_recoverable;
    EcdsaRecover* fn;
    struct Row {
        RecoverableSignature signature;
        const Byte* msghash;
    };
    bool prepare(Fields in, Row& row) const {
        row.msghash = in[2].data();
        return parse_recoverable(context, &row.signature, in[0].data(), in[1][0]) == 1;
    }
    void call(const Row& row, Result& r) const { r.ok = fn(context, &r.value, &row.signature, row.msghash); }
};

} // namespace

void offer_ecdsa(Contender& contender, const Source& source, EcdsaVerify* verify) {
    if (EcdsaSign * fn; source.get("ecdsa_sign", fn)) {
        contender.offer("ecdsa_sign", Sign{{source.base}, fn});
    }
    contender.offer("ecdsa_verify", Verify{{source.base}, verify});
    if (SignatureParseDer * fn; source.get("ecdsa_signature_parse_der", fn)) {
        contender.offer("ecdsa_parse_verify", ParseVerify{{source.base}, {}, fn, verify});
        contender.offer("der_parse", DerParse{{source.base}, fn});
    }
    RecoverableParseCompact* parse = nullptr;
    EcdsaRecover* recover = nullptr;
    if (source.get("ecdsa_recoverable_signature_parse_compact", parse) &&
        source.get("ecdsa_recover", recover)) {
        contender.offer("ecdsa_recover", Recover{{source.base}, parse, recover});
    }
}

} // namespace lab::secp256k1
