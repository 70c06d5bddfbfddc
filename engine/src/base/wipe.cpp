#include "base/cpu.h"
#include "base/ct.h"

namespace koblitz {

/* Not even by what they know of this function may callers keep values in the registers below. */
KOBLITZ_ROUTINE void wipe_registers() {
#if defined(__x86_64__)
    const cpu_features has = cpu();
    if (has.ymm) {
        __asm__ volatile("vzeroall" ::
                             : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                               "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
    } else {
#define KOBLITZ_CLEAR(i) __asm__ volatile("pxor %%xmm" #i ", %%xmm" #i ::: "xmm" #i);
        KOBLITZ_CLEAR(0)
        KOBLITZ_CLEAR(1)
        KOBLITZ_CLEAR(2)
        KOBLITZ_CLEAR(3)
        KOBLITZ_CLEAR(4)
        KOBLITZ_CLEAR(5)
        KOBLITZ_CLEAR(6)
        KOBLITZ_CLEAR(7)
        KOBLITZ_CLEAR(8)
        KOBLITZ_CLEAR(9)
        KOBLITZ_CLEAR(10)
        KOBLITZ_CLEAR(11)
        KOBLITZ_CLEAR(12)
        KOBLITZ_CLEAR(13)
        KOBLITZ_CLEAR(14)
        KOBLITZ_CLEAR(15)
#undef KOBLITZ_CLEAR
    }
    /* Registers 16 to 31, which the lanes and libc use, and the masks. Writing 128 bits by EVEX zeroes the
     * rest of the register. */
    if (has.zmm) {
        __asm__ volatile(".irp i, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\t"
                         "vpxord %%xmm\\i, %%xmm\\i, %%xmm\\i\n\t"
                         ".endr\n\t"
                         ".irp i, 0,1,2,3,4,5,6,7\n\t"
                         "kxorw %%k\\i, %%k\\i, %%k\\i\n\t"
                         ".endr" ::);
    }
    __asm__ volatile("xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\txorl %%edx, %%edx\n\txorl %%esi, %%esi\n\t"
                     "xorl %%edi, %%edi\n\txorl %%r8d, %%r8d\n\txorl %%r9d, %%r9d\n\txorl %%r10d, %%r10d\n\t"
                     "xorl %%r11d, %%r11d" ::
                         : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
#endif
}

} // namespace koblitz
