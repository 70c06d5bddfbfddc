/* koblitz._core: the functions that koblitz/__init__.py documents, with every argument given. */
#include "python.h"

#include <algorithm>
#include <atomic>
#include <memory>
#ifdef __linux__
#include <sched.h>
#endif
#include <string.h>
#include <thread>

#include "backends/list.h"
#include "generate.h"
#include "keys.h"
#include "koblitz.h"
#include "nostr.h"
#include "scan.h"
#include "verify.h"

namespace koblitz_python {

namespace {

/* Those that this thread may run on. (The C++ library opens a file, and counts all that there are.) */
unsigned processors() {
#ifdef __linux__
    cpu_set_t own;
    /* Fails where there are more than 1,024. */
    if (sched_getaffinity(0, sizeof own, &own) == 0)
        return static_cast<unsigned>(CPU_COUNT(&own));
#endif
    return std::max(1U, std::thread::hardware_concurrency());
}

/* An integer from least to most; message, which begins with the argument's name, says so of another. */
long long integer_of(PyObject* given, long long least, long long most, const char* message) {
    if (PyIndex_Check(given) == 0)
        throw type_error(std::string(message, strcspn(message, ":")) + ": not an integer");
    int overflow = 0;
    const long long number = in_python([&] { return PyLong_AsLongLongAndOverflow(given, &overflow); });
    if (PyErr_Occurred() != nullptr)
        throw python_error();
    if (overflow != 0 || number < least || number > most)
        throw value_error(message);
    return number;
}

/* None: a thread for each processor. */
unsigned threads_of(PyObject* given) {
    if (given == Py_None)
        return processors();
    return static_cast<unsigned>(integer_of(given, 1, 4096, "threads: not from 1 to 4096"));
}

/* The columns of a call, by the names that errors give them. */
template <size_t N>
class columns {
public:
    columns(PyObject* const (&objects)[N], const char* const (&names)[N]) {
        for (size_t i = 0; i < N; i++) {
            columns_[i].name = names[i];
            imported_[i] = import_column(objects[i], names[i]);
        }
    }
    /* Takes time, and no Python. Before anything is allocated: rows that are null by their type take no
     * memory. */
    void check() {
        for (size_t i = 0; i < N; i++) {
            fill(&columns_[i], &imported_[i]);
            require_equal_lengths({&columns_[0], &columns_[i]});
        }
    }
    const column& operator[](size_t i) const { return columns_[i]; }
    /* Rows of a block: fewer where they are copied, as a view or an index stands for bytes of any number. */
    int64_t rows_at_a_time(int64_t most) const {
        constexpr int64_t of_copies = 512;
        return std::any_of(columns_, columns_ + N, [](const column& c) { return c.type.is_shared(); })
                   ? std::min(most, of_copies)
                   : most;
    }

private:
    imported imported_[N];
    column columns_[N];
};

/* make(columns, &result) gives the work, once the columns are checked. */
template <size_t N, class Make>
PyObject* run(columns<N> given, PyObject* threads, Make make) {
    const unsigned most = threads_of(threads);
    std::shared_ptr<result> out;
    {
        without_gil released;
        given.check();
        using work_type = decltype(make(given, &out));
        const std::unique_ptr<const work_type> work(new work_type(make(given, &out)));
        for_blocks(given[0].length(), most, given.rows_at_a_time(work_type::most_rows), *work,
                   [&] { released.check_signals(); });
    }
    return make_column(std::move(out));
}

/* body is called with the argument tuple parsed; exceptions become Python's. */
template <class Body>
PyObject* guarded(Body body) {
    try {
        return body();
    } catch (...) {
        return raise_current();
    }
}

PyObject* verify_ecdsa(PyObject*, PyObject* args) {
    PyObject *pubkey, *digest, *signature, *threads;
    int low_s, strict;
    if (PyArg_ParseTuple(args, "OOOppO", &pubkey, &digest, &signature, &low_s, &strict, &threads) == 0)
        return nullptr;
    return guarded([&] {
        return run(columns<3>({pubkey, digest, signature}, {"pubkey", "digest", "signature"}), threads,
                   [&](const columns<3>& c, std::shared_ptr<result>* out) {
                       *out = result::booleans(c[0].length());
                       return ecdsa_work(c[0], c[1], c[2], low_s != 0, out->get(), strict != 0);
                   });
    });
}

PyObject* verify_schnorr(PyObject*, PyObject* args) {
    PyObject *pubkey, *message, *signature, *threads;
    int strict;
    if (PyArg_ParseTuple(args, "OOOpO", &pubkey, &message, &signature, &strict, &threads) == 0)
        return nullptr;
    return guarded([&] {
        return run(columns<3>({pubkey, message, signature}, {"pubkey", "message", "signature"}), threads,
                   [&](const columns<3>& c, std::shared_ptr<result>* out) {
                       *out = result::booleans(c[0].length());
                       return schnorr_work(c[0], c[1], c[2], out->get(), strict != 0);
                   });
    });
}

PyObject* tweak_check(PyObject*, PyObject* args) {
    PyObject *tweaked, *internal, *tweak, *parity, *threads;
    int strict;
    if (PyArg_ParseTuple(args, "OOOOpO", &tweaked, &internal, &tweak, &parity, &strict, &threads) == 0)
        return nullptr;
    return guarded([&] {
        const bool given = parity != Py_None;
        if (!given)
            return run(columns<3>({tweaked, internal, tweak}, {"tweaked", "internal", "tweak"}), threads,
                       [&](const columns<3>& c, std::shared_ptr<result>* out) {
                           *out = result::booleans(c[0].length());
                           return tweak_check_work(c[0], c[1], c[2], nullptr, out->get(), strict != 0);
                       });
        return run(columns<4>({tweaked, internal, tweak, parity}, {"tweaked", "internal", "tweak", "parity"}),
                   threads, [&](const columns<4>& c, std::shared_ptr<result>* out) {
                       *out = result::booleans(c[0].length());
                       return tweak_check_work(c[0], c[1], c[2], &c[3], out->get(), strict != 0);
                   });
    });
}

PyObject* nostr_verify(PyObject*, PyObject* args) {
    PyObject *events, *threads;
    int strict;
    if (PyArg_ParseTuple(args, "OpO", &events, &strict, &threads) == 0)
        return nullptr;
    return guarded([&] {
        return run(columns<1>({events}, {"events"}), threads,
                   [&](const columns<1>& c, std::shared_ptr<result>* out) {
                       *out = result::booleans(c[0].length());
                       return nostr_work(c[0], out->get(), strict != 0);
                   });
    });
}

int64_t key_size(int compressed) {
    return compressed != 0 ? 33 : 65;
}

PyObject* parse_pubkey(PyObject*, PyObject* args) {
    PyObject *pubkey, *threads;
    int compressed;
    if (PyArg_ParseTuple(args, "OpO", &pubkey, &compressed, &threads) == 0)
        return nullptr;
    return guarded([&] {
        return run(columns<1>({pubkey}, {"pubkey"}), threads,
                   [&](const columns<1>& c, std::shared_ptr<result>* out) {
                       const int64_t size = key_size(compressed);
                       *out = result::fixed(c[0].length(), size);
                       return parse_work(c[0], out->get(), size);
                   });
    });
}

PyObject* recover(PyObject*, PyObject* args) {
    PyObject *digest, *signature, *threads;
    int compressed;
    if (PyArg_ParseTuple(args, "OOpO", &digest, &signature, &compressed, &threads) == 0)
        return nullptr;
    return guarded([&] {
        return run(columns<2>({digest, signature}, {"digest", "signature"}), threads,
                   [&](const columns<2>& c, std::shared_ptr<result>* out) {
                       const int64_t size = key_size(compressed);
                       *out = result::fixed(c[0].length(), size);
                       return recover_work(c[0], c[1], out->get(), size);
                   });
    });
}

std::vector<uint32_t> labels_of(PyObject* given) {
    std::vector<uint32_t> labels;
    const char* const wanted = "labels: expected at most 4096 integers from 0 to 2^32 - 1";
    const reference iterator(in_python([=] { return PyObject_GetIter(given); }));
    while (PyObject* next = in_python([&] { return PyIter_Next(iterator.object); })) {
        const reference held(next);
        const long long label = integer_of(next, 0, UINT32_MAX, wanted);
        if (labels.size() == 4096)
            throw value_error(wanted);
        labels.push_back(static_cast<uint32_t>(label));
    }
    if (PyErr_Occurred() != nullptr)
        throw python_error();
    return labels;
}

/* Returns the outputs and the number of tweaks that are not points. */
PyObject* silent_payments_scan(PyObject*, PyObject* args) {
    PyObject *tweaks, *labels, *k, *threads;
    Py_buffer scan_key, spend_pubkey;
    int little_endian;
    if (PyArg_ParseTuple(args, "Oy*y*OOpO", &tweaks, &scan_key, &spend_pubkey, &labels, &k, &little_endian,
                         &threads) == 0)
        return nullptr;
    secret_bytes<32> key = {};
    const bool has_size = scan_key.len == 32;
    if (has_size)
        memcpy(key.data, scan_key.buf, 32);
    PyBuffer_Release(&scan_key);
    uint8_t spend[65];
    const size_t spend_size = spend_pubkey.len <= 65 ? static_cast<size_t>(spend_pubkey.len) : 0;
    std::copy_n(static_cast<const uint8_t*>(spend_pubkey.buf), spend_size, spend);
    PyBuffer_Release(&spend_pubkey);
    return guarded([&] {
        if (!has_size)
            throw value_error("scan_key: not 32 bytes");
        const std::vector<uint32_t> wanted = labels_of(labels);
        std::atomic<int64_t> unread = 0;
        const auto scan = [&](const column& points, const column* numbers, int64_t number,
                              std::shared_ptr<result>* out) {
            scan_work work(points, little_endian != 0, numbers, number, key, {spend, spend_size}, wanted);
            int64_t rows;
            if (__builtin_mul_overflow(points.length(), work.keys(), &rows))
                throw std::bad_alloc();
            auto outputs = result::fixed(rows, 32);
            outputs->validity.clear();
            *out = result::lists(points.length(), work.keys(), outputs);
            work.set_output(out->get(), outputs.get(), &unread);
            return work;
        };
        const auto found = [&] {
            if (PyLong_Check(k) == 0)
                return run(columns<2>({tweaks, k}, {"tweaks", "k"}), threads,
                           [&](const columns<2>& c, std::shared_ptr<result>* out) {
                               return scan(c[0], &c[1], 0, out);
                           });
            const long long number = integer_of(k, 0, largest_k, "k: not from 0 to 2322");
            return run(columns<1>({tweaks}, {"tweaks"}), threads,
                       [&](const columns<1>& c, std::shared_ptr<result>* out) {
                           return scan(c[0], nullptr, number, out);
                       });
        };
        const reference outputs(found());
        return Py_BuildValue("OL", outputs.object, static_cast<long long>(unread));
    });
}

PyObject* generate_rows(PyObject*, PyObject* args) {
    const char* kind;
    unsigned long long seed;
    long long first, rows;
    double invalid;
    PyObject* threads;
    if (PyArg_ParseTuple(args, "sKLLdO", &kind, &seed, &first, &rows, &invalid, &threads) == 0)
        return nullptr;
    return guarded([&] {
        const std::string name = kind;
        if (name != "ecdsa" && name != "schnorr" && name != "nostr")
            throw value_error("kind: not ecdsa, schnorr or nostr");
        if (!(invalid >= 0 && invalid <= 1))
            throw value_error("invalid: not from 0 to 1");
        if (rows < 0 || rows > 1000000 || first < 0)
            throw value_error("rows: not from 0 to 1000000");
        const unsigned most = threads_of(threads);
        std::shared_ptr<result> out;
        {
            const without_gil released;
            out = generate(name == "ecdsa"     ? scheme::ecdsa
                           : name == "schnorr" ? scheme::schnorr
                                               : scheme::nostr,
                           seed, first, rows, invalid, most);
        }
        return make_column(std::move(out));
    });
}

PyObject* backend(PyObject*, PyObject*) {
    return PyUnicode_FromFormat("%s, %s, sha256 %s", koblitz_backend_name(),
                                koblitz::active_backend().lanes == nullptr ? "no lanes" : "8 lanes",
                                koblitz_sha256_name());
}

PyMethodDef functions[] = {
    {"verify_ecdsa", verify_ecdsa, METH_VARARGS, nullptr},
    {"verify_schnorr", verify_schnorr, METH_VARARGS, nullptr},
    {"tweak_check", tweak_check, METH_VARARGS, nullptr},
    {"nostr_verify", nostr_verify, METH_VARARGS, nullptr},
    {"parse_pubkey", parse_pubkey, METH_VARARGS, nullptr},
    {"recover", recover, METH_VARARGS, nullptr},
    {"silent_payments_scan", silent_payments_scan, METH_VARARGS, nullptr},
    {"generate", generate_rows, METH_VARARGS, nullptr},
    {"backend", backend, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "koblitz._core", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr};

} // namespace

} // namespace koblitz_python

PyMODINIT_FUNC PyInit__core(void) {
    PyObject* module = PyModule_Create(&koblitz_python::definition);
    if (module != nullptr && !koblitz_python::add_column_type(module)) {
        Py_DECREF(module);
        return nullptr;
    }
    return module;
}
