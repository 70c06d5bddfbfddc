#include "column.h"

#include <algorithm>
#include <string.h>

#include "result.h"

namespace koblitz_python {

namespace {

/* Arrays without bytes may have no buffer; the engine asks for one. */
constexpr uint8_t nothing[1] = {0};

constexpr int64_t view_size = 16, longest_inline = 12;

/* Of a column; numbers of blocks, and of bytes of a bitmap, do not overflow. Rows that are null by their type
 * take no memory. */
constexpr int64_t most_rows = INT64_MAX / 2;

bool bit(const uint8_t* bits, int64_t i) {
    return ((bits[i / 8] >> (i % 8)) & 1) != 0;
}

/* The bits of a byte as bytes of 0 or 1, the lowest first. */
void unpack(uint8_t bits, uint8_t* out) {
    constexpr uint64_t each = 0x0101010101010101;
    const uint64_t alone = (bits * each) & 0x8040201008040201;
    const uint64_t flags = ((alone + 0x7f * each) >> 7) & each;
    for (int j = 0; j < 8; j++)
        out[j] = static_cast<uint8_t>(flags >> (8 * j));
}

/* No alignment is asked of the producer's buffers. */
template <class T>
T load(const uint8_t* base, int64_t i) {
    T value;
    memcpy(&value, base + static_cast<size_t>(i) * sizeof value, sizeof value);
    return value;
}

int64_t load_integer(const uint8_t* base, int64_t i, int64_t size, bool is_signed) {
    switch (size) {
    case 1:
        return is_signed ? load<int8_t>(base, i) : load<uint8_t>(base, i);
    case 2:
        return is_signed ? load<int16_t>(base, i) : load<uint16_t>(base, i);
    case 4:
        return is_signed ? load<int32_t>(base, i) : load<uint32_t>(base, i);
    default: {
        const auto value = load<int64_t>(base, i);
        return is_signed || value >= 0 ? value : -1;
    }
    }
}

template <class T, int Size>
struct vector_of {
    typedef T type __attribute__((vector_size(Size)));
};

/* Adds up what step(next, from) makes of the n pairs of consecutive numbers at at, side by side in vectors of
 * Size bytes; n is an int64_t, and becomes how many pairs are left over at its new at. */
template <class T, int Size, class Sum, class Step>
[[gnu::always_inline]] inline void for_pairs(const uint8_t*& at, int64_t& n, Sum& sum, Step step) {
    using several = typename vector_of<T, Size>::type;
    constexpr int64_t count = Size / sizeof(T);
    several all = {};
#pragma GCC unroll 4
    for (; n >= count; n -= count, at += Size) {
        several from, to;
        memcpy(&from, at, Size);
        memcpy(&to, at + sizeof(T), Size);
        step(all, to, from);
    }
    for (int64_t i = 0; i < count; i++)
        sum(all[i]);
}

/* All bits that are set in one of the offsets but the first, or in a difference. */
template <class T, int Size>
[[gnu::always_inline]] inline T bits_of_offsets(const uint8_t* at, int64_t n) {
    T bits = 0;
    const auto sum = [&](T more) { bits |= more; };
    for_pairs<T, Size>(at, n, sum,
                       [](auto& all, const auto& to, const auto& from) { all |= to | (to - from); });
    for (int64_t i = 0; i < n; i++)
        bits |= load<T>(at, i + 1) | (load<T>(at, i + 1) - load<T>(at, i));
    return bits;
}

/* How many differences are this size. n is less than 2^31. */
template <class T, int Size>
[[gnu::always_inline]] inline int count_differences(const uint8_t* at, int64_t n, T size) {
    T count = 0;
    const auto sum = [&](T more) { count += more; };
    /* True is -1. */
    for_pairs<T, Size>(at, n, sum,
                       [&](auto& all, const auto& to, const auto& from) { all -= to - from == size; });
    for (int64_t i = 0; i < n; i++)
        count += load<T>(at, i + 1) - load<T>(at, i) == size ? 1 : 0;
    return static_cast<int>(count);
}

/* The same with what this processor has. */
template <class T>
struct offsets {
#ifdef __x86_64__
    [[gnu::target("avx2")]] static T wide_bits(const uint8_t* at, int64_t n) {
        return bits_of_offsets<T, 32>(at, n);
    }
    [[gnu::target("avx2")]] static int wide_count(const uint8_t* at, int64_t n, T size) {
        return count_differences<T, 32>(at, n, size);
    }
    static bool is_wide() {
        return __builtin_cpu_supports("avx2") != 0;
    }
#else
    static T wide_bits(const uint8_t* at, int64_t n) {
        return bits_of_offsets<T, 16>(at, n);
    }
    static int wide_count(const uint8_t* at, int64_t n, T size) {
        return count_differences<T, 16>(at, n, size);
    }
    static bool is_wide() {
        return false;
    }
#endif
    static T bits(const uint8_t* at, int64_t n) {
        return is_wide() ? wide_bits(at, n) : bits_of_offsets<T, 16>(at, n);
    }
    static int count(const uint8_t* at, int64_t n, T size) {
        return is_wide() ? wide_count(at, n, size) : count_differences<T, 16>(at, n, size);
    }
};

/* Whether the n + 1 offsets from first on ascend from 0 or more; T is unsigned. Where none is negative, no
 * difference overflows. */
template <class T>
bool ascend(const uint8_t* from, int64_t first, int64_t n) {
    const T bits = load<T>(from, first) | offsets<T>::bits(from + static_cast<size_t>(first) * sizeof(T), n);
    return bits >> (8 * sizeof(T) - 1) == 0;
}

/* How many of n rows between n + 1 offsets have this size. */
template <class T>
int count_sizes(const uint8_t* from, int n, size_t size) {
    return offsets<T>::count(from, n, static_cast<T>(size));
}

[[noreturn]] void malformed(const std::string& column, const char* what) {
    throw value_error(column + ": the Arrow array is malformed: " + what);
}

int64_t sum(int64_t a, int64_t b, const std::string& column) {
    int64_t result;
    if (__builtin_add_overflow(a, b, &result))
        malformed(column, "its length overflows");
    return result;
}

int64_t buffers_of(kind kind) {
    switch (kind) {
    case kind::null:
        return 0;
    case kind::structure:
        return 1;
    case kind::boolean:
    case kind::integer:
    case kind::fixed:
    case kind::list32:
    case kind::list64:
        return 2;
    default:
        return 3;
    }
}

/* Bytes that a row takes of the second buffer, or of offsets. */
int64_t row_size(kind kind, int64_t size) {
    switch (kind) {
    case kind::integer:
    case kind::fixed:
        return size;
    case kind::views:
        return view_size;
    case kind::offsets32:
    case kind::list32:
        return 4;
    case kind::offsets64:
    case kind::list64:
        return 8;
    default:
        return 1;
    }
}

} // namespace

column_array::column_array(const column_type& type, const ArrowArray& array, const std::string& column,
                           int64_t base, int64_t needed)
    : kind_(type.is_dictionary ? kind::integer : type.kind), is_signed_(type.is_signed), size_(type.size) {
    if (type.is_dictionary) {
        size_ = type.index_size;
        is_signed_ = type.index_signed;
    }
    if (array.length < 0 || array.offset < 0)
        malformed(column, "a negative length or offset");
    start_ = sum(array.offset, base, column);
    length_ = needed < 0 ? array.length : needed;
    if (sum(base, length_, column) > array.length)
        malformed(column, "a child is shorter than its parent");
    /* One more for the last offset. */
    const int64_t end = sum(sum(start_, length_, column), 1, column);
    int64_t bytes;
    if (__builtin_mul_overflow(end, row_size(kind_, size_), &bytes))
        malformed(column, "its length overflows");

    const int64_t expected = buffers_of(kind_);
    if (kind_ == kind::views ? array.n_buffers < expected : array.n_buffers != expected)
        malformed(column, "a wrong number of buffers");
    if (expected > 0 && array.buffers == nullptr)
        malformed(column, "no buffers");
    const auto buffer = [&](int64_t i) { return static_cast<const uint8_t*>(array.buffers[i]); };
    if (expected > 0) {
        validity_ = buffer(0);
        if (validity_ == nullptr && array.null_count > 0)
            malformed(column, "nulls, but no bitmap of them");
    }

    if (kind_ == kind::structure || kind_ == kind::list32 || kind_ == kind::list64) {
        if (array.n_children != static_cast<int64_t>(type.fields.size()))
            malformed(column, "a wrong number of children");
    } else if (array.n_children != 0) {
        malformed(column, "a wrong number of children");
    }
    if (array.n_children > 0 && array.children == nullptr)
        malformed(column, "no children");
    for (int64_t i = 0; i < array.n_children; i++)
        if (array.children[i] == nullptr)
            malformed(column, "a child is missing");
    if (type.is_dictionary != (array.dictionary != nullptr))
        malformed(column, "it and its schema differ in having a dictionary");

    if (kind_ == kind::structure)
        for (size_t i = 0; i < type.fields.size(); i++)
            fields_.emplace_back(type.fields[i], *array.children[i], column, start_, length_);
    if (kind_ == kind::list32 || kind_ == kind::list64)
        fields_.emplace_back(type.fields[0], *array.children[0], column);
    if (type.is_dictionary) {
        column_type values = type;
        values.is_dictionary = false;
        dictionary_ = std::make_unique<column_array>(values, *array.dictionary, column);
    }

    if (length_ == 0) {
        data_ = nothing;
        return;
    }
    switch (kind_) {
    case kind::boolean:
    case kind::integer:
    case kind::fixed:
    case kind::views:
        data_ = buffer(1);
        if (data_ == nullptr && !(kind_ == kind::fixed && size_ == 0))
            malformed(column, "a buffer is missing");
        break;
    case kind::offsets32:
    case kind::offsets64:
        offsets_ = buffer(1);
        data_ = buffer(2);
        break;
    case kind::list32:
    case kind::list64:
        offsets_ = buffer(1);
        data_ = nothing;
        break;
    default:
        return;
    }
    if (kind_ == kind::views) {
        buffers_ = array.buffers + 2;
        n_buffers_ = array.n_buffers - 3;
        buffer_sizes_ = buffer(array.n_buffers - 1);
        if (n_buffers_ > 0 && buffer_sizes_ == nullptr)
            malformed(column, "a buffer is missing");
    }
    check_rows(column);
    if (data_ == nullptr)
        data_ = nothing;
}

void column_array::check_rows(const std::string& column) const {
    const bool wide = kind_ == kind::offsets64 || kind_ == kind::list64;
    const bool is_list = kind_ == kind::list32 || kind_ == kind::list64;
    if (wide || kind_ == kind::offsets32 || kind_ == kind::list32) {
        if (offsets_ == nullptr)
            malformed(column, "a buffer is missing");
        const auto offset = [&](int64_t i) { return load_integer(offsets_, start_ + i, wide ? 8 : 4, true); };
        if (!(wide ? ascend<uint64_t>(offsets_, start_, length_)
                   : ascend<uint32_t>(offsets_, start_, length_)))
            malformed(column, "its offsets do not ascend from 0");
        const int64_t first = offset(0), last = offset(length_);
        if (is_list ? last > fields_[0].length() : (last > first && data_ == nullptr))
            malformed(column, "its offsets leave the data");
        if (!is_list && static_cast<uint64_t>(last) > PTRDIFF_MAX)
            malformed(column, "its offsets leave the data");
    }
    if (kind_ == kind::views) {
        for (int64_t i = 0; i < length_; i++) {
            if (own_null(i))
                continue;
            const uint8_t* view = data_ + static_cast<size_t>(start_ + i) * view_size;
            const auto size = load<int32_t>(view, 0);
            if (size < 0)
                malformed(column, "a view of negative length");
            if (size <= longest_inline)
                continue;
            const auto which = load<int32_t>(view, 2);
            const auto from = load<int32_t>(view, 3);
            if (which < 0 || which >= n_buffers_ || from < 0 ||
                static_cast<int64_t>(from) + size > load<int64_t>(buffer_sizes_, which) ||
                buffers_[which] == nullptr)
                malformed(column, "a view leaves its buffer");
        }
    }
    if (dictionary_ != nullptr)
        for (int64_t i = 0; i < length_; i++)
            if (!own_null(i) && (index(i) < 0 || index(i) >= dictionary_->length()))
                malformed(column, "an index leaves its dictionary");
}

bool column_array::own_null(int64_t i) const {
    return kind_ == kind::null || (validity_ != nullptr && !bit(validity_, start_ + i));
}

int64_t column_array::index(int64_t i) const {
    return load_integer(data_, start_ + i, size_, is_signed_);
}

bool column_array::may_be_null() const {
    return kind_ == kind::null || validity_ != nullptr || dictionary_ != nullptr;
}

bool column_array::is_null(int64_t i) const {
    return own_null(i) || (dictionary_ != nullptr && dictionary_->is_null(index(i)));
}

byte_row column_array::bytes(int64_t i) const {
    if (own_null(i))
        return {nothing, 0};
    if (dictionary_ != nullptr)
        return dictionary_->bytes(index(i));
    const int64_t at = start_ + i;
    switch (kind_) {
    case kind::fixed:
        return {data_ + static_cast<size_t>(at) * static_cast<size_t>(size_), static_cast<size_t>(size_)};
    case kind::offsets32:
    case kind::offsets64: {
        const int64_t size = kind_ == kind::offsets64 ? 8 : 4;
        const int64_t begin = load_integer(offsets_, at, size, true);
        const int64_t end = load_integer(offsets_, at + 1, size, true);
        return {data_ + begin, static_cast<size_t>(end - begin)};
    }
    case kind::views: {
        const uint8_t* view = data_ + static_cast<size_t>(at) * view_size;
        const auto size = static_cast<size_t>(load<int32_t>(view, 0));
        if (size <= longest_inline)
            return {view + 4, size};
        return {static_cast<const uint8_t*>(buffers_[load<int32_t>(view, 2)]) + load<int32_t>(view, 3), size};
    }
    default:
        return {nothing, 0};
    }
}

int64_t column_array::integer(int64_t i) const {
    if (own_null(i))
        return 0;
    if (dictionary_ != nullptr)
        return dictionary_->integer(index(i));
    if (kind_ == kind::boolean)
        return bit(data_, start_ + i) ? 1 : 0;
    return load_integer(data_, start_ + i, size_, is_signed_);
}

void column_array::small_integers(int64_t i, int n, uint8_t* out) const {
    if (dictionary_ == nullptr && kind_ == kind::integer && size_ == 1) {
        const uint8_t* from = data_ + start_ + i;
        for (int j = 0; j < n; j++)
            out[j] = std::min<uint8_t>(from[j], 2);
        return;
    }
    if (dictionary_ == nullptr && kind_ == kind::boolean) {
        int64_t at = start_ + i;
        const int64_t end = at + n;
        for (; at < end && at % 8 != 0; at++)
            *out++ = bit(data_, at) ? 1 : 0;
        for (; end - at >= 8; at += 8, out += 8)
            unpack(data_[at / 8], out);
        for (; at < end; at++)
            *out++ = bit(data_, at) ? 1 : 0;
        return;
    }
    for (int j = 0; j < n; j++) {
        const int64_t value = integer(i + j);
        out[j] = value == 0 || value == 1 ? static_cast<uint8_t>(value) : 2;
    }
}

int64_t column_array::list_begin(int64_t i) const {
    return load_integer(offsets_, start_ + i, kind_ == kind::list64 ? 8 : 4, true);
}

int64_t column_array::list_end(int64_t i) const {
    return list_begin(i + 1);
}

bool column_array::direct(koblitz_column* out, int64_t i) const {
    if (dictionary_ != nullptr)
        return false;
    const auto at = static_cast<size_t>(start_ + i);
    const auto size = static_cast<size_t>(size_);
    switch (kind_) {
    case kind::fixed:
        *out = {data_ + at * size, size, size, nullptr, 0};
        return true;
    case kind::offsets32:
        *out = {data_, 0, 0, offsets_ + 4 * at, 4};
        return true;
    case kind::offsets64:
        *out = {data_, 0, 0, offsets_ + 8 * at, 8};
        return true;
    default:
        return false;
    }
}

column_array column_array::only_field(const std::string& column) {
    for (int64_t i = 0; may_be_null() && i < length_; i++)
        if (is_null(i))
            throw value_error(column + ": a structure around the column is null");
    column_array field = std::move(fields_[0]);
    return field;
}

void column::append(owned<ArrowArray> array, column_array checked) {
    const int64_t length = sum(length_, checked.length(), name);
    if (length > most_rows)
        malformed(name, "its length overflows");
    arrays_.push_back(std::move(checked));
    held_.push_back(std::move(array));
    starts_.push_back(length_);
    length_ = length;
}

const column_array& column::at(int64_t row, int64_t* inner) const {
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), row);
    const auto i = static_cast<size_t>(next - starts_.begin() - 1);
    *inner = row - starts_[i];
    return arrays_[i];
}

template <class Part>
void column::for_parts(int64_t first, int count, Part part) const {
    for (int i = 0; i < count;) {
        int64_t inner;
        const column_array& array = at(first + i, &inner);
        const int n = static_cast<int>(std::min<int64_t>(array.length() - inner, count - i));
        part(array, inner, i, n);
        i += n;
    }
}

bool column::mask_nulls(int64_t first, int count, uint8_t* valid) const {
    bool changed = false;
    for_parts(first, count, [&](const column_array& array, int64_t inner, int i, int n) {
        for (int j = 0; array.may_be_null() && j < n; j++) {
            if (array.is_null(inner + j)) {
                valid[i + j] = 0;
                changed = true;
            }
        }
    });
    return changed;
}

void column::small_integers(int64_t first, int count, uint8_t* out) const {
    for_parts(first, count, [&](const column_array& array, int64_t inner, int i, int n) {
        array.small_integers(inner, n, out + i);
    });
}

int column::rows_of_copy(int64_t first, int count, size_t most) const {
    int64_t inner;
    const column_array* array = &at(first, &inner);
    koblitz_column unused;
    if (array->length() - inner >= count && array->direct(&unused, inner))
        return count;
    size_t size = 0;
    for (int i = 0; i < count; i++, inner++) {
        if (size > most && i % bitmap_rows == 0)
            return i;
        if (inner == array->length())
            array = &at(first + i, &inner);
        size += array->bytes(inner).size;
    }
    return count;
}

void byte_rows::load(const koblitz_python::column& from, int64_t first, int count) {
    int64_t inner;
    const column_array* array = &from.at(first, &inner);
    if (array->length() - inner >= count && array->direct(&column, inner))
        return;
    data_.clear();
    offsets_.assign(1, 0);
    for (int i = 0; i < count; i++, inner++) {
        if (inner == array->length())
            array = &from.at(first + i, &inner);
        const byte_row row = array->bytes(inner);
        data_.insert(data_.end(), row.data, row.data + row.size);
        offsets_.push_back(static_cast<int64_t>(data_.size()));
    }
    column = {data_.empty() ? nothing : data_.data(), 0, 0, offsets_.data(), 8};
}

int byte_rows::count_of_size(int count, size_t size) const {
    if (column.offsets == nullptr)
        return column.size == size ? count : 0;
    const auto* offsets = static_cast<const uint8_t*>(column.offsets);
    return column.offset_size == 8 ? count_sizes<uint64_t>(offsets, count, size)
                                   : count_sizes<uint32_t>(offsets, count, size);
}

bool byte_rows::set_fixed(int count, size_t size) {
    if (count_of_size(count, size) != count)
        return false;
    if (column.offsets != nullptr)
        column = {row(0).data, size, size, nullptr, 0};
    return true;
}

byte_row byte_rows::row_between_offsets(int i) const {
    const auto* offsets = static_cast<const uint8_t*>(column.offsets);
    const auto size = static_cast<int64_t>(column.offset_size);
    const int64_t begin = load_integer(offsets, i, size, true);
    return {column.data + begin, static_cast<size_t>(load_integer(offsets, i + 1, size, true) - begin)};
}

} // namespace koblitz_python
