/* Blinding for tests of ecmult_gen over any curve; schemes/blinding.h is that of the library. */
#pragma once

#include "ecmult/gen.h"
#include "group/affine.h"

namespace test {

using namespace koblitz;

/* b = 1, z = 1. */
template <class B>
void gen_context_init(gen_context& c) {
    using S = typename B::secret_scalar;
    const u64 one[4] = {1, 0, 0, 0};
    (S::from_limbs(B::ecmult_gen_offset()) - S(B::scalar::one())).to_limbs(c.offset);
    c.x = secret_limbs(B::generator()->x);
    c.y = secret_limbs(B::generator()->y);
    c.z = secret_limbs(one);
}

/* b, and Z from 32 bytes; 0 becomes 1. */
template <class B>
void gen_context_blind(gen_context& c, const typename B::secret_scalar& b, const u8 z32[32]) {
    using F = typename B::secret_field;
    using S = typename B::secret_scalar;
    const S blind = S::select(b.is_zero(), S(B::scalar::one()), b);
    gen_context plain;
    typename B::secret_gej p;
    typename B::secret_ge a;
    typename F::fe z, one;
    gen_context_init<B>(plain);
    ecmult_gen<B>(p, plain, blind);
    to_affine(a, p);
    F::to_limbs(c.x, a.x);
    F::to_limbs(c.y, a.y);
    (S::from_limbs(B::ecmult_gen_offset()) - blind).to_limbs(c.offset);
    F::parse_reduce(z, z32);
    F::set_u32(one, 1);
    F::select(z, F::is_zero(z), one, z);
    F::to_limbs(c.z, z);
}

} // namespace test
