/* Nothing that the module exports reaches these: contexts are in static memory, and there is no environment.
 */
#ifndef KOBLITZ_JS_STDLIB_H
#define KOBLITZ_JS_STDLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void* malloc(size_t n);
void free(void* p);
char* getenv(const char* name);
#ifdef __cplusplus
}
#endif

#endif
