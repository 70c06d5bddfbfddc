/* Calls on x86-64 with known values in the registers that belong to the caller. */
#pragma once

#include "field/platform.h"

#ifdef KOBLITZ_X86_64_ASM
#include <string>

#include "support/random.h"

namespace kept {

using koblitz::u32, koblitz::u64;

struct registers {
    u64 general[8];    /* rbx, rbp, r12 to r15; rdi, rsi */
    u64 vector[10][2]; /* xmm6 to xmm15 */
    u64 stack;         /* the stack pointer, less what it was before the call */
    u64 flags;
    u32 mxcsr, padding;
};

/* Words that pass as arguments; integers and pointers alone. */
inline constexpr size_t words = 22;

/* Whose registers a call leaves alone: rbx, rbp, r12 to r15, the direction flag and MXCSR's modes in both
 * conventions; in Windows' rdi, rsi and xmm6 to xmm15 too. */
enum class convention { system_v, windows };
#if defined(_WIN32)
inline constexpr convention of_the_system = convention::windows;
#else
inline constexpr convention of_the_system = convention::system_v;
#endif

/* Calls the routine with random values in these registers. result: its rax. Returns the names of those that
 * it left changed, and a blank before each. flags: set in the call, but for those that matter to it. */
std::string call(u64& result, convention of, void (*routine)(), const u64 (&arguments)[words],
                 test::random& rng, u64 flags = 0);

/* What the last call began with. */
extern registers before;

} // namespace kept

#endif
