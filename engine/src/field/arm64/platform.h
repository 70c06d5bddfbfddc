/* KOBLITZ_ARM64_ASM: the assembly of this folder and group/arm64 is built. It needs 64-bit pointers, little
 * endian, and ELF, Mach-O or COFF. A build under the memory sanitizer takes the portable code, because the
 * sanitizer does not see the stores of assembly. For C++ and assembly. */
#pragma once

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define KOBLITZ_MEMORY_SANITIZER 1
#endif
#endif

#if defined(__aarch64__) && !defined(__ILP32__) && !defined(__AARCH64EB__) && \
    !defined(KOBLITZ_MEMORY_SANITIZER)
#define KOBLITZ_ARM64_ASM 1
#endif

#if defined(__ASSEMBLER__) && defined(__ELF__)
#include "field/arm64/notes.inc"
#endif
