/* load FIRST SECOND: SECOND loads, with all of its symbols, after FIRST, and has the entry of a Python
 * module. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
    if (argc != 3)
        return 2;
    if (!dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL))
        return puts(dlerror()), 1;
    void* module = dlopen(argv[2], RTLD_NOW);
    if (!module || !dlsym(module, "PyInit__core"))
        return puts(dlerror()), 1;
    return 0;
}
