#include "field/platform.h"
#include "hash/sha256.h"

#ifdef KOBLITZ_ARM64_ASM
#include "hash/sha256_rounds.h"

KOBLITZ_ASM void koblitz_sha256_arm64(uint32_t* state, const unsigned char* blocks, size_t n,
                                      const uint32_t* constants);

namespace koblitz {

void sha256_compress_arm64(uint32_t* state, const unsigned char* blocks, size_t n) {
    if (n != 0)
        koblitz_sha256_arm64(state, blocks, n, sha256_detail::round_constants);
}

} // namespace koblitz
#endif
