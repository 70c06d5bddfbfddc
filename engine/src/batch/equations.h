/* Many equations g G = X + e P by one sum. Variable time. */
#ifndef KOBLITZ_BATCH_EQUATIONS_H
#define KOBLITZ_BATCH_EQUATIONS_H

#include "batch/keys.h"
#include "hash/tagged.h"
#include "mul/buckets.h"
#include "mul/double_base.h"

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
    signed128 next() {
        if (at_ == 0) {
            at_ = 1;
            return {{1, 0}, false};
        }
        if (at_ % 2 == 1) {
            u8 index[8];
            store_le64(index, at_);
            sha256 h(compress_, batch_randomizer_midstate);
            h.write(seed_, sizeof seed_);
            h.write(index, sizeof index);
            h.finalize(block_);
        }
        const u8* const half = block_ + (at_ % 2 == 1 ? 0 : 16);
        at_++;
        return {{load_le64(half), load_le64(half + 8)}, false};
    }

private:
    sha256_compress_fn compress_;
    u64 at_ = 0;
    u8 seed_[32], block_[32];
};

/* Sums a_1 g_1 G + ... = a_1 X_1 + (a_1 e_1) P_1 + ... of n equations. If one does not hold, the sum does for
 * one of 2^128 seeds. */
template <class B>
class equations {
    using F = typename B::field;
    using S = typename B::scalar;
    struct scalars {
        S g, e;
    };

public:
    /* Memory for n, aligned to sum_alignment; no less for more, up to most_summed. */
    static size_t memory_size(size_t n) {
        return bucket_sum<B>::memory_size(3 * n, bucket_plan::best(3 * n)) + n * sizeof(scalars);
    }
    equations(void* memory, size_t n)
        : sum_(memory, 3 * n, bucket_plan::best(3 * n)),
          scalars_(static_cast<scalars*>(behind_sum(memory, n))), n_(n) {
        F::from_limbs(beta_, tables::beta);
    }

    /* Equation i; the points are on the curve, coordinates below p. */
    void set(size_t i, const koblitz_lanes::packed_point& x, const koblitz_lanes::packed_point& p, const S& g,
             const S& e) {
        scalars_[i] = {g, e};
        sum_.set_point(3 * i, x);
        sum_.set_point(3 * i + 1, p);
        typename F::fe t;
        typename F::limbs lambda_x;
        F::from_limbs(t, p.w);
        F::mul(t, t, beta_);
        F::to_limbs(lambda_x, t);
        koblitz_lanes::packed_point lambda_p = p;
        __builtin_memcpy(lambda_p.w, lambda_x, sizeof lambda_x);
        sum_.set_point(3 * i + 2, lambda_p);
    }

    /* The seed is a hash of all that was set. lanes may be null. */
    bool hold(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress, const u8 seed[32]) {
        randomizers random(compress, seed);
        S u = S::zero();
        for (size_t i = 0; i < n_; i++) {
            const signed128 a = random.next();
            const S factor({a.magnitude[0], a.magnitude[1], 0, 0});
            signed128 k, k_lambda;
            u = u + factor * scalars_[i].g;
            (factor * scalars_[i].e).split_lambda_var(k, k_lambda);
            sum_.set_scalar(3 * i, a);
            sum_.set_scalar(3 * i + 1, k);
            sum_.set_scalar(3 * i + 2, k_lambda);
        }
        typename B::gej left, right;
        sum_.sum_var(right, lanes);
        ecmult_gen_var<B>(left, u.negate());
        add_var(right, right, left);
        return right.infinity;
    }

private:
    static void* behind_sum(void* memory, size_t n) {
        return static_cast<u8*>(memory) + memory_size(n) - n * sizeof(scalars);
    }

    bucket_sum<B> sum_;
    scalars* scalars_;
    size_t n_;
    typename F::fe beta_;
};

/* One of them as it comes: X has this x and this parity of y, P is an object that is set. */
struct equation {
    u8 x32[32], g32[32], e32[32], p[64];
    bool odd;
};

/* The fewest that one sum is worth, and the most that it takes here. */
inline constexpr size_t fewest_equations = 16, most_summed = 16384;

template <class B>
size_t equations_memory(size_t n) {
    return equations<B>::memory_size(n);
}

/* All n equations; the seed is a hash of them. memory: equations_memory(n), aligned to sum_alignment. */
template <class B>
bool equations_hold(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress, const u8 seed[32],
                    const equation* list, size_t n, void* memory) {
    using F = typename B::field;
    using S = typename B::scalar;
    if (n < fewest_equations) {
        for (size_t i = 0; i < n; i++) {
            typename B::ge p, sum;
            typename B::gej j;
            typename B::fe x;
            load(p, list[i].p);
            double_base_var<B>(j, S::parse(list[i].g32), p, S::parse(list[i].e32).negate());
            if (!F::parse_var(x, list[i].x32) || !to_affine_var(sum, j) || !F::equal(sum.x, x) ||
                F::is_odd(sum.y) != list[i].odd)
                return false;
        }
        return true;
    }
    equations<B> all(memory, n);
    for (size_t start = 0; start < n; start += chunk_rows) {
        const equation* const part = list + start;
        const int count = static_cast<int>(n - start < chunk_rows ? n - start : chunk_rows);
        koblitz_lanes::packed_point x[chunk_rows], p;
        const u8* x32[chunk_rows] = {};
        bool odd[chunk_rows] = {};
        for (int i = 0; i < count; i++) {
            x32[i] = part[i].x32;
            odd[i] = part[i].odd;
        }
        if (!lift_rows<B>(lanes, x, x32, odd, count))
            return false;
        for (int i = 0; i < count; i++) {
            pubkey_load(p.w, p.w + 4, part[i].p);
            all.set(start + static_cast<size_t>(i), x[i], p, S::parse(part[i].g32), S::parse(part[i].e32));
        }
    }
    return all.hold(lanes, compress, seed);
}

} // namespace koblitz

#endif
