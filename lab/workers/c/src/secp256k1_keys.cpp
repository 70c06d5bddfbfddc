// Public keys, ECDH, and multiplications that they are made of.
#include "secp256k1_ops.h"

namespace lab::secp256k1 {

namespace {

// Also the primitive k*G.
struct Create : PubkeyResult {
    PubkeyCreate* fn;
    struct Row {
        const Byte* seckey;
    };
    static bool prepare(Fields in, Row& row) {
        row.seckey = in[0].data();
        return true;
    }
    void call(const Row& row, Result& r) const { r.ok = fn(context, &r.value, row.seckey); }
};

struct Parse : PubkeyResult {
    struct Row {
        Bytes pubkey;
    };
    static bool prepare(Fields in, Row& row) {
        row.pubkey = in[0];
        return true;
    }
    void call(const Row& row, Result& r) const {
        r.ok = pubkey_parse(context, &r.value, row.pubkey.data(), row.pubkey.size());
    }
};

// tweak_add and tweak_mul work in place, so the key is copied in the timed
// call. The scalar is the field at index Scalar, the key the other one.
template <std::size_t Scalar>
struct Tweak : PubkeyResult {
    PubkeyTweak* fn;
    struct Row {
        Pubkey pubkey;
        const Byte* scalar;
    };
    bool prepare(Fields in, Row& row) const {
        row.scalar = in[Scalar].data();
        return parse(in[1 - Scalar], row.pubkey);
    }
    void call(const Row& row, Result& r) const {
        r.value = row.pubkey;
        r.ok = fn(context, &r.value, row.scalar);
    }
};

struct Combine : PubkeyResult {
    PubkeyCombine* fn;
    struct Row {
        std::array<Pubkey, combine_points> pubkeys;
        std::array<const Pubkey*, combine_points> pointers;
    };
    bool prepare(Fields in, Row& row) const {
        for (std::size_t i = 0; i < combine_points; i++) {
            row.pointers[i] = &row.pubkeys[i];
            if (!parse(in[i], row.pubkeys[i])) {
                return false;
            }
        }
        return true;
    }
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, &r.value, row.pointers.data(), row.pointers.size());
    }
};

struct CheckSeckey : Verdict {
    SeckeyVerify* fn;
    struct Row {
        const Byte* seckey;
    };
    static bool prepare(Fields in, Row& row) {
        row.seckey = in[0].data();
        return true;
    }
    void call(const Row& row, Result& r) const { r = fn(context, row.seckey); }
};

// The calls on secret keys work in place, so the key is copied in the timed call.
struct NegateSeckey : RawResult<32> {
    SeckeyNegate* fn;
    struct Row {
        const Byte* seckey;
    };
    static bool prepare(Fields in, Row& row) {
        row.seckey = in[0].data();
        return true;
    }
    void call(const Row& row, Result& r) const {
        std::copy_n(row.seckey, 32, r.value.data);
        r.ok = fn(context, r.value.data);
    }
};

struct TweakSeckey : RawResult<32> {
    SeckeyTweak* fn;
    struct Row {
        const Byte* seckey;
        const Byte* tweak;
    };
    static bool prepare(Fields in, Row& row) {
        row = {in[0].data(), in[1].data()};
        return true;
    }
    void call(const Row& row, Result& r) const {
        std::copy_n(row.seckey, 32, r.value.data);
        r.ok = fn(context, r.value.data, row.tweak);
    }
};

struct SharedSecretRow {
    Pubkey pubkey;
    const Byte* seckey;
};

struct SharedSecret : RawResult<32> {
    Ecdh* fn;
    using Row = SharedSecretRow;
    bool prepare(Fields in, Row& row) const {
        row.seckey = in[0].data();
        return parse(in[1], row.pubkey);
    }
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, r.value.data, &row.pubkey, row.seckey, nullptr, nullptr);
    }
};

// The shared point itself: a hash function that copies it, compressed.
struct SecretMul : RawResult<33> {
    Ecdh* fn;
    using Row = SharedSecretRow;
    bool prepare(Fields in, Row& row) const {
        row.seckey = in[0].data();
        return parse(in[1], row.pubkey);
    }
    static int copy(Byte* out, const Byte* x32, const Byte* y32, void* /*data*/) {
        out[0] = static_cast<Byte>(2 | (y32[31] & 1));
        std::copy_n(x32, 32, out + 1);
        return 1;
    }
    void call(const Row& row, Result& r) const {
        r.ok = fn(context, r.value.data, &row.pubkey, row.seckey, copy, nullptr);
    }
};

struct SharedSecretFixedHash : RawResult<32> {
    EcdhFixedHash* fn;
    using Row = SharedSecretRow;
    bool prepare(Fields in, Row& row) const {
        row.seckey = in[0].data();
        return parse(in[1], row.pubkey);
    }
    void call(const Row& row, Result& r) const { r.ok = fn(context, r.value.data, &row.pubkey, row.seckey); }
};

} // namespace

void offer_seckeys(Contender& contender, const Source& source) {
    const Base& base = source.base;
    if (SeckeyVerify * fn; source.get("ec_seckey_verify", fn)) {
        contender.offer("seckey_verify", CheckSeckey{{base}, fn});
    }
    // Their earlier names, ec_privkey_..., do not check the key.
    if (SeckeyNegate * fn; source.get("ec_seckey_negate", fn)) {
        contender.offer("seckey_negate", NegateSeckey{{base}, fn});
    }
    if (SeckeyTweak * fn; source.get("ec_seckey_tweak_add", fn)) {
        contender.offer("seckey_tweak_add", TweakSeckey{{base}, fn});
    }
    if (SeckeyTweak * fn; source.get("ec_seckey_tweak_mul", fn)) {
        contender.offer("seckey_tweak_mul", TweakSeckey{{base}, fn});
    }
}

void offer_keys(Contender& contender, const Source& source) {
    const Base& base = source.base;
    if (PubkeyCreate * fn; source.get("ec_pubkey_create", fn)) {
        contender.offer("pubkey_create", Create{{base}, fn});
        contender.offer("base_mul", Create{{base}, fn});
    }
    contender.offer("pubkey_parse33", Parse{{base}});
    contender.offer("pubkey_parse65", Parse{{base}});
    if (PubkeyTweak * fn; source.get("ec_pubkey_tweak_add", fn)) {
        contender.offer("pubkey_tweak_add", Tweak<1>{{base}, fn});
    }
    if (PubkeyTweak * fn; source.get("ec_pubkey_tweak_mul", fn)) {
        contender.offer("point_mul", Tweak<0>{{base}, fn});
        contender.marks.push_back({"vartime", "point_mul",
                                   "ec_pubkey_tweak_mul takes its scalar for public: "
                                   "secp256k1_eckey_pubkey_tweak_mul in src/eckey_impl.h calls "
                                   "secp256k1_ecmult"});
    }
    if (PubkeyCombine * fn; source.get("ec_pubkey_combine", fn)) {
        contender.offer("pubkey_combine", Combine{{base}, fn});
    }
    if (source.library.has(source.prefix + "ecdh_hash_function_sha256")) {
        if (Ecdh * fn; source.get("ecdh", fn)) {
            contender.offer("ecdh", SharedSecret{{base}, fn});
            contender.offer("secret_mul", SecretMul{{base}, fn});
        }
    } else if (EcdhFixedHash * fn; source.get("ecdh", fn)) {
        contender.offer("ecdh", SharedSecretFixedHash{{base}, fn});
    }
}

} // namespace lab::secp256k1
