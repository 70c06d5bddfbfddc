#include <string.h>

#include "column.h"

namespace koblitz_python {

namespace {

/* Lists of lists of strings in a structure are the deepest that a function takes. */
constexpr int deepest = 8;

const char* const binary_formats = "binary, large_binary, binary_view or fixed_size_binary";

struct plain_type {
    const char* format;
    int64_t size;
    koblitz_python::kind kind;
    bool is_signed, is_text;
};
constexpr plain_type plain_types[] = {
    {"n", 0, kind::null, false, false},       {"b", 0, kind::boolean, false, false},
    {"c", 1, kind::integer, true, false},     {"C", 1, kind::integer, false, false},
    {"s", 2, kind::integer, true, false},     {"S", 2, kind::integer, false, false},
    {"i", 4, kind::integer, true, false},     {"I", 4, kind::integer, false, false},
    {"l", 8, kind::integer, true, false},     {"L", 8, kind::integer, false, false},
    {"z", 0, kind::offsets32, false, false},  {"Z", 0, kind::offsets64, false, false},
    {"u", 0, kind::offsets32, false, true},   {"U", 0, kind::offsets64, false, true},
    {"vz", 0, kind::views, false, false},     {"vu", 0, kind::views, false, true},
    {"+s", 0, kind::structure, false, false}, {"+l", 0, kind::list32, false, false},
    {"+L", 0, kind::list64, false, false},
};

/* The number that ends a format such as w:33; false when there is none of at most 9 digits. */
bool read_size(const char* text, int64_t* size) {
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9 || text[digits] != 0)
        return false;
    *size = 0;
    for (size_t i = 0; i < digits; i++)
        *size = 10 * *size + (text[i] - '0');
    return true;
}

column_type read(const ArrowSchema& schema, const std::string& column, int depth) {
    if (schema.format == nullptr || depth > deepest || schema.n_children < 0 ||
        (schema.n_children > 0 && schema.children == nullptr))
        throw value_error(column + ": the Arrow schema is malformed");
    column_type type;
    if (schema.name != nullptr)
        type.name = schema.name;
    if (schema.dictionary != nullptr) {
        ArrowSchema indices = schema;
        indices.dictionary = nullptr;
        const column_type index = read(indices, column, depth + 1);
        if (index.kind != kind::integer || schema.dictionary->dictionary != nullptr)
            throw value_error(column + ": the Arrow schema of the dictionary is malformed");
        std::string name = std::move(type.name);
        type = read(*schema.dictionary, column, depth + 1);
        if (!type.fields.empty() || type.kind == kind::structure)
            throw type_error(column + ": dictionaries of lists or structures are not supported");
        type.name = std::move(name);
        type.is_dictionary = true;
        type.index_size = index.size;
        type.index_signed = index.is_signed;
        return type;
    }
    bool found = false;
    for (const plain_type& plain : plain_types) {
        if (strcmp(schema.format, plain.format) == 0) {
            type.kind = plain.kind;
            type.size = plain.size;
            type.is_signed = plain.is_signed;
            type.is_text = plain.is_text;
            found = true;
        }
    }
    if (strncmp(schema.format, "w:", 2) == 0) {
        type.kind = kind::fixed;
        found = read_size(schema.format + 2, &type.size);
    }
    if (strncmp(schema.format, "+w:", 3) == 0)
        throw not_lists(column);
    if (!found)
        throw type_error(column + ": Arrow type \"" + std::string(schema.format).substr(0, 40) +
                         "\" is not supported; a column of bytes is " + binary_formats);
    const bool is_list = type.kind == kind::list32 || type.kind == kind::list64;
    if (is_list ? schema.n_children != 1 : (type.kind != kind::structure && schema.n_children != 0))
        throw value_error(column + ": the Arrow schema has a wrong number of children");
    for (int64_t i = 0; i < schema.n_children; i++) {
        if (schema.children[i] == nullptr)
            throw value_error(column + ": the Arrow schema is malformed");
        type.fields.push_back(read(*schema.children[i], column, depth + 1));
    }
    return type;
}

} // namespace

type_error not_lists(const std::string& column) {
    return type_error(
        column + ": expected a binary column, got lists. " +
        "pyarrow.array([None if row is None else bytes(row) for row in rows], pyarrow.binary()) " +
        "converts lists of numbers, where rows is column.to_list(), in pyarrow column.to_pylist()");
}

column_type read_schema(const ArrowSchema& schema, const std::string& column) {
    return read(schema, column, 0);
}

} // namespace koblitz_python
