/* u G + k_1 P_1 + ... + k_n P_n for public scalars and points. */
#pragma once

#include "backends/arithmetic.h"
#include "ecmult/ecmult.h"

namespace koblitz {

/* k p with the point as the group law takes it. */
template <class B>
struct loaded_term {
    typename B::ge point;
    typename B::scalar scalar;
};

/* The signed digits of many streams, listed by position. */
template <int Capacity>
class digit_schedule {
public:
    struct entry {
        i16 digit;
        u16 stream;
        u16 next; /* 0: the last one of its position */
    };

    /* Adds the digits of wnaf_var. */
    void add_wnaf_var(const u64 a[2], bool negative, int w, int stream) {
        const int end = wnaf_var(a, negative, w, [this, stream](int at, i16 digit) {
            entries_[count_] = {digit, static_cast<u16>(stream), first_[at]};
            first_[at] = static_cast<u16>(count_++);
        });
        end_ = end > end_ ? end : end_;
    }

    /* One more than the last position that has a digit. */
    int end() const { return end_; }
    /* Null when the position has none; next(e) is null after its last one. */
    const entry* first(int position) const { return at(first_[position]); }
    const entry* next(const entry* e) const { return at(e->next); }

private:
    const entry* at(u16 index) const { return index != 0 ? entries_ + index : nullptr; }

    u16 first_[wnaf_positions] = {};
    entry entries_[Capacity + 1];
    int count_ = 1, end_ = 0;
};

/* The most digits of one 128-bit scalar: they are w or more apart. */
inline constexpr int wnaf_digits(int w) {
    return (wnaf_positions + w - 1) / w;
}

/* Tables of odd multiples of several points and of lambda times them, all on one Z. */
template <class B, int Most>
struct multi_tables {
    using F = typename B::field;
    static constexpr int entries = 1 << (B::q_window - 2);

    odd_multiples<F, entries> odd[Most];
    typename F::fe lambda_x[Most][entries], z;

    /* Each table is built on the curve scaled by the Z of the one before it; then all are brought to the last
     * Z. 1 <= n <= Most. A term costs odd_multiples_var, 3M an entry (lambda's x included) and about 6M + 2S.
     */
    void build_var(const loaded_term<B>* terms, int n) {
        typename F::fe f, f2, f3, beta;
        F::set_u32(z, 1);
        for (int j = 0; j < n; j++) {
            typename B::ge p = terms[j].point;
            if (j != 0) {
                F::sqr(f2, z);
                F::mul(f3, f2, z);
                F::mul(p.x, p.x, f2);
                F::mul(p.y, p.y, f3);
            }
            odd_multiples_var(odd[j], p);
            F::mul(z, z, odd[j].z);
        }
        F::from_limbs(beta, tables::beta);
        F::set_u32(f, 1);
        for (int j = n - 1; j >= 0; j--) {
            odd_multiples<F, entries>& t = odd[j];
            if (j != n - 1) {
                F::sqr(f2, f);
                F::mul(f3, f2, f);
                for (int i = 0; i < entries; i++) {
                    F::mul(t.x[i], t.x[i], f2);
                    F::mul(t.y[i], t.y[i], f3);
                }
            }
            for (int i = 0; i < entries; i++)
                F::mul(lambda_x[j][i], t.x[i], beta);
            F::mul(f, f, t.z);
        }
    }
};

/* r = *u G + the sum of n terms, 1 <= n <= Most; u may be null. Complete; zeros are allowed. Strauss' trick
 * over 2n + 2 streams of 128 bits as in ecmult_var, with one chain of 128 doublings; about 43 additions
 * a term and 17 for G. Takes about 1.1 KB of stack a term. */
template <class B, int Most>
KOBLITZ_ROUTINE void ecmult_multi_chunk_var(typename B::gej& r, const typename B::scalar* u,
                                            const loaded_term<B>* terms, int n) {
    constexpr int g_stream = 2 * Most;
    digit_schedule<2 * Most * wnaf_digits(B::q_window) + 2 * wnaf_digits(B::g_window)> digits;
    multi_tables<B, Most> t;
    t.build_var(terms, n);
    for (int j = 0; j < n; j++) {
        signed128 a, b;
        terms[j].scalar.split_lambda_var(a, b);
        digits.add_wnaf_var(a.magnitude, a.negative, B::q_window, 2 * j);
        digits.add_wnaf_var(b.magnitude, b.negative, B::q_window, 2 * j + 1);
    }
    if (u != nullptr) {
        digits.add_wnaf_var(u->limbs(), false, B::g_window, g_stream);
        digits.add_wnaf_var(u->limbs() + 2, false, B::g_window, g_stream + 1);
    }
    set_infinity(r);
    int doublings = 0;
    for (int i = digits.end() - 1; i >= 0; i--) {
        doublings++;
        const auto* e = digits.first(i);
        if (e == nullptr)
            continue;
        if (!r.infinity)
            double_n(r, doublings);
        doublings = 0;
        for (; e != nullptr; e = digits.next(e)) {
            const int term = e->stream >> 1, at = (e->digit < 0 ? -e->digit : e->digit) >> 1;
            if (e->stream >= g_stream) {
                add_entry_var(r, e->stream == g_stream ? B::g_table() : B::g128_table(), e->digit, &t.z);
            } else {
                add_var(r, (e->stream & 1) != 0 ? t.lambda_x[term][at] : t.odd[term].x[at], t.odd[term].y[at],
                        e->digit < 0);
            }
        }
    }
    if (!r.infinity) {
        double_n(r, doublings);
        B::field::mul(r.z, r.z, t.z);
    }
}

/* The same for any n of at least 1, terms given by next, as arithmetic::ecmult_multi. A chunk takes 5 KB of
 * stack. */
template <class B>
void ecmult_multi_var(typename B::gej& r, const typename B::scalar* u,
                      void (*next)(const void* data, size_t i, multi_term& term), const void* data,
                      size_t n) {
    using F = typename B::field;
    constexpr int most = sizeof(typename B::fe) == 32 ? 4 : 3;
    set_infinity(r);
    typename B::gej ones; /* the terms whose k is 1 */
    set_infinity(ones);
    loaded_term<B> terms[most];
    int taken = 0;
    const auto add_chunk = [&] {
        typename B::gej part;
        ecmult_multi_chunk_var<B, most>(part, u, terms, taken);
        add_var(r, r, part);
        taken = 0;
        u = nullptr;
    };
    for (size_t i = 0; i < n; i++) {
        multi_term term;
        next(data, i, term);
        typename B::ge& p = terms[taken].point;
        F::from_limbs(p.x, term.p.x);
        F::from_limbs(p.y, term.p.y);
        if (term.k == B::scalar::one()) {
            add_var(ones, ones, p);
            continue;
        }
        terms[taken++].scalar = term.k;
        if (taken == most)
            add_chunk();
    }
    if (taken != 0)
        add_chunk();
    if (u != nullptr) {
        typename B::gej part;
        ecmult_gen_var<B>(part, *u);
        add_var(r, r, part);
    }
    add_var(r, r, ones);
}

} // namespace koblitz
