/* What a routine must leave as it was. On arm64: x19 to x29, v8 to v15 (lower halves), the stack pointer and
 * FPCR, which belong to the caller, and x18, which belongs to the platform. On x86-64:
 * support/kept_registers.h; and on Windows, from each instruction that a routine executes the system unwinds
 * to the caller with its registers. */
#include "assembly/routines.h"

#ifdef KOBLITZ_ASSEMBLY
#include "assembly/reference.h"
#include "base/cpu.h"

#ifdef KOBLITZ_X86_64_ASM
#if defined(_WIN32)
#include <windows.h>
#endif

#include "simd/f64/columns.h"
#include "support/kept_registers.h"

namespace reference {
namespace {

#if defined(_WIN32)
/* The trap flag, and what the walk of one call finds. */
constexpr u64 trap = 1 << 8;
struct walk {
    u64 begin, stack, back;
    long steps, wrong;
} stepped;

/* At each instruction of the routine: the system's unwinder finds the place behind the call, the stack there,
 * and the caller's registers. */
LONG CALLBACK step(EXCEPTION_POINTERS* exception) {
    CONTEXT& at = *exception->ContextRecord;
    if (exception->ExceptionRecord->ExceptionCode != static_cast<DWORD>(EXCEPTION_SINGLE_STEP))
        return EXCEPTION_CONTINUE_SEARCH;
    if (stepped.steps == 0) {
        stepped.begin = at.Rip;
        stepped.stack = at.Rsp + 8;
        stepped.back = *reinterpret_cast<const u64*>(at.Rsp);
    }
    if (at.Rip == stepped.back) {
        at.EFlags &= ~static_cast<DWORD>(trap);
        return EXCEPTION_CONTINUE_EXECUTION;
    }
    stepped.steps++;
    CONTEXT caller = at;
    DWORD64 base = 0, frame = 0;
    void* data = nullptr;
    RUNTIME_FUNCTION* const range = RtlLookupFunctionEntry(at.Rip, &base, nullptr);
    if (range == nullptr) {
        stepped.wrong++;
    } else {
        RtlVirtualUnwind(0, base, at.Rip, range, &caller, &data, &frame, nullptr);
        const u64 general[6] = {caller.Rbx, caller.Rbp, caller.R12, caller.R13, caller.R14, caller.R15};
        if (caller.Rip != stepped.back || caller.Rsp != stepped.stack ||
            std::memcmp(general, kept::before.general, sizeof general) != 0)
            stepped.wrong++;
    }
    at.EFlags |= static_cast<DWORD>(trap);
    return EXCEPTION_CONTINUE_EXECUTION;
}
#endif

/* A call with these arguments. */
void call_keeps(test::random& rng, int round, void (*routine)(), const u64 (&arguments)[6]) {
    u64 words[kept::words] = {}, result;
    std::memcpy(words, arguments, sizeof arguments);
    CHECK(kept::call(result, kept::convention::system_v, routine, words, rng).empty());
#if defined(_WIN32)
    /* Traps take their time. */
    if (round % 8 == 0) {
        stepped = {};
        void* const handler = AddVectoredExceptionHandler(1, step);
        CHECK(kept::call(result, kept::convention::system_v, routine, words, rng, trap).empty());
        RemoveVectoredExceptionHandler(handler);
        CHECK(stepped.steps > 5 && stepped.begin == reinterpret_cast<u64>(routine) && stepped.wrong == 0);
    }
#else
    (void)round;
#endif
}

} // namespace
} // namespace reference

#else
#include "hash/sha256_rounds.h"

namespace reference {
namespace {

struct kept {
    u64 general[12]; /* x18 to x29 */
    u64 vector[8];   /* d8 to d15 */
    u64 sp, fpcr;
};

} // namespace

/* Calls routine(arguments[0], ...) with these registers; what they hold afterwards. */
extern "C" void koblitz_test_kept_call(void (*routine)(), const u64 arguments[6], const kept* before,
                                       kept* after);
__asm__(R"(
    .text
    .type koblitz_test_kept_call, %function
koblitz_test_kept_call:
    sub sp, sp, #192
    stp x18, x19, [sp]
    stp x20, x21, [sp, #16]
    stp x22, x23, [sp, #32]
    stp x24, x25, [sp, #48]
    stp x26, x27, [sp, #64]
    stp x28, x29, [sp, #80]
    stp x30, x3, [sp, #96]
    stp d8, d9, [sp, #112]
    stp d10, d11, [sp, #128]
    stp d12, d13, [sp, #144]
    stp d14, d15, [sp, #160]
    adrp x16, koblitz_test_kept_sp
    mov x17, sp
    str x17, [x16, :lo12:koblitz_test_kept_sp]
    mov x16, x0
    mov x17, x1
    ldp x18, x19, [x2]
    ldp x20, x21, [x2, #16]
    ldp x22, x23, [x2, #32]
    ldp x24, x25, [x2, #48]
    ldp x26, x27, [x2, #64]
    ldp x28, x29, [x2, #80]
    ldp d8, d9, [x2, #96]
    ldp d10, d11, [x2, #112]
    ldp d12, d13, [x2, #128]
    ldp d14, d15, [x2, #144]
    ldp x0, x1, [x17]
    ldp x2, x3, [x17, #16]
    ldp x4, x5, [x17, #32]
    blr x16
    mov x1, sp
    adrp x16, koblitz_test_kept_sp
    ldr x16, [x16, :lo12:koblitz_test_kept_sp]
    sub x1, x1, x16
    mov sp, x16
    ldr x3, [sp, #104]
    stp x18, x19, [x3]
    stp x20, x21, [x3, #16]
    stp x22, x23, [x3, #32]
    stp x24, x25, [x3, #48]
    stp x26, x27, [x3, #64]
    stp x28, x29, [x3, #80]
    stp d8, d9, [x3, #96]
    stp d10, d11, [x3, #112]
    stp d12, d13, [x3, #128]
    stp d14, d15, [x3, #144]
    mrs x2, fpcr
    stp x1, x2, [x3, #160]
    ldp x18, x19, [sp]
    ldp x20, x21, [sp, #16]
    ldp x22, x23, [sp, #32]
    ldp x24, x25, [sp, #48]
    ldp x26, x27, [sp, #64]
    ldp x28, x29, [sp, #80]
    ldr x30, [sp, #96]
    ldp d8, d9, [sp, #112]
    ldp d10, d11, [sp, #128]
    ldp d12, d13, [sp, #144]
    ldp d14, d15, [sp, #160]
    add sp, sp, #192
    ret
    .size koblitz_test_kept_call, . - koblitz_test_kept_call
    .local koblitz_test_kept_sp
    .comm koblitz_test_kept_sp, 8, 8
)");

extern "C" void koblitz_sha256_arm64(uint32_t* state, const unsigned char* blocks, size_t n,
                                     const uint32_t* constants);

namespace {

void call_keeps(test::random& rng, int /* round */, void (*routine)(), const u64 (&arguments)[6]) {
    kept before = {}, after;
    for (u64& v : before.general)
        v = rng.next();
    for (u64& v : before.vector)
        v = rng.next();
    __asm__ volatile("mrs %0, fpcr" : "=r"(before.fpcr));
    koblitz_test_kept_call(routine, arguments, &before, &after);
    CHECK(std::memcmp(before.general, after.general, sizeof before.general) == 0);
    CHECK(std::memcmp(before.vector, after.vector, sizeof before.vector) == 0);
    CHECK(before.sp == after.sp && before.fpcr == after.fpcr);
}

} // namespace
} // namespace reference

#endif

namespace reference {

void test_kept(test::random& rng, int round) {
    u64 r[80] = {}, a[40] = {}, b[40] = {}, w[24];
    const u64 R = reinterpret_cast<u64>(r), A = reinterpret_cast<u64>(a), B = reinterpret_cast<u64>(b),
              W = reinterpret_cast<u64>(w);
#ifdef KOBLITZ_X86_64_ASM
    const u64 START = reinterpret_cast<u64>(f64_start::mul_wide.c[0]),
              constants = reinterpret_cast<u64>(&f64_start::of_mul);
    const u32 more = cpu_word::fma;
#else
    const u64 constants = reinterpret_cast<u64>(sha256_detail::round_constants);
    const u32 more = cpu_word::arm64_sha2;
#endif
    struct row {
        const char* name;
        void (*routine)();
        u64 arguments[6];
        u32 needs = 0;
    };
#define ROUTINE(f) #f, reinterpret_cast < void (*)()>(f)
    const row rows[] = {
        {ROUTINE(FE4(mul_public)), {R, A, B}},
        {ROUTINE(FE4(mul_secret)), {R, A, B}},
        {ROUTINE(FE4(mul_sub_public)), {R, A, B, W}},
        {ROUTINE(FE4(mul_sub_secret)), {R, A, B, W}},
        {ROUTINE(FE4(mul_wide)), {R, A, B}},
        {ROUTINE(FE4(sqr_public)), {R, A}},
        {ROUTINE(FE4(sqr_secret)), {R, A}},
        {ROUTINE(FE4(sqr_n_public)), {R, A, 3}},
        {ROUTINE(koblitz_fe4_add_public), {R, A, B}},
        {ROUTINE(koblitz_fe4_sub_public), {R, A, B}},
        {ROUTINE(koblitz_fe4_sub2_public), {R, A, B}},
        {ROUTINE(koblitz_fe4_sub12_public), {R, A, B, W}},
        {ROUTINE(koblitz_fe4_half), {R, A}},
        {ROUTINE(koblitz_fe4_half3_public), {R, A}},
        {ROUTINE(koblitz_fe4_cneg), {R, A, ~u64{0}}},
        {ROUTINE(koblitz_fe4_select), {R, 0, A, B}},
        {ROUTINE(koblitz_fe4_mul_small), {R, A, 21}},
        {ROUTINE(POINT4(double_public)), {R, 2}},
        {ROUTINE(POINT4(double_secret)), {R, 2}},
        {ROUTINE(POINT4(add_affine_public)), {R, A, B, 1}},
        {ROUTINE(POINT4(add_affine_scaled_public)), {R, A, B, 0, W}},
        {ROUTINE(POINT4(co_z_add_public)), {R, W, A}},
        {ROUTINE(POINT4(add_complete_secret)), {R, A, 0, 0}},
        {ROUTINE(POINT4(add_projective_secret)), {R, A, 0, 21}},
        {ROUTINE(koblitz_point4_scan), {R, A, 1, 3, 64}},
#ifdef KOBLITZ_X86_64_ASM
        {ROUTINE(koblitz_fe_f64_mul), {R, A, B, START, constants}, more},
        {ROUTINE(koblitz_fe_f64_mul_sub), {R, A, B, START, START, constants}, more},
        {ROUTINE(koblitz_fe_f64_sqr), {R, A, START, constants}, more},
        {ROUTINE(koblitz_fe_f64_mul_wide), {R, A, B, START, constants}, more},
        {ROUTINE(koblitz_fe_f64_sqr_wide), {R, A, START, constants}, more},
#else
        {ROUTINE(koblitz_sha256_arm64), {R, A, 2, constants}, more},
#endif
    };
#undef ROUTINE
    for (const row& at : rows) {
        check::row(at.name);
        if ((features() & at.needs) != at.needs)
            continue;
        for (int i = 0; i < 24; i += 4)
            for (u64* const buffer : {r, a, b, w})
                draw(rng, buffer + i);
        call_keeps(rng, round, at.routine, at.arguments);
    }
    check::row("");
}

} // namespace reference

#endif
