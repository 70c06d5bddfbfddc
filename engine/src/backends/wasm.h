/* secp256k1 for WebAssembly: over nine limbs of 29 bits, or where the machine has products of 64 bits by 64
 * (wide arithmetic) over four of 64. Tables of G are computed when they are first needed, since a module is
 * downloaded. */
#pragma once

#include "backends/curve.h"
#include "field/fe_5x52.h"
#include "field/fe_9x29.h"

#ifdef __wasm__

namespace koblitz {

#ifdef __wasm_wide_arithmetic__
template <bool Secret>
using field_wasm = field_5x52<Secret>;
#else
template <bool Secret>
using field_wasm = field_9x29<Secret>;
#endif

/* Not for several threads: the first call computes what all others read. */
namespace wasm_tables {
inline constexpr int window = 10, entries = 1 << (window - 2);
extern table_point g[entries], g128[entries], gen[tables::ecmult_gen_blocks * tables::ecmult_gen_entries];
extern bool has_g, has_gen;
void make_g();
void make_gen();
} // namespace wasm_tables

struct wasm : secp256k1<field_wasm<false>, field_wasm<true>> {
#ifdef __wasm_wide_arithmetic__
    static constexpr const char* name = "wasm-wide";
#else
    static constexpr const char* name = "wasm";
#endif

    static constexpr int g_window = wasm_tables::window;
    static const table_point* g_table() {
        if (!wasm_tables::has_g) [[unlikely]]
            wasm_tables::make_g();
        return wasm_tables::g;
    }
    static const table_point* g128_table() {
        if (!wasm_tables::has_g) [[unlikely]]
            wasm_tables::make_g();
        return wasm_tables::g128;
    }
    static const table_point* ecmult_gen_table() {
        if (!wasm_tables::has_gen) [[unlikely]]
            wasm_tables::make_gen();
        return wasm_tables::gen;
    }
};

} // namespace koblitz

#endif
