/* Batches that give or check keys against the calls of one row: every backend with lanes of every kind and
 * with none. */
#include "batch/fixture.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_recovery.h"

namespace {

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

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"keys", keys}});
}
