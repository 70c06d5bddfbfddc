/* Offsets of every column of every call: rows of other lengths, decreasing and negative offsets. What is
 * beside a row would be right, so whoever reads it is seen. */
#include <memory>

#include "batch/signature_rows.h"
#include "secp256k1_recovery.h"

namespace {

using row = std::vector<bytes>; /* one of each column */

/* The secret key of all products. */
const bytes scan = scalar_bytes(123456789);

/* Rows of a call, and the call: a key for each row, or 1 for a valid one; empty where it is refused. */
struct operation {
    const char* name;
    row (*make)(random_source& rng);
    bytes (*single)(const row& r);
    size_t (*call)(unsigned char* verdicts, const koblitz_output* out, const koblitz_column* c, size_t n);
    bool gives_keys;
};

bytes verdict(bool valid) {
    return valid ? bytes(1, 1) : bytes();
}
row make_ecdsa_columns(random_source& rng) {
    const ecdsa_row r = make_ecdsa(rng, true);
    return {r.sig, r.hash, r.key};
}
bool parse_key(secp256k1_pubkey& key, const bytes& in) {
    return !in.empty() && secp256k1_ec_pubkey_parse(ctx(), &key, in.data(), in.size()) != 0;
}

const operation operations[] = {
    {"ecdsa_verify", make_ecdsa_columns,
     [](const row& r) {
         return verdict(r[1].size() == 32 && !r[2].empty() && single(ecdsa_row{r[0], r[1], r[2]}, false));
     },
     [](unsigned char* verdicts, const koblitz_output*, const koblitz_column* c, size_t n) {
         return koblitz_batch_ecdsa_verify(ctx(), verdicts, &c[0], &c[1], &c[2], n, 0);
     },
     false},
    {"ecdsa_verify, DER",
     [](random_source& rng) {
         row r = make_ecdsa_columns(rng);
         secp256k1_ecdsa_signature sig;
         bytes der(72);
         size_t size = der.size();
         CHECK(secp256k1_ecdsa_signature_parse_compact(ctx(), &sig, r[0].data()));
         CHECK(secp256k1_ecdsa_signature_serialize_der(ctx(), der.data(), &size, &sig));
         der.resize(size);
         r[0] = der;
         return r;
     },
     [](const row& r) {
         secp256k1_ecdsa_signature sig;
         secp256k1_pubkey key;
         return verdict(!r[0].empty() &&
                        secp256k1_ecdsa_signature_parse_der(ctx(), &sig, r[0].data(), r[0].size()) &&
                        r[1].size() == 32 && parse_key(key, r[2]) &&
                        secp256k1_ecdsa_verify(ctx(), &sig, r[1].data(), &key));
     },
     [](unsigned char* verdicts, const koblitz_output*, const koblitz_column* c, size_t n) {
         return koblitz_batch_ecdsa_verify(ctx(), verdicts, &c[0], &c[1], &c[2], n, KOBLITZ_BATCH_DER);
     },
     false},
    {"schnorrsig_verify",
     [](random_source& rng) {
         const schnorr_row r = make_schnorr(rng, 40);
         return row{r.sig, r.msg, r.key};
     },
     [](const row& r) {
         return verdict(single(schnorr_row{r[0], r[1], r[2]}));
     },
     [](unsigned char* verdicts, const koblitz_output*, const koblitz_column* c, size_t n) {
         return koblitz_batch_schnorrsig_verify(ctx(), verdicts, &c[0], &c[1], &c[2], n);
     },
     false},
    {"ec_pubkey_parse", [](random_source& rng) { return row{make_ecdsa(rng, true).key}; },
     [](const row& r) {
         secp256k1_pubkey key;
         return parse_key(key, r[0]) ? encode(key, true) : bytes();
     },
     [](unsigned char* verdicts, const koblitz_output* out, const koblitz_column* c, size_t n) {
         return koblitz_batch_ec_pubkey_parse(ctx(), verdicts, out, &c[0], n);
     },
     true},
    {"ec_pubkey_tweak_add",
     [](random_source& rng) {
         return row{make_ecdsa(rng, true).key, random_bytes(rng, 32)};
     },
     [](const row& r) {
         secp256k1_pubkey key;
         return r[1].size() == 32 && parse_key(key, r[0]) &&
                        secp256k1_ec_pubkey_tweak_add(ctx(), &key, r[1].data())
                    ? encode(key, true)
                    : bytes();
     },
     [](unsigned char* verdicts, const koblitz_output* out, const koblitz_column* c, size_t n) {
         return koblitz_batch_ec_pubkey_tweak_add(ctx(), verdicts, out, &c[0], &c[1], n);
     },
     true},
    {"xonly_pubkey_tweak_add_check",
     [](random_source& rng) {
         row r = {bytes(32), bytes(1), make_schnorr(rng, 1).key, random_bytes(rng, 32)};
         secp256k1_xonly_pubkey internal, tweaked;
         secp256k1_pubkey sum;
         int parity = 0;
         CHECK(secp256k1_xonly_pubkey_parse(ctx(), &internal, r[2].data()));
         CHECK(secp256k1_xonly_pubkey_tweak_add(ctx(), &sum, &internal, r[3].data()));
         CHECK(secp256k1_xonly_pubkey_from_pubkey(ctx(), &tweaked, &parity, &sum));
         secp256k1_xonly_pubkey_serialize(ctx(), r[0].data(), &tweaked);
         r[1][0] = static_cast<unsigned char>(parity);
         return r;
     },
     [](const row& r) {
         secp256k1_xonly_pubkey key;
         return verdict(
             r[0].size() == 32 && r[1].size() == 1 && r[2].size() == 32 && r[3].size() == 32 &&
             secp256k1_xonly_pubkey_parse(ctx(), &key, r[2].data()) &&
             secp256k1_xonly_pubkey_tweak_add_check(ctx(), r[0].data(), r[1][0], &key, r[3].data()));
     },
     [](unsigned char* verdicts, const koblitz_output*, const koblitz_column* c, size_t n) {
         return koblitz_batch_xonly_pubkey_tweak_add_check(ctx(), verdicts, &c[0], &c[1], &c[2], &c[3], n);
     },
     false},
    {"ecdsa_recover",
     [](random_source& rng) {
         row r = {bytes(64), bytes(1), random_bytes(rng, 32)};
         secp256k1_ecdsa_recoverable_signature sig;
         int recid = 0;
         CHECK(secp256k1_ecdsa_sign_recoverable(ctx(), &sig, r[2].data(), random_bytes(rng, 32).data(),
                                                nullptr, nullptr));
         secp256k1_ecdsa_recoverable_signature_serialize_compact(ctx(), r[0].data(), &recid, &sig);
         r[1][0] = static_cast<unsigned char>(recid);
         return r;
     },
     [](const row& r) {
         secp256k1_ecdsa_recoverable_signature sig;
         secp256k1_pubkey key;
         return r[0].size() == 64 && r[1].size() == 1 && r[1][0] <= 3 && r[2].size() == 32 &&
                        secp256k1_ecdsa_recoverable_signature_parse_compact(ctx(), &sig, r[0].data(),
                                                                            r[1][0]) &&
                        secp256k1_ecdsa_recover(ctx(), &key, &sig, r[2].data())
                    ? encode(key, true)
                    : bytes();
     },
     [](unsigned char* verdicts, const koblitz_output* out, const koblitz_column* c, size_t n) {
         return koblitz_batch_ecdsa_recover(ctx(), verdicts, out, &c[0], &c[1], &c[2], n);
     },
     true},
    {"ec_pubkey_mul", [](random_source& rng) { return row{make_ecdsa(rng, true).key}; },
     [](const row& r) {
         secp256k1_pubkey key;
         return parse_key(key, r[0]) && secp256k1_ec_pubkey_tweak_mul(ctx(), &key, scan.data())
                    ? encode(key, true)
                    : bytes();
     },
     [](unsigned char* verdicts, const koblitz_output* out, const koblitz_column* c, size_t n) {
         return koblitz_batch_ec_pubkey_mul(ctx(), verdicts, out, &c[0], scan.data(), n);
     },
     true},
};

/* Changes of the n + 1 offsets around row i; what is returned goes to the address of the data. */
struct edit {
    const char* name;
    int64_t (*apply)(std::vector<int64_t>& at, size_t i);
};
const edit edits[] = {
    {"a byte less",
     [](std::vector<int64_t>& at, size_t i) {
         at[i + 1]--;
         return int64_t{0};
     }},
    {"a byte more",
     [](std::vector<int64_t>& at, size_t i) {
         at[i + 1]++;
         return int64_t{0};
     }},
    {"empty",
     [](std::vector<int64_t>& at, size_t i) {
         at[i + 1] = at[i];
         return int64_t{0};
     }},
    {"decreasing",
     [](std::vector<int64_t>& at, size_t i) {
         at[i + 1] = at[i] - 1;
         return int64_t{0};
     }},
    {"negative",
     [](std::vector<int64_t>& at, size_t i) {
         const int64_t base = at[i + 1];
         for (int64_t& offset : at)
             offset -= base;
         return base;
     }},
};

/* The rows one after the other with their offsets changed. */
class edited_column {
public:
    edited_column(const std::vector<bytes>& from, const edit& e, size_t i, size_t offset_size) {
        std::vector<int64_t> at = {0};
        for (const bytes& r : from) {
            data_.insert(data_.end(), r.begin(), r.end());
            at.push_back(static_cast<int64_t>(data_.size()));
        }
        data_.push_back(0xee);
        const unsigned char* const data = data_.data() + e.apply(at, i);
        for (const int64_t offset : at) {
            const int32_t narrow = static_cast<int32_t>(offset);
            const auto* word = offset_size == 8 ? reinterpret_cast<const unsigned char*>(&offset)
                                                : reinterpret_cast<const unsigned char*>(&narrow);
            offsets_.insert(offsets_.end(), word, word + offset_size);
        }
        value = {data, 0, 0, offsets_.data(), offset_size};
        for (size_t j = 0; j < from.size(); j++) {
            rows.emplace_back();
            if (at[j] >= 0 && at[j + 1] > at[j])
                rows[j].assign(data + at[j], data + at[j + 1]);
        }
    }
    edited_column(const edited_column&) = delete;
    edited_column& operator=(const edited_column&) = delete;
    koblitz_column value;
    std::vector<bytes> rows; /* as koblitz.h says */

private:
    bytes data_, offsets_;
};

void check_call(const operation& op, const std::vector<koblitz_column>& columns,
                const std::vector<bytes>& expected) {
    const size_t n = expected.size();
    bytes verdicts(n + 1, 0xaa), output(33 * n, 0xcc);
    const koblitz_output out = {output.data(), 33, 33};
    const size_t failed = op.call(verdicts.data(), &out, columns.data(), n);
    std::vector<bool> valid;
    for (size_t i = 0; i < n; i++) {
        valid.push_back(!expected[i].empty());
        const auto at = output.begin() + static_cast<std::ptrdiff_t>(33 * i);
        if (op.gives_keys)
            CHECK(bytes(at, at + 33) == (valid[i] ? expected[i] : bytes(33)));
    }
    compare(valid, failed, verdicts);
}

/* A group in lanes and two rows without. */
void offsets() {
    with_lanes([] {
        random_source rng(16);
        constexpr size_t n = 10;
        for (const operation& op : operations) {
            std::vector<row> good;
            std::vector<bytes> answers;
            for (size_t i = 0; i < n; i++) {
                good.push_back(op.make(rng));
                answers.push_back(op.single(good[i]));
                CHECK(!answers[i].empty());
            }
            const size_t width = good[0].size();
            for (size_t c = 0; c < width; c++) {
                for (const edit& e : edits) {
                    for (size_t i = 0; i < n; i++) {
                        check::row(std::string(op.name) + ", column " + std::to_string(c) + ", " + e.name +
                                   ", row " + std::to_string(i));
                        std::vector<std::unique_ptr<column>> kept;
                        std::vector<koblitz_column> columns;
                        std::vector<bytes> changed, expected = answers;
                        for (size_t j = 0; j < width; j++) {
                            std::vector<bytes> rows;
                            for (const row& r : good)
                                rows.push_back(r[j]);
                            kept.push_back(std::make_unique<column>(rows, 8));
                            columns.push_back(kept.back()->value);
                            if (j == c)
                                changed = rows;
                        }
                        const edited_column edited(changed, e, i, i % 2 == 0 ? 4 : 8);
                        columns[c] = edited.value;
                        for (size_t j = 0; j < n; j++) {
                            if (edited.rows[j] == good[j][c])
                                continue;
                            row r = good[j];
                            r[c] = edited.rows[j];
                            expected[j] = op.single(r);
                        }
                        check_call(op, columns, expected);
                    }
                }
            }
        }
    });
}

/* Rows that are all empty need no data: signatures of the empty message. */
void without_data() {
    with_lanes([] {
        random_source rng(17);
        constexpr size_t n = 9;
        std::vector<schnorr_row> rows;
        for (size_t i = 0; i < n; i++)
            rows.push_back(make_schnorr(rng, 0));
        const column sigs(field(rows, &schnorr_row::sig), 0), keys(field(rows, &schnorr_row::key), 0);
        int32_t narrow[n + 1], decreasing[n + 1];
        int64_t wide[n + 1];
        for (size_t i = 0; i <= n; i++) {
            wide[i] = narrow[i] = 5;
            decreasing[i] = -static_cast<int32_t>(i);
        }
        const koblitz_column empty[] = {{nullptr, 0, 3, nullptr, 0},
                                        {nullptr, 0, 0, narrow, 4},
                                        {nullptr, 0, 0, wide, 8},
                                        {nullptr, 0, 0, decreasing, 4}};
        for (const koblitz_column& messages : empty) {
            bytes verdicts(n + 1, 0xaa);
            const size_t failed = koblitz_batch_schnorrsig_verify(ctx(), verdicts.data(), &sigs.value,
                                                                  &messages, &keys.value, n);
            compare(std::vector<bool>(n, true), failed, verdicts);
        }
    });
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"offsets", offsets}, {"without data", without_data}});
}
