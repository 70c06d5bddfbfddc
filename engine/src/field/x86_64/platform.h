/* KOBLITZ_X86_64_ASM: the assembly of this folder, group/x86_64 and simd/x86_64 is built. It needs the
 * System V calling convention, 64-bit pointers and ELF, so x86-64 macOS, Windows and x32 take the portable
 * code. A build under the memory sanitizer takes it too, because the sanitizer does not see the stores of
 * assembly. For C++ and assembly. */
#pragma once

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define KOBLITZ_MEMORY_SANITIZER 1
#endif
#endif

#if defined(__x86_64__) && defined(__LP64__) && defined(__ELF__) && !defined(KOBLITZ_MEMORY_SANITIZER)
#define KOBLITZ_X86_64_ASM 1
#endif

#if defined(__ASSEMBLER__) && defined(__ELF__)
#include "field/x86_64/notes.inc"
#endif
