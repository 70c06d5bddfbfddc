/* Times the arithmetic core and, beside it, a loaded libsecp256k1.
 *
 *   core_bench [--seconds S] [LIBRARY.so [PREFIX]]
 *
 * Primitives come as nanoseconds a call of each backend, throughput (independent operands) and latency
 * (chained); blank where a primitive is timed one way only. Operations over 4,096 distinct keys run in turns,
 * a slice of 64 calls of each contender at a time; the table shows the minimum and the lower quartile of a
 * call, and the median of the paired ratios to the library's function, without a library to the portable
 * backend's. The core's operations leave out what the interface adds (argument checks, hashing of nonces). */
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "backends/instantiate.h"
#include "backends/portable.h"
#include "base/cpu.h"
#include "ecmult/const.h"
#include "ecmult/ecmult.h"
#include "ecmult/gen.h"
#include "ecmult/gen_add.h"
#include "field/x86_64/platform.h"
#include "schemes/opaque.h"
#ifdef KOBLITZ_X86_64_ASM
#include "backends/x86_bmi2.h"
#endif
#include "clock.h"
#include "core/gen_context.h"
#include "core/random.h"

namespace {

using namespace koblitz;
using bench::now;

template <class T>
void keep(T& t) {
    __asm__ volatile("" : : "r"(&t) : "memory");
}

template <class Body>
double best(int n, Body body) {
    double least = 1e18;
    for (int round = 0; round < 40; round++) {
        const double start = now();
        for (int i = 0; i < n; i++)
            body(i);
        least = std::min(least, (now() - start) / n);
    }
    return least;
}

/* In the place of a time that is not taken. */
constexpr double untimed = -1;

void print_time(double ns) {
    if (ns == untimed) {
        std::printf(" %8s", "");
    } else {
        std::printf(" %8.2f", ns);
    }
}

template <class F>
void field_primitives(const char* name) {
    using fe = typename F::fe;
    test::random rng(3);
    fe a[8], r[8];
    for (fe& x : a) {
        u64 l[4] = {rng.next(), rng.next(), rng.next(), rng.next()};
        F::from_limbs(x, l);
    }
    typename F::wide w;
    F::mul_wide(w, a[0], a[1]);
    typename F::template elem<8> d[8];
    for (auto& x : d)
        F::copy(x, a[0]);
    auto line = [&](const char* what, double throughput, double latency) {
        std::printf("%-26s %-14s", name, what);
        print_time(throughput);
        print_time(latency);
        std::printf("\n");
    };
    const int n = 4000;
    line("mul",
         best(n,
              [&](int i) {
                  F::mul(r[i & 7], a[i & 7], a[(i + 1) & 7]);
                  keep(r);
              }),
         best(n, [&](int) {
             F::mul(a[0], a[0], a[1]);
             keep(a);
         }));
    line("sqr",
         best(n,
              [&](int i) {
                  F::sqr(r[i & 7], a[i & 7]);
                  keep(r);
              }),
         best(n, [&](int) {
             F::sqr(a[0], a[0]);
             keep(a);
         }));
    line("sqr_n", untimed, best(n / 100, [&](int) {
                               F::sqr_n(a[0], a[0], 100);
                               keep(a);
                           }) / 100);
    line("mul_sub",
         best(n,
              [&](int i) {
                  F::mul_sub(r[i & 7], a[i & 7], a[(i + 1) & 7], w);
                  keep(r);
              }),
         best(n, [&](int) {
             F::mul_sub(a[0], a[0], a[1], w);
             keep(a);
         }));
    line("sub",
         best(n,
              [&](int i) {
                  F::sub(d[i & 7], a[i & 7], a[(i + 1) & 7]);
                  keep(d);
              }),
         untimed);
    line("half3",
         best(n,
              [&](int i) {
                  F::half3(d[i & 7], a[i & 7]);
                  keep(d);
              }),
         untimed);
    line("inverse", untimed, best(50, [&](int) {
             fe_inverse<F>(a[0], a[0]);
             keep(a);
         }));
    if constexpr (!F::secret) {
        line("sqrt", untimed, best(50, [&](int) {
                 (void)fe_sqrt_var<F>(r[0], a[0]);
                 F::copy(a[0], r[0]);
                 keep(a);
             }));
    }
    if constexpr (F::secret) {
        gej<F> p;
        ge<F> q{a[1], a[2]};
        to_jacobian(p, ge<F>{a[0], a[1]});
        line("double_point", untimed, best(500, [&](int) {
                 double_point(p, p);
                 keep(p);
             }));
        line("add", untimed, best(500, [&](int) {
                 formulas<F>::add_complete(p, q, F::no());
                 keep(p);
             }));
        projective<F> h{a[0], a[1], a[2]};
        line("add projective", untimed, best(500, [&](int) {
                 formulas<F>::template add_complete<3 * portable::curve_b>(h, q, F::no());
                 keep(h);
             }));
    } else {
        gej<F> p;
        to_jacobian(p, ge<F>{a[0], a[1]});
        line("double_point", untimed, best(20, [&](int) {
                                          double_n(p, 25);
                                          keep(p);
                                      }) / 25);
        line("add", untimed, best(500, [&](int) {
                 add_var(p, a[2], a[3], false);
                 keep(p);
             }));
        line("add Z", untimed, best(500, [&](int) {
                 add_scaled_var(p, a[2], a[3], false, a[4]);
                 keep(p);
             }));
        odd_multiples<F, 8> t;
        line("table", untimed, best(200, [&](int) {
                 odd_multiples_var(t, ge<F>{a[0], a[1]});
                 keep(t);
             }));
    }
}

constexpr int pool = 4096, slice = 64;

/* What both sides work on: keys and public keys in libsecp256k1's forms, and a signature by each. */
struct row {
    u8 seckey[32], msghash[32], pubkey[64], compressed[33], sig[64];
    scalar u1, u2, r, s, m;
};

struct library {
    void* handle = nullptr;
    std::string prefix;
    void* context = nullptr;
    template <class T>
    T get(const char* name) const {
        return reinterpret_cast<T>(dlsym(handle, (prefix + name).c_str()));
    }
    int (*create)(void*, u8*, const u8*) = nullptr;
    int (*parse)(void*, u8*, const u8*, size_t) = nullptr;
    int (*verify)(void*, const u8*, const u8*, const u8*) = nullptr;
    int (*sign)(void*, u8*, const u8*, const u8*, void*, void*) = nullptr;
    int (*ecdh)(void*, u8*, const u8*, const u8*, void*, void*) = nullptr;
    int (*tweak_add)(void*, u8*, const u8*) = nullptr;

    bool open(const char* path, const char* p) {
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!handle) {
            std::fprintf(stderr, "%s\n", dlerror());
            return false;
        }
        prefix = p;
        const auto size = get<size_t (*)(unsigned)>("context_preallocated_size");
        const auto make = get<void* (*)(void*, unsigned)>("context_preallocated_create");
        if (!size || !make)
            return false;
        context = make(std::malloc(size(1)), 1);
        create = get<decltype(create)>("ec_pubkey_create");
        parse = get<decltype(parse)>("ec_pubkey_parse");
        verify = get<decltype(verify)>("ecdsa_verify");
        sign = get<decltype(sign)>("ecdsa_sign");
        ecdh = get<decltype(ecdh)>("ecdh");
        tweak_add = get<decltype(tweak_add)>("ec_pubkey_tweak_add");
        return create && parse && verify && sign && ecdh && tweak_add;
    }
};

template <class F>
void load(ge<F>& r, const u8 in[64]) {
    koblitz::load(r, load_point(in));
}
template <class F>
void store(u8 out[64], const ge<F>& a) {
    point p;
    koblitz::store(p, a);
    store_point(out, p);
}
template <class F>
void export_point(u8 out[64], const ge<F>& a) {
    secret_point p;
    koblitz::store(p, a);
    koblitz::export_point(out, p);
}

template <class B>
struct core {
    using F = typename B::field;
    static inline gen_context context;

    static void fill(row& r, test::random& rng) {
        rng.bytes(r.seckey, 32);
        rng.bytes(r.msghash, 32);
        create(r);
        typename B::ge p;
        load(p, r.pubkey);
        F::serialize(r.compressed + 1, p.x);
        r.compressed[0] = F::is_odd(p.y) ? 3 : 2;
        /* An ECDSA signature with a random nonce, s low. */
        const scalar d = scalar::parse(r.seckey);
        u8 nonce[32];
        rng.bytes(nonce, 32);
        const scalar k = scalar::parse(nonce);
        typename B::gej rj;
        typename B::ge ra;
        ecmult_var<B>(rj, k, p, scalar::zero());
        if (!to_affine_var(ra, rj))
            std::abort();
        u8 x[32];
        F::serialize(x, ra.x);
        r.r = scalar::parse(x);
        r.m = scalar::parse(r.msghash);
        r.s = k.inverse_var() * (r.m + r.r * d);
        if (r.s.is_high())
            r.s = r.s.negate();
        for (int i = 0; i < 4; i++) {
            store_le64(r.sig + 8 * i, r.r.limbs()[i]);
            store_le64(r.sig + 32 + 8 * i, r.s.limbs()[i]);
        }
    }
    static bool create(row& r) {
        typename B::secret_gej j;
        typename B::secret_ge a;
        choice valid;
        ecmult_gen<B>(j, context, secret_scalar::parse_seckey(r.seckey, &valid));
        to_affine(a, j);
        export_point(r.pubkey, a);
        return true;
    }
    static bool parse(row& r) {
        typename B::fe x;
        typename B::ge p;
        if (!F::parse_var(x, r.compressed + 1) || !set_xo_var<B>(p, x, r.compressed[0] == 3))
            return false;
        store(r.pubkey, p);
        return true;
    }
    static bool verify(row& r) {
        typename B::ge q;
        load(q, r.pubkey);
        if (r.s.is_high())
            return false;
        const scalar inv = r.s.inverse_var();
        typename B::gej j;
        ecmult_var<B>(j, inv * r.m, q, inv * r.r);
        u8 x[32];
        r.r.serialize(x);
        typename B::fe xr;
        return F::parse_var(xr, x) && x_equals_var(j, xr);
    }
    static bool sign(row& r) {
        typename B::secret_gej j;
        typename B::secret_ge a;
        choice valid;
        const secret_scalar k = secret_scalar::parse_seckey(r.seckey, &valid);
        ecmult_gen<B>(j, context, k);
        secret_scalar inverse;
        to_affine_beside(a, j, inverse, k);
        u8 x[32];
        B::secret_field::export_be(x, a.x);
        const secret_scalar s = inverse * (k * scalar::parse(x) + secret_scalar(r.m));
        keep(s);
        return true;
    }
    static bool ecdh(row& r) {
        typename B::ge p;
        load(p, r.pubkey);
        choice valid;
        typename B::secret_gej j;
        typename B::secret_ge a;
        ecmult_const<B>(j, p, secret_scalar::parse_seckey(r.seckey, &valid));
        to_affine(a, j);
        u8 x[32];
        B::secret_field::export_be(x, a.x);
        keep(x);
        return true;
    }
    static bool tweak_add(row& r) {
        typename B::ge p;
        load(p, r.pubkey);
        typename B::gej j;
        ecmult_gen_add_var<B>(j, p, r.m);
        u8 out[64];
        if (!to_affine_var(p, j))
            return false;
        store(out, p);
        keep(out);
        return true;
    }
};

struct contender {
    const char* name;
    bool (*call)(row&, const library&);
};

template <class B, bool (*Op)(row&)>
bool own(row& r, const library&) {
    return Op(r);
}

struct operation {
    const char* name;
    std::vector<contender> contenders;
};

template <class B>
void add_core(std::vector<operation>& ops) {
    using C = core<B>;
    test::gen_context_init<B>(C::context);
    ops[0].contenders.push_back({B::name, own<B, C::verify>});
    ops[1].contenders.push_back({B::name, own<B, C::parse>});
    ops[2].contenders.push_back({B::name, own<B, C::create>});
    ops[3].contenders.push_back({B::name, own<B, C::sign>});
    ops[4].contenders.push_back({B::name, own<B, C::ecdh>});
    ops[5].contenders.push_back({B::name, own<B, C::tweak_add>});
}

void add_library(std::vector<operation>& ops) {
    ops[0].contenders.push_back({"library", [](row& r, const library& l) {
                                     return l.verify(l.context, r.sig, r.msghash, r.pubkey) == 1;
                                 }});
    ops[1].contenders.push_back({"library", [](row& r, const library& l) {
                                     u8 out[64];
                                     return l.parse(l.context, out, r.compressed, 33) == 1 &&
                                            std::memcmp(out, r.pubkey, 64) == 0;
                                 }});
    ops[2].contenders.push_back({"library", [](row& r, const library& l) {
                                     u8 out[64];
                                     return l.create(l.context, out, r.seckey) == 1 &&
                                            std::memcmp(out, r.pubkey, 64) == 0;
                                 }});
    ops[3].contenders.push_back({"library", [](row& r, const library& l) {
                                     u8 out[64];
                                     return l.sign(l.context, out, r.msghash, r.seckey, nullptr, nullptr) ==
                                            1;
                                 }});
    ops[4].contenders.push_back({"library", [](row& r, const library& l) {
                                     u8 out[32];
                                     return l.ecdh(l.context, out, r.pubkey, r.seckey, nullptr, nullptr) == 1;
                                 }});
    ops[5].contenders.push_back({"library", [](row& r, const library& l) {
                                     u8 out[64];
                                     std::memcpy(out, r.pubkey, 64);
                                     return l.tweak_add(l.context, out, r.msghash) == 1;
                                 }});
}

} // namespace

int main(int argc, char** argv) {
    double seconds = 1;
    library lib;
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
            seconds = std::atof(argv[++i]);
        } else {
            const char* path = argv[i];
            if (!lib.open(path, i + 1 < argc ? argv[++i] : "secp256k1_"))
                return 1;
        }
    }
    bench::pin();

    std::printf("%-26s %-14s %8s %8s   ns\n", "field", "", "through", "latency");
    field_primitives<portable::field>("5x52");
    field_primitives<portable::secret_field>("5x52 secret");
#ifdef KOBLITZ_X86_64_ASM
    if (cpu().bmi2_adx) {
        field_primitives<x86_bmi2::field>("4x64");
        field_primitives<x86_bmi2::secret_field>("4x64 secret");
    }
#endif

    std::vector<operation> ops = {{"ecdsa_verify", {}},   {"pubkey_parse33", {}},
                                  {"pubkey_create", {}},  {"sign (no RFC 6979)", {}},
                                  {"ecdh (no hash)", {}}, {"pubkey_tweak_add", {}}};
    if (lib.handle)
        add_library(ops);
    add_core<portable>(ops);
#ifdef KOBLITZ_X86_64_ASM
    if (cpu().bmi2_adx)
        add_core<x86_bmi2>(ops);
#endif
    auto rows = std::make_unique<row[]>(pool);
    test::random rng(11);
    for (int i = 0; i < pool; i++)
        core<portable>::fill(rows[static_cast<size_t>(i)], rng);

    std::printf("\n%-20s %-18s %9s %9s %11s\n", "operation", "", "min us", "quartile",
                lib.handle ? "to library" : "to portable");
    for (const operation& op : ops) {
        std::vector<std::vector<double>> times(op.contenders.size());
        const double stop = now() + seconds * 1e9;
        for (int at = 0; now() < stop; at = (at + slice) % pool) {
            for (size_t c = 0; c < op.contenders.size(); c++) {
                const double start = now();
                bool ok = true;
                for (int i = 0; i < slice; i++)
                    ok &= op.contenders[c].call(rows[static_cast<size_t>(at + i)], lib);
                times[c].push_back((now() - start) / slice / 1e3);
                if (!ok) {
                    std::fprintf(stderr, "%s: %s fails\n", op.name, op.contenders[c].name);
                    return 1;
                }
            }
        }
        for (size_t c = 0; c < op.contenders.size(); c++) {
            std::vector<double> t = times[c], ratio;
            for (size_t i = 0; i < t.size(); i++)
                ratio.push_back(t[i] / times[0][i]);
            std::sort(t.begin(), t.end());
            std::sort(ratio.begin(), ratio.end());
            std::printf("%-20s %-18s %9.2f %9.2f %11.3f\n", op.name, op.contenders[c].name, t[0],
                        t[t.size() / 4], ratio[ratio.size() / 2]);
        }
    }
    return 0;
}
