/* Batches of transactions that a recipient of silent payments (BIP-352) looks into. Constant time in the scan
 * key and in what follows from it: the shared points, the tweaks of outputs, the outputs. */
#pragma once

#include "backends/list.h"
#include "batch/rows.h"
#include "hash/sha256.h"

namespace koblitz {

/* Without k all are 0. */
struct scan_columns {
    const koblitz_column& tweaks;
    const u32* k;
    const koblitz_column* outputs;
    size_t output_size;

    u32 number(size_t i) const { return k != nullptr ? k[i] : 0; }
    /* All of the row but whether the tweak is a point. */
    bool readable(size_t i) const;
};

/* Of each row the keys of all spend keys, 32 bytes each (unless keys is null), and 1 more than the index of
 * the first spend key whose output is in the row's outputs, or 0 (unless matches is null). Both are zeros
 * where a row fails. The spend keys are set. */
void batch_silentpayments_scan(const backend& b, const gen_context& gen, sha256_compress_fn compress,
                               u8* verdicts, u8* keys, u32* matches, const scan_columns& c,
                               const koblitz_silentpayments_recipient& recipient, size_t n);

} // namespace koblitz
