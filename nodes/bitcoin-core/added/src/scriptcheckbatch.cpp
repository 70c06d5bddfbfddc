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

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <map>
#include <span>

// Of pubkey.cpp: how CPubKey::Verify reads signatures.
int ecdsa_signature_parse_der_lax(secp256k1_ecdsa_signature* sig, const unsigned char* input,
                                  size_t inputlen);

namespace {

/** What checkers of a batch say of signatures: what is known, or a guess that they are valid, which is
 * verified with others. */
class SignatureAnswers {
    //! What memory a batch takes is bounded by these, whatever a block contains.
    static constexpr size_t MAX_ROWS{256}, MAX_KNOWN{4096};
    static constexpr unsigned char NO_VERDICT{2};

    //! Of the columns that koblitz_batch_* take.
    struct Row {
        unsigned char signature[64], key[CPubKey::COMPRESSED_SIZE];
        uint256 hash, entry;
        size_t check;
    };
    std::vector<Row> m_ecdsa, m_schnorr;
    //! By entries of the signature cache, which stand for signature, key and hash. Of checks that were
    //! misled.
    std::map<uint256, bool> m_known;
    //! How many guesses each check was given in this run.
    std::vector<int64_t> m_guesses;
    std::vector<bool> m_misled;

    Row& NewRow(std::vector<Row>& rows, size_t check, const uint256& hash, const uint256& entry) {
        ++m_guesses[check];
        rows.reserve(std::min(MAX_ROWS, m_guesses.size()));
        Row& row{rows.emplace_back()};
        row.hash = hash;
        row.entry = entry;
        row.check = check;
        return row;
    }

    void Verify(std::vector<Row>& rows) {
        if (rows.empty())
            return;
        std::vector<unsigned char> verdicts(rows.size(), NO_VERDICT);
        const auto column{[](const unsigned char* first, size_t size) {
            return koblitz_column{first, size, sizeof(Row), nullptr, 0};
        }};
        const Row& first{rows.front()};
        const bool ecdsa{&rows == &m_ecdsa};
        const koblitz_column signatures{column(first.signature, 64)}, hashes{column(first.hash.begin(), 32)},
            keys{column(first.key, ecdsa ? 33 : 32)};
        if (ecdsa) {
            koblitz_batch_ecdsa_verify(secp256k1_context_static, verdicts.data(), &signatures, &hashes, &keys,
                                       rows.size(), KOBLITZ_BATCH_HIGH_S);
        } else {
            koblitz_batch_schnorrsig_verify(secp256k1_context_static, verdicts.data(), &signatures, &hashes,
                                            &keys, rows.size());
        }
        for (size_t i = 0; i < rows.size(); ++i) {
            if (verdicts[i] != 1)
                m_misled[rows[i].check] = true;
        }
        for (size_t i = 0; i < rows.size(); ++i) {
            if (m_misled[rows[i].check] && verdicts[i] != NO_VERDICT && m_known.size() < MAX_KNOWN)
                m_known.emplace(rows[i].entry, verdicts[i] == 1);
        }
        rows.clear();
    }

public:
    explicit SignatureAnswers(size_t checks) : m_guesses(checks), m_misled(checks) {}

    /** A run of a check. */
    void Begin(size_t check) {
        m_guesses[check] = 0;
        m_misled[check] = false;
    }
    /** After the run of all checks. */
    void VerifyGuesses() {
        Verify(m_ecdsa);
        Verify(m_schnorr);
    }
    /** Whether a guess was wrong in the check's last run. */
    bool Misled(size_t check) const { return m_misled[check]; }
    int64_t Guesses(size_t check) const { return m_guesses[check]; }

    std::optional<bool> Known(const uint256& entry) const {
        const auto it{m_known.find(entry)};
        return it == m_known.end() ? std::nullopt : std::optional{it->second};
    }

    /** False where CPubKey::Verify would say so without the verification itself. */
    bool GuessECDSA(size_t check, std::span<const unsigned char> der, const CPubKey& key, const uint256& hash,
                    const uint256& entry) {
        secp256k1_ecdsa_signature signature;
        secp256k1_pubkey point;
        if (!key.IsValid() || !ecdsa_signature_parse_der_lax(&signature, der.data(), der.size()))
            return false;
        const bool compressed{key.size() == CPubKey::COMPRESSED_SIZE};
        if (!compressed &&
            !secp256k1_ec_pubkey_parse(secp256k1_context_static, &point, key.data(), key.size()))
            return false;
        Row& row{NewRow(m_ecdsa, check, hash, entry)};
        secp256k1_ecdsa_signature_serialize_compact(secp256k1_context_static, row.signature, &signature);
        if (compressed) {
            std::copy(key.begin(), key.end(), row.key);
        } else {
            size_t size{sizeof row.key};
            secp256k1_ec_pubkey_serialize(secp256k1_context_static, row.key, &size, &point,
                                          SECP256K1_EC_COMPRESSED);
        }
        if (m_ecdsa.size() == MAX_ROWS)
            Verify(m_ecdsa);
        return true;
    }

    bool GuessSchnorr(size_t check, std::span<const unsigned char> signature, const XOnlyPubKey& key,
                      const uint256& hash, const uint256& entry) {
        Row& row{NewRow(m_schnorr, check, hash, entry)};
        assert(signature.size() == sizeof row.signature);
        std::copy(signature.begin(), signature.end(), row.signature);
        std::copy(key.begin(), key.end(), row.key);
        if (m_schnorr.size() == MAX_ROWS)
            Verify(m_schnorr);
        return true;
    }
};

/** Script execution sees nothing of a signature but the answer: if all answers are right, the script's
 * outcome is what it is with CachingTransactionSignatureChecker. If one is not, the outcome means nothing. */
class CollectingSignatureChecker final : public TransactionSignatureChecker {
    SignatureCache& m_cache;
    SignatureAnswers& m_answers;
    const size_t m_check;

public:
    CollectingSignatureChecker(const CTransaction& tx, unsigned int in, const CAmount& amount,
                               const PrecomputedTransactionData& txdata, SignatureCache& cache,
                               SignatureAnswers& answers, size_t check)
        : TransactionSignatureChecker(&tx, in, amount, txdata, MissingDataBehavior::ASSERT_FAIL),
          m_cache{cache}, m_answers{answers}, m_check{check} {}

    bool VerifyECDSASignature(const std::vector<unsigned char>& signature, const CPubKey& key,
                              const uint256& sighash) const override {
        uint256 entry;
        m_cache.ComputeEntryECDSA(entry, sighash, signature, key);
        if (const auto known{m_answers.Known(entry)})
            return *known;
        return m_cache.Get(entry, /*erase=*/true) ||
               m_answers.GuessECDSA(m_check, signature, key, sighash, entry);
    }

    bool VerifySchnorrSignature(std::span<const unsigned char> signature, const XOnlyPubKey& key,
                                const uint256& sighash) const override {
        uint256 entry;
        m_cache.ComputeEntrySchnorr(entry, sighash, signature, key);
        if (const auto known{m_answers.Known(entry)})
            return *known;
        return m_cache.Get(entry, /*erase=*/true) ||
               m_answers.GuessSchnorr(m_check, signature, key, sighash, entry);
    }
};

/** The program of P2WPKH or P2WSH. */
bool IsVersion0(std::span<const unsigned char> script) {
    return (script.size() == 2 + WITNESS_V0_KEYHASH_SIZE ||
            script.size() == 2 + WITNESS_V0_SCRIPTHASH_SIZE) &&
           script[0] == OP_0 && script[1] == script.size() - 2;
}

} // namespace

ScriptCheckBatch::ScriptCheckBatch(std::vector<CScriptCheck>&& checks, ScriptCheckCredit& credit)
    : m_checks{std::move(checks)}, m_credit{&credit} {}
ScriptCheckBatch::ScriptCheckBatch(ScriptCheckBatch&&) noexcept = default;
ScriptCheckBatch& ScriptCheckBatch::operator=(ScriptCheckBatch&&) noexcept = default;
ScriptCheckBatch::~ScriptCheckBatch() = default;

// A check that is not alone may be run several times. So legacy inputs are alone: the hash of each of their
// signatures covers the whole transaction. And so are large scripts, whose run is long, and inputs with a
// large output at their place: each SIGHASH_SINGLE of version 0 hashes it.
ScriptCheckBatch::Kind ScriptCheckBatch::KindOf(const CScriptCheck& check) {
    static constexpr size_t MAX_SIZE{1000};
    // What is stored in the cache has to have been verified.
    if (check.cacheStore)
        return Kind::ALONE;
    const CTxIn& input{check.ptxTo->vin[check.nIn]};
    const std::span<const unsigned char> script{check.m_tx_out.scriptPubKey}, redeem{input.scriptSig};
    const bool schnorr{check.m_tx_out.scriptPubKey.IsPayToTaproot()};
    const bool witness{check.m_tx_out.scriptPubKey.IsPayToScriptHash()
                           ? redeem.size() > 1 && redeem[0] == redeem.size() - 1 &&
                                 IsVersion0(redeem.subspan(1))
                           : redeem.empty() && (schnorr || IsVersion0(script))};
    const auto& outputs{check.ptxTo->vout};
    size_t size{check.nIn < outputs.size() ? outputs[check.nIn].scriptPubKey.size() : 0};
    for (const auto& element : input.scriptWitness.stack)
        size += element.size();
    if (!witness || size > MAX_SIZE)
        return Kind::ALONE;
    return schnorr ? Kind::SCHNORR : Kind::ECDSA;
}

// valid[i] becomes true where check i ran to its end with answers that were all right.
void ScriptCheckBatch::RunCollected(std::vector<bool>& valid) {
    // Each run knows what the runs before it guessed wrong: 2 of 3 keys take one or two, 3 of 5 up to three.
    static constexpr int RUNS{3};
    std::vector<size_t> left;
    for (size_t i = 0; i < m_checks.size(); ++i) {
        if (KindOf(m_checks[i]) != Kind::ALONE)
            left.push_back(i);
    }
    SignatureAnswers answers{m_checks.size()};
    for (int run = 0; run < RUNS && !left.empty() && m_credit->Left() > 0; ++run) {
        for (const size_t i : left) {
            const CScriptCheck& check{m_checks[i]};
            const CTxIn& input{check.ptxTo->vin[check.nIn]};
            answers.Begin(i);
            valid[i] = VerifyScript(
                input.scriptSig, check.m_tx_out.scriptPubKey, &input.scriptWitness, check.m_flags,
                CollectingSignatureChecker{*check.ptxTo, check.nIn, check.m_tx_out.nValue, *check.txdata,
                                           *check.m_signature_cache, answers, i});
        }
        answers.VerifyGuesses();
        std::vector<size_t> misled;
        int64_t saved{0};
        for (const size_t i : left) {
            saved += answers.Misled(i) ? -answers.Guesses(i) : answers.Guesses(i);
            if (!answers.Misled(i))
                continue;
            valid[i] = false;
            misled.push_back(i);
        }
        m_credit->Add(saved);
        left = std::move(misled);
    }
}

ScriptFailure ScriptCheckBatch::operator()() {
    // All that are not known to be valid are run as they are without batches, which says what is wrong.
    std::vector<bool> valid(m_checks.size());
    RunCollected(valid);
    for (size_t i = 0; i < m_checks.size(); ++i) {
        if (valid[i])
            continue;
        if (auto failure{m_checks[i]()})
            return failure;
    }
    return std::nullopt;
}

BlockScriptChecks::BlockScriptChecks(CCheckQueueControl<ScriptCheckBatch>* queue, ScriptCheckCredit& credit)
    : m_queue{queue}, m_credit{credit} {}
BlockScriptChecks::~BlockScriptChecks() = default;

ScriptFailure BlockScriptChecks::Run(std::vector<ScriptCheckBatch>& batches,
                                     std::vector<CScriptCheck>&& checks) {
    ScriptCheckBatch batch{std::move(checks), m_credit};
    if (m_queue == nullptr)
        return batch();
    batches.push_back(std::move(batch));
    return std::nullopt;
}

ScriptFailure BlockScriptChecks::Add(std::vector<CScriptCheck>&& checks) {
    using Kind = ScriptCheckBatch::Kind;
    const size_t most{m_queue != nullptr ? ScriptCheckBatch::SIZE : ScriptCheckBatch::SIZE_OF_BOTH};
    std::vector<ScriptCheckBatch> batches;
    for (CScriptCheck& check : checks) {
        const Kind kind{m_queue != nullptr ? ScriptCheckBatch::KindOf(check) : Kind::ECDSA};
        if (kind == Kind::ALONE) {
            // Gains nothing from others, and may take long: alone, so that threads share such checks.
            std::vector<CScriptCheck> alone;
            alone.push_back(std::move(check));
            Run(batches, std::move(alone));
            continue;
        }
        std::vector<CScriptCheck>& pending{m_pending[kind == Kind::SCHNORR]};
        pending.reserve(most);
        pending.push_back(std::move(check));
        if (pending.size() < most)
            continue;
        if (auto failure{Run(batches, std::exchange(pending, {}))})
            return failure;
    }
    if (m_queue != nullptr)
        m_queue->Add(std::move(batches));
    return std::nullopt;
}

ScriptFailure BlockScriptChecks::Finish() {
    std::vector<ScriptCheckBatch> batches;
    for (std::vector<CScriptCheck>& pending : m_pending) {
        if (pending.empty())
            continue;
        if (auto failure{Run(batches, std::exchange(pending, {}))})
            return failure;
    }
    if (m_queue != nullptr)
        m_queue->Add(std::move(batches));
    return std::nullopt;
}
