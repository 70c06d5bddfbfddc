// What an ELF file says of itself, read without loading it.
#pragma once

#include <set>
#include <string>

namespace lab {

struct ElfFile {
    std::set<std::string> exports; // defined names of the dynamic symbol table
    std::string comment;           // what .comment says of compiler and flags
};

// Reads a 64-bit shared object of this machine's byte order. Returns what is
// wrong with the file, or an empty string.
std::string read_elf(const std::string& path, ElfFile& out);

} // namespace lab
