/* Doublings of a Jacobian point X, Y, Z, in place.
 *
 *   void koblitz_point4_double_public(u64 point[12], int n)
 *   void koblitz_point4_double_secret(u64 point[12], int n)
 *
 * n >= 1 is public. Values are loose. 3M + 4S each: formulas.h. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"
#include "field/x86_64/product.inc"
#include "field/x86_64/linear.inc"

#define at_x rdi
#define at_y rdi+32
#define at_z rdi+64
#define at_s rsp
#define at_t rsp+32 /* T, then T - X3 */
#define at_l rsp+64
#define at_ll rsp+96
#define at_ss rsp+128 /* S^2 */
#define at_n rsp+192
#define FRAME 200

/* S = Y^2, T = X S, L = 3/2 X^2, X3 = L^2 - 2 T, Y3 = L (T - X3) - S^2, Z3 = Y Z. */
.macro doublings secret, name
function \name
    enter FRAME
    mov [at_n], rsi
    .p2align 5
LOCAL\()next_\name:
    square_reduced \secret, at_x, \name\()_xx
    three_halves \secret, \name\()_l
    store at_l
    square_reduced \secret, at_y, \name\()_s
    store at_s
    square_reduced \secret, at_l, \name\()_ll
    store at_ll
    multiply \secret, at_x, at_s, \name\()_t
    store at_t
    load at_ll
    subtract_twice \secret, at_t, \name\()_x3
    store at_x
    subtract_from \secret, at_t, \name\()_d
    store at_t, d4, d5, d6, d7
    square at_s
    store_wide at_ss
    multiply \secret, at_z, at_y, \name\()_z3
    store at_z
    product at_l, at_t
    subtract_wide \secret, at_ss, \name\()_w
    reduce \secret, \name\()_y3
    store at_y
    dec dword ptr [at_n]
    jnz LOCAL\()next_\name
    leave FRAME
.if \secret == 0
    behind_product \name\()_s
    behind_product \name\()_xx
    behind_sum \name\()_l
    behind_product \name\()_t
    behind_product \name\()_ll
    behind_difference \name\()_x3
    behind_difference \name\()_d, d4, d5, d6, d7
    behind_subtract_wide \name\()_w
    behind_product \name\()_z3
    behind_product \name\()_y3
.endif
end_function \name
.endm

doublings 0, koblitz_point4_double_public
doublings 1, koblitz_point4_double_secret

#endif
