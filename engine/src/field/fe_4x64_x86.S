/* The field of p = 2^256 - K, K = 2^32 + 977, in four 64-bit limbs, by MULX, ADCX and ADOX (BMI2, ADX).
 *
 * Values are loose: any integer in [0, 2^256) stands for itself mod p (0 and p both for zero). All inputs and
 * outputs are loose; outputs may be inputs. System V calling convention, every function a leaf.
 *
 *   koblitz_fe4_mul_{public,secret}(r, a, b)             r = a b
 *   koblitz_fe4_sqr_{public,secret}(r, a)                r = a^2
 *   koblitz_fe4_sqr_n_{public,secret}(r, a, n)           r = a^(2^n), n >= 1
 *   koblitz_fe4_mul_sub_{public,secret}(r, a, b, w)      r = a b - w, w of 8 limbs, at most (2^256 - 1)^2
 *   koblitz_fe4_mul_small(r, a, v)                       r = a v, v < 2^31; no branch
 *   koblitz_fe4_double_{public,secret}(point, n)         n >= 1 doublings of a Jacobian point X, Y, Z
 *   koblitz_fe4_scan(out, table, index, n, stride)       out = two elements at table + index stride bytes, index < n;
 *                                                        AVX2; reads the two elements of all n entries, n >= 1
 *   koblitz_fe4_mul_wide(w, a, b), _sqr_wide(w, a)       w = a b, a^2 in 8 limbs, not reduced
 *
 * "public" takes a branch on a carry that random inputs meet with probability 2^-60; "secret" has no branch and
 * no address that depends on data. n is public.
 *
 * Reduction. Let T = H 2^256 + L be the product, H, L < 2^256. U = L + K H <= (2^256 - 1)(K + 1), so its fifth limb
 * u4 is at most K. V = (U mod 2^256) + K u4 < 2^256 + K^2, K^2 < 2^65: it wraps at most once, and when it does, the
 * remainder is below 2^65 and adding K changes the two low limbs only. The carry leaves the second limb with
 * probability about 2^-61 for random data, and only then can V have wrapped.
 *
 * Subtraction of w. T - w lies in (-2^512, 2^512). A borrow adds 2^512 = K^2 too much, so K is subtracted from H.
 * If that borrows again (H < K), T - w + 2^512 has a new H above 2^256 - K, from which a second K is taken without
 * a borrow. */

#if defined(__x86_64__)

#define FOLD 0x1000003D1

/* Product limbs d0..d7, temporaries t0..t4. pb and d7 share a register: pb is last read before d7 is first
 * written. pr and t4 share one too: products save pr. */
#define pr rdi
#define pa rsi
#define pb rcx
#define d0 r8
#define d1 r9
#define d2 r10
#define d3 r11
#define d4 rax
#define d5 rbp
#define d6 r12
#define d7 rcx
#define d0l r8d
#define d4l eax
#define d5l ebp
#define d6l r12d
#define d7l ecx
#define t0 r13
#define t0l r13d
#define t1 r14
#define t2 rbx
#define t3 r15
#define t4 rdi

.intel_syntax noprefix
.text

.macro save reg
    push \reg
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \reg, 0
.endm
.macro restore reg
    pop \reg
    .cfi_adjust_cfa_offset -8
    .cfi_restore \reg
.endm

.macro begin name
    .p2align 6
    .globl \name
    .hidden \name
    .type \name, @function
\name:
    .cfi_startproc
    endbr64
.endm
.macro end name
    .cfi_endproc
    .size \name, . - \name
.endm

.macro prologue
    save rbp
    save r12
    save r13
    save r14
.endm
.macro epilogue
    restore r14
    restore r13
    restore r12
    restore rbp
.endm

/* The same with all temporaries and, on top, pr. */
.macro prologue_product
    save rbx
    save r15
    prologue
    save pr
.endm
.macro epilogue_product
    epilogue
    restore r15
    restore rbx
.endm

/* (lo, hi) = rdx * source; lo joins the carry chain at x, hi the overflow chain at y. */
.macro row_step source, x, y
    mulx t1, t0, \source
    adcx \x, t0
    adox \y, t1
.endm

/* One row: rdx times a in five limbs, then added at x0..x3, the top in x4. Each chain begins with an ADD, which any
 * port of an Intel core takes; ADC, ADCX and ADOX have two. No carry leaves x4: the partial product so far is below
 * 2^(64 (row + 5)). */
.macro row a, x0, x1, x2, x3, x4
    mulx t1, t0, [\a]
    mulx t2, t4, [\a+8]
    add t1, t4
    mulx t3, t4, [\a+16]
    adc t2, t4
    mulx \x4, t4, [\a+24]
    adc t3, t4
    adc \x4, 0
    add \x0, t0
    adc \x1, t1
    adc \x2, t2
    adc \x3, t3
    adc \x4, 0
.endm

/* The rows of a b but the first. */
.macro rows a, b
    mov rdx, [\b+8]
    row \a, d1, d2, d3, d4, d5
    mov rdx, [\b+16]
    row \a, d2, d3, d4, d5, d6
    mov rdx, [\b+24]
    row \a, d3, d4, d5, d6, d7
.endm

/* d0..d7 = a b; a and b are addresses. */
.macro product a, b
    mov rdx, [\b]
    mulx d1, d0, [\a]
    mulx d2, t0, [\a+8]
    mulx d3, t1, [\a+16]
    add d1, t0
    mulx d4, t0, [\a+24]
    adc d2, t1
    adc d3, t0
    adc d4, 0
    rows \a, \b
.endm

/* d0..d7 = a b + (p - w), or + (2 p - w) when w exceeds p: then p - w + 2^256 is at least 2^256 - K + 1, so that K
 * comes off the lowest limb. (2^256 - 1)^2 + 2^256 - 1 is below 2^512. rdx = K. */
.macro product_minus a, b, w
    mov d0, -FOLD
    mov d1, -1
    mov d2, -1
    mov d3, -1
    sub d0, [\w]
    sbb d1, [\w+8]
    sbb d2, [\w+16]
    sbb d3, [\w+24]
    sbb t0, t0
    and t0, rdx
    sub d0, t0
    mov rdx, [\b]
    row \a, d0, d1, d2, d3, d4
    rows \a, \b
.endm

/* d0..d7 = a^2: the products of different limbs once, then doubled, then the squares are added. */
.macro square a
    mov rdx, [\a]
    mulx d2, d1, [\a+8]
    mulx d3, t0, [\a+16]
    mulx d4, t1, [\a+24]
    add d2, t0
    mov rdx, [\a+8]
    adc d3, t1
    adc d4, 0
    mulx t1, t0, [\a+16]
    mulx d0, d7, [\a+24]
    mov rdx, [\a+16]
    add t1, d7
    adc d0, 0
    mulx d6, d5, [\a+24]
    add d3, t0
    adc d4, t1
    adc d5, d0
    adc d6, 0
    xor d7l, d7l
    mov rdx, [\a]
    add d1, d1
    adc d2, d2
    adc d3, d3
    adc d4, d4
    adc d5, d5
    adc d6, d6
    adc d7, d7
    mulx t1, d0, rdx
    mov rdx, [\a+8]
    add d1, t1
    mulx t1, t0, rdx
    mov rdx, [\a+16]
    adc d2, t0
    adc d3, t1
    mulx t1, t0, rdx
    mov rdx, [\a+24]
    adc d4, t0
    adc d5, t1
    mulx t1, t0, rdx
    adc d6, t0
    adc d7, t1
.endm

/* The same of x0..x3 in registers, for chains of squarings, where latency counts: x2 and x3 are ready first, so their
 * product comes first. Carries out of limb 3 are counted in c, which takes x0's register, so that the upper half does
 * not wait for the lower one: a^2 = d0..d3 + 2^256 (c + d4..d7), c at most 6. */
.macro square_chain x0, x1, x2, x3, c
    mov rdx, \x2
    mulx d6, d5, \x3
    mov rdx, \x0
    mulx d2, d1, \x1
    mulx d3, t0, \x2
    mulx d4, t1, \x3
    mov rdx, \x1
    xor d7l, d7l
    adcx d2, t0
    adcx d3, t1
    mulx t1, t0, \x2
    adox d3, t0
    mov t0, d7
    adcx d7, t0
    adox d7, t0
    xor t0l, t0l
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
    xor d7l, d7l
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
    xor d7l, d7l
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

/* d0..d3 = V mod 2^256 up to the carry out of d1, which is left in the flag; rdx = K. */
.macro reduce
    mov rdx, FOLD
    mulx d4, t0, d4
    mulx d5, t1, d5
    add d4, t1
    mulx d6, t1, d6
    adc d5, t1
    mulx d7, t1, d7
    adc d6, t1
    adc d7, 0
    add d0, t0
    adc d1, d4
    adc d2, d5
    adc d3, d6
    adc d7, 0
    mulx t1, t0, d7
    add d0, t0
    adc d1, t1
.endm

/* The same of c more at 2^256, for chains: two shorter chains at once; square_chain leaves both flags clear. With c at
 * most 6, u4 is at most K + 6: V stays below 2^256 + 2^66, and the argument above holds. */
.macro reduce_chain c
    mov rdx, FOLD
    mulx t1, t0, d4
    mov d4, \c
    adcx d0, t0
    adox d1, t1
    row_step d5, d1, d2
    row_step d6, d2, d3
    row_step d7, d3, d4
    adc d4, 0
    mulx t1, t0, d4
    add d0, t0
    adc d1, t1
.endm

/* The rest of it without a branch. */
.macro finish_secret
    adc d2, 0
    adc d3, 0
    sbb t0, t0
    and t0, rdx
    add d0, t0
    adc d1, 0
.endm

/* Out of line: the carry out of d1, then K when it leaves d3. */
.macro rare_carry back
    add d2, 1
    adc d3, 0
    jnc \back
    add d0, rdx
    adc d1, 0
    jmp \back
.endm

.macro store at, x0=d0, x1=d1, x2=d2, x3=d3
    mov [\at], \x0
    mov [\at+8], \x1
    mov [\at+16], \x2
    mov [\at+24], \x3
.endm

.macro store8
    store pr
    mov [pr+32], d4
    mov [pr+40], d5
    mov [pr+48], d6
    mov [pr+56], d7
.endm

/* The rest of it in routines of several products, by \secret. */
.macro finish secret
.if \secret
    finish_secret
.else
    jc 6f
8:
    .subsection 1
6:
    rare_carry 8b
    .previous
.endif
.endm

begin koblitz_fe4_mul_public
    prologue_product
    mov pb, rdx
    product pa, pb
    reduce
    jc 6f
8:
    .cfi_remember_state
    restore pr
    store pr
    epilogue_product
    ret
    .cfi_restore_state
6:
    rare_carry 8b
end koblitz_fe4_mul_public

begin koblitz_fe4_mul_secret
    prologue_product
    mov pb, rdx
    product pa, pb
    reduce
    finish_secret
    restore pr
    store pr
    epilogue_product
    ret
end koblitz_fe4_mul_secret

begin koblitz_fe4_sqr_public
    prologue
    square pa
    reduce
    jc 6f
8:
    store pr
    .cfi_remember_state
    epilogue
    ret
    .cfi_restore_state
6:
    rare_carry 8b
end koblitz_fe4_sqr_public

begin koblitz_fe4_sqr_secret
    prologue
    square pa
    reduce
    finish_secret
    store pr
    epilogue
    ret
end koblitz_fe4_sqr_secret

/* a v = h 2^256 + low with h < 2^31 - 1, so h K < 2^63 + 2^32; low + h K wraps at most once, to below that, and
 * adding K stays in the lowest limb. */
begin koblitz_fe4_mul_small
    mov edx, edx
    mulx rcx, d0, [pa]
    mulx d4, d1, [pa+8]
    add d1, rcx
    mulx rcx, d2, [pa+16]
    adc d2, d4
    mulx d4, d3, [pa+24]
    mov rdx, FOLD
    adc d3, rcx
    adc d4, 0
    imul d4, rdx
    add d0, d4
    adc d1, 0
    adc d2, 0
    adc d3, 0
    sbb d4, d4
    and d4, rdx
    add d0, d4
    store pr
    ret
end koblitz_fe4_mul_small

begin koblitz_fe4_mul_wide
    prologue_product
    mov pb, rdx
    product pa, pb
    restore pr
    store8
    epilogue_product
    ret
end koblitz_fe4_mul_wide

begin koblitz_fe4_sqr_wide
    prologue
    square pa
    store8
    epilogue
    ret
end koblitz_fe4_sqr_wide

.macro subtract_wide
    sub d0, [pa]
    sbb d1, [pa+8]
    sbb d2, [pa+16]
    sbb d3, [pa+24]
    sbb d4, [pa+32]
    sbb d5, [pa+40]
    sbb d6, [pa+48]
    sbb d7, [pa+56]
    mov rdx, FOLD
    sbb t0, t0
    and t0, rdx
    sub d4, t0
.endm

begin koblitz_fe4_mul_sub_public
    prologue_product
    save rcx
    mov pb, rdx
    product pa, pb
    restore pa
    subtract_wide
    jc 7f
9:
    reduce
    jc 6f
8:
    .cfi_remember_state
    restore pr
    store pr
    epilogue_product
    ret
    .cfi_restore_state
6:
    rare_carry 8b
7:
    sbb d5, 0
    sbb d6, 0
    sbb d7, 0
    jnc 9b
    sub d4, rdx
    jmp 9b
end koblitz_fe4_mul_sub_public

begin koblitz_fe4_mul_sub_secret
    prologue_product
    save rcx
    mov pb, rdx
    product pa, pb
    restore pa
    subtract_wide
    sbb d5, 0
    sbb d6, 0
    sbb d7, 0
    sbb t0, t0
    and t0, rdx
    sub d4, t0
    reduce
    finish_secret
    restore pr
    store pr
    epilogue_product
    ret
end koblitz_fe4_mul_sub_secret

/* The value stays in registers between squarings; n and the address of r are on the stack. */
.macro repeated_square secret
    save rbx
    save r15
    prologue
    push rdi
    .cfi_adjust_cfa_offset 8
    push rdx
    .cfi_adjust_cfa_offset 8
    mov d0, [pa]
    mov d1, [pa+8]
    mov d2, [pa+16]
    mov d3, [pa+24]
    .p2align 5
5:
    mov rsi, d0
    mov rbx, d1
    mov r15, d2
    mov rdi, d3
    square_chain rsi, rbx, r15, rdi, rsi
    reduce_chain rsi
.if \secret
    finish_secret
.else
    jc 6f
8:
.endif
    dec dword ptr [rsp]
    jnz 5b
    mov pr, [rsp+8]
    store pr
    .cfi_remember_state
    add rsp, 16
    .cfi_adjust_cfa_offset -16
    epilogue
    restore r15
    restore rbx
    ret
    .cfi_restore_state
.if \secret == 0
6:
    rare_carry 8b
.endif
.endm

begin koblitz_fe4_sqr_n_public
    repeated_square 0
end koblitz_fe4_sqr_n_public

begin koblitz_fe4_sqr_n_secret
    repeated_square 1
end koblitz_fe4_sqr_n_secret

/* Point doublings. The point is three elements, X, Y, Z, at rsi; scratch elements are at rsp. */
#define at_x rsi
#define at_y rsi+32
#define at_z rsi+64
#define at_s rsp
#define at_t rsp+32
#define at_l rsp+64

/* d0..d3 = 3/2 of themselves: d + ((d >> 1) + (d odd ? (p + 1) / 2 : 0)), the bracket below 2^256 - 2^31.
 * (p + 1) / 2 = 2^255 - 2^31 - 488. rdx = K. */
.macro three_halves secret
    mov ebx, d0l
    and ebx, 1
    neg rbx
    mov d4, d0
    mov t0, d1
    shr d4
    shl t0, 63
    or d4, t0
    mov d5, d1
    mov t0, d2
    shr d5
    shl t0, 63
    or d5, t0
    mov d6, d2
    mov t0, d3
    shr d6
    shl t0, 63
    or d6, t0
    mov d7, d3
    shr d7
    mov t0, 0xFFFFFFFF7FFFFE18
    mov t1, rbx
    and t0, rbx
    shr t1
    add d4, t0
    adc d5, rbx
    adc d6, rbx
    adc d7, t1
    add d0, d4
    adc d1, d5
    adc d2, d6
    adc d3, d7
    sbb t0, t0
    and t0, rdx
    add d0, t0
.if \secret
    adc d1, 0
    adc d2, 0
    adc d3, 0
    sbb t0, t0
    and t0, rdx
    add d0, t0
.else
    jc 6f
8:
    .subsection 1
6:
    add d1, 1
    adc d2, 0
    adc d3, 0
    jnc 8b
    add d0, rdx
    jmp 8b
    .previous
.endif
.endm

/* x0..x3 less m, K times the number of borrows taken; when that borrows, at least 2^256 - 3K is left and K more comes
 * off the lowest limb. rdx = K. */
.macro settle_borrows secret, m, x0, x1, x2, x3
    sub \x0, \m
.if \secret
    sbb \x1, 0
    sbb \x2, 0
    sbb \x3, 0
    sbb \m, \m
    and \m, rdx
    sub \x0, \m
.else
    jc 6f
8:
    .subsection 1
6:
    sub \x1, 1
    sbb \x2, 0
    sbb \x3, 0
    jnc 8b
    sub \x0, rdx
    jmp 8b
    .previous
.endif
.endm

/* d0..d3 less 2 t. */
.macro subtract_twice secret, at
    xor d4l, d4l
    sub d0, [\at]
    sbb d1, [\at+8]
    sbb d2, [\at+16]
    sbb d3, [\at+24]
    adc d4, 0
    sub d0, [\at]
    sbb d1, [\at+8]
    sbb d2, [\at+16]
    sbb d3, [\at+24]
    adc d4, 0
    imul d4, rdx
    settle_borrows \secret, d4, d0, d1, d2, d3
.endm

/* d4..d7 = t less d0..d3. */
.macro subtract_from secret, at
    mov d4, [\at]
    mov d5, [\at+8]
    mov d6, [\at+16]
    mov d7, [\at+24]
    sub d4, d0
    sbb d5, d1
    sbb d6, d2
    sbb d7, d3
    sbb t0, t0
    and t0, rdx
    settle_borrows \secret, t0, d4, d5, d6, d7
.endm

/* S = Y^2, T = X S, L = 3/2 X^2, X3 = L^2 - 2 T, Y3 = L (T - X3) - S^2, Z3 = Y Z. */
.macro doublings secret
    save rbx
    save r15
    prologue
    push rsi
    .cfi_adjust_cfa_offset 8
    lea rsp, [rsp-96]
    .cfi_adjust_cfa_offset 96
    mov rsi, rdi
    .p2align 5
5:
    square at_y
    reduce
    finish \secret
    store at_s
    square at_x
    reduce
    finish \secret
    three_halves \secret
    store at_l
    product at_x, at_s
    reduce
    finish \secret
    store at_t
    square at_l
    reduce
    finish \secret
    subtract_twice \secret, at_t
    store at_x
    subtract_from \secret, at_t
    store at_t, d4, d5, d6, d7
    square at_s
    reduce
    finish \secret
    store at_s
    product at_z, at_y
    reduce
    finish \secret
    store at_z
    product_minus at_l, at_t, at_s
    reduce
    finish \secret
    store at_y
    dec dword ptr [rsp+96]
    jnz 5b
    lea rsp, [rsp+104]
    .cfi_adjust_cfa_offset -104
    epilogue
    restore r15
    restore rbx
    ret
.endm

begin koblitz_fe4_double_public
    doublings 0
end koblitz_fe4_double_public

begin koblitz_fe4_double_secret
    doublings 1
end koblitz_fe4_double_secret

/* Each entry under the mask of its number being the index. No alignment is asked for. The vectors are left zero. */
begin koblitz_fe4_scan
    vmovd xmm0, edx
    vpbroadcastd ymm0, xmm0
    vpcmpeqd ymm1, ymm1, ymm1
    vpxor xmm2, xmm2, xmm2
    vpxor xmm3, xmm3, xmm3
    vpxor xmm4, xmm4, xmm4
5:
    vpcmpeqd ymm5, ymm4, ymm0
    vpsubd ymm4, ymm4, ymm1
    vpand ymm6, ymm5, [rsi]
    vpand ymm7, ymm5, [rsi+32]
    vpor ymm2, ymm2, ymm6
    vpor ymm3, ymm3, ymm7
    lea rsi, [rsi+r8]
    dec ecx
    jnz 5b
    vmovdqu [rdi], ymm2
    vmovdqu [rdi+32], ymm3
    vzeroall
    ret
end koblitz_fe4_scan

#endif

#if defined(__linux__) && defined(__ELF__)
.section .note.GNU-stack,"",@progbits
#endif
