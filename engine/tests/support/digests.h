/* The message digests of the Wycheproof files, beside the library's own SHA-256. */
#pragma once

#include "support/bytes.h"

/* SHA-512 (FIPS 180-4). */
bytes sha512(const bytes& message);

/* Keccak-f[1600] sponge (FIPS 202): SHA3-256 is keccak(m, 136, 0x06, 32), SHAKE128 keccak(m, 168, 0x1f, 32).
 */
bytes keccak(const bytes& message, size_t rate, unsigned char suffix, size_t length);

/* SHA-256 by the library's portable function. */
bytes sha256_of(const bytes& message);

/* By the name a Wycheproof file gives it; empty when unknown. SHAKE128 has 32 bytes of output, SHAKE256 64.
 */
bytes digest(const std::string& name, const bytes& message);
