#include "library.h"

#include "elf.h"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace lab {

namespace {

constexpr std::string_view usual_prefix = "secp256k1_";

std::vector<std::string> find_prefixes(const std::set<std::string>& exports) {
    constexpr std::string_view marker = "ec_pubkey_parse";
    constexpr std::array<const char*, 3> others = {"ec_pubkey_serialize", "ecdsa_verify",
                                                   "ecdsa_signature_parse_compact"};
    std::vector<std::string> found;
    for (const std::string& name : exports) {
        if (!name.ends_with(marker)) {
            continue;
        }
        const std::string prefix = name.substr(0, name.size() - marker.size());
        bool complete = true;
        for (const char* other : others) {
            complete = complete && exports.contains(prefix + other);
        }
        if (complete) {
            found.push_back(prefix);
        }
    }
    return found;
}

} // namespace

Library::Library(const std::string& path) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) {
        throw Unusable{"no such file"};
    }
    if (!S_ISREG(info.st_mode)) {
        throw Unusable{"not a file"};
    }
    char* const absolute = realpath(path.c_str(), nullptr);
    if (absolute == nullptr) {
        throw Unusable{"cannot be resolved to an absolute path"};
    }
    path_ = absolute;
    std::free(absolute); // NOLINT(cppcoreguidelines-no-malloc): realpath's contract
    ElfFile file;
    if (const std::string wrong = read_elf(path_, file); !wrong.empty()) {
        throw Unusable{wrong};
    }
    handle_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
        const char* const reason = dlerror();
        throw Unusable{std::string("not a loadable shared library: ") +
                       (reason == nullptr ? "unknown reason" : reason)};
    }
    comment_ = file.comment;
    for (const std::string& prefix : find_prefixes(file.exports)) {
        if (prefix == usual_prefix) {
            prefix_ = prefix;
            prefixes_.clear();
            break;
        }
        prefixes_ += (prefixes_.empty() ? "" : ", ") + prefix;
        prefix_ = prefix_.empty() ? prefix : prefix_;
    }
    if (prefixes_ == prefix_) {
        prefixes_.clear();
    }
    // A file without section headers shows no names beforehand.
    if (prefix_.empty() && has(std::string(usual_prefix) + "ecdsa_verify")) {
        prefix_ = usual_prefix;
    }
}

const std::string& Library::secp256k1_prefix() const {
    if (!prefixes_.empty()) {
        throw Unusable{"several prefixes (" + prefixes_ + "): choose one with --prefix"};
    }
    return prefix_;
}

void* Library::find(const std::string& name) const {
    return dlsym(handle_, name.c_str());
}

} // namespace lab
