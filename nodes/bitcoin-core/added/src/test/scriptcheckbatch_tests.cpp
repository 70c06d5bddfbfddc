// What a block's validation says when signatures fail, and that script checks in batches say what they say
// one by one. The first part uses nothing of the batches: it passes without them, too.
#include <addresstype.h>
#include <arith_uint256.h>
#include <chain.h>
#include <coins.h>
#include <consensus/validation.h>
#include <core_io.h>
#include <key.h>
#include <node/blockstorage.h>
#include <node/miner.h>
#include <policy/policy.h>
#include <pow.h>
#include <primitives/transaction.h>
#include <pubkey.h>
#include <random.h>
#include <rpc/util.h>
#include <script/interpreter.h>
#include <script/script.h>
#include <script/sigcache.h>
#include <script/signingprovider.h>
#include <streams.h>
#include <test/data/script_tests.json.h>
#include <test/data/tx_invalid.json.h>
#include <test/data/tx_valid.json.h>
#include <test/util/json.h>
#include <test/util/script.h>
#include <test/util/scriptcheckbatch.h>
#include <test/util/setup_common.h>
#include <test/util/transaction_utils.h>
#include <univalue.h>
#include <validation.h>

#if __has_include(<scriptcheckbatch.h>)
#include <scriptcheckbatch.h>
#define BATCHES
#endif

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

script_verify_flags ParseScriptFlags(std::string strFlags);

namespace {

using namespace batch_test;

using Failure = std::optional<std::pair<ScriptError, std::string>>;

enum Kind {
    P2PKH,
    P2WPKH,
    NESTED,
    TWO_OF_TWO,
    TWO_OF_THREE,
    NEGATED,
    KEY_PATH,
    SCRIPT_PATH,
    THRESHOLD,
    KINDS
};

// An output of a kind, by keys of its own.
struct Output {
    Kind kind;
    std::array<CKey, 3> keys;
    CScript script; // what is signed
    TaprootBuilder tree;

    Output(Kind of, uint32_t number) : kind{of} {
        for (uint32_t i = 0; i < 3; ++i)
            keys[i] = KeyOf(4 * number + i + 1);
        const auto key{[&](int i) { return ToByteVector(keys[i].GetPubKey()); }};
        const auto xonly{[&](int i) { return ToByteVector(XOnlyPubKey{keys[i].GetPubKey()}); }};
        switch (kind) {
        case TWO_OF_TWO:
            script = CScript() << OP_2 << key(0) << key(1) << OP_2 << OP_CHECKMULTISIG;
            break;
        case TWO_OF_THREE:
            script = CScript() << OP_2 << key(0) << key(1) << key(2) << OP_3 << OP_CHECKMULTISIG;
            break;
        case NEGATED:
            script = CScript() << key(0) << OP_CHECKSIG << OP_NOT;
            break;
        case SCRIPT_PATH:
            script = CScript() << xonly(0) << OP_CHECKSIG;
            break;
        case THRESHOLD:
            script = CScript() << xonly(0) << OP_CHECKSIG << xonly(1) << OP_CHECKSIGADD << xonly(2)
                               << OP_CHECKSIGADD << OP_2 << OP_NUMEQUAL;
            break;
        default:
            script = GetScriptForDestination(PKHash{keys[0].GetPubKey()});
        }
        if (kind == SCRIPT_PATH || kind == THRESHOLD) {
            tree.Add(0, script, TAPROOT_LEAF_TAPSCRIPT).Finalize(XOnlyPubKey{keys[1].GetPubKey()});
        }
    }

    CScript ScriptPubKey() {
        const CScript program{GetScriptForDestination(WitnessV0KeyHash{keys[0].GetPubKey()})};
        switch (kind) {
        case P2PKH:
            return script;
        case P2WPKH:
            return program;
        case NESTED:
            return GetScriptForDestination(ScriptHash{program});
        case KEY_PATH:
            return GetScriptForDestination(WitnessV1Taproot{XOnlyPubKey{keys[0].GetPubKey()}});
        case SCRIPT_PATH:
        case THRESHOLD:
            return GetScriptForDestination(tree.GetOutput());
        default:
            return GetScriptForDestination(WitnessV0ScriptHash{script});
        }
    }

    // wrong: a signature of another hash, so that the script fails. That of NEGATED fails by a right one.
    void Sign(CMutableTransaction& tx, unsigned int in, const std::vector<CTxOut>& spent, bool wrong) const {
        CTxIn& input{tx.vin[in]};
        input.scriptSig.clear();
        auto& stack{input.scriptWitness.stack};
        const SigVersion version{kind == P2PKH                              ? SigVersion::BASE
                                 : kind == KEY_PATH                         ? SigVersion::TAPROOT
                                 : kind == SCRIPT_PATH || kind == THRESHOLD ? SigVersion::TAPSCRIPT
                                                                            : SigVersion::WITNESS_V0};
        const uint256 hash{HashFor(tx, in, spent, script, version)};
        const auto sign{[&](int i) { return Signature(keys[i], hash, version, wrong != (kind == NEGATED)); }};
        const bytes key{ToByteVector(keys[0].GetPubKey())}, text(script.begin(), script.end());
        switch (kind) {
        case P2PKH:
            input.scriptSig << sign(0) << key;
            break;
        case NESTED:
            input.scriptSig << ToByteVector(GetScriptForDestination(WitnessV0KeyHash{keys[0].GetPubKey()}));
            [[fallthrough]];
        case P2WPKH:
            stack = {sign(0), key};
            break;
        case TWO_OF_TWO:
            stack = {{}, sign(0), sign(1), text};
            break;
        case TWO_OF_THREE:
            stack = {{}, sign(0), sign(2), text};
            break;
        case NEGATED:
            stack = {sign(0), text};
            break;
        case KEY_PATH:
            stack = {sign(0)};
            break;
        default: {
            const bytes control{*tree.GetSpendData().scripts.at({text, TAPROOT_LEAF_TAPSCRIPT}).begin()};
            if (kind == SCRIPT_PATH)
                stack = {sign(0), text, control};
            else
                stack = {sign(2), {}, sign(0), text, control};
        }
        }
    }
};

struct BlockSetup : TestChain100Setup {
    static constexpr int INPUTS{140}, PER_TX{4};
    std::vector<Output> outputs;
    CTransactionRef funding;
    const CScript to_nobody{CScript() << OP_RETURN};

    BlockSetup() {
        std::vector<CTxOut> paid;
        for (int i = 0; i < INPUTS; ++i) {
            outputs.emplace_back(Kind(i % KINDS), i);
            paid.emplace_back(COIN / 10, outputs.back().ScriptPubKey());
        }
        const auto [tx, _]{CreateValidTransaction({m_coinbase_txns[0]},
                                                  {COutPoint{m_coinbase_txns[0]->GetHash(), 0}}, 1,
                                                  {coinbaseKey}, paid, {}, {})};
        funding = MakeTransactionRef(tx);
        CreateAndProcessBlock({tx}, to_nobody);
        BOOST_REQUIRE(WITH_LOCK(cs_main, return m_node.chainman->ActiveChainstate().CoinsTip().HaveCoin(
                                             COutPoint{funding->GetHash(), 0})));
    }

    // Transactions of PER_TX inputs each, which spend all outputs. Those at places in wrong have wrong
    // signatures; missing is a transaction that spends what is not there.
    std::deque<Spend> Spends(const std::set<int>& wrong, int missing = -1) {
        std::deque<Spend> spends;
        for (int first = 0; first < INPUTS; first += PER_TX) {
            Spend& spend{spends.emplace_back()};
            for (int i = first; i < first + PER_TX; ++i) {
                spend.mtx.vin.emplace_back(COutPoint{funding->GetHash(), uint32_t(i)});
                spend.spent.push_back(funding->vout[i]);
                spend.flags.push_back(MANDATORY_SCRIPT_VERIFY_FLAGS);
            }
            spend.mtx.vout.emplace_back(COIN / 100, to_nobody);
            if (first / PER_TX == missing)
                spend.mtx.vin[0].prevout.n = 1000;
            for (int i = first; i < first + PER_TX; ++i)
                outputs[i].Sign(spend.mtx, i - first, spend.spent, wrong.contains(i));
            spend.Finish();
        }
        return spends;
    }

    BlockValidationState Connect(const std::deque<Spend>& spends, CAmount too_much = 0) {
        std::vector<CMutableTransaction> txs;
        for (const Spend& spend : spends)
            txs.push_back(spend.mtx);
        auto& chainman{*m_node.chainman};
        CBlock block{CreateBlock(txs, to_nobody, chainman.ActiveChainstate())};
        if (too_much != 0) {
            CMutableTransaction coinbase{*block.vtx[0]};
            coinbase.vout[0].nValue += 100 * COIN + too_much;
            block.vtx[0] = MakeTransactionRef(coinbase);
            node::RegenerateCommitments(block, chainman);
            while (!CheckProofOfWork(block.GetHash(), block.nBits, chainman.GetConsensus()))
                ++block.nNonce;
        }
        LOCK(cs_main);
        CBlockIndex* const index{chainman.m_blockman.AddToBlockIndex(block, chainman.m_best_header)};
        CCoinsViewCache view{&chainman.ActiveChainstate().CoinsTip()};
        BlockValidationState state;
        const bool connected{chainman.ActiveChainstate().ConnectBlock(block, state, index, view)};
        BOOST_CHECK_EQUAL(connected, state.IsValid());
        return state;
    }
};

// What validation says of the input at a place, as a check alone says it.
std::string Expected(std::deque<Spend>& spends, int place) {
    SignatureCache cache{1 << 20};
    const Failure failure{CheckOf(spends[place / BlockSetup::PER_TX], place % BlockSetup::PER_TX, cache)()};
    BOOST_REQUIRE(failure);
    return strprintf("block-script-verify-flag-failed (%s), %s", ScriptErrorString(failure->first),
                     failure->second);
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(scriptcheckbatch_blocks_tests, BlockSetup)

BOOST_AUTO_TEST_CASE(one_wrong_signature_at_each_place) {
    std::deque<Spend> valid{Spends({})};
    BOOST_CHECK_EQUAL(Connect(valid).ToString(), "Valid");
    for (int place = 0; place < INPUTS; ++place) {
        std::deque<Spend> spends{Spends({place})};
        BOOST_CHECK_EQUAL(Connect(spends).ToString(), Expected(spends, place));
    }
}

// The order of failures, where checks run at once and where a queue has them. The queue's own failures are in
// no order.
BOOST_AUTO_TEST_CASE(several_failures) {
    const bool queue{m_node.chainman->GetCheckQueue().HasThreads()};
    const std::string missing{"bad-txns-inputs-missingorspent"}, too_much{"bad-cb-amount"};
    struct Row {
        std::set<int> wrong;
        int missing;
        CAmount too_much;
        int script;                    // whose failure it is where checks run at once; -1: no script's
        const std::string* with_queue; // nullptr: one of the scripts'
    };
    const Row rows[]{
        {{13}, 20, 0, 13, &missing},        {{100}, 3, 0, -1, &missing},  {{13, 100}, -1, 0, 13, nullptr},
        {{100, 101}, 34, 0, 100, &missing}, {{13}, -1, 1, 13, &too_much}, {{}, -1, 1, -1, &too_much},
        {{139}, -1, 1, 139, &too_much},
    };
    for (const Row& row : rows) {
        std::deque<Spend> spends{Spends(row.wrong, row.missing)};
        const std::string said{Connect(spends, row.too_much).ToString()};
        if (!queue && row.script >= 0) {
            BOOST_CHECK_EQUAL(said, Expected(spends, row.script));
        } else if (row.with_queue != nullptr) {
            BOOST_CHECK_MESSAGE(said.starts_with(*row.with_queue), said);
        } else {
            bool found{false};
            for (const int place : row.wrong)
                found = found || said == Expected(spends, place);
            BOOST_CHECK_MESSAGE(found, said);
        }
    }
}

// Valid blocks full of signatures that are not valid.
BOOST_AUTO_TEST_CASE(failing_signatures_that_are_right) {
    for (int i = 0; i < INPUTS; ++i)
        if (i % KINDS == P2WPKH || i % KINDS == TWO_OF_TWO)
            outputs[i] = Output{NEGATED, uint32_t(1000 + i)};
    std::vector<CTxOut> paid;
    for (Output& output : outputs)
        paid.emplace_back(COIN / 10, output.ScriptPubKey());
    const auto [tx, _]{CreateValidTransaction(
        {m_coinbase_txns[1]}, {COutPoint{m_coinbase_txns[1]->GetHash(), 0}}, 2, {coinbaseKey}, paid, {}, {})};
    funding = MakeTransactionRef(tx);
    CreateAndProcessBlock({tx}, to_nobody);
    std::deque<Spend> spends{Spends({})};
    BOOST_CHECK_EQUAL(Connect(spends).ToString(), "Valid");
    std::deque<Spend> wrong{Spends({INPUTS - 1})};
    BOOST_CHECK_EQUAL(Connect(wrong).ToString(), Expected(wrong, INPUTS - 1));
}

BOOST_AUTO_TEST_SUITE_END()

#ifdef BATCHES

namespace {

// Checks one by one, and in batches of each of some sizes.
struct BatchSetup : BasicTestingSetup {
    SignatureCache cache{1 << 20};
    std::deque<Spend> spends;
    std::vector<std::pair<Spend*, unsigned int>> inputs;

    // A transaction with `size` inputs that spend such an output, not signed, and one output.
    Spend& SpendOf(Output& output, int size) {
        Spend& spend{spends.emplace_back()};
        for (int i = 0; i < size; ++i) {
            spend.mtx.vin.emplace_back(COutPoint{Txid{}, uint32_t(i)});
            spend.spent.emplace_back(COIN, output.ScriptPubKey());
            spend.flags.push_back(MANDATORY_SCRIPT_VERIFY_FLAGS);
        }
        spend.mtx.vout.emplace_back(COIN, CScript{});
        return spend;
    }
    void Add(Spend& spend) {
        spend.Finish();
        for (unsigned int in = 0; in < spend.spent.size(); ++in)
            inputs.emplace_back(&spend, in);
    }

    Failure Batch(size_t first, size_t size, ScriptCheckCredit& credit) {
        std::vector<CScriptCheck> checks;
        for (size_t i = first; i < std::min(first + size, inputs.size()); ++i)
            checks.push_back(CheckOf(*inputs[i].first, inputs[i].second, cache));
        return ScriptCheckBatch{std::move(checks), credit}();
    }

    // Returns how many of the checks are valid.
    size_t Compare(const std::vector<size_t>& sizes) {
        std::vector<Failure> alone;
        for (const auto& [spend, in] : inputs)
            alone.push_back(CheckOf(*spend, in, cache)());
        for (const size_t size : sizes) {
            for (size_t first = 0; first < inputs.size(); first += size) {
                Failure expected;
                for (size_t i = first; !expected && i < std::min(first + size, inputs.size()); ++i)
                    expected = alone[i];
                ScriptCheckCredit credit{1 << 20};
                BOOST_CHECK(Batch(first, size, credit) == expected);
            }
        }
        return std::count(alone.begin(), alone.end(), std::nullopt);
    }

    // Prints the least times of the inputs, which are valid, and returns what is left of their credit.
    int64_t Measure(const char* name, int rounds) {
        std::array<double, 2> least{1e9, 1e9};
        int64_t left{0};
        for (int round = 0; round < rounds; ++round) {
            for (const bool batches : {false, true}) {
                ScriptCheckCredit credit;
                const auto start{std::chrono::steady_clock::now()};
                for (size_t first = 0; first < inputs.size(); first += ScriptCheckBatch::SIZE) {
                    if (batches) {
                        BOOST_CHECK(!Batch(first, ScriptCheckBatch::SIZE, credit));
                        continue;
                    }
                    for (size_t i = first; i < std::min(first + ScriptCheckBatch::SIZE, inputs.size()); ++i)
                        BOOST_CHECK(!CheckOf(*inputs[i].first, inputs[i].second, cache)());
                }
                const std::chrono::duration<double, std::micro> time{std::chrono::steady_clock::now() -
                                                                     start};
                least[batches] = std::min(least[batches], time.count() / inputs.size());
                left = credit.Left();
            }
        }
        BOOST_TEST_MESSAGE(
            strprintf("%-21s %6.2f us alone, %.2f in batches", name, least[0], least[1] / least[0]));
        return left;
    }
};

// One transaction with an output of each kind in turn; those at places in wrong have wrong signatures.
Spend Mixed(int size, const std::set<int>& wrong, script_verify_flags flags, std::optional<Kind> only = {}) {
    Spend spend;
    std::vector<Output> outputs;
    for (int i = 0; i < size; ++i) {
        outputs.emplace_back(only ? *only : Kind(i % KINDS), i);
        spend.mtx.vin.emplace_back(COutPoint{Txid{}, uint32_t(i)});
        spend.spent.emplace_back(COIN, outputs.back().ScriptPubKey());
        spend.flags.push_back(flags);
    }
    spend.mtx.vout.emplace_back(COIN, CScript{});
    for (int i = 0; i < size; ++i)
        outputs[i].Sign(spend.mtx, i, spend.spent, wrong.contains(i));
    return spend;
}

std::vector<size_t> EverySize() {
    std::vector<size_t> sizes;
    for (size_t size = 1; size <= ScriptCheckBatch::SIZE + 1; ++size)
        sizes.push_back(size);
    return sizes;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(scriptcheckbatch_tests, BatchSetup)

BOOST_AUTO_TEST_CASE(every_size) {
    for (const script_verify_flags flags : {MANDATORY_SCRIPT_VERIFY_FLAGS, STANDARD_SCRIPT_VERIFY_FLAGS}) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(Mixed(8 * KINDS, {}, flags)));
        const size_t valid{Compare(EverySize())};
        // A signature that fails and is not empty is against policy.
        BOOST_CHECK_EQUAL(valid, flags == MANDATORY_SCRIPT_VERIFY_FLAGS ? 8 * KINDS : 8 * (KINDS - 1));
    }
}

BOOST_AUTO_TEST_CASE(one_wrong_signature_at_each_place) {
    for (const int size : {1, 2, 7, 8, 9, 17}) {
        for (int place = 0; place < size; ++place) {
            spends.clear(), inputs.clear();
            Add(spends.emplace_back(Mixed(size, {place}, MANDATORY_SCRIPT_VERIFY_FLAGS)));
            BOOST_CHECK_EQUAL(Compare({1, size_t(size)}), size_t(size) - 1);
        }
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(Mixed(20, {3, 4, 5, 19}, MANDATORY_SCRIPT_VERIFY_FLAGS, Kind(kind))));
        BOOST_CHECK_EQUAL(Compare({1, 3, 8, 20}), size_t{16});
    }
}

// Legacy inputs, large ones and checks that fill the cache are alone.
BOOST_AUTO_TEST_CASE(kinds) {
    using Shared = ScriptCheckBatch::Kind;
    for (int kind = 0; kind < KINDS; ++kind) {
        spends.clear();
        Spend& spend{spends.emplace_back(Mixed(1, {}, MANDATORY_SCRIPT_VERIFY_FLAGS, Kind(kind)))};
        spend.tx.emplace(spend.mtx);
        const Shared expected{kind == P2PKH      ? Shared::ALONE
                              : kind >= KEY_PATH ? Shared::SCHNORR
                                                 : Shared::ECDSA};
        BOOST_CHECK(ScriptCheckBatch::KindOf(CheckOf(spend, 0, cache)) == expected);
        BOOST_CHECK(ScriptCheckBatch::KindOf(CheckOf(spend, 0, cache, /*store=*/true)) == Shared::ALONE);
        CMutableTransaction large_witness{spend.mtx}, large_output{spend.mtx};
        auto& stack{large_witness.vin[0].scriptWitness.stack};
        stack.insert(stack.begin(), bytes(1000));
        // SIGHASH_SINGLE hashes it for each signature.
        large_output.vout[0].scriptPubKey.resize(1000);
        for (const CMutableTransaction& large : {large_witness, large_output}) {
            spend.tx.emplace(large);
            BOOST_CHECK(ScriptCheckBatch::KindOf(CheckOf(spend, 0, cache)) == Shared::ALONE);
        }
    }
    // A signature in the scriptSig of a witness program is checked, though the input cannot be valid.
    for (const Kind kind : {P2WPKH, NESTED, KEY_PATH}) {
        spends.clear();
        Spend& spend{spends.emplace_back(Mixed(1, {}, MANDATORY_SCRIPT_VERIFY_FLAGS, kind))};
        CScript signed_script{CScript() << bytes(71) << bytes(33) << OP_CHECKSIG << OP_DROP};
        const CScript redeem{spend.mtx.vin[0].scriptSig};
        signed_script.insert(signed_script.end(), redeem.begin(), redeem.end());
        spend.mtx.vin[0].scriptSig = signed_script;
        spend.tx.emplace(spend.mtx);
        BOOST_CHECK(ScriptCheckBatch::KindOf(CheckOf(spend, 0, cache)) == Shared::ALONE);
    }
}

// In a queue what is alone is a batch of its own, so that threads share it, and the kinds do not mix. A queue
// without threads begins with the last batch.
BOOST_AUTO_TEST_CASE(batches_in_a_queue) {
    const auto run{[&] {
        std::vector<CScriptCheck> checks;
        for (const auto& [spend, in] : inputs)
            checks.push_back(CheckOf(*spend, in, cache));
        ScriptCheckCredit credit;
        CCheckQueue<ScriptCheckBatch> queue{128, 0};
        CCheckQueueControl<ScriptCheckBatch> control{queue};
        BlockScriptChecks block{&control, credit};
        BOOST_CHECK(!block.Add(std::move(checks)));
        BOOST_CHECK(!block.Finish());
        return control.Complete();
    }};
    for (int kind = 0; kind < KINDS; ++kind) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(Mixed(2, {0, 1}, MANDATORY_SCRIPT_VERIFY_FLAGS, Kind(kind))));
        BOOST_CHECK(run() == CheckOf(spends[0], kind == P2PKH ? 1 : 0, cache)());
    }
    // The first of Schnorr's.
    spends.clear(), inputs.clear();
    Add(spends.emplace_back(
        Mixed(KINDS, {P2WPKH, NESTED, KEY_PATH, THRESHOLD}, MANDATORY_SCRIPT_VERIFY_FLAGS)));
    BOOST_CHECK(run() == CheckOf(spends[0], KEY_PATH, cache)());
}

// Without a queue: the first failure in order, of whatever kind, once its batch is full or the block ends.
BOOST_AUTO_TEST_CASE(batches_without_a_queue) {
    constexpr int size{ScriptCheckBatch::SIZE_OF_BOTH};
    struct Row {
        std::set<int> wrong;
        int first;
        bool by_add;
    };
    const Row rows[]{{{}, -1, false},
                     {{size + 8, 3, 10}, 3, true},
                     {{size - 1, 24}, 24, true},
                     {{size + 7, size}, size, false}};
    for (const Row& row : rows) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(Mixed(size + KINDS, row.wrong, MANDATORY_SCRIPT_VERIFY_FLAGS)));
        std::vector<CScriptCheck> checks;
        for (const auto& [spend, in] : inputs)
            checks.push_back(CheckOf(*spend, in, cache));
        ScriptCheckCredit credit;
        BlockScriptChecks block{nullptr, credit};
        const Failure expected{row.first < 0 ? Failure{} : CheckOf(spends[0], row.first, cache)()};
        BOOST_CHECK_EQUAL(expected.has_value(), row.first >= 0);
        BOOST_CHECK(block.Add(std::move(checks)) == (row.by_add ? expected : Failure{}));
        if (!row.by_add)
            BOOST_CHECK(block.Finish() == expected);
    }
}

// What a batch of two equal inputs does to the credit. Each guess that is not wrong in its run earns one,
// each in a run that a wrong guess misled costs one.
BOOST_AUTO_TEST_CASE(credit) {
    struct Row {
        Kind kind;
        bool wrong;
        int64_t start, change;
    };
    const Row rows[]{
        {P2PKH, false, 100, 0},
        {P2WPKH, false, 100, 2},
        {TWO_OF_TWO, false, 100, 4},
        {KEY_PATH, false, 100, 2},
        {THRESHOLD, false, 100, 4},
        {P2WPKH, true, 100, -2},
        {KEY_PATH, true, 100, -2},
        {NEGATED, false, 100, -2},
        {NEGATED, true, 100, 2},
        // The keys of the two signatures are the third and, after a wrong guess, the first.
        {TWO_OF_THREE, false, 100, -2},
        {NEGATED, false, 1, -2},
        {NEGATED, false, 0, 0},
        {P2WPKH, false, 0, 0},
        {P2WPKH, false, -5, 0},
    };
    for (const Row& row : rows) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(Mixed(2, row.wrong ? std::set<int>{0, 1} : std::set<int>{},
                                      MANDATORY_SCRIPT_VERIFY_FLAGS, row.kind)));
        ScriptCheckCredit credit{row.start};
        BOOST_CHECK_EQUAL(Batch(0, 2, credit).has_value(), row.wrong);
        BOOST_CHECK_MESSAGE(credit.Left() == row.start + row.change,
                            row.kind << ": " << row.start << " becomes " << credit.Left());
    }
}

// More signatures than a batch verifies at a time: 14 an input.
BOOST_AUTO_TEST_CASE(more_rows_than_a_batch_holds) {
    for (const Kind kind : {NEGATED, SCRIPT_PATH}) {
        const bool tapscript{kind == SCRIPT_PATH};
        const SigVersion version{tapscript ? SigVersion::TAPSCRIPT : SigVersion::WITNESS_V0};
        Output output{kind, 1};
        const CPubKey key{output.keys[0].GetPubKey()};
        const bytes text{tapscript ? ToByteVector(XOnlyPubKey{key}) : ToByteVector(key)};
        // A tapscript's weight pays for 50 bytes a signature. The first row is that of a signature of its
        // own.
        output.script = CScript() << bytes(450) << OP_DROP << text << OP_CHECKSIGVERIFY << text;
        for (int i = 0; i < 12; ++i)
            output.script << OP_2DUP << OP_CHECKSIGVERIFY;
        output.script << OP_CHECKSIG;
        if (tapscript) {
            output.tree = TaprootBuilder{};
            output.tree.Add(0, output.script, TAPROOT_LEAF_TAPSCRIPT)
                .Finalize(XOnlyPubKey{output.keys[1].GetPubKey()});
        }
        constexpr int size{24};
        for (const std::set<int>& wrong : {std::set<int>{}, std::set<int>{1}, std::set<int>{size - 1}}) {
            spends.clear(), inputs.clear();
            Spend& spend{SpendOf(output, size)};
            for (int i = 0; i < size; ++i) {
                // That of NEGATED is right when it is called wrong.
                output.Sign(spend.mtx, i, spend.spent, kind == NEGATED);
                const uint256 hash{HashFor(spend.mtx, i, spend.spent, output.script, version)};
                auto& stack{spend.mtx.vin[i].scriptWitness.stack};
                stack.insert(stack.begin() + 1, Signature(output.keys[0], hash, version, wrong.contains(i)));
            }
            Add(spend);
            BOOST_CHECK(ScriptCheckBatch::KindOf(CheckOf(spend, 0, cache)) != ScriptCheckBatch::Kind::ALONE);
            BOOST_CHECK_EQUAL(Compare({1, size}), size - wrong.size());
        }
    }
}

// More keys than signatures: every choice of two of four, of three of five and of one of five, and one of
// five whose signature is wrong.
BOOST_AUTO_TEST_CASE(thresholds) {
    size_t valid{0};
    for (const auto& [of, signers] : {std::pair{4, 2}, std::pair{5, 3}, std::pair{5, 1}}) {
        for (int chosen = 0; chosen < 1 << of; ++chosen) {
            Output output{TWO_OF_TWO, 1};
            output.script = CScript() << signers;
            for (int i = 0; i < of; ++i)
                output.script << ToByteVector(KeyOf(9000 + 2 * i).GetPubKey());
            output.script << of << OP_CHECKMULTISIG;
            Spend& spend{spends.emplace_back()};
            spend.mtx.vin.emplace_back(COutPoint{Txid{}, uint32_t(chosen)});
            spend.mtx.vout.emplace_back(COIN, CScript{});
            spend.spent.emplace_back(COIN, output.ScriptPubKey());
            spend.flags.push_back(MANDATORY_SCRIPT_VERIFY_FLAGS);
            const uint256 hash{HashFor(spend.mtx, 0, spend.spent, output.script, SigVersion::WITNESS_V0)};
            auto& stack{spend.mtx.vin[0].scriptWitness.stack};
            stack.emplace_back();
            for (int i = 0; i < of; ++i)
                if (chosen >> i & 1)
                    stack.push_back(Signature(KeyOf(9000 + 2 * i), hash, SigVersion::WITNESS_V0, false));
            const bool wrong{signers == 1 && chosen == 0};
            if (wrong) {
                stack.push_back(Signature(KeyOf(9008), hash, SigVersion::WITNESS_V0, true));
            } else if (int(stack.size()) != 1 + signers) {
                spends.pop_back();
                continue;
            } else {
                ++valid;
            }
            stack.emplace_back(output.script.begin(), output.script.end());
            Add(spend);
        }
    }
    BOOST_CHECK_EQUAL(Compare({1, 5, inputs.size()}), valid);
    // What three runs earn and cost: no choice of the first two tables is left for a check alone, of one of
    // five those of the first two keys and the wrong signature are.
    ScriptCheckCredit credit{1000};
    BOOST_CHECK(Batch(0, inputs.size(), credit).has_value());
    BOOST_CHECK_EQUAL(credit.Left(), 1000 - 6 - 22 - (6 + 3));
}

// The second run asks for the same signature and key with another hash, as the first signature is not valid.
BOOST_AUTO_TEST_CASE(another_hash_in_the_second_run) {
    const Output output{NEGATED, 1};
    const bytes key{ToByteVector(output.keys[0].GetPubKey())};
    for (const bool negated : {false, true}) {
        CScript after{CScript() << OP_ENDIF << key << OP_CHECKSIG};
        if (negated)
            after << OP_NOT;
        CScript script{CScript() << key << OP_CHECKSIG << OP_NOTIF << OP_CODESEPARATOR};
        script.insert(script.end(), after.begin(), after.end());
        for (const bool of_second : {false, true}) {
            Spend& spend{spends.emplace_back()};
            spend.mtx.vin.emplace_back(COutPoint{Txid{}, 0});
            spend.mtx.vout.emplace_back(COIN, CScript{});
            spend.spent.emplace_back(COIN, GetScriptForDestination(WitnessV0ScriptHash{script}));
            spend.flags.push_back(MANDATORY_SCRIPT_VERIFY_FLAGS);
            const auto sign{[&](const CScript& code, bool wrong) {
                const uint256 hash{HashFor(spend.mtx, 0, spend.spent, code, SigVersion::WITNESS_V0)};
                return Signature(output.keys[0], hash, SigVersion::WITNESS_V0, wrong);
            }};
            spend.mtx.vin[0].scriptWitness.stack = {sign(of_second ? after : script, false),
                                                    sign(script, true), bytes(script.begin(), script.end())};
            Add(spend);
            BOOST_CHECK_EQUAL(!CheckOf(spend, 0, cache)(), negated != of_second);
        }
    }
    BOOST_CHECK_EQUAL(Compare({1, 4}), size_t{2});
}

// What P2WSH takes as signatures and keys beside the usual: each with CHECKSIG, and with CHECKSIG NOT, where
// a valid one that is called not valid would be accepted.
BOOST_AUTO_TEST_CASE(forms_of_signatures) {
    enum Form { USUAL, HIGH_S, PADDED_S, ZERO_R, HYBRID, WRONG_HYBRID, NO_POINT };
    struct Row {
        Form form;
        int hash_type;
        bool valid;
    };
    const Row rows[]{{USUAL, SIGHASH_ALL, true},    {USUAL, 0, true},
                     {USUAL, 0x50, true},           {USUAL, SIGHASH_SINGLE, true},
                     {USUAL, 0xc3, true},           {HIGH_S, SIGHASH_ALL, true},
                     {PADDED_S, SIGHASH_ALL, true}, {ZERO_R, SIGHASH_ALL, false},
                     {HYBRID, SIGHASH_ALL, true},   {WRONG_HYBRID, SIGHASH_ALL, false},
                     {NO_POINT, SIGHASH_ALL, false}};
    const arith_uint256 order{
        UintToArith256(uint256{"fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"})};
    for (const Row& row : rows) {
        for (const bool negated : {false, true}) {
            CPubKey point{KeyOf(1).GetPubKey()};
            if (row.form == HYBRID || row.form == WRONG_HYBRID)
                point.Decompress();
            bytes key{ToByteVector(point)};
            if (row.form == HYBRID || row.form == WRONG_HYBRID)
                key[0] = 6 + ((key.back() & 1) != (row.form == WRONG_HYBRID));
            if (row.form == NO_POINT)
                std::fill(key.begin() + 1, key.end(), 0xff);
            CScript script{CScript() << key << OP_CHECKSIG};
            if (negated)
                script << OP_NOT;
            // Without outputs, so that SIGHASH_SINGLE has none.
            Spend& spend{spends.emplace_back()};
            spend.mtx.vin.emplace_back(COutPoint{Txid{}, 0});
            spend.spent.emplace_back(COIN, GetScriptForDestination(WitnessV0ScriptHash{script}));
            spend.flags.push_back(SCRIPT_VERIFY_P2SH | SCRIPT_VERIFY_WITNESS);
            const uint256 hash{
                SignatureHash(script, spend.mtx, 0, row.hash_type, COIN, SigVersion::WITNESS_V0)};
            bytes signature{Signature(KeyOf(1), hash, SigVersion::WITNESS_V0, false)};
            signature.pop_back();
            // r, then s, each after its length.
            const size_t at_s(6 + signature[3]);
            if (row.form == ZERO_R)
                std::fill(signature.begin() + 4, signature.begin() + 4 + signature[3], 0);
            bytes s(signature.begin() + at_s, signature.end());
            if (row.form == HIGH_S) {
                arith_uint256 low;
                for (const unsigned char byte : s)
                    low = (low << 8) + byte;
                const uint256 high{ArithToUint256(order - low)};
                s.assign(high.begin(), high.end());
                std::reverse(s.begin(), s.end());
            }
            if (row.form == HIGH_S || row.form == PADDED_S)
                s.insert(s.begin(), 0);
            signature.resize(at_s);
            signature[at_s - 1] = s.size();
            signature.insert(signature.end(), s.begin(), s.end());
            signature[1] = signature.size() - 2;
            signature.push_back(row.hash_type);
            spend.mtx.vin[0].scriptWitness.stack = {signature, bytes(script.begin(), script.end())};
            Add(spend);
            BOOST_CHECK_MESSAGE(!CheckOf(spend, 0, cache)() == (row.valid != negated),
                                row.form << ' ' << row.hash_type << ' ' << negated);
        }
    }
    BOOST_CHECK_EQUAL(Compare({1, 2, inputs.size()}), std::size(rows));
}

// Times for --log_level=message: inputs one by one, and in batches that share one credit.
BOOST_AUTO_TEST_CASE(costs) {
    const char* const names[]{"P2PKH",        "P2WPKH",   "P2SH-P2WPKH", "2 of 2",   "2 of 3",
                              "CHECKSIG NOT", "key path", "script path", "threshold"};
    for (int kind = 0; kind < KINDS; ++kind) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(
            Mixed(4 * ScriptCheckBatch::SIZE, {}, MANDATORY_SCRIPT_VERIFY_FLAGS, Kind(kind))));
        Measure(names[kind], 5);
    }
    // Valid inputs whose one signature is not, and whose script would verify 20 more if it were: as many as a
    // block's limit of signature operations allows.
    constexpr int size{80000 / 21}, wasted{21};
    Output output{NEGATED, 1};
    output.script = CScript() << ToByteVector(output.keys[0].GetPubKey()) << OP_CHECKSIG << OP_IF
                              << ToByteVector(output.keys[1].GetPubKey());
    for (int i = 0; i < 19; ++i)
        output.script << OP_2DUP << OP_CHECKSIGVERIFY;
    output.script << OP_CHECKSIG << OP_ELSE << OP_DROP << OP_1 << OP_ENDIF;
    spends.clear(), inputs.clear();
    Spend& spend{SpendOf(output, size)};
    for (int i = 0; i < size; ++i) {
        const uint256 hash{HashFor(spend.mtx, i, spend.spent, output.script, SigVersion::WITNESS_V0)};
        spend.mtx.vin[i].scriptWitness.stack = {
            Signature(output.keys[1], hash, SigVersion::WITNESS_V0, false),
            Signature(output.keys[0], hash, SigVersion::WITNESS_V0, true),
            bytes(output.script.begin(), output.script.end())};
    }
    Add(spend);
    const int64_t left{Measure("in vain", 3)};
    BOOST_CHECK_LE(left, 0);
    BOOST_CHECK_GT(left, -wasted * int64_t{ScriptCheckBatch::SIZE});
    // Valid inputs whose script hashes much, and runs three times: it learns of two signatures, one by one,
    // that they are not valid. Two that are valid pay for that.
    const bytes key{ToByteVector(output.keys[0].GetPubKey())};
    output.script.clear();
    for (int i = 0; i < 63; ++i)
        output.script << OP_DUP << OP_RIPEMD160 << OP_DROP;
    output.script << OP_DROP << key << OP_CHECKSIG << OP_NOTIF << key << OP_CHECKSIG << OP_NOTIF << key
                  << OP_2DUP << OP_CHECKSIGVERIFY << OP_CHECKSIG << OP_ENDIF << OP_ENDIF;
    spends.clear(), inputs.clear();
    Spend& hashing{spends.emplace_back()};
    for (int i = 0; i < 4 * int{ScriptCheckBatch::SIZE}; ++i) {
        hashing.mtx.vin.emplace_back(COutPoint{Txid{}, uint32_t(i)});
        hashing.spent.emplace_back(COIN, output.ScriptPubKey());
        hashing.flags.push_back(MANDATORY_SCRIPT_VERIFY_FLAGS);
    }
    hashing.mtx.vout.emplace_back(COIN, CScript{});
    for (int i = 0; i < 4 * int{ScriptCheckBatch::SIZE}; ++i) {
        const uint256 hash{HashFor(hashing.mtx, i, hashing.spent, output.script, SigVersion::WITNESS_V0)};
        hashing.mtx.vin[i].scriptWitness.stack = {
            Signature(output.keys[0], hash, SigVersion::WITNESS_V0, false), ParseHex("300602010102010201"),
            ParseHex("300602010102010101"), bytes(520), bytes(output.script.begin(), output.script.end())};
    }
    Add(hashing);
    BOOST_CHECK_EQUAL(Measure("runs of a long script", 3), ScriptCheckCredit::START);
}

// More of them, and others, by RANDOM_SCRIPTS and RANDOM_SEED (0 to 255) in the environment.
BOOST_AUTO_TEST_CASE(random_scripts) {
    const auto number{[](const char* name, int otherwise) {
        const char* const text{std::getenv(name)};
        return text ? std::atoi(text) : otherwise;
    }};
    const int scripts{number("RANDOM_SCRIPTS", 1500)};
    FastRandomContext rng{uint256{uint8_t(number("RANDOM_SEED", 7))}};
    const Choose choose{[&](int n) { return rng.randrange(n); }};
    for (int i = 0; i < scripts; ++i) {
        Add(spends.emplace_back(RandomSpend(choose)));
    }
    const size_t valid{Compare({1, 2, 5, 64})};
    BOOST_TEST_MESSAGE(valid << " of " << inputs.size() << " random scripts are valid");
    BOOST_CHECK(valid > inputs.size() / 5 && valid < inputs.size() * 4 / 5);
}

BOOST_AUTO_TEST_CASE(vectors_of_transactions) {
    for (const auto& text : {json_tests::tx_valid, json_tests::tx_invalid}) {
        const UniValue tests{read_json(text)};
        for (size_t row = 0; row < tests.size(); ++row) {
            const UniValue& test{tests[row]};
            if (!test[0].isArray())
                continue;
            std::map<COutPoint, CTxOut> outputs;
            for (const UniValue& input : test[0].getValues()) {
                const COutPoint point{Txid::FromHex(input[0].get_str()).value(),
                                      uint32_t(input[1].getInt<int>())};
                outputs[point] = CTxOut{input.size() > 3 ? input[3].getInt<int64_t>() : 0,
                                        ParseScript(input[2].get_str())};
            }
            DataStream stream{ParseHex(test[1].get_str())};
            Spend& spend{spends.emplace_back()};
            stream >> TX_WITH_WITNESS(spend.mtx);
            bool complete{!spend.mtx.vin.empty() && test[2].get_str() != "BADTX"};
            for (const CTxIn& input : spend.mtx.vin)
                complete = complete && outputs.contains(input.prevout);
            if (!complete)
                continue;
            const script_verify_flags listed{ParseScriptFlags(test[2].get_str())};
            // Flags are those that are left out of all for valid ones, and those that are used for others.
            const script_verify_flags all{script_verify_flags::from_int(MAX_SCRIPT_VERIFY_FLAGS)};
            const script_verify_flags flags{text == json_tests::tx_valid ? all & ~listed : listed};
            if (!IsValidFlagCombination(flags))
                continue;
            for (const CTxIn& input : spend.mtx.vin) {
                spend.spent.push_back(outputs[input.prevout]);
                spend.flags.push_back(flags);
            }
            Add(spend);
        }
    }
    BOOST_CHECK(inputs.size() > 200);
    const size_t valid{Compare({1, 2, 3, 64})};
    BOOST_TEST_MESSAGE(valid << " of " << inputs.size() << " inputs of vectors are valid");
}

BOOST_AUTO_TEST_CASE(vectors_of_scripts) {
    const UniValue tests{read_json(json_tests::script_tests)};
    for (size_t row = 0; row < tests.size(); ++row) {
        const UniValue& test{tests[row]};
        const size_t at(test.size() > 0 && test[0].isArray() ? 1 : 0);
        if (test.size() < 4 + at || test.write().find("#") != std::string::npos)
            continue;
        CScriptWitness witness;
        CAmount amount{0};
        if (at == 1) {
            for (size_t i = 0; i + 1 < test[0].size(); ++i)
                witness.stack.push_back(ParseHex(test[0][i].get_str()));
            amount = AmountFromValue(test[0][test[0].size() - 1]);
        }
        script_verify_flags flags{ParseScriptFlags(test[at + 2].get_str())};
        if (flags & SCRIPT_VERIFY_CLEANSTACK)
            flags |= SCRIPT_VERIFY_P2SH | SCRIPT_VERIFY_WITNESS;
        const CTransaction credit{BuildCreditingTransaction(ParseScript(test[at + 1].get_str()), amount)};
        Spend& spend{spends.emplace_back()};
        spend.mtx = BuildSpendingTransaction(ParseScript(test[at].get_str()), witness, credit);
        spend.spent = {credit.vout[0]};
        spend.flags = {flags};
        Add(spend);
    }
    BOOST_CHECK(inputs.size() > 1000);
    Compare({1, 2, 3, 64});
}

BOOST_AUTO_TEST_SUITE_END()

#endif // BATCHES
