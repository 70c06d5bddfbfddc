#include "json.h"

#include <string.h>
#include <vector>

namespace koblitz_python {

namespace {

constexpr size_t deepest = 1000;

void append_utf8(std::string* out, uint32_t c) {
    const auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
    if (c < 0x80) {
        *out += static_cast<char>(c);
    } else if (c < 0x800) {
        *out += {static_cast<char>(0xc0 | (c >> 6)), tail(0)};
    } else if (c < 0x10000) {
        *out += {static_cast<char>(0xe0 | (c >> 12)), tail(6), tail(0)};
    } else {
        *out += {static_cast<char>(0xf0 | (c >> 18)), tail(12), tail(6), tail(0)};
    }
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Eight bytes at a time: something in each byte of a word. */
constexpr uint64_t each = 0x0101010101010101, highest = 0x80 * each;

uint64_t load(const char* at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* Whether a byte of the word is below n, at most 0x80. */
bool has_below(uint64_t word, uint64_t n) {
    return ((word - n * each) & ~word & highest) != 0;
}

bool is_plain(char c) {
    return static_cast<uint8_t>(c) >= 0x20 && c != '"' && c != '\\';
}

} // namespace

/* The Unicode Standard, table 3-7: what the second byte may be depends on the first. */
bool is_utf8(std::string_view text) {
    const auto* at = reinterpret_cast<const uint8_t*>(text.data());
    const uint8_t* const end = at + text.size();
    while (at < end) {
        if (end - at >= 8 && (load(reinterpret_cast<const char*>(at)) & highest) == 0) {
            at += 8;
            continue;
        }
        const uint8_t first = *at++;
        if (first < 0x80)
            continue;
        if (first < 0xc2 || first > 0xf4)
            return false;
        const int more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        if (end - at < more)
            return false;
        const uint8_t low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        const uint8_t high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (at[0] < low || at[0] > high)
            return false;
        for (int i = 1; i < more; i++)
            if (at[i] < 0x80 || at[i] > 0xbf)
                return false;
        at += more;
    }
    return true;
}

size_t plain_length(std::string_view text) {
    size_t i = 0;
    for (; text.size() - i >= 8; i += 8) {
        const uint64_t word = load(text.data() + i);
        if (has_below(word, 0x20) || has_below(word ^ ('"' * each), 1) || has_below(word ^ ('\\' * each), 1))
            break;
    }
    while (i < text.size() && is_plain(text[i]))
        i++;
    return i;
}

void json_reader::space() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r'))
        at_++;
}

bool json_reader::take(char c) {
    space();
    if (at_ == end_ || *at_ != c)
        return false;
    at_++;
    return true;
}

bool json_reader::ended() {
    space();
    return at_ == end_;
}

bool json_reader::hex4(uint32_t* unit) {
    if (end_ - at_ < 4)
        return false;
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        const char c = *at_++;
        const char lower = static_cast<char>(c | 0x20);
        if (is_digit(c))
            *unit = 16 * *unit + static_cast<uint32_t>(c - '0');
        else if (lower >= 'a' && lower <= 'f')
            *unit = 16 * *unit + static_cast<uint32_t>(lower - 'a' + 10);
        else
            return false;
    }
    return true;
}

/* What follows a backslash. */
bool json_reader::escape(std::string* out) {
    if (at_ == end_)
        return false;
    const char c = *at_++;
    static constexpr std::string_view names = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (const size_t which = names.find(c); which != names.npos) {
        *out += meanings[which];
        return true;
    }
    uint32_t unit, low;
    if (c != 'u' || !hex4(&unit) || (unit >= 0xdc00 && unit <= 0xdfff))
        return false;
    if (unit >= 0xd800 && unit <= 0xdbff) {
        if (end_ - at_ < 2 || at_[0] != '\\' || at_[1] != 'u')
            return false;
        at_ += 2;
        if (!hex4(&low) || low < 0xdc00 || low > 0xdfff)
            return false;
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
    append_utf8(out, unit);
    return true;
}

bool json_reader::string(std::string* out) {
    if (!take('"'))
        return false;
    for (;;) {
        const size_t plain = plain_length({at_, static_cast<size_t>(end_ - at_)});
        out->append(at_, plain);
        at_ += plain;
        if (at_ == end_ || static_cast<uint8_t>(*at_) < 0x20)
            return false;
        if (*at_++ == '"')
            return true;
        if (!escape(out))
            return false;
    }
}

bool json_reader::string(std::string_view* out, std::string* held) {
    space();
    if (at_ == end_ || *at_ != '"')
        return false;
    const std::string_view rest(at_ + 1, static_cast<size_t>(end_ - at_ - 1));
    const size_t plain = plain_length(rest);
    if (plain < rest.size() && rest[plain] == '"') {
        *out = rest.substr(0, plain);
        at_ += plain + 2;
        return true;
    }
    held->clear();
    if (!string(held))
        return false;
    *out = *held;
    return true;
}

bool json_reader::integer(int64_t most, int64_t* out) {
    space();
    if (at_ < end_ && *at_ == '-') {
        /* -0 alone is not negative. */
        at_++;
        most = 0;
    }
    const char* const start = at_;
    *out = 0;
    for (; at_ < end_ && is_digit(*at_); at_++) {
        const int64_t digit = *at_ - '0';
        if (*out > (most - digit) / 10 || digit > most)
            return false;
        *out = 10 * *out + digit;
    }
    if (at_ == start || (*start == '0' && at_ - start > 1))
        return false;
    return at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
}

bool json_reader::literal(std::string_view word) {
    if (!std::string_view(at_, static_cast<size_t>(end_ - at_)).starts_with(word))
        return false;
    at_ += word.size();
    return true;
}

bool json_reader::number() {
    const auto digits = [this] {
        const char* const start = at_;
        while (at_ < end_ && is_digit(*at_))
            at_++;
        return at_ - start;
    };
    if (at_ < end_ && *at_ == '-')
        at_++;
    const char* const start = at_;
    const auto whole = digits();
    if (whole == 0 || (*start == '0' && whole > 1))
        return false;
    if (at_ < end_ && *at_ == '.') {
        at_++;
        if (digits() == 0)
            return false;
    }
    if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
        at_++;
        if (at_ < end_ && (*at_ == '+' || *at_ == '-'))
            at_++;
        if (digits() == 0)
            return false;
    }
    return true;
}

bool json_reader::skip_string() {
    std::string_view ignored;
    std::string held;
    return string(&ignored, &held);
}

bool json_reader::skip() {
    /* The ends of the arrays and objects around. */
    std::vector<char> closing;
    for (;;) {
        space();
        if (at_ == end_)
            return false;
        bool opened = false;
        if (*at_ == '{' || *at_ == '[') {
            const char close = *at_ == '{' ? '}' : ']';
            at_++;
            if (!take(close)) {
                if (closing.size() == deepest)
                    return false;
                closing.push_back(close);
                opened = true;
            }
        } else if (*at_ == '"' ? !skip_string()
                               : !(literal("true") || literal("false") || literal("null") || number())) {
            return false;
        }
        while (!opened && !closing.empty() && take(closing.back()))
            closing.pop_back();
        if (closing.empty())
            return true;
        if (!opened && !take(','))
            return false;
        if (closing.back() == '}' && !(skip_string() && take(':')))
            return false;
    }
}

} // namespace koblitz_python
