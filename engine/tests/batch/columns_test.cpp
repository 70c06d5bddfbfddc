/* How rows lie in every column of encodings of every call but those of secret keys and of sums: offsets that
 * make rows of other lengths, decrease or are negative, where what is beside a row would be right, so whoever
 * reads it is seen; strides of every kind; and columns that share memory. */
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
        offsets_.push_back(0xee);
        for (const int64_t offset : at) {
            const int32_t narrow = static_cast<int32_t>(offset);
            const auto* word = offset_size == 8 ? reinterpret_cast<const unsigned char*>(&offset)
                                                : reinterpret_cast<const unsigned char*>(&narrow);
            offsets_.insert(offsets_.end(), word, word + offset_size);
        }
        value = {data, 0, 0, offsets_.data() + 1, offset_size};
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

/* The output's rows go on, or back from the last place. */
void check_call(const operation& op, const std::vector<koblitz_column>& columns,
                const std::vector<bytes>& expected, bool back = false) {
    const size_t n = expected.size();
    bytes verdicts(n + 1, 0xaa), output(33 * n, 0xcc);
    const koblitz_output out = {output.data() + (back ? 33 * (n - 1) : 0), 33,
                                back ? 0 - size_t{33} : size_t{33}};
    const size_t failed = op.call(verdicts.data(), &out, columns.data(), n);
    std::vector<bool> valid;
    for (size_t i = 0; i < n; i++) {
        valid.push_back(!expected[i].empty());
        const auto at = output.begin() + static_cast<std::ptrdiff_t>(33 * (back ? n - 1 - i : i));
        if (op.gives_keys)
            CHECK(bytes(at, at + 33) == (valid[i] ? expected[i] : bytes(33)));
    }
    compare(valid, failed, verdicts);
}

/* A group in lanes and two rows without. */
constexpr size_t n = 10;

/* Rows of the call that are valid, and what it answers for them. */
struct valid_rows {
    std::vector<row> rows;
    std::vector<bytes> answers;
    valid_rows(const operation& op, random_source& rng) {
        for (size_t i = 0; i < n; i++) {
            rows.push_back(op.make(rng));
            answers.push_back(op.single(rows[i]));
            CHECK(!answers[i].empty());
        }
    }
    size_t columns() const { return rows[0].size(); }
    std::vector<bytes> of_column(size_t c) const {
        std::vector<bytes> r;
        for (const row& each : rows)
            r.push_back(each[c]);
        return r;
    }
};

void offsets() {
    with_lanes([] {
        random_source rng(16);
        for (const operation& op : operations) {
            const valid_rows good(op, rng);
            const size_t width = good.columns();
            for (size_t c = 0; c < width; c++) {
                for (const edit& e : edits) {
                    for (size_t i = 0; i < n; i++) {
                        check::row(std::string(op.name) + ", column " + std::to_string(c) + ", " + e.name +
                                   ", row " + std::to_string(i));
                        std::vector<std::unique_ptr<column>> kept;
                        std::vector<koblitz_column> columns;
                        std::vector<bytes> expected = good.answers;
                        for (size_t j = 0; j < width; j++) {
                            kept.push_back(std::make_unique<column>(good.of_column(j), 8));
                            columns.push_back(kept.back()->value);
                        }
                        const edited_column edited(good.of_column(c), e, i, i % 2 == 0 ? 4 : 8);
                        columns[c] = edited.value;
                        for (size_t j = 0; j < n; j++) {
                            if (edited.rows[j] == good.rows[j][c])
                                continue;
                            row r = good.rows[j];
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

/* A column of rows of one size as memory holds them: where row 0 is, and the stride. */
struct strided {
    const char* name;
    size_t (*stride)(size_t size);
    /* Whether row i of those given is where row i is read from; other rows are of whatever is there. */
    bool (*placed)(size_t i);
};
const strided strides[] = {
    {"0", [](size_t) { return size_t{0}; }, [](size_t i) { return i == 0; }},
    {"half the size", [](size_t size) { return (size + 1) / 2; }, [](size_t i) { return i % 2 == 0; }},
    {"negative", [](size_t size) { return 0 - size; }, [](size_t) { return true; }},
    {"negative, with gaps", [](size_t size) { return 0 - size - 5; }, [](size_t) { return true; }},
};

class strided_column {
public:
    strided_column(const std::vector<bytes>& from, const strided& s) {
        const size_t size = from[0].size();
        const auto stride = static_cast<std::ptrdiff_t>(s.stride(size)),
                   last = stride * static_cast<std::ptrdiff_t>(n - 1), first = stride < 0 ? -last : 0;
        data_.assign(static_cast<size_t>(stride < 0 ? -last : last) + size, 0xee);
        const auto at = [&](size_t i) {
            return data_.begin() + first + stride * static_cast<std::ptrdiff_t>(i);
        };
        for (size_t i = 0; i < n; i++) {
            if (s.placed(i))
                std::copy(from[i].begin(), from[i].end(), at(i));
        }
        for (size_t i = 0; i < n; i++)
            rows.emplace_back(at(i), at(i) + static_cast<std::ptrdiff_t>(size));
        value = {data_.data() + first, size, s.stride(size), nullptr, 0};
    }
    strided_column(const strided_column&) = delete;
    strided_column& operator=(const strided_column&) = delete;
    koblitz_column value;
    std::vector<bytes> rows;

private:
    bytes data_;
};

/* Each column alone, and all of them, at each stride; outputs that go back. */
void all_strides() {
    with_lanes([] {
        random_source rng(18);
        for (const operation& op : operations) {
            const valid_rows good(op, rng);
            for (const strided& s : strides) {
                for (size_t c = 0; c <= good.columns(); c++) {
                    check::row(std::string(op.name) + ", stride " + s.name + " of column " +
                               std::to_string(c));
                    std::vector<std::unique_ptr<column>> by_offsets;
                    std::vector<std::unique_ptr<strided_column>> by_stride;
                    std::vector<koblitz_column> columns;
                    std::vector<row> rows = good.rows;
                    const auto is_strided = [&](size_t j) { return c == j || c == good.columns(); };
                    bool same_size = true;
                    for (size_t j = 0; j < good.columns(); j++) {
                        const std::vector<bytes> of = good.of_column(j);
                        for (const bytes& each : of)
                            same_size = same_size && (each.size() == of[0].size() || !is_strided(j));
                        if (!same_size)
                            break;
                        if (!is_strided(j)) {
                            by_offsets.push_back(std::make_unique<column>(of, 4));
                            columns.push_back(by_offsets.back()->value);
                            continue;
                        }
                        by_stride.push_back(std::make_unique<strided_column>(of, s));
                        columns.push_back(by_stride.back()->value);
                        for (size_t i = 0; i < n; i++)
                            rows[i][j] = by_stride.back()->rows[i];
                    }
                    if (!same_size)
                        continue; /* DER */
                    std::vector<bytes> expected;
                    for (size_t i = 0; i < n; i++) {
                        expected.push_back(op.single(rows[i]));
                        CHECK(!s.placed(i) || rows[i] == good.rows[i]);
                    }
                    CHECK(!expected[0].empty());
                    check_call(op, columns, expected, s.stride(1) > 1);
                }
            }
        }
    });
}

/* All columns side by side in rows of one memory, and each column in the last bytes of another's rows. */
void shared_memory() {
    static const operation own_keys[] = {
        {"schnorrsig_verify of the key",
         [](random_source& rng) {
             row r = {bytes(64), bytes(32), bytes(32)};
             secp256k1_keypair pair;
             secp256k1_xonly_pubkey key;
             CHECK(secp256k1_keypair_create(ctx(), &pair, random_bytes(rng, 32).data()));
             CHECK(secp256k1_keypair_xonly_pub(ctx(), &key, nullptr, &pair));
             secp256k1_xonly_pubkey_serialize(ctx(), r[2].data(), &key);
             r[1] = r[2];
             CHECK(secp256k1_schnorrsig_sign32(ctx(), r[0].data(), r[1].data(), &pair, nullptr));
             return r;
         },
         [](const row& r) {
             return verdict(single(schnorr_row{r[0], r[1], r[2]}));
         },
         [](unsigned char* verdicts, const koblitz_output*, const koblitz_column* c, size_t count) {
             return koblitz_batch_schnorrsig_verify(ctx(), verdicts, &c[0], &c[1], &c[2], count);
         },
         false},
    };
    with_lanes([] {
        random_source rng(19);
        const auto share = [&rng](const operation& op) {
            const valid_rows good(op, rng);
            const size_t width = good.columns();
            bytes memory;
            std::vector<size_t> at, size;
            for (size_t c = 0; c < width; c++) {
                at.push_back(c == 0 ? 0 : at[c - 1] + size[c - 1]);
                size.push_back(good.rows[0][c].size());
            }
            for (const row& r : good.rows) {
                for (size_t c = 0; c < width; c++) {
                    if (r[c].size() != size[c])
                        return; /* DER */
                    memory.insert(memory.end(), r[c].begin(), r[c].end());
                }
            }
            const size_t stride = at.back() + size.back();
            std::vector<koblitz_column> columns;
            for (size_t c = 0; c < width; c++)
                columns.push_back({memory.data() + at[c], size[c], stride, nullptr, 0});
            check::row(std::string(op.name) + ", rows in one memory");
            check_call(op, columns, good.answers);
            for (size_t c = 0; c < width; c++) {
                for (size_t in = 0; in < width; in++) {
                    if (in == c || size[in] < size[c])
                        continue;
                    check::row(std::string(op.name) + ", column " + std::to_string(c) + " in column " +
                               std::to_string(in));
                    std::vector<koblitz_column> shared = columns;
                    std::vector<bytes> expected;
                    shared[c].data = columns[in].data + size[in] - size[c];
                    for (row r : good.rows) {
                        r[c].assign(r[in].end() - static_cast<std::ptrdiff_t>(size[c]), r[in].end());
                        expected.push_back(op.single(r));
                    }
                    check_call(op, shared, expected);
                }
            }
        };
        for (const operation& op : operations)
            share(op);
        for (const operation& op : own_keys)
            share(op);
    });
}

/* Rows that are all empty need no data: signatures of the empty message. */
void without_data() {
    with_lanes([] {
        random_source rng(17);
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
    return check::run(argc, argv,
                      {{"offsets", offsets},
                       {"strides", all_strides},
                       {"shared memory", shared_memory},
                       {"without data", without_data}});
}
