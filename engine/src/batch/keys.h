/* Public keys of rows and of chunks in lanes, and a chunk's inverses. Variable time. */
#pragma once

#include "backends/list.h"
#include "batch/rows.h"
#include "ecmult/tables/tables.h"
#include "simd/exchange.h"

namespace koblitz {

/* Point i of a chunk; false where the kernel to_affine gave none: there it leaves 0, and no point has x = 0,
 * as 7 is no square. */
inline bool get_point(point& p, const koblitz_lanes::affine_points* points, int i) {
    const place at(i);
    get(p.x, points[at.group].x, at.lane);
    get(p.y, points[at.group].y, at.lane);
    return (p.x[0] | p.x[1] | p.x[2] | p.x[3]) != 0;
}

/* The points of a chunk's rows; the generator where a row has none. */
struct key_chunk {
    koblitz_lanes::affine_points points[chunk_groups];
    bool ok[chunk_rows];

    /* No row has a point. */
    explicit key_chunk(int rows) : groups_(groups_of(rows)) {
        for (int i = 0; i < groups_; i++)
            odd_[i] = lift_[i] = check_[i] = 0;
        for (int i = 0; i < groups_ * koblitz_lanes::width; i++)
            set_none(i);
    }
    void set_none(int i) {
        point g;
        __builtin_memcpy(&g, &tables::generator, sizeof g);
        set(i, g);
        ok[i] = false;
    }
    void set(int i, const point& p) {
        const place at(i);
        put(points[at.group].x, at.lane, p.x);
        put(points[at.group].y, at.lane, p.y);
        ok[i] = true;
    }
    /* The point with this x, below p, and the parity of y, which complete computes. */
    void set_x(int i, const u64 x[4], bool odd) {
        const place at(i);
        put(points[at.group].x, at.lane, x);
        lift_[at.group] |= bit(at.lane);
        if (odd)
            odd_[at.group] |= bit(at.lane);
        ok[i] = true;
    }
    point get(int i) const {
        point p;
        (void)get_point(p, points, i);
        return p;
    }
    /* 33 or 65 bytes as pubkey_parse takes them. */
    void set_encoded(int i, bytes key);
    /* 32 bytes as xonly_parse takes them. */
    void set_xonly(int i, bytes key);
    void set_object(int i, const u8 key[64]);

    /* complete will refuse row i, an object, unless it is on the curve. */
    void distrust(int i);

    /* Computes the y that are missing, refuses points that are not there. */
    void complete(const koblitz_lanes::kernels& lanes);

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
    const int groups_;
    koblitz_lanes::lane_set odd_[chunk_groups], lift_[chunk_groups], check_[chunk_groups];
};

/* Each point P of groups becomes u1 G + u2 P, affine, with one inversion modulo p. */
void ecmult_groups(const koblitz_lanes::kernels& lanes, koblitz_lanes::affine_points* points,
                   const koblitz_lanes::ecmult_bits* bits, int groups);

/* What a column of keys holds where it does not hold objects: 33 or 65 bytes as pubkey_parse takes them, or
 * 32 as xonly_parse does. */
enum class key_form { sec1, xonly };

/* Row at of a column of keys as an object; false when it is refused. */
bool read_key(u8 key[64], const koblitz_column& c, size_t at, key_form form);
/* The same as row i of a chunk. */
void read_key(key_chunk& keys, int i, const koblitz_column& c, size_t at, key_form form);

/* r[i] = 1 / a[i], none 0, n a multiple of eight; one inversion. Products of every eighth, so that they do
 * not wait for one another. */
void inverses_var(scalar* r, const scalar* a, int n);

/* r[i] = the point with x = x32[i], 32 bytes big-endian, and this parity of y; false if one is not there.
 * count is at most chunk_rows. */
bool lift_x_rows(const backend& b, point* r, const u8* const* x32, const bool* odd, int count);

} // namespace koblitz
