/* Complete addition of a secret affine point to a secret Jacobian one, in place, in two forms
 * (field/arm64/product.inc); FORM is wide or narrow.
 *
 *   u64 koblitz_point4_FORM_add_complete_secret(u64 point[12], const u64 entry[8], u64 negative, u64 infinity)
 *
 * point = X, Y, Z; entry = x, y. negative and infinity are masks, 0 or all ones: whether (x, -y) is added, and whether
 * point is infinity, whose coordinates may be anything. Returns the mask of an infinite sum, whose Z is 0. Values are
 * loose. entry does not overlap point. 7M + 5S, two fused. No branch and no address depends on data. Formula and
 * source: formulas.h. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"
#include "field/arm64/linear.inc"

#define AT_X1 x0, 0
#define AT_Y1 x0, 32
#define AT_Z1 x0, 64
#define AT_X2 x1, 0
#define AT_SIGNED sp, LOCALS /* y or -y */
#define AT_T sp, LOCALS+32 /* T, then Z3 */
#define AT_M sp, LOCALS+64 /* X - U, then M^2, or 0 where M^4 becomes 0 */
#define AT_N sp, LOCALS+96 /* S - Y, then N */
#define AT_SUM sp, LOCALS+128 /* Y + S, then X3 */
#define AT_INFINITY [sp, #LOCALS+160]
#define AT_DEGENERATE [sp, #LOCALS+168]
#define FRAME 176

/* U = x Z^2, S = y Z^3, T = X + U, M = Y + S, N = X U - T^2. Where M = 0: M = X - U, N = S - Y, and M^4 becomes 0.
 * Q = T M^2, X3 = N^2 - Q, Y3 = (N (2 X3 - Q) - M^4) / 2, Z3 = M Z. */
.macro add_complete form, name
function \name
    enter FRAME
    set_fold
    str x3, AT_INFINITY
    load a, x1, 32
    negate_if a, a, x2
    store a, AT_SIGNED
    load e, AT_Z1
    square \form, 1, f, e
    multiply \form, 1, e, e, f
    multiply \form, 1, e, e, a
    load a, AT_X2
    multiply \form, 1, a, a, f
    load t, AT_Y1
    subtract_elements 1, m, e, t
    store m, AT_N
    add_elements 1, e, e, t
    store e, AT_SUM
    load f, AT_X1
    subtract_elements 1, m, f, a
    store m, AT_M
    add_elements 1, e, f, a
    store e, AT_T
    product_\form m, g, f, a
    square_\form a, f, e
    subtract_wide 1, a, f
    reduce \form, 1, f
    load e, AT_SUM
    zero_mask t4, e, t0, t1
    str t4, AT_DEGENERATE
    cmp t4, #0
    load t, AT_M
    select_ne e, t, e
    load t, AT_N
    select_ne f, t, f
    store f, AT_N
    load a, AT_T
    square \form, 1, f, e
    multiply \form, 1, a, a, f
    ldr t4, AT_DEGENERATE
    bic f0, f0, t4
    bic f1, f1, t4
    bic f2, f2, t4
    bic f3, f3, t4
    store f, AT_M
    load f, AT_Z1
    multiply \form, 1, m, e, f
    store m, AT_T
    load e, AT_N
    square \form, 1, f, e
    subtract_elements 1, f, f, a
    store f, AT_SUM
    add_elements 1, f, f, f
    subtract_elements 1, f, f, a
    product_\form m, g, e, f
    load a, AT_M
    square_\form e, f, a
    subtract_wide 1, e, f
    reduce \form, 1, a
    halve m, a
    ldr t4, AT_INFINITY
    cmp t4, #0
    load t, AT_SIGNED
    select_ne m, t, m
    store m, AT_Y1
    load a, AT_SUM
    load t, AT_X2
    select_ne a, t, a
    store a, AT_X1
    load e, AT_T
    bic e0, e0, t4
    bic e1, e1, t4
    bic e2, e2, t4
    bic e3, e3, t4
    sub e0, e0, t4
    store e, AT_Z1
    zero_mask t4, e, t0, t1
    mov x0, t4
    leave FRAME
end_function \name
.endm

add_complete wide, koblitz_point4_wide_add_complete_secret
add_complete narrow, koblitz_point4_narrow_add_complete_secret

#endif
