/* The choice of the backend: the names, the environment variable, and who may set it. */
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "backends/cpu.h"
#include "support/check.h"

namespace {

/* The backend's name in a fresh process with KOBLITZ_BACKEND set to value (null: unset). */
std::string name_with(const char* value) {
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
        execl("/proc/self/exe", "dispatch_test", "--print", static_cast<char*>(nullptr));
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
    for (const char* ignored : {"", "Portable", "portable ", "x86_64-bmi2-adx", "/tmp/backend.so"}) {
        check::row(ignored);
        CHECK(name_with(ignored) == best);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--print") == 0) {
        std::printf("%s %s", koblitz_backend_name(), koblitz_sha256_name());
        return 0;
    }
    return check::run(argc, argv, {{"environment", environment}});
}
