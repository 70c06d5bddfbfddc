/* Between secret and public elements and points. */
#pragma once

#include "group/types.h"

namespace test {

using namespace koblitz;

/* A secret element, or point, where a public one is asked for. */
template <class P, class X, class R, class A>
void declassify_element(R& r, const A& a) {
    static_assert(!P::secret && X::secret);
    secret_limbs t;
    u64 known[4];
    X::to_limbs(t, a);
    t.declassify(known);
    P::from_limbs(r, known);
}
template <class P, class X>
void declassify(ge<P>& r, const ge<X>& a) {
    declassify_element<P, X>(r.x, a.x);
    declassify_element<P, X>(r.y, a.y);
}

template <class P, class X>
void as_public(gej<P>& r, const gej<X>& a) {
    declassify_element<P, X>(r.x, a.x);
    declassify_element<P, X>(r.y, a.y);
    declassify_element<P, X>(r.z, a.z);
    r.infinity = a.infinity.declassify();
}

/* A public point where a secret one is asked for. */
template <class X, class P>
void as_secret(ge<X>& r, const ge<P>& a) {
    static_assert(!P::secret && X::secret);
    u64 t[4];
    P::to_limbs(t, a.x);
    X::from_limbs(r.x, t);
    P::to_limbs(t, a.y);
    X::from_limbs(r.y, t);
}

} // namespace test
