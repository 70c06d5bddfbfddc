/* The end of Python's interpreter, seen from one of its other threads. */
#ifndef KOBLITZ_PYTHON_THREAD_END_H
#define KOBLITZ_PYTHON_THREAD_END_H

namespace koblitz_python {

/* Calls call(argument). Python before 3.14 ends a thread that asks for the GIL when the interpreter is
 * finalized, by pthread_exit, which unwinds the stack: destructors would run without the GIL, and one that
 * throws nothing would end the process. A thread that is ended in call waits here for the end of the process,
 * as 3.14's do. Nothing between this call and Python may have a destructor.
 * On Windows Python ends any but the main thread by ExitThread, which runs no destructors, and frees its
 * stack: no other thread may use that meanwhile. */
void wait_if_ended(void (*call)(void*), void* argument);

} // namespace koblitz_python

#endif
