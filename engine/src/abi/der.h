/* DER (X.690) encoding of ECDSA signatures. Variable time. */
#ifndef KOBLITZ_ABI_DER_H
#define KOBLITZ_ABI_DER_H

#include "base/types.h"

namespace koblitz {

/* r and s big-endian, zero where the integer is negative or >= n. False on any deviation from DER; r and s
 * are then unspecified. */
bool der_parse(u8 r[32], u8 s[32], const u8* in, size_t len);

/* The length of the encoding, at most 72; written to out when room suffices. */
size_t der_serialize(u8* out, size_t room, const u8 r[32], const u8 s[32]);

} // namespace koblitz

#endif
