// Hexadecimal and decimal text, parsed strictly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

using Bytes = std::span<const std::uint8_t>;

// Appends the lowercase hex of bytes.
void append_hex(std::string& out, Bytes bytes);

// Decodes an even number of lowercase hex digits onto the end of out. On a
// malformed text it returns false and leaves out as it was.
bool decode_hex(std::string_view text, std::vector<std::uint8_t>& out);

// Reads a decimal number without sign.
std::optional<std::size_t> parse_number(std::string_view text);

// Splits at every single space: two spaces in a row enclose an empty word. An
// empty text has no words.
std::vector<std::string_view> split(std::string_view text);

// The printable ASCII of an untrusted text, shortened for an error message.
std::string quoted(std::string_view text);

} // namespace lab
