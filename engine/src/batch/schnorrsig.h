/* Batches of BIP-340 verifications: each row on its own, or by one sum whose answer is that of all rows
 * together. Variable time. */
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

/* The points of rows first to first + count - 1, and whether all are there: R of the signatures, s of which
 * is below n, and P. */
bool read_points(const backend& b, point* r, point* p, const schnorrsig_columns& c, size_t first, int count);

/* s G = R + e P of rows first to first + n - 1, n at least 1. The seed is a hash of all e, which are hashes
 * of R, P and the message, and of all s. memory: equations::memory_size(n). */
bool schnorrsig_all(const backend& b, sha256_compress_fn compress, const schnorrsig_columns& c, size_t first,
                    size_t n, void* memory);

/* The fewest rows whose sum takes less time than they do without it. */
size_t fewest_summed(const backend& b);

/* The bytes of memory that the call asks for n rows. */
size_t schnorrsig_all_memory(const backend& b, size_t n);

/* As batch_schnorrsig_verify. The rows of a sum that is not right are verified so. memory: size bytes,
 * aligned to sum_alignment. */
void batch_schnorrsig_verify_all(const backend& b, sha256_compress_fn compress, u8* verdicts,
                                 const schnorrsig_columns& c, size_t n, u8* memory, size_t size);

} // namespace koblitz
