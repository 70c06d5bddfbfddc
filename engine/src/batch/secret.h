/* Batches on secret keys. Constant time in them and in the points they give. */
#pragma once

#include "backends/list.h"
#include "batch/rows.h"

namespace koblitz {

/* A column of 32 bytes each. Where gen starts at a point (gen_context_start_at) and a sum is infinity, its
 * coordinates are zeros; the verdict is that of the secret key. */
void batch_pubkey_create(const backend& b, const gen_context& gen, u8* verdicts, const koblitz_output& out,
                         const koblitz_column& seckeys, size_t n);

/* seckey times each point; with an invalid seckey every row fails. Whether a row is a point is public: an
 * object off the curve is refused too, since its product would tell of the secret key. */
void batch_pubkey_mul(const backend& b, u8* verdicts, const koblitz_output& out, const koblitz_column& in,
                      const u8 seckey[32], size_t n);

} // namespace koblitz
