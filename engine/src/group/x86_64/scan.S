/* A table entry by a secret index.
 *
 *   void koblitz_point4_scan(u64 out[8], const u64* table, u32 index, int n, size_t stride)
 *
 * out = the 8 limbs at table + index stride bytes, index < n, n >= 1. Uses AVX2. All n entries are read; each is masked
 * by whether its number is index. No branch and no address depends on index. No alignment is needed. out does not
 * overlap the table. The vector registers are zero afterwards. */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "field/x86_64/symbols.inc"

function koblitz_point4_scan
    end_prologue
    vmovd xmm0, edx
    vpbroadcastd ymm0, xmm0
    vpcmpeqd ymm1, ymm1, ymm1
    vpxor xmm2, xmm2, xmm2
    vpxor xmm3, xmm3, xmm3
    vpxor xmm4, xmm4, xmm4
LABEL(next_entry):
    vpcmpeqd ymm5, ymm4, ymm0
    vpsubd ymm4, ymm4, ymm1
    vpand ymm6, ymm5, [rsi]
    vpand ymm7, ymm5, [rsi+32]
    vpor ymm2, ymm2, ymm6
    vpor ymm3, ymm3, ymm7
    lea rsi, [rsi+r8]
    dec ecx
    jnz LABEL(next_entry)
    vmovdqu [rdi], ymm2
    vmovdqu [rdi+32], ymm3
    vzeroall
    ret
end_function koblitz_point4_scan

#endif
