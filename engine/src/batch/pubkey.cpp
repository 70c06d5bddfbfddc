#include "batch/pubkey.h"

#include "batch/keys.h"
#include "schemes/ecdsa.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"

namespace koblitz {

void end_row(const koblitz_output& out, u8* verdicts, size_t i, bool ok, const point& p) {
    u8* const to = row(out, i);
    verdicts[i] = ok ? 1 : 0;
    if (!ok) {
        __builtin_memset(to, 0, out.size);
    } else if (out.size == 64) {
        store_point(to, p);
    } else {
        to[0] = out.size == 65 ? 4 : static_cast<u8>(2 | (p.y[0] & 1));
        store_be256(to + 1, p.x);
        if (out.size == 65)
            store_be256(to + 33, p.y);
    }
}

void batch_pubkey_parse(const backend& b, u8* verdicts, const koblitz_output& out, const koblitz_column& in,
                        size_t n) {
    for_chunks(
        b.lanes, n,
        [&](size_t first, int count) {
            key_chunk keys(count);
            for (int i = 0; i < count; i++)
                read_key(keys, i, in, first + static_cast<size_t>(i), key_form::sec1);
            keys.complete(*b.lanes);
            for (int i = 0; i < count; i++)
                end_row(out, verdicts, first + static_cast<size_t>(i), keys.ok[i], keys.get(i));
        },
        [&](size_t i) {
            u8 key[64] = {};
            const bool ok = read_key(key, in, i, key_form::sec1);
            end_row(out, verdicts, i, ok, load_point(key));
        });
}

namespace {

/* keys[i] + tweaks[i] G of a chunk. done(at, ok, p) takes each sum, ok where there is one. Rows with an
 * exceptional addition take the code of single rows. */
template <class Done>
[[gnu::noinline]] void tweak_chunk(const koblitz_lanes::kernels& lanes, const koblitz_column& in,
                                   const koblitz_column& tweaks, key_form form, size_t first, int count,
                                   Done done) {
    const int groups = groups_of(count);
    key_chunk keys(count);
    koblitz_lanes::jacobian_points sum[chunk_groups];
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        const bytes tweak = row(tweaks, at);
        u64 t[4];
        if (tweak.size != 32)
            continue;
        load_be256(t, tweak.data);
        if (ring::is_canonical_var(t))
            read_key(keys, i, in, at, form);
    }
    keys.complete(lanes);
    koblitz_lanes::limbs<4> t_bits[chunk_groups];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        scalar t;
        if (keys.ok[i])
            t = scalar::parse(row(tweaks, first + static_cast<size_t>(i)).data, nullptr);
        const place in_lanes(i);
        put(t_bits[in_lanes.group], in_lanes.lane, (t + scalar(tables::ecmult_gen_offset)).limbs());
    }
    for (int g = 0; g < groups; g++)
        lanes.ecmult_gen_add_x8(sum[g], keys.points[g], t_bits[g], tables::gen);
    koblitz_lanes::affine_points r[chunk_groups];
    lanes.to_affine(r, sum, groups, field_inverse_var);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        point p;
        bool ok = get_point(p, r, i);
        if (keys.ok[i] && !ok) {
            u8 key[64] = {};
            ok = read_key(key, in, at, form) && pubkey_tweak_add(key, key, row(tweaks, at).data) != 0;
            p = load_point(key);
        }
        done(at, keys.ok[i] && ok, p);
    }
}

} // namespace

void batch_pubkey_tweak_add(const backend& b, u8* verdicts, const koblitz_output& out,
                            const koblitz_column& in, const koblitz_column& tweaks, size_t n) {
    for_chunks<fewest_gen_rows>(
        b.lanes, n,
        [&](size_t first, int count) {
            tweak_chunk(*b.lanes, in, tweaks, key_form::sec1, first, count,
                        [&](size_t at, bool ok, const point& p) { end_row(out, verdicts, at, ok, p); });
        },
        [&](size_t i) {
            u8 key[64] = {};
            const bool ok = row(tweaks, i).size == 32 && read_key(key, in, i, key_form::sec1) &&
                            pubkey_tweak_add(key, key, row(tweaks, i).data) != 0;
            end_row(out, verdicts, i, ok, load_point(key));
        });
}

void batch_xonly_tweak_add_check(const backend& b, u8* verdicts, const tweak_check_columns& c, size_t n) {
    for_chunks<fewest_gen_rows>(
        b.lanes, n,
        [&](size_t first, int count) {
            tweak_chunk(*b.lanes, c.internal, c.tweaks, key_form::xonly, first, count,
                        [&](size_t at, bool ok, const point& p) {
                            const bool valid = ok && c.readable(at) && has_x(p, row(c.tweaked, at).data) &&
                                               c.has_parity(at, p.y[0] & 1);
                            verdicts[at] = valid ? 1 : 0;
                        });
        },
        [&](size_t i) {
            u8 key[64];
            int parity;
            const bool valid =
                c.readable(i) && row(c.tweaks, i).size == 32 &&
                read_key(key, c.internal, i, key_form::xonly) &&
                xonly_tweak_add_is(row(c.tweaked, i).data, &parity, key, row(c.tweaks, i).data) &&
                c.has_parity(i, static_cast<unsigned>(parity));
            verdicts[i] = valid ? 1 : 0;
        });
}

bool recovery_columns::recover(point& p, size_t i) const {
    u8 sig[65], key[64];
    if (!readable(i) || ecdsa_signature_parse(sig, row(signatures, i).data) == 0)
        return false;
    sig[64] = static_cast<u8>(recid(i));
    const bool ok = ecdsa_recover(key, sig, row(msghashes, i).data) != 0;
    p = load_point(key);
    return ok;
}

namespace {

/* Q = (s / r) R - (m / r) G. */
[[gnu::noinline]] void recover_chunk(const koblitz_lanes::kernels& lanes, u8* verdicts,
                                     const koblitz_output& out, const recovery_columns& c, size_t first,
                                     int count) {
    const int groups = groups_of(count);
    key_chunk points(count);
    scalar r[chunk_rows], inverse[chunk_rows];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        r[i] = scalar::one();
        const size_t at = first + static_cast<size_t>(i);
        if (i >= count || !c.readable(at))
            continue;
        const u8* const sig = row(c.signatures, at).data;
        const unsigned recid = c.recid(at);
        bool r_overflow = false, s_overflow = false;
        const scalar sr = scalar::parse(sig, &r_overflow), ss = scalar::parse(sig + 32, &s_overflow);
        if (r_overflow || s_overflow || sr.is_zero() || ss.is_zero())
            continue;
        u64 x[scalar::max_x_candidates][4];
        const int at_x = (recid & 2) != 0 ? 1 : 0;
        if (at_x >= sr.x_candidates(x))
            continue;
        points.set_x(i, x[at_x], (recid & 1) != 0);
        r[i] = sr;
    }
    points.complete(lanes);
    inverses_var(inverse, r, groups * koblitz_lanes::width);
    koblitz_lanes::ecmult_bits bits[chunk_groups];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        scalar m, s;
        if (points.ok[i]) {
            const size_t at = first + static_cast<size_t>(i);
            m = scalar::parse(row(c.msghashes, at).data, nullptr);
            s = scalar::parse(row(c.signatures, at).data + 32, nullptr);
        }
        const place in_lanes(i);
        put(bits[in_lanes.group], in_lanes.lane, (m * inverse[i]).negate(), s * inverse[i]);
    }
    ecmult_groups(lanes, points.points, bits, groups);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        point p;
        bool ok = get_point(p, points.points, i);
        if (points.ok[i] && !ok)
            ok = c.recover(p, at);
        end_row(out, verdicts, at, points.ok[i] && ok, p);
    }
}

} // namespace

void batch_ecdsa_recover(const backend& b, u8* verdicts, const koblitz_output& out, const recovery_columns& c,
                         size_t n) {
    for_chunks(
        b.lanes, n, [&](size_t first, int count) { recover_chunk(*b.lanes, verdicts, out, c, first, count); },
        [&](size_t i) {
            point p = {};
            const bool ok = c.recover(p, i);
            end_row(out, verdicts, i, ok, p);
        });
}

} // namespace koblitz
