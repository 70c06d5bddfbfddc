/* What a routine for arm64 must leave as it was: x19 to x29, v8 to v15 (lower halves), the stack pointer and
 * FPCR, which belong to the caller, and x18, which belongs to the platform. */
#include "assembly/routines.h"

#ifdef KOBLITZ_ARM64_ASM
#include "assembly/reference.h"
#include "base/cpu.h"
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

void test_kept(test::random& rng) {
    u64 r[24], a[24], b[24], w[24];
    const u64 R = reinterpret_cast<u64>(r), A = reinterpret_cast<u64>(a), B = reinterpret_cast<u64>(b),
              W = reinterpret_cast<u64>(w), constants = reinterpret_cast<u64>(sha256_detail::round_constants);
    struct row {
        const char* name;
        void (*routine)();
        u64 arguments[6];
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
        {ROUTINE(koblitz_fe4_add_secret), {R, A, B}},
        {ROUTINE(koblitz_fe4_sub_public), {R, A, B}},
        {ROUTINE(koblitz_fe4_sub_secret), {R, A, B}},
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
        {ROUTINE(koblitz_sha256_arm64), {R, A, 2, constants}},
    };
#undef ROUTINE
    for (const row& at : rows) {
        check::row(at.name);
        if (at.arguments[3] == constants && (features() & cpu_word::arm64_sha2) == 0)
            continue;
        for (u64* const buffer : {r, a, b, w})
            for (int i = 0; i < 24; i += 4)
                draw(rng, buffer + i);
        kept before = {}, after;
        for (u64& v : before.general)
            v = rng.next();
        for (u64& v : before.vector)
            v = rng.next();
        __asm__ volatile("mrs %0, fpcr" : "=r"(before.fpcr));
        koblitz_test_kept_call(at.routine, at.arguments, &before, &after);
        CHECK(std::memcmp(before.general, after.general, sizeof before.general) == 0);
        CHECK(std::memcmp(before.vector, after.vector, sizeof before.vector) == 0);
        CHECK(before.sp == after.sp && before.fpcr == after.fpcr);
    }
    check::row("");
}

} // namespace reference

#endif
