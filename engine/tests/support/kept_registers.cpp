#include "support/kept_registers.h"

#ifdef KOBLITZ_X86_64_ASM
#include <cstring>

namespace kept {

extern "C" {
KOBLITZ_SYSTEM_V u64 koblitz_test_call_system_v(void (*routine)(), const u64* arguments,
                                                const registers* before, registers* after);
KOBLITZ_SYSTEM_V u64 koblitz_test_call_windows(void (*routine)(), const u64* arguments,
                                               const registers* before, registers* after);
}

/* Sixteen words from stack_from on go on the stack, where Windows' convention has room for the first four
 * too. The flags are set by the instruction before the call, so that the first trap is in the routine. */
#define KOBLITZ_TEST_CALL(name, stack_from, load_arguments)                \
    __asm__(".text\n"                                                      \
            ".globl " #name "\n" #name ":\n"                               \
            "pushq %rbx\n pushq %rbp\n pushq %r12\n pushq %r13\n"          \
            "pushq %r14\n pushq %r15\n pushq %rcx\n"                       \
            "subq $144, %rsp\n stmxcsr 128(%rsp)\n"                        \
            "movq %rsp, koblitz_test_call_stack(%rip)\n"                   \
            "movq %rdi, %rax\n movq %rsi, %r10\n movq %rdx, %r11\n"        \
            ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"              \
            "movq 8*" #stack_from "+8*\\i(%r10), %rcx\n"                   \
            "movq %rcx, 8*\\i(%rsp)\n"                                     \
            ".endr\n"                                                      \
            "movq (%r11), %rbx\n movq 8(%r11), %rbp\n"                     \
            "movq 16(%r11), %r12\n movq 24(%r11), %r13\n"                  \
            "movq 32(%r11), %r14\n movq 40(%r11), %r15\n"                  \
            "movq 48(%r11), %rdi\n movq 56(%r11), %rsi\n"                  \
            ".irp i, 6,7,8,9,10,11,12,13,14,15\n"                          \
            "movups 64+16*(\\i-6)(%r11), %xmm\\i\n"                        \
            ".endr\n"                                                      \
            "ldmxcsr 240(%r11)\n" load_arguments "pushq 232(%r11)\n"       \
            "popfq\n"                                                      \
            "callq *%rax\n"                                                \
            "movq %rsp, %r10\n subq koblitz_test_call_stack(%rip), %r10\n" \
            "movq koblitz_test_call_stack(%rip), %rsp\n"                   \
            "movq 144(%rsp), %r11\n"                                       \
            "movq %rbx, (%r11)\n movq %rbp, 8(%r11)\n"                     \
            "movq %r12, 16(%r11)\n movq %r13, 24(%r11)\n"                  \
            "movq %r14, 32(%r11)\n movq %r15, 40(%r11)\n"                  \
            "movq %rdi, 48(%r11)\n movq %rsi, 56(%r11)\n"                  \
            ".irp i, 6,7,8,9,10,11,12,13,14,15\n"                          \
            "movups %xmm\\i, 64+16*(\\i-6)(%r11)\n"                        \
            ".endr\n"                                                      \
            "movq %r10, 224(%r11)\n"                                       \
            "pushfq\n popq 232(%r11)\n cld\n"                              \
            "stmxcsr 240(%r11)\n ldmxcsr 128(%rsp)\n"                      \
            "addq $152, %rsp\n"                                            \
            "popq %r15\n popq %r14\n popq %r13\n popq %r12\n"              \
            "popq %rbp\n popq %rbx\n retq\n")
KOBLITZ_TEST_CALL(koblitz_test_call_system_v, 6,
                  "movq (%r10), %rdi\n movq 8(%r10), %rsi\n movq 16(%r10), %rdx\n movq 24(%r10), %rcx\n"
                  "movq 32(%r10), %r8\n movq 40(%r10), %r9\n");
KOBLITZ_TEST_CALL(koblitz_test_call_windows, 0,
                  "movq (%r10), %rcx\n movq 8(%r10), %rdx\n movq 16(%r10), %r8\n movq 24(%r10), %r9\n");
__asm__(".lcomm koblitz_test_call_stack, 8");
static_assert(sizeof(registers) == 248 && offsetof(registers, stack) == 224);

registers before;

std::string call(u64& result, convention of, void (*routine)(), const u64 (&arguments)[words],
                 test::random& rng, u64 flags) {
    static constexpr u64 direction = 1 << 10;
    /* Rounding upward; no exception is taken. */
    static constexpr u32 modes = 0xffc0, upward = 0x5f80;
    registers after;
    for (u64& v : before.general)
        v = rng.next();
    for (auto& v : before.vector)
        v[0] = rng.next(), v[1] = rng.next();
    before.stack = 0;
    before.flags = 0x202 | flags;
    before.mxcsr = upward;
    result = (of == convention::windows ? koblitz_test_call_windows
                                        : koblitz_test_call_system_v)(routine, arguments, &before, &after);
    std::string changed;
    static constexpr const char* names[8] = {" rbx", " rbp", " r12", " r13", " r14", " r15", " rdi", " rsi"};
    for (int i = 0; i < (of == convention::windows ? 8 : 6); i++)
        changed += before.general[i] != after.general[i] ? names[i] : "";
    for (int i = 0; i < 10 && of == convention::windows; i++)
        changed +=
            std::memcmp(before.vector[i], after.vector[i], 16) != 0 ? " xmm" + std::to_string(6 + i) : "";
    changed += after.stack != 0 ? " rsp" : "";
    changed += (after.flags & direction) != 0 ? " df" : "";
    changed += ((after.mxcsr ^ upward) & modes) != 0 ? " mxcsr" : "";
    return changed;
}

} // namespace kept

#endif
