/* Every field representation against slow arithmetic, at the largest magnitudes that its contract allows, and
 * with every aliasing that its types let through. */

#include "support/backends.h"
#include "support/big.h"
#include "support/check.h"
#include "support/random.h"

namespace {

using namespace koblitz;
using test::big;
using test::mod_p;

const big one_half = mod_p.inverse(test::small(2));

bool yes(bool b) {
    return b;
}
bool yes(choice c) {
    return c.declassify();
}

template <class F>
struct field_test {
    using fe = typename F::fe;
    template <int M>
    using elem = typename F::template elem<M>;

    static big value(const fe& a) { return value_of(a); }
    template <class E>
    static big value_of(const E& a) {
        big r;
        if constexpr (F::secret) {
            secret_limbs t;
            F::to_limbs(t, a);
            t.declassify(r.d);
        } else {
            F::to_limbs(r.d, a);
        }
        CHECK(test::less(r, mod_p.m));
        return r;
    }
    static big times(const big& a, unsigned k) {
        big r;
        for (unsigned i = 0; i < k; i++)
            r = mod_p.add(r, a);
        return r;
    }
    /* An element of magnitude M, and its value. */
    template <int M>
    struct at {
        elem<M> e;
        big v;
    };
    template <int M>
    static void sum_copies(elem<M>& r, const fe& a) {
        if constexpr (M == 1) {
            F::copy(r, a);
        } else {
            elem<M - 1> t;
            sum_copies<M - 1>(t, a);
            F::add(r, t, a);
        }
    }
    /* a, of value x, brought to magnitude M: the sum of M copies, or the negative of a canonical -a, in limbs
     * within 2^52 of their bounds. */
    template <int M>
    static at<M> raise(test::random& rng, const fe& a, const big& x) {
        at<M> r;
        if constexpr (M == 1) {
            return {a, x};
        } else if (rng.below(2) != 0) {
            sum_copies<M>(r.e, a);
            r.v = times(x, M);
        } else {
            elem<2> n;
            elem<M - 1> t;
            F::neg(n, a);
            F::normalize(t, n);
            F::neg(r.e, t);
            r.v = x;
        }
        return r;
    }
    static fe draw(test::random& rng, big& v) {
        u64 l[4];
        rng.edge256(l);
        fe a;
        F::from_limbs(a, l);
        v = mod_p.reduce(test::from(l));
        /* Sometimes the value as an operation leaves it. */
        switch (rng.below(8)) {
        case 0:
        case 1: {
            elem<2> n;
            F::neg(n, a);
            F::normalize_weak(a, n);
            v = mod_p.neg(v);
            break;
        }
        case 2:
            /* Limbs of 5x52 above 2^52. */
            for (u64 n = rng.below(8); n > 0; n--) {
                F::half(a, a);
                v = mod_p.mul(v, one_half);
            }
            break;
        default:
            break;
        }
        return a;
    }

    /* Products of magnitudes A and B, where a field may carry one, both or none of them first. */
    template <int A, int B>
    static void products_at(test::random& rng, const fe& a, const big& x, const fe& b, const big& y) {
        const at<A> p = raise<A>(rng, a, x);
        const at<B> q = raise<B>(rng, b, y);
        const big pq = mod_p.mul(p.v, q.v);
        fe r;
        typename F::wide w;
        F::mul(r, p.e, q.e);
        CHECK(value(r) == pq);
        F::sqr(r, p.e);
        CHECK(value(r) == mod_p.mul(p.v, p.v));
        F::mul_wide(w, b, q.e);
        F::mul_sub(r, p.e, q.e, w);
        CHECK(value(r) == mod_p.sub(pq, mod_p.mul(y, q.v)));
        F::sqr_wide(w, p.e);
        F::mul_sub(r, p.e, q.e, w);
        CHECK(value(r) == mod_p.sub(pq, mod_p.mul(p.v, p.v)));
    }

    static void products(test::random& rng, int cases) {
        for (int i = 0; i < cases; i++) {
            big x, y, z;
            const fe a = draw(rng, x), b = draw(rng, y), c = draw(rng, z);
            const at<8> a8 = raise<8>(rng, a, x), b8 = raise<8>(rng, b, y), c8 = raise<8>(rng, c, z);
            fe r;
            typename F::wide w;
            const big xy = mod_p.mul(x, y), xx = mod_p.mul(x, x);
            const big xy8 = mod_p.mul(a8.v, b8.v), xx8 = mod_p.mul(a8.v, a8.v);
            F::mul(r, a, b);
            CHECK(value(r) == xy);
            F::mul(r, a8.e, b8.e);
            CHECK(value(r) == xy8);
            F::sqr(r, a);
            CHECK(value(r) == xx);
            F::sqr(r, a8.e);
            CHECK(value(r) == xx8);
            F::sqr_n(r, a8.e, 2);
            CHECK(value(r) == mod_p.mul(xx8, xx8));
            F::mul_wide(w, a8.e, b8.e);
            F::mul_sub(r, c8.e, b8.e, w);
            CHECK(value(r) == mod_p.mul(mod_p.sub(c8.v, a8.v), b8.v));
            F::sqr_wide(w, a8.e);
            F::mul_sub(r, a, b, w);
            CHECK(value(r) == mod_p.sub(xy, xx8));
            const at<2> a2 = raise<2>(rng, a, x);
            const u32 v = static_cast<u32>(rng.below(33));
            F::mul_small(r, a2.e, v);
            CHECK(value(r) == times(a2.v, v));
            products_at<7, 1>(rng, a, x, b, y);
            products_at<1, 7>(rng, a, x, b, y);
            products_at<2, 3>(rng, a, x, b, y);
            products_at<3, 3>(rng, a, x, b, y);
            products_at<8, 1>(rng, a, x, b, y);
            products_at<1, 8>(rng, a, x, b, y);
            products_at<8, 5>(rng, a, x, b, y);
            products_at<5, 8>(rng, a, x, b, y);
        }
    }

    /* Sums of magnitude 31. */
    template <int A, int B>
    static void sums(test::random& rng, const fe& a, const big& x, const fe& b, const big& y) {
        elem<31> r;
        const at<A> p = raise<A>(rng, a, x);
        const at<B> q = raise<B>(rng, b, y);
        const at<B + 1> q1 = raise<B + 1>(rng, b, y);
        F::add(r, p.e, q1.e);
        CHECK(value_of(r) == mod_p.add(p.v, q1.v));
        F::sub(r, p.e, q.e);
        CHECK(value_of(r) == mod_p.sub(p.v, q.v));
    }
    template <int A, int C>
    static void sums_of_double(test::random& rng, const fe& a, const big& x, const fe& c, const big& z) {
        elem<31> r;
        const at<A> p = raise<A>(rng, a, x);
        const at<C> q = raise<C>(rng, c, z);
        F::sub2(r, p.e, q.e);
        CHECK(value_of(r) == mod_p.sub(p.v, times(q.v, 2)));
    }
    template <int A, int B, int C>
    static void sums_of_three(test::random& rng, const fe& a, const big& x, const fe& b, const big& y,
                              const fe& c, const big& z) {
        elem<31> r;
        const at<A> p = raise<A>(rng, a, x);
        const at<B> q = raise<B>(rng, b, y);
        const at<C> s = raise<C>(rng, c, z);
        F::sub12(r, p.e, q.e, s.e);
        CHECK(value_of(r) == mod_p.sub(mod_p.sub(p.v, q.v), times(s.v, 2)));
    }

    static void linear(test::random& rng, int cases) {
        for (int i = 0; i < cases; i++) {
            big x, y, z;
            const fe a = draw(rng, x), b = draw(rng, y), c = draw(rng, z);
            sums<2, 28>(rng, a, x, b, y);
            sums<15, 15>(rng, a, x, b, y);
            sums<28, 2>(rng, a, x, b, y);
            sums_of_double<2, 14>(rng, a, x, c, z);
            sums_of_double<26, 2>(rng, a, x, c, z);
            sums_of_three<2, 2, 13>(rng, a, x, b, y, c, z);
            sums_of_three<8, 8, 7>(rng, a, x, b, y, c, z);
            sums_of_three<2, 24, 2>(rng, a, x, b, y, c, z);

            const at<30> a30 = raise<30>(rng, a, x);
            const at<31> a31 = raise<31>(rng, a, x), b31 = raise<31>(rng, b, y);
            elem<31> r31;
            F::neg(r31, a30.e);
            CHECK(value_of(r31) == mod_p.neg(a30.v));
            F::cneg(r31, a30.e, F::yes());
            CHECK(value_of(r31) == mod_p.neg(a30.v));
            F::cneg(r31, a30.e, F::no());
            CHECK(value_of(r31) == a30.v);
            elem<16> h16;
            F::half(h16, a31.e);
            CHECK(value_of(h16) == mod_p.mul(a31.v, one_half));
            fe r;
            F::half(r, a);
            CHECK(value(r) == mod_p.mul(x, one_half));
            elem<2> h3;
            F::half3(h3, a);
            CHECK(value_of(h3) == mod_p.mul(times(x, 3), one_half));
            F::normalize_weak(r, a31.e);
            CHECK(value(r) == a31.v);
            F::normalize(r, a31.e);
            CHECK(value(r) == a31.v);
            F::copy(r31, a31.e);
            CHECK(value_of(r31) == a31.v);
            F::select(r31, F::yes(), a31.e, b31.e);
            CHECK(value_of(r31) == a31.v);
            F::select(r31, F::no(), a31.e, b31.e);
            CHECK(value_of(r31) == b31.v);
        }
    }

    static void predicates_and_limbs(test::random& rng, int cases) {
        for (int i = 0; i < cases; i++) {
            big x, y;
            const fe a = draw(rng, x), b = draw(rng, y);
            const at<8> a8 = raise<8>(rng, a, x), b8 = raise<8>(rng, b, y);
            fe r;
            CHECK(yes(F::is_zero(a)) == (x == big{}));
            CHECK(yes(F::is_zero(a8.e)) == (a8.v == big{}));
            CHECK(yes(F::equal(a, b)) == (x == y));
            CHECK(yes(F::equal(a8.e, b8.e)) == (a8.v == b8.v));
            CHECK(yes(F::is_odd(a)) == ((x.d[0] & 1) == 1));
            CHECK(yes(F::is_odd(a8.e)) == ((a8.v.d[0] & 1) == 1));
            /* Of multiples of p as well. */
            elem<4> a4;
            elem<3> a3;
            elem<8> e8;
            sum_copies<4>(a4, a);
            sum_copies<3>(a3, a);
            F::sub(e8, a4, a3);
            CHECK(yes(F::equal(e8, a)) && yes(F::equal(a, e8)));
            CHECK(yes(F::is_zero(e8)) == (x == big{}));
            CHECK(yes(F::is_odd(e8)) == ((x.d[0] & 1) == 1));
            F::sub(e8, a3, a3);
            CHECK(yes(F::is_zero(e8)) && !yes(F::is_odd(e8)));
            elem<17> s17;
            F::sub(s17, a8.e, a8.e);
            F::normalize_weak(r, s17);
            CHECK(yes(F::is_zero(r)));
            if constexpr (F::secret) {
                secret_limbs s;
                F::to_limbs(s, a);
                F::from_limbs(r, s);
                CHECK(value(r) == x);
            } else {
                u8 bytes[32];
                u64 l[4];
                rng.edge256(l);
                store_be256(bytes, l);
                F::parse_reduce(r, bytes);
                CHECK(value(r) == mod_p.reduce(test::from(l)));
                F::serialize(bytes, r);
                load_be256(l, bytes);
                CHECK(test::from(l) == value(r));
            }
        }
    }

    /* r from a, b and c, or from the first of them; each of magnitude 1. */
    struct operation {
        const char* name;
        void (*run)(fe& r, const fe& a, const fe& b, const fe& c);
        big (*value)(const big& a, const big& b, const big& c);
    };

    /* Each operation with every way of passing one element for several of its arguments. */
    template <int N>
    static void alias(test::random& rng, const operation (&operations)[N]) {
        /* Which element r, a, b and c are. */
        static constexpr int ways[][4] = {
            {0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}, {0, 0, 1, 1}, {0, 0, 1, 2},
            {0, 1, 0, 0}, {0, 1, 0, 1}, {0, 1, 0, 2}, {0, 1, 1, 0}, {0, 1, 1, 1},
            {0, 1, 1, 2}, {0, 1, 2, 0}, {0, 1, 2, 1}, {0, 1, 2, 2}, {0, 1, 2, 3},
        };
        for (const operation& op : operations) {
            test::label = op.name;
            for (int i = 0; i < 60; i++) {
                for (const int(&way)[4] : ways) {
                    fe e[4];
                    big v[4];
                    for (int k = 0; k < 4; k++)
                        e[k] = draw(rng, v[k]);
                    const big expected = op.value(v[way[1]], v[way[2]], v[way[3]]);
                    op.run(e[0], e[way[1]], e[way[2]], e[way[3]]);
                    CHECK(value(e[0]) == expected);
                }
            }
        }
        test::label = "";
    }

    /* The result may be any operand, and operands each other, wherever the types of elements let them. */
    static void aliasing(test::random& rng) {
        using E = const fe&;
        using V = const big&;
        static const operation within_magnitude_1[] = {
            {"mul", [](fe& r, E a, E b, E) { F::mul(r, a, b); }, [](V a, V b, V) { return mod_p.mul(a, b); }},
            {"sqr", [](fe& r, E a, E, E) { F::sqr(r, a); }, [](V a, V, V) { return mod_p.mul(a, a); }},
            {"sqr_n of 1", [](fe& r, E a, E, E) { F::sqr_n(r, a, 1); },
             [](V a, V, V) { return mod_p.mul(a, a); }},
            {"sqr_n of 3", [](fe& r, E a, E, E) { F::sqr_n(r, a, 3); },
             [](V a, V, V) {
                 const big a2 = mod_p.mul(a, a), a4 = mod_p.mul(a2, a2);
                 return mod_p.mul(a4, a4);
             }},
            {"mul_wide",
             [](fe& r, E a, E b, E c) {
                 typename F::wide w;
                 F::mul_wide(w, a, b);
                 F::mul_sub(r, c, c, w);
             },
             [](V a, V b, V c) { return mod_p.sub(mod_p.mul(c, c), mod_p.mul(a, b)); }},
            {"mul_sub",
             [](fe& r, E a, E b, E c) {
                 typename F::wide w;
                 F::sqr_wide(w, c);
                 F::mul_sub(r, a, b, w);
             },
             [](V a, V b, V c) { return mod_p.sub(mod_p.mul(a, b), mod_p.mul(c, c)); }},
            {"mul_small", [](fe& r, E a, E, E) { F::mul_small(r, a, 21); },
             [](V a, V, V) { return times(a, 21); }},
            {"half", [](fe& r, E a, E, E) { F::half(r, a); },
             [](V a, V, V) { return mod_p.mul(a, one_half); }},
            {"normalize", [](fe& r, E a, E, E) { F::normalize(r, a); }, [](V a, V, V) { return a; }},
            {"normalize_weak", [](fe& r, E a, E, E) { F::normalize_weak(r, a); },
             [](V a, V, V) { return a; }},
            {"copy", [](fe& r, E a, E, E) { F::copy(r, a); }, [](V a, V, V) { return a; }},
            {"select yes", [](fe& r, E a, E b, E) { F::select(r, F::yes(), a, b); },
             [](V a, V, V) { return a; }},
            {"select no", [](fe& r, E a, E b, E) { F::select(r, F::no(), a, b); },
             [](V, V b, V) { return b; }},
        };
        alias(rng, within_magnitude_1);
        if constexpr (is_same_type<elem<1>, elem<31>>) {
            static const operation beyond[] = {
                {"add", [](fe& r, E a, E b, E) { F::add(r, a, b); },
                 [](V a, V b, V) { return mod_p.add(a, b); }},
                {"sub", [](fe& r, E a, E b, E) { F::sub(r, a, b); },
                 [](V a, V b, V) { return mod_p.sub(a, b); }},
                {"sub2", [](fe& r, E a, E b, E) { F::sub2(r, a, b); },
                 [](V a, V b, V) { return mod_p.sub(a, times(b, 2)); }},
                {"sub12", [](fe& r, E a, E b, E c) { F::sub12(r, a, b, c); },
                 [](V a, V b, V c) { return mod_p.sub(mod_p.sub(a, b), times(c, 2)); }},
                {"neg", [](fe& r, E a, E, E) { F::neg(r, a); }, [](V a, V, V) { return mod_p.neg(a); }},
                {"cneg yes", [](fe& r, E a, E, E) { F::cneg(r, a, F::yes()); },
                 [](V a, V, V) { return mod_p.neg(a); }},
                {"cneg no", [](fe& r, E a, E, E) { F::cneg(r, a, F::no()); }, [](V a, V, V) { return a; }},
                {"half3", [](fe& r, E a, E, E) { F::half3(r, a); },
                 [](V a, V, V) { return mod_p.mul(times(a, 3), one_half); }},
            };
            alias(rng, beyond);
        }
    }

    static void inverse_and_root(test::random& rng) {
        for (int i = 0; i < test::cases_of(2000); i++) {
            big x;
            const fe a = draw(rng, x);
            fe r, t;
            fe_inverse<F>(r, a);
            F::mul(t, r, a);
            CHECK(value(t) == (x == big{} ? big{} : test::small(1)));
            if (i < 20)
                CHECK(value(r) == mod_p.inverse(x));
            fe_inverse<F>(r, r);
            CHECK(value(r) == x);
            if constexpr (!F::secret) {
                F::sqr(t, a);
                CHECK(fe_sqrt_var<F>(r, t));
                CHECK(F::equal(r, a) || mod_p.neg(value(r)) == x);
                elem<2> n;
                F::neg(n, t);
                fe m;
                F::normalize_weak(m, n);
                CHECK(fe_sqrt_var<F>(r, m) == (x == big{}));
            }
        }
    }

    /* 9 batches of 59 division steps are not enough for this one, which takes 534. */
    static void long_inverse() {
        const u64 limbs[4] = {0x87d699b7ef5440ec, 0x544e35ff7b96859c, 0xf2be6bbab3b3e5a8, 0xfe133764d6d6d0cb};
        u8 b[32];
        store_be256(b, limbs);
        fe a, r;
        F::parse_reduce(a, b);
        fe_inverse<F>(r, a);
        F::mul(r, r, a);
        CHECK(value(r) == test::small(1));
    }

    /* What the second fold leaves past 2^256 carries once more from the lowest limb. */
    static void last_carry() {
        const u64 x[4] = {0xFFFFFFFE4314BC32, ~u64{0}, ~u64{0}, ~u64{0}};
        const u64 y[4] = {0x6419DE96A8164F9B, 0x473631AB27A13EBF, 0x05FA87B646613F02, 0xFFFFFFFEA5199361};
        fe a, b, r;
        F::from_limbs(a, x);
        F::from_limbs(b, y);
        F::mul(r, a, b);
        CHECK(value(r) == big{{0x000000007F43FE15, 1, 0, 0}});
    }

    static void run(u64 seed) {
        test::random rng(seed);
        products(rng, test::cases_of(4000));
        last_carry();
        linear(rng, test::cases_of(4000));
        predicates_and_limbs(rng, test::cases_of(4000));
        aliasing(rng);
        inverse_and_root(rng);
        long_inverse();
    }
};

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"fields", [] {
                                        test::for_each_curve("field_test", []<class B>() {
                                            field_test<typename B::field>::run(1);
                                            field_test<typename B::secret_field>::run(2);
                                        });
                                    }}});
}
