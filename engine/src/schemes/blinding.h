/* The blinding of multiplications of G by secrets. */
#ifndef KOBLITZ_SCHEMES_BLINDING_H
#define KOBLITZ_SCHEMES_BLINDING_H

#include "hash/rfc6979.h"
#include "mul/fixed_base.h"

namespace koblitz {

/* New blinding from 32 bytes and the blinding there was, so that a poor seed takes nothing away. Constant
 * time. */
template <class B>
void blinding_randomize(gen_context& gen, sha256_compress_fn compress, const u8 seed32[32]) {
    u8 seed[32 + sizeof gen], b32[32], z32[32];
    __builtin_memcpy(seed, seed32, 32);
    __builtin_memcpy(seed + 32, &gen, sizeof gen);
    rfc6979 generator(compress, seed, sizeof seed);
    generator.generate(b32);
    generator.generate(z32);
    typename B::secret_scalar b = B::secret_scalar::parse(b32, nullptr);
    gen_context_blind<B>(gen, b, z32);
    b.wipe();
    wipe(seed);
    wipe(b32);
    wipe(z32);
}

} // namespace koblitz

#endif
