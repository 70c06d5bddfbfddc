#include "hash/tagged.h"

#include "abi/context.h"

extern "C" int secp256k1_tagged_sha256(const secp256k1_context* ctx, unsigned char* hash32,
                                       const unsigned char* tag, size_t taglen, const unsigned char* msg,
                                       size_t msglen) {
    KOBLITZ_REQUIRE(hash32 != nullptr);
    KOBLITZ_REQUIRE(tag != nullptr);
    KOBLITZ_REQUIRE(msg != nullptr);
    const koblitz::sha256_compress_fn compress = ctx->compress();
    koblitz::sha256 h(compress, koblitz::tag_midstate(compress, tag, taglen));
    h.write(msg, msglen);
    h.finalize(hash32);
    return 1;
}
