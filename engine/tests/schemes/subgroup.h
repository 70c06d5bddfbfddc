/* The schemes over the subgroup of order KOBLITZ_TEST_ORDER: their sources are compiled once more against its
 * scalars, and this is the list of backends. */
#pragma once

#include "backends/instantiate.h"
#include "backends/list.h"
#include "support/small_curve.h"

namespace test {

inline koblitz::arithmetic subgroup;

/* The schemes compute over the fields F and X from now on. */
template <class F, class X>
void take_fields() {
    subgroup = koblitz::make_arithmetic<small_backend<KOBLITZ_TEST_ORDER, F, X>>();
}

} // namespace test

namespace koblitz {

const backend& active_backend() {
    static const backend b = {"subgroup", [] { return true; }, &test::subgroup, nullptr};
    return b;
}

} // namespace koblitz

template int test::small_scalar<KOBLITZ_TEST_ORDER>::x_candidates(koblitz::u64 x[][4]) const;
