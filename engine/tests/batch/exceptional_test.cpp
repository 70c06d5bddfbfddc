/* Batches of rows made so that an addition is exceptional: equal ones, whose incomplete sum is (0, 0, 0), and
 * opposite ones. From there on Z is 0, whatever is added; the next addition to (0, 0, 0) gives a point whose
 * x is that of every row, but for its Z. */
#include "backends/portable.h"
#include "batch/keys.h"
#include "batch/signature_rows.h"
#include "schemes/schnorrsig.h"
#include "secp256k1_recovery.h"

namespace {

using koblitz::scalar;
using B = koblitz::portable;
constexpr size_t width = koblitz_lanes::width;

scalar scalar_of(const bytes& b) {
    return scalar::parse(b.data());
}
scalar scalar_of(int64_t v) {
    const scalar r = scalar::from_u64(static_cast<uint64_t>(v < 0 ? -v : v));
    return v < 0 ? r.negate() : r;
}
scalar draw(random_source& rng) {
    return scalar_of(random_bytes(rng, 32));
}
bytes bytes_of(const scalar& a) {
    bytes r(32);
    a.serialize(r.data());
    return r;
}
bytes joined(const scalar& a, const scalar& b) {
    bytes r = bytes_of(a);
    r.resize(64);
    replace(r, 32, bytes_of(b));
    return r;
}
/* k G, compressed; empty for infinity. */
bytes multiple(const scalar& k) {
    secp256k1_pubkey key;
    return secp256k1_ec_pubkey_create(ctx(), &key, bytes_of(k).data()) ? encode(key, true) : bytes();
}
bytes x_of(const bytes& key) {
    return bytes(key.begin() + 1, key.begin() + 33);
}

/* A summand (q d + g) G of a sum with the key d G, and the position that its digit stands at. */
struct term {
    int at;
    scalar q, g;
};

int64_t odd_digit(const uint64_t (&limbs)[5], int at, int bits) {
    return 2 * static_cast<int64_t>(koblitz::bits_at(limbs, at, bits)) + 1 - (int64_t{1} << bits);
}

koblitz_lanes::ecmult_bits bits_of(const scalar& u1, const scalar& u2) {
    koblitz_lanes::ecmult_bits r{};
    put(r, 0, u1, u2);
    return r;
}

/* Those of u1 G + u2 (d G) in the order of docs/batch-lanes.md. */
std::vector<term> ecmult_terms(const scalar& u1, const scalar& u2) {
    const koblitz_lanes::ecmult_bits bits = bits_of(u1, u2);
    uint64_t v1[5] = {}, v2[5] = {}, w[5] = {};
    koblitz::get(v1, bits.v1, 0);
    koblitz::get(v2, bits.v2, 0);
    koblitz::get(w, bits.u1, 0);
    const scalar half = scalar::from_limbs(koblitz::ring::minus_half_one_plus_lambda),
                 lambda = (half + half).negate() - scalar::one();
    scalar two_128 = scalar::one();
    for (int i = 0; i < 128; i++)
        two_128 = two_128 + two_128;
    std::vector<term> r;
    for (int i = 125; i >= 0; i--) {
        if (i % 5 == 0) {
            r.push_back({i, scalar_of(odd_digit(v1, i, 5)), scalar::zero()});
            r.push_back({i, scalar_of(odd_digit(v2, i, 5)) * lambda, scalar::zero()});
        }
        if (i % 13 == 0 && i < 130)
            r.push_back({i, scalar::zero(), scalar_of(odd_digit(w, i, 13))});
        if (i % 13 == 2 && i <= 119)
            r.push_back({i, scalar::zero(), scalar_of(odd_digit(w, 128 + i, 13)) * two_128});
    }
    return r;
}

/* Those of d G + t G. */
std::vector<term> tweak_terms(const scalar& t) {
    const scalar sum = scalar::from_limbs(B::ecmult_gen_offset()) + t;
    const uint64_t w[5] = {sum.limbs()[0], sum.limbs()[1], sum.limbs()[2], sum.limbs()[3], 0};
    scalar unit = scalar_of(int64_t{2}).inverse_var();
    std::vector<term> r = {{0, scalar::one(), scalar::zero()}};
    for (int b = 0; b < B::ecmult_gen_blocks; b++) {
        r.push_back({0, scalar::zero(),
                     unit * scalar_of(odd_digit(w, b * B::ecmult_gen_window, B::ecmult_gen_window))});
        for (int i = 0; i < B::ecmult_gen_window; i++)
            unit = unit + unit;
    }
    return r;
}

/* The d for which summand i is what was summed before, or its opposite; 0 where there is none. */
scalar exceptional_key(const std::vector<term>& terms, size_t i, bool opposite) {
    scalar q, g;
    for (size_t j = 0; j < i; j++) {
        q = q + terms[j].q;
        g = g + terms[j].g;
        for (int at = terms[j].at; at > terms[j + 1].at; at--) {
            q = q + q;
            g = g + g;
        }
    }
    /* q d + g = +-(terms[i].q d + terms[i].g) */
    const scalar from = opposite ? q + terms[i].q : q - terms[i].q;
    const scalar to = opposite ? (g + terms[i].g).negate() : terms[i].g - g;
    return from.is_zero() ? scalar::zero() : to * from.inverse_var();
}

/* A row whose sum is u1 G + u2 (d G): valid, or with another r. Without value where s would be high, or there
 * is no such r. */
bool make_sum(ecdsa_row& row, const scalar& u1, const scalar& u2, const scalar& d, bool valid) {
    const bytes sum = multiple(u1 + u2 * d);
    if (valid && sum.empty())
        return false;
    const scalar r = scalar_of(x_of(valid ? sum : multiple(u1))), s = r * u2.inverse_var();
    row = {joined(r, s), bytes_of(s * u1), multiple(d)};
    return !s.is_high();
}

/* Each row in every lane. */
void check_shifted(const std::vector<ecdsa_row>& all) {
    static const std::vector<ecdsa_row>* rows;
    rows = &all;
    with_lanes([] {
        for (size_t shift = 0; shift < width; shift++)
            check_rows(
                std::vector<ecdsa_row>(rows->begin() + static_cast<std::ptrdiff_t>(shift), rows->end()), 4,
                false);
    });
}

/* Sums whose parts are equal, opposite or small multiples of the generator. */
void small_multiples() {
    std::vector<ecdsa_row> rows;
    unsigned valid = 0;
    for (const int64_t d : {1, -1, 2, -2, 3, 5, -7}) {
        for (const int64_t u1 : {1, -1, 2, 3, -5, 6, 16, 31}) {
            for (const int64_t u2 : {1, -1, 2, -3, 5, 17}) {
                ecdsa_row row;
                const bool finite = u1 + u2 * d != 0;
                /* With -s where s is high, which makes it the opposite sum. */
                if (!make_sum(row, scalar_of(u1), scalar_of(u2), scalar_of(d), finite))
                    replace(row.sig, 32, negated(bytes(row.sig.begin() + 32, row.sig.end())));
                CHECK(single(row, false) == finite);
                valid += finite ? 1 : 0;
                rows.push_back(row);
            }
        }
    }
    CHECK(valid > 250 && valid < rows.size());
    check_shifted(rows);
}

/* The kernel gives up this sum. */
bool is_given_up(const scalar& u1, const scalar& u2, const bytes& key) {
    secp256k1_pubkey object;
    koblitz_lanes::affine_points q;
    koblitz_lanes::jacobian_points sum;
    if (!CHECK(secp256k1_ec_pubkey_parse(ctx(), &object, key.data(), key.size())))
        return false;
    uint64_t words[8];
    for (int i = 0; i < 8; i++)
        words[i] = koblitz::load_le64(object.data + 8 * i);
    for (int lane = 0; lane < koblitz_lanes::width; lane++) {
        koblitz::put(q.x, lane, words);
        koblitz::put(q.y, lane, words + 4);
    }
    const koblitz_lanes::ecmult_bits bits = bits_of(u1, u2);
    plain_kernels.ecmult_x8(&sum, &bits, &q, 1, B::g_table(), B::g128_table());
    return (plain_kernels.finite(sum) & 1) == 0;
}

/* u1, u2 and d for which the addition of summand i is exceptional; false where there are none. */
struct exceptional_row {
    scalar u1, u2, d;
};
bool make_exceptional(exceptional_row& m, random_source& rng, size_t i, bool opposite) {
    m.u1 = draw(rng);
    m.u2 = draw(rng);
    m.d = exceptional_key(ecmult_terms(m.u1, m.u2), i, opposite);
    return !m.d.is_zero();
}

/* Every addition but the first three, of multiples of the key alone, is exceptional; valid rows and
 * others. */
void ecmult_x8() {
    random_source rng(8);
    std::vector<ecdsa_row> rows;
    const size_t additions = ecmult_terms(draw(rng), draw(rng)).size();
    CHECK(additions == 72);
    for (size_t i = 4; i < additions; i++) {
        for (const bool opposite : {false, true}) {
            for (const bool valid : {false, true}) {
                /* The last addition of opposite points gives infinity. */
                if (i == additions - 1 && opposite && valid)
                    continue;
                exceptional_row m;
                ecdsa_row row;
                while (!make_exceptional(m, rng, i, opposite) || !make_sum(row, m.u1, m.u2, m.d, valid))
                    continue;
                check::row("addition " + std::to_string(i) + (opposite ? ", opposite" : ""));
                CHECK(is_given_up(m.u1, m.u2, row.key));
                CHECK(single(row, false) == valid);
                rows.push_back(row);
            }
        }
    }
    check_shifted(rows);
}

/* A column of keys that a call gave; an empty one is refused. */
void compare_keys(const std::vector<bytes>& expected, size_t returned, const bytes& verdicts,
                  const bytes& output) {
    std::vector<bool> good;
    for (size_t i = 0; i < expected.size(); i++) {
        good.push_back(!expected[i].empty());
        CHECK(bytes(output.begin() + static_cast<std::ptrdiff_t>(33 * i),
                    output.begin() + static_cast<std::ptrdiff_t>(33 * i + 33)) ==
              (good[i] ? expected[i] : bytes(33)));
    }
    compare(good, returned, verdicts);
}

/* Recovery of u1 G + u2 R with R = d G. */
void recovery() {
    static std::vector<bytes> sigs, recids, hashes, expected;
    random_source rng(9);
    for (size_t i = 4; i < 72; i++) {
        for (const bool opposite : {false, true}) {
            exceptional_row m;
            while (!make_exceptional(m, rng, i, opposite))
                continue;
            const bytes point = multiple(m.d);
            const scalar r = scalar_of(x_of(point));
            sigs.push_back(joined(r, r * m.u2));
            recids.push_back({static_cast<unsigned char>(point[0] & 1)});
            hashes.push_back(bytes_of((r * m.u1).negate()));
            expected.push_back(multiple(m.u1 + m.u2 * m.d));
        }
    }
    CHECK(expected.back().empty());
    with_lanes([] {
        const size_t n = expected.size();
        const column s(sigs, 0), r(recids, 0), h(hashes, 0);
        bytes verdicts(n + 1, 0xaa), output(33 * n, 0xcc);
        const koblitz_output out = {output.data(), 33, 33};
        compare_keys(
            expected,
            koblitz_batch_ecdsa_recover(ctx(), verdicts.data(), &out, &s.value, &r.value, &h.value, n),
            verdicts, output);
    });
}

/* d G + t G. */
void tweaks() {
    static std::vector<bytes> keys, added, expected;
    random_source rng(10);
    for (size_t i = 1; i <= B::ecmult_gen_blocks; i++) {
        for (const bool opposite : {false, true}) {
            scalar t = draw(rng), d = exceptional_key(tweak_terms(t), i, opposite);
            keys.push_back(multiple(d));
            added.push_back(bytes_of(t));
            expected.push_back(multiple(d + t));
        }
    }
    CHECK(expected.back().empty());
    with_lanes([] {
        const size_t n = expected.size();
        const column k(keys, 0), t(added, 0);
        bytes verdicts(n + 1, 0xaa), output(33 * n, 0xcc);
        const koblitz_output out = {output.data(), 33, 33};
        compare_keys(expected,
                     koblitz_batch_ec_pubkey_tweak_add(ctx(), verdicts.data(), &out, &k.value, &t.value, n),
                     verdicts, output);
    });
}

/* s G - e P = k G as k is (0 is infinity), with this r; the last digit of G that the sum adds is digit,
 * unless that is 0. Messages are tried. */
schnorr_row make_schnorr_sum(random_source& rng, const bytes& r32, const scalar& k, int64_t digit) {
    scalar d = draw(rng);
    if (multiple(d)[0] != 2)
        d = d.negate();
    schnorr_row row{r32, bytes(8), x_of(multiple(d))};
    row.sig.resize(64);
    for (uint64_t trial = 0;; trial++) {
        bytes e(32);
        koblitz::store_le64(row.msg.data(), trial);
        koblitz::schnorrsig_challenge(koblitz::sha256_compress_default(), e.data(), r32.data(),
                                      row.key.data(), row.msg.data(), row.msg.size());
        const scalar minus_e = scalar_of(e).negate(), s = k - minus_e * d;
        uint64_t w[5] = {};
        koblitz::get(w, bits_of(s, minus_e).u1, 0);
        if (digit != 0 && odd_digit(w, 0, 13) != digit)
            continue;
        const bytes even = [&] {
            bytes key = row.key;
            key.insert(key.begin(), 2);
            return key;
        }();
        CHECK(is_given_up(s, minus_e, even));
        replace(row.sig, 32, bytes_of(s));
        return row;
    }
}

/* BIP-340's e is a hash of the key, so the signer can make the last addition alone exceptional: of
 * equal ones, (k / 2) G, or opposite ones. r = 0 is the x that lanes give infinity. */
void schnorr() {
    static std::vector<schnorr_row> rows;
    random_source rng(11);
    for (const int64_t half : {1, 3, -5, 4095, -8191, 77}) {
        const bytes sum = multiple(scalar_of(2 * half));
        const int64_t digit = sum[0] == 2 ? half : -half;
        rows.push_back(make_schnorr_sum(rng, x_of(sum), scalar_of(2 * digit), digit));
        CHECK(single(rows.back()));
        rows.push_back(rows.back());
        rows.back().msg[7] ^= 1;
    }
    for (const bytes& r32 : {bytes(32), generator_x}) {
        rows.push_back(make_schnorr_sum(rng, r32, scalar::zero(), 0));
        CHECK(!single(rows.back()));
    }
    with_lanes([] {
        for (size_t shift = 0; shift < width; shift++) {
            check_rows(rows, 0);
            rows.insert(rows.begin(), rows.back());
            rows.pop_back();
        }
    });
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"small_multiples", small_multiples},
                       {"ecmult_x8", ecmult_x8},
                       {"recovery", recovery},
                       {"tweaks", tweaks},
                       {"schnorr", schnorr}});
}
