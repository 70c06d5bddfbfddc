#include <chrono>
#include <new>

#include "python.h"

namespace koblitz_python {

namespace {

int64_t milliseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

/* What a capsule holds; it must not have been taken out before. */
template <class T>
T* contents(PyObject* capsule, const char* capsule_name, const char* name) {
    if (PyCapsule_IsValid(capsule, capsule_name) == 0)
        throw type_error(std::string(name) + ": its Arrow method did not return a capsule " + capsule_name);
    auto* held = static_cast<T*>(PyCapsule_GetPointer(capsule, capsule_name));
    if (held->release == nullptr)
        throw value_error(std::string(name) + ": the Arrow capsule has been used before");
    return held;
}

void import_array(PyObject* method, const char* name, imported* out) {
    const reference pair(in_python([=] { return PyObject_CallNoArgs(method); }));
    if (PyTuple_Check(pair.object) == 0 || PyTuple_Size(pair.object) != 2)
        throw type_error(std::string(name) + ": __arrow_c_array__ did not return two capsules");
    const owned<ArrowSchema> schema(
        contents<ArrowSchema>(PyTuple_GetItem(pair.object, 0), "arrow_schema", name));
    owned<ArrowArray> array(contents<ArrowArray>(PyTuple_GetItem(pair.object, 1), "arrow_array", name));
    out->type = read_schema(schema.value, name);
    out->arrays.push_back(std::move(array));
}

void import_stream(PyObject* method, const char* name, imported* out) {
    const reference capsule(in_python([=] { return PyObject_CallNoArgs(method); }));
    owned<ArrowArrayStream> stream(contents<ArrowArrayStream>(capsule.object, "arrow_array_stream", name));
    const auto failed = [&] {
        const char* why = stream.value.get_last_error(&stream.value);
        return value_error(std::string(name) + ": the Arrow stream failed: " + (why == nullptr ? "" : why));
    };
    owned<ArrowSchema> schema;
    int status;
    {
        /* A producer may compute its arrays in threads that run Python. */
        const without_gil released;
        status = stream.value.get_schema(&stream.value, &schema.value);
    }
    if (status != 0 || schema.value.release == nullptr)
        throw failed();
    out->type = read_schema(schema.value, name);
    for (;;) {
        owned<ArrowArray> array;
        {
            const without_gil released;
            status = stream.value.get_next(&stream.value, &array.value);
        }
        if (status != 0)
            throw failed();
        if (array.value.release == nullptr)
            return;
        out->arrays.push_back(std::move(array));
        if (PyErr_CheckSignals() != 0)
            throw python_error();
    }
}

} // namespace

bool may_end() {
#ifdef _WIN32
    try {
        const reference threading(PyImport_ImportModule("threading"));
        const reference thread(PyObject_CallMethod(threading.object, "main_thread", nullptr));
        const reference ident(PyObject_GetAttrString(thread.object, "ident"));
        const unsigned long main = PyLong_AsUnsignedLong(ident.object);
        if (PyErr_Occurred() == nullptr)
            return main != PyThread_get_thread_ident();
    } catch (const python_error&) {
    }
    PyErr_Clear();
    return true;
#else
    return false;
#endif
}

void without_gil::check_signals() {
    if (may_end_)
        return;
    const int64_t now = milliseconds();
    if (now < next_check_)
        return;
    next_check_ = now + 100;
    take();
    const int interrupted = PyErr_CheckSignals();
    state_ = PyEval_SaveThread();
    if (interrupted != 0)
        throw python_error();
}

PyObject* raise_current() {
    try {
        throw;
    } catch (const python_error&) {
        return nullptr;
    } catch (const type_error& e) {
        PyErr_SetString(PyExc_TypeError, e.what());
    } catch (const value_error& e) {
        PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const std::length_error& e) {
        PyErr_SetString(PyExc_OverflowError, e.what());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    }
    return nullptr;
}

imported import_column(PyObject* object, const char* name) {
    imported out;
    for (const bool is_stream : {false, true}) {
        const char* attribute = is_stream ? "__arrow_c_stream__" : "__arrow_c_array__";
        PyObject* method = in_python([=] { return PyObject_GetAttrString(object, attribute); });
        if (method == nullptr) {
            if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0)
                throw python_error();
            PyErr_Clear();
            continue;
        }
        const reference held(method);
        if (is_stream)
            import_stream(method, name, &out);
        else
            import_array(method, name, &out);
        return out;
    }
    throw type_error(std::string(name) + ": not an Arrow column; it has neither __arrow_c_array__ nor "
                                         "__arrow_c_stream__. "
                                         "pyarrow.array(rows, pyarrow.binary()) converts a list of bytes");
}

void fill(column* out, imported* from) {
    const bool single = from->type.kind == kind::structure && from->type.fields.size() == 1;
    out->type = single ? from->type.fields[0] : from->type;
    for (owned<ArrowArray>& array : from->arrays) {
        column_array checked(from->type, array.value, out->name);
        if (single)
            checked = checked.only_field(out->name);
        out->append(std::move(array), std::move(checked));
    }
}

} // namespace koblitz_python
