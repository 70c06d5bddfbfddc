#include "batch/keys.h"

#include "schemes/opaque.h"
#include "schemes/pubkey.h"

namespace koblitz {

void key_chunk::set_encoded(int i, bytes key) {
    point p;
    const sec1 read = read_sec1(p, key.data, key.size);
    if (read == sec1::compressed) {
        set_x(i, p.x, key.data[0] == 3);
    } else if (read == sec1::whole) {
        set(i, p);
        check(i);
    }
}

void key_chunk::set_xonly(int i, bytes key) {
    u64 x[4];
    if (key.size == 32 && read_coordinate(x, key.data))
        set_x(i, x, false);
}

void key_chunk::set_object(int i, const u8 key[64]) {
    if (pubkey_is_set(key))
        set(i, load_point(key));
}

void key_chunk::distrust(int i) {
    const point p = get(i);
    if (!prime::is_canonical_var(p.x) || !prime::is_canonical_var(p.y))
        set_none(i);
    check(i);
}

void key_chunk::complete(const koblitz_lanes::kernels& lanes) {
    koblitz_lanes::affine_points lifted[chunk_groups];
    koblitz_lanes::lane_set odd[chunk_groups], found[chunk_groups];
    int at[chunk_groups], n = 0;
    for (int g = 0; g < groups_; g++) {
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

bool read_key(u8 key[64], const koblitz_column& c, size_t at, key_form form) {
    const bytes in = row(c, at);
    if (holds_objects(c)) {
        __builtin_memcpy(key, in.data, 64);
        return pubkey_is_set(key);
    }
    return form == key_form::xonly ? in.size == 32 && xonly_parse(key, in.data) != 0
                                   : pubkey_parse(key, in.data, in.size) != 0;
}

void read_key(key_chunk& keys, int i, const koblitz_column& c, size_t at, key_form form) {
    const bytes in = row(c, at);
    if (holds_objects(c)) {
        keys.set_object(i, in.data);
    } else if (form == key_form::xonly) {
        keys.set_xonly(i, in);
    } else {
        keys.set_encoded(i, in);
    }
}

void inverses_var(scalar* r, const scalar* a, int n) {
    constexpr int chains = koblitz_lanes::width;
    scalar all[chains], inv[chains];
    for (int j = 0; j < chains; j++)
        all[j] = scalar::one();
    for (int i = 0; i < n; i++) {
        r[i] = all[i % chains];
        all[i % chains] = all[i % chains] * a[i];
    }
    scalar before[chains], left;
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

void ecmult_groups(const koblitz_lanes::kernels& lanes, koblitz_lanes::affine_points* points,
                   const koblitz_lanes::ecmult_bits* bits, int groups) {
    koblitz_lanes::jacobian_points sum[chunk_groups];
    lanes.ecmult_x8(sum, bits, points, groups, tables::g, tables::g128);
    lanes.to_affine(points, sum, groups, field_inverse_var);
}

[[gnu::noinline]] bool lift_x_rows(const backend& b, point* r, const u8* const* x32, const bool* odd,
                                   int count) {
    if (b.lanes == nullptr) {
        for (int i = 0; i < count; i++) {
            if (!read_coordinate(r[i].x, x32[i]) || !curve().lift_x(r[i], r[i].x, odd[i]))
                return false;
        }
        return true;
    }
    key_chunk points(count);
    for (int i = 0; i < count; i++) {
        u64 x[4];
        if (!read_coordinate(x, x32[i]))
            return false;
        points.set_x(i, x, odd[i]);
    }
    points.complete(*b.lanes);
    for (int i = 0; i < count; i++) {
        if (!points.ok[i])
            return false;
        r[i] = points.get(i);
    }
    return true;
}

} // namespace koblitz
