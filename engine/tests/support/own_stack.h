/* Calls on a stack of their own, which is there afterwards to be measured and searched. */
#ifndef KOBLITZ_TESTS_SUPPORT_OWN_STACK_H
#define KOBLITZ_TESTS_SUPPORT_OWN_STACK_H

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

} // namespace own_stack

#endif
