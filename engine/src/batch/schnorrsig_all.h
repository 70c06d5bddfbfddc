/* Batches of BIP-340 verifications by one sum: the answer is that of all rows together. Variable time. */
#ifndef KOBLITZ_BATCH_SCHNORRSIG_ALL_H
#define KOBLITZ_BATCH_SCHNORRSIG_ALL_H

#include "batch/schnorrsig.h"
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

/* The points of rows first to first + count - 1, and whether all are there: R of the signatures, s of which
 * is below n, and P. */
template <class B>
[[gnu::noinline]] bool read_points(const koblitz_lanes::kernels* lanes, koblitz_lanes::row* r,
                                   koblitz_lanes::row* p, const schnorrsig_columns& c, size_t first,
                                   int count) {
    const auto from_object = [](koblitz_lanes::row& to, const u8 object[64]) {
        for (int j = 0; j < 8; j++)
            to.w[j] = load_le64(object + 8 * j);
    };
    const auto has_scalar = [](const u8* sig) {
        u64 s[4];
        load_be256(s, sig + 32);
        return ring::is_canonical_var(s);
    };
    if (lanes == nullptr) {
        for (int i = 0; i < count; i++) {
            const size_t at = first + static_cast<size_t>(i);
            const bytes sig = row(c.signatures, at);
            u8 object[64];
            if (!read_key<B>(object, c.pubkeys, at, true))
                return false;
            from_object(p[i], object);
            if (sig.size != 64 || !has_scalar(sig.data) || xonly_parse<B>(object, sig.data) == 0)
                return false;
            from_object(r[i], object);
        }
        return true;
    }
    const int groups = groups_of(count);
    key_chunk keys, nonces;
    keys.start(groups);
    nonces.start(groups);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        const bytes sig = row(c.signatures, at);
        if (sig.size != 64 || !has_scalar(sig.data))
            return false;
        nonces.set_xonly(i, {sig.data, 32});
        read_key(keys, i, c.pubkeys, at, true);
    }
    nonces.complete(*lanes, groups);
    keys.complete(*lanes, groups);
    for (int i = 0; i < count; i++) {
        if (!nonces.ok[i] || !keys.ok[i])
            return false;
        nonces.get(r[i].w, r[i].w + 4, i);
        keys.get(p[i].w, p[i].w + 4, i);
    }
    return true;
}

/* Memory for n rows. */
template <class B>
size_t schnorrsig_all_size(size_t n) {
    return bucket_sum<B>::memory_size(3 * n, bucket_plan::best(3 * n)) + n * sizeof(typename B::scalar);
}

/* (a_1 s_1 + ... + a_n s_n) G = a_1 R_1 + (a_1 e_1) P_1 + ... + a_n R_n + (a_n e_n) P_n. With an invalid row
 * it holds for one of 2^128 seeds. The seed is a hash of all e, which are hashes of R, P and the message, and
 * of all s. n at least 1; memory: schnorrsig_all_size(n), aligned to 64. */
template <class B>
bool schnorrsig_all(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress,
                    const schnorrsig_columns& c, size_t first, size_t n, void* memory) {
    using F = typename B::field;
    using S = typename B::scalar;
    const bucket_plan plan = bucket_plan::best(3 * n);
    bucket_sum<B> sum(memory, 3 * n, plan);
    S* const e = reinterpret_cast<S*>(static_cast<u8*>(memory) + bucket_sum<B>::memory_size(3 * n, plan));
    typename F::fe beta, x;
    F::from_limbs(beta, tables::beta);
    sha256 hash(compress, batch_seed_midstate);
    for (size_t start = 0; start < n; start += chunk_rows) {
        koblitz_lanes::row r[chunk_rows], p[chunk_rows];
        const int count = static_cast<int>(n - start < chunk_rows ? n - start : chunk_rows);
        if (!read_points<B>(lanes, r, p, c, first + start, count))
            return false;
        for (int i = 0; i < count; i++) {
            const size_t at = start + static_cast<size_t>(i);
            const bytes sig = row(c.signatures, first + at), msg = row(c.messages, first + at);
            u8 x32[32], e32[32];
            store_be256(x32, p[i].w);
            schnorrsig_challenge(compress, e32, sig.data, x32, msg.data, msg.size);
            hash.write(e32, 32);
            hash.write(sig.data + 32, 32);
            e[at] = S::parse(e32, nullptr);
            sum.set_point(3 * at, r[i]);
            sum.set_point(3 * at + 1, p[i]);
            F::from_limbs(x, p[i].w);
            F::mul(x, x, beta);
            typename F::limbs lambda_x;
            F::to_limbs(lambda_x, x);
            __builtin_memcpy(p[i].w, lambda_x, sizeof lambda_x);
            sum.set_point(3 * at + 2, p[i]);
        }
    }
    u8 seed[32];
    hash.finalize(seed);
    randomizers random(compress, seed);
    S u = S::zero();
    for (size_t i = 0; i < n; i++) {
        const signed128 a = random.next();
        const S factor({a.magnitude[0], a.magnitude[1], 0, 0});
        signed128 k, k_lambda;
        u = u + factor * S::parse(row(c.signatures, first + i).data + 32, nullptr);
        (factor * e[i]).split_lambda_var(k, k_lambda);
        sum.set_scalar(3 * i, a);
        sum.set_scalar(3 * i + 1, k);
        sum.set_scalar(3 * i + 2, k_lambda);
    }
    typename B::gej left, right;
    typename B::ge any;
    F::from_limbs(any.x, B::generator().x);
    F::from_limbs(any.y, B::generator().y);
    sum.sum_var(right, lanes);
    double_base_var<B>(left, u.negate(), any, S::zero());
    add_var(right, right, left);
    return right.infinity;
}

/* The fewest rows whose sum takes less time than they do without it, and the most that one sum takes. */
inline size_t fewest_summed(const koblitz_lanes::kernels* lanes) {
    return lanes != nullptr ? 192 : 32;
}
inline constexpr size_t most_summed = 16384;

/* What the call asks for n rows. */
template <class B>
size_t schnorrsig_all_memory(const koblitz_lanes::kernels* lanes, size_t n) {
    return n < fewest_summed(lanes) ? 0 : schnorrsig_all_size<B>(n < most_summed ? n : most_summed);
}

/* As batch_schnorrsig_verify. The rows of a sum that is not right are verified one by one. */
template <class B>
void batch_schnorrsig_verify_all(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress,
                                 u8* verdicts, const schnorrsig_columns& c, size_t n, u8* memory,
                                 size_t size) {
    const size_t fewest = fewest_summed(lanes);
    size_t part = n < most_summed ? n : most_summed;
    while (part >= fewest && schnorrsig_all_size<B>(part) > size)
        part -= part / 8;
    for (size_t first = 0; first < n;) {
        const size_t rows = part < fewest || n - first < part ? n - first : part;
        if (part >= fewest && rows >= fewest && schnorrsig_all<B>(lanes, compress, c, first, rows, memory)) {
            __builtin_memset(verdicts + first, 1, rows);
        } else {
            schnorrsig_verify_rows<B>(lanes, compress, verdicts, c, first, rows);
        }
        first += rows;
    }
}

} // namespace koblitz

#endif
