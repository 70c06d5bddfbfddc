/* Writes the table files of src/mul/tables: generate_tables OUTDIR. */
#include <cstdio>
#include <memory>
#include <string>

#include "field/fe_5x52.h"
#include "group/affine.h"
#include "mul/tables/tables.h"
#include "scalar/scalar.h"

namespace {

using namespace koblitz;
using F = field_5x52<false>;

gej<F> generator() {
    ge<F> g;
    F::from_limbs(g.x, tables::generator.x);
    F::from_limbs(g.y, tables::generator.y);
    gej<F> r;
    to_jacobian(r, g);
    return r;
}

/* G / 2 = ((n + 1) / 2) G, bit by bit from the top. */
gej<F> half_generator() {
    u64 k[4];
    const u64 one[4] = {1, 0, 0, 0};
    ring::half(k, one);
    gej<F> r;
    set_infinity(r);
    for (int i = 255; i >= 0; i--) {
        dbl(r, r);
        if (k[i / 64] >> (i % 64) & 1) add_var(r, r, generator());
    }
    return r;
}

/* out[i] = (2i + 1) p */
void odd(gej<F>* out, int n, const gej<F>& p) {
    gej<F> twice;
    dbl(twice, p);
    out[0] = p;
    for (int i = 1; i < n; i++) add_var(out[i], out[i - 1], twice);
}

void print_limbs(FILE* f, const F::fe& a) {
    u64 t[4];
    F::to_limbs(t, a);
    std::fprintf(f, "{0x%016llX, 0x%016llX, 0x%016llX, 0x%016llX}", static_cast<unsigned long long>(t[0]),
                 static_cast<unsigned long long>(t[1]), static_cast<unsigned long long>(t[2]),
                 static_cast<unsigned long long>(t[3]));
}

bool write(const std::string& path, const char* name, const char* size, const gej<F>* points, int n) {
    auto affine = std::make_unique<ge<F>[]>(static_cast<size_t>(n));
    auto scratch = std::make_unique<F::fe[]>(static_cast<size_t>(n));
    batch_to_affine_var(affine.get(), points, static_cast<size_t>(n), scratch.get());
    FILE* f = std::fopen(path.c_str(), "w");
    if (!f) return false;
    std::fprintf(f,
                 "/* Written by tools/generate_tables.cpp. */\n#include \"mul/tables/tables.h\"\n\n"
                 "namespace koblitz::tables {\n\n// clang-format off\nconst table_point %s[%s] = {\n",
                 name, size);
    for (int i = 0; i < n; i++) {
        std::fputc('{', f);
        print_limbs(f, affine[static_cast<size_t>(i)].x);
        std::fputs(", ", f);
        print_limbs(f, affine[static_cast<size_t>(i)].y);
        std::fputs("},\n", f);
    }
    std::fputs("};\n// clang-format on\n\n}  // namespace koblitz::tables\n", f);
    return std::fclose(f) == 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: generate_tables OUTDIR\n", stderr);
        return 2;
    }
    const std::string dir = std::string(argv[1]) + "/";
    constexpr int comb = tables::comb_blocks * tables::comb_entries, wnaf = tables::wnaf_entries;
    auto points = std::make_unique<gej<F>[]>(static_cast<size_t>(comb > wnaf ? comb : wnaf));

    gej<F> p = half_generator();
    for (int b = 0; b < tables::comb_blocks; b++) {
        odd(points.get() + b * tables::comb_entries, tables::comb_entries, p);
        for (int i = 0; i < tables::comb_teeth; i++) dbl(p, p);
    }
    bool ok = write(dir + "comb.cpp", "comb", "comb_blocks * comb_entries", points.get(), comb);

    p = generator();
    odd(points.get(), wnaf, p);
    ok = write(dir + "g.cpp", "g", "wnaf_entries", points.get(), wnaf) && ok;
    for (int i = 0; i < 128; i++) dbl(p, p);
    odd(points.get(), wnaf, p);
    ok = write(dir + "g128.cpp", "g128", "wnaf_entries", points.get(), wnaf) && ok;
    return ok ? 0 : 1;
}
