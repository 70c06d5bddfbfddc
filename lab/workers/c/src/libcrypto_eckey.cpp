// ECDSA in OpenSSL 1.1, whose own interface is EC_KEY.
#include "libcrypto_ops.h"

namespace lab::libcrypto {

namespace {

struct Keys : Base {
    EC_KEY_new* key_new;
    EC_KEY_free* key_free;
    EC_KEY_set_group* set_group;
    EC_KEY_set_private_key* set_private;
    EC_KEY_oct2key* oct2key;

    Owned<EC_KEY> new_key() const {
        Owned<EC_KEY> key(key_new(), key_free);
        return key && set_group(key.get(), group) == 1 ? std::move(key) : Owned<EC_KEY>();
    }
    Owned<EC_KEY> public_key(Bytes bytes) const {
        Owned<EC_KEY> key = new_key();
        return key && oct2key(key.get(), bytes.data(), bytes.size(), ctx) == 1 ? std::move(key)
                                                                               : Owned<EC_KEY>();
    }
};

struct Sign : Keys {
    using Result = Owned<ECDSA_SIG>;
    ECDSA_do_sign* fn;
    struct Row {
        Owned<EC_KEY> key;
        const Byte* msghash;
    };
    bool prepare(Fields in, Row& row) const {
        row.key = new_key();
        row.msghash = in[1].data();
        const BIGNUM* const k = seckey(in[0].data());
        return row.key && k != nullptr && set_private(row.key.get(), k) == 1;
    }
    void call(const Row& row, Result& r) const {
        r = {fn(row.msghash, hash_length, row.key.get()), sig_free};
    }
    std::size_t serialize(const Result& r, Output& out) const {
        return r ? serialize_signature(r.get(), out) : 0;
    }
};

struct Verify : Keys {
    using Result = int;
    ECDSA_do_verify* fn;
    struct Row {
        Owned<EC_KEY> key;
        Owned<ECDSA_SIG> sig;
        const Byte* msghash;
    };
    bool prepare(Fields in, Row& row) const {
        row.key = public_key(in[0]);
        row.sig = signature(in[1]);
        row.msghash = in[2].data();
        return row.key && row.sig;
    }
    void call(const Row& row, Result& r) const {
        r = fn(row.msghash, hash_length, row.sig.get(), row.key.get());
    }
};

struct ParseVerify : Keys, EncodedRows {
    using Result = int;
    ECDSA_verify* fn;
    void call(const Row& row, Result& r) const {
        const Owned<EC_KEY> key = public_key(row.pubkey);
        r = key &&
            fn(0, row.msg, hash_length, row.sig.data(), static_cast<int>(row.sig.size()), key.get()) == 1;
    }
};

} // namespace

void offer_ecdsa_eckey(Contender& contender, const Library& library, const Base& base) {
    Keys keys{base, {}, {}, {}, {}, {}};
    if (!library.get("EC_KEY_new", keys.key_new) || !library.get("EC_KEY_free", keys.key_free) ||
        !library.get("EC_KEY_set_group", keys.set_group) ||
        !library.get("EC_KEY_set_private_key", keys.set_private) ||
        !library.get("EC_KEY_oct2key", keys.oct2key)) {
        return;
    }
    if (ECDSA_do_sign * fn; library.get("ECDSA_do_sign", fn)) {
        contender.offer("ecdsa_sign", Sign{keys, fn});
    }
    if (ECDSA_do_verify * fn; library.get("ECDSA_do_verify", fn)) {
        contender.offer("ecdsa_verify", Verify{keys, fn});
    }
    if (ECDSA_verify * fn; library.get("ECDSA_verify", fn)) {
        contender.offer("ecdsa_parse_verify", ParseVerify{keys, {}, fn});
    }
}

} // namespace lab::libcrypto
