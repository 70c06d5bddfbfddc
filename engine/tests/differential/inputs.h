/* Random and adversarial inputs. */
#pragma once

#include "support/bytes.h"

class inputs {
public:
    explicit inputs(uint64_t seed);

    random_source& random() { return random_; }
    bool chance(unsigned one_in) { return random_.below(one_in) == 0; }

    /* 32 bytes: uniform, an edge of n, p or the endomorphism plus a small difference, or long runs of equal
     * bits. */
    bytes number();
    /* Uniform in [1, n-1], almost always. */
    bytes seckey();
    bytes uniform(size_t len);
    /* A message: 0 to 200 bytes, often 32. */
    bytes message();
    /* The same bytes with a bit flipped, a byte set, inserted or dropped, or the end cut. */
    bytes mutated(bytes b);
    /* A DER signature of these integers, in their shortest form, or with one liberty taken. */
    bytes der(const bytes& r, const bytes& s, bool liberty);

private:
    random_source random_;
    std::vector<bytes> edges_;
};
