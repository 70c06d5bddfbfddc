/* Batches of ECDSA verifications. Variable time. */
#pragma once

#include "backends/list.h"
#include "batch/rows.h"

namespace koblitz {

struct ecdsa_columns {
    const koblitz_column &signatures, &msghashes, &pubkeys;
    bool der, high_s;
};

void batch_ecdsa_verify(const backend& b, u8* verdicts, const ecdsa_columns& c, size_t n);

} // namespace koblitz
