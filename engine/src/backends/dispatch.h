/* The one choice of a backend. */
#ifndef KOBLITZ_BACKENDS_DISPATCH_H
#define KOBLITZ_BACKENDS_DISPATCH_H

#include "backends/lanes.h"
#include "backends/table.h"

namespace koblitz {

/* The best this processor runs; portable when the environment says so. */
const backend_table& active_backend();

#ifdef KOBLITZ_TEST_HOOKS
/* The next active_backend() is the one of this name, whatever CPUID says; false when there is none. */
bool force_backend_for_tests(const char* name);
#endif

} // namespace koblitz

#endif
