/* Calls on a stack of their own, which is there afterwards to be measured and searched. */
#pragma once

#if !defined(_WIN32)
#include <pthread.h>
#include <ucontext.h>
#endif

#include <cstddef>
#include <cstring>
#include <functional>

namespace own_stack {

inline constexpr size_t size = 256 * 1024;
alignas(64) inline unsigned char memory[size];

inline const std::function<int()>* job;
inline int result;
inline void enter() {
    result = (*job)();
}

/* Runs the call, whose result is there afterwards; how many bytes of the stack, clean before, are written. */
inline size_t run(const std::function<int()>& call) {
    constexpr unsigned char clean = 0xc3;
    job = &call;
    std::memset(memory, clean, size);
#if defined(_WIN32)
    /* The system does not know of this stack; nothing here asks it for more. */
    __asm__ volatile("movq %%rsp, %%rbx\n\tleaq -32(%0), %%rsp\n\tcallq *%1\n\tmovq %%rbx, %%rsp"
                     :
                     : "r"(memory + size), "r"(&enter)
                     : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3",
                       "xmm4", "xmm5", "cc", "memory");
#else
    static ucontext_t outside, inside;
    getcontext(&inside);
    inside.uc_stack.ss_sp = memory;
    inside.uc_stack.ss_size = size;
    inside.uc_link = &outside;
    makecontext(&inside, enter, 0);
    swapcontext(&outside, &inside);
#endif
    size_t untouched = 0;
    while (untouched < size && memory[untouched] == clean)
        untouched++;
    return size - untouched;
}

#if !defined(_WIN32)
/* Runs the call on a thread with a stack of so many bytes and a guard page below; false if there is no
 * thread. */
inline bool run_on_thread(size_t bytes, const std::function<int()>& call) {
    pthread_attr_t attributes;
    pthread_t thread;
    job = &call;
    const auto start = [](void*) -> void* {
        enter();
        return nullptr;
    };
    bool ran = pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, bytes) == 0 &&
               pthread_create(&thread, &attributes, start, nullptr) == 0;
    ran = ran && pthread_join(thread, nullptr) == 0;
    pthread_attr_destroy(&attributes);
    return ran;
}
#endif

} // namespace own_stack
