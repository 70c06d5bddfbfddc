#include "backends/wasm.h"

#include "backends/instantiate.h"
#include "backends/parts.h"
#include "ecmult/tables/build.h"

#ifdef __wasm__

namespace koblitz {

namespace wasm_tables {
table_point g[entries], g128[entries], gen[tables::ecmult_gen_blocks * tables::ecmult_gen_entries];
bool has_g, has_gen;

[[gnu::noinline]] void make_g() {
    build_g<wasm::field>(g, g128, entries);
    has_g = true;
}
[[gnu::noinline]] void make_gen() {
    build_gen<wasm::field>(gen);
    has_gen = true;
}
} // namespace wasm_tables

/* Without what ElligatorSwift and silent payments ask for, which the module leaves out. */
constinit const arithmetic wasm_arithmetic = [] {
    arithmetic a = make_arithmetic<wasm>();
    a.label_candidates = nullptr;
    a.ellswift_decode = nullptr;
    a.ellswift_encode = nullptr;
    a.ellswift_xdh = nullptr;
    return a;
}();

} // namespace koblitz

#endif
