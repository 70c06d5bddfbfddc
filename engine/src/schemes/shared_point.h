/* What a Diffie-Hellman exchange gives. */
#ifndef KOBLITZ_SCHEMES_SHARED_POINT_H
#define KOBLITZ_SCHEMES_SHARED_POINT_H

#include "group/affine.h"
#include "mul/variable_base.h"
#include "schemes/opaque.h"

namespace koblitz {

/* secret * pubkey, big-endian; (0, 0) where secret is 0. Constant time in secret. */
template <class B>
[[gnu::noinline]] void shared_point(u8 x32[32], u8 y32[32], const u8 pubkey[64],
                                    const typename B::secret_scalar& secret) {
    typename B::ge p;
    typename B::secret_gej shared;
    typename B::secret_ge affine;
    load(p, pubkey);
    ecmult_const<B>(shared, p, secret);
    to_affine(affine, shared);
    B::secret_field::export_be(x32, affine.x);
    B::secret_field::export_be(y32, affine.y);
    wipe(shared);
    wipe(affine);
}

/* The first byte of a compressed point: SEC 1, 2.3.3. */
inline u8 compressed_tag(const u8 y32[32]) {
    return static_cast<u8>(2 | (y32[31] & 1));
}

} // namespace koblitz

#endif
