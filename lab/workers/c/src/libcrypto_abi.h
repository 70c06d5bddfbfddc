// libcrypto's C interface as far as the worker calls it (OpenSSL 1.1 and later).
#pragma once

#include <cstddef>

namespace lab::libcrypto {

// Opaque types of the library.
struct BIGNUM;
struct BN_CTX;
struct EC_GROUP;
struct EC_POINT;
struct EC_KEY;
struct ECDSA_SIG;
struct EVP_PKEY;
struct EVP_PKEY_CTX;

constexpr int nid_secp256k1 = 714;
constexpr int form_compressed = 2;
constexpr int form_uncompressed = 4;
constexpr unsigned long long init_no_load_config = 0x80;
constexpr int version_text = 0;
constexpr int version_cflags = 1;

using Byte = unsigned char;

using OPENSSL_init_crypto = int(unsigned long long options, const void* settings);
using OpenSSL_version = const char*(int what);
using ERR_clear_error = void();
using SHA256 = Byte*(const Byte*, std::size_t, Byte* out32);

using BN_new = BIGNUM*();
using BN_free = void(BIGNUM*);
using BN_CTX_new = BN_CTX*();
using BN_bin2bn = BIGNUM*(const Byte*, int, BIGNUM*);
using BN_bn2binpad = int(const BIGNUM*, Byte*, int);
using BN_cmp = int(const BIGNUM*, const BIGNUM*);
using BN_is_zero = int(const BIGNUM*);
using BN_is_negative = int(const BIGNUM*);

using EC_GROUP_new_by_curve_name = EC_GROUP*(int nid);
using EC_GROUP_get0_order = const BIGNUM*(const EC_GROUP*);
using EC_POINT_new = EC_POINT*(const EC_GROUP*);
using EC_POINT_free = void(EC_POINT*);
using EC_POINT_mul = int(const EC_GROUP*, EC_POINT* r, const BIGNUM* n, const EC_POINT* q, const BIGNUM* m,
                         BN_CTX*); // r = n*G + m*q
using EC_POINT_oct2point = int(const EC_GROUP*, EC_POINT*, const Byte*, std::size_t, BN_CTX*);
using EC_POINT_point2oct = std::size_t(const EC_GROUP*, const EC_POINT*, int form, Byte*, std::size_t,
                                       BN_CTX*);

using ECDSA_SIG_new = ECDSA_SIG*();
using ECDSA_SIG_free = void(ECDSA_SIG*);
using ECDSA_SIG_get0 = void(const ECDSA_SIG*, const BIGNUM** r, const BIGNUM** s);
using ECDSA_SIG_set0 = int(ECDSA_SIG*, BIGNUM* r, BIGNUM* s); // takes both over
using d2i_ECDSA_SIG = ECDSA_SIG*(ECDSA_SIG**, const Byte**, long);
using i2d_ECDSA_SIG = int(const ECDSA_SIG*, Byte**);

// 1.1
using EC_KEY_new = EC_KEY*();
using EC_KEY_free = void(EC_KEY*);
using EC_KEY_set_group = int(EC_KEY*, const EC_GROUP*);
using EC_KEY_set_private_key = int(EC_KEY*, const BIGNUM*);
using EC_KEY_set_public_key = int(EC_KEY*, const EC_POINT*);
using EC_KEY_oct2key = int(EC_KEY*, const Byte*, std::size_t, BN_CTX*);
using ECDSA_do_sign = ECDSA_SIG*(const Byte*, int, EC_KEY*);
using ECDSA_do_verify = int(const Byte*, int, const ECDSA_SIG*, EC_KEY*);
using ECDSA_verify = int(int type, const Byte* hash, int, const Byte* der, int, EC_KEY*);

// 3.0 and later
struct OSSL_PARAM {
    const char* key;
    unsigned data_type;
    void* data;
    std::size_t data_size;
    std::size_t return_size;
};
constexpr unsigned param_unsigned_integer = 2;
constexpr unsigned param_utf8_string = 4;
constexpr std::size_t param_unmodified = static_cast<std::size_t>(-1);
constexpr int evp_key_parameters = 0x84;
constexpr int evp_keypair = 0x87;

using EVP_PKEY_new = EVP_PKEY*();
using EVP_PKEY_free = void(EVP_PKEY*);
using EVP_PKEY_CTX_free = void(EVP_PKEY_CTX*);
using EVP_PKEY_CTX_new_from_name = EVP_PKEY_CTX*(void* libctx, const char* name, const char* query);
using EVP_PKEY_CTX_new_from_pkey = EVP_PKEY_CTX*(void* libctx, EVP_PKEY*, const char* query);
using EVP_PKEY_CTX_step = int(EVP_PKEY_CTX*); // the functions that end in _init
using EVP_PKEY_fromdata = int(EVP_PKEY_CTX*, EVP_PKEY**, int selection, OSSL_PARAM*);
using EVP_PKEY_copy_parameters = int(EVP_PKEY* to, const EVP_PKEY* from);
using EVP_PKEY_set1_encoded_public_key = int(EVP_PKEY*, const Byte*, std::size_t);
using EVP_PKEY_sign = int(EVP_PKEY_CTX*, Byte* sig, std::size_t* length, const Byte*, std::size_t);
using EVP_PKEY_verify = int(EVP_PKEY_CTX*, const Byte* sig, std::size_t, const Byte*, std::size_t);

} // namespace lab::libcrypto
