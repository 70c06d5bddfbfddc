#include "schemes/blinding.h"

#include "backends/list.h"
#include "field/fe_5x52.h"
#include "hash/rfc6979.h"

namespace koblitz {

void gen_context_init(gen_context& gen) {
    const u64 one[4] = {1, 0, 0, 0};
    const table_point& g = *curve().generator;
    (secret_scalar::from_limbs(curve().ecmult_gen_offset) - secret_scalar(scalar::one()))
        .to_limbs(gen.offset);
    gen.x = secret_limbs(g.x);
    gen.y = secret_limbs(g.y);
    gen.z = secret_limbs(one);
}

void gen_context_start_at(gen_context& gen, const point& p) {
    secret_scalar::from_limbs(curve().ecmult_gen_offset).to_limbs(gen.offset);
    gen.x = secret_limbs(p.x);
    gen.y = secret_limbs(p.y);
}

void gen_context_randomize(gen_context& gen, sha256_compress_fn compress, const u8 seed32[32]) {
    using F = field_5x52<true>;
    u8 seed[32 + sizeof gen], b32[32], z32[32];
    static_assert(sizeof seed <= rfc6979::max_seed);
    __builtin_memcpy(seed, seed32, 32);
    __builtin_memcpy(seed + 32, &gen, sizeof gen);
    rfc6979 generator(compress, seed, sizeof seed);
    generator.generate(b32);
    generator.generate(z32);

    /* Zeros become 1. */
    secret_scalar b = secret_scalar::parse(b32, nullptr);
    b = secret_scalar::select(b.is_zero(), secret_scalar(scalar::one()), b);
    F::fe z, one;
    F::parse_reduce(z, z32);
    F::set_u32(one, 1);
    F::select(z, F::is_zero(z), one, z);

    gen_context unblinded;
    gen_context_init(unblinded);
    secret_point p;
    curve().ecmult_gen(p, unblinded, b, nullptr);
    (secret_scalar::from_limbs(curve().ecmult_gen_offset) - b).to_limbs(gen.offset);
    gen.x = p.x;
    gen.y = p.y;
    F::to_limbs(gen.z, z);
}

} // namespace koblitz
