/* Built without exceptions: a handler then needs no unwinding of the frame that it is in, and runs before
 * those further out are unwound. */
#include "thread_end.h"

#ifndef _WIN32
#include <pthread.h>
#include <unistd.h>
#endif

namespace koblitz_python {

#ifdef _WIN32

void wait_if_ended(void (*call)(void*), void* argument) {
    call(argument);
}

#else

namespace {

void wait_for_end(void* /*unused*/) {
    for (;;)
        pause();
}

} // namespace

void wait_if_ended(void (*call)(void*), void* argument) {
    pthread_cleanup_push(wait_for_end, nullptr);
    call(argument);
    pthread_cleanup_pop(0);
}

#endif

} // namespace koblitz_python
