#include "backends/x86_bmi2.h"

#include "schemes/table.h"

namespace koblitz {

extern const backend_table x86_bmi2_table;
constinit const backend_table x86_bmi2_table = make_table<x86_bmi2>();

} // namespace koblitz
