/* Mixed addition on public points, in place, in two forms (field/arm64/product.inc); FORM is wide or narrow.
 *
 *   int koblitz_point4_FORM_add_affine_public(u64 point[12], const u64 x[4], const u64 y[4], u32 negative)
 *   int koblitz_point4_FORM_add_affine_scaled_public(u64 point[12], const u64 x[4], const u64 y[4], u32 negative,
 *                                                    const u64 zscale[4])
 *
 * point = X, Y, Z is Jacobian and finite. (x, y) is added, or (x, -y) where negative is 1: an affine point of the curve
 * that point is on; scaled, of the curve whose points zscale brings there. Values are loose. The other arguments do not
 * overlap point. 8M + 3S, scaled 9M + 3S.
 * Returns 1, and the sum in point. Returns 0, and point is untouched, where the x coordinates are equal, or where their
 * difference is one of the 2^64 values with the upper limbs of p: general code computes these sums. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"
#include "field/arm64/linear.inc"

#define AT_X1 x0, 0
#define AT_Y1 x0, 32
#define AT_Z1 x0, 64
#define AT_Y2 sp, LOCALS
#define AT_I sp, LOCALS+32
#define AT_W sp, LOCALS+64 /* Y1 H^3 */
#define FRAME 128

/* A = Z1 zscale, H = x A^2 - X1, I = y A^3 - Y1, T = X1 H^2, X3 = I^2 - H^3 - 2 T, Y3 = I (T - X3) - Y1 H^3, Z3 = Z1 H.
 * EFD madd. */
.macro add_affine form, scaled, name
function \name
    enter FRAME
    set_fold
.if \scaled
    load a, x4
.endif
    load e, AT_Z1
    load m, x2
    mov w3, w3
    neg x3, x3
    negate_if m, m, x3
    store m, AT_Y2
.if \scaled
    multiply \form, 0, e, e, a, \name\()_az
.endif
    square \form, 0, a, e, \name\()_zz
    multiply \form, 0, e, e, a, \name\()_zzz
    load f, x1
    multiply \form, 0, a, a, f, \name\()_u
    load t, AT_X1
    subtract_elements 0, a, a, t, \name\()_h
    and t0, a1, a2
    orr t1, a1, a2
    and t0, t0, a3
    orr t1, t1, a3
    orr t1, t1, a0
    cbz t1, LOCAL\()give_up_\name
    cmn t0, #1
    b.eq LOCAL\()give_up_\name
    load f, AT_Y2
    multiply \form, 0, e, e, f, \name\()_s
    load t, AT_Y1
    subtract_elements 0, e, e, t, \name\()_i
    store e, AT_I
    load e, AT_Z1
    multiply \form, 0, m, e, a, \name\()_z3
    store m, AT_Z1
    square \form, 0, f, a, \name\()_hh
    multiply \form, 0, a, a, f, \name\()_hhh
    load e, AT_X1
    multiply \form, 0, f, e, f, \name\()_t
    load e, AT_Y1
    product_\form m, g, e, a
    store_wide AT_W
    load e, AT_I
    square \form, 0, m, e, \name\()_ii
    subtract_thrice 0, m, m, a, f, t0, \name\()_x3
    store m, AT_X1
    subtract_elements 0, f, f, m, \name\()_d
    product_\form m, g, e, f
    subtract_wide_at 0, AT_W, \name\()_w
    reduce \form, 0, m, \name\()_y3
    store m, AT_Y1
    mov w0, #1
LOCAL\()out_\name:
    leave FRAME
LOCAL\()give_up_\name:
    mov w0, #0
    b LOCAL\()out_\name
.if \scaled
    behind_product e, \name\()_az
.endif
    behind_product a, \name\()_zz
    behind_product e, \name\()_zzz
    behind_product a, \name\()_u
    behind_difference a, \name\()_h
    behind_product e, \name\()_s
    behind_difference e, \name\()_i
    behind_product m, \name\()_z3
    behind_product f, \name\()_hh
    behind_product a, \name\()_hhh
    behind_product f, \name\()_t
    behind_product m, \name\()_ii
    behind_difference m, \name\()_x3
    behind_difference f, \name\()_d
    behind_subtract_wide \name\()_w
    behind_product m, \name\()_y3
end_function \name
.endm

.macro both_kinds form
    add_affine \form, 0, koblitz_point4_\form\()_add_affine_public
    add_affine \form, 1, koblitz_point4_\form\()_add_affine_scaled_public
.endm

both_kinds wide
both_kinds narrow

#endif
