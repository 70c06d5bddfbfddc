/* Calls on a stack of their own, which is there afterwards to be measured and searched. */
#pragma once

#include <pthread.h>
#include <ucontext.h>

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
    static ucontext_t outside, inside;
    job = &call;
    std::memset(memory, clean, size);
    getcontext(&inside);
    inside.uc_stack.ss_sp = memory;
    inside.uc_stack.ss_size = size;
    inside.uc_link = &outside;
    makecontext(&inside, enter, 0);
    swapcontext(&outside, &inside);
    size_t untouched = 0;
    while (untouched < size && memory[untouched] == clean)
        untouched++;
    return size - untouched;
}

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

} // namespace own_stack
