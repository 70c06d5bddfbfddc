/* Linked into a library, takes the lanes from it as it is loaded. */
#include "backends/lanes.h"

namespace {

[[gnu::constructor]] void without_lanes() {
    koblitz::force_lanes_for_tests(nullptr);
}

} // namespace
