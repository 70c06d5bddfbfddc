/* The code of a kernel into the second-level cache, for a call that finds it in none (base/lone.h). */
#pragma once

#include "base/types.h"

namespace koblitz {

/* bytes: the size of the routine by gcc 12. With another size only time is lost: a prefetch never faults. */
template <class Result, class... Arguments>
inline void fetch_code(Result (*routine)(Arguments...), int bytes) {
    const char* const code = reinterpret_cast<const char*>(routine);
    for (int at = 0; at < bytes; at += 64)
        __builtin_prefetch(code + at, 0, 2);
}

} // namespace koblitz
