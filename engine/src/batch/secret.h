/* Batches on secret keys. Constant time in them and in the points they give. */
#ifndef KOBLITZ_BATCH_SECRET_H
#define KOBLITZ_BATCH_SECRET_H

#include "batch/pubkey.h"
#include "mul/variable_base.h"
#include "schemes/seckey.h"

namespace koblitz {

/* Writes a secret point as row i: an object (64 bytes), or its encoding of 33 or 65 bytes. Constant time. */
inline void export_key(const koblitz_output& out, size_t i, const secret_limbs& x, const secret_limbs& y) {
    u8* const to = row(out, i);
    if (out.size == 64) {
        x.export_le(to);
        y.export_le(to + 32);
        return;
    }
    to[0] = out.size == 65 ? 4 : export_bits(choice::yes(), y.is_odd());
    x.export_be(to + 1);
    if (out.size == 65)
        y.export_be(to + 33);
}

/* Rows that are computed one by one, waiting for their common inversion. */
template <class B>
class secret_rows {
public:
    secret_rows(u8* verdict_column, const koblitz_output& output) : verdicts(verdict_column), out(output) {}
    secret_rows(const secret_rows&) = delete;
    secret_rows& operator=(const secret_rows&) = delete;

    /* The point of row at; its output is zeros unless it is valid and finite. */
    void add(size_t at, const typename B::secret_gej& point, choice is_valid) {
        using F = typename B::secret_field;
        typename F::fe one;
        F::set_u32(one, 1);
        const choice infinity = point.infinity | F::is_zero(point.z);
        points[n] = point;
        F::select(points[n].z, infinity, one, point.z);
        valid[n] = is_valid & !infinity;
        rows[n] = at;
        if (++n == room)
            flush();
    }

    void flush() {
        if (n == 0)
            return;
        typename B::secret_ge r[room];
        typename B::secret_field::fe scratch[room];
        batch_to_affine(r, points, n, scratch);
        secret_limbs x, y;
        for (size_t i = 0; i < n; i++) {
            B::secret_field::to_limbs(x, r[i].x);
            B::secret_field::to_limbs(y, r[i].y);
            export_key(out, rows[i], x, y);
            zero_unless(valid[i], row(out, rows[i]), out.size);
            verdicts[rows[i]] = static_cast<u8>(export_result(valid[i]));
        }
        wipe(x);
        wipe(y);
        wipe(points);
        wipe(r);
        wipe(scratch);
        n = 0;
    }

private:
    static constexpr size_t room = 16;
    u8* const verdicts;
    const koblitz_output& out;
    typename B::secret_gej points[room];
    choice valid[room];
    size_t rows[room];
    size_t n = 0;
};

/* Lane i of points as row at, zeros unless valid. */
inline void export_lane(const koblitz_output& out, u8* verdicts, size_t at,
                        const koblitz_lanes::secret_affine_points* points, int i, choice valid) {
    const place in_lanes(i);
    secret_limbs x, y;
    secret_lanes::get(x, points[in_lanes.group].x, in_lanes.lane);
    secret_lanes::get(y, points[in_lanes.group].y, in_lanes.lane);
    export_key(out, at, x, y);
    zero_unless(valid, row(out, at), out.size);
    verdicts[at] = static_cast<u8>(export_result(valid));
    wipe(x);
    wipe(y);
}

template <class B>
[[gnu::noinline]] void pubkey_create_chunk(const koblitz_lanes::kernels& lanes, const gen_context& gen,
                                           u8* verdicts, const koblitz_output& out,
                                           const koblitz_column& seckeys, size_t first, int count) {
    using X = typename B::secret_scalar;
    const int groups = groups_of(count);
    choice valid[chunk_rows];
    koblitz_lanes::blinding blinding;
    koblitz_lanes::sealed<koblitz_lanes::limbs<4>> bits;
    koblitz_lanes::secret_jacobian_points product[chunk_groups] = {};
    koblitz_lanes::secret_affine_points r[chunk_groups];
    secret_lanes::put(blinding, gen);
    for (int g = 0; g < groups; g++) {
        for (int lane = 0; lane < koblitz_lanes::width; lane++) {
            const int i = g * koblitz_lanes::width + lane;
            X k(B::scalar::one());
            if (i < count)
                k = X::parse_seckey(row(seckeys, first + static_cast<size_t>(i)).data, &valid[i]);
            secret_limbs limbs;
            k = k + X::from_limbs(gen.offset);
            k.to_limbs(limbs);
            secret_lanes::put(bits, lane, limbs);
            k.wipe();
            wipe(limbs);
        }
        lanes.generate(product[g], bits, blinding, B::fixed_base_table());
    }
    lanes.to_affine_secret(r, product, groups, field_inverse);
    for (int i = 0; i < count; i++)
        export_lane(out, verdicts, first + static_cast<size_t>(i), r, i, valid[i]);
    wipe(blinding);
    wipe(bits);
    wipe(product);
    wipe(r);
}

/* A column of 32 bytes each. */
template <class B>
void batch_pubkey_create(const koblitz_lanes::kernels* lanes, const gen_context& gen, u8* verdicts,
                         const koblitz_output& out, const koblitz_column& seckeys, size_t n) {
    using X = typename B::secret_scalar;
    secret_rows<B> rows(verdicts, out);
    for_chunks<fewest_base_rows>(
        lanes, n,
        [&](size_t first, int count) {
            pubkey_create_chunk<B>(*lanes, gen, verdicts, out, seckeys, first, count);
        },
        [&](size_t i) {
            typename B::secret_gej j;
            choice valid;
            X k = X::parse_seckey(row(seckeys, i).data, &valid);
            ecmult_gen<B>(j, gen, k);
            rows.add(i, j, valid);
            k.wipe();
            wipe(j);
        });
    rows.flush();
}

/* The halves of a secret key times the points of a chunk; count is at least 1. */
[[gnu::noinline]] inline void pubkey_mul_chunk(const koblitz_lanes::kernels& lanes,
                                               const koblitz_lanes::sealed<koblitz_lanes::limbs<3>>& v1,
                                               const koblitz_lanes::sealed<koblitz_lanes::limbs<3>>& v2,
                                               u8* verdicts, const koblitz_output& out,
                                               const koblitz_column& in, choice valid, size_t first,
                                               int count) {
    const int groups = groups_of(count);
    key_chunk keys;
    koblitz_lanes::secret_jacobian_points product[chunk_groups];
    koblitz_lanes::secret_affine_points r[chunk_groups];
    keys.start(groups);
    for (int i = 0; i < count; i++)
        read_key(keys, i, in, first + static_cast<size_t>(i), key_form::sec1);
    for (int i = 0; holds_objects(in) && i < count; i++)
        keys.distrust(i);
    keys.complete(lanes, groups);
    int g = 0;
    do
        lanes.multiply(product[g], keys.points[g], v1, v2);
    while (++g < groups);
    lanes.to_affine_secret(r, product, groups, field_inverse);
    for (int i = 0; i < count; i++)
        export_lane(out, verdicts, first + static_cast<size_t>(i), r, i,
                    valid & choice::from_bit(keys.ok[i] ? 1 : 0));
    wipe(product);
    wipe(r);
}

/* An object that is a point of the curve, as the functions that make objects leave them. */
template <class B>
bool is_point(const u8 key[64]) {
    u64 x[4], y[4];
    typename B::ge p;
    pubkey_load(x, y, key);
    if (!prime::is_canonical_var(x) || !prime::is_canonical_var(y))
        return false;
    load(p, key);
    return on_curve_var<B>(p);
}

/* seckey times each point; with an invalid seckey every row fails. Whether a row is a point is public: an
 * object off the curve is refused too, since its product would tell of the secret key. */
template <class B>
void batch_pubkey_mul(const koblitz_lanes::kernels* lanes, u8* verdicts, const koblitz_output& out,
                      const koblitz_column& in, const u8 seckey[32], size_t n) {
    using X = typename B::secret_scalar;
    choice valid;
    X k = X::parse_seckey(seckey, &valid);
    secret_bits b1, b2;
    koblitz_lanes::sealed<koblitz_lanes::limbs<3>> v1, v2;
    k.signed_bits(b1, b2);
    secret_lanes::put(v1, b1);
    secret_lanes::put(v2, b2);
    secret_rows<B> rows(verdicts, out);
    for_chunks(
        lanes, n,
        [&](size_t first, int count) {
            pubkey_mul_chunk(*lanes, v1, v2, verdicts, out, in, valid, first, count);
        },
        [&](size_t i) {
            u8 key[64];
            typename B::ge p;
            typename B::secret_gej j;
            if (!read_key<B>(key, in, i, key_form::sec1) || (holds_objects(in) && !is_point<B>(key))) {
                write_key(out, i, false, nullptr);
                verdicts[i] = 0;
                return;
            }
            load(p, key);
            ecmult_const<B>(j, p, k);
            rows.add(i, j, valid);
            wipe(j);
        });
    rows.flush();
    k.wipe();
    wipe(b1);
    wipe(b2);
    wipe(v1);
    wipe(v2);
}

} // namespace koblitz

#endif
