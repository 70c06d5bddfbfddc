/* Is this call alone? Between calls that follow one another code stays in the caches; after a pause other
 * programs' code and data are there, and to wait for one line after the other takes longer than the work. */
#pragma once

#include "base/types.h"

namespace koblitz {

/* Whether at most one other call has asked since the system's coarse clock ticked (every 1 to 10 ms), in any
 * thread: who parses a key and signs makes two calls. False where there is no such clock. Reads neither the
 * time stamp counter, which a process may be forbidden, nor the kernel. Depends on the time between calls
 * alone, so on no secret, and no result may depend on it. */
bool is_lone_call();

#ifdef KOBLITZ_TEST_HOOKS
/* What is_lone_call returns from now on; false before. With this entry no clock is read, so that neither what
 * a test runs nor what it leaves depends on time. */
void force_lone_calls_for_tests(bool lone);
#endif

} // namespace koblitz
