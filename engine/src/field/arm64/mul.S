/* Products, in two forms (product.inc); FORM is wide or narrow.
 *
 *   void koblitz_fe4_FORM_mul_public(u64 r[4], const u64 a[4], const u64 b[4])                     r = a b
 *   void koblitz_fe4_FORM_mul_secret(u64 r[4], const u64 a[4], const u64 b[4])
 *   void koblitz_fe4_FORM_mul_sub_public(u64 r[4], const u64 a[4], const u64 b[4], const u64 w[8]) r = a b - w
 *   void koblitz_fe4_FORM_mul_sub_secret(u64 r[4], const u64 a[4], const u64 b[4], const u64 w[8])
 *   void koblitz_fe4_FORM_mul_wide(u64 w[8], const u64 a[4], const u64 b[4])                       w = a b, not reduced
 *
 * a, b and r are loose: any value below 2^256. w is at most (2^256 - 1)^2. Outputs may be inputs. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"

.macro mul_of form, secret, name
function \name
    enter_two_operands
    set_fold
    load a, x1
    load e, x2
    multiply \form, \secret, m, a, e, \name
    store m, x0
    leave_two_operands
.if \secret == 0
    behind_product m, \name
.endif
end_function \name
.endm

/* The address of w stays in x1. */
.macro mul_sub_of form, secret, name
function \name
    enter_two_operands
    set_fold
    load a, x1
    load e, x2
    mov x1, x3
    product_\form m, g, a, e
    subtract_wide_at \secret, x1, 0, \name
    reduce \form, \secret, m, \name\()_r
    store m, x0
    leave_two_operands
.if \secret == 0
    behind_subtract_wide \name
    behind_product m, \name\()_r
.endif
end_function \name
.endm

.macro mul_wide_of form, name
function \name
    enter_two_operands
    load a, x1
    load e, x2
    product_\form m, g, a, e
    store_wide x0
    leave_two_operands
end_function \name
.endm

.macro products form
    mul_of \form, 0, koblitz_fe4_\form\()_mul_public
    mul_of \form, 1, koblitz_fe4_\form\()_mul_secret
    mul_sub_of \form, 0, koblitz_fe4_\form\()_mul_sub_public
    mul_sub_of \form, 1, koblitz_fe4_\form\()_mul_sub_secret
    mul_wide_of \form, koblitz_fe4_\form\()_mul_wide
.endm

products wide
products narrow

#endif
