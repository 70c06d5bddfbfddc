#include "elf.h"

#include "text.h"

#include <bit>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace lab {

namespace {

// Bounds-checked view of the file.
class Image {
public:
    explicit Image(std::string_view bytes) : bytes_(bytes) {}

    bool covers(std::uint64_t offset, std::uint64_t size) const {
        return offset <= bytes_.size() && size <= bytes_.size() - offset;
    }

    template <class T>
    std::optional<T> at(std::uint64_t offset) const {
        if (!covers(offset, sizeof(T))) {
            return std::nullopt;
        }
        T value;
        std::memcpy(&value, bytes_.data() + offset, sizeof value);
        return value;
    }

    // The text of a string table entry, which ends with NUL inside the table.
    std::optional<std::string_view> text(const Elf64_Shdr& table, std::uint64_t index) const {
        if (!covers(table.sh_offset, table.sh_size) || index >= table.sh_size) {
            return std::nullopt;
        }
        const std::string_view rest = bytes_.substr(table.sh_offset + index, table.sh_size - index);
        const std::size_t end = rest.find('\0');
        return end == std::string_view::npos ? std::nullopt : std::optional(rest.substr(0, end));
    }

private:
    std::string_view bytes_;
};

bool is_shared_object(const Elf64_Ehdr& header) {
    constexpr unsigned char order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
           header.e_ident[EI_DATA] == order && header.e_type == ET_DYN;
}

// The loader maps segments without a look at the file's length.
bool segments_are_present(const Image& image, const Elf64_Ehdr& header) {
    for (std::uint64_t i = 0; i < header.e_phnum; i++) {
        const auto segment = image.at<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr));
        if (!segment) {
            return false;
        }
        if (segment->p_type == PT_LOAD && !image.covers(segment->p_offset, segment->p_filesz)) {
            return false;
        }
    }
    return true;
}

void read_exports(const Image& image, const Elf64_Shdr& symbols, const Elf64_Shdr& names, ElfFile& out) {
    for (std::uint64_t i = 0; i < symbols.sh_size / sizeof(Elf64_Sym); i++) {
        const auto symbol = image.at<Elf64_Sym>(symbols.sh_offset + i * sizeof(Elf64_Sym));
        if (!symbol) {
            return;
        }
        if (symbol->st_shndx != SHN_UNDEF) {
            if (const auto name = image.text(names, symbol->st_name); name && !name->empty()) {
                out.exports.emplace(*name);
            }
        }
    }
}

// The strings of .comment, in the order of the file: a compiler writes one
// about itself, and .ident in a source adds others.
void read_comment(const Image& image, const Elf64_Shdr& section, ElfFile& out) {
    for (std::uint64_t i = 0; i < section.sh_size;) {
        const auto text = image.text(section, i);
        if (!text) {
            return;
        }
        out.comment += out.comment.empty() || text->empty() ? "" : "; ";
        for (const char c : *text) {
            out.comment += c >= ' ' && c <= '~' ? c : '?';
        }
        i += text->size() + 1;
    }
}

void read_sections(const Image& image, const Elf64_Ehdr& header, ElfFile& out) {
    std::vector<Elf64_Shdr> sections;
    for (std::uint64_t i = 0; i < header.e_shnum; i++) {
        const auto section = image.at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr));
        if (!section) {
            return;
        }
        sections.push_back(*section);
    }
    for (const Elf64_Shdr& section : sections) {
        if (section.sh_type == SHT_DYNSYM && section.sh_link < sections.size()) {
            read_exports(image, section, sections[section.sh_link], out);
        }
        if (section.sh_type == SHT_PROGBITS && header.e_shstrndx < sections.size() &&
            image.text(sections[header.e_shstrndx], section.sh_name) == ".comment") {
            read_comment(image, section, out);
        }
    }
}

} // namespace

std::string read_elf(const std::string& path, ElfFile& out) {
    std::ifstream file(path, std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) {
        return "cannot be read";
    }
    const Image image(content);
    const auto header = image.at<Elf64_Ehdr>(0);
    if (!header || !is_shared_object(*header) || header->e_phentsize != sizeof(Elf64_Phdr)) {
        return "not a shared library of this machine";
    }
    if (!segments_are_present(image, *header)) {
        return "truncated shared library";
    }
    if (header->e_shentsize == sizeof(Elf64_Shdr)) {
        read_sections(image, *header, out);
    }
    return {};
}

} // namespace lab
