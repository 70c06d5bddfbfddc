/* Writes the table files of src/ecmult/tables, or compares them with what it would write:
 *
 *   generate_tables DIR
 *   generate_tables --check DIR      exit status 1 when a file differs */
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "ecmult/tables/tables.h"
#include "field/fe_5x52.h"
#include "group/affine.h"
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
        double_n(r, 1);
        if (k[i / 64] >> (i % 64) & 1)
            add_var(r, r, generator());
    }
    return r;
}

/* out[i] = (2i + 1) p */
void odd(gej<F>* out, int n, const gej<F>& p) {
    gej<F> twice = p;
    double_n(twice, 1);
    out[0] = p;
    for (int i = 1; i < n; i++)
        add_var(out[i], out[i - 1], twice);
}

void append_limbs(std::string& s, const F::fe& a) {
    u64 t[4];
    F::to_limbs(t, a);
    char line[96];
    std::snprintf(line, sizeof line, "{0x%016llX, 0x%016llX, 0x%016llX, 0x%016llX}",
                  static_cast<unsigned long long>(t[0]), static_cast<unsigned long long>(t[1]),
                  static_cast<unsigned long long>(t[2]), static_cast<unsigned long long>(t[3]));
    s += line;
}

std::string table_file(const char* name, const char* size, const gej<F>* points, size_t n) {
    auto affine = std::make_unique<ge<F>[]>(n);
    auto scratch = std::make_unique<F::fe[]>(n);
    batch_to_affine(affine.get(), points, n, scratch.get());
    std::string s = "/* Written by tools/generate_tables.cpp. */\n#include \"ecmult/tables/tables.h\"\n\n"
                    "namespace koblitz::tables {\n\n// clang-format off\n";
    s += std::string("const table_point ") + name + "[" + size + "] = {\n";
    for (size_t i = 0; i < n; i++) {
        s += "{";
        append_limbs(s, affine[i].x);
        s += ", ";
        append_limbs(s, affine[i].y);
        s += "},\n";
    }
    return s + "};\n// clang-format on\n\n} // namespace koblitz::tables\n";
}

bool write(const std::string& path, const std::string& text) {
    std::ofstream f(path, std::ios::binary);
    f << text;
    f.close();
    if (!f)
        std::fprintf(stderr, "%s: cannot write\n", path.c_str());
    return static_cast<bool>(f);
}

bool matches(const std::string& path, const std::string& text) {
    std::ifstream f(path, std::ios::binary);
    std::ostringstream s;
    s << f.rdbuf();
    const bool same = f && s.str() == text;
    if (!same)
        std::fprintf(stderr, "%s: not what the generator writes\n", path.c_str());
    return same;
}

} // namespace

int main(int argc, char** argv) {
    const bool check = argc == 3 && std::string(argv[1]) == "--check";
    if (argc != 2 && !check) {
        std::fputs("usage: generate_tables [--check] DIR\n", stderr);
        return 2;
    }
    const std::string dir = std::string(argv[argc - 1]) + "/";
    bool ok = true;
    auto emit = [&](const char* name, const char* size, const gej<F>* points, size_t n) {
        const std::string path = dir + name + ".cpp", text = table_file(name, size, points, n);
        ok = (check ? matches(path, text) : write(path, text)) && ok;
    };
    constexpr int fixed = tables::ecmult_gen_blocks * tables::ecmult_gen_entries, wnaf = tables::wnaf_entries;
    auto points = std::make_unique<gej<F>[]>(static_cast<size_t>(fixed > wnaf ? fixed : wnaf));

    gej<F> p = half_generator();
    for (int b = 0; b < tables::ecmult_gen_blocks; b++) {
        odd(points.get() + b * tables::ecmult_gen_entries, tables::ecmult_gen_entries, p);
        double_n(p, tables::ecmult_gen_window);
    }
    emit("gen", "ecmult_gen_blocks * ecmult_gen_entries", points.get(), fixed);

    p = generator();
    odd(points.get(), wnaf, p);
    emit("g", "wnaf_entries", points.get(), wnaf);
    double_n(p, 128);
    odd(points.get(), wnaf, p);
    emit("g128", "wnaf_entries", points.get(), wnaf);
    return ok ? 0 : 1;
}
