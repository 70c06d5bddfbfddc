/* What the engine takes from C's library, for a target that has none. Defined in module.cpp. */
#ifndef KOBLITZ_JS_STRING_H
#define KOBLITZ_JS_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
int memcmp(const void* a, const void* b, size_t n);
void* memcpy(void* to, const void* from, size_t n);
void* memmove(void* to, const void* from, size_t n);
void* memset(void* to, int byte, size_t n);
int strcmp(const char* a, const char* b);
size_t strlen(const char* a);
#ifdef __cplusplus
}
#endif

#endif
