#include "text.h"

#include <charconv>

namespace lab {

namespace {

constexpr std::size_t quoted_max = 40;

int digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

} // namespace

void append_hex(std::string& out, Bytes bytes) {
    constexpr char digits[] = "0123456789abcdef";
    for (const std::uint8_t b : bytes) {
        out += digits[b >> 4];
        out += digits[b & 15];
    }
}

bool decode_hex(std::string_view text, std::vector<std::uint8_t>& out) {
    const std::size_t before = out.size();
    if (text.size() % 2 != 0) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0) {
            out.resize(before);
            return false;
        }
        out.push_back(static_cast<std::uint8_t>(high * 16 + low));
    }
    return true;
}

std::optional<std::size_t> parse_number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        words.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            break;
        }
        text.remove_prefix(end + 1);
        if (text.empty()) {
            words.push_back(text);
        }
    }
    return words;
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text.substr(0, quoted_max)) {
        out += c >= ' ' && c <= '~' && c != '"' ? c : '?';
    }
    return out + (text.size() > quoted_max ? "...\"" : "\"");
}

} // namespace lab
