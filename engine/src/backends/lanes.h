/* The kernels for eight lanes that this processor runs. */
#ifndef KOBLITZ_BACKENDS_LANES_H
#define KOBLITZ_BACKENDS_LANES_H

#include "lanes/interface.h"

#ifdef KOBLITZ_IFMA
/* backends/x86_ifma.cpp; runs where cpu().ifma holds. */
namespace koblitz_lanes {
extern const kernels ifma_kernels;
}
#endif

namespace koblitz {

/* Null where it has none, or the portable backend is forced. */
const koblitz_lanes::kernels* active_lanes();

} // namespace koblitz

#endif
