#include "result.h"

#include <bit>
#include <errno.h>
#include <new>
#include <stdexcept>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace koblitz_python {

namespace {

size_t bitmap_bytes(int64_t length) {
    return static_cast<size_t>((length + bitmap_rows - 1) / bitmap_rows * (bitmap_rows / 8));
}

#ifdef __SSE2__
constexpr int packed = 16;

/* So many flags, 0 or 1, to bits, the first to the lowest. */
void pack(const uint8_t* flags, uint8_t* out) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(flags));
    const auto bits = static_cast<uint16_t>(_mm_movemask_epi8(_mm_slli_epi64(bytes, 7)));
    memcpy(out, &bits, sizeof bits);
}
#else
constexpr int packed = 8;

/* So many flags, 0 or 1, to bits, the first to the lowest: flag j, 2^8j, times 2^(56 - 7j). */
void pack(const uint8_t* flags, uint8_t* out) {
    uint64_t word = 0;
    for (int j = 0; j < 8; j++)
        word |= static_cast<uint64_t>(flags[j]) << (8 * j);
    *out = static_cast<uint8_t>((word * 0x0102040810204080) >> 56);
}
#endif

std::shared_ptr<result> make(int64_t length, std::string format, uint64_t value_bytes) {
    auto made = std::make_shared<result>();
    made->format = std::move(format);
    made->length = length;
    made->validity.assign(bitmap_bytes(length), 0);
    made->values.resize(value_bytes);
    return made;
}

struct schema_memory {
    std::string format, name;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;

    explicit schema_memory(const result& from) : format(from.format), name(from.name) {
        children.resize(from.fields.size());
        for (size_t i = 0; i < children.size(); i++) {
            export_schema(*from.fields[i], &children[i]);
            pointers.push_back(&children[i]);
        }
    }
    schema_memory(const schema_memory&) = delete;
    schema_memory& operator=(const schema_memory&) = delete;
    ~schema_memory() {
        for (ArrowSchema& child : children)
            if (child.release != nullptr)
                child.release(&child);
    }
};

struct array_memory {
    std::shared_ptr<result> from;
    std::vector<const void*> buffers;
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> pointers;

    explicit array_memory(const std::shared_ptr<result>& of) : from(of) {
        buffers.push_back(of->validity.empty() ? nullptr : of->validity.data());
        if (of->format[0] != '+')
            buffers.push_back(of->values.data());
        if (of->format == "u" || of->format == "z")
            buffers.push_back(of->bytes.data());
        children.resize(of->fields.size());
        for (size_t i = 0; i < children.size(); i++) {
            export_array(of->fields[i], &children[i]);
            pointers.push_back(&children[i]);
        }
    }
    array_memory(const array_memory&) = delete;
    array_memory& operator=(const array_memory&) = delete;
    ~array_memory() {
        for (ArrowArray& child : children)
            if (child.release != nullptr)
                child.release(&child);
    }
};

struct stream_memory {
    std::shared_ptr<result> from;
    bool given = false;
};

template <class Memory, class Exported>
void release(Exported* exported) {
    delete static_cast<Memory*>(exported->private_data);
    exported->release = nullptr;
}

/* A consumer that asks a stream gets an error number; nothing is thrown at it. */
template <class Export>
int guarded(Export give) {
    try {
        give();
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

} // namespace

std::shared_ptr<result> result::booleans(int64_t length) {
    auto made = make(length, "b", 0);
    made->values.assign(bitmap_bytes(length), 0);
    return made;
}

std::shared_ptr<result> result::fixed(int64_t length, int64_t size) {
    uint64_t bytes;
    if (__builtin_mul_overflow(length, size, &bytes))
        throw std::bad_alloc();
    return make(length, "w:" + std::to_string(size), bytes);
}

std::shared_ptr<result> result::strings(const std::vector<std::string>& rows, bool is_text) {
    auto made = make(0, is_text ? "u" : "z", 4 * (rows.size() + 1));
    made->length = static_cast<int64_t>(rows.size());
    for (size_t i = 0; i <= rows.size(); i++) {
        const auto offset = static_cast<int32_t>(made->bytes.size());
        memcpy(made->values.data() + 4 * i, &offset, sizeof offset);
        if (i == rows.size())
            break;
        made->bytes.insert(made->bytes.end(), rows[i].begin(), rows[i].end());
        if (made->bytes.size() > INT32_MAX)
            throw std::length_error("too many rows for one array");
    }
    return made;
}

std::shared_ptr<result> result::structure(int64_t length, std::vector<std::shared_ptr<result>> fields) {
    auto made = make(0, "+s", 0);
    made->length = length;
    made->fields = std::move(fields);
    return made;
}

std::shared_ptr<result> result::lists(int64_t length, int64_t rows, std::shared_ptr<result> field) {
    auto made = make(length, "+w:" + std::to_string(rows), 0);
    field->name = "item";
    made->fields.push_back(std::move(field));
    return made;
}

void result::set_bits(byte_memory& bits, int64_t first, int count, const uint8_t* flags) {
    uint8_t* out = bits.data() + first / 8;
    int i = 0;
    for (; count - i >= packed; i += packed, out += packed / 8)
        pack(flags + i, out);
    for (; i < count; i += 8) {
        unsigned int byte = 0;
        for (int j = 0; j < 8 && i + j < count; j++)
            byte |= static_cast<unsigned int>(flags[i + j] & 1) << j;
        *out++ = static_cast<uint8_t>(byte);
    }
}

void result::set_ones(byte_memory& bits, int64_t first, int count) {
    uint8_t* out = bits.data() + first / 8;
    memset(out, 0xff, static_cast<size_t>(count / 8));
    if (count % 8 != 0)
        out[count / 8] = static_cast<uint8_t>((1U << (count % 8)) - 1);
}

void result::finish() {
    if (validity.empty())
        return;
    int64_t valid = 0;
    for (size_t i = 0; i < validity.size(); i += 8) {
        uint64_t word;
        memcpy(&word, validity.data() + i, sizeof word);
        valid += word == UINT64_MAX ? 64 : std::popcount(word);
    }
    null_count = length - valid;
    if (null_count == 0)
        validity.clear();
}

void export_schema(const result& from, ArrowSchema* out) {
    auto memory = std::make_unique<schema_memory>(from);
    *out = {};
    out->format = memory->format.c_str();
    out->name = memory->name.c_str();
    out->flags = arrow_nullable;
    out->n_children = static_cast<int64_t>(memory->pointers.size());
    out->children = memory->pointers.data();
    out->release = release<schema_memory, ArrowSchema>;
    out->private_data = memory.release();
}

void export_array(const std::shared_ptr<result>& from, ArrowArray* out) {
    auto memory = std::make_unique<array_memory>(from);
    *out = {};
    out->length = from->length;
    out->null_count = from->null_count;
    out->n_buffers = static_cast<int64_t>(memory->buffers.size());
    out->buffers = memory->buffers.data();
    out->n_children = static_cast<int64_t>(memory->pointers.size());
    out->children = memory->pointers.data();
    out->release = release<array_memory, ArrowArray>;
    out->private_data = memory.release();
}

void export_stream(const std::shared_ptr<result>& from, ArrowArrayStream* out) {
    auto memory = std::make_unique<stream_memory>(stream_memory{from});
    *out = {};
    out->get_schema = [](ArrowArrayStream* stream, ArrowSchema* schema) {
        const auto* of = static_cast<const stream_memory*>(stream->private_data);
        return guarded([&] { export_schema(*of->from, schema); });
    };
    out->get_next = [](ArrowArrayStream* stream, ArrowArray* array) {
        auto* of = static_cast<stream_memory*>(stream->private_data);
        return guarded([&] {
            if (of->given)
                *array = {};
            else
                export_array(of->from, array);
            of->given = true;
        });
    };
    out->get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    out->release = release<stream_memory, ArrowArrayStream>;
    out->private_data = memory.release();
}

} // namespace koblitz_python
