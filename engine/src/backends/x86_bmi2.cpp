#include "backends/x86_bmi2.h"

#ifdef KOBLITZ_X86_64_ASM

#include "backends/table.h"

namespace koblitz {

extern const backend_table x86_bmi2_table;
constinit const backend_table x86_bmi2_table = make_table<x86_bmi2>();

} // namespace koblitz

#endif
