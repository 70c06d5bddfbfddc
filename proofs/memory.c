/* What a compiler calls in the code of lanes, for objects that are linked without a library. */
#include <stddef.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN void* memcpy(void* r, const void* a, size_t n) {
    void* to = r;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(a), "+c"(n) : : "memory");
    return r;
}
HIDDEN void* memmove(void* r, const void* a, size_t n) {
    return memcpy(r, a, n);
}
HIDDEN void* memset(void* r, int c, size_t n) {
    void* to = r;
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(c) : "memory");
    return r;
}
