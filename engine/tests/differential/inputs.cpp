#include "inputs.h"

namespace {

/* a + difference modulo 2^256. */
bytes shifted(bytes a, int difference) {
    int carry = difference;
    for (size_t i = a.size(); i-- > 0 && carry != 0;) {
        carry += a[i];
        a[i] = static_cast<unsigned char>(carry & 255);
        carry >>= 8;
    }
    return a;
}

} // namespace

inputs::inputs(uint64_t seed) : random_(seed) {
    for (const char* hex : {
             "0000000000000000000000000000000000000000000000000000000000000000",
             /* n, n / 2, p, p - n, 2^256 */
             "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
             "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0",
             "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
             "000000000000000000000000000000014551231950b75fc4402da1722fc9baee",
             "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
             /* lambda, lambda^2, beta */
             "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72",
             "ac9c52b33fa3cf1f5ad9e3fd77ed9ba4a880b9fc8ec739c2e0cfc810b51283ce",
             "7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee",
             /* 2 (2^264 - 2^256) mod n, which incomplete signing combs refuse */
             "0000000000000000000000000000028817a3ec6ecd50c8f7dae7a37933ea0082",
             /* 2^128, 2^255 */
             "0000000000000000000000000000000100000000000000000000000000000000",
             "8000000000000000000000000000000000000000000000000000000000000000",
         }) {
        edges_.push_back(from_hex(hex));
    }
}

bytes inputs::uniform(size_t len) {
    bytes out(len);
    random_.fill(out.data(), len);
    return out;
}

bytes inputs::number() {
    switch (random_.below(4)) {
    case 0:
    case 1:
        return uniform(32);
    case 2:
        return shifted(edges_[random_.below(edges_.size())], static_cast<int>(random_.below(9)) - 4);
    default: {
        bytes out(32);
        bool set = random_.below(2) != 0;
        for (size_t bit = 0; bit < 256;) {
            for (uint64_t run = 1 + random_.below(80); run != 0 && bit < 256; run--, bit++) {
                if (set)
                    out[bit / 8] |= static_cast<unsigned char>(0x80 >> bit % 8);
            }
            set = !set;
        }
        return out;
    }
    }
}

bytes inputs::seckey() {
    return chance(12) ? number() : uniform(32);
}

bytes inputs::message() {
    return uniform(chance(2) ? 32 : random_.below(201));
}

bytes inputs::mutated(bytes b) {
    const unsigned times = 1 + static_cast<unsigned>(random_.below(2));
    for (unsigned i = 0; i < times; i++) {
        if (b.empty())
            return b;
        const auto at = static_cast<std::ptrdiff_t>(random_.below(b.size()));
        const auto value = static_cast<unsigned char>(random_.next());
        switch (random_.below(6)) {
        case 0:
            b[static_cast<size_t>(at)] ^= static_cast<unsigned char>(1 << random_.below(8));
            break;
        case 1:
            b[static_cast<size_t>(at)] = value;
            break;
        case 2:
            b.insert(b.begin() + at, chance(2) ? value : static_cast<unsigned char>(0));
            break;
        case 3:
            b.erase(b.begin() + at);
            break;
        case 4:
            b.resize(static_cast<size_t>(at));
            break;
        default:
            b[static_cast<size_t>(at)] =
                static_cast<unsigned char>(b[static_cast<size_t>(at)] + (chance(2) ? 1 : 255));
        }
    }
    return b;
}

bytes inputs::der(const bytes& r, const bytes& s, bool liberty) {
    auto length = [this, liberty](size_t n) {
        bytes out;
        if (n >= 256) {
            out = {0x82, static_cast<unsigned char>(n >> 8), static_cast<unsigned char>(n)};
        } else if (n >= 128 || (liberty && chance(20))) {
            out = {0x81, static_cast<unsigned char>(n)};
        } else {
            out = {static_cast<unsigned char>(n)};
        }
        if (liberty && chance(30))
            out = {0x80};
        return out;
    };
    auto append = [](bytes& to, const bytes& what) { to.insert(to.end(), what.begin(), what.end()); };
    bytes content;
    for (const bytes* value : {&r, &s}) {
        bytes integer = *value;
        while (integer.size() > 1 && integer[0] == 0)
            integer.erase(integer.begin());
        if (integer[0] >= 0x80 && !(liberty && chance(6)))
            integer.insert(integer.begin(), 0);
        if (liberty && chance(10))
            integer.insert(integer.begin(), chance(2) ? 0x00 : 0xff);
        if (liberty && chance(15))
            append(integer, uniform(random_.below(150)));
        content.push_back(0x02);
        append(content, length(integer.size()));
        append(content, integer);
    }
    bytes out = {0x30};
    append(out, length(content.size()));
    append(out, content);
    if (liberty && chance(20))
        out.push_back(0);
    return out;
}
