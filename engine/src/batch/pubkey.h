/* Batches of public keys: parsing, tweaks, recovery. Variable time. */
#ifndef KOBLITZ_BATCH_PUBKEY_H
#define KOBLITZ_BATCH_PUBKEY_H

#include "batch/keys.h"
#include "schemes/recovery.h"

namespace koblitz {

/* Writes row i: an object (64 bytes), or the encoding of 33 or 65 bytes. */
inline void write_key(const koblitz_output& out, size_t i, const u64 x[4], const u64 y[4]) {
    u8* const to = row(out, i);
    if (out.size == 64) {
        pubkey_store(to, x, y);
        return;
    }
    to[0] = out.size == 65 ? 4 : static_cast<u8>(2 | (y[0] & 1));
    store_be256(to + 1, x);
    if (out.size == 65)
        store_be256(to + 33, y);
}
/* From an object; zeros where there is none. */
inline void write_key(const koblitz_output& out, size_t i, bool ok, const u8 key[64]) {
    u64 x[4], y[4];
    if (!ok) {
        __builtin_memset(row(out, i), 0, out.size);
        return;
    }
    pubkey_load(x, y, key);
    write_key(out, i, x, y);
}

template <class B>
void batch_pubkey_parse(const koblitz_lanes::kernels* lanes, u8* verdicts, const koblitz_output& out,
                        const koblitz_column& in, size_t n) {
    for_chunks(
        lanes, n,
        [&](size_t first, int count) {
            const int groups = groups_of(count);
            key_chunk keys;
            keys.start(groups);
            for (int i = 0; i < count; i++)
                read_key(keys, i, in, first + static_cast<size_t>(i), key_form::sec1);
            keys.complete(*lanes, groups);
            for (int i = 0; i < count; i++) {
                const size_t at = first + static_cast<size_t>(i);
                u64 x[4], y[4];
                verdicts[at] = keys.ok[i] ? 1 : 0;
                keys.get(x, y, i);
                if (keys.ok[i]) {
                    write_key(out, at, x, y);
                } else {
                    write_key(out, at, false, nullptr);
                }
            }
        },
        [&](size_t i) {
            u8 key[64];
            const bool ok = read_key<B>(key, in, i, key_form::sec1);
            verdicts[i] = ok ? 1 : 0;
            write_key(out, i, ok, key);
        });
}

/* keys[i] + tweaks[i] G of a chunk. done(i, at, x, y) takes each sum, null where there is none. Rows whose
 * incomplete sums met take the code of single rows. */
template <class B, class Done>
[[gnu::noinline]] void tweak_chunk(const koblitz_lanes::kernels& lanes, const koblitz_column& in,
                                   const koblitz_column& tweaks, key_form form, size_t first, int count,
                                   Done done) {
    using S = typename B::scalar;
    const int groups = groups_of(count);
    key_chunk keys;
    koblitz_lanes::jacobian_points sum[chunk_groups];
    keys.start(groups);
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
    keys.complete(lanes, groups);
    koblitz_lanes::limbs<4> t_bits[chunk_groups];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        S t;
        if (keys.ok[i])
            t = S::parse(row(tweaks, first + static_cast<size_t>(i)).data, nullptr);
        const place in_lanes(i);
        put(t_bits[in_lanes.group], in_lanes.lane, fixed_base_bits<B>(t).limbs());
    }
    for (int g = 0; g < groups; g++)
        lanes.fixed_base_add(sum[g], keys.points[g], t_bits[g], B::fixed_base_table());
    koblitz_lanes::affine_points r[chunk_groups];
    lanes.to_affine(r, sum, groups, field_inverse_var);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        u64 x[4], y[4];
        const bool finite = get_point(x, y, r, i);
        if (!keys.ok[i]) {
            done(at, nullptr, nullptr);
        } else if (finite) {
            done(at, x, y);
        } else {
            u8 key[64], out[64];
            const bool ok =
                read_key<B>(key, in, at, form) && pubkey_tweak_add<B>(out, key, row(tweaks, at).data) != 0;
            pubkey_load(x, y, out);
            done(at, ok ? x : nullptr, y);
        }
    }
}

template <class B>
void batch_pubkey_tweak_add(const koblitz_lanes::kernels* lanes, u8* verdicts, const koblitz_output& out,
                            const koblitz_column& in, const koblitz_column& tweaks, size_t n) {
    for_chunks<fewest_base_rows>(
        lanes, n,
        [&](size_t first, int count) {
            tweak_chunk<B>(*lanes, in, tweaks, key_form::sec1, first, count,
                           [&](size_t at, const u64* x, const u64* y) {
                               verdicts[at] = x != nullptr ? 1 : 0;
                               if (x != nullptr) {
                                   write_key(out, at, x, y);
                               } else {
                                   write_key(out, at, false, nullptr);
                               }
                           });
        },
        [&](size_t i) {
            u8 key[64];
            const bool ok = row(tweaks, i).size == 32 && read_key<B>(key, in, i, key_form::sec1) &&
                            pubkey_tweak_add<B>(key, key, row(tweaks, i).data) != 0;
            verdicts[i] = ok ? 1 : 0;
            write_key(out, i, ok, key);
        });
}

/* Without parities either will do. */
struct tweak_check_columns {
    const koblitz_column& tweaked;
    const koblitz_column* parities;
    const koblitz_column &internal, &tweaks;

    bool readable(size_t i) const {
        return row(tweaked, i).size == 32 && (parities == nullptr || row(*parities, i).size == 1);
    }
    bool has_parity(size_t i, unsigned parity) const {
        return parities == nullptr || row(*parities, i).data[0] == parity;
    }
};

template <class B>
void batch_xonly_tweak_add_check(const koblitz_lanes::kernels* lanes, u8* verdicts,
                                 const tweak_check_columns& c, size_t n) {
    for_chunks<fewest_base_rows>(
        lanes, n,
        [&](size_t first, int count) {
            tweak_chunk<B>(*lanes, c.internal, c.tweaks, key_form::xonly, first, count,
                           [&](size_t at, const u64* x, const u64* y) {
                               u8 x32[32];
                               bool valid = x != nullptr && c.readable(at);
                               if (valid) {
                                   store_be256(x32, x);
                                   valid = __builtin_memcmp(x32, row(c.tweaked, at).data, 32) == 0 &&
                                           c.has_parity(at, y[0] & 1);
                               }
                               verdicts[at] = valid ? 1 : 0;
                           });
        },
        [&](size_t i) {
            u8 key[64];
            int parity;
            const bool valid =
                c.readable(i) && row(c.tweaks, i).size == 32 &&
                read_key<B>(key, c.internal, i, key_form::xonly) &&
                xonly_tweak_add_is<B>(row(c.tweaked, i).data, &parity, key, row(c.tweaks, i).data) &&
                c.has_parity(i, static_cast<unsigned>(parity));
            verdicts[i] = valid ? 1 : 0;
        });
}

struct recovery_columns {
    const koblitz_column &signatures, &recids, &msghashes;

    bool readable(size_t i) const {
        return row(signatures, i).size == 64 && row(recids, i).size == 1 && recid(i) <= 3 &&
               row(msghashes, i).size == 32;
    }
    /* Above 3: it is none. The row has its byte. */
    unsigned recid(size_t i) const {
        const unsigned v = row(recids, i).data[0];
        return v >= 27 ? v - 27 : v;
    }
    template <class B>
    bool recover(u8 key[64], size_t i) const {
        u8 sig[65];
        if (!readable(i) || ecdsa_signature_parse<B>(sig, row(signatures, i).data) == 0)
            return false;
        sig[64] = static_cast<u8>(recid(i));
        return ecdsa_recover<B>(key, sig, row(msghashes, i).data) != 0;
    }
};

/* Q = (s / r) R - (m / r) G. */
template <class B>
[[gnu::noinline]] void recover_chunk(const koblitz_lanes::kernels& lanes, u8* verdicts,
                                     const koblitz_output& out, const recovery_columns& c, size_t first,
                                     int count) {
    using S = typename B::scalar;
    const int groups = groups_of(count);
    key_chunk points;
    S r[chunk_rows], inverse[chunk_rows];
    koblitz_lanes::jacobian_points sum[chunk_groups];
    points.start(groups);
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        r[i] = S::one();
        const size_t at = first + static_cast<size_t>(i);
        if (i >= count || !c.readable(at))
            continue;
        const u8* const sig = row(c.signatures, at).data;
        const unsigned recid = c.recid(at);
        bool r_overflow = false, s_overflow = false;
        const S sr = S::parse(sig, &r_overflow), ss = S::parse(sig + 32, &s_overflow);
        if (r_overflow || s_overflow || sr.is_zero() || ss.is_zero())
            continue;
        u8 lifts[S::max_lifts][32];
        u64 x[4];
        const int lift = (recid & 2) != 0 ? 1 : 0;
        if (lift >= sr.lifts(lifts))
            continue;
        load_be256(x, lifts[lift]);
        points.set_lifted(i, x, (recid & 1) != 0);
        r[i] = sr;
    }
    points.complete(lanes, groups);
    inverses_var(inverse, r, groups * koblitz_lanes::width);
    koblitz_lanes::double_base_bits bits[chunk_groups];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        S m, s;
        if (points.ok[i]) {
            const size_t at = first + static_cast<size_t>(i);
            m = S::parse(row(c.msghashes, at).data, nullptr);
            s = S::parse(row(c.signatures, at).data + 32, nullptr);
        }
        const place in_lanes(i);
        put(bits[in_lanes.group], in_lanes.lane, (m * inverse[i]).negate(), s * inverse[i]);
    }
    for (int g = 0; g < groups; g++)
        lanes.double_base(sum[g], bits[g], points.points[g], B::g_table(), B::g128_table());
    koblitz_lanes::affine_points q[chunk_groups];
    lanes.to_affine(q, sum, groups, field_inverse_var);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        u64 x[4], y[4];
        u8 key[64];
        const bool finite = get_point(x, y, q, i);
        bool ok = points.ok[i];
        if (ok && finite) {
            write_key(out, at, x, y);
        } else {
            ok = ok && c.recover<B>(key, at);
            write_key(out, at, ok, key);
        }
        verdicts[at] = ok ? 1 : 0;
    }
}

template <class B>
void batch_ecdsa_recover(const koblitz_lanes::kernels* lanes, u8* verdicts, const koblitz_output& out,
                         const recovery_columns& c, size_t n) {
    for_chunks(
        lanes, n, [&](size_t first, int count) { recover_chunk<B>(*lanes, verdicts, out, c, first, count); },
        [&](size_t i) {
            u8 key[64];
            const bool ok = c.recover<B>(key, i);
            verdicts[i] = ok ? 1 : 0;
            write_key(out, i, ok, key);
        });
}

} // namespace koblitz

#endif
