/* A shared library by its path, and what it exports. */
#pragma once

#if defined(_WIN32)
#include <windows.h>

inline void* load_library(const char* path) {
    return reinterpret_cast<void*>(LoadLibraryA(path));
}
inline void* find_symbol(void* library, const char* name) {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}
inline const char* load_error() {
    return "the library cannot be loaded";
}
#else
#include <dlfcn.h>

inline void* load_library(const char* path) {
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}
inline void* find_symbol(void* library, const char* name) {
    return dlsym(library, name);
}
inline const char* load_error() {
    return dlerror();
}
#endif
