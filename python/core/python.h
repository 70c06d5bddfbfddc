/* Python's stable interface, as of 3.11, and what is made of it here. */
#ifndef KOBLITZ_PYTHON_PYTHON_H
#define KOBLITZ_PYTHON_PYTHON_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <memory>

#include "column.h"
#include "result.h"
#include "thread_end.h"

namespace koblitz_python {

/* A Python exception is set. */
struct python_error {};

/* Gives what call does, in which Python may run, and this thread end (thread_end.h). */
template <class Call>
auto in_python(Call call) {
    using given = decltype(call());
    struct {
        Call* body;
        given result;
    } held = {&call, {}};
    wait_if_ended(
        [](void* at) {
            auto* inner = static_cast<decltype(held)*>(at);
            inner->result = (*inner->body)();
        },
        &held);
    return held.result;
}

/* A reference that is given back at the end of the scope. */
class reference {
public:
    PyObject* object;
    /* Takes over a new reference; throws where there is none. */
    explicit reference(PyObject* made) : object(made) {
        if (made == nullptr)
            throw python_error();
    }
    reference(const reference&) = delete;
    reference& operator=(const reference&) = delete;
    ~reference() { Py_XDECREF(object); }
    PyObject* give() {
        PyObject* given = object;
        object = nullptr;
        return given;
    }
};

/* Whether this thread, and its stack, may end where it asks for the GIL (thread_end.h). */
bool may_end();

/* Other threads run Python while it lives. */
class without_gil {
public:
    without_gil() : may_end_(may_end()), state_(PyEval_SaveThread()) {}
    without_gil(const without_gil&) = delete;
    without_gil& operator=(const without_gil&) = delete;
    ~without_gil() { take(); }

    /* Lets Python's signal handlers run, at most every tenth of a second. Not in a thread that may end:
     * others use its stack, and handlers run in the main thread alone. */
    void check_signals();

private:
    void take() {
        in_python([this] {
            PyEval_RestoreThread(state_);
            return true;
        });
    }

    bool may_end_;
    PyThreadState* state_;
    int64_t next_check_ = 0;
};

/* Sets the Python exception for the C++ one that is being handled; always gives nullptr. */
PyObject* raise_current();

/* The arrays of an object with Arrow's PyCapsule interface, not checked yet. */
struct imported {
    column_type type;
    std::vector<owned<ArrowArray>> arrays;
};
imported import_column(PyObject* object, const char* name);
/* The column, checked. Where its rows are structures of one field, as those of a table of one column, that
 * field. */
void fill(column* out, imported* from);

/* koblitz.Column. */
bool add_column_type(PyObject* module);
PyObject* make_column(std::shared_ptr<result> of);

} // namespace koblitz_python

#endif
