/* Batches of signatures against the calls of one row: every backend with lanes of every kind and with none.
 */
#include "batch/signature_rows.h"
#include "secp256k1_recovery.h"

namespace {

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

/* A valid row of this r, of which recid chooses the x of R; its key is what is recovered. False where no
 * point has that x. */
bool make_small(ecdsa_row& row, random_source& rng, unsigned char r, int recid) {
    row = make_ecdsa(rng, true);
    replace(row.sig, 0, to_width({r}, 32));
    secp256k1_ecdsa_recoverable_signature sig;
    secp256k1_pubkey key;
    CHECK(secp256k1_ecdsa_recoverable_signature_parse_compact(ctx(), &sig, row.sig.data(), recid));
    if (!secp256k1_ecdsa_recover(ctx(), &key, &sig, row.hash.data()))
        return false;
    row.key = encode(key, true);
    CHECK(single(row, false));
    return true;
}

/* r below p - n is the x of R, or x less n. Rows of either kind in each lane, with a fault and without, among
 * rows of the same kind, of the other, and of an ordinary r. */
void second_lifts() {
    with_lanes([] {
        random_source rng(6);
        std::vector<ecdsa_row> kinds[3];
        for (unsigned char r = 1; kinds[0].size() < 8 || kinds[1].size() < 8; r++)
            for (const int above : {0, 1})
                if (ecdsa_row row; kinds[above].size() < 8 && make_small(row, rng, r, 2 * above))
                    kinds[above].push_back(row);
        for (int i = 0; i < 8; i++)
            kinds[2].push_back(make_ecdsa(rng, true));
        for (const std::vector<ecdsa_row>& among : kinds) {
            for (size_t kind : {0, 1}) {
                for (size_t lane = 0; lane < 8; lane++) {
                    std::vector<ecdsa_row> rows = among;
                    rows[lane] = kinds[kind][lane];
                    check_rows(rows, 0, false);
                    rows[lane].hash[0] ^= 1;
                    CHECK(!single(rows[lane], false));
                    check_rows(rows, 0, false);
                }
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
             {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17, 63, 64, 65, 66, 67, 75, 128, 131}) {
            check_rows(std::vector<ecdsa_row>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)), 0,
                       false);
            check_rows(std::vector<schnorr_row>(signed_rows.begin(),
                                                signed_rows.begin() + static_cast<std::ptrdiff_t>(n)),
                       0);
        }
    });
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

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"patterns", patterns},
                       {"faults", faults},
                       {"second_lifts", second_lifts},
                       {"sizes", sizes},
                       {"objects", objects}});
}
