/* The blinding of multiplications of G by secrets. Constant time. */
#pragma once

#include "backends/arithmetic.h"
#include "hash/sha256.h"

namespace koblitz {

/* b = 1, z = 1: correct, unblinded. */
void gen_context_init(gen_context& gen);

/* Not a blinding: gen gives p + k G for k. z stays. */
void gen_context_start_at(gen_context& gen, const point& p);

/* New blinding from 32 bytes and the blinding there was, so that a poor seed takes nothing away. */
void gen_context_randomize(gen_context& gen, sha256_compress_fn compress, const u8 seed32[32]);

} // namespace koblitz
