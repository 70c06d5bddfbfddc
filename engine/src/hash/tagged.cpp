#include "hash/tagged.h"

#include <string.h>

namespace koblitz {

sha256_midstate tag_midstate(sha256_compress_fn fn, const void* tag, size_t len) {
    u8 block[64];
    sha256 h(fn);
    h.write(tag, len);
    h.finalize(block);
    memcpy(block + 32, block, 32);
    sha256_midstate m = sha256_detail::initial;
    fn(m.words, block, 1);
    m.bytes = 64;
    return m;
}

} // namespace koblitz
