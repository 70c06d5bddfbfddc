#include "hash/sha256.h"
#include "hash/sha256_rounds.h"

namespace koblitz {

void sha256_compress_portable(uint32_t* state, const unsigned char* blocks, size_t n) {
    for (; n != 0; --n, blocks += 64)
        sha256_detail::compress_block(state, blocks);
}

} // namespace koblitz
