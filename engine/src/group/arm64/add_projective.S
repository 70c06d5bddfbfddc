/* Complete addition of a secret affine point to a secret projective one, in place, in two forms
 * (field/arm64/product.inc); FORM is wide or narrow.
 *
 *   void koblitz_point4_FORM_add_projective_secret(u64 point[12], const u64 entry[8], u64 negative, u32 b3)
 *
 * point = X, Y, Z; entry = x, y on y^2 = x^3 + b3 / 3, where b3 < 2^31 is public. negative is a mask, 0 or all ones:
 * whether (x, -y) is added. Values are loose. entry does not overlap point. 11M, three pairs of them fused, and 2
 * products by b3. No branch and no address depends on data. Formula and source: formulas.h. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"
#include "field/arm64/linear.inc"

#define AT_X1 x0, 0
#define AT_Y1 x0, 32
#define AT_Z1 x0, 64
#define AT_X2 x1, 0
#define AT_Y2 x1, 32
#define AT_SIGNED sp, LOCALS /* y or -y, then B */
#define AT_D sp, LOCALS+32
#define AT_E sp, LOCALS+64
#define AT_BZ sp, LOCALS+96 /* b3 Z */
#define AT_W sp, LOCALS+128 /* D E */
#define AT_W2 sp, LOCALS+192 /* -3 A E */
#define AT_W3 sp, LOCALS+256 /* -3 A C */
#define AT_B3 [sp, #LOCALS+256]
#define FRAME 320

/* A = X x, B = Y y, C = X y + Y x = (X + Y) (x + y) - A - B, D = y Z + Y, E = b3 (x Z + X), S = B + b3 Z, T = B - b3 Z:
 * X3 = C T - D E, Y3 = T S + 3 A E, Z3 = S D + 3 A C. */
.macro add_projective form, name
function \name
    enter FRAME
    set_fold
    load a, AT_Y2
    negate_if a, a, x2
    store a, AT_SIGNED
    str w3, AT_B3
    load f, AT_Z1
    multiply \form, 1, e, a, f
    load t, AT_Y1
    add_elements 1, a, e, t
    store a, AT_D
    load e, AT_X2
    multiply \form, 1, e, e, f
    load t, AT_X1
    add_elements 1, e, e, t
    ldr w4, AT_B3
    times_small e, e, x4
    store e, AT_E
    times_small f, f, x4
    store f, AT_BZ
    product_\form m, g, a, e
    store_wide AT_W
    load a, AT_SIGNED
    load f, AT_Y1
    load e, AT_X1
    multiply \form, 1, m, a, f
    store m, AT_SIGNED
    add_elements 1, f, f, e
    load t, AT_X2
    add_elements 1, a, a, t
    multiply \form, 1, f, f, a
    load a, AT_X2
    multiply \form, 1, e, e, a
    subtract_elements 1, f, f, e
    load t, AT_SIGNED
    subtract_elements 1, f, f, t
    subs a0, xzr, e0
    sbcs a1, xzr, e1
    sbcs a2, xzr, e2
    sbcs a3, xzr, e3
    csel t4, kk, xzr, lo
    subtract_limbs a, a, e
    csel t0, kk, xzr, lo
    add t4, t4, t0
    subtract_limbs a, a, e
    csel t0, kk, xzr, lo
    add t4, t4, t0
    settle_difference 1, a, t4
    load e, AT_E
    product_\form m, g, e, a
    store_wide AT_W2
    product_\form m, g, a, f
    store_wide AT_W3
    load e, AT_SIGNED
    load t, AT_BZ
    add_elements 1, a, e, t
    subtract_elements 1, e, e, t
    product_\form m, g, f, e
    subtract_wide_at 1, AT_W
    reduce \form, 1, m
    store m, AT_X1
    product_\form m, g, e, a
    subtract_wide_at 1, AT_W2
    reduce \form, 1, m
    store m, AT_Y1
    load e, AT_D
    product_\form m, g, a, e
    subtract_wide_at 1, AT_W3
    reduce \form, 1, m
    store m, AT_Z1
    leave FRAME
end_function \name
.endm

add_projective wide, koblitz_point4_wide_add_projective_secret
add_projective narrow, koblitz_point4_narrow_add_projective_secret

#endif
