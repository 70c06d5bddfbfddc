// A shared library, opened by path.
#pragma once

#include <string>

namespace lab {

// Thrown with a one-line reason when a library cannot be used.
struct Unusable {
    std::string reason;
};

class Library {
public:
    // Opens exactly this file: the loader's search path is not asked.
    explicit Library(const std::string& path);

    const std::string& path() const { return path_; }       // absolute
    const std::string& comment() const { return comment_; } // on compiler and flags

    bool has(const std::string& name) const { return find(name) != nullptr; }

    // Sets fn to the symbol, or to null. F is the symbol's true type.
    template <class F>
    bool get(const std::string& name, F*& fn) const {
        fn = reinterpret_cast<F*>(find(name));
        return fn != nullptr;
    }

    // Sets fn, or throws Unusable.
    template <class F>
    void need(const std::string& name, F*& fn) const {
        if (!get(name, fn)) {
            throw Unusable{"missing symbol " + name};
        }
    }

    // The prefix under which the file exports libsecp256k1's interface, "" for
    // no such interface. "secp256k1_" wins over others; two others are Unusable.
    const std::string& secp256k1_prefix() const;

private:
    void* find(const std::string& name) const;

    std::string path_;
    std::string comment_;
    std::string prefix_;
    std::string prefixes_; // when there are several, all of them
    void* handle_;
};

} // namespace lab
