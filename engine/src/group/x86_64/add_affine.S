/* Mixed addition on public points, in place.
 *
 *   int koblitz_point4_add_affine_public(u64 point[12], const u64 x[4], const u64 y[4], u32 negative)
 *   int koblitz_point4_add_affine_scaled_public(u64 point[12], const u64 x[4], const u64 y[4], u32 negative,
 *                                            const u64 zscale[4])
 *
 * point = X, Y, Z is Jacobian and finite. (x, y) is added, or (x, -y) where negative is 1: an affine point of the curve
 * that point is on; scaled, of the curve whose points zscale brings there. Values are loose. The other arguments do not
 * overlap point. 8M + 3S, scaled 9M + 3S.
 * Returns 1, and the sum in point. Returns 0, and point is untouched, where the x coordinates are equal, or where their
 * difference is one of the 2^64 values with the upper limbs of p: general code computes these sums. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"
#include "field/x86_64/product.inc"
#include "field/x86_64/linear.inc"

#define at_x1 rdi
#define at_y1 rdi+32
#define at_z1 rdi+64
#define at_y2 rsp
#define at_zz rsp+32 /* A^2, then A^3 */
#define at_h rsp+64
#define at_i rsp+96
#define at_hh rsp+128
#define at_hhh rsp+160
#define at_t rsp+192 /* T, then T - X3 */
#define at_az rsp+224
#define at_w rsp+256 /* Y1 H^3 */
#define at_x rsp+320
#define FRAME 328

/* A = Z1 zscale, H = x A^2 - X1, I = y A^3 - Y1, T = X1 H^2, X3 = I^2 - H^3 - 2 T, Y3 = I (T - X3) - Y1 H^3, Z3 = Z1 H.
 * EFD madd. az: the address of A. */
.macro add_affine scaled, name, az
function \name
    enter FRAME
.if \scaled
    mov [at_x], rsi
    mov rsi, r8
.endif
    load rdx
    mov rdx, FOLD
    mov ecx, ecx
    neg rcx
    negate_if rcx
    store at_y2
.if \scaled
    multiply 0, at_z1, rsi, \name\()_az
    store \az
    mov rsi, [at_x]
.endif
    square_reduced 0, \az, \name\()_zz
    store at_zz
    multiply 0, rsi, at_zz, \name\()_u
    subtract_element 0, at_x1, \name\()_h
    store at_h
    mov t0, d0
    mov t1, d1
    or t0, d1
    and t1, d2
    or t0, d2
    and t1, d3
    or t0, d3
    jz LOCAL\()give_up_\name
    cmp t1, -1
    je LOCAL\()give_up_\name
    multiply 0, \az, at_zz, \name\()_zzz
    store at_zz
    square_reduced 0, at_h, \name\()_hh
    store at_hh
    multiply 0, at_y2, at_zz, \name\()_s
    subtract_element 0, at_y1, \name\()_i
    store at_i
    multiply 0, at_h, at_hh, \name\()_hhh
    store at_hhh
    multiply 0, at_x1, at_hh, \name\()_t
    store at_t
    square_reduced 0, at_i, \name\()_ii
    subtract_thrice 0, at_hhh, at_t, \name\()_x3
    store at_x1
    subtract_from 0, at_t, \name\()_d
    store at_t, d4, d5, d6, d7
    product at_y1, at_hhh
    store_wide at_w
    multiply 0, at_z1, at_h, \name\()_z3
    store at_z1
    product at_i, at_t
    subtract_wide 0, at_w, \name\()_w
    reduce 0, \name\()_y3
    store at_y1
    mov eax, 1
LOCAL\()out_\name:
    leave FRAME
LOCAL\()give_up_\name:
    xor eax, eax
    jmp LOCAL\()out_\name
.if \scaled
    behind_product \name\()_az
.endif
    behind_product \name\()_zz
    behind_product \name\()_u
    behind_difference \name\()_h
    behind_product \name\()_zzz
    behind_product \name\()_hh
    behind_product \name\()_s
    behind_difference \name\()_i
    behind_product \name\()_hhh
    behind_product \name\()_t
    behind_product \name\()_ii
    behind_difference \name\()_x3
    behind_difference \name\()_d, d4, d5, d6, d7
    behind_subtract_wide \name\()_w
    behind_product \name\()_z3
    behind_product \name\()_y3
end_function \name
.endm

add_affine 0, koblitz_point4_add_affine_public, at_z1
add_affine 1, koblitz_point4_add_affine_scaled_public, at_az

#endif
