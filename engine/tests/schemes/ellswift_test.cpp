/* BIP-324's vectors, every row: decoding, its inverses, and the shared secrets of the packet vectors. */
#include "schemes/ellswift.h"

#include "abi/context.h"
#include "field/field.h"
#include "schemes/pubkey.h"
#include "secp256k1_ellswift.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

const std::string folder = std::string(KOBLITZ_VECTORS) + "/bip-0324/";
const secp256k1_context* const ctx = secp256k1_context_static;

/* The compressed encoding of what ell decodes to. */
bytes decoded(const bytes& ell) {
    secp256k1_pubkey key;
    bytes out(33);
    size_t length = out.size();
    CHECK(ell.size() == 64 && secp256k1_ellswift_decode(ctx, &key, ell.data()) == 1);
    CHECK(secp256k1_ec_pubkey_serialize(ctx, out.data(), &length, &key, SECP256K1_EC_COMPRESSED));
    return out;
}

bytes joined(const std::string& a, const std::string& b) {
    return from_hex(a + b);
}

/* ellswift, x, comment. The parity of y is that of t mod p, in the last 32 bytes. */
void decode() {
    const auto rows = read_csv(folder + "ellswift_decode_test_vectors.csv");
    for (size_t i = 1; i < rows.size(); i++) {
        check::row("decode " + std::to_string(i) + " " + rows[i][2]);
        const bytes ell = from_hex(rows[i][0]), key = decoded(ell);
        CHECK(bytes(key.begin() + 1, key.end()) == from_hex(rows[i][1]));
        koblitz::u64 t[4];
        const bool above = !koblitz::read_coordinate(t, ell.data() + 32);
        CHECK((key[0] & 1) == ((ell[63] & 1) ^ (above ? 1 : 0)));
    }
    CHECK(rows.size() == 77);
}

/* The t of a case with which the point of even y is encoded, or nothing. */
bytes inverse(const bytes& u32, const bytes& x32, unsigned which) {
    koblitz::u64 x[4];
    koblitz::point p;
    bytes t(32);
    koblitz::load_be256(x, x32.data());
    CHECK(koblitz::curve().lift_x(p, x, false));
    if (!koblitz::curve().ellswift_encode(t.data(), u32.data(), p, which))
        return {};
    CHECK((t[31] & 1) == 0);
    return t;
}
bytes negated(const bytes& t32) {
    koblitz::u64 t[4];
    bytes out(32);
    koblitz::load_be256(t, t32.data());
    koblitz::ring::sub4(t, koblitz::prime::limbs, t);
    koblitz::store_be256(out.data(), t);
    return out;
}

/* u, x, case0_t, ..., case7_t, comment */
void inverses() {
    const auto rows = read_csv(folder + "xswiftec_inv_test_vectors.csv");
    for (size_t i = 1; i < rows.size(); i++) {
        const bytes u = from_hex(rows[i][0]), x = from_hex(rows[i][1]);
        for (unsigned which = 0; which < 8; which++) {
            check::row("inverse " + std::to_string(i) + " case " + std::to_string(which));
            const std::string& expected = rows[i][2 + which];
            const bytes t = inverse(u, x, which);
            CHECK(t.empty() == expected.empty());
            if (t.empty() || expected.empty())
                continue;
            CHECK(t == from_hex(expected) || negated(t) == from_hex(expected));
            const bytes key = decoded(joined(rows[i][0], to_hex(t)));
            CHECK(bytes(key.begin() + 1, key.end()) == x);
            const bytes other = decoded(joined(rows[i][0], to_hex(negated(t))));
            CHECK(bytes(other.begin() + 1, other.end()) == x && other[0] != key[0]);
        }
    }
    CHECK(rows.size() == 33);
}

int copy_x(unsigned char* output, const unsigned char* x32, const unsigned char*, const unsigned char*,
           void*) {
    std::memcpy(output, x32, 32);
    return 1;
}

void packets() {
    const auto rows = read_csv(folder + "packet_encoding_test_vectors.csv");
    auto column = [&rows](const char* name) {
        for (size_t i = 0; i < rows[0].size(); i++) {
            if (rows[0][i] == name)
                return i;
        }
        CHECK(false);
        return size_t{0};
    };
    const size_t priv = column("in_priv_ours"), ours = column("in_ellswift_ours"),
                 theirs = column("in_ellswift_theirs"), initiating = column("in_initiating"),
                 x_ours = column("mid_x_ours"), x_theirs = column("mid_x_theirs"),
                 x_shared = column("mid_x_shared"), secret = column("mid_shared_secret");
    for (size_t i = 1; i < rows.size(); i++) {
        const auto& r = rows[i];
        check::row("packet " + r[0]);
        const bytes seckey = from_hex(r[priv]), own = from_hex(r[ours]), other = from_hex(r[theirs]);
        const bytes own_key = decoded(own), other_key = decoded(other);
        CHECK(bytes(own_key.begin() + 1, own_key.end()) == from_hex(r[x_ours]));
        CHECK(bytes(other_key.begin() + 1, other_key.end()) == from_hex(r[x_theirs]));
        bytes out(32);
        const int party = r[initiating] == "1" ? 0 : 1;
        const unsigned char* a = party == 0 ? own.data() : other.data();
        const unsigned char* b = party == 0 ? other.data() : own.data();
        CHECK(secp256k1_ellswift_xdh(ctx, out.data(), a, b, seckey.data(), party, copy_x, nullptr));
        CHECK(out == from_hex(r[x_shared]));
        CHECK(secp256k1_ellswift_xdh(ctx, out.data(), a, b, seckey.data(), party,
                                     secp256k1_ellswift_xdh_hash_function_bip324, nullptr));
        CHECK(out == from_hex(r[secret]));
    }
    CHECK(rows.size() == 8);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"decode", decode}, {"inverses", inverses}, {"packets", packets}});
}
