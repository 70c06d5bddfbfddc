#include "base/cpu.h"
#include "base/ct.h"

namespace koblitz {

/* Never inlined or cloned: callers must not assume that any of the registers below survives the call. */
KOBLITZ_ROUTINE void wipe_registers() {
#if defined(__x86_64__)
    const u32 has = features();
#define KOBLITZ_VECTORS                                                                               \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", \
        "xmm12", "xmm13", "xmm14", "xmm15"
#define KOBLITZ_EACH_OF_16 ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t"
    if ((has & cpu_word::ymm) != 0) {
        /* An instruction of AVX zeroes the rest of its register. Sixteen take less time than VZEROALL. */
        __asm__ volatile(KOBLITZ_EACH_OF_16 "vpxor %%xmm\\i, %%xmm\\i, %%xmm\\i\n\t"
                                            ".endr\n\t"
                                            "vzeroupper" ::
                                                : KOBLITZ_VECTORS);
    } else {
        __asm__ volatile(KOBLITZ_EACH_OF_16 "pxor %%xmm\\i, %%xmm\\i\n\t"
                                            ".endr" ::
                                                : KOBLITZ_VECTORS);
    }
    /* Registers 16 to 31 and the masks, which the lanes and libc use. An EVEX instruction that writes 128
     * bits zeroes the rest of its register. The masks are zeroed by two kinds of instructions, for two
     * execution units. */
    if ((has & cpu_word::zmm) != 0) {
        __asm__ volatile(".irp i, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\t"
                         "vpxord %%xmm\\i, %%xmm\\i, %%xmm\\i\n\t"
                         ".endr\n\t"
                         "xorl %%eax, %%eax\n\t"
                         ".irp i, 0,1,2,3\n\t"
                         "kxorw %%k\\i, %%k\\i, %%k\\i\n\t"
                         ".endr\n\t"
                         ".irp i, 4,5,6,7\n\t"
                         "kmovw %%eax, %%k\\i\n\t"
                         ".endr" ::
                             : "rax", "cc");
    }
#undef KOBLITZ_VECTORS
#undef KOBLITZ_EACH_OF_16
    __asm__ volatile("xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\txorl %%edx, %%edx\n\txorl %%esi, %%esi\n\t"
                     "xorl %%edi, %%edi\n\txorl %%r8d, %%r8d\n\txorl %%r9d, %%r9d\n\txorl %%r10d, %%r10d\n\t"
                     "xorl %%r11d, %%r11d" ::
                         : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
#elif defined(__aarch64__)
    /* v8 to v15 belong to callers, but for their upper halves. */
    __asm__ volatile(".irp i, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\t"
                     "movi v\\i\\().2d, #0\n\t"
                     ".endr\n\t"
                     ".irp i, 8,9,10,11,12,13,14,15\n\t"
                     "ins v\\i\\().d[1], xzr\n\t"
                     ".endr\n\t"
                     ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\n\t"
                     "mov x\\i, xzr\n\t"
                     ".endr" ::
                         : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20",
                           "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "x0",
                           "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
                           "x14", "x15", "x16", "x17", "cc");
#endif
}

} // namespace koblitz
