/* Backends on subgroups of order 7, 13 and 199 of y^2 = x^3 + b over secp256k1's own field, for tests that
 * try everything. The endomorphism (beta x, y) multiplies by lambda there too. Windows are so small that no
 * entry of a table is infinity. */
#pragma once

#include <cstdlib>
#include <cstring>

#include "ecmult/gen.h"
#include "ecmult/gen_add.h"
#include "field/fe_5x52.h"
#include "group/affine.h"
#include "support/big.h"
#include "support/small_scalar.h"

namespace test {

template <int Order, class Field, class SecretField>
struct small_backend {
    using curve = small_curve<Order>;
    using field = Field;
    using secret_field = SecretField;
    using fe = typename Field::fe;
    using ge = koblitz::ge<Field>;
    using gej = koblitz::gej<Field>;
    using secret_ge = koblitz::ge<SecretField>;
    using secret_gej = koblitz::gej<SecretField>;
    using scalar = small_scalar<Order>;
    using secret_scalar = small_secret<Order>;

    static constexpr const char* name = "small";
    static constexpr u32 curve_b = curve::b;
    static const table_point* generator() { return &curve::generator; }
    static constexpr int g_window = curve::g_window, q_window = curve::q_window;
    static constexpr int ecmult_gen_window = curve::ecmult_gen_window,
                         ecmult_gen_blocks = curve::ecmult_gen_blocks;
    static constexpr int const_window = curve::const_window, const_groups = curve::const_groups;

    static const table_point* g_table() { return tables().g; }
    static const table_point* g128_table() { return tables().g128; }
    static const table_point* ecmult_gen_table() { return tables().gen; }
    static const u64* ecmult_gen_offset() { return tables().offset; }

    /* k G by repeated addition, k from 0 (unset) to Order - 1. */
    static const ge* multiples() { return tables().multiples; }

private:
    static constexpr int wnaf_entries = 1 << (g_window - 2),
                         ecmult_gen_entries = 1 << (ecmult_gen_window - 1);
    struct table_set {
        ge multiples[Order];
        table_point g[wnaf_entries], g128[wnaf_entries], gen[ecmult_gen_blocks * ecmult_gen_entries];
        u64 offset[4] = {0, 0, 0, 0};

        void put(table_point& t, u64 k) {
            Field::to_limbs(t.x, multiples[k % Order].x);
            Field::to_limbs(t.y, multiples[k % Order].y);
        }
        table_set() {
            Field::from_limbs(multiples[1].x, generator()->x);
            Field::from_limbs(multiples[1].y, generator()->y);
            gej sum;
            to_jacobian(sum, multiples[1]);
            for (int k = 2; k < Order; k++) {
                add_var(sum, sum, multiples[1]);
                if (!to_affine_var(multiples[k], sum))
                    std::abort();
            }
            u64 t128 = 1;
            for (int i = 0; i < 128; i++)
                t128 = t128 * 2 % Order;
            for (u64 i = 0; i < wnaf_entries; i++) {
                put(g[i], 2 * i + 1);
                put(g128[i], (2 * i + 1) * t128);
            }
            u64 unit = (Order + 1) / 2, power = 1;
            for (int b = 0; b < ecmult_gen_blocks; b++) {
                for (u64 i = 0; i < ecmult_gen_entries; i++)
                    put(gen[b * ecmult_gen_entries + static_cast<int>(i)], (2 * i + 1) * unit);
                for (int i = 0; i < ecmult_gen_window; i++) {
                    unit = unit * 2 % Order;
                    power = power * 2 % Order;
                }
            }
            offset[0] = (power + Order - 1) * ((Order + 1) / 2) % Order;
        }
    };
    static table_set& tables() {
        static table_set t;
        return t;
    }
};

template <int Order>
int small_scalar<Order>::x_candidates(u64 x[max_x_candidates][4]) const {
    struct list {
        int count[Order] = {};
        u64 x[Order][max_x_candidates][4];
        list() {
            using F = field_5x52<false>;
            const auto* multiples = small_backend<Order, F, field_5x52<true>>::multiples();
            for (int k = 1; k <= Order / 2; k++) {
                u8 bytes[32];
                F::serialize(bytes, multiples[k].x);
                const u64 v = parse(bytes).value();
                F::to_limbs(x[v][count[v]++], multiples[k].x);
            }
        }
    };
    static const list all;
    std::memcpy(x, all.x[value()], sizeof all.x[0][0] * static_cast<size_t>(all.count[value()]));
    return all.count[value()];
}

} // namespace test
