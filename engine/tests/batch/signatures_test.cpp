/* Batches of signatures against the calls of one row: every backend with lanes of every kind and with none.
 */
#include <functional>

#include "batch/fixture.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_schnorrsig.h"

namespace {

/* One row of all operations. */
struct ecdsa_row {
    bytes sig, hash, key; /* 64, 32, 33 or 65 */
};
struct schnorr_row {
    bytes sig, msg, key;
};

ecdsa_row make_ecdsa(random_source& rng, bool compressed) {
    const bytes seckey = random_bytes(rng, 32);
    ecdsa_row r{bytes(64), random_bytes(rng, 32), {}};
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    CHECK(secp256k1_ec_pubkey_create(ctx(), &key, seckey.data()));
    CHECK(secp256k1_ecdsa_sign(ctx(), &sig, r.hash.data(), seckey.data(), nullptr, nullptr));
    secp256k1_ecdsa_signature_serialize_compact(ctx(), r.sig.data(), &sig);
    r.key = encode(key, compressed);
    return r;
}

schnorr_row make_schnorr(random_source& rng, size_t msglen) {
    const bytes seckey = random_bytes(rng, 32);
    schnorr_row r{bytes(64), random_bytes(rng, msglen), bytes(32)};
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey key;
    CHECK(secp256k1_keypair_create(ctx(), &pair, seckey.data()));
    CHECK(secp256k1_keypair_xonly_pub(ctx(), &key, nullptr, &pair));
    secp256k1_xonly_pubkey_serialize(ctx(), r.key.data(), &key);
    CHECK(secp256k1_schnorrsig_sign_custom(ctx(), r.sig.data(), r.msg.data(), msglen, &pair, nullptr));
    return r;
}

bool single(const ecdsa_row& r, bool high_s) {
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    if (!secp256k1_ec_pubkey_parse(ctx(), &key, r.key.data(), r.key.size()) || r.sig.size() != 64 ||
        !secp256k1_ecdsa_signature_parse_compact(ctx(), &sig, r.sig.data()))
        return false;
    if (high_s)
        secp256k1_ecdsa_signature_normalize(ctx(), &sig, &sig);
    return secp256k1_ecdsa_verify(ctx(), &sig, r.hash.data(), &key) == 1;
}
bool single(const schnorr_row& r) {
    secp256k1_xonly_pubkey key;
    return r.key.size() == 32 && r.sig.size() == 64 &&
           secp256k1_xonly_pubkey_parse(ctx(), &key, r.key.data()) &&
           secp256k1_schnorrsig_verify(ctx(), r.sig.data(), r.msg.data(), r.msg.size(), &key) == 1;
}

void check_rows(const std::vector<ecdsa_row>& rows, size_t offset_size, bool high_s) {
    const column sigs(field(rows, &ecdsa_row::sig), offset_size), hashes(field(rows, &ecdsa_row::hash), 0),
        keys(field(rows, &ecdsa_row::key), offset_size);
    std::vector<bool> expected;
    for (const ecdsa_row& r : rows)
        expected.push_back(single(r, high_s));
    bytes verdicts(rows.size() + 1, 0xaa);
    const size_t failed =
        koblitz_batch_ecdsa_verify(ctx(), verdicts.data(), &sigs.value, &hashes.value, &keys.value,
                                   rows.size(), high_s ? KOBLITZ_BATCH_HIGH_S : 0);
    compare(expected, failed, verdicts);
}
void check_rows(const std::vector<schnorr_row>& rows, size_t offset_size) {
    const column sigs(field(rows, &schnorr_row::sig), offset_size), msgs(field(rows, &schnorr_row::msg), 8),
        keys(field(rows, &schnorr_row::key), offset_size);
    std::vector<bool> expected;
    for (const schnorr_row& r : rows)
        expected.push_back(single(r));
    bytes verdicts(rows.size() + 1, 0xaa);
    const size_t failed = koblitz_batch_schnorrsig_verify(ctx(), verdicts.data(), &sigs.value, &msgs.value,
                                                          &keys.value, rows.size());
    compare(expected, failed, verdicts);
}

struct ecdsa_fault {
    const char* name;
    void (*apply)(ecdsa_row& r);
};
const ecdsa_fault ecdsa_faults[] = {
    {"r changed", [](ecdsa_row& r) { r.sig[31] ^= 1; }},
    {"s changed", [](ecdsa_row& r) { r.sig[63] ^= 1; }},
    {"message changed", [](ecdsa_row& r) { r.hash[0] ^= 0x80; }},
    {"r = 0", [](ecdsa_row& r) { replace(r.sig, 0, bytes(32)); }},
    {"s = 0", [](ecdsa_row& r) { replace(r.sig, 32, bytes(32)); }},
    {"r = n", [](ecdsa_row& r) { replace(r.sig, 0, order); }},
    {"s = n", [](ecdsa_row& r) { replace(r.sig, 32, order); }},
    {"high s", [](ecdsa_row& r) { replace(r.sig, 32, negated(bytes(r.sig.begin() + 32, r.sig.end()))); }},
    {"r = 1, below p - n", [](ecdsa_row& r) { replace(r.sig, 0, to_width({1}, 32)); }},
    {"the other key", [](ecdsa_row& r) { r.key[r.key.size() == 33 ? 0 : 64] ^= 1; }},
    {"x of the key not on the curve", [](ecdsa_row& r) { replace(r.key, 1, to_width({5}, 32)); }},
    {"x of the key is p", [](ecdsa_row& r) { replace(r.key, 1, prime); }},
    {"tag of the key", [](ecdsa_row& r) { r.key[0] = 5; }},
};

struct schnorr_fault {
    const char* name;
    void (*apply)(schnorr_row& r);
};
const schnorr_fault schnorr_faults[] = {
    {"r changed", [](schnorr_row& r) { r.sig[31] ^= 1; }},
    {"s changed", [](schnorr_row& r) { r.sig[63] ^= 1; }},
    {"s negated",
     [](schnorr_row& r) { replace(r.sig, 32, negated(bytes(r.sig.begin() + 32, r.sig.end()))); }},
    {"message changed", [](schnorr_row& r) { r.msg[0] ^= 1; }},
    {"r = p", [](schnorr_row& r) { replace(r.sig, 0, prime); }},
    {"s = n", [](schnorr_row& r) { replace(r.sig, 32, order); }},
    {"s = 0", [](schnorr_row& r) { replace(r.sig, 32, bytes(32)); }},
    {"key not on the curve", [](schnorr_row& r) { r.key = to_width({5}, 32); }},
    {"key is p", [](schnorr_row& r) { r.key = prime; }},
    {"key is 0", [](schnorr_row& r) { r.key = bytes(32); }},
};

/* All 256 sets of valid rows in a group. */
void patterns() {
    with_lanes([] {
        random_source rng(1);
        std::vector<ecdsa_row> good;
        std::vector<schnorr_row> signed_rows;
        for (int i = 0; i < 8; i++) {
            good.push_back(make_ecdsa(rng, true));
            signed_rows.push_back(make_schnorr(rng, 32));
        }
        for (unsigned set = 0; set < 256; set++) {
            std::vector<ecdsa_row> rows = good;
            std::vector<schnorr_row> schnorr = signed_rows;
            for (unsigned i = 0; i < 8; i++) {
                if (set >> i & 1)
                    continue;
                ecdsa_faults[(set + i) % std::size(ecdsa_faults)].apply(rows[i]);
                schnorr_faults[(set + i) % std::size(schnorr_faults)].apply(schnorr[i]);
            }
            check_rows(rows, 0, false);
            check_rows(schnorr, 0);
        }
    });
}

/* Each fault in each lane, among good rows. */
void faults() {
    with_lanes([] {
        random_source rng(2);
        std::vector<ecdsa_row> good;
        std::vector<schnorr_row> signed_rows;
        for (unsigned i = 0; i < 8; i++) {
            good.push_back(make_ecdsa(rng, i % 2 == 0));
            signed_rows.push_back(make_schnorr(rng, 1 + 40 * i));
        }
        for (size_t lane = 0; lane < 8; lane++) {
            for (const ecdsa_fault& fault : ecdsa_faults) {
                std::vector<ecdsa_row> rows = good;
                fault.apply(rows[lane]);
                CHECK(!single(rows[lane], false));
                check_rows(rows, 4, false);
                check_rows(rows, 8, true);
            }
            for (const schnorr_fault& fault : schnorr_faults) {
                std::vector<schnorr_row> rows = signed_rows;
                fault.apply(rows[lane]);
                CHECK(!single(rows[lane]));
                check_rows(rows, 4);
            }
            for (const size_t length :
                 {size_t{0}, size_t{31}, size_t{33}, size_t{63}, size_t{65}, size_t{200}}) {
                std::vector<ecdsa_row> rows = good;
                std::vector<schnorr_row> schnorr = signed_rows;
                rows[lane].sig.resize(length);
                schnorr[lane].sig.resize(length);
                rows[(lane + 1) % 8].key.resize(length);
                schnorr[(lane + 1) % 8].key.resize(length);
                check_rows(rows, 8, false);
                check_rows(schnorr, 8);
            }
        }
    });
}

/* Every number of rows around groups and chunks, every fourth one bad. */
void sizes() {
    with_lanes([] {
        random_source rng(3);
        std::vector<ecdsa_row> all;
        std::vector<schnorr_row> signed_rows;
        for (unsigned i = 0; i < 131; i++) {
            all.push_back(make_ecdsa(rng, false));
            signed_rows.push_back(make_schnorr(rng, i));
            if (i % 4 == 1) {
                ecdsa_faults[i / 4 % std::size(ecdsa_faults)].apply(all.back());
                schnorr_faults[i / 4 % std::size(schnorr_faults)].apply(signed_rows.back());
            }
        }
        for (const size_t n :
             {0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 15, 16, 17, 63, 64, 65, 66, 67, 75, 128, 131}) {
            check_rows(std::vector<ecdsa_row>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)), 0,
                       false);
            check_rows(std::vector<schnorr_row>(signed_rows.begin(),
                                                signed_rows.begin() + static_cast<std::ptrdiff_t>(n)),
                       0);
        }
    });
}

/* The verdicts of all rows together, with size bytes of scratch. */
void check_all(const std::vector<schnorr_row>& rows, size_t scratch_size) {
    const column sigs(field(rows, &schnorr_row::sig), 8), msgs(field(rows, &schnorr_row::msg), 4),
        keys(field(rows, &schnorr_row::key), 8);
    std::vector<bool> expected;
    for (const schnorr_row& r : rows)
        expected.push_back(single(r));
    bytes verdicts(rows.size() + 1, 0xaa), scratch(scratch_size + 2, 0xbb);
    const size_t failed =
        koblitz_batch_schnorrsig_verify_all(ctx(), verdicts.data(), &sigs.value, &msgs.value, &keys.value,
                                            rows.size(), scratch.data() + 1, scratch_size);
    compare(expected, failed, verdicts);
    CHECK(scratch[0] == 0xbb && scratch[scratch_size + 1] == 0xbb);
}

/* Sums of all rows: with each fault, alone and beside another; rows of one key, rows that repeat, and pairs
 * of invalid rows whose errors cancel unless their factors differ; less scratch than asked for, and none. */
void together() {
    with_lanes([] {
        random_source rng(7);
        constexpr size_t n = 401;
        std::vector<schnorr_row> good;
        for (unsigned i = 0; i < n; i++)
            good.push_back(make_schnorr(rng, i % 70));
        const size_t size = koblitz_batch_schnorrsig_scratch(ctx(), n);
        CHECK(size > 0 && size < 1024 * n);
        CHECK(koblitz_batch_schnorrsig_scratch(ctx(), 20) == 0);
        for (const size_t s : {size, size - 1, size / 2 + 7, size / 3, size_t{5000}, size_t{62}, size_t{0}})
            check_all(good, s);
        for (const size_t rows : {size_t{0}, size_t{1}, size_t{31}, size_t{32}, size_t{191}, size_t{192}})
            check_all(
                std::vector<schnorr_row>(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(rows)),
                size);
        for (const schnorr_fault& fault : schnorr_faults) {
            std::vector<schnorr_row> rows = good;
            fault.apply(rows[rng.next() % n]);
            check_all(rows, size);
            fault.apply(rows[rng.next() % n]);
            check_all(rows, size / 2);
        }
        std::vector<schnorr_row> rows = good;
        for (size_t i = 0; i < n; i++)
            rows[i] = good[i % 3];
        check_all(rows, size);
        /* s_0 + 1 and s_1 - 1. */
        rows = good;
        for (size_t i = 0; i < 2; i++) {
            bytes s(rows[i].sig.begin() + 32, rows[i].sig.end());
            CHECK(secp256k1_ec_seckey_tweak_add(ctx(), s.data(), scalar_bytes(i == 0 ? 1 : -1).data()));
            replace(rows[i].sig, 32, s);
        }
        check_all(rows, size);
        /* Two rows with their signatures exchanged. */
        rows = good;
        std::swap(rows[0].sig, rows[1].sig);
        check_all(rows, size);
    });
}

bytes product(bytes a, const bytes& b) {
    CHECK(secp256k1_ec_seckey_tweak_mul(ctx(), a.data(), b.data()));
    return a;
}
bytes inverse(const bytes& a) {
    /* a^(n - 2) */
    bytes e = order, r = scalar_bytes(1);
    e[31] -= 2;
    for (size_t i = 0; i < 256; i++) {
        r = product(r, r);
        if (e[i / 8] >> (7 - i % 8) & 1)
            r = product(r, a);
    }
    return r;
}

/* Signatures made for chosen u1, u2 and key d G: sums whose parts are equal, opposite or small multiples. */
void meetings() {
    std::vector<ecdsa_row> rows;
    unsigned valid = 0;
    for (const int64_t d : {1, -1, 2, -2, 3, 5, -7}) {
        for (const int64_t u1 : {1, -1, 2, 3, -5, 6, 16, 31}) {
            for (const int64_t u2 : {1, -1, 2, -3, 5, 17}) {
                ecdsa_row row{bytes(64), {}, {}};
                secp256k1_pubkey q, r;
                CHECK(secp256k1_ec_pubkey_create(ctx(), &q, scalar_bytes(d).data()));
                row.key = encode(q, (u1 & 1) != 0);
                const int64_t k = u1 + u2 * d;
                bytes x = scalar_bytes(77);
                if (k != 0) {
                    CHECK(secp256k1_ec_pubkey_create(ctx(), &r, scalar_bytes(k).data()));
                    const bytes point = encode(r, true);
                    x.assign(point.begin() + 1, point.end());
                    valid++;
                }
                /* s = r / u2, m = u1 s; or all of it with -s. */
                bytes s = product(x, inverse(scalar_bytes(u2)));
                row.hash = product(s, scalar_bytes(u1));
                if (s[0] >= 0x80)
                    s = negated(s);
                replace(row.sig, 0, x);
                replace(row.sig, 32, s);
                CHECK(single(row, false) == (k != 0));
                rows.push_back(row);
            }
        }
    }
    CHECK(valid > 250 && valid < rows.size());
    static std::vector<ecdsa_row> shared;
    shared = rows;
    with_lanes([] {
        /* Shifted, so that each comes to other lanes. */
        for (size_t shift = 0; shift < 8; shift++)
            check_rows(
                std::vector<ecdsa_row>(shared.begin() + static_cast<std::ptrdiff_t>(shift), shared.end()), 4,
                false);
    });
    shared.clear();
}

/* Objects instead of encodings; DER. */
void objects() {
    with_lanes([] {
        random_source rng(5);
        constexpr size_t n = 21;
        std::vector<bytes> keys, xonly, ders, sigs, schnorr_sigs, hashes, msgs;
        std::vector<bool> expected, schnorr_expected;
        for (size_t i = 0; i < n; i++) {
            ecdsa_row r = make_ecdsa(rng, true);
            schnorr_row t = make_schnorr(rng, 32);
            if (i % 5 == 2) {
                ecdsa_faults[i % 3].apply(r);
                schnorr_faults[i % 4].apply(t);
            }
            expected.push_back(single(r, false));
            schnorr_expected.push_back(single(t));
            secp256k1_pubkey key;
            secp256k1_xonly_pubkey xkey;
            secp256k1_ecdsa_signature sig;
            CHECK(secp256k1_ec_pubkey_parse(ctx(), &key, r.key.data(), 33));
            CHECK(secp256k1_xonly_pubkey_parse(ctx(), &xkey, t.key.data()));
            CHECK(secp256k1_ecdsa_signature_parse_compact(ctx(), &sig, r.sig.data()));
            bytes der(72);
            size_t len = der.size();
            CHECK(secp256k1_ecdsa_signature_serialize_der(ctx(), der.data(), &len, &sig));
            der.resize(len);
            if (i % 7 == 6) {
                der.push_back(0);
                memset(xkey.data, 0, 64);
                expected[i] = schnorr_expected[i] = false;
            }
            ders.push_back(der);
            keys.emplace_back(key.data, key.data + 64);
            xonly.emplace_back(xkey.data, xkey.data + 64);
            schnorr_sigs.push_back(t.sig);
            hashes.push_back(r.hash);
            msgs.push_back(t.msg);
        }
        bytes verdicts(n + 1, 0xaa);
        const column c(ders, 4), h(hashes, 8), k(keys, 0), s(schnorr_sigs, 0), m(msgs, 0), x(xonly, 0);
        compare(expected,
                koblitz_batch_ecdsa_verify(ctx(), verdicts.data(), &c.value, &h.value, &k.value, n,
                                           KOBLITZ_BATCH_DER),
                verdicts);
        compare(schnorr_expected,
                koblitz_batch_schnorrsig_verify(ctx(), verdicts.data(), &s.value, &m.value, &x.value, n),
                verdicts);
    });
}

unsigned illegal = 0;

void arguments() {
    secp256k1_context* own = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_set_illegal_callback(
        own, [](const char*, void*) { illegal++; }, nullptr);
    const unsigned char zeros[130] = {};
    const koblitz_column none = {nullptr, 64, 64, nullptr, 0}, c64 = {zeros, 64, 64, nullptr, 0},
                         c32 = {zeros, 32, 32, nullptr, 0}, c31 = {zeros, 31, 31, nullptr, 0},
                         c33 = {zeros, 33, 33, nullptr, 0}, odd_offsets = {zeros, 0, 0, zeros, 2};
    unsigned char verdicts[3] = {7, 7, 7};
    const koblitz_column* const ecdsa[][3] = {
        {nullptr, &c32, &c33}, {&c64, nullptr, &c33}, {&c64, &c32, nullptr}, {&none, &c32, &c33},
        {&c32, &c32, &c33},    {&c64, &c31, &c33},    {&c64, &c32, &c32},    {&c64, &c32, &odd_offsets}};
    for (const auto& row : ecdsa) {
        illegal = 0;
        CHECK(koblitz_batch_ecdsa_verify(own, verdicts, row[0], row[1], row[2], 2, 0) == 2);
        CHECK(illegal == 1 && verdicts[0] == 7);
    }
    const koblitz_column* const schnorr[][3] = {{nullptr, &c32, &c32},
                                                {&c64, nullptr, &c32},
                                                {&c64, &c32, nullptr},
                                                {&c33, &c32, &c32},
                                                {&c64, &c32, &c33}};
    for (const auto& row : schnorr) {
        illegal = 0;
        CHECK(koblitz_batch_schnorrsig_verify(own, verdicts, row[0], row[1], row[2], 2) == 2);
        CHECK(illegal == 1 && verdicts[0] == 7);
    }
    for (const auto& row : schnorr) {
        illegal = 0;
        CHECK(koblitz_batch_schnorrsig_verify_all(own, verdicts, row[0], row[1], row[2], 2, nullptr, 0) == 2);
        CHECK(illegal == 1 && verdicts[0] == 7);
    }
    illegal = 0;
    CHECK(koblitz_batch_schnorrsig_verify_all(own, verdicts, &c64, &c32, &c32, 2, nullptr, 64) == 2);
    CHECK(illegal == 1 && verdicts[0] == 7);
    illegal = 0;
    CHECK(koblitz_batch_ecdsa_verify(own, nullptr, &c64, &c32, &c33, 1, 0) == 1 && illegal == 1);
    CHECK(koblitz_batch_ecdsa_verify(own, nullptr, &none, &c32, &c33, 0, 0) == 0 && illegal == 1);
    secp256k1_context_destroy(own);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"patterns", patterns},
                       {"faults", faults},
                       {"sizes", sizes},
                       {"together", together},
                       {"meetings", meetings},
                       {"objects", objects},
                       {"arguments", arguments}});
}
