/* Doublings of a Jacobian point X, Y, Z, in place, in two forms (field/arm64/product.inc); FORM is wide or narrow.
 *
 *   void koblitz_point4_FORM_double_public(u64 point[12], int n)
 *   void koblitz_point4_FORM_double_secret(u64 point[12], int n)
 *
 * n >= 1 is public. Values are loose. 3M + 4S each: formulas.h. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"
#include "field/arm64/linear.inc"

#define AT_X x0, 0
#define AT_Y x0, 32
#define AT_Z x0, 64

/* S = Y^2, T = X S, L = 3/2 X^2, X3 = L^2 - 2 T, Y3 = L (T - X3) - S^2, Z3 = Y Z. X is in e, then L; Y in f, then S and
 * Y3; Z in a, then T and T - X3. */
.macro doublings form, secret, name
function \name
    enter 0
    set_fold
    load e, AT_X
    load f, AT_Y
    align_loop
LOCAL\()next_\name:
    load a, AT_Z
    multiply \form, \secret, m, f, a, \name\()_z3
    store m, AT_Z
    square \form, \secret, f, f, \name\()_s
    multiply \form, \secret, a, e, f, \name\()_t
    square \form, \secret, m, e, \name\()_xx
    three_halves \secret, e, m, \name\()_l
    square \form, \secret, m, e, \name\()_ll
    subtract_twice \secret, m, m, a, t0, \name\()_x3
    store m, AT_X
    subtract_elements \secret, a, a, m, \name\()_d
    product_\form m, g, e, a
    square_\form a, e, f
    subtract_wide \secret, a, e, \name\()_w
    reduce \form, \secret, f, \name\()_y3
    load e, AT_X
    subs w1, w1, #1
    b.ne LOCAL\()next_\name
    store f, AT_Y
    leave 0
.if \secret == 0
    behind_product m, \name\()_z3
    behind_product f, \name\()_s
    behind_product a, \name\()_t
    behind_product m, \name\()_xx
    behind_sum e, \name\()_l
    behind_product m, \name\()_ll
    behind_difference m, \name\()_x3
    behind_difference a, \name\()_d
    behind_subtract_wide \name\()_w
    behind_product f, \name\()_y3
.endif
end_function \name
.endm

.macro both_kinds form
    doublings \form, 0, koblitz_point4_\form\()_double_public
    doublings \form, 1, koblitz_point4_\form\()_double_secret
.endm

both_kinds wide
both_kinds narrow

#endif
