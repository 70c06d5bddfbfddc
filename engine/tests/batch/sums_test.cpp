/* The verdicts of all rows by one sum, and the factors in it. */
#include <algorithm>

#include "batch/schnorrsig.h"
#include "batch/seeds.h"
#include "batch/signature_rows.h"

namespace {

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
        for (const size_t rows : {size_t{0}, size_t{1}, size_t{31}, size_t{32}, size_t{143}, size_t{144}})
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
        /* Two rows with their signatures exchanged. */
        rows = good;
        std::swap(rows[0].sig, rows[1].sig);
        check_all(rows, size);
    });
}

/* The verdicts of a sum that must be refused. */
void check_refused(const std::vector<schnorr_row>& rows, const std::vector<size_t>& bad) {
    const column sigs(field(rows, &schnorr_row::sig), 0), msgs(field(rows, &schnorr_row::msg), 0),
        keys(field(rows, &schnorr_row::key), 0);
    const size_t n = rows.size(), size = koblitz_batch_schnorrsig_scratch(ctx(), n);
    std::vector<bool> expected(n, true);
    for (const size_t i : bad)
        expected[i] = false;
    bytes verdicts(n + 1, 0xaa), scratch(size);
    CHECK(size != 0);
    compare(expected,
            koblitz_batch_schnorrsig_verify_all(ctx(), verdicts.data(), &sigs.value, &msgs.value, &keys.value,
                                                n, scratch.data(), size),
            verdicts);
}

void add_to_s(schnorr_row& row, int64_t v) {
    bytes s(row.sig.begin() + 32, row.sig.end());
    CHECK(secp256k1_ec_seckey_tweak_add(ctx(), s.data(), scalar_bytes(v).data()));
    replace(row.sig, 32, s);
}

/* Two rows with errors 1 and -1, which cancel where their factors are equal: neighbours of a group, and of
 * two groups and chunks. */
void cancelling() {
    with_lanes([] {
        random_source rng(12);
        std::vector<schnorr_row> good;
        for (unsigned i = 0; i < 144; i++)
            good.push_back(make_schnorr(rng, 32));
        check_refused(good, {});
        for (const size_t i : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 142}) {
            std::vector<schnorr_row> rows = good;
            add_to_s(rows[i], 1);
            add_to_s(rows[i + 1], -1);
            check_refused(rows, {i, i + 1});
        }
    });
}

size_t compressions = 0;
void compress_and_count(uint32_t* state, const unsigned char* blocks, size_t n) {
    compressions += n;
    koblitz::sha256_compress_portable(state, blocks, n);
}

/* Rows that take two full sums, and nine left over: an invalid row in the second sum, and in the last place.
 * What is hashed shows which rows took which way. The scratch of one full sum is all that a call asks for. */
void full_sums() {
    struct packed_row {
        unsigned char sig[64], msg[32], key[32];
    };
    with_lanes(
        [] {
            constexpr size_t most = koblitz::most_summed, n = 2 * most + 9;
            random_source rng(15);
            std::vector<packed_row> rows(n);
            for (size_t i = 0; i < n; i++) {
                if (i >= 7) {
                    rows[i] = rows[i - 7];
                    continue;
                }
                const schnorr_row r = make_schnorr(rng, 32);
                std::copy(r.sig.begin(), r.sig.end(), rows[i].sig);
                std::copy(r.msg.begin(), r.msg.end(), rows[i].msg);
                std::copy(r.key.begin(), r.key.end(), rows[i].key);
            }
            const size_t size = koblitz_batch_schnorrsig_scratch(ctx(), most);
            CHECK(koblitz_batch_schnorrsig_scratch(ctx(), most - 1) < size);
            for (const size_t more : {most + 1, n, ~size_t{0}})
                CHECK(koblitz_batch_schnorrsig_scratch(ctx(), more) == size);
            std::vector<bool> expected(n, true);
            for (const size_t i : {most + 5, n - 1}) {
                rows[i].sig[63] ^= 1;
                expected[i] = false;
            }
            const koblitz_column sigs = {rows[0].sig, 64, sizeof rows[0], nullptr, 0},
                                 msgs = {rows[0].msg, 32, sizeof rows[0], nullptr, 0},
                                 keys = {rows[0].key, 32, sizeof rows[0], nullptr, 0};
            bytes verdicts(n + 1, 0xaa), scratch(size);
            secp256k1_context* const own = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
            secp256k1_context_set_sha256_compression(own, compress_and_count);
            compressions = 0;
            const size_t failed = koblitz_batch_schnorrsig_verify_all(own, verdicts.data(), &sigs, &msgs,
                                                                      &keys, n, scratch.data(), size);
            compare(expected, failed, verdicts);
            /* A row's challenge is two blocks. A sum adds one for its seed and row, one for padding, and one
             * for two factors. */
            CHECK(compressions == 2 * n + 2 * (most + 1 + most / 2) + 2 * most);
            secp256k1_context_destroy(own);
        },
        false);
}

/* The factors of a seed: 1, then each half of the hashes of the seed and 1, 3, 5, ..., of 8 bytes, both
 * little-endian, under the tag "koblitz/batch randomizers"; made by Python's hashlib. */
void randomizers() {
    struct known {
        unsigned char first, step; /* the seed's bytes */
        uint64_t factors[7][2];
    };
    static const known table[] = {{0,
                                   1,
                                   {{0x1, 0x0},
                                    {0x83ec0a6db87a3585, 0x51f7c1e4baa802d0},
                                    {0xf0e8c24f56490a2c, 0x9c90d794aaff5141},
                                    {0xddf164aecdfcbb66, 0x12bd4c88c88b7d76},
                                    {0xec119858a7c9d762, 0x86dfa93a6a10d1c4},
                                    {0xb7e491f82087edd0, 0x42c047d1f04125cc},
                                    {0x983a75572635e181, 0xefef200baf9a2a82}}},
                                  {255,
                                   0,
                                   {{0x1, 0x0},
                                    {0xe1bea0566ded62ba, 0xc63cab8c6246b9cd},
                                    {0xc519706f585cfa15, 0xed1805aa57ba022d},
                                    {0x9f450518ac26217d, 0x5ac42152e59a68ea},
                                    {0xef4fdc534285de18, 0x2117e96ef98f7ffd},
                                    {0xe0647176e9ebb904, 0x54a1f94675b620f5},
                                    {0xcc15f268f502b71, 0x5c47c5d4896b7002}}}};
    for (const known& row : table) {
        koblitz::u8 seed[32];
        for (unsigned i = 0; i < 32; i++)
            seed[i] = static_cast<koblitz::u8>(row.first + i * row.step);
        koblitz::randomizers random(koblitz::sha256_compress_portable, seed);
        for (const auto& factor : row.factors) {
            const koblitz::signed128 got = random.next();
            CHECK(got.magnitude[0] == factor[0] && got.magnitude[1] == factor[1] && !got.negative);
        }
    }
}

bool one_sum(const std::vector<schnorr_row>& rows) {
    const column sigs(field(rows, &schnorr_row::sig), 0), msgs(field(rows, &schnorr_row::msg), 8),
        keys(field(rows, &schnorr_row::key), 0);
    const size_t size = koblitz::equations::memory_size(rows.size());
    bytes memory(size + 64);
    const size_t skip = (0 - reinterpret_cast<uintptr_t>(memory.data())) % 64;
    seen.clear();
    return koblitz::schnorrsig_all(koblitz::active_backend(), compress_and_look,
                                   {sigs.value, msgs.value, keys.value}, 0, rows.size(),
                                   memory.data() + skip);
}

/* The seed is the hash of e and s of every row under the tag "koblitz/batch seed", and e that of R, P and the
 * message: whatever of them changes. */
void seeds() {
    struct change {
        const char* name;
        void (*apply)(schnorr_row& r, const schnorr_row& other);
    };
    static const change changes[] = {
        {"nothing", [](schnorr_row&, const schnorr_row&) {}},
        {"s", [](schnorr_row& r, const schnorr_row&) { add_to_s(r, 1); }},
        {"R", [](schnorr_row& r, const schnorr_row& o) { std::copy_n(o.sig.begin(), 32, r.sig.begin()); }},
        {"P", [](schnorr_row& r, const schnorr_row& o) { r.key = o.key; }},
        {"message", [](schnorr_row& r, const schnorr_row&) { r.msg[0] ^= 1; }},
    };
    random_source rng(13);
    std::vector<schnorr_row> good;
    for (unsigned i = 0; i < 70; i++)
        good.push_back(make_schnorr(rng, 1 + i));
    const schnorr_row other = make_schnorr(rng, 1);
    for (const size_t at : {size_t{0}, size_t{1}, size_t{63}, size_t{64}, size_t{69}}) {
        for (const change& c : changes) {
            check::row(std::string(c.name) + " of row " + std::to_string(at));
            std::vector<schnorr_row> rows = good;
            c.apply(rows[at], other);
            CHECK(one_sum(rows) == (&c == changes));
            bytes hashed;
            for (const schnorr_row& r : rows) {
                bytes of_e(r.sig.begin(), r.sig.begin() + 32);
                append(of_e, r.key.begin(), r.key.end());
                append(of_e, r.msg.begin(), r.msg.end());
                const bytes e = tagged_hash("BIP0340/challenge", of_e);
                append(hashed, e.begin(), e.end());
                append(hashed, r.sig.begin() + 32, r.sig.end());
            }
            CHECK(seen == tagged_hash("koblitz/batch seed", hashed));
        }
    }
}

/* Rows that no sum takes. x and s of small values plus p and n, which would be right modulo them. */
void unreadable() {
    struct fault {
        const char* name;
        void (*apply)(schnorr_row& r);
        bool objects, good;
    };
    static const bytes x_plus_p =
                           from_hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30"),
                       s_plus_n =
                           from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142");
    static const fault faults[] = {
        {"none", [](schnorr_row&) {}, false, true},
        {"none, objects", [](schnorr_row&) {}, true, true},
        {"signature of 63 bytes", [](schnorr_row& r) { r.sig.pop_back(); }, false, false},
        {"signature of 65 bytes", [](schnorr_row& r) { r.sig.push_back(0); }, false, false},
        {"no signature", [](schnorr_row& r) { r.sig.clear(); }, false, false},
        {"s is n + 1", [](schnorr_row& r) { replace(r.sig, 32, s_plus_n); }, false, false},
        {"x of R is p + 1", [](schnorr_row& r) { replace(r.sig, 0, x_plus_p); }, false, false},
        {"x of R is 5, of no point", [](schnorr_row& r) { replace(r.sig, 0, to_width({5}, 32)); }, false,
         false},
        {"key of 31 bytes", [](schnorr_row& r) { r.key.pop_back(); }, false, false},
        {"key of 33 bytes", [](schnorr_row& r) { r.key.push_back(0); }, false, false},
        {"key is p + 1", [](schnorr_row& r) { r.key = x_plus_p; }, false, false},
        {"key is 5, of no point", [](schnorr_row& r) { r.key = to_width({5}, 32); }, false, false},
        {"object that is not set", [](schnorr_row& r) { r.key = bytes(64); }, true, false},
    };
    with_lanes([] {
        random_source rng(14);
        for (const fault& f : faults) {
            for (const size_t at : {0, 1, 7, 8, 12}) {
                check::row(f.name);
                std::vector<schnorr_row> rows;
                for (size_t i = 0; i < 13; i++) {
                    rows.push_back(make_schnorr(rng, 32));
                    secp256k1_xonly_pubkey object;
                    CHECK(secp256k1_xonly_pubkey_parse(ctx(), &object, rows[i].key.data()));
                    if (f.objects)
                        rows[i].key.assign(object.data, object.data + 64);
                }
                f.apply(rows[at]);
                const column sigs(field(rows, &schnorr_row::sig), 8), msgs(field(rows, &schnorr_row::msg), 0),
                    keys(field(rows, &schnorr_row::key), f.objects ? 0 : 4);
                koblitz::point r[koblitz::chunk_rows], p[koblitz::chunk_rows];
                CHECK(koblitz::read_points(koblitz::active_backend(), r, p,
                                           {sigs.value, msgs.value, keys.value}, 0, 13) == f.good);
            }
        }
    });
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"together", together},
                       {"cancelling", cancelling},
                       {"full sums", full_sums},
                       {"randomizers", randomizers},
                       {"seeds", seeds},
                       {"unreadable", unreadable}});
}
