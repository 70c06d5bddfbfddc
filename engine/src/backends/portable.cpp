#include "backends/portable.h"

#include "schemes/table.h"

namespace koblitz {

const backend_table portable_table = make_table<portable>();

}  // namespace koblitz
