/* Is this call alone? Between calls that follow one another code stays in the caches; after a pause other
 * programs' code and data are there, and to wait for one line after the other takes longer than the work. */
#pragma once

#include "base/types.h"

namespace koblitz {

/* In cycles of the time stamp counter: about 40 µs. */
inline constexpr u64 lone_pause = 1 << 17;

/* Whether no thread has asked for at least lone_pause. Depends on the time between calls alone, so on no
 * secret, and no result may depend on it. */
bool is_lone_call();

} // namespace koblitz
