/* Addition of public points that share their Z, the first step of a table of odd multiples.
 *
 *   void koblitz_point4_co_z_add_public(u64 r[16], u64 ratio[4], const u64 a[16])
 *
 * a = x1, y1, x2, y2: two points with one Z and different x. r = their sum, then the second point, both with Z times
 * ratio. Values are loose. r may be a; ratio overlaps neither. 4M + 2S: formulas.h. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"
#include "field/x86_64/product.inc"
#include "field/x86_64/linear.inc"

#define at_x1 rsi
#define at_y1 rsi+32
#define at_x2 rsi+64
#define at_y2 rsi+96
#define at_c rsp /* D, then C, then W1 - W2, then W1 - X3 */
#define at_dy rsp+32 /* E */
#define at_w1 rsp+64
#define at_w2 rsp+96 /* W2, then Y2' */
#define at_x3 rsp+128
#define at_ratio rsp+160 /* the address for D */
#define FRAME 168

/* D = x2 - x1, C = D^2, W1 = x2 C, W2 = x1 C, E = y2 - y1: X3 = E^2 - W1 - W2, Y2' = y2 (W1 - W2),
 * Y3 = E (W1 - X3) - Y2'. The second point becomes (W1, Y2'). */
function koblitz_point4_co_z_add_public
    enter FRAME
    mov [at_ratio], rsi
    mov rsi, rdx
    load at_x2
    mov rdx, FOLD
    subtract_element 0, at_x1, co_z_dx
    store at_c
    mov t3, [at_ratio]
    store t3
    square_reduced 0, at_c, co_z_c
    store at_c
    load at_y2
    subtract_element 0, at_y1, co_z_dy
    store at_dy
    multiply 0, at_x2, at_c, co_z_w1
    store at_w1
    multiply 0, at_x1, at_c, co_z_w2
    store at_w2
    square_reduced 0, at_dy, co_z_ee
    subtract_element 0, at_w1, co_z_sum
    subtract_element 0, at_w2, co_z_x3
    store at_x3
    load at_w1
    subtract_element 0, at_w2, co_z_dw
    store at_c
    multiply 0, at_y2, at_c, co_z_y2
    store at_w2
    load at_w1
    store rdi+64
    subtract_element 0, at_x3, co_z_dx3
    store at_c
    multiply 0, at_dy, at_c, co_z_y
    subtract_element 0, at_w2, co_z_y3
    store rdi+32
    load at_x3
    store rdi
    load at_w2
    store rdi+96
    leave FRAME
    behind_difference co_z_dx
    behind_product co_z_c
    behind_difference co_z_dy
    behind_product co_z_w1
    behind_product co_z_w2
    behind_product co_z_ee
    behind_difference co_z_sum
    behind_difference co_z_x3
    behind_difference co_z_dw
    behind_product co_z_y2
    behind_difference co_z_dx3
    behind_product co_z_y
    behind_difference co_z_y3
end_function koblitz_point4_co_z_add_public

#endif
