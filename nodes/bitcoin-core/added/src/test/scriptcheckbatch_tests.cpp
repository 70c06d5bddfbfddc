// What a block's validation says when signatures fail, and that script checks in batches say what they say
// one by one. The first part uses nothing of the batches: it passes without them, too.
#include <addresstype.h>
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
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

script_verify_flags ParseScriptFlags(std::string strFlags);

namespace {

using bytes = std::vector<unsigned char>;
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

CKey KeyOf(uint32_t number) {
    bytes secret(32, 1);
    for (int i = 0; i < 4; ++i)
        secret[i] = number >> (8 * i);
    secret[0] |= 1;
    CKey key;
    key.Set(secret.begin(), secret.end(), /*fCompressedIn=*/true);
    return key;
}

// A transaction with what its inputs spend. Nothing of it moves once checks refer to it.
struct Spend {
    CMutableTransaction mtx;
    std::vector<CTxOut> spent;
    std::vector<script_verify_flags> flags; // of each input
    std::optional<CTransaction> tx;
    PrecomputedTransactionData txdata;

    void Finish() {
        tx.emplace(mtx);
        txdata.Init(*tx, std::vector<CTxOut>{spent}, /*force=*/true);
    }
};

uint256 HashFor(const CMutableTransaction& tx, unsigned int in, const std::vector<CTxOut>& spent,
                const CScript& script, SigVersion version) {
    if (version == SigVersion::BASE || version == SigVersion::WITNESS_V0) {
        return SignatureHash(script, tx, in, SIGHASH_ALL, spent[in].nValue, version);
    }
    PrecomputedTransactionData txdata;
    txdata.Init(tx, std::vector<CTxOut>{spent}, /*force=*/true);
    ScriptExecutionData data;
    data.m_annex_init = true;
    data.m_annex_present = false;
    data.m_tapleaf_hash_init = true;
    if (version == SigVersion::TAPSCRIPT)
        data.m_tapleaf_hash = ComputeTapleafHash(TAPROOT_LEAF_TAPSCRIPT, script);
    data.m_codeseparator_pos_init = true;
    data.m_codeseparator_pos = 0xFFFFFFFF;
    uint256 hash;
    BOOST_REQUIRE(SignatureHashSchnorr(hash, data, tx, in, SIGHASH_DEFAULT, version, txdata,
                                       MissingDataBehavior::ASSERT_FAIL));
    return hash;
}

bytes Signature(const CKey& key, uint256 hash, SigVersion version, bool wrong) {
    if (wrong)
        *hash.begin() ^= 1;
    bytes signature(64);
    if (version == SigVersion::TAPROOT || version == SigVersion::TAPSCRIPT) {
        BOOST_REQUIRE(key.SignSchnorr(hash, signature, nullptr, uint256{}));
        return signature;
    }
    BOOST_REQUIRE(key.Sign(hash, signature, /*grind=*/false));
    signature.push_back(SIGHASH_ALL);
    return signature;
}

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

CScriptCheck CheckOf(Spend& spend, unsigned int in, SignatureCache& cache, bool store = false) {
    return CScriptCheck{spend.spent[in], *spend.tx, cache, in, spend.flags[in], store, &spend.txdata};
}

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

    void Add(Spend& spend) {
        spend.Finish();
        for (unsigned int in = 0; in < spend.spent.size(); ++in)
            inputs.emplace_back(&spend, in);
    }

    Failure Batch(size_t first, size_t size, ScriptCheckReruns& reruns) {
        std::vector<CScriptCheck> checks;
        for (size_t i = first; i < std::min(first + size, inputs.size()); ++i)
            checks.push_back(CheckOf(*inputs[i].first, inputs[i].second, cache));
        return ScriptCheckBatch{std::move(checks), reruns}();
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
                ScriptCheckReruns reruns{1000};
                BOOST_CHECK(Batch(first, size, reruns) == expected);
            }
        }
        return std::count(alone.begin(), alone.end(), std::nullopt);
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

// Scripts that branch on what signature checks say, and the stack they start with.
class RandomScript {
    FastRandomContext& m_rng;
    const bool m_tapscript;

public:
    CScript script;
    std::vector<std::pair<int, int>> consumed; // key and quality: 0 right, 1 wrong, 2 empty; -1: a dummy

    RandomScript(FastRandomContext& rng, bool tapscript) : m_rng{rng}, m_tapscript{tapscript} {
        Expression(3);
    }

    static CKey Key(int i) { return KeyOf(9000 + i); }
    bytes KeyText(int i) const {
        const CPubKey key{Key(i).GetPubKey()};
        return m_tapscript ? ToByteVector(XOnlyPubKey{key}) : ToByteVector(key);
    }
    int Consume(int key) {
        const int quality(m_rng.randrange(10));
        consumed.emplace_back(key, quality < 7 ? 0 : quality < 8 ? 1 : 2);
        return key;
    }
    void Expression(int depth) {
        const int key(m_rng.randrange(20));
        switch (depth == 0 ? 0 : m_rng.randrange(7)) {
        case 0:
        case 1:
            script << KeyText(Consume(key)) << OP_CHECKSIG;
            break;
        case 2:
            Expression(depth - 1);
            script << OP_NOT;
            break;
        case 3: {
            const int keys(1 + m_rng.randrange(4)),
                signatures(m_rng.randbool() ? keys : 1 + m_rng.randrange(keys));
            if (m_tapscript) {
                script << KeyText(Consume(key)) << OP_CHECKSIG;
                for (int i = 1; i < keys; ++i)
                    script << KeyText(Consume(key + i)) << OP_CHECKSIGADD;
                script << signatures << OP_NUMEQUAL;
                break;
            }
            // The last signature is on top.
            for (int i = signatures; i-- > 0;)
                Consume(key + i + m_rng.randrange(keys - signatures + 1));
            consumed.emplace_back(-1, 2);
            script << signatures;
            for (int i = 0; i < keys; ++i)
                script << KeyText(key + i);
            script << keys << (m_rng.randrange(8) == 0 ? OP_CHECKMULTISIGVERIFY : OP_CHECKMULTISIG);
            break;
        }
        case 4:
            Expression(depth - 1);
            script << OP_TOALTSTACK;
            Expression(depth - 1);
            script << OP_FROMALTSTACK << (m_rng.randbool() ? OP_BOOLAND : OP_BOOLOR);
            break;
        case 5:
            Expression(depth - 1);
            script << OP_IF;
            Expression(depth - 1);
            script << OP_ELSE;
            if (m_rng.randbool())
                script << OP_1;
            else
                Expression(depth - 1);
            script << OP_ENDIF;
            break;
        case 6:
            script << KeyText(Consume(key)) << OP_CHECKSIGVERIFY;
            if (m_rng.randrange(6) == 0)
                script << OP_CODESEPARATOR;
            Expression(depth - 1);
            break;
        }
    }
};

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

// Which kinds are run twice when a signature is wrong. Legacy inputs, and those whose answer is likely to be
// wrong, are not.
BOOST_AUTO_TEST_CASE(what_is_collected) {
    for (int kind = 0; kind < KINDS; ++kind) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(Mixed(2, {1}, MANDATORY_SCRIPT_VERIFY_FLAGS, Kind(kind))));
        ScriptCheckReruns reruns{1};
        BOOST_CHECK_EQUAL(Batch(0, 2, reruns).has_value(), true);
        BOOST_CHECK_EQUAL(reruns.Left(), kind == P2PKH || kind == TWO_OF_THREE);
    }
    // Checks that fill the cache.
    spends.clear(), inputs.clear();
    Add(spends.emplace_back(Mixed(1, {0}, MANDATORY_SCRIPT_VERIFY_FLAGS, P2WPKH)));
    std::vector<CScriptCheck> storing;
    storing.push_back(CheckOf(spends[0], 0, cache, /*store=*/true));
    ScriptCheckReruns unused{1};
    BOOST_CHECK(ScriptCheckBatch(std::move(storing), unused)().has_value());
    BOOST_CHECK(unused.Left());
    // A signature in the scriptSig of a witness program is checked, though the input cannot be valid.
    spends.clear(), inputs.clear();
    Spend& spend{spends.emplace_back(Mixed(1, {}, MANDATORY_SCRIPT_VERIFY_FLAGS, P2WPKH))};
    const Output legacy{P2PKH, 0};
    spend.mtx.vin[0].scriptSig << Signature(legacy.keys[0], uint256{}, SigVersion::BASE, false)
                               << ToByteVector(legacy.keys[0].GetPubKey()) << OP_CHECKSIG;
    Add(spend);
    ScriptCheckReruns reruns{1};
    BOOST_CHECK(Batch(0, 1, reruns)->first == SCRIPT_ERR_WITNESS_MALLEATED);
    BOOST_CHECK(reruns.Left());
}

// In a queue what is not collected is alone, so that threads share it. A queue without threads begins with
// the last batch.
BOOST_AUTO_TEST_CASE(what_is_alone_in_a_queue) {
    for (int kind = 0; kind < KINDS; ++kind) {
        spends.clear(), inputs.clear();
        Add(spends.emplace_back(Mixed(2, {0, 1}, MANDATORY_SCRIPT_VERIFY_FLAGS, Kind(kind))));
        std::vector<CScriptCheck> checks;
        for (const auto& [spend, in] : inputs)
            checks.push_back(CheckOf(*spend, in, cache));
        ScriptCheckReruns reruns;
        CCheckQueue<ScriptCheckBatch> queue{128, 0};
        CCheckQueueControl<ScriptCheckBatch> control{queue};
        BlockScriptChecks block{&control, reruns};
        BOOST_CHECK(!block.Add(std::move(checks)));
        BOOST_CHECK(!block.Finish());
        const bool alone{kind == P2PKH || kind == TWO_OF_THREE};
        BOOST_CHECK(control.Complete() == CheckOf(spends[0], alone ? 1 : 0, cache)());
    }
}

BOOST_AUTO_TEST_CASE(reruns_are_bounded) {
    Add(spends.emplace_back(Mixed(50, {}, MANDATORY_SCRIPT_VERIFY_FLAGS, NEGATED)));
    ScriptCheckReruns reruns{5};
    for (size_t first = 0; first < inputs.size(); first += 2) {
        BOOST_CHECK_EQUAL(reruns.Left(), first < 6);
        BOOST_CHECK(!Batch(first, 2, reruns));
    }
}

// More signatures than a column takes at a time, in one check and in all.
BOOST_AUTO_TEST_CASE(more_rows_than_a_column) {
    for (const bool wrong : {false, true}) {
        spends.clear(), inputs.clear();
        Spend& spend{spends.emplace_back()};
        Output output{SCRIPT_PATH, 1};
        output.script = CScript();
        // Its weight pays for 50 bytes a signature.
        for (int i = 0; i < 120; ++i)
            output.script << bytes(500) << OP_DROP;
        const bytes key{ToByteVector(XOnlyPubKey{output.keys[0].GetPubKey()})};
        // The first row is that of a signature of its own.
        output.script << key << OP_CHECKSIGVERIFY << key;
        for (int i = 0; i < 1100; ++i)
            output.script << OP_2DUP << OP_CHECKSIGVERIFY;
        output.script << OP_CHECKSIG;
        output.tree = TaprootBuilder{};
        output.tree.Add(0, output.script, TAPROOT_LEAF_TAPSCRIPT)
            .Finalize(XOnlyPubKey{output.keys[1].GetPubKey()});
        for (int i = 0; i < 2; ++i) {
            spend.mtx.vin.emplace_back(COutPoint{Txid{}, uint32_t(i)});
            spend.spent.emplace_back(COIN, output.ScriptPubKey());
            spend.flags.push_back(MANDATORY_SCRIPT_VERIFY_FLAGS);
        }
        spend.mtx.vout.emplace_back(COIN, CScript{});
        for (int i = 0; i < 2; ++i) {
            output.Sign(spend.mtx, i, spend.spent, false);
            const uint256 hash{HashFor(spend.mtx, i, spend.spent, output.script, SigVersion::TAPSCRIPT)};
            auto& stack{spend.mtx.vin[i].scriptWitness.stack};
            stack.insert(stack.begin() + 1,
                         Signature(output.keys[0], hash, SigVersion::TAPSCRIPT, wrong && i == 1));
        }
        Add(spend);
        BOOST_CHECK_EQUAL(Compare({1, 2}), size_t(wrong ? 1 : 2));
    }
}

BOOST_AUTO_TEST_CASE(random_scripts) {
    FastRandomContext rng{uint256{7}};
    for (int i = 0; i < 1500; ++i) {
        const bool tapscript{rng.randrange(3) == 0};
        const RandomScript random{rng, tapscript};
        Output output{tapscript ? SCRIPT_PATH : TWO_OF_TWO, 1};
        output.script = random.script;
        if (tapscript) {
            output.tree = TaprootBuilder{};
            output.tree.Add(0, output.script, TAPROOT_LEAF_TAPSCRIPT)
                .Finalize(XOnlyPubKey{output.keys[1].GetPubKey()});
        }
        Spend& spend{spends.emplace_back()};
        spend.mtx.vin.emplace_back(COutPoint{Txid{}, uint32_t(i)});
        spend.mtx.vout.emplace_back(COIN, CScript{});
        spend.spent.emplace_back(COIN, output.ScriptPubKey());
        spend.flags.push_back(rng.randrange(4) == 0 ? STANDARD_SCRIPT_VERIFY_FLAGS
                                                    : MANDATORY_SCRIPT_VERIFY_FLAGS);
        const SigVersion version{tapscript ? SigVersion::TAPSCRIPT : SigVersion::WITNESS_V0};
        const uint256 hash{HashFor(spend.mtx, 0, spend.spent, output.script, version)};
        auto& stack{spend.mtx.vin[0].scriptWitness.stack};
        for (auto item{random.consumed.rbegin()}; item != random.consumed.rend(); ++item) {
            const auto [key, quality]{*item};
            stack.push_back(quality == 2 ? bytes{}
                                         : Signature(RandomScript::Key(key), hash, version, quality == 1));
        }
        const bytes text(output.script.begin(), output.script.end());
        stack.push_back(text);
        if (tapscript)
            stack.push_back(*output.tree.GetSpendData().scripts.at({text, TAPROOT_LEAF_TAPSCRIPT}).begin());
        Add(spend);
    }
    const size_t valid{Compare({1, 2, 5, 64})};
    BOOST_TEST_MESSAGE(valid << " of " << inputs.size() << " random scripts are valid");
    BOOST_CHECK(valid > 300 && valid < 1200);
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
