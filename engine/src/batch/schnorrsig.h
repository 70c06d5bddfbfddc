/* Batches of BIP-340 verifications, each row on its own. Variable time. */
#pragma once

#include "backends/list.h"
#include "batch/rows.h"
#include "hash/sha256.h"

namespace koblitz {

struct schnorrsig_columns {
    const koblitz_column &signatures, &messages, &pubkeys;
};

/* Rows first to first + n - 1. */
void batch_schnorrsig_verify(const backend& b, sha256_compress_fn compress, u8* verdicts,
                             const schnorrsig_columns& c, size_t first, size_t n);

} // namespace koblitz
