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

bool is_set(const byte_memory& bits, int64_t i) {
    return ((bits[static_cast<size_t>(i / 8)] >> (i % 8)) & 1) != 0;
}

bool is_boolean(const result& of) {
    return of.format == "b";
}

PyObject* value(const result& of, int64_t i) {
    if (!of.validity.empty() && !is_set(of.validity, i))
        return Py_NewRef(Py_None);
    if (is_boolean(of))
        return Py_NewRef(is_set(of.values, i) ? Py_True : Py_False);
    if (of.format == "+s")
        throw type_error("a column of several fields has no single rows: use pyarrow.record_batch(column)");
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

PyObject* item(PyObject* self, Py_ssize_t i) {
    const result& of = *self_of(self)->of;
    if (i < 0 || i >= of.length) {
        PyErr_SetString(PyExc_IndexError, "the column has no such row");
        return nullptr;
    }
    try {
        return value(of, i);
    } catch (...) {
        return raise_current();
    }
}

PyObject* subscript(PyObject* self, PyObject* key) {
    if (PySlice_Check(key) != 0) {
        const Py_ssize_t length = self_of(self)->of->length;
        Py_ssize_t start, stop, step;
        if (PySlice_Unpack(key, &start, &stop, &step) != 0)
            return nullptr;
        const Py_ssize_t count = PySlice_AdjustIndices(length, &start, &stop, step);
        try {
            reference list(PyList_New(count));
            for (Py_ssize_t i = 0; i < count; i++)
                PyList_SetItem(list.object, i, reference(item(self, start + i * step)).give());
            return list.give();
        } catch (...) {
            return raise_current();
        }
    }
    const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred() != nullptr)
        return nullptr;
    return item(self, i < 0 ? i + self_of(self)->of->length : i);
}

/* A column has no truth value, as in NumPy: otherwise if verify(...) would hold whatever is in it. */
int truth(PyObject*) {
    PyErr_SetString(PyExc_ValueError, "a column has no truth value: use all(column) or any(column)");
    return -1;
}

PyObject* compare(PyObject*, PyObject*, int) {
    PyErr_SetString(PyExc_TypeError,
                    "columns cannot be compared: compare column.to_numpy(), to_pandas() or to_pylist()");
    return nullptr;
}

PyObject* null_count(PyObject* self, void*) {
    return PyLong_FromLongLong(self_of(self)->of->null_count);
}

PyObject* bytes_of(const byte_memory& from) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(from.data()),
                                     static_cast<Py_ssize_t>(from.size()));
}

/* For _numpy.py. */
PyObject* bits(PyObject* self, PyObject*) {
    const result& of = *self_of(self)->of;
    if (!is_boolean(of))
        return Py_NewRef(Py_None);
    try {
        const reference values(bytes_of(of.values)), validity(bytes_of(of.validity));
        return PyTuple_Pack(2, values.object, validity.object);
    } catch (...) {
        return raise_current();
    }
}

/* Calls the function of this name in _numpy.py with the column. */
template <const char* const& Function>
PyObject* by_numpy(PyObject* self, PyObject* args, PyObject* names) {
    try {
        const reference module(PyImport_ImportModule("koblitz._numpy"));
        const reference function(PyObject_GetAttrString(module.object, Function));
        const reference own(PyTuple_Pack(1, self));
        const reference all(PySequence_Concat(own.object, args));
        return PyObject_Call(function.object, all.object, names);
    } catch (...) {
        return raise_current();
    }
}

constexpr const char* array_function = "array";
constexpr const char* numpy_function = "to_numpy";
constexpr const char* pandas_function = "to_pandas";

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
    {"to_numpy", method(by_numpy<numpy_function>), METH_VARARGS | METH_KEYWORDS,
     "to_numpy(*, null=None): an array of bool; for keys and lists one of objects, with None for null.\n\n"
     "NumPy's bool has no null: null is the value for null rows. Without it they raise ValueError."},
    {"to_pandas", method(by_numpy<pandas_function>), METH_VARARGS | METH_KEYWORDS,
     "An array of pandas' type boolean, with NA for null; for keys and lists one of objects, with None.\n\n"
     "It has no index, so a frame takes it row by row: frame[\"ok\"] = column.to_pandas()."},
    {"__array__", method(by_numpy<array_function>), METH_VARARGS | METH_KEYWORDS,
     "As to_numpy(); with dtype object an array of objects, with None for null."},
    {"_bits", bits, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"null_count", null_count, nullptr, "How many rows are null.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

template <class F>
void* slot(F* f) {
    return reinterpret_cast<void*>(f);
}

PyType_Slot slots[] = {
    {Py_tp_doc,
     const_cast<char*>("A column of results. It has Arrow's PyCapsule interface: pyarrow.array(column), "
                       "polars.Series(column). to_numpy() and to_pandas() convert it. It is also a "
                       "sequence of its rows. It has no truth value and cannot be compared.")},
    {Py_tp_dealloc, slot(destroy)},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_iter, slot(PySeqIter_New)},
    {Py_tp_richcompare, slot(compare)},
    {Py_tp_hash, slot(PyObject_HashNotImplemented)},
    {Py_nb_bool, slot(truth)},
    {Py_sq_length, slot(length)},
    {Py_sq_item, slot(item)},
    {Py_mp_length, slot(length)},
    {Py_mp_subscript, slot(subscript)},
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
