// Silent payments, BIP-352.
#include "secp256k1_ops.h"

#include <cstring>
#include <memory>

namespace lab::secp256k1 {

namespace {

struct Functions {
    SilentSend* send;
    SilentSummarize* summarize;
    SilentScan* scan;
    XonlyFromPubkey* xonly_from_pubkey;
    XonlySerialize* xonly_serialize;
    KeypairCreate* keypair_create;
};

struct Send : Base {
    const Functions& silent;
    using LongOutput = std::array<std::uint8_t, 32 * send_recipients>;
    using Result = Returned<std::array<XonlyPubkey, send_recipients>>;
    struct Row {
        Keypair taproot;
        const Byte *outpoint, *seckey;
        std::array<SilentRecipient, send_recipients> recipients;
    };
    bool prepare(Fields in, Row& row) const {
        row.outpoint = in[0].data();
        row.seckey = in[1].data();
        bool ok = silent.keypair_create(context, &row.taproot, in[2].data()) == 1;
        for (std::size_t i = 0; i < send_recipients; i++) {
            SilentRecipient& to = row.recipients[i];
            to.index = i;
            ok &= parse(in[3 + 2 * i], to.scan) && parse(in[4 + 2 * i], to.spend);
        }
        return ok;
    }
    // The function sorts the pointers.
    void call(const Row& row, Result& r) const {
        std::array<const SilentRecipient*, send_recipients> recipients;
        std::array<XonlyPubkey*, send_recipients> outputs;
        for (std::size_t i = 0; i < send_recipients; i++) {
            recipients[i] = &row.recipients[i];
            outputs[i] = &r.value[i];
        }
        const Keypair* const keypairs[] = {&row.taproot};
        const Byte* const seckeys[] = {row.seckey};
        r.ok = silent.send(context, outputs.data(), recipients.data(), recipients.size(), row.outpoint,
                           keypairs, 1, seckeys, 1);
    }
    std::size_t serialize(const Result& r, LongOutput& out) const {
        bool ok = r.ok == 1;
        for (std::size_t i = 0; ok && i < send_recipients; i++) {
            ok = silent.xonly_serialize(context, out.data() + 32 * i, &r.value[i]) == 1;
        }
        return ok ? out.size() : 0;
    }
};

// Found outputs whose contents the result tells; it tells the number of all.
constexpr std::size_t told_outputs = 8;

struct Scan : Base {
    const Functions& silent;
    using LongOutput = std::array<std::uint8_t, 2 + 65 * told_outputs>;
    struct Result {
        std::array<SilentFound, told_outputs> found;
        std::uint32_t n;
        int ok;
    };
    struct Label {
        Byte label[33];
        const Byte* tweak;
    };
    struct Row {
        Pubkey spend;
        SilentSummary summary;
        const Byte* scan;
        Label label;
        std::array<XonlyPubkey, scan_outputs> outputs;
    };
    // Room for the outputs that are found beyond those.
    std::shared_ptr<std::array<SilentFound, scan_outputs>> rest =
        std::make_shared<std::array<SilentFound, scan_outputs>>();

    bool prepare(Fields in, Row& row) const {
        row.scan = in[0].data();
        row.label.tweak = in[5].data();
        Pubkey sum, label, output;
        const Pubkey* const sums[] = {&sum};
        std::size_t length = sizeof row.label.label;
        bool ok = parse(in[1], row.spend) && parse(in[2], sum) &&
                  silent.summarize(context, &row.summary, in[3].data(), nullptr, 0, sums, 1) == 1 &&
                  parse(in[4], label) &&
                  pubkey_serialize(context, row.label.label, &length, &label, flag_compressed) == 1;
        for (std::size_t i = 0; ok && i < scan_outputs; i++) {
            ok = parse(in[6 + i], output) &&
                 silent.xonly_from_pubkey(context, &row.outputs[i], nullptr, &output) == 1;
        }
        return ok;
    }
    static const Byte* lookup(const Byte* label33, const void* data) {
        const Label& own = *static_cast<const Label*>(data);
        return std::memcmp(label33, own.label, sizeof own.label) == 0 ? own.tweak : nullptr;
    }
    void call(const Row& row, Result& r) const {
        std::array<SilentFound*, scan_outputs> found;
        std::array<const XonlyPubkey*, scan_outputs> outputs;
        for (std::size_t i = 0; i < scan_outputs; i++) {
            found[i] = i < told_outputs ? &r.found[i] : &(*rest)[i];
            outputs[i] = &row.outputs[i];
        }
        r.ok = silent.scan(context, found.data(), &r.n, outputs.data(), outputs.size(), row.scan,
                           &row.summary, &row.spend, lookup, &row.label);
    }
    std::size_t serialize(const Result& r, LongOutput& out) const {
        if (r.ok != 1) {
            return 0;
        }
        out[0] = static_cast<std::uint8_t>(r.n >> 8);
        out[1] = static_cast<std::uint8_t>(r.n);
        std::size_t length = 2;
        for (std::size_t i = 0; i < r.n && i < told_outputs; i++) {
            if (silent.xonly_serialize(context, out.data() + length, &r.found[i].output) != 1) {
                return 0;
            }
            std::memcpy(out.data() + length + 32, r.found[i].tweak, 32);
            out[length + 64] = r.found[i].with_label == 1 ? 1 : 0;
            length += 65;
        }
        return length;
    }
};

} // namespace

void offer_silentpayments(Contender& contender, const Source& source) {
    static Functions f;
    if (!(source.get("silentpayments_sender_create_outputs", f.send) &&
          source.get("silentpayments_recipient_prevouts_summary_create", f.summarize) &&
          source.get("silentpayments_recipient_scan_outputs", f.scan) &&
          source.get("xonly_pubkey_from_pubkey", f.xonly_from_pubkey) &&
          source.get("xonly_pubkey_serialize", f.xonly_serialize) &&
          source.get("keypair_create", f.keypair_create))) {
        return;
    }
    contender.offer("silentpayments_send_100", Send{source.base, f});
    contender.offer("silentpayments_scan_1000", Scan{source.base, f});
}

} // namespace lab::secp256k1
