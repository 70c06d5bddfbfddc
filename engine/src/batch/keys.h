/* Public keys of rows and of chunks in lanes, and a chunk's inverses. Variable time. */
#ifndef KOBLITZ_BATCH_KEYS_H
#define KOBLITZ_BATCH_KEYS_H

#include "batch/rows.h"
#include "field/field.h"
#include "lanes/exchange.h"
#include "mul/tables/tables.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"

namespace koblitz {

/* The points of a chunk's rows; the generator where a row has none. */
struct key_chunk {
    koblitz_lanes::affine_points points[chunk_groups];
    bool ok[chunk_rows];

    /* No row has a point. */
    void start(int groups) {
        for (int i = 0; i < groups; i++)
            odd_[i] = lift_[i] = check_[i] = 0;
        for (int i = 0; i < groups * koblitz_lanes::width; i++)
            set_none(i);
    }
    void set_none(int i) {
        ok[i] = false;
        set(i, tables::generator.x, tables::generator.y);
    }
    void set(int i, const u64 x[4], const u64 y[4]) {
        const place at(i);
        put(points[at.group].x, at.lane, x);
        put(points[at.group].y, at.lane, y);
    }
    /* The point with this x, below p, and the parity of y, which complete computes. */
    void set_lifted(int i, const u64 x[4], bool odd) {
        const place at(i);
        put(points[at.group].x, at.lane, x);
        lift_[at.group] |= bit(at.lane);
        if (odd)
            odd_[at.group] |= bit(at.lane);
        ok[i] = true;
    }
    void get(u64 x[4], u64 y[4], int i) const {
        const place at(i);
        koblitz::get(x, points[at.group].x, at.lane);
        koblitz::get(y, points[at.group].y, at.lane);
    }
    /* 33 or 65 bytes as pubkey_parse takes them. */
    void set_encoded(int i, bytes key) {
        u64 x[4], y[4];
        if (key.size == 33 && (key.data[0] == 2 || key.data[0] == 3)) {
            load_be256(x, key.data + 1);
            if (prime::is_canonical_var(x))
                set_lifted(i, x, key.data[0] == 3);
        } else if (key.size == 65 && (key.data[0] == 4 || key.data[0] == 6 || key.data[0] == 7)) {
            load_be256(x, key.data + 1);
            load_be256(y, key.data + 33);
            if (prime::is_canonical_var(x) && prime::is_canonical_var(y) &&
                (key.data[0] == 4 || (y[0] & 1) == (key.data[0] & 1u))) {
                set(i, x, y);
                check(i);
                ok[i] = true;
            }
        }
    }
    /* 32 bytes as xonly_parse takes them. */
    void set_xonly(int i, bytes key) {
        u64 x[4];
        if (key.size != 32)
            return;
        load_be256(x, key.data);
        if (prime::is_canonical_var(x))
            set_lifted(i, x, false);
    }
    void set_object(int i, const u8 key[64]) {
        u64 x[4], y[4];
        if (!pubkey_is_set(key))
            return;
        pubkey_load(x, y, key);
        set(i, x, y);
        ok[i] = true;
    }

    /* Has complete refuse row i, an object, unless it is a point of the curve. */
    void distrust(int i) {
        u64 x[4], y[4];
        get(x, y, i);
        if (!prime::is_canonical_var(x) || !prime::is_canonical_var(y))
            set_none(i);
        check(i);
    }

    /* Computes the y that are missing, refuses points that are not there. */
    void complete(const koblitz_lanes::kernels& lanes, int groups) {
        koblitz_lanes::affine_points lifted[chunk_groups];
        koblitz_lanes::lane_set odd[chunk_groups], found[chunk_groups];
        int at[chunk_groups], n = 0;
        for (int g = 0; g < groups; g++) {
            if (lift_[g] != 0) {
                lifted[n].x = points[g].x;
                odd[n] = odd_[g];
                at[n++] = g;
            }
            if (check_[g] != 0)
                refuse(g, static_cast<u8>(check_[g] & ~lanes.on_curve(points[g])));
        }
        if (n != 0)
            lanes.lift_x(lifted, odd, found, n);
        for (int j = 0; j < n; j++) {
            const int g = at[j];
            for (int lane = 0; lane < koblitz_lanes::width; lane++) {
                u64 y[4];
                koblitz::get(y, lifted[j].y, lane);
                if ((lift_[g] >> lane & 1) != 0)
                    put(points[g].y, lane, y);
            }
            refuse(g, static_cast<u8>(lift_[g] & ~found[j]));
        }
    }

private:
    static koblitz_lanes::lane_set bit(int lane) { return static_cast<u8>(1u << lane); }
    void check(int i) {
        const place at(i);
        check_[at.group] |= bit(at.lane);
    }
    void refuse(int g, koblitz_lanes::lane_set rows) {
        for (int lane = 0; lane < koblitz_lanes::width; lane++)
            if ((rows >> lane & 1) != 0)
                set_none(g * koblitz_lanes::width + lane);
    }
    koblitz_lanes::lane_set odd_[chunk_groups], lift_[chunk_groups], check_[chunk_groups];
};

/* Point i of those that the kernel to_affine gave; false where it had none: there it leaves 0, and no point
 * has x = 0, as 7 is no square. */
inline bool get_point(u64 x[4], u64 y[4], const koblitz_lanes::affine_points* points, int i) {
    const place at(i);
    get(x, points[at.group].x, at.lane);
    get(y, points[at.group].y, at.lane);
    return (x[0] | x[1] | x[2] | x[3]) != 0;
}

/* What a column of keys holds where it does not hold objects: 33 or 65 bytes as pubkey_parse takes them, or
 * 32 as xonly_parse does. */
enum class key_form { sec1, xonly };

/* Row at of a column of keys as an object; false when it is refused. */
template <class B>
bool read_key(u8 key[64], const koblitz_column& c, size_t at, key_form form) {
    const bytes in = row(c, at);
    if (holds_objects(c)) {
        __builtin_memcpy(key, in.data, 64);
        return pubkey_is_set(key);
    }
    return form == key_form::xonly ? in.size == 32 && xonly_parse<B>(key, in.data) != 0
                                   : pubkey_parse<B>(key, in.data, in.size) != 0;
}
/* The same as row i of a chunk. */
inline void read_key(key_chunk& keys, int i, const koblitz_column& c, size_t at, key_form form) {
    const bytes in = row(c, at);
    if (holds_objects(c)) {
        keys.set_object(i, in.data);
    } else if (form == key_form::xonly) {
        keys.set_xonly(i, in);
    } else {
        keys.set_encoded(i, in);
    }
}

/* r[i] = 1 / a[i], none 0, n a multiple of eight; one inversion. Products of every eighth, so that they do
 * not wait for one another. */
template <class S>
void inverses_var(S* r, const S* a, int n) {
    constexpr int chains = koblitz_lanes::width;
    S all[chains], inv[chains];
    for (int j = 0; j < chains; j++)
        all[j] = S::one();
    for (int i = 0; i < n; i++) {
        r[i] = all[i % chains];
        all[i % chains] = all[i % chains] * a[i];
    }
    S before[chains], left;
    before[0] = all[0];
    for (int j = 1; j < chains; j++)
        before[j] = before[j - 1] * all[j];
    left = before[chains - 1].inverse_var();
    for (int j = chains - 1; j > 0; j--) {
        inv[j] = left * before[j - 1];
        left = left * all[j];
    }
    inv[0] = left;
    for (int i = n - 1; i >= 0; i--) {
        r[i] = inv[i % chains] * r[i];
        inv[i % chains] = inv[i % chains] * a[i];
    }
}

/* r[i] = the point with x = x32[i], 32 bytes big-endian, and this parity of y; false if one is not there.
 * count is at most chunk_rows; lanes may be null. */
template <class B>
[[gnu::noinline]] bool lift_rows(const koblitz_lanes::kernels* lanes, koblitz_lanes::packed_point* r,
                                 const u8* const* x32, const bool* odd, int count) {
    using F = typename B::field;
    if (lanes == nullptr) {
        for (int i = 0; i < count; i++) {
            typename B::fe x;
            typename B::ge a;
            if (!F::parse_var(x, x32[i]) || !set_xo_var<B>(a, x, odd[i]))
                return false;
            save(r[i], a);
        }
        return true;
    }
    key_chunk points;
    points.start(groups_of(count));
    for (int i = 0; i < count; i++) {
        u64 x[4];
        load_be256(x, x32[i]);
        if (!prime::is_canonical_var(x))
            return false;
        points.set_lifted(i, x, odd[i]);
    }
    points.complete(*lanes, groups_of(count));
    for (int i = 0; i < count; i++) {
        if (!points.ok[i])
            return false;
        points.get(r[i].w, r[i].w + 4, i);
    }
    return true;
}

} // namespace koblitz

#endif
