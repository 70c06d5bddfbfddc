/* Columns that a program hands over by the Arrow C data interface, checked
 * before anything is read: types, numbers of buffers and children, lengths,
 * every offset, view and dictionary index of a row that is not null. What the
 * interface does not tell is how long a buffer is; the last offset of an array
 * is taken for the size of its data, as the format says. */
#ifndef KOBLITZ_PYTHON_COLUMN_H
#define KOBLITZ_PYTHON_COLUMN_H

#include <memory>
#include <stddef.h>
#include <stdexcept>
#include <stdint.h>
#include <string>
#include <vector>

#include "arrow.h"
#include "koblitz.h"

namespace koblitz_python {

/* A column of another type than the function takes: TypeError. */
struct type_error : std::runtime_error {
    using runtime_error::runtime_error;
};
/* Another width or length, or buffers that contradict themselves: ValueError. */
struct value_error : std::runtime_error {
    using runtime_error::runtime_error;
};

enum class kind : uint8_t {
    null,
    boolean,
    integer,
    fixed,     /* size bytes a row */
    offsets32, /* bytes or text between two offsets */
    offsets64,
    views, /* of 16 bytes: a length, then the bytes or where they are */
    list32,
    list64,
    structure,
};

/* What a schema says of a column, and the names of a structure's fields. */
struct column_type {
    koblitz_python::kind kind = kind::null;
    bool is_signed = false;
    bool is_text = false;
    /* Bytes of an integer or of a fixed row. */
    int64_t size = 0;
    std::string name;
    std::vector<column_type> fields;
    /* Where rows are indices into a dictionary, the type of these; kind and the rest are the values'. */
    bool is_dictionary = false;
    int64_t index_size = 0;
    bool index_signed = false;

    /* Whether rows may have the same bytes in common, so that a copy is larger than what there is. */
    bool is_shared() const { return is_dictionary || kind == koblitz_python::kind::views; }
};

/* Throws for types that no function takes; column names the argument. */
column_type read_schema(const ArrowSchema& schema, const std::string& column);
/* The error for a column of lists where bytes are expected: it says how to convert lists of numbers. */
type_error not_lists(const std::string& column);

struct byte_row {
    const uint8_t* data;
    size_t size;
};

/* One checked array: rows 0 to length - 1, which start at the array's own offset. It points into the
 * producer's buffers. */
class column_array {
public:
    /* base: rows of a parent that come before; needed: rows that the parent's rows reach. */
    column_array(const column_type& type, const ArrowArray& array, const std::string& column,
                 int64_t base = 0, int64_t needed = -1);

    int64_t length() const { return length_; }
    /* False where no row is null; true says nothing. */
    bool may_be_null() const;
    bool is_null(int64_t i) const;
    /* For bytes and text; a null row is empty. */
    byte_row bytes(int64_t i) const;
    /* For integers and booleans; 0 for a null row. An unsigned value of 2^63 and more is -1. */
    int64_t integer(int64_t i) const;
    /* Rows i to i + n - 1, for integers and booleans: 0 and 1 as they are, 2 for other values; any for nulls.
     */
    void small_integers(int64_t i, int n, uint8_t* out) const;
    /* For lists: the rows of fields()[0] that row i holds. */
    int64_t list_begin(int64_t i) const;
    int64_t list_end(int64_t i) const;
    const std::vector<column_array>& fields() const { return fields_; }
    /* The one field of structures, none of which may be null. */
    column_array only_field(const std::string& column);
    /* Rows i to i + n - 1 as the engine takes them without a copy; false where it cannot. */
    bool direct(koblitz_column* out, int64_t i) const;

private:
    bool own_null(int64_t i) const;
    int64_t index(int64_t i) const;
    void check_rows(const std::string& column) const;

    koblitz_python::kind kind_;
    bool is_signed_;
    int64_t size_;
    int64_t length_;
    /* Of row 0, in the buffers. */
    int64_t start_;
    const uint8_t* validity_ = nullptr;
    /* Fixed rows, integers, indices, views; or the bytes that offsets point into. */
    const uint8_t* data_ = nullptr;
    const uint8_t* offsets_ = nullptr;
    /* Of views. */
    const void* const* buffers_ = nullptr;
    const uint8_t* buffer_sizes_ = nullptr;
    int64_t n_buffers_ = 0;
    std::vector<column_array> fields_;
    std::unique_ptr<column_array> dictionary_;
};

/* An argument: its arrays one after the other. */
class column {
public:
    std::string name;
    column_type type;

    int64_t length() const { return length_; }
    /* checked: made of the array, which is held for it. */
    void append(owned<ArrowArray> array, column_array checked);
    /* The array that holds a row, and the row's number in it. */
    const column_array& at(int64_t row, int64_t* inner) const;
    /* and-s valid[i] with whether row first + i is not null. False where it has changed nothing. */
    bool mask_nulls(int64_t first, int count, uint8_t* valid) const;
    void small_integers(int64_t first, int count, uint8_t* out) const;
    /* How many of count byte rows a block takes whose copies, if it needs any, are to be no larger than most
     * bytes and 64 rows; a multiple of bitmap_rows, or count. */
    int rows_of_copy(int64_t first, int count, size_t most) const;

private:
    /* Calls part(array, inner, i, n) for n rows that lie together, the block's row i first. */
    template <class Part>
    void for_parts(int64_t first, int count, Part part) const;

    std::vector<owned<ArrowArray>> held_;
    std::vector<column_array> arrays_;
    std::vector<int64_t> starts_;
    int64_t length_ = 0;
};

/* A block of a byte column's rows for the engine: the producer's memory where the rows lie together in a
 * form that the engine reads, otherwise a copy with offsets, where null rows are empty. */
class byte_rows {
public:
    koblitz_column column = {};
    void load(const koblitz_python::column& from, int64_t first, int count);
    byte_row row(int i) const {
        if (column.offsets != nullptr)
            return row_between_offsets(i);
        return {column.data + static_cast<size_t>(i) * column.stride, column.size};
    }
    /* How many of the count rows have this size. */
    int count_of_size(int count, size_t size) const;
    /* Without offsets from here on, where all count rows have this size; false otherwise. */
    bool set_fixed(int count, size_t size);

private:
    byte_row row_between_offsets(int i) const;

    std::vector<uint8_t> data_;
    std::vector<int64_t> offsets_;
};

} // namespace koblitz_python

#endif
