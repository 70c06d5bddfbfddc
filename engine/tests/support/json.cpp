#include "support/json.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace {

class parser {
public:
    explicit parser(const std::string& source) : s_(source) {}

    json document() {
        json v = value();
        space();
        if (at_ != s_.size())
            fail("text after the value");
        return v;
    }

private:
    [[noreturn]] void fail(const char* why) const {
        std::fprintf(stderr, "JSON, byte %zu: %s\n", at_, why);
        std::abort();
    }
    void space() {
        while (at_ < s_.size() && std::isspace(static_cast<unsigned char>(s_[at_])))
            at_++;
    }
    char peek() {
        space();
        if (at_ == s_.size())
            fail("the text ends early");
        return s_[at_];
    }
    bool take(char c) {
        if (peek() != c)
            return false;
        at_++;
        return true;
    }
    void expect(char c) {
        if (!take(c))
            fail("another character was expected");
    }
    bool word(const char* w) {
        const std::string text(w);
        if (s_.compare(at_, text.size(), text) != 0)
            return false;
        at_ += text.size();
        return true;
    }

    std::string quoted() {
        expect('"');
        std::string out;
        for (;;) {
            if (at_ == s_.size())
                fail("a string does not end");
            char c = s_[at_++];
            if (c == '"')
                return out;
            if (c == '\\') {
                if (at_ == s_.size())
                    fail("a string does not end");
                c = s_[at_++];
                if (c == 'u') {
                    if (at_ + 4 > s_.size())
                        fail("a short escape");
                    const long code = std::strtol(s_.substr(at_, 4).c_str(), nullptr, 16);
                    at_ += 4;
                    c = code < 128 ? static_cast<char>(code) : '?';
                } else if (c == 'n') {
                    c = '\n';
                } else if (c == 't') {
                    c = '\t';
                } else if (c == 'r') {
                    c = '\r';
                }
            }
            out += c;
        }
    }

    json value() {
        json v;
        const char c = peek();
        if (c == '{') {
            v.type = json::object;
            at_++;
            if (take('}'))
                return v;
            do {
                const std::string name = quoted();
                expect(':');
                v.members[name] = value();
            } while (take(','));
            expect('}');
        } else if (c == '[') {
            v.type = json::array;
            at_++;
            if (take(']'))
                return v;
            do
                v.items.push_back(value());
            while (take(','));
            expect(']');
        } else if (c == '"') {
            v.type = json::string;
            v.text = quoted();
        } else if (word("true")) {
            v.type = json::boolean;
            v.truth = true;
        } else if (word("false")) {
            v.type = json::boolean;
        } else if (!word("null")) {
            v.type = json::number;
            while (at_ < s_.size() && std::string("+-.eE0123456789").find(s_[at_]) != std::string::npos) {
                v.text += s_[at_++];
            }
            if (v.text.empty())
                fail("not a value");
        }
        return v;
    }

    const std::string& s_;
    size_t at_ = 0;
};

} // namespace

json json::parse(const std::string& source) {
    return parser(source).document();
}

const json& json::operator[](const char* name) const {
    const auto found = members.find(name);
    if (found == members.end()) {
        std::fprintf(stderr, "JSON: no member %s\n", name);
        std::abort();
    }
    return found->second;
}

bool json::contains(const char* item) const {
    for (const json& i : items) {
        if (i.text == item)
            return true;
    }
    return false;
}
