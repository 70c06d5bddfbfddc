/* Complete addition of a secret affine point to a secret projective one, in place.
 *
 *   void koblitz_point4_add_projective_secret(u64 point[12], const u64 entry[8], u64 negative, u32 b3)
 *
 * point = X, Y, Z; entry = x, y on y^2 = x^3 + b3 / 3, where b3 < 2^31 is public. negative is a mask, 0 or all ones:
 * whether (x, -y) is added. Values are loose. entry does not overlap point. 11M, three pairs of them fused, and 2
 * products by b3. No branch and no address depends on data. Formula and source: formulas.h. */
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
#define at_aa rsp+32 /* A, then -3 A */
#define at_bb rsp+64
#define at_c rsp+96
#define at_d rsp+128
#define at_e rsp+160
#define at_s rsp+192
#define at_t rsp+224 /* X + Y, then b3 Z, then T */
#define at_u rsp+256 /* x + y */
#define at_w rsp+288 /* D E, then -3 A C */
#define at_w2 rsp+352 /* -3 A E */
#define at_b3 rsp+416
#define FRAME 424

/* A = X x, B = Y y, C = X y + Y x, D = y Z + Y, E = b3 (x Z + X), S = B + b3 Z, T = B - b3 Z:
 * X3 = C T - D E, Y3 = T S + 3 A E, Z3 = S D + 3 A C. */
function koblitz_point4_add_projective_secret
    enter FRAME
    mov [at_b3], rcx
    mov t3, rdx
    load rsi+32
    mov rdx, FOLD
    negate_if t3
    store at_y2
    add_element 1, at_x2
    store at_u
    load at_x1
    add_element 1, at_y1
    store at_t
    multiply 1, at_x2, at_z1
    add_element 1, at_x1
    mov edx, [at_b3]
    times_small
    store at_e
    multiply 1, at_y2, at_z1
    add_element 1, at_y1
    store at_d
    multiply 1, at_x1, at_x2
    store at_aa
    multiply 1, at_y1, at_y2
    store at_bb
    multiply 1, at_t, at_u
    subtract_element 1, at_aa
    subtract_element 1, at_bb
    store at_c
    load at_z1
    mov edx, [at_b3]
    times_small
    store at_t
    add_element 1, at_bb
    store at_s
    load at_bb
    subtract_element 1, at_t
    store at_t
    xor d0_32, d0_32
    xor d1, d1
    xor d2, d2
    xor d3, d3
    subtract_thrice 1, at_aa, at_aa
    store at_aa
    product at_d, at_e
    store_wide at_w
    product at_e, at_aa
    store_wide at_w2
    product at_c, at_t
    subtract_wide 1, at_w
    reduce 1
    store at_x1
    product at_aa, at_c
    store_wide at_w
    product at_t, at_s
    subtract_wide 1, at_w2
    reduce 1
    store at_y1
    product at_s, at_d
    subtract_wide 1, at_w
    reduce 1
    store at_z1
    leave FRAME
end_function koblitz_point4_add_projective_secret

#endif
