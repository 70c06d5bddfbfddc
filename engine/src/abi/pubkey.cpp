#include "schemes/pubkey.h"
#include "abi/context.h"
#include "abi/heap_sort.h"
#include "schemes/seckey.h"

using namespace koblitz;

namespace {

/* The compressed encoding, or 33 zero bytes when the key is null or not set, after the callback. */
void serialize_or_zero(const secp256k1_context* ctx, unsigned char out[33], const secp256k1_pubkey* pubkey) {
    size_t len = 33;
    memset(out, 0, 33);
    secp256k1_ec_pubkey_serialize(ctx, out, &len, pubkey, SECP256K1_EC_COMPRESSED);
}

} // namespace

extern "C" {

int secp256k1_ec_pubkey_parse(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                              const unsigned char* input, size_t inputlen) {
    KOBLITZ_REQUIRE_SET(pubkey);
    memset(pubkey, 0, sizeof *pubkey);
    KOBLITZ_REQUIRE_SET(input);
    return pubkey_parse(pubkey->data, input, inputlen);
}

int secp256k1_ec_pubkey_serialize(const secp256k1_context* ctx, unsigned char* output, size_t* outputlen,
                                  const secp256k1_pubkey* pubkey, unsigned int flags) {
    const bool compressed = (flags & SECP256K1_FLAGS_BIT_COMPRESSION) != 0;
    const size_t needed = compressed ? 33 : 65;
    KOBLITZ_REQUIRE_SET(outputlen);
    KOBLITZ_REQUIRE(*outputlen >= needed);
    const size_t room = *outputlen;
    *outputlen = 0;
    KOBLITZ_REQUIRE_SET(output);
    memset(output, 0, room);
    KOBLITZ_REQUIRE_SET(pubkey);
    KOBLITZ_REQUIRE((flags & SECP256K1_FLAGS_TYPE_MASK) == SECP256K1_FLAGS_TYPE_COMPRESSION);
    if (!require_pubkey(ctx, pubkey->data))
        return 0;
    const secp256k1_pubkey key = *pubkey; /* output may overlap it */
    reverse32(output + 1, key.data);
    if (compressed) {
        output[0] = pubkey_y_is_odd(key.data) ? SECP256K1_TAG_PUBKEY_ODD : SECP256K1_TAG_PUBKEY_EVEN;
    } else {
        output[0] = SECP256K1_TAG_PUBKEY_UNCOMPRESSED;
        reverse32(output + 33, key.data + 32);
    }
    *outputlen = needed;
    return 1;
}

int secp256k1_ec_pubkey_cmp(const secp256k1_context* ctx, const secp256k1_pubkey* pubkey1,
                            const secp256k1_pubkey* pubkey2) {
    unsigned char a[33], b[33];
    serialize_or_zero(ctx, a, pubkey1);
    serialize_or_zero(ctx, b, pubkey2);
    return memcmp(a, b, 33);
}

int secp256k1_ec_pubkey_sort(const secp256k1_context* ctx, const secp256k1_pubkey** pubkeys,
                             size_t n_pubkeys) {
    KOBLITZ_REQUIRE_SET(pubkeys);
    for (size_t i = 0; i < n_pubkeys; i++)
        KOBLITZ_REQUIRE(pubkeys[i] != nullptr);
    heap_sort(pubkeys, n_pubkeys, [ctx](const secp256k1_pubkey* a, const secp256k1_pubkey* b) {
        return secp256k1_ec_pubkey_cmp(ctx, a, b);
    });
    return 1;
}

int secp256k1_ec_pubkey_create(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                               const unsigned char* seckey) {
    KOBLITZ_REQUIRE_SET(pubkey);
    memset(pubkey, 0, sizeof *pubkey);
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(seckey);
    return wiping<ecmult_gen_stack>([=] { return pubkey_create(ctx->gen, pubkey->data, seckey); });
}

int secp256k1_ec_pubkey_negate(const secp256k1_context* ctx, secp256k1_pubkey* pubkey) {
    KOBLITZ_REQUIRE_SET(pubkey);
    if (!require_pubkey(ctx, pubkey->data)) {
        memset(pubkey, 0, sizeof *pubkey);
        return 0;
    }
    pubkey_negate(pubkey->data);
    return 1;
}

int secp256k1_ec_pubkey_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                                  const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(pubkey, tweak32);
    if (!require_pubkey(ctx, pubkey->data)) {
        memset(pubkey, 0, sizeof *pubkey);
        return 0;
    }
    /* The key is gone before the tweak is read, which shows when they overlap. */
    const secp256k1_pubkey key = *pubkey;
    memset(pubkey, 0, sizeof *pubkey);
    return pubkey_tweak_add(pubkey->data, key.data, tweak32);
}

int secp256k1_ec_pubkey_tweak_mul(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                                  const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(pubkey, tweak32);
    /* A tweak out of range fails before the key is looked at. */
    bool overflow = false;
    (void)scalar::parse(tweak32, &overflow);
    if (overflow || !require_pubkey(ctx, pubkey->data)) {
        memset(pubkey, 0, sizeof *pubkey);
        return 0;
    }
    return pubkey_tweak_mul(pubkey->data, pubkey->data, tweak32);
}

int secp256k1_ec_pubkey_combine(const secp256k1_context* ctx, secp256k1_pubkey* out,
                                const secp256k1_pubkey* const* ins, size_t n) {
    KOBLITZ_REQUIRE_SET(out);
    memset(out, 0, sizeof *out);
    KOBLITZ_REQUIRE(n >= 1);
    KOBLITZ_REQUIRE_SET(ins);
    bool all_set = true;
    for (size_t i = 0; i < n; i++) {
        KOBLITZ_REQUIRE(ins[i] != nullptr);
        all_set &= require_pubkey(ctx, ins[i]->data);
    }
    return all_set ? pubkey_combine(out->data, ins, n) : 0;
}

} // extern "C"
