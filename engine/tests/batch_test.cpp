/* Batches against the calls of one row: every backend with lanes of every kind and with none. */
#include <functional>
#include <string>
#include <vector>

#include "backends/dispatch.h"
#include "base/cpu.h"
#include "lanes/kernels.h"
#include "lanes/plain.h"
#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

const koblitz_lanes::kernels plain_kernels = koblitz::make_kernels<koblitz::plain_lanes>();

struct context {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    context() = default;
    context(const context&) = delete;
    context& operator=(const context&) = delete;
    ~context() { secp256k1_context_destroy(ctx); }
};
secp256k1_context* ctx() {
    static context c;
    return c.ctx;
}

/* One row of all operations. */
struct ecdsa_row {
    bytes sig, hash, key; /* 64, 32, 33 or 65 */
};
struct schnorr_row {
    bytes sig, msg, key;
};

bytes random_bytes(random_source& rng, size_t n) {
    bytes r(n);
    rng.fill(r.data(), n);
    return r;
}

bytes encode(const secp256k1_pubkey& key, bool compressed) {
    bytes r(compressed ? 33 : 65);
    size_t len = r.size();
    secp256k1_ec_pubkey_serialize(ctx(), r.data(), &len, &key,
                                  compressed ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED);
    return r;
}

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

/* A column of rows of any lengths, from an odd address, by offsets of 4 or 8 bytes or, when all rows are of
 * one length, with a gap between rows. */
class column {
public:
    column(const std::vector<bytes>& rows, size_t offset_size) {
        data_.push_back(0xee);
        if (offset_size == 0) {
            const size_t size = rows.empty() ? 0 : rows[0].size();
            for (const bytes& r : rows) {
                data_.insert(data_.end(), r.begin(), r.end());
                data_.insert(data_.end(), 3, 0xee);
            }
            value = {data_.data() + 1, size, size + 3, nullptr, 0};
            return;
        }
        int64_t at = 0;
        const auto put = [&] {
            const int32_t narrow = static_cast<int32_t>(at);
            const unsigned char* from = offset_size == 8 ? reinterpret_cast<const unsigned char*>(&at)
                                                         : reinterpret_cast<const unsigned char*>(&narrow);
            offsets_.insert(offsets_.end(), from, from + offset_size);
        };
        put();
        for (const bytes& r : rows) {
            data_.insert(data_.end(), r.begin(), r.end());
            at += static_cast<int64_t>(r.size());
            put();
        }
        value = {data_.data() + 1, 0, 0, offsets_.data(), offset_size};
    }
    column(const column&) = delete;
    column& operator=(const column&) = delete;
    koblitz_column value;

private:
    bytes data_, offsets_;
};

template <class Row>
std::vector<bytes> field(const std::vector<Row>& rows, bytes Row::*member) {
    std::vector<bytes> r;
    for (const Row& row : rows)
        r.push_back(row.*member);
    return r;
}

void compare(const std::vector<bool>& expected, size_t returned, const bytes& verdicts) {
    size_t failed = 0;
    for (size_t i = 0; i < expected.size(); i++) {
        CHECK(verdicts[i] == (expected[i] ? 1 : 0));
        failed += expected[i] ? 0 : 1;
    }
    CHECK(returned == failed);
    CHECK(verdicts[expected.size()] == 0xaa);
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

/* The order n and the field's p, big-endian. */
const bytes order = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
const bytes prime = from_hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");

bytes negated(const bytes& s) {
    bytes r = s;
    CHECK(secp256k1_ec_seckey_negate(ctx(), r.data()));
    return r;
}
void replace(bytes& r, size_t at, const bytes& with) {
    std::copy(with.begin(), with.end(), r.begin() + static_cast<std::ptrdiff_t>(at));
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

/* Runs with the lanes of this processor, plain lanes, and none. */
void with_lanes(void (*run)()) {
    std::vector<const koblitz_lanes::kernels*> kinds = {nullptr, &plain_kernels};
#ifdef KOBLITZ_IFMA
    if (koblitz::cpu().ifma)
        kinds.push_back(&koblitz_lanes::ifma_kernels);
#endif
    for (const koblitz_lanes::kernels* k : kinds) {
        check::row(k == nullptr ? "no lanes" : k->name);
        koblitz::force_lanes_for_tests(k);
        run();
    }
}

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

bytes scalar_bytes(int64_t v) {
    bytes r(32);
    const uint64_t m = static_cast<uint64_t>(v < 0 ? -v : v);
    for (size_t i = 0; i < 8; i++)
        r[31 - i] = static_cast<unsigned char>(m >> (8 * i));
    return v < 0 ? negated(r) : r;
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

/* Rows of all operations that give keys, with what single calls make of them; an empty result: refused. */
struct key_row {
    bytes key, seckey, tweak, xonly, tweaked, parity, sig, recid, hash;
    bytes parsed, sum, recovered, created, product;
    bool checked;
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
    r.checked = secp256k1_xonly_pubkey_parse(ctx(), &internal, r.xonly.data()) &&
                secp256k1_xonly_pubkey_tweak_add_check(ctx(), r.tweaked.data(), r.parity[0], &internal,
                                                       r.tweak.data());
    if (r.recid[0] <= 3 &&
        secp256k1_ecdsa_recoverable_signature_parse_compact(ctx(), &sig, r.sig.data(), r.recid[0]) &&
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
    {"tweak is n", [](key_row& r) { r.tweak = order; }},
    {"tweak is 0", [](key_row& r) { r.tweak = bytes(32); }},
    {"the sum is infinity", [](key_row& r) { r.tweak = negated(r.seckey); }},
    {"the sum is 2 P", [](key_row& r) { r.tweak = r.seckey; }},
    {"parity", [](key_row& r) { r.parity[0] ^= 1; }},
    {"parity 2", [](key_row& r) { r.parity[0] = 2; }},
    {"tweaked key", [](key_row& r) { r.tweaked[7] ^= 1; }},
    {"recid 4", [](key_row& r) { r.recid[0] = 4; }},
    {"the other R", [](key_row& r) { r.recid[0] ^= 1; }},
    {"x of R plus n", [](key_row& r) { r.recid[0] |= 2; }},
    {"small r, plus n", [](key_row& r) { r.recid[0] = 2, replace(r.sig, 0, to_width({9}, 32)); }},
    {"r = 0", [](key_row& r) { replace(r.sig, 0, bytes(32)); }},
    {"s = n", [](key_row& r) { replace(r.sig, 32, order); }},
    {"secret key 0", [](key_row& r) { r.seckey = bytes(32); }},
    {"secret key n", [](key_row& r) { r.seckey = order; }},
    {"secret key 1, G", [](key_row& r) { r.seckey = to_width({1}, 32), r.hash = bytes(32); }},
    {"secret key n - 1", [](key_row& r) { r.seckey = negated(to_width({1}, 32)); }},
    {"secret key 2 (2^264 - 2^256) mod n",
     [](key_row& r) {
         r.seckey = from_hex("0000000000000000000000000000028817a3ec6ecd50c8f7dae7a37933ea0082");
     }},
};

void compare_keys(const std::vector<key_row>& rows, bytes key_row::*member, size_t returned,
                  const bytes& verdicts, const bytes& output) {
    std::vector<bool> expected;
    for (size_t i = 0; i < rows.size(); i++) {
        const bytes& want = rows[i].*member;
        expected.push_back(!want.empty());
        const bytes got(output.begin() + static_cast<std::ptrdiff_t>(35 * i),
                        output.begin() + static_cast<std::ptrdiff_t>(35 * i + 33));
        CHECK(got == (want.empty() ? bytes(33) : want));
        CHECK(output[35 * i + 33] == 0xcc);
    }
    compare(expected, returned, verdicts);
}

void check_key_rows(const std::vector<key_row>& rows, const bytes& scan) {
    const size_t n = rows.size();
    const column keys(field(rows, &key_row::key), 0), seckeys(field(rows, &key_row::seckey), 0),
        tweaks(field(rows, &key_row::tweak), 0), xonly(field(rows, &key_row::xonly), 0),
        tweaked(field(rows, &key_row::tweaked), 4), parity(field(rows, &key_row::parity), 0),
        sigs(field(rows, &key_row::sig), 8), recids(field(rows, &key_row::recid), 0),
        hashes(field(rows, &key_row::hash), 0);
    bytes verdicts, output;
    koblitz_output out{};
    const auto fresh = [&] {
        verdicts.assign(n + 1, 0xaa);
        output.assign(35 * n + 1, 0xcc);
        out = {output.data(), 33, 35};
        return verdicts.data();
    };
    unsigned char* v = fresh();
    size_t failed = koblitz_batch_ec_pubkey_parse(ctx(), v, &out, &keys.value, n);
    compare_keys(rows, &key_row::parsed, failed, verdicts, output);
    v = fresh();
    failed = koblitz_batch_ec_pubkey_tweak_add(ctx(), v, &out, &keys.value, &tweaks.value, n);
    compare_keys(rows, &key_row::sum, failed, verdicts, output);
    v = fresh();
    failed = koblitz_batch_ecdsa_recover(ctx(), v, &out, &sigs.value, &recids.value, &hashes.value, n);
    compare_keys(rows, &key_row::recovered, failed, verdicts, output);
    v = fresh();
    failed = koblitz_batch_ec_pubkey_create(ctx(), v, &out, &seckeys.value, n);
    compare_keys(rows, &key_row::created, failed, verdicts, output);
    v = fresh();
    failed = koblitz_batch_ec_pubkey_mul(ctx(), v, &out, &keys.value, scan.data(), n);
    compare_keys(rows, &key_row::product, failed, verdicts, output);
    v = fresh();
    failed = koblitz_batch_xonly_pubkey_tweak_add_check(ctx(), v, &tweaked.value, &parity.value, &xonly.value,
                                                        &tweaks.value, n);
    std::vector<bool> expected;
    for (const key_row& r : rows)
        expected.push_back(r.checked);
    compare(expected, failed, verdicts);
}

/* Each fault in each lane, and every number of rows; a context that is blinded. */
void keys() {
    with_lanes([] {
        random_source rng(6);
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
                           scan);
        for (size_t lane = 0; lane < 8; lane++) {
            for (const key_fault& fault : key_faults) {
                std::vector<key_row> rows(good.begin(), good.begin() + 8);
                key_row fresh = make_key_row(rng);
                fault.apply(fresh);
                answer(fresh, scan);
                rows[lane] = fresh;
                check_key_rows(rows, scan);
            }
        }
        /* Scan keys at the edges; an invalid one fails every row. */
        for (const bytes& k : {bytes(32), order, scalar_bytes(1), scalar_bytes(-1), scalar_bytes(2)}) {
            std::vector<key_row> rows;
            for (size_t i = 0; i < 11; i++) {
                rows.push_back(make_key_row(rng));
                answer(rows.back(), k);
            }
            check_key_rows(rows, k);
        }
        CHECK(secp256k1_context_randomize(ctx(), nullptr));
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
                       {"meetings", meetings},
                       {"objects", objects},
                       {"keys", keys},
                       {"arguments", arguments}});
}
