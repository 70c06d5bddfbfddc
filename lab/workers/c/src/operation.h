// What a worker measures: one operation on a table of rows.
#pragma once

#include "text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lab {

// The input fields of all rows of one load, in one block.
class Table {
public:
    Table(std::size_t width, std::size_t rows) : width_(width), rows_(rows) {}

    // Fields are appended row by row; each ends where bytes end then.
    std::vector<std::uint8_t> bytes;
    std::vector<std::size_t> ends;

    std::size_t rows() const { return rows_; }

    Bytes field(std::size_t row, std::size_t index) const {
        const std::size_t i = row * width_ + index;
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        return Bytes(bytes).subspan(begin, ends[i] - begin);
    }

private:
    std::size_t width_;
    std::size_t rows_;
};

// One row's fields. They live as long as the operation that was given them.
class Fields {
public:
    Fields(const Table& table, std::size_t row) : table_(table), row_(row) {}
    Bytes operator[](std::size_t index) const { return table_.field(row_, index); }

private:
    const Table& table_;
    std::size_t row_;
};

// The rows of ecdsa_parse_verify and schnorr_parse_verify, for a Call to
// inherit: the timed call parses key and signature.
struct EncodedRows {
    struct Row {
        Bytes pubkey, sig;
        const std::uint8_t* msg;
    };
    static bool prepare(Fields in, Row& row) {
        row = {in[0], in[1], in[2].data()};
        return true;
    }
};

// A loaded operation. Rows are below rows(); the caller checks ranges.
class Operation {
public:
    Operation() = default;
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    virtual ~Operation() = default;

    virtual std::size_t rows() const = 0;
    virtual bool verdicts() const = 0;
    // Performs the calls, times passes over these rows, and returns the
    // nanoseconds that they took together.
    virtual std::uint64_t perform(std::size_t first, std::size_t count, std::size_t times) = 0;
    // Appends the last result of a row as docs/protocol.md writes it.
    virtual void report(std::size_t row, std::string& out) = 0;
};

constexpr std::size_t combine_points = 16;   // that pubkey_combine adds
constexpr std::size_t aggregate_keys = 100;  // of musig_pubkey_agg_100
constexpr std::size_t send_recipients = 100; // of silentpayments_send_100
constexpr std::size_t scan_outputs = 1000;   // of silentpayments_scan_1000

// Longest result of most operations, in bytes.
constexpr std::size_t result_max = 65;
using Output = std::array<std::uint8_t, result_max>;

inline std::uint64_t monotonic_ns() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(t.tv_nsec);
}

// Measured makes an Operation of a Call, which has
//   Row      what is prepared of a row;
//   Result   the library's own result; int for a verdict;
//   bool prepare(Fields, Row&)          untimed; false: the library refuses the row;
//   void reserve(Result&)               optional, untimed: makes the object that call fills;
//   void call(const Row&, Result&)      timed;
//   size_t serialize(Result&, Output&)  timed as well; the length, or 0 for "refused";
//   LongOutput                          where it gives more than an Output holds.
template <class Call>
struct OutputOf {
    using Type = Output;
};
template <class Call>
requires requires {
    typename Call::LongOutput;
}
struct OutputOf<Call> {
    using Type = typename Call::LongOutput;
};

template <class Call>
class Measured final : public Operation {
public:
    using Row = typename Call::Row;
    using Result = typename Call::Result;

    Measured(Call call, Table table)
        : call_(std::move(call)), table_(std::move(table)), rows_(table_.rows()), results_(table_.rows()),
          encoded_(table_.rows()), usable_(table_.rows()) {
        for (std::size_t i = 0; i < rows_.size(); i++) {
            usable_[i] = call_.prepare(Fields(table_, i), rows_[i]);
        }
    }

    std::size_t rows() const override { return rows_.size(); }

    bool verdicts() const override { return std::is_same_v<Result, int>; }

    std::uint64_t perform(std::size_t first, std::size_t count, std::size_t times) override {
        for (std::size_t i = first; i < first + count; i++) {
            results_[i] = Result{};
            encoded_[i] = Encoded{};
            if constexpr (requires(Result & r) { call_.reserve(r); }) {
                call_.reserve(results_[i]);
            }
        }
        const std::uint64_t begin = monotonic_ns();
        for (std::size_t pass = 0; pass < times; pass++) {
            for (std::size_t i = first; i < first + count; i++) {
                if (usable_[i]) {
                    call_.call(rows_[i], results_[i]);
                    if constexpr (!std::is_same_v<Result, int>) {
                        encoded_[i].length = call_.serialize(results_[i], encoded_[i].bytes);
                    }
                }
            }
        }
        return monotonic_ns() - begin;
    }

    void report(std::size_t row, std::string& out) override {
        if constexpr (std::is_same_v<Result, int>) {
            out += usable_[row] && results_[row] == 1 ? '1' : '0';
        } else {
            const Encoded& result = encoded_[row];
            if (result.length == 0) {
                out += '-';
            } else {
                append_hex(out, Bytes(result.bytes).first(result.length));
            }
        }
    }

private:
    // What serialize made of a result; nothing for a verdict.
    struct Serialized {
        typename OutputOf<Call>::Type bytes{};
        std::size_t length = 0; // 0: refused
    };
    struct Nothing {};
    using Encoded = std::conditional_t<std::is_same_v<Result, int>, Nothing, Serialized>;

    Call call_;
    Table table_;
    std::vector<Row> rows_;
    std::vector<Result> results_;
    std::vector<Encoded> encoded_;
    std::vector<std::uint8_t> usable_;
};

// Lengths that a field may have: any of the listed ones, or any at all.
struct Length {
    std::vector<std::size_t> allowed;

    bool admits(std::size_t n) const {
        return allowed.empty() || std::find(allowed.begin(), allowed.end(), n) != allowed.end();
    }
};

// An operation that a contender offers.
struct Offer {
    std::string name;
    std::vector<Length> fields;
    std::function<std::unique_ptr<Operation>(Table)> load;
};

struct Mark {
    std::string name, op, reason;
};

// What hello says, and what load chooses from.
struct Contender {
    std::string name, version, date, path, flags;
    std::vector<std::string> claims;
    std::vector<Mark> marks;
    std::vector<Offer> offers;

    // Offers the operation under the fields that docs/protocol.md gives it.
    template <class Call>
    void offer(std::string op, Call call) {
        offers.push_back({op, fields_of(op), [call](Table table) {
                              return std::make_unique<Measured<Call>>(call, std::move(table));
                          }});
    }

    static std::vector<Length> fields_of(const std::string& op);
};

} // namespace lab
