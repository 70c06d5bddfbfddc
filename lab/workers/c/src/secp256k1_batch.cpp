// Batches, where the library has koblitz.h's calls.
#include "secp256k1_ops.h"

namespace lab::secp256k1 {

namespace {

constexpr std::size_t columns_max = 4;
constexpr std::size_t batch_sizes[] = {2, 8, 64, 1024, 16384};

// What a row's field becomes in its column.
enum class Kind {
    bytes,  // as it is, all rows of one length
    varied, // as it is, rows of any length
    pubkey, // prepared: a public key's object
    xonly,  // prepared: an x-only key's object
};

// One column of all rows of a load.
struct ColumnData {
    std::size_t size = 0; // 0: by offsets
    std::vector<Byte> bytes;
    std::vector<std::int64_t> offsets{0};

    void append(Bytes row) {
        bytes.insert(bytes.end(), row.begin(), row.end());
        offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    }
    Column from(std::size_t row) const {
        if (size == 0) {
            return {bytes.data(), 0, 0, offsets.data() + row, sizeof offsets[0]};
        }
        return {bytes.data() + row * size, size, size, nullptr, 0};
    }
};

using Columns = std::array<Column, columns_max>;

// An operation of which there are batches.
struct Batch {
    const char* single;
    std::vector<Kind> kinds; // of the fields, in their order
    std::size_t output;      // bytes of a result, 0 for a verdict
    bool one_key = false;    // all rows of a call share the first field
    std::function<void(const Columns&, Byte* verdicts, const OutputColumn&, std::size_t n)> call;
};

// Memory that a call of the library writes to, allocated while rows are loaded.
using Scratch = std::vector<Byte>;

// Functions of the library that make objects.
struct Parsers {
    Base base;
    XonlyParse* xonly_parse;

    bool parse(Bytes in, Pubkey& out) const { return base.parse(in, out); }
    bool parse(Bytes in, XonlyPubkey& out) const { return xonly_parse(base.context, &out, in.data()) == 1; }

    // The object of a field; any other key where it is none, so that the column
    // has no holes.
    template <class T>
    bool object(Bytes in, Bytes other, ColumnData& column) const {
        T object;
        const bool ok = parse(in, object);
        if (!ok) {
            parse(other, object);
        }
        column.append(object.data);
        return ok;
    }

    bool append(Kind kind, Bytes in, ColumnData& column) const {
        // The generator.
        static constexpr Byte other[33] = {2,    0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0,
                                           0x62, 0x95, 0xce, 0x87, 0x0b, 0x07, 0x02, 0x9b, 0xfc, 0xdb, 0x2d,
                                           0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98};
        switch (kind) {
        case Kind::pubkey:
            return object<Pubkey>(in, other, column);
        case Kind::xonly:
            return object<XonlyPubkey>(in, Bytes(other).subspan(1), column);
        default:
            column.append(in);
            return true;
        }
    }
};

// Calls of up to size_ rows.
class Batched final : public Operation {
public:
    Batched(Batch batch, const Parsers& parsers, std::size_t size, const Table& table)
        : batch_(std::move(batch)), size_(size), ends_(table.rows()), usable_(table.rows(), 1),
          verdicts_(table.rows()), outputs_(table.rows() * batch_.output) {
        for (std::size_t i = 0; i < batch_.kinds.size(); i++) {
            for (std::size_t row = 0; row < table.rows(); row++) {
                if (!parsers.append(batch_.kinds[i], table.field(row, i), columns_[i])) {
                    usable_[row] = 0;
                }
            }
            if (batch_.kinds[i] != Kind::varied && table.rows() != 0) {
                columns_[i].size = columns_[i].bytes.size() / table.rows();
            }
        }
        for (std::size_t row = table.rows(); row-- > 0;) {
            const bool joined =
                row + 1 < table.rows() &&
                (!batch_.one_key || std::ranges::equal(table.field(row, 0), table.field(row + 1, 0)));
            ends_[row] = joined ? ends_[row + 1] : row + 1;
        }
    }

    std::size_t rows() const override { return ends_.size(); }

    bool verdicts() const override { return batch_.output == 0; }

    std::uint64_t perform(std::size_t first, std::size_t count, std::size_t times) override {
        const std::size_t end = first + count;
        std::fill(verdicts_.begin() + offset(first), verdicts_.begin() + offset(end), Byte{0});
        std::fill(outputs_.begin() + offset(first * batch_.output),
                  outputs_.begin() + offset(end * batch_.output), Byte{0});
        const std::uint64_t begin = monotonic_ns();
        for (std::size_t i = first, pass = 0; count != 0 && pass < times;) {
            const std::size_t n = std::min({size_, end - i, ends_[i] - i});
            Columns columns{};
            for (std::size_t j = 0; j < batch_.kinds.size(); j++) {
                columns[j] = columns_[j].from(i);
            }
            batch_.call(columns, &verdicts_[i],
                        {outputs_.data() + i * batch_.output, batch_.output, batch_.output}, n);
            i += n;
            if (i == end) {
                i = first;
                pass++;
            }
        }
        return monotonic_ns() - begin;
    }

    void report(std::size_t row, std::string& out) override {
        const bool ok = usable_[row] && verdicts_[row] == 1;
        if (batch_.output == 0) {
            out += ok ? '1' : '0';
        } else if (ok) {
            append_hex(out, Bytes(outputs_).subspan(row * batch_.output, batch_.output));
        } else {
            out += '-';
        }
    }

private:
    static std::ptrdiff_t offset(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

    Batch batch_;
    std::size_t size_;
    std::array<ColumnData, columns_max> columns_;
    std::vector<std::size_t> ends_; // where a call that holds the row must end
    std::vector<std::uint8_t> usable_;
    std::vector<Byte> verdicts_, outputs_;
};

// Offers batches of that name and every size; make gives the batch for loaded
// rows that are asked for by calls of size rows.
template <class Make>
void offer_named(Contender& contender, const Parsers& parsers, const std::string& name, const char* single,
                 Make make) {
    for (const std::size_t size : batch_sizes) {
        contender.offers.push_back({"batch_" + name + "_" + std::to_string(size),
                                    Contender::fields_of(single), [make, parsers, size](const Table& table) {
                                        return std::make_unique<Batched>(make(size), parsers, size, table);
                                    }});
    }
}

void offer(Contender& contender, const Parsers& parsers, const Batch& batch) {
    offer_named(contender, parsers, batch.single, batch.single, [batch](std::size_t) { return batch; });
}

} // namespace

void offer_batches(Contender& contender, const Source& source) {
    const Context* const ctx = source.base.context;
    XonlyParse* xonly_parse = nullptr;
    source.get("xonly_pubkey_parse", xonly_parse);
    const Parsers parsers{source.base, xonly_parse};
    // The symbol under koblitz.h's prefix, of that type.
    const auto get = [&source]<class F>(const char* name, F*& fn) {
        return source.library.get(std::string("koblitz_batch_") + name, fn);
    };
    const auto add = [&](const char* single, std::vector<Kind> kinds, std::size_t output, auto call) {
        offer(contender, parsers, {single, std::move(kinds), output, false, call});
    };

    using enum Kind;
    if (BatchEcdsaVerify * fn; get("ecdsa_verify", fn)) {
        const auto verify = [ctx, fn](unsigned flags) {
            return [ctx, fn, flags](const Columns& c, Byte* verdicts, const OutputColumn&, std::size_t n) {
                fn(ctx, verdicts, &c[1], &c[2], &c[0], n, flags);
            };
        };
        add("ecdsa_verify", {pubkey, bytes, bytes}, 0, verify(0));
        add("ecdsa_parse_verify", {varied, varied, bytes}, 0, verify(flag_batch_der));
    }
    if (BatchSchnorrVerify * fn; xonly_parse != nullptr && get("schnorrsig_verify", fn)) {
        const auto verify = [ctx, fn](const Columns& c, Byte* verdicts, const OutputColumn&, std::size_t n) {
            fn(ctx, verdicts, &c[1], &c[2], &c[0], n);
        };
        add("schnorr_verify", {xonly, bytes, bytes}, 0, verify);
        add("schnorr_parse_verify", {bytes, bytes, bytes}, 0, verify);
    }
    BatchSchnorrScratch* scratch_size = nullptr;
    if (BatchSchnorrVerifyAll * fn; xonly_parse != nullptr && get("schnorrsig_scratch", scratch_size) &&
                                    get("schnorrsig_verify_all", fn)) {
        const auto make = [ctx, fn, scratch_size](std::size_t size) {
            const auto scratch = std::make_shared<Scratch>(scratch_size(ctx, size));
            const auto verify = [ctx, fn, scratch](const Columns& c, Byte* verdicts, const OutputColumn&,
                                                   std::size_t n) {
                fn(ctx, verdicts, &c[1], &c[2], &c[0], n, scratch->data(), scratch->size());
            };
            return Batch{"schnorr_verify", {xonly, bytes, bytes}, 0, false, verify};
        };
        offer_named(contender, parsers, "schnorr_all", "schnorr_verify", make);
    }
    if (BatchRecover * fn; get("ecdsa_recover", fn)) {
        add("ecdsa_recover", {bytes, bytes, bytes}, 65,
            [ctx, fn](const Columns& c, Byte* verdicts, const OutputColumn& out, std::size_t n) {
                fn(ctx, verdicts, &out, &c[0], &c[1], &c[2], n);
            });
    }
    if (BatchParse * fn; get("ec_pubkey_parse", fn)) {
        add("pubkey_parse33", {bytes}, 65,
            [ctx, fn](const Columns& c, Byte* verdicts, const OutputColumn& out, std::size_t n) {
                fn(ctx, verdicts, &out, &c[0], n);
            });
    }
    if (BatchTweakAddCheck * fn; xonly_parse != nullptr && get("xonly_pubkey_tweak_add_check", fn)) {
        add("xonly_tweak_add_check", {bytes, bytes, xonly, bytes}, 0,
            [ctx, fn](const Columns& c, Byte* verdicts, const OutputColumn&, std::size_t n) {
                fn(ctx, verdicts, &c[0], &c[1], &c[2], &c[3], n);
            });
    }
    if (BatchTweakAdd * fn; get("ec_pubkey_tweak_add", fn)) {
        add("pubkey_tweak_add", {pubkey, bytes}, 65,
            [ctx, fn](const Columns& c, Byte* verdicts, const OutputColumn& out, std::size_t n) {
                fn(ctx, verdicts, &out, &c[0], &c[1], n);
            });
    }
    if (BatchCreate * fn; get("ec_pubkey_create", fn)) {
        add("pubkey_create", {bytes}, 65,
            [ctx, fn](const Columns& c, Byte* verdicts, const OutputColumn& out, std::size_t n) {
                fn(ctx, verdicts, &out, &c[0], n);
            });
    }
    if (BatchMul * fn; get("ec_pubkey_mul", fn)) {
        offer(contender, parsers,
              {"secret_mul",
               {bytes, pubkey},
               33,
               true,
               [ctx, fn](const Columns& c, Byte* verdicts, const OutputColumn& out, std::size_t n) {
                   fn(ctx, verdicts, &out, &c[1], c[0].data, n);
               }});
    }
}

} // namespace lab::secp256k1
