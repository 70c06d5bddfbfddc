#include "hash/tagged.h"

#include "abi/context.h"

using namespace koblitz;

extern "C" int secp256k1_tagged_sha256(const secp256k1_context* ctx, unsigned char* hash32,
                                       const unsigned char* tag, size_t taglen, const unsigned char* msg,
                                       size_t msglen) {
    KOBLITZ_REQUIRE_SET(hash32, tag, msg);
    const sha256_compress_fn compress = ctx->compress();
    sha256 h(compress, tag_midstate(compress, tag, taglen));
    h.write(msg, msglen);
    h.finalize(hash32);
    return 1;
}
