#ifndef BITCOIN_SCRIPTCHECKBATCH_H
#define BITCOIN_SCRIPTCHECKBATCH_H

#include <checkqueue.h>
#include <script/script_error.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class CScriptCheck;

/** Why a script check failed, as CScriptCheck::operator() says; nothing where it did not. */
using ScriptFailure = std::optional<std::pair<ScriptError, std::string>>;

/** How many more script checks of a block may be run a second time. */
class ScriptCheckReruns {
    std::atomic<int> m_left;

public:
    //! A block without failing signatures needs none. One that has them on purpose costs a constant number of
    //! checks more.
    static constexpr int LIMIT{16};

    explicit ScriptCheckReruns(int limit = LIMIT) : m_left{limit} {}
    bool Left() const { return m_left.load(std::memory_order_relaxed) > 0; }
    void Take() { m_left.fetch_sub(1, std::memory_order_relaxed); }
};

/** Script checks whose signatures are verified together. The failure is that of the first check in order that
 * fails, as CScriptCheck gives it. */
class ScriptCheckBatch {
    std::vector<CScriptCheck> m_checks;
    ScriptCheckReruns* m_reruns;

public:
    //! Enough to fill the lanes many times, and few enough that no thread idles long at the end of a block.
    static constexpr size_t SIZE{64};

    /** reruns is shared by the batches of a block, and has to outlive them. */
    ScriptCheckBatch(std::vector<CScriptCheck>&& checks, ScriptCheckReruns& reruns);
    ScriptCheckBatch(ScriptCheckBatch&&) noexcept;
    ScriptCheckBatch& operator=(ScriptCheckBatch&&) noexcept;
    ~ScriptCheckBatch();

    /** Whether the signatures of a check are verified with those of others. */
    static bool Collects(const CScriptCheck& check);

    ScriptFailure operator()();
};

/** Collects the script checks of a block into batches. */
class BlockScriptChecks {
    CCheckQueueControl<ScriptCheckBatch>* m_queue;
    std::vector<CScriptCheck> m_pending;
    ScriptCheckReruns& m_reruns;

    ScriptFailure Run(std::vector<ScriptCheckBatch>& batches, std::vector<CScriptCheck>&& checks);

public:
    /** Batches go to the queue, which tells of failures when it is complete; a check that is not collected
     * goes there alone. Without a queue (nullptr) they are run here. */
    BlockScriptChecks(CCheckQueueControl<ScriptCheckBatch>* queue, ScriptCheckReruns& reruns);
    ~BlockScriptChecks();

    /** Adds the checks of a transaction; the failure is one of these or of earlier checks. */
    ScriptFailure Add(std::vector<CScriptCheck>&& checks);
    /** Hands over or runs what is pending. */
    ScriptFailure Finish();
};

#endif // BITCOIN_SCRIPTCHECKBATCH_H
