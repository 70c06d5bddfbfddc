/* Batches of public keys: parsing, tweaks, recovery. Variable time. */
#pragma once

#include "backends/list.h"
#include "batch/rows.h"

namespace koblitz {

/* The end of row i: its verdict is ok, its output p as an object (64 bytes) or in 33 or 65 bytes, or zeros.
 */
void end_row(const koblitz_output& out, u8* verdicts, size_t i, bool ok, const point& p);

void batch_pubkey_parse(const backend& b, u8* verdicts, const koblitz_output& out, const koblitz_column& in,
                        size_t n);
void batch_pubkey_tweak_add(const backend& b, u8* verdicts, const koblitz_output& out,
                            const koblitz_column& in, const koblitz_column& tweaks, size_t n);

/* Without parities either will do. */
struct tweak_check_columns {
    const koblitz_column& tweaked;
    const koblitz_column* parities;
    const koblitz_column &internal, &tweaks;

    bool readable(size_t i) const {
        return row(tweaked, i).size == 32 && (parities == nullptr || row(*parities, i).size == 1);
    }
    bool has_parity(size_t i, unsigned parity) const {
        return parities == nullptr || row(*parities, i).data[0] == parity;
    }
};

void batch_xonly_tweak_add_check(const backend& b, u8* verdicts, const tweak_check_columns& c, size_t n);

struct recovery_columns {
    const koblitz_column &signatures, &recids, &msghashes;

    bool readable(size_t i) const {
        return row(signatures, i).size == 64 && row(recids, i).size == 1 && recid(i) <= 3 &&
               row(msghashes, i).size == 32;
    }
    /* Above 3: it is none. The row has its byte. */
    unsigned recid(size_t i) const {
        const unsigned v = row(recids, i).data[0];
        return v >= 27 ? v - 27 : v;
    }
    /* The key of row i, if it has one. */
    bool recover(point& p, size_t i) const;
};

void batch_ecdsa_recover(const backend& b, u8* verdicts, const koblitz_output& out, const recovery_columns& c,
                         size_t n);

} // namespace koblitz
