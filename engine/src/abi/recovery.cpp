#include "abi/context.h"
#include "schemes/ecdsa.h"
#include "secp256k1_recovery.h"

using namespace koblitz;

extern "C" {

int secp256k1_ecdsa_recoverable_signature_parse_compact(const secp256k1_context* ctx,
                                                        secp256k1_ecdsa_recoverable_signature* sig,
                                                        const unsigned char* input64, int recid) {
    KOBLITZ_REQUIRE_SET(sig, input64);
    KOBLITZ_REQUIRE(recid >= 0 && recid <= 3);
    const int ok = ecdsa_signature_parse(sig->data, input64);
    sig->data[64] = static_cast<unsigned char>(ok != 0 ? recid : 0);
    return ok;
}

int secp256k1_ecdsa_recoverable_signature_convert(const secp256k1_context* ctx,
                                                  secp256k1_ecdsa_signature* sig,
                                                  const secp256k1_ecdsa_recoverable_signature* sigin) {
    KOBLITZ_REQUIRE_SET(sig, sigin);
    copy64(sig->data, sigin->data);
    return 1;
}

int secp256k1_ecdsa_recoverable_signature_serialize_compact(
    const secp256k1_context* ctx, unsigned char* output64, int* recid,
    const secp256k1_ecdsa_recoverable_signature* sig) {
    KOBLITZ_REQUIRE_SET(output64, sig, recid);
    const secp256k1_ecdsa_recoverable_signature all = *sig;
    *recid = all.data[64];
    signature_reverse(output64, all.data);
    return 1;
}

int secp256k1_ecdsa_sign_recoverable(const secp256k1_context* ctx, secp256k1_ecdsa_recoverable_signature* sig,
                                     const unsigned char* msghash32, const unsigned char* seckey,
                                     secp256k1_nonce_function noncefp, const void* ndata) {
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(msghash32, sig, seckey);
    if (noncefp == nonce_function_rfc6979)
        noncefp = nullptr;
    return wiping<ecmult_gen_stack>(
        [=] { return ecdsa_sign(ctx->gen, ctx->compress(), sig->data, msghash32, seckey, noncefp, ndata); });
}

int secp256k1_ecdsa_recover(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                            const secp256k1_ecdsa_recoverable_signature* sig,
                            const unsigned char* msghash32) {
    KOBLITZ_REQUIRE_SET(msghash32, sig, pubkey);
    return ecdsa_recover(pubkey->data, sig->data, msghash32);
}

} // extern "C"
