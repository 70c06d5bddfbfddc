26a\
#include <scriptcheckbatch.h>
340a\
    friend class ScriptCheckBatch;
978c\
    CCheckQueue<ScriptCheckBatch> m_script_check_queue;
1372c\
    CCheckQueue<ScriptCheckBatch>& GetCheckQueue() { return m_script_check_queue; }
