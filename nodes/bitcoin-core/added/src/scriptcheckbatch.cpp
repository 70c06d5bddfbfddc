#include <scriptcheckbatch.h>

#include <primitives/transaction.h>
#include <pubkey.h>
#include <script/interpreter.h>
#include <script/script.h>
#include <script/sigcache.h>
#include <uint256.h>
#include <validation.h>

#include <koblitz.h>
#include <secp256k1.h>

#include <cassert>
#include <cstdint>
#include <span>

// Of pubkey.cpp: how CPubKey::Verify reads signatures.
int ecdsa_signature_parse_der_lax(secp256k1_ecdsa_signature* sig, const unsigned char* input,
                                  size_t inputlen);

namespace {

/** Signatures that are still to be verified, in the columns that koblitz_batch_* take. Each belongs to a
 * check. */
class SignatureColumns {
    //! What memory they take is bounded by this, whatever a block contains.
    static constexpr size_t MAX_ROWS{1024};

    std::vector<unsigned char> m_ecdsa_signatures, m_ecdsa_keys, m_schnorr_signatures, m_schnorr_keys;
    std::vector<int32_t> m_ecdsa_key_offsets{0};
    std::vector<uint256> m_ecdsa_hashes, m_schnorr_hashes;
    std::vector<size_t> m_ecdsa_checks, m_schnorr_checks;
    std::vector<bool>& m_valid;

    void Blame(std::vector<size_t>& checks, const std::vector<unsigned char>& verdicts) {
        for (size_t row = 0; row < checks.size(); ++row) {
            if (!verdicts[row])
                m_valid[checks[row]] = false;
        }
        checks.clear();
    }

public:
    /** valid[check] becomes false where a signature of that check is not valid. */
    explicit SignatureColumns(std::vector<bool>& valid) : m_valid{valid} {}

    /** False where CPubKey::Verify would say so without any arithmetic. */
    bool AddECDSA(size_t check, std::span<const unsigned char> der, const CPubKey& key, const uint256& hash) {
        secp256k1_ecdsa_signature signature;
        if (!key.IsValid() || !ecdsa_signature_parse_der_lax(&signature, der.data(), der.size()))
            return false;
        unsigned char compact[64];
        secp256k1_ecdsa_signature_serialize_compact(secp256k1_context_static, compact, &signature);
        m_ecdsa_signatures.insert(m_ecdsa_signatures.end(), std::begin(compact), std::end(compact));
        m_ecdsa_keys.insert(m_ecdsa_keys.end(), key.begin(), key.end());
        m_ecdsa_key_offsets.push_back(m_ecdsa_keys.size());
        m_ecdsa_hashes.push_back(hash);
        m_ecdsa_checks.push_back(check);
        if (m_ecdsa_checks.size() == MAX_ROWS)
            VerifyECDSA();
        return true;
    }

    void AddSchnorr(size_t check, std::span<const unsigned char> signature, const XOnlyPubKey& key,
                    const uint256& hash) {
        assert(signature.size() == 64);
        m_schnorr_signatures.insert(m_schnorr_signatures.end(), signature.begin(), signature.end());
        m_schnorr_keys.insert(m_schnorr_keys.end(), key.begin(), key.end());
        m_schnorr_hashes.push_back(hash);
        m_schnorr_checks.push_back(check);
        if (m_schnorr_checks.size() == MAX_ROWS)
            VerifySchnorr();
    }

    void VerifyECDSA() {
        const size_t rows{m_ecdsa_checks.size()};
        if (rows == 0)
            return;
        std::vector<unsigned char> verdicts(rows);
        const koblitz_column signatures{m_ecdsa_signatures.data(), 64, 64, nullptr, 0},
            hashes{m_ecdsa_hashes.front().begin(), 32, sizeof(uint256), nullptr, 0},
            keys{m_ecdsa_keys.data(), 0, 0, m_ecdsa_key_offsets.data(), sizeof(int32_t)};
        koblitz_batch_ecdsa_verify(secp256k1_context_static, verdicts.data(), &signatures, &hashes, &keys,
                                   rows, KOBLITZ_BATCH_HIGH_S);
        Blame(m_ecdsa_checks, verdicts);
        m_ecdsa_signatures.clear();
        m_ecdsa_keys.clear();
        m_ecdsa_key_offsets.resize(1);
        m_ecdsa_hashes.clear();
    }

    void VerifySchnorr() {
        const size_t rows{m_schnorr_checks.size()};
        if (rows == 0)
            return;
        std::vector<unsigned char> verdicts(rows);
        const koblitz_column signatures{m_schnorr_signatures.data(), 64, 64, nullptr, 0},
            hashes{m_schnorr_hashes.front().begin(), 32, sizeof(uint256), nullptr, 0},
            keys{m_schnorr_keys.data(), 32, 32, nullptr, 0};
        koblitz_batch_schnorrsig_verify(secp256k1_context_static, verdicts.data(), &signatures, &hashes,
                                        &keys, rows);
        Blame(m_schnorr_checks, verdicts);
        m_schnorr_signatures.clear();
        m_schnorr_keys.clear();
        m_schnorr_hashes.clear();
    }
};

/** Answers "valid" for a signature that it adds to the columns. Script execution sees nothing else of it: if
 * all of them are valid, the script's outcome is what it is with CachingTransactionSignatureChecker. If one
 * is not, the outcome means nothing. */
class CollectingSignatureChecker final : public TransactionSignatureChecker {
    SignatureCache& m_cache;
    SignatureColumns& m_columns;
    const size_t m_check;

public:
    CollectingSignatureChecker(const CTransaction& tx, unsigned int in, const CAmount& amount,
                               const PrecomputedTransactionData& txdata, SignatureCache& cache,
                               SignatureColumns& columns, size_t check)
        : TransactionSignatureChecker(&tx, in, amount, txdata, MissingDataBehavior::ASSERT_FAIL),
          m_cache{cache}, m_columns{columns}, m_check{check} {}

    bool VerifyECDSASignature(const std::vector<unsigned char>& signature, const CPubKey& key,
                              const uint256& sighash) const override {
        uint256 entry;
        m_cache.ComputeEntryECDSA(entry, sighash, signature, key);
        return m_cache.Get(entry, /*erase=*/true) || m_columns.AddECDSA(m_check, signature, key, sighash);
    }

    bool VerifySchnorrSignature(std::span<const unsigned char> signature, const XOnlyPubKey& key,
                                const uint256& sighash) const override {
        uint256 entry;
        m_cache.ComputeEntrySchnorr(entry, sighash, signature, key);
        if (!m_cache.Get(entry, /*erase=*/true))
            m_columns.AddSchnorr(m_check, signature, key, sighash);
        return true;
    }
};

/** Whether each CHECKMULTISIG of a script takes as many signatures as keys, as far as its text tells.
 * Elsewhere "valid" is mostly the wrong answer: a signature's key need not be the first that is tried. A
 * wrong guess costs a second run. */
bool EachKeySigns(const std::vector<unsigned char>& witness_script) {
    if (witness_script.size() > MAX_SCRIPT_SIZE)
        return false;
    const CScript script(witness_script.begin(), witness_script.end());
    std::vector<opcodetype> before;
    opcodetype opcode;
    for (auto pc{script.begin()}; script.GetOp(pc, opcode); before.push_back(opcode)) {
        if (opcode != OP_CHECKMULTISIG && opcode != OP_CHECKMULTISIGVERIFY)
            continue;
        if (before.empty() || before.back() < OP_1 || before.back() > OP_16)
            return false;
        const size_t keys(CScript::DecodeOP_N(before.back()));
        if (before.size() < keys + 2 || before[before.size() - keys - 2] != before.back())
            return false;
    }
    return true;
}

/** Whether the signatures of an input are worth collecting, so that it may be run twice. Legacy inputs never
 * are: the hash of each of their signatures covers the whole transaction. */
bool WorthCollecting(const CScript& script_pubkey, const CTxIn& input) {
    int version;
    std::vector<unsigned char> program;
    if (script_pubkey.IsPayToScriptHash()) {
        opcodetype opcode;
        std::vector<unsigned char> redeem;
        auto pc{input.scriptSig.begin()};
        if (!input.scriptSig.GetOp(pc, opcode, redeem) || pc != input.scriptSig.end())
            return false;
        if (!CScript(redeem.begin(), redeem.end()).IsWitnessProgram(version, program))
            return false;
    } else if (!input.scriptSig.empty() || !script_pubkey.IsWitnessProgram(version, program)) {
        return false;
    }
    const auto& stack{input.scriptWitness.stack};
    if (version == 0 && program.size() == WITNESS_V0_SCRIPTHASH_SIZE && !stack.empty()) {
        return EachKeySigns(stack.back());
    }
    return true;
}

} // namespace

ScriptCheckBatch::ScriptCheckBatch(std::vector<CScriptCheck>&& checks, ScriptCheckReruns& reruns)
    : m_checks{std::move(checks)}, m_reruns{&reruns} {}
ScriptCheckBatch::ScriptCheckBatch(ScriptCheckBatch&&) noexcept = default;
ScriptCheckBatch& ScriptCheckBatch::operator=(ScriptCheckBatch&&) noexcept = default;
ScriptCheckBatch::~ScriptCheckBatch() = default;

bool ScriptCheckBatch::Collects(const CScriptCheck& check) {
    // What is stored in the cache has to have been verified.
    return !check.cacheStore && WorthCollecting(check.m_tx_out.scriptPubKey, check.ptxTo->vin[check.nIn]);
}

ScriptFailure ScriptCheckBatch::operator()() {
    // Checks that are valid if their signatures are. All others are run as they are without batches.
    std::vector<bool> valid(m_checks.size());
    std::vector<bool> collected(m_checks.size());
    if (m_reruns->Left()) {
        SignatureColumns columns{valid};
        for (size_t i = 0; i < m_checks.size(); ++i) {
            const CScriptCheck& check{m_checks[i]};
            const CTxIn& input{check.ptxTo->vin[check.nIn]};
            if (!Collects(check))
                continue;
            collected[i] = true;
            // Before a column is full and blames the check.
            valid[i] = true;
            const CollectingSignatureChecker checker{
                *check.ptxTo, check.nIn, check.m_tx_out.nValue, *check.txdata, *check.m_signature_cache,
                columns,      i};
            if (!VerifyScript(input.scriptSig, check.m_tx_out.scriptPubKey, &input.scriptWitness,
                              check.m_flags, checker))
                valid[i] = false;
        }
        columns.VerifyECDSA();
        columns.VerifySchnorr();
    }
    for (size_t i = 0; i < m_checks.size(); ++i) {
        if (valid[i])
            continue;
        if (collected[i])
            m_reruns->Take();
        if (auto failure{m_checks[i]()})
            return failure;
    }
    return std::nullopt;
}

BlockScriptChecks::BlockScriptChecks(CCheckQueueControl<ScriptCheckBatch>* queue, ScriptCheckReruns& reruns)
    : m_queue{queue}, m_reruns{reruns} {}
BlockScriptChecks::~BlockScriptChecks() = default;

ScriptFailure BlockScriptChecks::Run(std::vector<ScriptCheckBatch>& batches,
                                     std::vector<CScriptCheck>&& checks) {
    ScriptCheckBatch batch{std::move(checks), m_reruns};
    if (m_queue == nullptr)
        return batch();
    batches.push_back(std::move(batch));
    return std::nullopt;
}

ScriptFailure BlockScriptChecks::Add(std::vector<CScriptCheck>&& checks) {
    std::vector<ScriptCheckBatch> batches;
    for (CScriptCheck& check : checks) {
        if (m_queue != nullptr && !ScriptCheckBatch::Collects(check)) {
            // Gains nothing from others, and may take long: alone, so that threads share such checks.
            std::vector<CScriptCheck> alone;
            alone.push_back(std::move(check));
            Run(batches, std::move(alone));
            continue;
        }
        m_pending.push_back(std::move(check));
        if (m_pending.size() < ScriptCheckBatch::SIZE)
            continue;
        if (auto failure{Run(batches, std::exchange(m_pending, {}))})
            return failure;
    }
    if (m_queue != nullptr)
        m_queue->Add(std::move(batches));
    return std::nullopt;
}

ScriptFailure BlockScriptChecks::Finish() {
    if (m_pending.empty())
        return std::nullopt;
    std::vector<ScriptCheckBatch> batches;
    if (auto failure{Run(batches, std::exchange(m_pending, {}))})
        return failure;
    if (m_queue != nullptr)
        m_queue->Add(std::move(batches));
    return std::nullopt;
}
