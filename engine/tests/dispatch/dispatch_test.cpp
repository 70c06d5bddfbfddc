/* The choice of the backend: the names, the environment variable, and who may set it. */
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/cpu.h"
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

void environment() {
    const koblitz::cpu_features has = koblitz::cpu();
    const std::string best = std::string(has.bmi2_adx ? "x86_64-bmi2-adx" : "portable") + " " +
                             (has.sha_ni ? "sha_ni" : "portable");
    CHECK(name_with(nullptr) == best);
    CHECK(name_with("portable") == "portable portable");
    for (const char* ignored : {"", "Portable", "portable ", "x86_64-bmi2-adx", "/usr/lib/backend.so"}) {
        check::row(ignored);
        CHECK(name_with(ignored) == best);
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
        {"environment", environment},
#if defined(__linux__)
            {"raised_privileges", raised_privileges},
#endif
    });
}
