/* Addition of public points that share their Z, the first step of a table of odd multiples, in two forms
 * (field/arm64/product.inc); FORM is wide or narrow.
 *
 *   void koblitz_point4_FORM_co_z_add_public(u64 r[16], u64 ratio[4], const u64 a[16])
 *
 * a = x1, y1, x2, y2: two points with one Z and different x. r = their sum, then the second point, both with Z times
 * ratio. Values are loose. r may be a; ratio overlaps neither. 4M + 2S: formulas.h. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"
#include "field/arm64/linear.inc"

/* x1 = a, after the first step. */
#define AT_X1 x2, 0
#define AT_X2 x2, 64
#define AT_Y1 x1, 32
#define AT_Y2 x1, 96

/* D = x2 - x1, C = D^2, W1 = x2 C, W2 = x1 C, E = y2 - y1: X3 = E^2 - W1 - W2, Y2' = y2 (W1 - W2),
 * Y3 = E (W1 - X3) - Y2'. The second point becomes (W1, Y2'). */
.macro co_z form, name
function \name
    enter 0
    set_fold
    load a, AT_X2
    load e, AT_X1
    subtract_elements 0, m, a, e, \name\()_dx
    store m, x1
    mov x1, x2
    copy f, m
    square \form, 0, f, f, \name\()_c
    multiply \form, 0, a, a, f, \name\()_w1
    multiply \form, 0, e, e, f, \name\()_w2
    load f, AT_Y2
    load t, AT_Y1
    subtract_elements 0, f, f, t, \name\()_dy
    square \form, 0, m, f, \name\()_ee
    subtract_elements 0, m, m, a, \name\()_sum
    subtract_elements 0, m, m, e, \name\()_x3
    subtract_elements 0, e, a, e, \name\()_dw
    store a, x0, 64
    subtract_elements 0, a, a, m, \name\()_dx3
    store m, x0, 0
    multiply \form, 0, f, f, a, \name\()_y
    load a, AT_Y2
    multiply \form, 0, e, a, e, \name\()_y2
    store e, x0, 96
    subtract_elements 0, f, f, e, \name\()_y3
    store f, x0, 32
    leave 0
    behind_difference m, \name\()_dx
    behind_product f, \name\()_c
    behind_product a, \name\()_w1
    behind_product e, \name\()_w2
    behind_difference f, \name\()_dy
    behind_product m, \name\()_ee
    behind_difference m, \name\()_sum
    behind_difference m, \name\()_x3
    behind_difference e, \name\()_dw
    behind_difference a, \name\()_dx3
    behind_product f, \name\()_y
    behind_product e, \name\()_y2
    behind_difference f, \name\()_y3
end_function \name
.endm

co_z wide, koblitz_point4_wide_co_z_add_public
co_z narrow, koblitz_point4_narrow_co_z_add_public

#endif
