/* Which assembly is built, for C++ and assembly: KOBLITZ_X86_64_ASM (field/x86_64, group/x86_64, simd/x86_64)
 * or KOBLITZ_ARM64_ASM (field/arm64, group/arm64, hash/arm64). Both need 64-bit pointers, little endian, and
 * ELF, Mach-O or COFF. A build under the memory sanitizer takes the portable code, because the sanitizer does
 * not see the stores of assembly. */
#pragma once

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define KOBLITZ_MEMORY_SANITIZER 1
#endif
#endif

#if !defined(KOBLITZ_MEMORY_SANITIZER)
#if defined(__x86_64__) && __SIZEOF_POINTER__ == 8 && \
    (defined(__ELF__) || defined(__APPLE__) || defined(_WIN32) || defined(__CYGWIN__))
#define KOBLITZ_X86_64_ASM 1
#elif defined(__aarch64__) && !defined(__ILP32__) && !defined(__AARCH64EB__)
#define KOBLITZ_ARM64_ASM 1
#endif
#endif

/* In types of the assembly's functions: on x86-64 assembly follows the System V calling convention, on
 * Windows too. A function of Windows' convention that calls it saves rdi, rsi and xmm6 to xmm15, once. */
#if defined(KOBLITZ_X86_64_ASM) && (defined(_WIN32) || defined(__CYGWIN__))
#define KOBLITZ_SYSTEM_V __attribute__((sysv_abi))
#else
#define KOBLITZ_SYSTEM_V
#endif

/* Declares a routine of assembly, which is hidden and so called directly. COFF has no hidden symbols. */
#if defined(_WIN32)
#define KOBLITZ_ASM extern "C" KOBLITZ_SYSTEM_V
#else
#define KOBLITZ_ASM extern "C" KOBLITZ_SYSTEM_V __attribute__((visibility("hidden")))
#endif

/* On other processors the files for arm64 are compiled to objects without code, which say that the stack is
 * not executable too. */
#if defined(__ASSEMBLER__) && defined(__ELF__)
#if defined(__x86_64__)
#include "field/x86_64/notes.inc"
#else
#include "field/arm64/notes.inc"
#endif
#endif
