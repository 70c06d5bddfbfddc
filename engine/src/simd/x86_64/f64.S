/* Products of field_lanes<f64_lanes, false> (simd/f64/fe_f64.h) in eight lanes, four a time: AVX2 and FMA.
 *
 *   void koblitz_fe_f64_mul(double r[5][8], const double a[5][8], const double b[5][8], const u64 start[5][8],
 *                           const f64_constants*)
 *   void koblitz_fe_f64_mul_sub(double r[5][8], const double a[5][8], const double b[5][8], const u64 start[5][8],
 *                               const u64 w[10][8], const f64_constants*)
 *   void koblitz_fe_f64_sqr(double r[5][8], const double a[5][8], const u64 start[5][8], const f64_constants*)
 *   void koblitz_fe_f64_mul_wide(u64 w[10][8], const double a[5][8], const double b[5][8], const u64 start[10][8],
 *                                const f64_constants*)
 *   void koblitz_fe_f64_sqr_wide(u64 w[10][8], const double a[5][8], const u64 start[10][8], const f64_constants*)
 *
 * MXCSR rounds toward zero. Limbs are integers, and every product of two of their limbs is in [-2^103, 2^103], with one
 * limb doubled in squares. r may be a or b. No alignment is asked for; no branch and no address depends on limbs.
 *
 * A product of limbs is h 2^52 + l with integers h and 0 <= l < 2^52. C1 + a b with C1 = 1.5 2^104, rounded toward zero, is
 * C1 + h 2^52, as doubles between 2^104 and 2^105 are the multiples of 2^52 there; C1 + 2^52 less that is exact, and so
 * is 2^52 + l, which another fused multiplication and addition gives. As integers the two doubles are those of C1 and of
 * 2^52, plus h and l: they are added to two columns as they stand. What they leave there besides is in start, or makes the
 * exponents of columns 5 to 9 (simd/f64/columns.h).
 *
 * The upper columns come first: they are carried and folded while the products of the lower ones are computed, which wait
 * for nothing. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"

/* f64_constants: vectors of four. */
#define at_c1 0
#define at_c2 32        /* C1 + 2^52 */
#define at_fold5 64     /* 2^260 mod p for each of columns 5 to 9, by what makes the double of a column 2^52 plus it */
#define at_fold6 96
#define at_fold7 128
#define at_fold8 160
#define at_fold9 192
#define at_fold256 224  /* 2^-48 (2^256 mod p) */
#define at_limb52 256   /* all but bits 52 to 57 */
#define at_limb48 288   /* all but bits 48 to 57 */
#define at_d1 320       /* D1 = 1.5 2^100 */
#define at_d2 352       /* D1 + 2^52 */
#define at_scale 384    /* 2^-13 */
#define at_centre 416   /* -2^52 - 2^51 */
#define at_centre4 448  /* -2^52 - 2^47 - 0x440 */

/* Limbs of a in ymm0 to ymm4, C2 and C1 in ymm5 and ymm6, a limb of b in ymm7. Column 3 begins where limb 4 of a is no
 * longer needed, columns 2 to 0 where columns 7 to 5 are folded. */
#define c3 ymm4
#define c4 ymm9
#define c5 ymm10
#define c6 ymm11
#define c7 ymm12
#define c8 ymm13
#define c9 ymm8
#define c2 c7
#define c1 c6
#define c0 c5

/* upper and ymm15 = the halves of the product of a and b, as above. */
.macro split upper, a, b
    vmovapd \upper, ymm6
    vfmadd231pd \upper, \a, \b
    vsubpd ymm15, ymm5, \upper
    vfmadd231pd ymm15, \a, \b
.endm
/* Columns lo and hi += the product of a and b. */
.macro add_term lo, hi, a, b
    split ymm14, \a, \b
    vpaddq \hi, \hi, ymm14
    vpaddq \lo, \lo, ymm15
.endm
/* The same where lo, column number at, begins: from what start has. */
.macro begin_lower at, lo, hi, a, b, start
    split ymm14, \a, \b
    vpaddq \hi, \hi, ymm14
    vpaddq \lo, ymm15, [\start+64*\at]
.endm
/* The same where hi begins, one of columns 6 to 9: from 0. */
.macro begin_upper lo, hi, a, b
    split \hi, \a, \b
    vpaddq \lo, \lo, ymm15
.endm
/* The same where columns 4 and 5 begin. */
.macro begin_both a, b, start
    split c5, \a, \b
    vpaddq c4, ymm15, [\start+256]
.endm
.macro load_a at, constants
    vmovupd ymm0, [\at]
    vmovupd ymm1, [\at+64]
    vmovupd ymm2, [\at+128]
    vmovupd ymm3, [\at+192]
    vmovupd ymm4, [\at+256]
    vmovapd ymm5, [\constants+at_c2]
    vmovapd ymm6, [\constants+at_c1]
.endm

/* What is above 52 bits of x to the next column; x = the rest, as the fraction of a double. Nothing without a mask. */
.macro carry_column x, next, mask
.ifnb \mask
    vpsrlq ymm14, \x, 52
    vpand \x, \x, \mask
    vpaddq \next, \next, ymm14
.endif
.endm

/* The products of limbs in four parts: those of columns 4 and up; those of column 3, between which columns 5 to 8 are
 * carried; those of columns 2 to 0, in two parts. a and b are in memory, too. */
.macro product_high start, a, b
    vmovupd ymm7, [\b]
    begin_both ymm4, ymm7, \start
    vmovupd ymm7, [\b+64]
    add_term c4, c5, ymm3, ymm7
    begin_upper c5, c6, ymm4, ymm7
    vmovupd ymm7, [\b+128]
    add_term c4, c5, ymm2, ymm7
    add_term c5, c6, ymm3, ymm7
    begin_upper c6, c7, ymm4, ymm7
    vmovupd ymm7, [\b+192]
    add_term c4, c5, ymm1, ymm7
    add_term c5, c6, ymm2, ymm7
    add_term c6, c7, ymm3, ymm7
    begin_upper c7, c8, ymm4, ymm7
    vmovupd ymm7, [\b+256]
    add_term c4, c5, ymm0, ymm7
    add_term c5, c6, ymm1, ymm7
    add_term c6, c7, ymm2, ymm7
    add_term c7, c8, ymm3, ymm7
    begin_upper c8, c9, ymm4, ymm7
.endm
.macro product_3 start, a, b, mask
    carry_column c5, c6, \mask
    vmovupd ymm7, [\b]
    begin_lower 3, c3, c4, ymm3, ymm7, \start
    carry_column c6, c7, \mask
    vmovupd ymm7, [\b+64]
    add_term c3, c4, ymm2, ymm7
    carry_column c7, c8, \mask
    vmovupd ymm7, [\b+128]
    add_term c3, c4, ymm1, ymm7
    carry_column c8, c9, \mask
    vmovupd ymm7, [\b+192]
    add_term c3, c4, ymm0, ymm7
.endm
.macro product_low a, b
    vmovupd ymm7, [\b]
    add_term c0, c1, ymm0, ymm7
    add_term c1, c2, ymm1, ymm7
    add_term c2, c3, ymm2, ymm7
    vmovupd ymm7, [\b+64]
.endm
.macro product_rest a, b
    add_term c1, c2, ymm0, ymm7
    add_term c2, c3, ymm1, ymm7
    vmovupd ymm7, [\b+128]
    add_term c2, c3, ymm0, ymm7
.endm

/* One limb of two that differ is doubled. Limbs 0 and 1 are read again. */
.macro square_high start, a, b
    vaddpd ymm0, ymm0, ymm0
    vaddpd ymm1, ymm1, ymm1
    begin_both ymm0, ymm4, \start
    add_term c4, c5, ymm1, ymm3
    add_term c4, c5, ymm2, ymm2
    vaddpd ymm2, ymm2, ymm2
    begin_upper c5, c6, ymm1, ymm4
    add_term c5, c6, ymm2, ymm3
    begin_upper c6, c7, ymm3, ymm3
    vaddpd ymm3, ymm3, ymm3
    add_term c6, c7, ymm2, ymm4
    begin_upper c7, c8, ymm3, ymm4
    begin_upper c8, c9, ymm4, ymm4
.endm
.macro square_3 start, a, b, mask
    carry_column c5, c6, \mask
    vmovupd ymm7, [\a]
    carry_column c6, c7, \mask
    begin_lower 3, c3, c4, ymm7, ymm3, \start
    carry_column c7, c8, \mask
    vmovupd ymm0, [\a+64]
    carry_column c8, c9, \mask
    add_term c3, c4, ymm0, ymm2
.endm
.macro square_low a, b
    add_term c0, c1, ymm7, ymm7
    add_term c2, c3, ymm7, ymm2
.endm
.macro square_rest a, b
    add_term c1, c2, ymm7, ymm1
    add_term c2, c3, ymm0, ymm0
.endm

/* Limb number at of r, from x = 2^65 plus 2^13 times it and the centre; scale is 2^-13. */
.macro store_limb at, x, scale, centre
    vmovapd ymm15, \centre
    vfmadd231pd ymm15, \x, \scale
    vmovupd [rdi+64*\at], ymm15
.endm

/* r = the product, or square, and start; less w where it is given. Columns 5 to 9 become doubles and are folded. Column 4
 * keeps 48 bits; what is above them, and what the fold left at 2^256, is D1 plus less than 2^92 as a double, in c9, and is
 * folded too. Limbs 0 to 3 of r are in [-2^51, 2^51), limb 4 in [-2^47, 2^47 + 2^6]. */
.macro multiply what, start, constants, a, b, w
    \what\()_high \start, \a, \b
.ifnb \w
    vpsubq c5, c5, [\w+320]
    vpsubq c6, c6, [\w+384]
    vpsubq c7, c7, [\w+448]
    vpsubq c8, c8, [\w+512]
    vpsubq c9, c9, [\w+576]
    vpsubq c4, c4, [\w+256]
.endif
    \what\()_3 \start, \a, \b, [\constants+at_limb52]
    vmovapd ymm3, [\constants+at_fold9]
    vmovapd ymm14, [\constants+at_d1]
    vfmadd231pd ymm14, c9, ymm3
    vmovapd ymm15, [\constants+at_d2]
    vsubpd ymm15, ymm15, ymm14
    vfmadd231pd ymm15, c9, ymm3
    vpaddq c4, c4, ymm15
    vmovapd c9, ymm14
    vmovapd ymm3, [\constants+at_fold8]
    add_term c3, c4, c8, ymm3
    vmovapd ymm3, [\constants+at_fold7]
    begin_lower 2, c2, c3, c7, ymm3, \start
    vmovapd ymm3, [\constants+at_fold6]
    begin_lower 1, c1, c2, c6, ymm3, \start
    vmovapd ymm3, [\constants+at_fold5]
    begin_lower 0, c0, c1, c5, ymm3, \start
.ifnb \w
    vpsubq c3, c3, [\w+192]
    vpsubq c2, c2, [\w+128]
    vpsubq c1, c1, [\w+64]
    vpsubq c0, c0, [\w]
.endif
    \what\()_low \a, \b
    vpsrlq ymm14, c4, 48
    vpand c4, c4, [\constants+at_limb48]
    vpaddq c9, c9, ymm14
    vmovapd ymm3, [\constants+at_fold256]
    add_term c0, c1, c9, ymm3
    \what\()_rest \a, \b
    vmovdqa ymm5, [\constants+at_limb52]
    vmovapd ymm6, [\constants+at_scale]
    vmovapd ymm2, [\constants+at_centre]
    carry_column c0, c1, ymm5
    store_limb 0, c0, ymm6, ymm2
    carry_column c1, c2, ymm5
    store_limb 1, c1, ymm6, ymm2
    carry_column c2, c3, ymm5
    store_limb 2, c2, ymm6, ymm2
    carry_column c3, c4, ymm5
    store_limb 3, c3, ymm6, ymm2
    store_limb 4, c4, ymm6, [\constants+at_centre4]
.endm

.macro store_column at, x, start
    vpaddq \x, \x, [\start+64*\at]
    vmovdqu [rdi+64*\at], \x
.endm
/* w = the product, or square, and start. */
.macro multiply_wide what, start, a, b
    \what\()_high \start, \a, \b
    store_column 5, c5, \start
    store_column 6, c6, \start
    store_column 7, c7, \start
    store_column 8, c8, \start
    store_column 9, c9, \start
    \what\()_3 \start, \a, \b
    vmovdqu [rdi+256], c4
    vmovdqu c2, [\start+128]
    vmovdqu c1, [\start+64]
    vmovdqu c0, [\start]
    \what\()_low \a, \b
    \what\()_rest \a, \b
    vmovdqu [rdi], c0
    vmovdqu [rdi+64], c1
    vmovdqu [rdi+128], c2
    vmovdqu [rdi+192], c3
.endm

function koblitz_fe_f64_mul
    end_prologue
    mov eax, 2
LABEL(mul):
    load_a rsi, r8
    multiply product, rcx, r8, rsi, rdx
    add rdi, 32
    add rsi, 32
    add rdx, 32
    add rcx, 32
    dec eax
    jnz LABEL(mul)
    vzeroupper
    ret
end_function koblitz_fe_f64_mul

function koblitz_fe_f64_sqr
    end_prologue
    mov eax, 2
LABEL(sqr):
    load_a rsi, rcx
    multiply square, rdx, rcx, rsi
    add rdi, 32
    add rsi, 32
    add rdx, 32
    dec eax
    jnz LABEL(sqr)
    vzeroupper
    ret
end_function koblitz_fe_f64_sqr

function koblitz_fe_f64_mul_sub
    end_prologue
    mov eax, 2
LABEL(mul_sub):
    load_a rsi, r9
    multiply product, rcx, r9, rsi, rdx, r8
    add rdi, 32
    add rsi, 32
    add rdx, 32
    add rcx, 32
    add r8, 32
    dec eax
    jnz LABEL(mul_sub)
    vzeroupper
    ret
end_function koblitz_fe_f64_mul_sub

function koblitz_fe_f64_mul_wide
    end_prologue
    mov eax, 2
LABEL(mul_wide):
    load_a rsi, r8
    multiply_wide product, rcx, rsi, rdx
    add rdi, 32
    add rsi, 32
    add rdx, 32
    add rcx, 32
    dec eax
    jnz LABEL(mul_wide)
    vzeroupper
    ret
end_function koblitz_fe_f64_mul_wide

function koblitz_fe_f64_sqr_wide
    end_prologue
    mov eax, 2
LABEL(sqr_wide):
    load_a rsi, rcx
    multiply_wide square, rdx, rsi
    add rdi, 32
    add rsi, 32
    add rdx, 32
    dec eax
    jnz LABEL(sqr_wide)
    vzeroupper
    ret
end_function koblitz_fe_f64_sqr_wide

#endif
