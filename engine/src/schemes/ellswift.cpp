#include "schemes/ellswift.h"

#include "backends/list.h"
#include "field/field.h"
#include "hash/tagged.h"
#include "schemes/opaque.h"

namespace koblitz {

namespace {

constexpr sha256_midstate encode_midstate = tag_midstate("secp256k1_ellswift_encode");
constexpr sha256_midstate create_midstate = tag_midstate("secp256k1_ellswift_create");

/* The hash of a seed followed by a count of four bytes, least significant first: 0, 1, ... The hash is
 * public, the seed need not be. */
class stream {
public:
    explicit stream(const sha256& seed) : seed_(seed), count_(0) {}

    void next(u8 out[32]) {
        u8 bytes[4];
        for (int i = 0; i < 4; i++)
            bytes[i] = static_cast<u8>(count_ >> 8 * i);
        count_++;
        sha256 h(seed_);
        h.write(bytes, 4);
        h.finalize(out);
        declassify_bytes(out, 32);
    }

private:
    const sha256& seed_;
    u32 count_;
};

/* u and cases are drawn until one has a t, four times on average; 64 cases come from one output of the
 * stream, from its last four bits down. Variable time. */
void encode(u8 ell[64], const point& p, stream hashes) {
    u8 cases[32];
    for (unsigned left = 0;; left--) {
        if (left == 0) {
            hashes.next(cases);
            left = 64;
        }
        hashes.next(ell);
        if (curve().ellswift_encode(ell + 32, ell, p, cases[(left - 1) / 2] >> 4 * ((left - 1) % 2)))
            break;
    }
    /* u is written below p: less p it is below 2^64. */
    u64 u[4];
    load_be256(u, ell);
    if (!prime::is_canonical_var(u)) {
        const u64 reduced[4] = {u[0] - prime::limbs[0], 0, 0, 0};
        store_be256(ell, reduced);
    }
}

} // namespace

void ellswift_decode(u8 pubkey[64], const u8 ell[64]) {
    point p;
    curve().ellswift_decode(p, ell, ell + 32);
    store_point(pubkey, p);
}

void ellswift_encode(sha256_compress_fn compress, u8 ell[64], const u8 pubkey[64], const u8 rnd[32]) {
    u8 padded[64] = {};
    pubkey_compress(padded, pubkey);
    sha256 seed(compress, encode_midstate);
    seed.write(padded, 64);
    seed.write(rnd, 32);
    encode(ell, load_point(pubkey), stream(seed));
}

int ellswift_create(const gen_context& gen, sha256_compress_fn compress, u8 ell[64], const u8 seckey[32],
                    const u8* aux) {
    static constexpr u8 zeros[32] = {};
    choice valid = choice::no();
    const secret_scalar k = secret_scalar::parse_seckey(seckey, &valid);
    secret_point secret_p;
    curve().ecmult_gen(secret_p, gen, k, nullptr);
    const point p = declassify_point(secret_p);
    sha256 seed(compress, create_midstate);
    seed.write(seckey, 32);
    seed.write(zeros, 32);
    if (aux != nullptr)
        seed.write(aux, 32);
    encode(ell, p, stream(seed));
    zero_unless(valid, ell, 64);
    return export_result(valid);
}

int ellswift_shared_x(u8 x32[32], const u8 theirs[64], const u8 seckey[32]) {
    choice valid = choice::no();
    const secret_scalar k = secret_scalar::parse_seckey(seckey, &valid);
    secret_limbs x;
    curve().ellswift_xdh(x, theirs, theirs + 32, k);
    x.export_be(x32);
    return export_result(valid);
}

} // namespace koblitz
