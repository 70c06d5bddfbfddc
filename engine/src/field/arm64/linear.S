/* Sums, differences, multiples and choices, the same in both forms.
 *
 *   void koblitz_fe4_add_public(u64 r[4], const u64 a[4], const u64 b[4])                              r = a + b
 *   void koblitz_fe4_sub_public(u64 r[4], const u64 a[4], const u64 b[4])                              r = a - b
 *   void koblitz_fe4_sub2_public(u64 r[4], const u64 a[4], const u64 c[4])                             r = a - 2 c
 *   void koblitz_fe4_sub12_public(u64 r[4], const u64 a[4], const u64 b[4], const u64 c[4])            r = a - b - 2 c
 *   void koblitz_fe4_half3_public(u64 r[4], const u64 a[4])                                            r = 3/2 a
 *   void koblitz_fe4_half(u64 r[4], const u64 a[4])                                                    r = a / 2
 *   void koblitz_fe4_cneg(u64 r[4], const u64 a[4], u64 mask)                                          r = mask ? -a : a
 *   void koblitz_fe4_select(u64 r[4], u64 mask, const u64 a[4], const u64 b[4])                        r = mask ? a : b
 *   void koblitz_fe4_mul_small(u64 r[4], const u64 a[4], u32 v)                                        r = v a
 *
 * Values are loose, below 2^256. mask is 0 or all ones. v < 2^31 is public. Outputs may be inputs. Routines without
 * public or secret in their names have no branch. No register is saved, and the stack is not used. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#include "field/arm64/product.inc"
#include "field/arm64/linear.inc"

.macro begin name
function \name
    end_prologue
    set_fold
    load m, x1
.endm
.macro return
    store m, x0
    ret
.endm

/* operation: add_elements or subtract_elements; behind: the code for its rare case. */
.macro binary operation, behind, name
    begin \name
    load t, x2
    \operation 0, m, m, t, \name
    return
    \behind m, \name
end_function \name
.endm

binary add_elements, behind_sum, koblitz_fe4_add_public
binary subtract_elements, behind_difference, koblitz_fe4_sub_public

    begin koblitz_fe4_sub2_public
    load t, x2
    subtract_twice 0, m, m, t, x1, sub2
    return
    behind_difference m, sub2
end_function koblitz_fe4_sub2_public

    begin koblitz_fe4_sub12_public
    load t, x2
    load g, x3
    subtract_thrice 0, m, m, t, g, x1, sub12
    return
    behind_difference m, sub12
end_function koblitz_fe4_sub12_public

    begin koblitz_fe4_half3_public
    three_halves 0, m, m, half3
    return
    behind_sum m, half3
end_function koblitz_fe4_half3_public

    begin koblitz_fe4_half
    halve g, m
    store g, x0
    ret
end_function koblitz_fe4_half

    begin koblitz_fe4_cneg
    negate_if m, m, x2
    return
end_function koblitz_fe4_cneg

    begin koblitz_fe4_mul_small
    mov w2, w2
    times_small m, m, x2
    return
end_function koblitz_fe4_mul_small

function koblitz_fe4_select
    end_prologue
    load m, x2
    load t, x3
    cmp x1, #0
    select_ne m, m, t
    store m, x0
    ret
end_function koblitz_fe4_select

#endif
