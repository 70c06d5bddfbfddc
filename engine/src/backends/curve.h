/* secp256k1: the constants and table sizes every backend of the library shares. */
#pragma once

#include "ecmult/tables/tables.h"
#include "group/types.h"
#include "scalar/scalar.h"

namespace koblitz {

/* y^2 = x^3 + 7 over the given fields. */
template <class Field, class SecretField>
struct secp256k1 {
    using field = Field;
    using secret_field = SecretField;
    using fe = typename Field::fe;
    using ge = koblitz::ge<Field>;
    using gej = koblitz::gej<Field>;
    using secret_ge = koblitz::ge<SecretField>;
    using secret_gej = koblitz::gej<SecretField>;
    using scalar = koblitz::scalar;
    using secret_scalar = koblitz::secret_scalar;

    static constexpr u32 curve_b = 7;
    static constexpr const table_point* generator() { return &tables::generator; }

    /* ecmult_var: windows of the digits over G and over Q. */
    static constexpr int g_window = tables::wnaf_window, q_window = 5;
    static const table_point* g_table() { return tables::g; }
    static const table_point* g128_table() { return tables::g128; }

    /* ecmult_gen and ecmult_gen_add_var. */
    static constexpr int ecmult_gen_window = tables::ecmult_gen_window,
                         ecmult_gen_blocks = tables::ecmult_gen_blocks;
    static const table_point* ecmult_gen_table() { return tables::gen; }
    static constexpr const u64* ecmult_gen_offset() { return tables::ecmult_gen_offset; }

    /* ecmult_const: groups of signed bits, 130 in all. */
    static constexpr int const_window = 5, const_groups = 26;
};

} // namespace koblitz
