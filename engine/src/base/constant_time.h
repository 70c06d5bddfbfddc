/* The one way to the words of secrets. Not in the namespace of the rest: files for an instruction set compile
 * their own copy of that, and both sides open what they exchange (simd/interface.h). */
#pragma once

namespace koblitz_secrets {

/* Who writes constant_time() asserts that the code beside it neither branches on the words that it gets nor
 * uses them as an address. tests/secrets/constant_time.txt lists the files where it may stand. */
struct constant_time {
    explicit constant_time() = default;
};

} // namespace koblitz_secrets
