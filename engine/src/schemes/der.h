/* DER (X.690) encoding of ECDSA signatures. Variable time. */
#pragma once

#include "base/types.h"

namespace koblitz {

/* sig: r, then s, 32 bytes little-endian each, zero where the integer is negative or >= n. False, and zeros,
 * on any deviation from DER. */
bool der_parse(u8 sig[64], const u8* in, size_t len);

/* length: from the room to the length of the encoding, at most 72; then, if it fits, out is written. */
bool der_serialize(u8* out, size_t* length, const u64 r[4], const u64 s[4]);

} // namespace koblitz
