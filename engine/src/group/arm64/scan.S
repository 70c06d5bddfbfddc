/* A table entry by a secret index.
 *
 *   void koblitz_point4_scan(u64 out[8], const u64* table, u32 index, int n, size_t stride)
 *
 * out = the 8 limbs at table + index stride bytes, index < n, n >= 1. Uses NEON. All n entries are read; each is masked
 * by whether its number is index. No branch and no address depends on index. No alignment is needed. out does not
 * overlap the table. The vector registers that are used are zero afterwards. */
#include "field/platform.h"
#ifdef KOBLITZ_ARM64_ASM
#include "field/arm64/symbols.inc"

function koblitz_point4_scan
    end_prologue
    movi v0.4s, #1
    dup v1.4s, w2
    movi v2.2d, #0
    movi v4.2d, #0
    movi v5.2d, #0
    movi v6.2d, #0
    movi v7.2d, #0
LABEL(next_entry):
    cmeq v3.4s, v2.4s, v1.4s
    ldp q16, q17, [x1]
    ldp q18, q19, [x1, #32]
    add v2.4s, v2.4s, v0.4s
    bit v4.16b, v16.16b, v3.16b
    bit v5.16b, v17.16b, v3.16b
    bit v6.16b, v18.16b, v3.16b
    bit v7.16b, v19.16b, v3.16b
    add x1, x1, x4
    subs w3, w3, #1
    b.ne LABEL(next_entry)
    stp q4, q5, [x0]
    stp q6, q7, [x0, #32]
    movi v1.2d, #0
    movi v2.2d, #0
    movi v3.2d, #0
    movi v4.2d, #0
    movi v5.2d, #0
    movi v6.2d, #0
    movi v7.2d, #0
    movi v16.2d, #0
    movi v17.2d, #0
    movi v18.2d, #0
    movi v19.2d, #0
    ret
end_function koblitz_point4_scan

#endif
