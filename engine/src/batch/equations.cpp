#include "batch/equations.h"

#include "batch/keys.h"
#include "schemes/opaque.h"

namespace koblitz {

namespace {

bool equation_holds(const equation& q) {
    point sum;
    return curve().ecmult(sum, scalar::parse(q.g32), load_point(q.p), scalar::parse(q.e32).negate()) &&
           has_x(sum, q.x32) && ((sum.y[0] & 1) != 0) == q.odd;
}

} // namespace

signed128 randomizers::next() {
    if (at_ == 0) {
        at_ = 1;
        return {{1, 0}, false};
    }
    if (at_ % 2 == 1) {
        u8 index[8];
        store_le64(index, at_);
        sha256 h(compress_, batch_randomizer_midstate);
        h.write(seed_, sizeof seed_);
        h.write(index, sizeof index);
        h.finalize(block_);
    }
    const u8* const half = block_ + (at_ % 2 == 1 ? 0 : 16);
    at_++;
    return {{load_le64(half), load_le64(half + 8)}, false};
}

size_t equations::memory_size(size_t n) {
    return curve().bucket_memory(n) + n * sizeof(scalars);
}

equations::equations(void* memory, size_t n)
    : memory_(memory), scalars_(static_cast<scalars*>(
                           static_cast<void*>(static_cast<u8*>(memory) + curve().bucket_memory(n)))),
      n_(n) {}

void equations::set(size_t i, const point& x, const point& p, const scalar& g, const scalar& e) {
    scalars_[i] = {g, e};
    curve().bucket_set(memory_, n_, i, x, p);
}

bool equations::hold(sha256_compress_fn compress, const u8 seed[32]) {
    randomizers random(compress, seed);
    scalar u;
    for (size_t i = 0; i < n_; i++) {
        const signed128 a = random.next();
        const scalar factor({a.magnitude[0], a.magnitude[1], 0, 0});
        u = u + factor * scalars_[i].g;
        /* In the place of g and e: what next gives. */
        scalars_[i] = {factor, factor * scalars_[i].e};
    }
    const auto next = [](void* data, size_t i, signed128& a, scalar& k) {
        const scalars& s = static_cast<const scalars*>(data)[i];
        a = {{s.g.limbs()[0], s.g.limbs()[1]}, false};
        k = s.e;
    };
    return curve().bucket_sum_is_infinity(memory_, n_, u.negate(), next, scalars_);
}

bool equations_hold(const backend& b, sha256_compress_fn compress, const u8 seed[32], const equation* list,
                    size_t n, void* memory) {
    if (n < fewest_equations) {
        for (size_t i = 0; i < n; i++)
            if (!equation_holds(list[i]))
                return false;
        return true;
    }
    equations all(memory, n);
    for (size_t start = 0; start < n; start += chunk_rows) {
        const equation* const part = list + start;
        const int count = static_cast<int>(n - start < chunk_rows ? n - start : chunk_rows);
        point x[chunk_rows];
        const u8* x32[chunk_rows] = {};
        bool odd[chunk_rows] = {};
        for (int i = 0; i < count; i++) {
            x32[i] = part[i].x32;
            odd[i] = part[i].odd;
        }
        if (!lift_x_rows(b, x, x32, odd, count))
            return false;
        for (int i = 0; i < count; i++)
            all.set(start + static_cast<size_t>(i), x[i], load_point(part[i].p), scalar::parse(part[i].g32),
                    scalar::parse(part[i].e32));
    }
    return all.hold(compress, seed);
}

} // namespace koblitz
