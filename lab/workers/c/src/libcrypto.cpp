#include "libcrypto_ops.h"

#include "libraries.h"

#include <charconv>
#include <cstring>
#include <string_view>

namespace lab {

namespace libcrypto {

Owned<BIGNUM> Base::number(Bytes bytes) const {
    return {bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr), bn_free};
}

Owned<EC_POINT> Base::point(Bytes bytes) const {
    Owned<EC_POINT> p = new_point();
    return p && oct2point(group, p.get(), bytes.data(), bytes.size(), ctx) == 1 ? std::move(p)
                                                                                : Owned<EC_POINT>();
}

Owned<ECDSA_SIG> Base::signature(Bytes compact) const {
    Owned<ECDSA_SIG> sig(sig_new(), sig_free);
    Owned<BIGNUM> r = number(compact.first(scalar_length));
    Owned<BIGNUM> s = number(compact.last(scalar_length));
    if (!sig || !r || !s || sig_set0(sig.get(), r.get(), s.get()) != 1) {
        return {};
    }
    r.release();
    s.release();
    return sig;
}

std::size_t Base::serialize_signature(const ECDSA_SIG* sig, Output& out) const {
    const BIGNUM *r = nullptr, *s = nullptr;
    sig_get0(sig, &r, &s);
    const auto put = [this](const BIGNUM* n, Byte* to) {
        return is_negative(n) == 0 && bn2binpad(n, to, scalar_length) == scalar_length;
    };
    return put(r, out.data()) && put(s, out.data() + scalar_length) ? 2 * scalar_length : 0;
}

std::size_t PointResult::serialize(const Result& r, Output& out) const {
    // One byte, and no public key, for the point at infinity.
    return r.ok == 1 && point2oct(group, r.point.get(), form_uncompressed, out.data(), out.size(), ctx) ==
                            out.size()
               ? out.size()
               : 0;
}

namespace {

struct Create : PointResult {
    struct Row {
        const Byte* seckey;
    };
    static bool prepare(Fields in, Row& row) {
        row.seckey = in[0].data();
        return true;
    }
    void call(const Row& row, Result& r) const {
        const BIGNUM* const k = seckey(row.seckey);
        r.ok = k != nullptr && point_mul(group, r.point.get(), k, nullptr, nullptr, ctx) == 1;
    }
};

struct BaseMul : PointResult {
    struct Row {
        Owned<BIGNUM> k;
    };
    bool prepare(Fields in, Row& row) const {
        row.k = number(in[0]);
        return row.k && is_seckey(row.k.get());
    }
    void call(const Row& row, Result& r) const {
        r.ok = point_mul(group, r.point.get(), row.k.get(), nullptr, nullptr, ctx);
    }
};

struct PointMul : PointResult {
    struct Row {
        Owned<BIGNUM> k;
        Owned<EC_POINT> point;
    };
    bool prepare(Fields in, Row& row) const {
        row.k = number(in[0]);
        row.point = point(in[1]);
        return row.k && row.point && is_seckey(row.k.get());
    }
    void call(const Row& row, Result& r) const {
        r.ok = point_mul(group, r.point.get(), nullptr, row.point.get(), row.k.get(), ctx);
    }
};

struct Parse : PointResult {
    struct Row {
        Bytes pubkey;
    };
    static bool prepare(Fields in, Row& row) {
        row.pubkey = in[0];
        return true;
    }
    void call(const Row& row, Result& r) const {
        r.ok = oct2point(group, r.point.get(), row.pubkey.data(), row.pubkey.size(), ctx);
    }
};

// What ECDH_compute_key does, but with the hash of the compressed point.
struct SharedSecret : Base {
    struct Result {
        Owned<EC_POINT> point;
        Byte hash[32];
        int ok = 0;
    };
    struct Row {
        const Byte* seckey;
        Owned<EC_POINT> pubkey;
    };
    bool prepare(Fields in, Row& row) const {
        row.seckey = in[0].data();
        row.pubkey = point(in[1]);
        return static_cast<bool>(row.pubkey);
    }
    void reserve(Result& r) const { r.point = new_point(); }
    void call(const Row& row, Result& r) const {
        Byte compressed[33];
        const BIGNUM* const k = seckey(row.seckey);
        r.ok = k != nullptr && point_mul(group, r.point.get(), nullptr, row.pubkey.get(), k, ctx) == 1 &&
               point2oct(group, r.point.get(), form_compressed, compressed, sizeof compressed, ctx) ==
                   sizeof compressed &&
               sha256(compressed, sizeof compressed, r.hash) != nullptr;
    }
    static std::size_t serialize(const Result& r, Output& out) {
        std::copy_n(r.hash, sizeof r.hash, out.begin());
        return r.ok == 1 ? sizeof r.hash : 0;
    }
};

// The date in "OpenSSL 3.5.5 27 Jan 2026" as ISO, or "".
std::string iso_date(std::string_view day, std::string_view month, std::string_view year) {
    constexpr std::string_view months = "janfebmaraprmayjunjulaugsepoctnovdec";
    std::string lower(month);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    const std::size_t at = months.find(lower);
    const auto d = parse_number(day), y = parse_number(year);
    if (lower.size() != 3 || at == std::string_view::npos || at % 3 != 0 || !d || *d < 1 || *d > 31 || !y ||
        year.size() != 4) {
        return {};
    }
    char text[sizeof "2026-01-27"];
    std::snprintf(text, sizeof text, "%04u-%02u-%02u", static_cast<unsigned>(*y),
                  static_cast<unsigned>(at / 3 + 1), static_cast<unsigned>(*d));
    return text;
}

// The words of "OpenSSL 1.1.1w  11 Sep 2023" and of what distributions add.
void read_version(const char* text, Contender& contender) {
    std::vector<std::string_view> words;
    for (const std::string_view word : split(text)) {
        if (!word.empty()) {
            words.push_back(word);
        }
    }
    contender.name = words.empty() ? "libcrypto" : words[0];
    if (words.size() >= 2) {
        contender.version = words[1];
    }
    if (words.size() >= 5) {
        contender.date = iso_date(words[2], words[3], words[4]);
    }
}

std::string printable(const char* text) {
    std::string out;
    for (; *text != '\0'; text++) {
        out += *text >= ' ' && *text <= '~' ? *text : '?';
    }
    return out;
}

} // namespace

} // namespace libcrypto

Contender open_libcrypto(const Library& library) {
    using namespace libcrypto;
    OPENSSL_init_crypto* init = nullptr;
    OpenSSL_version* version = nullptr;
    BN_CTX_new* ctx_new = nullptr;
    EC_GROUP_new_by_curve_name* group_new = nullptr;
    EC_GROUP_get0_order* get0_order = nullptr;
    Base base{};
    library.need("OPENSSL_init_crypto", init);
    library.need("OpenSSL_version", version);
    library.need("BN_CTX_new", ctx_new);
    library.need("EC_GROUP_new_by_curve_name", group_new);
    library.need("EC_GROUP_get0_order", get0_order);
    library.need("BN_new", base.bn_new);
    library.need("BN_free", base.bn_free);
    library.need("BN_bin2bn", base.bin2bn);
    library.need("BN_bn2binpad", base.bn2binpad);
    library.need("BN_cmp", base.cmp);
    library.need("BN_is_zero", base.is_zero);
    library.need("BN_is_negative", base.is_negative);
    library.need("EC_POINT_new", base.point_new);
    library.need("EC_POINT_free", base.point_free);
    library.need("EC_POINT_mul", base.point_mul);
    library.need("EC_POINT_oct2point", base.oct2point);
    library.need("EC_POINT_point2oct", base.point2oct);
    library.need("ECDSA_SIG_new", base.sig_new);
    library.need("ECDSA_SIG_free", base.sig_free);
    library.need("ECDSA_SIG_get0", base.sig_get0);
    library.need("ECDSA_SIG_set0", base.sig_set0);
    library.need("d2i_ECDSA_SIG", base.d2i);
    library.need("i2d_ECDSA_SIG", base.i2d);
    // A configuration file could replace the implementation.
    if (init(init_no_load_config, nullptr) != 1) {
        throw Unusable{"OPENSSL_init_crypto failed"};
    }
    base.group = group_new(nid_secp256k1);
    if (base.group == nullptr) {
        throw Unusable{"this libcrypto has no secp256k1"};
    }
    base.order = get0_order(base.group);
    base.ctx = ctx_new();
    base.scratch = base.bn_new();
    if (base.order == nullptr || base.ctx == nullptr || base.scratch == nullptr) {
        throw Unusable{"out of memory"};
    }

    Contender contender;
    read_version(version(version_text), contender);
    contender.path = library.path();
    contender.flags = printable(version(version_cflags)) +
                      "; pubkey_create, base_mul and point_mul end in an EC_POINT (Jacobian)";
    offer_empty(contender);
    contender.offer("pubkey_create", Create{{base}});
    contender.offer("base_mul", BaseMul{{base}});
    contender.offer("point_mul", PointMul{{base}});
    contender.offer("pubkey_parse33", Parse{{base}});
    contender.offer("pubkey_parse65", Parse{{base}});
    // No der_parse: d2i_ECDSA_SIG reads BER, of which DER is a part.
    if (library.get("SHA256", base.sha256)) {
        contender.offer("ecdh", SharedSecret{base});
        contender.flags += "; ecdh is EC_POINT_mul, EC_POINT_point2oct and SHA256";
    }
    if (library.has("EVP_PKEY_fromdata")) {
        offer_ecdsa_evp(contender, library, base);
        contender.flags += "; ECDSA by EVP_PKEY";
    } else {
        offer_ecdsa_eckey(contender, library, base);
        contender.flags += "; ECDSA by EC_KEY";
    }
    return contender;
}

} // namespace lab
