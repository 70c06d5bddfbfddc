/* One multiple of the generator by the kernels for eight lanes. */
#ifndef KOBLITZ_MUL_LANES_H
#define KOBLITZ_MUL_LANES_H

#include "base/ct.h"
#include "group/formulas.h"
#include "lanes/interface.h"
#include "mul/tables/tables.h"
#include "scalar/digits.h"

namespace koblitz {

template <int N>
inline void put(koblitz_lanes::columns<N>& c, int lane, const u64* limbs) {
    for (int i = 0; i < N; i++)
        c.w[i][lane] = limbs[i];
}
template <int N>
inline void get(u64* limbs, const koblitz_lanes::columns<N>& c, int lane) {
    for (int i = 0; i < N; i++)
        limbs[i] = c.w[i][lane];
}

/* Secret limbs on their way into lanes. */
struct secret_lanes {
    static void put(koblitz_lanes::columns<4>& c, int lane, const secret_limbs& a) {
        koblitz::put(c, lane, a.words(constant_time()));
    }
    /* In all lanes. */
    static void put(koblitz_lanes::columns<3>& c, secret_bits& a) {
        for (int lane = 0; lane < koblitz_lanes::width; lane++)
            koblitz::put(c, lane, a.words(constant_time()));
    }
    static void put(u64 r[4], const secret_limbs& a) {
        __builtin_memcpy(r, a.words(constant_time()), sizeof a);
    }
};

template <class F>
void load(projective<F>& r, const koblitz_lanes::point& a) {
    using limbs = typename F::limbs;
    if constexpr (F::secret) {
        F::from_limbs(r.x, limbs(a.x));
        F::from_limbs(r.y, limbs(a.y));
        F::from_limbs(r.z, limbs(a.z));
    } else {
        F::from_limbs(r.x, a.x);
        F::from_limbs(r.y, a.y);
        F::from_limbs(r.z, a.z);
    }
}

/* As ecmult_gen, with the sum k + c.offset. */
template <class F, class Context>
void ecmult_gen_lanes(gej<F>& r, const koblitz_lanes::kernels& lanes, const Context& c,
                      const secret_limbs& sum, const table_point* table) {
    koblitz_lanes::blinding blinding;
    koblitz_lanes::point made;
    projective<F> p;
    u64 bits[4];
    secret_lanes::put(blinding.x, c.x);
    secret_lanes::put(blinding.y, c.y);
    secret_lanes::put(blinding.z, c.z);
    secret_lanes::put(bits, sum);
    lanes.generate_one(made, bits, blinding, table);
    load(p, made);
    to_jacobian(r, p);
    wipe(blinding);
    wipe(bits);
    wipe(made);
    wipe(p);
}

/* As fixed_base_add_var, with the sum t + fixed_base_offset. */
template <class F>
void fixed_base_add_lanes_var(gej<F>& r, const koblitz_lanes::kernels& lanes, const ge<F>& p,
                              const u64 sum[4], const table_point* table) {
    alignas(64) u64 affine[8];
    koblitz_lanes::point made;
    projective<F> a;
    typename F::limbs x, y;
    F::to_limbs(x, p.x);
    F::to_limbs(y, p.y);
    __builtin_memcpy(affine, x, sizeof x);
    __builtin_memcpy(affine + 4, y, sizeof y);
    lanes.fixed_base_add_one(made, affine, sum, table);
    load(a, made);
    to_jacobian(r, a);
}

} // namespace koblitz

#endif
