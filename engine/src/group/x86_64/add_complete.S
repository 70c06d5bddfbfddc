/* Complete addition of a secret affine point to a secret Jacobian one, in place.
 *
 *   u64 koblitz_point4_add_complete_secret(u64 point[12], const u64 entry[8], u64 negative, u64 infinity)
 *
 * point = X, Y, Z; entry = x, y. negative and infinity are masks, 0 or all ones: whether (x, -y) is added, and whether
 * point is infinity, whose coordinates may be anything. Returns the mask of an infinite sum, whose Z is 0. Values are
 * loose. entry does not overlap point. 7M + 5S, two fused. No branch and no address depends on data. Formula and
 * source: formulas.h. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"
#include "field/x86_64/product.inc"
#include "field/x86_64/linear.inc"

#define at_x1 rdi
#define at_y1 rdi+32
#define at_z1 rdi+64
#define at_x2 rsi
#define at_y2 rsp
#define at_zz rsp+32
#define at_u rsp+64 /* U, then X3 */
#define at_s rsp+96 /* Z^3, then S */
#define at_t rsp+128 /* T, then 2 X3 - Q */
#define at_m rsp+160 /* X - U, then M */
#define at_n rsp+192 /* S - Y, then N */
#define at_mm rsp+224 /* M^2, or 0 where M^4 becomes 0 */
#define at_q rsp+256
#define at_z3 rsp+288
#define at_w rsp+320 /* T^2, then M^4 */
#define at_infinity rsp+384
#define at_degenerate rsp+392
#define FRAME 408

/* U = x Z^2, S = y Z^3, T = X + U, M = Y + S, N = X U - T^2. Where M = 0: M = X - U, N = S - Y, and M^4 becomes 0.
 * Q = T M^2, X3 = N^2 - Q, Y3 = (N (2 X3 - Q) - M^4) / 2, Z3 = M Z. */
function koblitz_point4_add_complete_secret
    enter FRAME
    mov [at_infinity], rcx
    mov t3, rdx
    load rsi+32
    mov rdx, FOLD
    negate_if t3
    store at_y2
    square_reduced 1, at_z1
    store at_zz
    multiply 1, at_x2, at_zz
    store at_u
    add_element 1, at_x1
    store at_t
    multiply 1, at_zz, at_z1
    store at_s
    load at_x1
    subtract_element 1, at_u
    store at_m
    multiply 1, at_y2, at_s
    store at_s
    subtract_element 1, at_y1
    store at_n
    load at_y1
    add_element 1, at_s
    zero_mask
    mov [at_degenerate], t0
    select_if t0, at_m
    store at_m
    square at_t
    store_wide at_w
    square_reduced 1, at_m
    store at_mm
    product at_x1, at_u
    subtract_wide 1, at_w
    reduce 1
    mov t0, [at_degenerate]
    select_if t0, at_n
    store at_n
    multiply 1, at_t, at_mm
    store at_q
    load at_mm
    mov t0, [at_degenerate]
    not t0
    and_all t0
    store at_mm
    square_reduced 1, at_n
    subtract_element 1, at_q
    store at_u
    add_element 1, at_u
    subtract_element 1, at_q
    store at_t
    multiply 1, at_m, at_z1
    store at_z3
    square at_mm
    store_wide at_w
    product at_n, at_t
    subtract_wide 1, at_w
    reduce 1
    halve
    mov t3, [at_infinity]
    select_if t3, at_y2
    store at_y1
    load at_u
    select_if t3, at_x2
    store at_x1
    load at_z3
    mov t0, t3
    not t0
    and_all t0
    neg t3
    or d0, t3
    store at_z1
    zero_mask
    mov rax, t0
    leave FRAME
end_function koblitz_point4_add_complete_secret

#endif
