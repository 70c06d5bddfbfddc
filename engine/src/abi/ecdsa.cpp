#include "schemes/ecdsa.h"
#include "abi/context.h"
#include "base/ct.h"
#include "schemes/der.h"
#include "schemes/nonce.h"

using namespace koblitz;

int koblitz::nonce_function_rfc6979(unsigned char* nonce32, const unsigned char* msg32,
                                    const unsigned char* key32, const unsigned char* algo16, void* data,
                                    unsigned int attempt) {
    return wiping<hash_stack>([=] {
        nonce_rfc6979(sha256_compress_default(), nonce32, msg32, key32, algo16, data, attempt);
        return 1;
    });
}

extern "C" {

const secp256k1_nonce_function secp256k1_nonce_function_rfc6979 = nonce_function_rfc6979;
const secp256k1_nonce_function secp256k1_nonce_function_default = nonce_function_rfc6979;

int secp256k1_ecdsa_signature_parse_compact(const secp256k1_context* ctx, secp256k1_ecdsa_signature* sig,
                                            const unsigned char* input64) {
    KOBLITZ_REQUIRE_SET(sig, input64);
    return ecdsa_signature_parse(sig->data, input64);
}

int secp256k1_ecdsa_signature_parse_der(const secp256k1_context* ctx, secp256k1_ecdsa_signature* sig,
                                        const unsigned char* input, size_t inputlen) {
    KOBLITZ_REQUIRE_SET(sig, input);
    return der_parse(sig->data, input, inputlen) ? 1 : 0;
}

int secp256k1_ecdsa_signature_serialize_der(const secp256k1_context* ctx, unsigned char* output,
                                            size_t* outputlen, const secp256k1_ecdsa_signature* sig) {
    u64 r[4], s[4];
    KOBLITZ_REQUIRE_SET(output, outputlen, sig);
    load_le256(r, sig->data);
    load_le256(s, sig->data + 32);
    return der_serialize(output, outputlen, r, s) ? 1 : 0;
}

int secp256k1_ecdsa_signature_serialize_compact(const secp256k1_context* ctx, unsigned char* output64,
                                                const secp256k1_ecdsa_signature* sig) {
    KOBLITZ_REQUIRE_SET(output64, sig);
    signature_reverse(output64, sig->data);
    return 1;
}

int secp256k1_ecdsa_signature_normalize(const secp256k1_context* ctx, secp256k1_ecdsa_signature* sigout,
                                        const secp256k1_ecdsa_signature* sigin) {
    KOBLITZ_REQUIRE_SET(sigin);
    return ecdsa_normalize(sigout != nullptr ? sigout->data : nullptr, sigin->data);
}

int secp256k1_ecdsa_verify(const secp256k1_context* ctx, const secp256k1_ecdsa_signature* sig,
                           const unsigned char* msghash32, const secp256k1_pubkey* pubkey) {
    KOBLITZ_REQUIRE_SET(msghash32, sig, pubkey);
    if (__builtin_expect(!pubkey_is_set(pubkey->data), 0)) {
        /* A high s fails before the key is looked at. */
        if (ecdsa_normalize(nullptr, sig->data) == 0)
            require_pubkey(ctx, pubkey->data);
        return 0;
    }
    return ecdsa_verify(sig->data, msghash32, pubkey->data);
}

int secp256k1_ecdsa_sign(const secp256k1_context* ctx, secp256k1_ecdsa_signature* sig,
                         const unsigned char* msghash32, const unsigned char* seckey,
                         secp256k1_nonce_function noncefp, const void* ndata) {
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(msghash32, sig, seckey);
    /* The default function is called with the context's SHA-256. */
    if (noncefp == nonce_function_rfc6979)
        noncefp = nullptr;
    return wiping<ecmult_gen_stack>([=] {
        unsigned char with_id[65];
        const int ok = ecdsa_sign(ctx->gen, ctx->compress(), with_id, msghash32, seckey, noncefp, ndata);
        memcpy(sig->data, with_id, 64);
        return ok;
    });
}

} // extern "C"
