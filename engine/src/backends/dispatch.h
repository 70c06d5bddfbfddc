/* The one choice of a backend. */
#ifndef KOBLITZ_BACKENDS_DISPATCH_H
#define KOBLITZ_BACKENDS_DISPATCH_H

#include "schemes/table.h"

namespace koblitz {

/* The best this processor runs; portable when the environment says so. */
const backend_table& active_backend();

}  // namespace koblitz

#endif
