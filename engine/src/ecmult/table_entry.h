/* Public multiples out of the tables of constants. */
#pragma once

#include "ecmult/tables/tables.h"
#include "group/group.h"

namespace koblitz {

/* r += digit times the unit of a table of odd multiples, on the curve that r is on or, when zscale is given,
 * on the one whose points need that Z to come there. */
template <class F>
inline void add_entry_var(gej<F>& r, const table_point* table, int digit, const typename F::fe* zscale) {
    const table_point& e = table[(digit < 0 ? -digit : digit) >> 1];
    typename F::fe x, y;
    F::from_limbs(x, e.x);
    F::from_limbs(y, e.y);
    if (zscale) {
        add_scaled_var(r, x, y, digit < 0, *zscale);
    } else {
        add_var(r, x, y, digit < 0);
    }
}

} // namespace koblitz
