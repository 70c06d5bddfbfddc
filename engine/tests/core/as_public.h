#ifndef KOBLITZ_TESTS_CORE_AS_PUBLIC_H
#define KOBLITZ_TESTS_CORE_AS_PUBLIC_H

#include "group/types.h"

namespace test {

using namespace koblitz;

/* A secret point where a public one is asked for. */
template <class P, class X>
void as_public(gej<P>& r, const gej<X>& a) {
    declassify_element<P, X>(r.x, a.x);
    declassify_element<P, X>(r.y, a.y);
    declassify_element<P, X>(r.z, a.z);
    r.infinity = a.infinity.declassify();
}

} // namespace test

#endif
