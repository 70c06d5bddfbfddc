/* The structures of the Arrow C data and stream interfaces, a published ABI
 * (arrow.apache.org/docs/format/CDataInterface.html). */
#ifndef KOBLITZ_PYTHON_ARROW_H
#define KOBLITZ_PYTHON_ARROW_H

#include <stdint.h>

extern "C" {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    int64_t flags;
    int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

} // extern "C"

namespace koblitz_python {

/* ArrowSchema::flags. */
inline constexpr int64_t arrow_nullable = 2;

/* Releases what it holds when it goes out of scope. */
template <class T>
class owned {
public:
    T value = {};

    owned() = default;
    /* Takes what another holds, as the interface prescribes: the bytes move, and the source is marked as
     * released. */
    explicit owned(T* from) : value(*from) { from->release = nullptr; }
    owned(owned&& other) noexcept : owned(&other.value) {}
    owned(const owned&) = delete;
    owned& operator=(const owned&) = delete;
    owned& operator=(owned&&) = delete;
    ~owned() {
        if (value.release != nullptr)
            value.release(&value);
    }
};

} // namespace koblitz_python

#endif
