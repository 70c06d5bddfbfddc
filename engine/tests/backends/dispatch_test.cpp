/* The choice of the backend and of lanes: the names, what a processor must have, the environment variable,
 * and who may set it. */
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstdlib>
#include <filesystem>
#include <string>

#include "backends/list.h"
#include "base/cpu.h"
#include "base/cpu_arm64.h"
#include "koblitz.h"
#include "support/check.h"

namespace {

/* What --print prints in a fresh process of that program with KOBLITZ_BACKEND set to value (null: unset). */
std::string name_with(const char* value, const char* program = "/proc/self/exe") {
    int ends[2];
    CHECK(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        if (value != nullptr) {
            setenv("KOBLITZ_BACKEND", value, 1);
        } else {
            unsetenv("KOBLITZ_BACKEND");
        }
        dup2(ends[1], 1);
        execl(program, "dispatch_test", "--print", static_cast<char*>(nullptr));
        _exit(127);
    }
    close(ends[1]);
    char buffer[200];
    const ssize_t n = read(ends[0], buffer, sizeof buffer);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return std::string(buffer, n > 0 ? static_cast<size_t>(n) : 0);
}

/* The first of the list that runs here (old_cpu.sh: on which processor that is which), and every backend by
 * its name where it runs. */
void environment() {
    std::string sha = koblitz::cpu_has(koblitz::cpu_word::sha_ni) ? " sha_ni" : " portable";
#ifdef KOBLITZ_ARM64_ASM
    if ((koblitz::features() & koblitz::cpu_word::arm64_sha2) != 0)
        sha = " arm64";
#endif
    const koblitz::backend* best = koblitz::backends;
    while (!best->runs())
        best++;
    const std::string expected = best->name;
    CHECK(name_with(nullptr) == expected + sha);
    for (size_t i = 0; i < koblitz::backend_count; i++) {
        const koblitz::backend& b = koblitz::backends[i];
        check::row(b.name);
        if (b.runs())
            CHECK(name_with(b.name) == b.name + (std::strcmp(b.name, "portable") == 0 ? " portable" : sha));
    }
    for (const char* ignored : {"", "Portable", "portable ", "none", "/usr/lib/backend.so"}) {
        check::row(ignored);
        CHECK(name_with(ignored) == expected + sha);
    }
}

/* The first look at the processor and the variable holds; what is set later changes nothing. */
void looked_at_once() {
    const bool before = koblitz::portable_is_forced();
    const char* const value = getenv("KOBLITZ_BACKEND");
    const std::string saved = value == nullptr ? "" : value;
    if (before) {
        unsetenv("KOBLITZ_BACKEND");
    } else {
        setenv("KOBLITZ_BACKEND", "portable", 1);
    }
    CHECK(koblitz::portable_is_forced() == before);
    if (value == nullptr) {
        unsetenv("KOBLITZ_BACKEND");
    } else {
        setenv("KOBLITZ_BACKEND", saved.c_str(), 1);
    }
}

/* What is used of a processor that has everything but one bit of CPUID or of the state that the system saves.
 */
void features() {
    constexpr unsigned ssse3 = 9, fma = 12, sse41 = 19, osxsave = 27, avx = 28;
    constexpr unsigned avx2 = 5, bmi2 = 8, avx512f = 16, avx512dq = 17, adx = 19, ifma = 21, sha = 29,
                       vl = 31;
    constexpr unsigned of_xmm = 1, of_ymm = 2, of_masks = 5, of_zmm_upper = 6, of_zmm_16 = 7;
    struct lacking {
        const char* name;
        unsigned leaf1_ecx, leaf7_ebx, xcr0; /* the bits it lacks */
        unsigned lost;                       /* what is not used then */
    };
    namespace cpu_word = koblitz::cpu_word;
    constexpr unsigned all = cpu_word::bmi2_adx | cpu_word::sha_ni | cpu_word::ymm | cpu_word::fma |
                             cpu_word::zmm | cpu_word::ifma;
    const auto bit = [](unsigned i) { return 1u << i; };
    const lacking table[] = {
        {"nothing", 0, 0, 0, 0},
        {"SSSE3", bit(ssse3), 0, 0, cpu_word::sha_ni},
        {"SSE4.1", bit(sse41), 0, 0, cpu_word::sha_ni},
        {"OSXSAVE", bit(osxsave), 0, 0, all & ~cpu_word::sha_ni},
        {"AVX", bit(avx), 0, 0, all & ~cpu_word::sha_ni},
        {"FMA", bit(fma), 0, 0, cpu_word::fma},
        {"AVX2", 0, bit(avx2), 0, cpu_word::bmi2_adx | cpu_word::fma},
        {"BMI2", 0, bit(bmi2), 0, cpu_word::bmi2_adx},
        {"ADX", 0, bit(adx), 0, cpu_word::bmi2_adx},
        {"SHA", 0, bit(sha), 0, cpu_word::sha_ni},
        {"AVX512F", 0, bit(avx512f), 0, cpu_word::zmm | cpu_word::ifma},
        {"AVX512DQ", 0, bit(avx512dq), 0, cpu_word::ifma},
        {"AVX512_IFMA", 0, bit(ifma), 0, cpu_word::ifma},
        {"AVX512VL", 0, bit(vl), 0, cpu_word::zmm | cpu_word::ifma},
        {"saved xmm", 0, 0, bit(of_xmm), all & ~cpu_word::sha_ni},
        {"saved ymm", 0, 0, bit(of_ymm), all & ~cpu_word::sha_ni},
        {"saved masks", 0, 0, bit(of_masks), cpu_word::zmm | cpu_word::ifma},
        {"saved upper halves of zmm", 0, 0, bit(of_zmm_upper), cpu_word::zmm | cpu_word::ifma},
        {"saved zmm16 to zmm31", 0, 0, bit(of_zmm_16), cpu_word::zmm | cpu_word::ifma},
        {"everything", ~0u, ~0u, ~0u, all},
    };
    for (const lacking& row : table) {
        check::row(row.name);
        CHECK(koblitz::features_of(~row.leaf1_ecx, ~row.leaf7_ebx, ~row.xcr0) == (all & ~row.lost));
    }
}

#if defined(__x86_64__)
/* Of this processor, as the first call found it and later ones have it. */
void this_processor() {
    unsigned a, b, leaf1_ecx = 0, leaf7_ebx = 0, c, d, xcr0 = 0;
    CHECK(__get_cpuid(1, &a, &b, &leaf1_ecx, &d));
    if ((leaf1_ecx >> 27 & 1) != 0)
        __asm__ volatile("xgetbv" : "=a"(xcr0), "=d"(d) : "c"(0));
    if (!__get_cpuid_count(7, 0, &a, &leaf7_ebx, &c, &d))
        leaf7_ebx = 0;
    const unsigned want = koblitz::cpu_word::known | koblitz::features_of(leaf1_ecx, leaf7_ebx, xcr0);
    for (const char* call : {"first", "second"}) {
        check::row(call);
        CHECK((koblitz::features() & ~koblitz::cpu_word::portable_is_forced) == want);
    }
}
#endif

/* Processors by their MIDR_EL1. */
void multipliers() {
    const struct {
        const char* name;
        koblitz::u64 midr;
        bool wide;
    } table[] = {
        {"unknown", 0, false},
        {"Cortex-A53", 0x410fd034, false},
        {"Cortex-A55", 0x412fd050, false},
        {"Cortex-A72", 0x410fd083, false},
        {"Cortex-A76", 0x414fd0b1, false},
        {"Neoverse N1", 0x413fd0c1, false},
        {"Neoverse V1", 0x411fd401, true},
        {"Neoverse N2", 0x410fd490, true},
        {"Neoverse V2", 0x410fd4f0, true},
        {"Neoverse V3", 0x410fd841, true},
        {"Cortex-X1", 0x411fd440, true},
        {"Cortex-A710", 0x412fd470, true},
        {"Cortex-X4", 0x410fd820, true},
        {"Cortex-A520", 0x410fd800, false},
        {"Kunpeng 920", 0x481fd010, false},
        {"Oryon", 0x511f0011, true},
        {"Kryo", 0x51df8040, false},
        {"Apple M1", 0x611f0221, true},
        {"Ampere1", 0xc00fac30, true},
        {"a part of Arm's by another implementer", 0x420fd400, false},
    };
    for (const auto& row : table) {
        check::row(row.name);
        CHECK(koblitz::multiplier_is_wide(row.midr) == row.wide);
    }
}

#if defined(__linux__)
/* A process whose effective user is not the one that started it does not look at the variable. Such a program
 * is a copy of this one that belongs to another user and has the set-user-ID bit. */
void raised_privileges() {
    const std::string best = name_with(nullptr);
    check::row("without privileges");
    CHECK(name_with("portable") == "portable portable");
    if (geteuid() != 0) {
        check::skipped("set-user-ID process", "run the test as root");
        return;
    }
    namespace fs = std::filesystem;
    const std::string copy = "dispatch_test_setuid." + std::to_string(getpid());
    fs::copy_file("/proc/self/exe", copy);
    const bool prepared = chown(copy.c_str(), 65534, 65534) == 0 && chmod(copy.c_str(), 04755) == 0;
    struct statvfs mount = {};
    if (!prepared || statvfs(copy.c_str(), &mount) != 0 || (mount.f_flag & ST_NOSUID) != 0) {
        check::skipped("set-user-ID process", "run the test on a file system mounted with suid");
    } else {
        check::row("set-user-ID");
        CHECK(name_with("portable", copy.c_str()) == best);
    }
    fs::remove(copy);
}
#endif

} // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--print") == 0) {
        std::printf("%s %s", koblitz_backend_name(), koblitz_sha256_name());
        return 0;
    }
    return check::run(argc, argv, {
        {"environment", environment}, {"looked_at_once", looked_at_once}, {"features", features},
            {"multipliers", multipliers},
#if defined(__x86_64__)
            {"this_processor", this_processor},
#endif
#if defined(__linux__)
            {"raised_privileges", raised_privileges},
#endif
    });
}
