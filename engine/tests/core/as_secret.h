#ifndef KOBLITZ_TESTS_CORE_AS_SECRET_H
#define KOBLITZ_TESTS_CORE_AS_SECRET_H

#include "group/types.h"

namespace test {

using namespace koblitz;

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

#endif
