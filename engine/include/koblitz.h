#ifndef KOBLITZ_H
#define KOBLITZ_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What this library has beyond libsecp256k1's interface. */

/* The name of the code chosen for this process by CPUID: "portable", or the
 * instruction set of an accelerated one. The environment variable
 * KOBLITZ_BACKEND=portable forces the portable code, SHA-256 included; it is
 * read once, and ignored in a process with raised privileges. A static
 * string. */
SECP256K1_API const char* koblitz_backend_name(void);

/* The same for SHA-256: "portable", "sha_ni". */
SECP256K1_API const char* koblitz_sha256_name(void);

#ifdef __cplusplus
}
#endif

#endif /* KOBLITZ_H */
