/* The processor's mode in which the time of instructions does not depend on data: FEAT_DIT of arm64. */
#pragma once

#include "base/cpu.h"

namespace koblitz {

/* Sets it, where the processor has it, until the end of the block. */
class data_independent_timing {
public:
#if defined(__aarch64__)
    data_independent_timing() : was_off_((features() & cpu_word::arm64_dit) != 0) {
        if (was_off_) {
            const u64 before = get();
            was_off_ = (before & bit) == 0;
            if (was_off_) {
                set(before | bit);
                /* Otherwise instructions that follow may still begin in the other mode. */
                __asm__ volatile("dsb nsh\n\tisb" : : : "memory");
            }
        }
    }
    ~data_independent_timing() {
        if (was_off_)
            set(get() & ~bit);
    }

private:
    static constexpr u64 bit = u64{1} << 24;
    /* DIT by its number: assemblers for ARMv8.0 do not know the name. */
    static u64 get() {
        u64 v;
        __asm__ volatile("mrs %0, S3_3_C4_C2_5" : "=r"(v) : : "memory");
        return v;
    }
    static void set(u64 v) {
        __asm__ volatile("msr S3_3_C4_C2_5, %0" : : "r"(v) : "memory");
    }
    bool was_off_;
#else
    data_independent_timing() {}
    ~data_independent_timing() {}
#endif
    data_independent_timing(const data_independent_timing&) = delete;
    data_independent_timing& operator=(const data_independent_timing&) = delete;
};

} // namespace koblitz
