/* Scanning for silent payments in batches against the calls of one transaction: every backend with lanes of
 * every kind and with none. */
#include "batch/fixture.h"
#include "secp256k1_silentpayments_light.h"

namespace {

/* A transaction's tweak in some form, what is looked for in it, and what shall come of it. */
struct scan_row {
    bytes tweak;
    uint32_t k = 0;
    bytes outputs; /* of 32 bytes each */
    bool ok = true;
    uint32_t match = 0;
    bytes keys; /* by single calls, where k is 0; else empty */
};

struct recipient {
    bytes scan_key;
    std::vector<secp256k1_pubkey> spend;
    std::vector<const secp256k1_pubkey*> spend_list;

    recipient(random_source& rng, uint32_t labels) : scan_key(random_bytes(rng, 32)), spend(1) {
        CHECK(secp256k1_ec_pubkey_create(ctx(), spend.data(), random_bytes(rng, 32).data()));
        for (uint32_t m = 0; m < labels; m++) {
            secp256k1_silentpayments_label label;
            secp256k1_pubkey labelled;
            bytes tweak(32);
            CHECK(secp256k1_silentpayments_recipient_label_create(ctx(), &label, tweak.data(),
                                                                  scan_key.data(), m));
            CHECK(secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(ctx(), &labelled,
                                                                                 spend.data(), &label));
            spend.push_back(labelled);
        }
        for (const secp256k1_pubkey& key : spend)
            spend_list.push_back(&key);
    }
    koblitz_silentpayments_recipient get() const {
        return {scan_key.data(), spend_list.data(), spend_list.size()};
    }
};

/* The keys of all spend keys for k = 0, by the call of one transaction. */
bytes keys_of(const recipient& to, const bytes& tweak) {
    secp256k1_silentpayments_prevouts_summary summary;
    std::vector<secp256k1_xonly_pubkey> made(to.spend.size());
    std::vector<secp256k1_xonly_pubkey*> list;
    for (secp256k1_xonly_pubkey& key : made)
        list.push_back(&key);
    bytes keys(32 * made.size());
    CHECK(secp256k1_silentpayments_recipient_prevouts_summary_parse(ctx(), &summary, tweak.data(),
                                                                    tweak.size()));
    CHECK(secp256k1_silentpayments_recipient_create_output_pubkeys(
        ctx(), list.data(), to.scan_key.data(), &summary, to.spend_list.data(), list.size()));
    for (size_t i = 0; i < made.size(); i++)
        CHECK(secp256k1_xonly_pubkey_serialize(ctx(), keys.data() + 32 * i, &made[i]));
    return keys;
}

struct change {
    const char* name;
    bool ok;
    void (*apply)(scan_row& r, random_source& rng);
};
void add_output(scan_row& r, const bytes& key) {
    r.outputs.insert(r.outputs.end(), key.begin(), key.end());
}
bytes key_at(const scan_row& r, size_t i) {
    const auto begin = r.keys.begin() + static_cast<ptrdiff_t>(32 * i);
    return bytes(begin, begin + 32);
}
const change changes[] = {
    {"no outputs", true, [](scan_row&, random_source&) {}},
    {"outputs of others", true,
     [](scan_row& r, random_source& rng) { r.outputs = random_bytes(rng, 32 * 5); }},
    {"the spend key's output", true,
     [](scan_row& r, random_source& rng) {
         r.outputs = random_bytes(rng, 64);
         add_output(r, key_at(r, 0));
         r.match = 1;
     }},
    {"a label's output", true,
     [](scan_row& r, random_source& rng) {
         add_output(r, key_at(r, 2));
         add_output(r, random_bytes(rng, 32));
         r.match = 3;
     }},
    {"two outputs: the first spend key counts", true,
     [](scan_row& r, random_source&) {
         add_output(r, key_at(r, 2));
         add_output(r, key_at(r, 1));
         r.match = 2;
     }},
    {"an output one bit off", true,
     [](scan_row& r, random_source& rng) {
         add_output(r, key_at(r, 0));
         r.outputs[rng.next() % 8] ^= 1;
     }},
    {"k = 1", true,
     [](scan_row& r, random_source&) {
         add_output(r, key_at(r, 0));
         r.k = 1;
         r.keys.clear();
     }},
    {"k = 2322", true, [](scan_row& r, random_source&) { r.k = 2322, r.keys.clear(); }},
    {"k = 2323", false, [](scan_row& r, random_source&) { r.k = 2323; }},
    {"half an output", false,
     [](scan_row& r, random_source&) {
         add_output(r, key_at(r, 0));
         r.outputs.resize(36);
     }},
    {"not a point", false, [](scan_row& r, random_source&) { replace(r.tweak, 1, to_width({5}, 32)); }},
    {"x is p", false, [](scan_row& r, random_source&) { replace(r.tweak, 1, prime); }},
    {"empty", false, [](scan_row& r, random_source&) { r.tweak.clear(); }},
    {"hybrid", false,
     [](scan_row& r, random_source&) {
         secp256k1_pubkey key;
         CHECK(secp256k1_ec_pubkey_parse(ctx(), &key, r.tweak.data(), r.tweak.size()));
         r.tweak = encode(key, false);
         r.tweak[0] = static_cast<unsigned char>(6 | (r.tweak[64] & 1));
     }},
    {"tag 5", false, [](scan_row& r, random_source&) { r.tweak[0] = 5; }},
};

/* The answers of a call; prefix: of each output as many bytes. */
void expect(const recipient& to, const std::vector<scan_row>& rows, const koblitz_column& tweaks,
            size_t prefix, bool scan_key_valid = true) {
    const size_t n = rows.size(), many = to.spend.size();
    std::vector<bytes> outputs;
    std::vector<uint32_t> k, matches(n, 77);
    size_t failed = 0;
    for (const scan_row& r : rows) {
        bytes cut;
        for (size_t at = 0; at < r.outputs.size(); at += 32)
            for (size_t i = at; i < at + prefix && i < r.outputs.size(); i++)
                cut.push_back(r.outputs[i]);
        outputs.push_back(cut);
        k.push_back(r.k);
        failed += r.ok && scan_key_valid ? 0 : 1;
    }
    bytes verdicts(n, 7), keys(32 * many * n, 7), without(n, 7), only_keys(keys);
    const column lists(outputs, 4);
    const koblitz_silentpayments_recipient recipient = to.get();
    CHECK(koblitz_batch_silentpayments_scan(ctx(), verdicts.data(), keys.data(), matches.data(), &tweaks,
                                            k.data(), &lists.value, prefix, &recipient, n) == failed);
    for (size_t i = 0; i < n; i++) {
        const bool ok = rows[i].ok && scan_key_valid;
        const auto begin = keys.begin() + static_cast<ptrdiff_t>(32 * many * i);
        const bytes made(begin, begin + static_cast<ptrdiff_t>(32 * many));
        CHECK(verdicts[i] == (ok ? 1 : 0));
        CHECK(matches[i] == (ok ? rows[i].match : 0));
        CHECK((made == bytes(32 * many)) == !ok);
        CHECK(!ok || rows[i].keys.empty() || made == rows[i].keys);
    }
    /* Each output alone. */
    std::vector<uint32_t> only_matches(n, 77);
    CHECK(koblitz_batch_silentpayments_scan(ctx(), without.data(), nullptr, only_matches.data(), &tweaks,
                                            k.data(), &lists.value, prefix, &recipient, n) == failed);
    CHECK(without == verdicts && only_matches == matches);
    if (failed == 0) {
        CHECK(koblitz_batch_silentpayments_scan(ctx(), without.data(), only_keys.data(), nullptr, &tweaks,
                                                k.data(), nullptr, 0, &recipient, n) == 0);
        CHECK(without == verdicts && only_keys == keys);
    }
}

std::vector<scan_row> make_rows(random_source& rng, const recipient& to, size_t n) {
    std::vector<scan_row> rows;
    for (size_t i = 0; i < n; i++) {
        scan_row r;
        secp256k1_pubkey key;
        CHECK(secp256k1_ec_pubkey_create(ctx(), &key, random_bytes(rng, 32).data()));
        r.tweak = encode(key, i % 3 != 0);
        r.keys = keys_of(to, r.tweak);
        rows.push_back(r);
    }
    return rows;
}

void every_change() {
    with_lanes([] {
        random_source rng(1);
        const recipient to(rng, 2);
        for (const size_t n : {size_t{1}, size_t{3}, size_t{67}}) {
            for (const change& c : changes) {
                check::row(std::string(c.name) + ", n = " + std::to_string(n));
                std::vector<scan_row> rows = make_rows(rng, to, n);
                for (size_t i = 0; i < n; i += 5) {
                    c.apply(rows[i], rng);
                    rows[i].ok = c.ok;
                }
                std::vector<bytes> tweaks;
                for (const scan_row& r : rows)
                    tweaks.push_back(r.tweak);
                const column by_offsets(tweaks, 8);
                for (const size_t prefix : {8, 32})
                    expect(to, rows, by_offsets.value, prefix);
            }
        }
    });
}

/* Little-endian x then y, and y of another point. */
void little_endian() {
    with_lanes([] {
        random_source rng(2);
        const recipient to(rng, 0);
        std::vector<scan_row> rows = make_rows(rng, to, 20);
        std::vector<bytes> tweaks;
        for (scan_row& r : rows) {
            secp256k1_pubkey key;
            CHECK(secp256k1_ec_pubkey_parse(ctx(), &key, r.tweak.data(), r.tweak.size()));
            const bytes both = encode(key, false);
            r.tweak = bytes(both.rbegin() + 32, both.rbegin() + 64);
            r.tweak.insert(r.tweak.end(), both.rbegin(), both.rbegin() + 32);
            add_output(r, r.keys);
            r.match = 1;
            tweaks.push_back(r.tweak);
        }
        tweaks[7][40] ^= 1;
        rows[7].ok = false;
        const column spaced(tweaks, 0);
        expect(to, rows, spaced.value, 8);
    });
}

void invalid_scan_keys() {
    with_lanes([] {
        random_source rng(3);
        recipient to(rng, 1);
        const std::vector<scan_row> rows = make_rows(rng, to, 9);
        std::vector<bytes> tweaks;
        for (const scan_row& r : rows)
            tweaks.push_back(r.tweak);
        const column by_offsets(tweaks, 4);
        for (const bytes& key : {bytes(32), order, bytes(32, 0xff)}) {
            check::row(to_hex(key));
            to.scan_key = key;
            expect(to, rows, by_offsets.value, 32, false);
        }
    });
}

/* t of output k, by calls that are not for silent payments. */
bytes output_tweak(const recipient& to, const bytes& tweak, uint32_t k = 0) {
    const std::string tag = "BIP0352/SharedSecret";
    secp256k1_pubkey shared;
    bytes t(32);
    CHECK(secp256k1_ec_pubkey_parse(ctx(), &shared, tweak.data(), tweak.size()));
    CHECK(secp256k1_ec_pubkey_tweak_mul(ctx(), &shared, to.scan_key.data()));
    bytes message = encode(shared, true);
    for (int shift = 24; shift >= 0; shift -= 8)
        message.push_back(static_cast<unsigned char>(k >> shift));
    CHECK(secp256k1_tagged_sha256(ctx(), t.data(), reinterpret_cast<const unsigned char*>(tag.data()),
                                  tag.size(), message.data(), message.size()));
    return t;
}

/* Each row with a k of its own, and spend keys that are equal and opposite. */
void numbers() {
    with_lanes([] {
        random_source rng(7);
        recipient to(rng, 3);
        to.spend[2] = to.spend[1];
        to.spend[3] = to.spend[0];
        CHECK(secp256k1_ec_pubkey_negate(ctx(), &to.spend[3]));
        for (const size_t n : {size_t{2}, size_t{17}, size_t{67}}) {
            check::row("n = " + std::to_string(n));
            std::vector<scan_row> rows = make_rows(rng, to, n);
            std::vector<bytes> tweaks;
            for (size_t i = 0; i < n; i++) {
                scan_row& r = rows[i];
                r.k = static_cast<uint32_t>(255 + 31 * i);
                r.keys.clear();
                for (secp256k1_pubkey sum : to.spend) {
                    CHECK(secp256k1_ec_pubkey_tweak_add(ctx(), &sum, output_tweak(to, r.tweak, r.k).data()));
                    const bytes key = encode(sum, true);
                    r.keys.insert(r.keys.end(), key.begin() + 1, key.end());
                }
                add_output(r, key_at(r, i % 4));
                r.match = i % 4 == 2 ? 2 : static_cast<uint32_t>(i % 4 + 1);
                tweaks.push_back(r.tweak);
            }
            const column by_offsets(tweaks, 8);
            expect(to, rows, by_offsets.value, 20);
        }
    });
}

/* Spend keys that are special multiples of G: -t of one row, whose sum is infinity; t, whose sum is a
 * doubling; and what the tables of G hold. Other rows are as ever. */
void special_spend_keys() {
    with_lanes([] {
        random_source rng(6);
        recipient to(rng, 1);
        for (const size_t n : {size_t{1}, size_t{3}, size_t{67}}) {
            std::vector<scan_row> rows = make_rows(rng, to, n);
            const bytes t = output_tweak(to, rows[n / 2].tweak);
            const bytes half = from_hex("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1");
            const std::pair<const char*, bytes> keys[] = {
                {"-t", negated(t)},
                {"t", t},
                {"1", scalar_bytes(1)},
                {"-1", scalar_bytes(-1)},
                {"1/2", half},
                {"-1/2", negated(half)},
                {"31", scalar_bytes(31)},
                {"-32", scalar_bytes(-32)},
            };
            for (const auto& key : keys) {
                for (size_t which = 0; which < 2; which++) {
                    check::row(std::string(key.first) + " as spend key " + std::to_string(which) +
                               ", n = " + std::to_string(n));
                    const secp256k1_pubkey was = to.spend[which];
                    CHECK(secp256k1_ec_pubkey_create(ctx(), &to.spend[which], key.second.data()));
                    std::vector<bytes> tweaks;
                    for (size_t i = 0; i < n; i++) {
                        rows[i].ok = key.first != std::string("-t") || i != n / 2;
                        rows[i].keys = rows[i].ok ? keys_of(to, rows[i].tweak) : bytes();
                        rows[i].outputs = rows[i].keys;
                        rows[i].match = rows[i].ok ? 1 : 0;
                        tweaks.push_back(rows[i].tweak);
                    }
                    const column by_offsets(tweaks, 4);
                    expect(to, rows, by_offsets.value, 8);
                    to.spend[which] = was;
                }
            }
        }
    });
}

unsigned illegal;

/* Calls that are refused before anything is written. */
void arguments() {
    random_source rng(4);
    const recipient to(rng, 0);
    secp256k1_context* own = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_set_illegal_callback(
        own, [](const char*, void*) { illegal++; }, nullptr);
    const unsigned char zeros[65] = {};
    const secp256k1_pubkey unset = {};
    const secp256k1_pubkey *const none[] = {nullptr}, *const not_set[] = {&unset};
    struct call {
        koblitz_column tweaks = {nullptr, 33, 33, nullptr, 0}, outputs = {nullptr, 32, 32, nullptr, 0};
        bool with_tweaks = true, with_outputs = true, with_matches = true, with_verdicts = true;
        size_t output_size = 32;
        koblitz_silentpayments_recipient recipient = {};
        const secp256k1_context* ctx = nullptr;
        bool with_recipient = true;
    };
    const auto usual = [&] {
        call c = {};
        c.tweaks.data = c.outputs.data = zeros;
        c.recipient = to.get();
        c.ctx = own;
        return c;
    };
    const std::pair<const char*, void (*)(call&)> faults[] = {
        {"no verdicts", [](call& c) { c.with_verdicts = false; }},
        {"no tweaks", [](call& c) { c.with_tweaks = false; }},
        {"tweaks of 32", [](call& c) { c.tweaks.size = 32; }},
        {"tweaks of no data", [](call& c) { c.tweaks.data = nullptr; }},
        {"outputs without matches", [](call& c) { c.with_matches = false; }},
        {"matches without outputs", [](call& c) { c.with_outputs = false; }},
        {"outputs of 7", [](call& c) { c.output_size = 7; }},
        {"outputs of 33", [](call& c) { c.output_size = 33; }},
        {"outputs of no data", [](call& c) { c.outputs.data = nullptr; }},
        {"no recipient", [](call& c) { c.with_recipient = false; }},
        {"no scan key", [](call& c) { c.recipient.scan_key32 = nullptr; }},
        {"no spend keys", [](call& c) { c.recipient.spend_pubkeys = nullptr; }},
        {"0 spend keys", [](call& c) { c.recipient.n_spend_pubkeys = 0; }},
    };
    const auto run = [](const call& c) {
        unsigned char verdict = 7, keys[32] = {7};
        uint32_t match = 7;
        illegal = 0;
        const size_t failed = koblitz_batch_silentpayments_scan(
            c.ctx, c.with_verdicts ? &verdict : nullptr, keys, c.with_matches ? &match : nullptr,
            c.with_tweaks ? &c.tweaks : nullptr, nullptr, c.with_outputs ? &c.outputs : nullptr,
            c.output_size, c.with_recipient ? &c.recipient : nullptr, 1);
        CHECK(failed == 1);
        return verdict == 7 && keys[0] == 7 && match == 7;
    };
    check::row("taken");
    CHECK(!run(usual()) && illegal == 0);
    check::row("no rows, no arrays");
    const call all = usual();
    illegal = 0;
    CHECK(koblitz_batch_silentpayments_scan(own, nullptr, nullptr, nullptr, &all.tweaks, nullptr,
                                            &all.outputs, 32, &all.recipient, 0) == 0 &&
          illegal == 0);
    for (const auto& fault : faults) {
        check::row(fault.first);
        call c = usual();
        fault.second(c);
        CHECK(run(c) && illegal == 1);
    }
    for (const auto& spend : {none, not_set}) {
        check::row(spend == none ? "a spend key is null" : "a spend key is not set");
        call c = usual();
        c.recipient.spend_pubkeys = spend;
        CHECK(run(c) && illegal == 1);
    }
    secp256k1_context_destroy(own);
}

/* Forms of a summary that are not taken. */
void summaries() {
    random_source rng(5);
    secp256k1_pubkey key;
    CHECK(secp256k1_ec_pubkey_create(ctx(), &key, random_bytes(rng, 32).data()));
    const bytes compressed = encode(key, true), uncompressed = encode(key, false);
    bytes hybrid = uncompressed, tag_5 = compressed, off_curve = uncompressed;
    hybrid[0] = static_cast<unsigned char>(6 | (hybrid[64] & 1));
    tag_5[0] = 5;
    off_curve[64] ^= 1;
    const std::pair<bytes, bool> forms[] = {{compressed, true}, {uncompressed, true}, {hybrid, false},
                                            {tag_5, false},     {off_curve, false},   {bytes(33), false},
                                            {bytes(64), false}, {bytes(1), false}};
    for (const auto& form : forms) {
        check::row(to_hex(form.first));
        secp256k1_silentpayments_prevouts_summary summary;
        CHECK(secp256k1_silentpayments_recipient_prevouts_summary_parse(
                  ctx(), &summary, form.first.data(), form.first.size()) == (form.second ? 1 : 0));
        if (!form.second)
            continue;
        bytes short_form(33), long_form(65);
        CHECK(secp256k1_silentpayments_recipient_prevouts_summary_serialize(
            ctx(), short_form.data(), 33, &summary, SECP256K1_EC_COMPRESSED));
        CHECK(secp256k1_silentpayments_recipient_prevouts_summary_serialize(
            ctx(), long_form.data(), 65, &summary, SECP256K1_EC_UNCOMPRESSED));
        CHECK(short_form == compressed && long_form == uncompressed);
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"every_change", every_change},
                       {"little_endian", little_endian},
                       {"invalid_scan_keys", invalid_scan_keys},
                       {"numbers", numbers},
                       {"special_spend_keys", special_spend_keys},
                       {"arguments", arguments},
                       {"summaries", summaries}});
}
