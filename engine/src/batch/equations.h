/* Many equations g G = X + e P by one sum. Variable time. */
#pragma once

#include "backends/list.h"
#include "hash/tagged.h"
#include "simd/exchange.h"

namespace koblitz {

inline constexpr sha256_midstate batch_seed_midstate = tag_midstate("koblitz/batch seed"),
                                 batch_randomizer_midstate = tag_midstate("koblitz/batch randomizers");

/* The integers a_1, a_2, ... below 2^128 that rows are multiplied by; a_1 is 1. Two a hash of the seed, which
 * is one of all rows: BIP-340, batch verification. */
class randomizers {
public:
    randomizers(sha256_compress_fn compress, const u8 seed[32]) : compress_(compress) {
        __builtin_memcpy(seed_, seed, sizeof seed_);
    }
    signed128 next();

private:
    sha256_compress_fn compress_;
    u64 at_ = 0;
    u8 seed_[32], block_[32];
};

/* Sums a_1 g_1 G + ... = a_1 X_1 + (a_1 e_1) P_1 + ... of n equations. If one does not hold, the sum does for
 * one of 2^128 seeds. */
class equations {
public:
    /* Memory for n, aligned to sum_alignment; no less for more, up to most_summed. */
    static size_t memory_size(size_t n);
    equations(void* memory, size_t n);

    /* Equation i. */
    void set(size_t i, const point& x, const point& p, const scalar& g, const scalar& e);

    /* The seed is a hash of all that was set. Once: it uses up what was set. */
    bool hold(sha256_compress_fn compress, const u8 seed[32]);

private:
    struct scalars {
        scalar g, e;
    };
    void* memory_;
    scalars* scalars_;
    size_t n_;
};

/* One of them as it comes: X has this x and this parity of y, P is an object that is set. */
struct equation {
    u8 x32[32], g32[32], e32[32], p[64];
    bool odd;
};

/* The fewest that one sum is worth, and the most that it takes here. */
inline constexpr size_t fewest_equations = 16, most_summed = 16384;

/* All n equations; the seed is a hash of them. memory: equations::memory_size(n), aligned to
 * sum_alignment. */
bool equations_hold(const backend& b, sha256_compress_fn compress, const u8 seed[32], const equation* list,
                    size_t n, void* memory);

} // namespace koblitz
