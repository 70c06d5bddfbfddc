/* KOBLITZ_INLINE: point formulas gain by products in place. Unoptimized, each copy would have stack of its
 * own; instrumented, the lanes in plain C++ would take minutes to compile. */
#pragma once

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define KOBLITZ_INLINE [[gnu::always_inline]]
#else
#define KOBLITZ_INLINE
#endif
