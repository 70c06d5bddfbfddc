/* Batches that give or check keys against the calls of one row: every backend with lanes of every kind and
 * with none. */
#include <algorithm>

#include "batch/fixture.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_recovery.h"

namespace {

/* Rows of all operations that give keys, with what single calls make of them; an empty result: refused. */
struct key_row {
    bytes key, seckey, tweak, xonly, tweaked, parity, sig, recid, hash;
    bytes parsed, sum, recovered, created, product;
    bool checked, checked_x;
};

int copy_point(unsigned char* out, const unsigned char* x, const unsigned char* y, void*) {
    memcpy(out, x, 32);
    memcpy(out + 32, y, 32);
    return 1;
}

/* The answers of the calls of one row; compressed forms. scan: the secret key of all rows. */
void answer(key_row& r, const bytes& scan) {
    secp256k1_pubkey key, sum;
    secp256k1_xonly_pubkey internal;
    secp256k1_ecdsa_recoverable_signature sig;
    const bool parsed = secp256k1_ec_pubkey_parse(ctx(), &key, r.key.data(), r.key.size()) != 0;
    if (parsed) {
        r.parsed = encode(key, true);
        sum = key;
        if (secp256k1_ec_pubkey_tweak_add(ctx(), &sum, r.tweak.data()))
            r.sum = encode(sum, true);
        bytes point(64);
        if (secp256k1_ecdh(ctx(), point.data(), &key, scan.data(), copy_point, nullptr)) {
            r.product = bytes(1, static_cast<unsigned char>(2 | (point[63] & 1)));
            r.product.insert(r.product.end(), point.begin(), point.begin() + 32);
        }
    }
    if (secp256k1_ec_pubkey_create(ctx(), &sum, r.seckey.data()))
        r.created = encode(sum, true);
    const auto is_sum = [&](int parity) {
        return secp256k1_xonly_pubkey_parse(ctx(), &internal, r.xonly.data()) &&
               secp256k1_xonly_pubkey_tweak_add_check(ctx(), r.tweaked.data(), parity, &internal,
                                                      r.tweak.data());
    };
    r.checked = is_sum(r.parity[0]);
    r.checked_x = is_sum(0) || is_sum(1);
    const int v = r.recid[0], recid = v >= 27 && v <= 30 ? v - 27 : v;
    if (recid <= 3 && secp256k1_ecdsa_recoverable_signature_parse_compact(ctx(), &sig, r.sig.data(), recid) &&
        secp256k1_ecdsa_recover(ctx(), &sum, &sig, r.hash.data()))
        r.recovered = encode(sum, true);
}

key_row make_key_row(random_source& rng) {
    key_row r{};
    r.seckey = random_bytes(rng, 32);
    r.tweak = random_bytes(rng, 32);
    r.hash = random_bytes(rng, 32);
    secp256k1_pubkey key;
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey internal, tweaked;
    secp256k1_ecdsa_recoverable_signature sig;
    int parity = 0, recid = 0;
    CHECK(secp256k1_ec_pubkey_create(ctx(), &key, r.seckey.data()));
    CHECK(secp256k1_keypair_create(ctx(), &pair, r.seckey.data()));
    CHECK(secp256k1_keypair_xonly_pub(ctx(), &internal, nullptr, &pair));
    r.key = encode(key, true);
    r.xonly.resize(32);
    r.tweaked.resize(32);
    r.sig.resize(64);
    secp256k1_xonly_pubkey_serialize(ctx(), r.xonly.data(), &internal);
    CHECK(secp256k1_xonly_pubkey_tweak_add(ctx(), &key, &internal, r.tweak.data()));
    CHECK(secp256k1_xonly_pubkey_from_pubkey(ctx(), &tweaked, &parity, &key));
    secp256k1_xonly_pubkey_serialize(ctx(), r.tweaked.data(), &tweaked);
    CHECK(secp256k1_ecdsa_sign_recoverable(ctx(), &sig, r.hash.data(), r.seckey.data(), nullptr, nullptr));
    secp256k1_ecdsa_recoverable_signature_serialize_compact(ctx(), r.sig.data(), &recid, &sig);
    r.parity = {static_cast<unsigned char>(parity)};
    r.recid = {static_cast<unsigned char>(recid)};
    return r;
}

/* 65 bytes with this tag; x and y of the key, or others. */
void set_uncompressed(key_row& r, unsigned char tag, const char* x = nullptr, const char* y = nullptr) {
    secp256k1_pubkey key;
    CHECK(secp256k1_ec_pubkey_parse(ctx(), &key, r.key.data(), r.key.size()));
    r.key = encode(key, false);
    r.key[0] = tag;
    if (x != nullptr)
        replace(r.key, 1, from_hex(x));
    if (y != nullptr)
        replace(r.key, 33, from_hex(y));
}
/* Tag 6 or 7, right for y or wrong. */
void set_hybrid(key_row& r, bool right) {
    set_uncompressed(r, 4);
    r.key[0] = static_cast<unsigned char>(6 | ((r.key[64] ^ (right ? 0 : 1)) & 1));
}
/* p + 1, 1, and what they are coordinates of. */
constexpr const char p_plus_1[] = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30",
                     one[] = "0000000000000000000000000000000000000000000000000000000000000001",
                     y_of_x_1[] = "4218f20ae6c646b363db68605822fb14264ca8d2587fdd6fbc750d587e76a7ee",
                     x_of_y_1[] = "1fe1e5ef3fceb5c135ab7741333ce5a6e80d68167653f6b2b24bcbcfaaaff507";

struct key_fault {
    const char* name;
    void (*apply)(key_row& r);
};
const key_fault key_faults[] = {
    {"none", [](key_row&) {}},
    {"x is p", [](key_row& r) { replace(r.key, 1, prime), r.xonly = prime; }},
    {"not on the curve",
     [](key_row& r) { replace(r.key, 1, to_width({5}, 32)), r.xonly = to_width({5}, 32); }},
    {"tag 4", [](key_row& r) { r.key[0] = 4; }},
    {"x is 1", [](key_row& r) { replace(r.key, 1, from_hex(one)), r.xonly = from_hex(one); }},
    {"x is p + 1", [](key_row& r) { replace(r.key, 1, from_hex(p_plus_1)), r.xonly = from_hex(p_plus_1); }},
    {"65 bytes", [](key_row& r) { set_uncompressed(r, 4); }},
    {"65 bytes, hybrid", [](key_row& r) { set_hybrid(r, true); }},
    {"65 bytes, hybrid of the other parity", [](key_row& r) { set_hybrid(r, false); }},
    {"65 bytes, tag 2", [](key_row& r) { set_uncompressed(r, 2); }},
    {"65 bytes, tag 5", [](key_row& r) { set_uncompressed(r, 5); }},
    {"65 bytes, not on the curve", [](key_row& r) { set_uncompressed(r, 4, x_of_y_1, y_of_x_1); }},
    {"65 bytes, x is 1", [](key_row& r) { set_uncompressed(r, 4, one, y_of_x_1); }},
    {"65 bytes, x is p + 1", [](key_row& r) { set_uncompressed(r, 4, p_plus_1, y_of_x_1); }},
    {"65 bytes, y is 1", [](key_row& r) { set_uncompressed(r, 4, x_of_y_1, one); }},
    {"65 bytes, y is p + 1", [](key_row& r) { set_uncompressed(r, 4, x_of_y_1, p_plus_1); }},
    {"tweak is n", [](key_row& r) { r.tweak = order; }},
    {"tweak is 0", [](key_row& r) { r.tweak = bytes(32); }},
    {"the sum is infinity", [](key_row& r) { r.tweak = negated(r.seckey); }},
    {"the sum is 2 P", [](key_row& r) { r.tweak = r.seckey; }},
    {"parity", [](key_row& r) { r.parity[0] ^= 1; }},
    {"parity 2", [](key_row& r) { r.parity[0] = 2; }},
    {"tweaked key", [](key_row& r) { r.tweaked[7] ^= 1; }},
    {"recid 4", [](key_row& r) { r.recid[0] = 4; }},
    {"recid 26", [](key_row& r) { r.recid[0] = 26; }},
    {"recid and 27", [](key_row& r) { r.recid[0] = static_cast<unsigned char>(r.recid[0] + 27); }},
    {"the other R, and 27",
     [](key_row& r) { r.recid[0] = static_cast<unsigned char>((r.recid[0] ^ 1) + 27); }},
    {"recid 30, small r", [](key_row& r) { r.recid[0] = 30, replace(r.sig, 0, to_width({9}, 32)); }},
    {"recid 31", [](key_row& r) { r.recid[0] = 31; }},
    {"recid 255", [](key_row& r) { r.recid[0] = 255; }},
    {"the other R", [](key_row& r) { r.recid[0] ^= 1; }},
    {"x of R plus n", [](key_row& r) { r.recid[0] |= 2; }},
    {"small r, plus n", [](key_row& r) { r.recid[0] = 2, replace(r.sig, 0, to_width({9}, 32)); }},
    {"r = 0", [](key_row& r) { replace(r.sig, 0, bytes(32)); }},
    {"r = n", [](key_row& r) { replace(r.sig, 0, order); }},
    {"r = n + 1", [](key_row& r) { replace(r.sig, 0, order_plus(1)), r.recid[0] &= 1; }},
    {"r = 2^256 - 1", [](key_row& r) { replace(r.sig, 0, bytes(32, 0xff)); }},
    {"s = 0", [](key_row& r) { replace(r.sig, 32, bytes(32)); }},
    {"s = n", [](key_row& r) { replace(r.sig, 32, order); }},
    {"s = n + 1", [](key_row& r) { replace(r.sig, 32, order_plus(1)); }},
    {"s = 2^256 - 1", [](key_row& r) { replace(r.sig, 32, bytes(32, 0xff)); }},
    /* (s R - m G) / r with R = G, s = m */
    {"the recovered key is infinity",
     [](key_row& r) { replace(r.sig, 0, generator_x), replace(r.sig, 32, r.hash), r.recid[0] = 0; }},
    {"secret key 0", [](key_row& r) { r.seckey = bytes(32); }},
    {"secret key n", [](key_row& r) { r.seckey = order; }},
    {"secret key 1, G", [](key_row& r) { r.seckey = to_width({1}, 32), r.hash = bytes(32); }},
    {"secret key n - 1", [](key_row& r) { r.seckey = negated(to_width({1}, 32)); }},
    {"secret key 2 (2^264 - 2^256) mod n",
     [](key_row& r) {
         r.seckey = from_hex("0000000000000000000000000000028817a3ec6ecd50c8f7dae7a37933ea0082");
     }},
};

/* A compressed key as an output of size bytes; zeros for none. */
bytes in_form(const bytes& key, size_t size) {
    secp256k1_pubkey object;
    if (key.empty() || !CHECK(secp256k1_ec_pubkey_parse(ctx(), &object, key.data(), key.size())))
        return bytes(size);
    return size == 64 ? bytes(object.data, object.data + 64) : encode(object, size == 33);
}

/* The keys as objects, zeros where there is none. */
std::vector<bytes> objects_of(const std::vector<key_row>& rows, bool xonly) {
    std::vector<bytes> r;
    for (const key_row& row : rows) {
        secp256k1_pubkey key{};
        secp256k1_xonly_pubkey internal{};
        const bool ok = xonly ? secp256k1_xonly_pubkey_parse(ctx(), &internal, row.xonly.data()) != 0
                              : !row.parsed.empty() && secp256k1_ec_pubkey_parse(ctx(), &key, row.key.data(),
                                                                                 row.key.size()) != 0;
        const unsigned char* const data = xonly ? internal.data : key.data;
        r.push_back(ok ? bytes(data, data + 64) : bytes(64));
    }
    return r;
}

/* A call with outputs of size bytes, each followed by two that are not its own. */
template <class Call>
void check_keys(const std::vector<key_row>& rows, bytes key_row::*member, size_t size, const Call& call) {
    const size_t n = rows.size(), stride = size + 2;
    bytes verdicts(n + 1, 0xaa), output(stride * n + 1, 0xcc);
    const koblitz_output out = {output.data(), size, stride};
    const size_t failed = call(verdicts.data(), &out);
    std::vector<bool> expected;
    for (size_t i = 0; i < n; i++) {
        const bytes& want = rows[i].*member;
        const auto at = output.begin() + static_cast<std::ptrdiff_t>(stride * i);
        expected.push_back(!want.empty());
        CHECK(bytes(at, at + static_cast<std::ptrdiff_t>(size)) == in_form(want, size));
        CHECK(output[stride * i + size] == 0xcc);
    }
    compare(expected, failed, verdicts);
}

/* Outputs of size bytes. */
void check_key_rows(const std::vector<key_row>& rows, const bytes& scan, size_t size) {
    const size_t n = rows.size();
    bool one_size = true;
    for (const key_row& r : rows)
        one_size = one_size && r.key.size() == 33;
    const column keys(field(rows, &key_row::key), one_size ? 0 : 8), objects(objects_of(rows, false), 0),
        seckeys(field(rows, &key_row::seckey), 0), tweaks(field(rows, &key_row::tweak), 0),
        xonly(field(rows, &key_row::xonly), 0), xonly_objects(objects_of(rows, true), 0),
        tweaked(field(rows, &key_row::tweaked), 4), parity(field(rows, &key_row::parity), 0),
        sigs(field(rows, &key_row::sig), 8), recids(field(rows, &key_row::recid), 0),
        hashes(field(rows, &key_row::hash), 0);
    using output = const koblitz_output*;
    check_keys(rows, &key_row::parsed, size, [&](unsigned char* v, output out) {
        return koblitz_batch_ec_pubkey_parse(ctx(), v, out, &keys.value, n);
    });
    check_keys(rows, &key_row::recovered, size, [&](unsigned char* v, output out) {
        return koblitz_batch_ecdsa_recover(ctx(), v, out, &sigs.value, &recids.value, &hashes.value, n);
    });
    check_keys(rows, &key_row::created, size, [&](unsigned char* v, output out) {
        return koblitz_batch_ec_pubkey_create(ctx(), v, out, &seckeys.value, n);
    });
    for (const column* const in : {&keys, &objects}) {
        check_keys(rows, &key_row::sum, size, [&](unsigned char* v, output out) {
            return koblitz_batch_ec_pubkey_tweak_add(ctx(), v, out, &in->value, &tweaks.value, n);
        });
        check_keys(rows, &key_row::product, size, [&](unsigned char* v, output out) {
            return koblitz_batch_ec_pubkey_mul(ctx(), v, out, &in->value, scan.data(), n);
        });
    }
    for (const bool any_parity : {false, true}) {
        std::vector<bool> expected;
        for (const key_row& r : rows)
            expected.push_back(any_parity ? r.checked_x : r.checked);
        for (const column* const in : {&xonly, &xonly_objects}) {
            bytes verdicts(n + 1, 0xaa);
            const size_t failed = koblitz_batch_xonly_pubkey_tweak_add_check(
                ctx(), verdicts.data(), &tweaked.value, any_parity ? nullptr : &parity.value, &in->value,
                &tweaks.value, n);
            compare(expected, failed, verdicts);
        }
    }
}

/* Each fault in each lane, and every number of rows; a context that is blinded. */
void keys() {
    with_lanes([] {
        random_source rng(6);
        constexpr size_t sizes[] = {33, 64, 65};
        const bytes seed = random_bytes(rng, 32), scan = random_bytes(rng, 32);
        CHECK(secp256k1_context_randomize(ctx(), seed.data()));
        std::vector<key_row> good;
        for (int i = 0; i < 67; i++) {
            good.push_back(make_key_row(rng));
            if (i >= 8)
                key_faults[static_cast<size_t>(i) % std::size(key_faults)].apply(good.back());
            answer(good.back(), scan);
        }
        for (const size_t n : {0, 1, 2, 3, 7, 8, 9, 16, 18, 64, 65, 66, 67})
            check_key_rows(std::vector<key_row>(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n)),
                           scan, sizes[n % 3]);
        for (size_t lane = 0; lane < 8; lane++) {
            for (const key_fault& fault : key_faults) {
                std::vector<key_row> rows(good.begin(), good.begin() + 8);
                key_row fresh = make_key_row(rng);
                fault.apply(fresh);
                answer(fresh, scan);
                rows[lane] = fresh;
                check_key_rows(rows, scan, sizes[lane % 3]);
            }
        }
        /* Scan keys at the edges; an invalid one fails every row. */
        for (const bytes& k : {bytes(32), order, scalar_bytes(1), scalar_bytes(-1), scalar_bytes(2)}) {
            std::vector<key_row> rows;
            for (size_t i = 0; i < 11; i++) {
                rows.push_back(make_key_row(rng));
                answer(rows.back(), k);
            }
            check_key_rows(rows, k, 64);
        }
        CHECK(secp256k1_context_randomize(ctx(), nullptr));
    });
}

/* An object that holds these coordinates, which are written big-endian. */
bytes object_of(const char* x, const char* y) {
    bytes r = from_hex(y), high = from_hex(x);
    r.insert(r.end(), high.begin(), high.end());
    std::reverse(r.begin(), r.end());
    return r;
}

/* Objects that no call has made, in any place: secret multiplication refuses them, and no other row changes.
 * (1, 0) is of order 2 on y^2 = x^3 - 1; modulo p others are on the curve. */
void objects_off_the_curve() {
    with_lanes([] {
        bytes of_order_two(64);
        of_order_two[0] = 1;
        random_source rng(7);
        for (const bytes& scan : {scalar_bytes(6), scalar_bytes(7), random_bytes(rng, 32)}) {
            std::vector<key_row> good;
            for (int i = 0; i < 19; i++) {
                good.push_back(make_key_row(rng));
                answer(good.back(), scan);
            }
            for (const size_t n : {1, 2, 3, 9, 16, 17, 19}) {
                for (const size_t at : {size_t{0}, n / 2, n - 1}) {
                    std::vector<key_row> rows(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n));
                    std::vector<bytes> objects = objects_of(rows, false);
                    bytes other_y = objects[at];
                    other_y[40] ^= 1;
                    rows[at].product.clear();
                    for (const bytes& bad : {of_order_two, other_y, bytes(64, 0xff),
                                             object_of(p_plus_1, y_of_x_1), object_of(x_of_y_1, p_plus_1)}) {
                        objects[at] = bad;
                        const column in(objects, 0);
                        check_keys(
                            rows, &key_row::product, 33, [&](unsigned char* v, const koblitz_output* out) {
                                return koblitz_batch_ec_pubkey_mul(ctx(), v, out, &in.value, scan.data(), n);
                            });
                    }
                }
            }
        }
    });
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"keys", keys}, {"objects_off_the_curve", objects_off_the_curve}});
}
