#include "backends/dispatch.h"

#include "backends/cpu.h"

namespace koblitz {

extern const backend_table portable_table;
#if defined(__x86_64__)
extern const backend_table x86_bmi2_table;
#endif

const backend_table& active_backend() {
#if defined(__x86_64__)
    if (cpu().bmi2_adx && !portable_is_forced()) return x86_bmi2_table;
#endif
    return portable_table;
}

}  // namespace koblitz
