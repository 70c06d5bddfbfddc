/* The tables of G made by computing, where a program may not carry them: WebAssembly. */
#pragma once

#include "ecmult/tables/tables.h"
#include "group/affine.h"

namespace koblitz {

/* to[i] = (2i + 1) p, i < n, n a multiple of 16. About 20M an entry. */
template <field F>
void build_odd_multiples(table_point* to, int n, const gej<F>& p) {
    constexpr int chunk = 16;
    gej<F> at = p, twice = p, j[chunk];
    ge<F> step, a[chunk];
    typename F::fe scratch[chunk];
    double_n(twice, 1);
    (void)to_affine_var(step, twice);
    for (int i = 0; i < n; i += chunk) {
        for (gej<F>& r : j) {
            r = at;
            add_var(at, step.x, step.y, false);
        }
        batch_to_affine(a, j, chunk, scratch);
        for (int k = 0; k < chunk; k++) {
            F::to_limbs(to[i + k].x, a[k].x);
            F::to_limbs(to[i + k].y, a[k].y);
        }
    }
}

template <field F>
void load_table_point(gej<F>& r, const table_point& p) {
    ge<F> a;
    F::from_limbs(a.x, p.x);
    F::from_limbs(a.y, p.y);
    to_jacobian(r, a);
}

/* The first n entries of tables::g and tables::g128. */
template <field F>
void build_g(table_point* g, table_point* g128, int n) {
    gej<F> p;
    load_table_point(p, tables::generator);
    build_odd_multiples(g, n, p);
    double_n(p, 128);
    build_odd_multiples(g128, n, p);
}

/* tables::gen */
template <field F>
void build_gen(table_point* gen) {
    gej<F> p;
    load_table_point(p, tables::half_generator);
    for (int b = 0; b < tables::ecmult_gen_blocks; b++) {
        build_odd_multiples(gen + b * tables::ecmult_gen_entries, tables::ecmult_gen_entries, p);
        double_n(p, tables::ecmult_gen_window);
    }
}

} // namespace koblitz
