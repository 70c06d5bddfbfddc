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

/* Secrets on their way into lanes, and out of them. */
struct secret_lanes {
    static void put(koblitz_lanes::sealed<koblitz_lanes::columns<4>>& c, int lane, const secret_limbs& a) {
        koblitz::put(constant_time::open(c), lane, a.words(constant_time()));
    }
    /* In all lanes. */
    static void put(koblitz_lanes::sealed<koblitz_lanes::columns<3>>& c, secret_bits& a) {
        for (int lane = 0; lane < koblitz_lanes::width; lane++)
            koblitz::put(constant_time::open(c), lane, a.words(constant_time()));
    }
    static void put(koblitz_lanes::sealed<koblitz_lanes::integer>& r, const secret_limbs& a) {
        copy(constant_time::open(r).w, a);
    }
    template <class Context>
    static void put(koblitz_lanes::blinding& r, const Context& c) {
        u64* const sum = constant_time::open(r.sum).w;
        copy(sum, c.x);
        copy(sum + 4, c.y);
        put(r.z, c.z);
    }
    static void get(secret_limbs& r, const koblitz_lanes::sealed<koblitz_lanes::integer>& a) {
        r = secret_limbs(constant_time::open(a).w);
    }
    static void get(secret_limbs& r, const koblitz_lanes::sealed<koblitz_lanes::columns<4>>& a, int lane) {
        koblitz::get(r.words(constant_time()), constant_time::open(a), lane);
    }

private:
    static void copy(u64* r, const secret_limbs& a) {
        __builtin_memcpy(r, a.words(constant_time()), sizeof a);
    }
};

template <class F>
void load(projective<F>& r, const koblitz_lanes::point& a) {
    F::from_limbs(r.x, a.x.w);
    F::from_limbs(r.y, a.y.w);
    F::from_limbs(r.z, a.z.w);
}
template <class F>
void load(projective<F>& r, const koblitz_lanes::secret_point& a) {
    secret_limbs t;
    secret_lanes::get(t, a.x);
    F::from_limbs(r.x, t);
    secret_lanes::get(t, a.y);
    F::from_limbs(r.y, t);
    secret_lanes::get(t, a.z);
    F::from_limbs(r.z, t);
    wipe(t);
}

/* As ecmult_gen, with the sum k + c.offset. */
template <class F, class Context>
void ecmult_gen_lanes(gej<F>& r, const koblitz_lanes::kernels& lanes, const Context& c,
                      const secret_limbs& sum, const table_point* table) {
    koblitz_lanes::blinding blinding;
    koblitz_lanes::secret_point made;
    koblitz_lanes::sealed<koblitz_lanes::integer> bits;
    projective<F> p;
    secret_lanes::put(blinding, c);
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
void fixed_base_add_lanes_var(projective<F>& r, const koblitz_lanes::kernels& lanes, const ge<F>& p,
                              const u64 sum[4], const table_point* table) {
    koblitz_lanes::row row;
    koblitz_lanes::point made;
    typename F::limbs x, y;
    F::to_limbs(x, p.x);
    F::to_limbs(y, p.y);
    __builtin_memcpy(row.w, x, sizeof x);
    __builtin_memcpy(row.w + 4, y, sizeof y);
    lanes.fixed_base_add_one(made, row, {{sum[0], sum[1], sum[2], sum[3]}}, table);
    load(r, made);
}

} // namespace koblitz

#endif
