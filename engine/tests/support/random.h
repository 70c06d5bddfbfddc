/* Reproducible numbers, and numbers at the edges of limbs and moduli. */
#pragma once

#include "base/types.h"

namespace test {

using namespace koblitz;

/* Of n random cases as many as a build runs: sanitizers make each several times as long. */
constexpr int cases_of(int n) {
#ifdef KOBLITZ_SANITIZED
    return n / 5;
#else
    return n;
#endif
}

/* SplitMix64. */
class random {
public:
    explicit random(u64 seed) : s_(seed) {}
    u64 next() {
        u64 z = s_ += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    u64 below(u64 n) { return next() % n; }

    /* A limb: random, or one that carries like to start or end at. */
    u64 limb() {
        switch (below(8)) {
        case 0:
            return 0;
        case 1:
            return 1;
        case 2:
            return u64{1} << 63;
        case 3:
            return ~u64{0};
        case 4:
            return ~u64{0} - below(4);
        case 5:
            return u64{1} << below(64);
        default:
            return next();
        }
    }

    /* 256 bits: uniform, limbs at edges, or within 8 of 0, p, n, 2^256 or their halves. */
    void edge256(u64 r[4]) {
        static constexpr u64 anchors[6][4] = {
            {0, 0, 0, 0},
            {0xFFFFFFFEFFFFFC2F, ~u64{0}, ~u64{0}, ~u64{0}},
            {0xBFD25E8CD0364141, 0xBAAEDCE6AF48A03B, 0xFFFFFFFFFFFFFFFE, ~u64{0}},
            {0xFFFFFFFF7FFFFE17, ~u64{0}, ~u64{0}, 0x7FFFFFFFFFFFFFFF},
            {0xDFE92F46681B20A0, 0x5D576E7357A4501D, ~u64{0}, 0x7FFFFFFFFFFFFFFF},
            {0, 0, 0, u64{1} << 63},
        };
        switch (below(4)) {
        case 0:
            for (int i = 0; i < 4; i++)
                r[i] = next();
            break;
        case 1: {
            const u64* a = anchors[below(6)];
            const bool down = below(2) != 0;
            u64 d = below(8);
            for (int i = 0; i < 4; i++) {
                r[i] = down ? a[i] - d : a[i] + d;
                d = down ? r[i] > a[i] : r[i] < a[i];
            }
            break;
        }
        default:
            for (int i = 0; i < 4; i++)
                r[i] = limb();
        }
    }
    void bytes(u8* out, int n) {
        for (int i = 0; i < n; i++)
            out[i] = static_cast<u8>(next());
    }

private:
    u64 s_;
};

} // namespace test
