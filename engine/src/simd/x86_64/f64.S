/* Products of field_lanes<f64_lanes, false> (simd/f64/fe_f64.h) in eight lanes, four a time: AVX2 and FMA.
 *
 *   void koblitz_fe_f64_mul(double r[5][8], const double a[5][8], const double b[5][8], const u64 start[10][8],
 *                           const f64_constants*)
 *   void koblitz_fe_f64_sqr(double r[5][8], const double a[5][8], const u64 start[10][8], const f64_constants*)
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
 * 2^52, plus h and l: they are added to two columns as they stand, and start has what they leave there. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"

/* f64_constants: vectors of four. */
#define at_c1 0
#define at_c2 32       /* C1 + 2^52 */
#define at_fold260 64  /* 2^260 mod p */
#define at_fold256 96  /* 2^256 mod p */
#define at_mask52 128
#define at_mask48 160
#define at_two52 192   /* 2^52, a double */
#define at_above 224   /* the integer of 2^52 less 2^4 times that of C1 */
#define at_centre 256  /* 2^52 + 2^51 */
#define at_centre4 288 /* 2^52 + 2^47 */

/* Limbs of a in ymm0 to ymm4, C2 and C1 in ymm5 and ymm6, a limb of b in ymm7. Columns k and k + 6 share a register. */
#define c0 ymm8
#define c1 ymm9
#define c2 ymm10
#define c3 ymm11
#define c4 ymm12
#define c5 ymm13
#define c6 ymm8
#define c7 ymm9
#define c8 ymm10
#define c9 ymm11

/* Columns lo and hi += the product of a and b. */
.macro add_term lo, hi, a, b
    vmovapd ymm14, ymm6
    vfmadd231pd ymm14, \a, \b
    vsubpd ymm15, ymm5, ymm14
    vfmadd231pd ymm15, \a, \b
    vpaddq \hi, \hi, ymm14
    vpaddq \lo, \lo, ymm15
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

/* Limb number row of b, at b, times a; the highest column begins here, the lowest ends. */
.macro row_of_product row, b, x0, x1, x2, x3, x4, x5
    vmovupd ymm7, [\b+64*\row]
    add_term \x0, \x1, ymm0, ymm7
.if \row < 4
    vmovdqu [rdi+64*\row], \x0
.endif
    add_term \x1, \x2, ymm1, ymm7
    add_term \x2, \x3, ymm2, ymm7
    add_term \x3, \x4, ymm3, ymm7
    add_term \x4, \x5, ymm4, ymm7
.endm

/* Columns 0 to 3 at rdi, the others in registers. */
.macro product b, start
    vmovdqu c0, [\start]
    vmovdqu c1, [\start+64]
    vmovdqu c2, [\start+128]
    vmovdqu c3, [\start+192]
    vmovdqu c4, [\start+256]
    vmovdqu c5, [\start+320]
    row_of_product 0, \b, c0, c1, c2, c3, c4, c5
    vmovdqu c6, [\start+384]
    row_of_product 1, \b, c1, c2, c3, c4, c5, c6
    vmovdqu c7, [\start+448]
    row_of_product 2, \b, c2, c3, c4, c5, c6, c7
    vmovdqu c8, [\start+512]
    row_of_product 3, \b, c3, c4, c5, c6, c7, c8
    vmovdqu c9, [\start+576]
    row_of_product 4, \b, c4, c5, c6, c7, c8, c9
.endm

.macro square start
    vmovdqu c0, [\start]
    vmovdqu c1, [\start+64]
    vmovdqu c2, [\start+128]
    vmovdqu c3, [\start+192]
    vmovdqu c4, [\start+256]
    vmovdqu c5, [\start+320]
    add_term c0, c1, ymm0, ymm0
    vmovdqu [rdi], c0
    vmovdqu c6, [\start+384]
    vaddpd ymm7, ymm0, ymm0
    add_term c1, c2, ymm1, ymm7
    vmovdqu [rdi+64], c1
    vmovdqu c7, [\start+448]
    add_term c2, c3, ymm2, ymm7
    add_term c3, c4, ymm3, ymm7
    add_term c4, c5, ymm4, ymm7
    vaddpd ymm7, ymm1, ymm1
    add_term c2, c3, ymm1, ymm1
    vmovdqu [rdi+128], c2
    vmovdqu c8, [\start+512]
    add_term c3, c4, ymm2, ymm7
    vmovdqu [rdi+192], c3
    vmovdqu c9, [\start+576]
    add_term c4, c5, ymm3, ymm7
    add_term c5, c6, ymm4, ymm7
    vaddpd ymm7, ymm2, ymm2
    add_term c4, c5, ymm2, ymm2
    add_term c5, c6, ymm3, ymm7
    add_term c6, c7, ymm4, ymm7
    vaddpd ymm7, ymm3, ymm3
    add_term c6, c7, ymm3, ymm3
    add_term c7, c8, ymm4, ymm7
    add_term c8, c9, ymm4, ymm4
.endm

.macro store_columns
    vmovdqu [rdi+256], c4
    vmovdqu [rdi+320], c5
    vmovdqu [rdi+384], c6
    vmovdqu [rdi+448], c7
    vmovdqu [rdi+512], c8
    vmovdqu [rdi+576], c9
.endm

/* What is above 52 bits of x to the next column; x = 2^52 plus the rest, a double. */
.macro carry_column x, next, constants
    vpsrlq ymm14, \x, 52
    vpand \x, \x, [\constants+at_mask52]
    vpaddq \next, \next, ymm14
    vpor \x, \x, [\constants+at_two52]
.endm

/* Limb number at of r, from x = 2^52 plus it. */
.macro store_limb at, x, constants
    vsubpd \x, \x, [\constants+at_centre]
    vmovupd [rdi+64*\at], \x
.endm

/* Columns below 2^58, the highest below 2^47, none negative. Columns 5 to 9 are folded as doubles 2^52 + h: what 2^52
 * adds is a constant, which start has less. Column 4 keeps 48 bits; what is above them, and what the fold left at 2^260,
 * t < 2^42, is folded as 2^52 + t. Limbs 0 to 3 of r are in [-2^51, 2^51), limb 4 in [-2^47, 2^47 + 2^6]. */
.macro reduce constants
    vmovapd ymm7, [\constants+at_fold260]
    carry_column c5, c6, \constants
    carry_column c6, c7, \constants
    carry_column c7, c8, \constants
    carry_column c8, c9, \constants
    vpor c9, c9, [\constants+at_two52]
    vmovdqu ymm3, [rdi+192]
    vmovdqu ymm2, [rdi+128]
    vmovdqu ymm1, [rdi+64]
    vmovdqu ymm0, [rdi]
    add_term ymm3, c4, c8, ymm7
    vmovapd ymm14, ymm6
    vfmadd231pd ymm14, c9, ymm7
    vsubpd ymm15, ymm5, ymm14
    vfmadd231pd ymm15, c9, ymm7
    vpsllq ymm4, ymm14, 4
    vpaddq c4, c4, ymm15
    vpaddq ymm4, ymm4, [\constants+at_above]
    vpsrlq ymm14, c4, 48
    vpand c4, c4, [\constants+at_mask48]
    vpaddq ymm4, ymm4, ymm14
    add_term ymm0, ymm1, c5, ymm7
    add_term ymm1, ymm2, c6, ymm7
    add_term ymm2, ymm3, c7, ymm7
    vmovapd ymm7, [\constants+at_fold256]
    add_term ymm0, ymm1, ymm4, ymm7
    carry_column ymm0, ymm1, \constants
    store_limb 0, ymm0, \constants
    carry_column ymm1, ymm2, \constants
    store_limb 1, ymm1, \constants
    carry_column ymm2, ymm3, \constants
    store_limb 2, ymm2, \constants
    carry_column ymm3, c4, \constants
    store_limb 3, ymm3, \constants
    vpor c4, c4, [\constants+at_two52]
    vsubpd c4, c4, [\constants+at_centre4]
    vmovupd [rdi+256], c4
.endm

function koblitz_fe_f64_mul
    end_prologue
    mov eax, 2
LABEL(mul):
    load_a rsi, r8
    product rdx, rcx
    reduce r8
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
    square rdx
    reduce rcx
    add rdi, 32
    add rsi, 32
    add rdx, 32
    dec eax
    jnz LABEL(sqr)
    vzeroupper
    ret
end_function koblitz_fe_f64_sqr

function koblitz_fe_f64_mul_wide
    end_prologue
    mov eax, 2
LABEL(mul_wide):
    load_a rsi, r8
    product rdx, rcx
    store_columns
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
    square rdx
    store_columns
    add rdi, 32
    add rsi, 32
    add rdx, 32
    dec eax
    jnz LABEL(sqr_wide)
    vzeroupper
    ret
end_function koblitz_fe_f64_sqr_wide

#endif
