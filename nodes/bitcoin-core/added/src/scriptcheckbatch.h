#ifndef BITCOIN_SCRIPTCHECKBATCH_H
#define BITCOIN_SCRIPTCHECKBATCH_H

#include <checkqueue.h>
#include <script/script_error.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class CScriptCheck;

/** Why a script check failed, as CScriptCheck::operator() says; nothing where it did not. */
using ScriptFailure = std::optional<std::pair<ScriptError, std::string>>;

/** What a block may still spend on signatures that were verified together in vain. Each of them spends one,
 * each that was worth it earns one: so a block that is made to waste time wastes what batches saved, and a
 * constant. */
class ScriptCheckCredit {
    std::atomic<int64_t> m_signatures;

public:
    //! A few milliseconds.
    static constexpr int64_t START{1024};

    explicit ScriptCheckCredit(int64_t start = START) : m_signatures{start} {}
    int64_t Left() const { return m_signatures.load(std::memory_order_relaxed); }
    void Add(int64_t signatures) { m_signatures.fetch_add(signatures, std::memory_order_relaxed); }
};

/** Script checks whose signatures are verified together. The failure is that of the first check in order that
 * fails, as CScriptCheck gives it. */
class ScriptCheckBatch {
    std::vector<CScriptCheck> m_checks;
    ScriptCheckCredit* m_credit;

    void RunCollected(std::vector<bool>& valid);

public:
    //! For a queue: enough to fill the lanes many times, and few enough that no thread idles long at the end
    //! of a block.
    static constexpr size_t SIZE{64};
    //! Without a queue, for checks of both kinds.
    static constexpr size_t SIZE_OF_BOTH{256};

    /** With whose signatures those of a check are verified. */
    enum class Kind { ALONE, ECDSA, SCHNORR };
    static Kind KindOf(const CScriptCheck& check);

    /** credit is shared by the batches of a block, and has to outlive them. */
    ScriptCheckBatch(std::vector<CScriptCheck>&& checks, ScriptCheckCredit& credit);
    ScriptCheckBatch(ScriptCheckBatch&&) noexcept;
    ScriptCheckBatch& operator=(ScriptCheckBatch&&) noexcept;
    ~ScriptCheckBatch();

    ScriptFailure operator()();
};

/** Collects the script checks of a block into batches. */
class BlockScriptChecks {
    CCheckQueueControl<ScriptCheckBatch>* m_queue;
    //! With a queue, by kind, so that both fill the lanes. Without, all are in the first, to be run in their
    //! order.
    std::array<std::vector<CScriptCheck>, 2> m_pending;
    ScriptCheckCredit& m_credit;

    ScriptFailure Run(std::vector<ScriptCheckBatch>& batches, std::vector<CScriptCheck>&& checks);

public:
    /** Batches go to the queue, which tells of failures when it is complete; a check that is not collected
     * goes there alone. Without a queue (nullptr) they are run here. */
    BlockScriptChecks(CCheckQueueControl<ScriptCheckBatch>* queue, ScriptCheckCredit& credit);
    ~BlockScriptChecks();

    /** Adds the checks of a transaction; the failure is one of these or of earlier checks. */
    ScriptFailure Add(std::vector<CScriptCheck>&& checks);
    /** Hands over or runs what is pending. */
    ScriptFailure Finish();
};

#endif // BITCOIN_SCRIPTCHECKBATCH_H
