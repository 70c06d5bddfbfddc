/* secp256k1 over the field in five limbs of 52 bits. */
#ifndef KOBLITZ_BACKENDS_PORTABLE_H
#define KOBLITZ_BACKENDS_PORTABLE_H

#include "backends/curve.h"
#include "field/fe_5x52.h"

namespace koblitz {

struct portable : secp256k1<field_5x52<false>, field_5x52<true>> {
    static constexpr const char* name = "portable";
};

} // namespace koblitz

#endif
