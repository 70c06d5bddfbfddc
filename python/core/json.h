/* Strict JSON (RFC 8259) for text that somebody else wrote: a reader that
 * walks values in place. What has more than one reading is refused: invalid
 * UTF-8, unpaired surrogates, and, by its users, names given twice. */
#ifndef KOBLITZ_PYTHON_JSON_H
#define KOBLITZ_PYTHON_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <string>
#include <string_view>

namespace koblitz_python {

bool is_utf8(std::string_view text);
/* How many bytes at the start are no control characters, quotes or backslashes. */
size_t plain_length(std::string_view text);

/* Every function returns false at what is not as its name says, and the reader is of no use then. */
class json_reader {
public:
    explicit json_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    /* Whether this character comes next, after white space; takes it only then. */
    bool take(char c);
    /* A string's characters: where it has no escapes a view of the text, otherwise of held, which is
     * overwritten. */
    bool string(std::string_view* out, std::string* held);
    /* An integer in [0, most], written without fraction and exponent. */
    bool integer(int64_t most, int64_t* out);
    /* Any value, nested up to 1000 deep. */
    bool skip();
    /* Nothing but white space is left. */
    bool ended();

private:
    void space();
    bool literal(std::string_view word);
    bool number();
    bool skip_string();
    /* A string's characters, put behind those of out. */
    bool string(std::string* out);
    bool hex4(uint32_t* unit);
    bool escape(std::string* out);

    const char *at_, *end_;
};

} // namespace koblitz_python

#endif
