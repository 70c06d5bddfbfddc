// wolfSSL 5.5.
#include <wolfssl/options.h>

#include <wolfssl/version.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/sha256.h>

#include "operations.h"

#include <array>
#include <memory>

namespace lab {

namespace {

using namespace distribution;

constexpr int curve = ECC_SECP256K1;
constexpr word32 der_max = 72; // two integers of 33 bytes, with their headers

struct Release {
    void operator()(ecc_key* key) const { wc_ecc_key_free(key); }
    void operator()(ecc_point* point) const { wc_ecc_del_point(point); }
};
using Key = std::unique_ptr<ecc_key, Release>;
using Point = std::unique_ptr<ecc_point, Release>;

// The curve's numbers, and the generator of random numbers.
struct Library {
    WC_RNG rng{};
    int index = wc_ecc_get_curve_idx(curve);
    mp_int a{}, b{}, prime{};

    Library() {
        const ecc_set_type* const set = index < 0 ? nullptr : wc_ecc_get_curve_params(index);
        if (set == nullptr || wc_InitRng(&rng) != 0 ||
            mp_init_multi(&a, &b, &prime, nullptr, nullptr, nullptr) != 0 ||
            mp_read_radix(&a, set->Af, MP_RADIX_HEX) != 0 || mp_read_radix(&b, set->Bf, MP_RADIX_HEX) != 0 ||
            mp_read_radix(&prime, set->prime, MP_RADIX_HEX) != 0) {
            throw Unusable{"no secp256k1, or no random numbers"};
        }
    }
};

Library& library() {
    static Library it;
    return it;
}

Key new_key() {
    return Key(wc_ecc_key_new(nullptr));
}

word32 length_of(Bytes bytes) {
    return static_cast<word32>(bytes.size());
}

std::size_t write(ecc_key* key, Output& out) {
    word32 length = uncompressed_length;
    return wc_ecc_export_x963(key, out.data(), &length) == 0 ? length : 0;
}

struct Api {
    static constexpr bool reads_compressed = true;

    using Pubkey = Key;
    struct Seckey {
        Key key;
    };
    struct Signature {
        std::array<Byte, der_max> der;
        word32 length;
    };

    // The first byte is that of the length, and coordinates are below p.
    static bool is_encoding(Bytes bytes) {
        const bool compressed = bytes.size() == compressed_length && (bytes[0] == 2 || bytes[0] == 3);
        return (compressed || (bytes.size() == uncompressed_length && bytes[0] == 4)) &&
               below(bytes.subspan(1, scalar_length), distribution::prime) &&
               below(bytes.last(scalar_length), distribution::prime);
    }
    static bool read(Bytes bytes, Pubkey& out) {
        out = new_key();
        return out && is_encoding(bytes) &&
               wc_ecc_import_x963_ex(bytes.data(), length_of(bytes), out.get(), curve) == 0 &&
               wc_ecc_is_point(&out->pubkey, &library().a, &library().b, &library().prime) == 0;
    }
    static bool read(Bytes bytes, Seckey& out) {
        out.key = new_key();
        return is_seckey(bytes) && out.key &&
               wc_ecc_import_private_key_ex(bytes.data(), length_of(bytes), nullptr, 0, out.key.get(),
                                            curve) == 0 &&
               wc_ecc_set_rng(out.key.get(), &library().rng) == 0;
    }
    static bool read(Bytes bytes, Signature& out) {
        out.length = der_max;
        return wc_ecc_rs_raw_to_sig(bytes.data(), scalar_length, bytes.data() + scalar_length, scalar_length,
                                    out.der.data(), &out.length) == 0;
    }
    static bool verify_der(ecc_key* pubkey, Bytes der, Bytes msghash) {
        int verdict = 0;
        return wc_ecc_verify_hash(der.data(), length_of(der), msghash.data(), length_of(msghash), &verdict,
                                  pubkey) == 0 &&
               verdict == 1;
    }
    static bool verify(const Pubkey& pubkey, const Signature& sig, Bytes msghash) {
        return verify_der(pubkey.get(), Bytes(sig.der).first(sig.length), msghash);
    }
    static bool parse_verify(Bytes pubkey, Bytes der, Bytes msghash) {
        Pubkey key;
        return read(pubkey, key) && verify_der(key.get(), der, msghash);
    }
    static std::size_t sign(const Seckey& seckey, Bytes msghash, Output& out) {
        std::array<Byte, der_max> der;
        std::array<Byte, scalar_length> r, s;
        word32 length = der_max, r_length = scalar_length, s_length = scalar_length;
        if (wc_ecc_sign_hash(msghash.data(), length_of(msghash), der.data(), &length, &library().rng,
                             seckey.key.get()) != 0 ||
            wc_ecc_sig_to_rs(der.data(), length, r.data(), &r_length, s.data(), &s_length) != 0) {
            return 0;
        }
        std::copy_n(r.begin(), r_length, out.begin() + scalar_length - r_length);
        std::copy_n(s.begin(), s_length, out.begin() + 2 * scalar_length - s_length);
        return 2 * scalar_length;
    }
    static std::size_t create(Bytes seckey, Output& out) {
        Seckey k;
        return read(seckey, k) && wc_ecc_make_pub_ex(k.key.get(), nullptr, &library().rng) == 0
                   ? write(k.key.get(), out)
                   : 0;
    }
    static std::size_t ecdh(Bytes seckey, const Pubkey& pubkey, Output& out) {
        Seckey k;
        const Point product(wc_ecc_new_point());
        Byte uncompressed[uncompressed_length];
        word32 length = sizeof uncompressed;
        if (!read(seckey, k) || !product ||
            wc_ecc_mulmod(&k.key->k, &pubkey->pubkey, product.get(), &library().a, &library().prime, 1) !=
                0 ||
            wc_ecc_export_point_der(library().index, product.get(), uncompressed, &length) != 0) {
            return 0;
        }
        const auto compressed = compress(uncompressed);
        return wc_Sha256Hash(compressed.data(), compressed.size(), out.data()) == 0 ? hash_length : 0;
    }
    static std::size_t parse(Bytes pubkey, Output& out) {
        Pubkey key;
        return read(pubkey, key) ? write(key.get(), out) : 0;
    }
};

} // namespace

Contender open_distribution() {
    Contender contender;
    library();
    contender.name = "wolfssl";
    contender.version = LIBWOLFSSL_VERSION_STRING;
    contender.date = contender.version == "5.5.4" ? "2022-12-21" : "";
    contender.flags = "ecdh is wc_ecc_mulmod and wc_Sha256Hash";
    contender.marks.push_back(
        {"unchecked", "ecdsa_verify,ecdsa_parse_verify,pubkey_parse33,pubkey_parse65",
         "wolfcrypt/src/ecc.c of 5.5.4: wc_ecc_import_x963_ex takes any point and any coordinate; that these "
         "are below p and wc_ecc_is_point are the worker's"});
    contender.marks.push_back({"vartime", "ecdsa_sign,pubkey_create,ecdh",
                               "wolfcrypt/src/ecc.c of 5.5.4, built with FP_ECC: accel_fp_mul reads its "
                               "table at the secret number's "
                               "bits"});
    contender.marks.push_back(
        {"unchecked", "ecdsa_sign,ecdh",
         "wolfcrypt/src/ecc.c of 5.5.4: wc_ecc_import_private_key_ex takes a secret key of 0, and of "
         "n and above; the range is the worker's"});
    offer<Api>(contender);
    return contender;
}

} // namespace lab
