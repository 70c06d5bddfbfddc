/* Squares, in two forms (product.inc); FORM is wide or narrow.
 *
 *   void koblitz_fe4_FORM_sqr_public(u64 r[4], const u64 a[4])          r = a^2
 *   void koblitz_fe4_FORM_sqr_secret(u64 r[4], const u64 a[4])
 *   void koblitz_fe4_FORM_sqr_n_public(u64 r[4], const u64 a[4], int n) r = a^(2^n), n >= 1
 *
 * a and r are loose: any value below 2^256. Outputs may be inputs. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"

.macro sqr_of form, secret, name
function \name
    enter_one_operand
    set_fold
    load a, x1
    square \form, \secret, m, a, \name
    store m, x0
    leave_one_operand
.if \secret == 0
    behind_product m, \name
.endif
end_function \name
.endm

/* The value stays in registers between squarings. */
.macro sqr_n_of form, name
function \name
    enter_one_operand
    set_fold
    load a, x1
    align_loop
LOCAL\()next_\name:
    square \form, 0, a, a, \name
    subs w2, w2, #1
    b.ne LOCAL\()next_\name
    store a, x0
    leave_one_operand
    behind_product a, \name
end_function \name
.endm

.macro squares form
    sqr_of \form, 0, koblitz_fe4_\form\()_sqr_public
    sqr_of \form, 1, koblitz_fe4_\form\()_sqr_secret
    sqr_n_of \form, koblitz_fe4_\form\()_sqr_n_public
.endm

squares wide
squares narrow

#endif
