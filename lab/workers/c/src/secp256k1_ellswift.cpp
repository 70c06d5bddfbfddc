// ElligatorSwift and BIP-324's key exchange.
#include "secp256k1_ops.h"

namespace lab::secp256k1 {

namespace {

struct Encode : RawResult<64> {
    EllswiftEncode* fn;
    struct Row {
        Pubkey pubkey;
        const Byte* rnd;
    };
    bool prepare(Fields in, Row& row) const {
        row.rnd = in[1].data();
        return parse(in[0], row.pubkey);
    }
    void call(const Row& row, Result& r) const { r.ok = fn(context, r.value.data, &row.pubkey, row.rnd); }
};

struct Decode : PubkeyResult {
    EllswiftDecode* fn;
    struct Row {
        const Byte* ell;
    };
    static bool prepare(Fields in, Row& row) {
        row.ell = in[0].data();
        return true;
    }
    void call(const Row& row, Result& r) const { r.ok = fn(context, &r.value, row.ell); }
};

struct Create : RawResult<64> {
    EllswiftCreate* fn;
    struct Row {
        const Byte *seckey, *aux;
    };
    static bool prepare(Fields in, Row& row) {
        row = {in[0].data(), in[1].data()};
        return true;
    }
    void call(const Row& row, Result& r) const { r.ok = fn(context, r.value.data, row.seckey, row.aux); }
};

struct Xdh : RawResult<32> {
    EllswiftXdh* fn;
    HashFunction* hash;
    struct Row {
        const Byte *ell_a, *ell_b, *seckey;
        int party;
    };
    static bool prepare(Fields in, Row& row) {
        row = {in[0].data(), in[1].data(), in[2].data(), in[3][0]};
        return true;
    }
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, r.value.data, row.ell_a, row.ell_b, row.seckey, row.party, hash, nullptr);
    }
};

} // namespace

void offer_ellswift(Contender& contender, const Source& source) {
    EllswiftEncode* encode = nullptr;
    EllswiftCreate* create = nullptr;
    if (source.get("ellswift_encode", encode)) {
        contender.offer("ellswift_encode", Encode{{source.base}, encode});
    }
    if (EllswiftDecode * fn; source.get("ellswift_decode", fn)) {
        contender.offer("ellswift_decode", Decode{{source.base}, fn});
    }
    if (source.get("ellswift_create", create)) {
        contender.offer("ellswift_create", Create{{source.base}, create});
    }
    if (encode != nullptr || create != nullptr) {
        contender.claims.emplace_back("ellswift_exact");
    }
    // A data symbol: a pointer to the function.
    HashFunction** hash = nullptr;
    if (EllswiftXdh * fn;
        source.get("ellswift_xdh", fn) && source.get("ellswift_xdh_hash_function_bip324", hash)) {
        contender.offer("ellswift_xdh", Xdh{{source.base}, fn, *hash});
    }
}

} // namespace lab::secp256k1
