/* koblitz.Column: what the functions give. */
#include "python.h"

namespace koblitz_python {

namespace {

struct column_object {
    PyObject_HEAD std::shared_ptr<result> of;
};

PyObject* column_class = nullptr;

column_object* self_of(PyObject* self) {
    return reinterpret_cast<column_object*>(self);
}

void destroy(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    using pointer = std::shared_ptr<result>;
    self_of(self)->of.~pointer();
    auto* free = reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free));
    free(self);
    Py_DECREF(type);
}

/* A capsule that releases what nobody has taken out of it. */
template <class T, class Export>
PyObject* capsule(const char* name, Export give) {
    auto held = std::make_unique<T>();
    give(held.get());
    constexpr auto destroy_capsule = [](PyObject* capsule) {
        auto* inside = static_cast<T*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
        if (inside->release != nullptr)
            inside->release(inside);
        delete inside;
    };
    PyObject* made = PyCapsule_New(held.get(), name, destroy_capsule);
    if (made == nullptr) {
        held->release(held.get());
        throw python_error();
    }
    (void)held.release();
    return made;
}

PyObject* schema_capsule(const result& of) {
    return capsule<ArrowSchema>("arrow_schema", [&](ArrowSchema* to) { export_schema(of, to); });
}

/* The requested schema is the consumer's wish, which the protocol lets a producer pass over. */
bool accept_wish(PyObject* args, PyObject* names) {
    static const char* keywords[] = {"requested_schema", nullptr};
    PyObject* wish = nullptr;
    return PyArg_ParseTupleAndKeywords(args, names, "|O", const_cast<char**>(keywords), &wish) != 0;
}

PyObject* arrow_schema(PyObject* self, PyObject*) {
    try {
        return schema_capsule(*self_of(self)->of);
    } catch (...) {
        return raise_current();
    }
}

PyObject* arrow_array(PyObject* self, PyObject* args, PyObject* names) {
    if (!accept_wish(args, names))
        return nullptr;
    try {
        const std::shared_ptr<result>& of = self_of(self)->of;
        const reference schema(schema_capsule(*of));
        const reference array(
            capsule<ArrowArray>("arrow_array", [&](ArrowArray* to) { export_array(of, to); }));
        return PyTuple_Pack(2, schema.object, array.object);
    } catch (...) {
        return raise_current();
    }
}

PyObject* arrow_stream(PyObject* self, PyObject* args, PyObject* names) {
    if (!accept_wish(args, names))
        return nullptr;
    try {
        return capsule<ArrowArrayStream>("arrow_array_stream",
                                         [&](ArrowArrayStream* to) { export_stream(self_of(self)->of, to); });
    } catch (...) {
        return raise_current();
    }
}

Py_ssize_t length(PyObject* self) {
    return self_of(self)->of->length;
}

PyObject* value(const result& of, int64_t i) {
    const auto is_set = [i](const byte_memory& bits) {
        return ((bits[static_cast<size_t>(i / 8)] >> (i % 8)) & 1) != 0;
    };
    if (!of.validity.empty() && !is_set(of.validity))
        return Py_NewRef(Py_None);
    if (of.format == "b")
        return Py_NewRef(is_set(of.values) ? Py_True : Py_False);
    if (of.fields.empty()) {
        const auto size = static_cast<Py_ssize_t>(of.values.size()) / of.length;
        return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(of.values.data()) + i * size, size);
    }
    const result& field = *of.fields[0];
    const Py_ssize_t rows = field.length / of.length;
    reference list(PyList_New(rows));
    for (Py_ssize_t j = 0; j < rows; j++)
        PyList_SetItem(list.object, j, reference(value(field, i * rows + j)).give());
    return list.give();
}

PyObject* to_pylist(PyObject* self, PyObject*) {
    try {
        const result& of = *self_of(self)->of;
        reference list(PyList_New(of.length));
        for (int64_t i = 0; i < of.length; i++)
            PyList_SetItem(list.object, i, reference(value(of, i)).give());
        return list.give();
    } catch (...) {
        return raise_current();
    }
}

template <class F>
PyCFunction method(F* f) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

PyMethodDef methods[] = {
    {"__arrow_c_schema__", arrow_schema, METH_NOARGS,
     "The column's type, as a capsule of Arrow's C interface."},
    {"__arrow_c_array__", method(arrow_array), METH_VARARGS | METH_KEYWORDS,
     "The column as capsules of Arrow's C interface: its type, and its rows without a copy."},
    {"__arrow_c_stream__", method(arrow_stream), METH_VARARGS | METH_KEYWORDS,
     "The column as a stream of one array of Arrow's C interface."},
    {"to_pylist", to_pylist, METH_NOARGS, "The rows as Python values; None for null."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("A column of results, for anything that takes Arrow's PyCapsule "
                                  "interface: pyarrow.array(column), polars.Series(column).")},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_methods, methods},
    {Py_sq_length, reinterpret_cast<void*>(length)},
    {0, nullptr},
};

PyType_Spec spec = {"koblitz.Column", sizeof(column_object), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

} // namespace

bool add_column_type(PyObject* module) {
    column_class = PyType_FromSpec(&spec);
    return column_class != nullptr && PyModule_AddObjectRef(module, "Column", column_class) == 0;
}

PyObject* make_column(std::shared_ptr<result> of) {
    of->finish();
    auto* type = reinterpret_cast<PyTypeObject*>(column_class);
    auto* allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    PyObject* made = allocate(type, 0);
    if (made == nullptr)
        throw python_error();
    new (&self_of(made)->of) std::shared_ptr<result>(std::move(of));
    return made;
}

} // namespace koblitz_python
