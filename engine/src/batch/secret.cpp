#include "batch/secret.h"

#include "batch/keys.h"
#include "batch/pubkey.h"
#include "schemes/opaque.h"

namespace koblitz {

namespace {

/* As end_row for a secret point. Constant time in it and in valid. */
void export_row(const koblitz_output& out, u8* verdicts, size_t at, const secret_point& p, choice valid) {
    u8* const to = row(out, at);
    if (out.size == 64) {
        export_point(to, p);
    } else {
        to[0] = out.size == 65 ? 4 : export_bits(choice::yes(), p.y.is_odd());
        p.x.export_be(to + 1);
        if (out.size == 65)
            p.y.export_be(to + 33);
    }
    zero_unless(valid, to, out.size);
    verdicts[at] = static_cast<u8>(export_result(valid));
}

/* Lane i of points. */
void export_lane(const koblitz_output& out, u8* verdicts, size_t at,
                 const koblitz_lanes::secret_affine_points* points, int i, choice valid) {
    const place in_lanes(i);
    secret_point p;
    secret_lanes::get(p.x, points[in_lanes.group].x, in_lanes.lane);
    secret_lanes::get(p.y, points[in_lanes.group].y, in_lanes.lane);
    export_row(out, verdicts, at, p, valid);
}

/* Rows without lanes, which wait for their common inversion: multiply(r, inputs, n) gives their points. */
template <class Input, class Multiply>
class secret_rows {
public:
    secret_rows(u8* verdicts, const koblitz_output& out, Multiply multiply)
        : verdicts_(verdicts), out_(out), multiply_(multiply) {}

    void add(size_t at, const Input& input, choice valid) {
        inputs_[n_] = input;
        valid_[n_] = valid;
        rows_[n_] = at;
        if (++n_ == room)
            flush();
    }
    void flush() {
        if (n_ == 0)
            return;
        secret_point r[room];
        multiply_(r, inputs_, n_);
        for (size_t i = 0; i < n_; i++)
            export_row(out_, verdicts_, rows_[i], r[i], valid_[i]);
        n_ = 0;
    }

private:
    static constexpr size_t room = 16;
    static_assert(room <= most_secret_points);
    u8* const verdicts_;
    const koblitz_output& out_;
    Multiply multiply_;
    Input inputs_[room];
    choice valid_[room];
    size_t rows_[room];
    size_t n_ = 0;
};

[[gnu::noinline]] void pubkey_create_chunk(const koblitz_lanes::kernels& lanes, const gen_context& gen,
                                           u8* verdicts, const koblitz_output& out,
                                           const koblitz_column& seckeys, size_t first, int count) {
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
            secret_scalar k(scalar::one());
            if (i < count)
                k = secret_scalar::parse_seckey(row(seckeys, first + static_cast<size_t>(i)).data, &valid[i]);
            secret_limbs limbs;
            k = k + secret_scalar::from_limbs(gen.offset);
            k.to_limbs(limbs);
            secret_lanes::put(bits, lane, limbs);
        }
        lanes.ecmult_gen_x8(product[g], bits, blinding, tables::gen);
    }
    lanes.to_affine_secret(r, product, groups, field_inverse);
    for (int i = 0; i < count; i++)
        export_lane(out, verdicts, first + static_cast<size_t>(i), r, i, valid[i]);
}

/* The halves of a secret key times the points of a chunk; count is at least 1. */
[[gnu::noinline]] void pubkey_mul_chunk(const koblitz_lanes::kernels& lanes,
                                        const koblitz_lanes::sealed<koblitz_lanes::limbs<3>>& v1,
                                        const koblitz_lanes::sealed<koblitz_lanes::limbs<3>>& v2,
                                        u8* verdicts, const koblitz_output& out, const koblitz_column& in,
                                        choice valid, size_t first, int count) {
    const int groups = groups_of(count);
    key_chunk keys(count);
    koblitz_lanes::secret_jacobian_points product[chunk_groups];
    koblitz_lanes::secret_affine_points r[chunk_groups];
    for (int i = 0; i < count; i++)
        read_key(keys, i, in, first + static_cast<size_t>(i), key_form::sec1);
    for (int i = 0; holds_objects(in) && i < count; i++)
        keys.distrust(i);
    keys.complete(lanes);
    int g = 0;
    do
        lanes.ecmult_const_x8(product[g], keys.points[g], v1, v2);
    while (++g < groups);
    lanes.to_affine_secret(r, product, groups, field_inverse);
    for (int i = 0; i < count; i++)
        export_lane(out, verdicts, first + static_cast<size_t>(i), r, i,
                    valid & choice::from_bit(keys.ok[i] ? 1 : 0));
}

/* An object that is a point of the curve, as the functions that make objects leave them. */
bool is_point(const u8 key[64]) {
    const point p = load_point(key);
    return prime::is_canonical_var(p.x) && prime::is_canonical_var(p.y) && curve().on_curve(p);
}

} // namespace

void batch_pubkey_create(const backend& b, const gen_context& gen, u8* verdicts, const koblitz_output& out,
                         const koblitz_column& seckeys, size_t n) {
    const koblitz_lanes::kernels* const lanes = secret_lanes_of(b);
    const auto multiply = [&gen](secret_point* r, const secret_scalar* k, size_t count) {
        curve().ecmult_gen_each(r, gen, k, count);
    };
    secret_rows<secret_scalar, decltype(multiply)> rows(verdicts, out, multiply);
    for_chunks<fewest_gen_rows>(
        lanes, n,
        [&](size_t first, int count) {
            pubkey_create_chunk(*lanes, gen, verdicts, out, seckeys, first, count);
        },
        [&](size_t i) {
            choice valid;
            const secret_scalar k = secret_scalar::parse_seckey(row(seckeys, i).data, &valid);
            rows.add(i, k, valid);
        });
    rows.flush();
}

void batch_pubkey_mul(const backend& b, u8* verdicts, const koblitz_output& out, const koblitz_column& in,
                      const u8 seckey[32], size_t n) {
    const koblitz_lanes::kernels* const lanes = secret_lanes_of(b);
    choice valid;
    const secret_scalar k = secret_scalar::parse_seckey(seckey, &valid);
    secret_bits b1, b2;
    koblitz_lanes::sealed<koblitz_lanes::limbs<3>> v1, v2;
    k.signed_bits(b1, b2);
    secret_lanes::put(v1, b1);
    secret_lanes::put(v2, b2);
    const auto multiply = [&k](secret_point* r, const point* p, size_t count) {
        curve().ecmult_const_each(r, p, k, count);
    };
    secret_rows<point, decltype(multiply)> rows(verdicts, out, multiply);
    for_chunks(
        lanes, n,
        [&](size_t first, int count) {
            pubkey_mul_chunk(*lanes, v1, v2, verdicts, out, in, valid, first, count);
        },
        [&](size_t i) {
            u8 key[64];
            if (!read_key(key, in, i, key_form::sec1) || (holds_objects(in) && !is_point(key))) {
                end_row(out, verdicts, i, false, {});
                return;
            }
            rows.add(i, load_point(key), valid);
        });
    rows.flush();
}

} // namespace koblitz
