/* Calls that are refused for an argument: which fire the callback, and what they write. */
#pragma once

#include <functional>
#include <vector>

#include "support/bytes.h"
#include "support/check.h"

namespace test {

/* Firings of the callback below, whose data is to be its address. */
inline unsigned fired = 0;
inline void count(const char* message, void* data) {
    CHECK(message != nullptr && message[0] != 0);
    ++*static_cast<unsigned*>(data);
}

/* What the output holds after a refused call. */
enum written { untouched, zeroed };

template <class Fixture>
struct refusal {
    const char* name;
    /* Returns the call's result; writes at most `size` bytes to out. */
    std::function<int(Fixture&, unsigned char* out)> call;
    size_t size;
    written after;
};

/* Each call on one fixture: it returns 0 and fires once. */
template <class Fixture>
void check_refusals(const std::vector<refusal<Fixture>>& rows) {
    Fixture f;
    for (const refusal<Fixture>& r : rows) {
        check::row(r.name);
        bytes out(200, 0xa5);
        fired = 0;
        CHECK(r.call(f, out.data()) == 0);
        CHECK(fired == 1);
        for (size_t i = 0; i < out.size(); i++) {
            const unsigned char expected = r.after == zeroed && i < r.size ? 0 : 0xa5;
            if (!CHECK(out[i] == expected))
                break;
        }
    }
}

} // namespace test
