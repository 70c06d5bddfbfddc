/* Squares.
 *
 *   void koblitz_fe4_sqr_public(u64 r[4], const u64 a[4])          r = a^2
 *   void koblitz_fe4_sqr_secret(u64 r[4], const u64 a[4])
 *   void koblitz_fe4_sqr_n_public(u64 r[4], const u64 a[4], int n) r = a^(2^n), n >= 1
 *
 * a and r are loose: any value below 2^256. Outputs may be inputs. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"
#include "field/x86_64/product.inc"

/* One square needs fewer registers than enter saves. */
.macro enter_square
    save rbp
    save r12
    save r13
    save r14
    end_prologue
.endm
.macro leave_square
    begin_epilogue
    restore r14
    restore r13
    restore r12
    restore rbp
    ret
    behind_epilogue 40
.endm

.macro sqr secret, name
function \name
    enter_square
    square_reduced \secret, rsi, \name
    store rdi
    leave_square
.if \secret == 0
    behind_product \name
.endif
end_function \name
.endm

sqr 0, koblitz_fe4_sqr_public
sqr 1, koblitz_fe4_sqr_secret

/* a^2 = d0..d3 + 2^256 (c + d4..d7), c at most 6, for a = x0..x3 in registers: for runs of squarings, where latency
 * counts. x2 and x3 are ready first, so their product comes first. Carries out of limb 3 are counted in c, so the upper
 * half does not wait for the lower half. c may be the register of x0. */
.macro square_chain x0, x1, x2, x3, c
    mov rdx, \x2
    mulx d6, d5, \x3
    mov rdx, \x0
    mulx d2, d1, \x1
    mulx d3, t0, \x2
    mulx d4, t1, \x3
    mov rdx, \x1
    xor d7_32, d7_32
    adcx d2, t0
    adcx d3, t1
    mulx t1, t0, \x2
    adox d3, t0
    mov t0, d7
    adcx d7, t0
    adox d7, t0
    xor t0_32, t0_32
    adcx d4, t1
    mulx t1, t0, \x3
    mov rdx, \x0
    adox d4, t0
    adcx d5, t1
    mov t0, 0
    adox d5, t0
    adcx d6, t0
    adox d6, t0
    lea \c, [d7+d7]
    mulx t1, d0, rdx
    mov rdx, \x1
    xor d7_32, d7_32
    adcx d1, d1
    adox d1, t1
    mulx t1, t0, rdx
    mov rdx, \x2
    adcx d2, d2
    adox d2, t0
    adcx d3, d3
    adox d3, t1
    adcx \c, d7
    adox \c, d7
    mulx t1, t0, rdx
    mov rdx, \x3
    xor d7_32, d7_32
    adcx d4, d4
    adox d4, t0
    adcx d5, d5
    adox d5, t1
    mulx t1, t0, rdx
    adcx d6, d6
    adox d6, t0
    adcx d7, d7
    adox d7, t1
.endm

/* K source = (lo, hi). lo joins the chain of carries at x, hi the chain of overflows at y. */
.macro fold_step source, x, y
    mulx t1, t0, \source
    adcx \x, t0
    adox \y, t1
.endm

/* As fold, with c added to the upper half. Two shorter chains run at once; square_chain leaves both flags clear. c is
 * at most 6, so u4 is at most K + 6 and V is below 2^256 + 2^66: the argument of product.inc holds. */
.macro fold_chain c
    mov rdx, FOLD
    mulx t1, t0, d4
    mov d4, \c
    adcx d0, t0
    adox d1, t1
    fold_step d5, d1, d2
    fold_step d6, d2, d3
    fold_step d7, d3, d4
    adc d4, 0
    mulx t1, t0, d4
    add d0, t0
    adc d1, t1
.endm

/* The value stays in registers between squarings. */
#define at_n rsp
#define at_r rsp+8
function koblitz_fe4_sqr_n_public
    enter 16
    mov [at_n], rdx
    mov [at_r], rdi
    load rsi
    .p2align 5
LABEL(next_square):
    mov rsi, d0
    mov rbx, d1
    mov r15, d2
    mov rdi, d3
    square_chain rsi, rbx, r15, rdi, rsi
    fold_chain rsi
    settle_product 0, sqr_n
    dec dword ptr [at_n]
    jnz LABEL(next_square)
    mov rdi, [at_r]
    store rdi
    leave 16
    behind_product sqr_n
end_function koblitz_fe4_sqr_n_public

#endif
