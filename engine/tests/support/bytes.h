/* Byte strings of the tests: hex, files, CSV rows, a generator of reproducible random bytes. */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

using bytes = std::vector<unsigned char>;

/* Aborts on text that is not hex. */
bytes from_hex(const std::string& text);
std::string to_hex(const unsigned char* data, size_t len);
inline std::string to_hex(const bytes& b) {
    return to_hex(b.data(), b.size());
}

/* The value as len big-endian bytes: leading zeros are dropped or added; empty when it does not fit. */
bytes to_width(const bytes& value, size_t len);

/* Aborts when the file cannot be read. */
std::string read_file(const std::string& path);

/* RFC 4180 rows; lines that begin with # are left out. */
std::vector<std::vector<std::string>> read_csv(const std::string& path);

/* xoshiro256** (Blackman and Vigna, 2018), seeded by splitmix64. */
class random_source {
public:
    explicit random_source(uint64_t seed);
    uint64_t next();
    uint64_t below(uint64_t bound) { return next() % bound; }
    void fill(unsigned char* out, size_t len);

private:
    uint64_t s_[4];
};
