#include "support/bytes.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static void give_up(const std::string& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

bytes from_hex(const std::string& text) {
    bytes out;
    if (text.size() % 2 != 0)
        give_up("odd hex: " + text);
    for (size_t i = 0; i < text.size(); i += 2) {
        const int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0)
            give_up("not hex: " + text);
        out.push_back(static_cast<unsigned char>(high << 4 | low));
    }
    return out;
}

std::string to_hex(const unsigned char* data, size_t len) {
    static const char digits[] = "0123456789abcdef";
    std::string out;
    for (size_t i = 0; i < len; i++) {
        out += digits[data[i] >> 4];
        out += digits[data[i] & 15];
    }
    return out;
}

bytes to_width(const bytes& value, size_t len) {
    size_t first = 0;
    while (first < value.size() && value[first] == 0)
        first++;
    if (value.size() - first > len)
        return {};
    bytes out(len - (value.size() - first), 0);
    out.insert(out.end(), value.begin() + static_cast<std::ptrdiff_t>(first), value.end());
    return out;
}

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in)
        give_up("cannot read " + path);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

std::vector<std::vector<std::string>> read_csv(const std::string& path) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream in(read_file(path));
    std::string line;
    while (std::getline(in, line)) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (line.empty() || line[0] == '#')
            continue;
        std::vector<std::string> fields(1);
        bool quoted = false;
        for (char c : line) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.emplace_back();
            } else {
                fields.back() += c;
            }
        }
        rows.push_back(fields);
    }
    return rows;
}

random_source::random_source(uint64_t seed) {
    for (uint64_t& word : s_) {
        seed += 0x9e3779b97f4a7c15;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        word = z ^ (z >> 31);
    }
}

uint64_t random_source::next() {
    auto rotl = [](uint64_t x, int k) { return x << k | x >> (64 - k); };
    const uint64_t result = rotl(s_[1] * 5, 7) * 9;
    const uint64_t t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = rotl(s_[3], 45);
    return result;
}

void random_source::fill(unsigned char* out, size_t len) {
    for (size_t i = 0; i < len; i++)
        out[i] = static_cast<unsigned char>(next() >> 56);
}
