#include "backends/portable.h"

#include "backends/table.h"

namespace koblitz {

extern const backend_table portable_table;
constinit const backend_table portable_table = make_table<portable>();

} // namespace koblitz
