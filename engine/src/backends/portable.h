/* secp256k1 over the field that the compiler makes the better code of: by clang four limbs of 64 bits where
 * the processor has a carry flag, else five of 52. Over nine of 29 with KOBLITZ_PORTABLE_9X29, to test what
 * WebAssembly runs. */
#pragma once

#include "backends/curve.h"
#include "field/fe_4x64_portable.h"
#include "field/fe_5x52.h"
#include "field/fe_9x29.h"

namespace koblitz {

#if defined(KOBLITZ_PORTABLE_9X29)
template <bool Secret>
using field_portable = field_9x29<Secret>;
#elif defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
template <bool Secret>
using field_portable = field_4x64_portable<Secret>;
#else
template <bool Secret>
using field_portable = field_5x52<Secret>;
#endif

struct portable : secp256k1<field_portable<false>, field_portable<true>> {};

} // namespace koblitz
