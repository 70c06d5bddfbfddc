/* Products.
 *
 *   void koblitz_fe4_mul_public(u64 r[4], const u64 a[4], const u64 b[4])                     r = a b
 *   void koblitz_fe4_mul_secret(u64 r[4], const u64 a[4], const u64 b[4])
 *   void koblitz_fe4_mul_sub_public(u64 r[4], const u64 a[4], const u64 b[4], const u64 w[8]) r = a b - w
 *   void koblitz_fe4_mul_sub_secret(u64 r[4], const u64 a[4], const u64 b[4], const u64 w[8])
 *   void koblitz_fe4_mul_wide(u64 w[8], const u64 a[4], const u64 b[4])                       w = a b, not reduced
 *
 * a, b and r are loose: any value below 2^256. w is at most (2^256 - 1)^2. Outputs may be inputs. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"
#include "field/x86_64/product.inc"

#define at_r rsp
#define at_w rsp+8

.macro mul secret, name
function \name
    enter 0, rdi
    mov rdi, rdx
    multiply \secret, rsi, rdi, \name
    restore_operand \name, rdi
    store rdi
    leave 0
.if \secret == 0
    behind_epilogue_with_operand \name, rdi
    behind_product \name
.endif
end_function \name
.endm

.macro mul_sub secret, name
function \name
    enter 16
    mov [at_r], rdi
    mov [at_w], rcx
    mov rdi, rdx
    product rsi, rdi
    mov rsi, [at_w]
    subtract_wide \secret, rsi, \name
    reduce \secret, \name\()_r
    mov rdi, [at_r]
    store rdi
    leave 16
.if \secret == 0
    behind_subtract_wide \name
    behind_product \name\()_r
.endif
end_function \name
.endm

mul 0, koblitz_fe4_mul_public
mul 1, koblitz_fe4_mul_secret
mul_sub 0, koblitz_fe4_mul_sub_public
mul_sub 1, koblitz_fe4_mul_sub_secret

function koblitz_fe4_mul_wide
    enter 8
    mov [at_r], rdi
    mov rdi, rdx
    product rsi, rdi
    mov rdi, [at_r]
    store_wide rdi
    leave 8
end_function koblitz_fe4_mul_wide

#endif
