/* secp256k1 over each portable field, of which the backend takes the one that suits the compiler. */
#ifndef KOBLITZ_TESTS_CORE_PORTABLE_FIELDS_H
#define KOBLITZ_TESTS_CORE_PORTABLE_FIELDS_H

#include "backends/curve.h"
#include "field/fe_4x64_portable.h"
#include "field/fe_5x52.h"

namespace test {

struct on_5x52 : koblitz::secp256k1<koblitz::field_5x52<false>, koblitz::field_5x52<true>> {
    static constexpr const char* name = "5x52";
};
struct on_4x64 : koblitz::secp256k1<koblitz::field_4x64_portable<false>, koblitz::field_4x64_portable<true>> {
    static constexpr const char* name = "4x64";
};

} // namespace test

#endif
