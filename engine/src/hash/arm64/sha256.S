/* SHA-256 by the extension of ARMv8 (FEAT_SHA256): four rounds by a pair of instructions, four message words a register.
 *
 *   void koblitz_sha256_arm64(u32 state[8], const u8* blocks, size_t n, const u32 constants[64])
 *
 * Adds n >= 1 blocks of 64 bytes, of any alignment, to the state; constants: those of the rounds. No branch and no
 * address depends on data. The vector registers that held any of it are zero afterwards. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"
#if !defined(__APPLE__)
    .arch armv8-a+crypto
#endif

/* State in v0 and v1, message words in v4 to v7, constants in v16 to v31. */
.macro four_rounds w, k
    add v3.4s, v\w\().4s, v\k\().4s
    mov v2.16b, v0.16b
    sha256h q0, q1, v3.4s
    sha256h2 q1, q2, v3.4s
.endm
/* w0 becomes the four words after those of w3. */
.macro schedule w0, w1, w2, w3
    sha256su0 v\w0\().4s, v\w1\().4s
    sha256su1 v\w0\().4s, v\w2\().4s, v\w3\().4s
.endm
.macro sixteen_rounds k0, k1, k2, k3
    schedule 4, 5, 6, 7
    four_rounds 4, \k0
    schedule 5, 6, 7, 4
    four_rounds 5, \k1
    schedule 6, 7, 4, 5
    four_rounds 6, \k2
    schedule 7, 4, 5, 6
    four_rounds 7, \k3
.endm

function koblitz_sha256_arm64
    end_prologue
    ld1 {v0.4s, v1.4s}, [x0]
    ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [x3], #64
    ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [x3], #64
    ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [x3], #64
    ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [x3]
LABEL(next_block):
    ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [x1], #64
    rev32 v4.16b, v4.16b
    rev32 v5.16b, v5.16b
    rev32 v6.16b, v6.16b
    rev32 v7.16b, v7.16b
    four_rounds 4, 16
    four_rounds 5, 17
    four_rounds 6, 18
    four_rounds 7, 19
    sixteen_rounds 20, 21, 22, 23
    sixteen_rounds 24, 25, 26, 27
    sixteen_rounds 28, 29, 30, 31
    ld1 {v2.4s, v3.4s}, [x0]
    add v0.4s, v0.4s, v2.4s
    add v1.4s, v1.4s, v3.4s
    st1 {v0.4s, v1.4s}, [x0]
    subs x2, x2, #1
    b.ne LABEL(next_block)
    movi v0.2d, #0
    movi v1.2d, #0
    movi v2.2d, #0
    movi v3.2d, #0
    movi v4.2d, #0
    movi v5.2d, #0
    movi v6.2d, #0
    movi v7.2d, #0
    ret
end_function koblitz_sha256_arm64

#endif
