/* The Jacobi symbol, for public values. */
#pragma once

#include "base/types.h"

namespace koblitz {

/* (a / m) for odd m, a and m below 2^256. 0 when a and m share a factor. Else, for a prime m: 1 when a is a
 * square mod m, -1 when it is not. Variable time. */
int jacobi_var(const u64 a[4], const u64 m[4]);

} // namespace koblitz
