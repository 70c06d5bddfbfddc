// ECDSA in OpenSSL 3.0 and later, whose interface is EVP_PKEY. Signatures are
// DER to it, so that a verification parses one in any case.
#include "libcrypto_ops.h"

#include <array>

namespace lab::libcrypto {

namespace {

struct Keys : Base {
    EVP_PKEY_new* pkey_new;
    EVP_PKEY_free* pkey_free;
    EVP_PKEY_CTX_free* ctx_free;
    EVP_PKEY_CTX_new_from_pkey* new_from_pkey;
    EVP_PKEY_fromdata* fromdata;
    EVP_PKEY_copy_parameters* copy_parameters;
    EVP_PKEY_set1_encoded_public_key* set1_public;
    EVP_PKEY_CTX* import; // ready for fromdata
    EVP_PKEY* group_only; // a key of the curve without a point

    // A key of the curve, with one more parameter.
    Owned<EVP_PKEY> make(OSSL_PARAM more, int selection) const {
        char curve[] = "secp256k1";
        OSSL_PARAM params[] = {
            {"group", param_utf8_string, curve, sizeof curve - 1, param_unmodified},
            more,
            {nullptr, 0, nullptr, 0, 0},
        };
        EVP_PKEY* pkey = nullptr;
        const int ok = fromdata(import, &pkey, selection, params);
        Owned<EVP_PKEY> owned(pkey, pkey_free);
        return ok == 1 ? std::move(owned) : Owned<EVP_PKEY>();
    }
    // Half the cost of fromdata, which looks the curve up by its name.
    Owned<EVP_PKEY> public_key(Bytes bytes) const {
        Owned<EVP_PKEY> key(pkey_new(), pkey_free);
        return key && copy_parameters(key.get(), group_only) == 1 &&
                       set1_public(key.get(), bytes.data(), bytes.size()) == 1
                   ? std::move(key)
                   : Owned<EVP_PKEY>();
    }
    Owned<EVP_PKEY> private_key(Bytes big_endian) const {
        std::array<Byte, scalar_length> native{};
        std::reverse_copy(big_endian.begin(), big_endian.end(), native.begin());
        return make({"priv", param_unsigned_integer, native.data(), native.size(), param_unmodified},
                    evp_keypair);
    }
    Owned<EVP_PKEY_CTX> context(EVP_PKEY* pkey, EVP_PKEY_CTX_step* init) const {
        Owned<EVP_PKEY_CTX> made(new_from_pkey(nullptr, pkey, nullptr), ctx_free);
        return made && init(made.get()) == 1 ? std::move(made) : Owned<EVP_PKEY_CTX>();
    }
};

struct Der {
    Byte data[der_max];
    std::size_t length;
};

struct Sign : Keys {
    EVP_PKEY_CTX_step* init;
    EVP_PKEY_sign* fn;
    struct Result {
        Der der;
        int ok = 0;
    };
    struct Row {
        Owned<EVP_PKEY> pkey;
        Owned<EVP_PKEY_CTX> context;
        const Byte* msghash;
    };
    bool prepare(Fields in, Row& row) const {
        row.msghash = in[1].data();
        if (seckey(in[0].data()) == nullptr) {
            return false;
        }
        row.pkey = private_key(in[0]);
        row.context = row.pkey ? context(row.pkey.get(), init) : Owned<EVP_PKEY_CTX>();
        return static_cast<bool>(row.context);
    }
    void call(const Row& row, Result& r) const {
        r.der.length = sizeof r.der.data;
        r.ok = fn(row.context.get(), r.der.data, &r.der.length, row.msghash, hash_length);
    }
    std::size_t serialize(const Result& r, Output& out) const {
        const Byte* at = r.der.data;
        const Owned<ECDSA_SIG> sig(r.ok == 1 ? d2i(nullptr, &at, static_cast<long>(r.der.length)) : nullptr,
                                   sig_free);
        return sig ? serialize_signature(sig.get(), out) : 0;
    }
};

struct Verify : Keys {
    using Result = int;
    EVP_PKEY_CTX_step* init;
    EVP_PKEY_verify* fn;
    struct Row {
        Owned<EVP_PKEY> pkey;
        Owned<EVP_PKEY_CTX> context;
        Der der;
        const Byte* msghash;
    };
    bool prepare(Fields in, Row& row) const {
        row.msghash = in[2].data();
        row.pkey = public_key(in[0]);
        const Owned<ECDSA_SIG> sig = signature(in[1]);
        if (!row.pkey || !sig) {
            return false;
        }
        Byte* end = row.der.data;
        const int length = i2d(sig.get(), &end);
        row.der.length = static_cast<std::size_t>(length);
        row.context = context(row.pkey.get(), init);
        return length > 0 && row.context;
    }
    void call(const Row& row, Result& r) const {
        r = fn(row.context.get(), row.der.data, row.der.length, row.msghash, hash_length);
    }
};

struct ParseVerify : Keys, EncodedRows {
    using Result = int;
    EVP_PKEY_CTX_step* init;
    EVP_PKEY_verify* fn;
    void call(const Row& row, Result& r) const {
        const Owned<EVP_PKEY> pkey = public_key(row.pubkey);
        if (!pkey) {
            return;
        }
        const Owned<EVP_PKEY_CTX> made = context(pkey.get(), init);
        r = made && fn(made.get(), row.sig.data(), row.sig.size(), row.msg, hash_length) == 1;
    }
};

} // namespace

void offer_ecdsa_evp(Contender& contender, const Library& library, const Base& base) {
    Keys keys{base, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    EVP_PKEY_CTX_new_from_name* new_from_name = nullptr;
    EVP_PKEY_CTX_step *fromdata_init = nullptr, *init = nullptr;
    if (!library.get("EVP_PKEY_new", keys.pkey_new) || !library.get("EVP_PKEY_free", keys.pkey_free) ||
        !library.get("EVP_PKEY_CTX_free", keys.ctx_free) ||
        !library.get("EVP_PKEY_CTX_new_from_pkey", keys.new_from_pkey) ||
        !library.get("EVP_PKEY_fromdata", keys.fromdata) ||
        !library.get("EVP_PKEY_copy_parameters", keys.copy_parameters) ||
        !library.get("EVP_PKEY_set1_encoded_public_key", keys.set1_public) ||
        !library.get("EVP_PKEY_CTX_new_from_name", new_from_name) ||
        !library.get("EVP_PKEY_fromdata_init", fromdata_init)) {
        return;
    }
    keys.import = new_from_name(nullptr, "EC", nullptr);
    if (keys.import == nullptr || fromdata_init(keys.import) != 1) {
        throw Unusable{"EVP_PKEY_fromdata_init failed"};
    }
    keys.group_only = keys.make({nullptr, 0, nullptr, 0, 0}, evp_key_parameters).release();
    if (keys.group_only == nullptr) {
        throw Unusable{"EVP_PKEY_fromdata knows no secp256k1"};
    }
    if (EVP_PKEY_sign * fn; library.get("EVP_PKEY_sign", fn) && library.get("EVP_PKEY_sign_init", init)) {
        contender.offer("ecdsa_sign", Sign{keys, init, fn});
    }
    if (EVP_PKEY_verify * fn;
        library.get("EVP_PKEY_verify", fn) && library.get("EVP_PKEY_verify_init", init)) {
        contender.offer("ecdsa_verify", Verify{keys, init, fn});
        contender.offer("ecdsa_parse_verify", ParseVerify{keys, {}, init, fn});
    }
}

} // namespace lab::libcrypto
