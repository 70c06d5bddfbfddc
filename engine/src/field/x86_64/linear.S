/* Sums, differences, multiples and choices.
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
 * public or secret in their names have no branch. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"
#include "field/x86_64/product.inc"
#include "field/x86_64/linear.inc"

/* rdx is an argument here; K comes later. */
.macro enter_linear
    save r13
    save r14
    save rbx
    end_prologue
.endm
.macro leave_linear
    begin_epilogue
    store rdi
    restore rbx
    restore r14
    restore r13
    ret
    behind_epilogue 32
.endm

function koblitz_fe4_add_public
    enter_linear
    load rsi
    mov rsi, rdx
    mov rdx, FOLD
    add_element 0, rsi, add
    leave_linear
    behind_sum add
end_function koblitz_fe4_add_public

/* operation: one of the subtractions of linear.inc by one operand. */
.macro difference operation, name
function \name
    enter_linear
    load rsi
    mov rsi, rdx
    mov rdx, FOLD
    \operation 0, rsi, \name
    leave_linear
    behind_difference \name
end_function \name
.endm

difference subtract_element, koblitz_fe4_sub_public
difference subtract_twice, koblitz_fe4_sub2_public

function koblitz_fe4_sub12_public
    enter_linear
    load rsi
    mov rsi, rdx
    mov rdx, FOLD
    subtract_thrice 0, rsi, rcx, sub12
    leave_linear
    behind_difference sub12
end_function koblitz_fe4_sub12_public

function koblitz_fe4_half3_public
    enter 8
    load rsi
    mov rdx, FOLD
    three_halves 0, half3
    store rdi
    leave 8
    behind_sum half3
end_function koblitz_fe4_half3_public

function koblitz_fe4_half
    enter_linear
    load rsi
    halve
    leave_linear
end_function koblitz_fe4_half

function koblitz_fe4_cneg
    enter_linear
    load rsi
    mov rsi, rdx
    mov rdx, FOLD
    negate_if rsi
    leave_linear
end_function koblitz_fe4_cneg

function koblitz_fe4_select
    end_prologue
    load rcx
    select_if rsi, rdx
    store rdi
    ret
end_function koblitz_fe4_select

function koblitz_fe4_mul_small
    enter_linear
    load rsi
    mov edx, edx
    times_small
    leave_linear
end_function koblitz_fe4_mul_small

#endif
