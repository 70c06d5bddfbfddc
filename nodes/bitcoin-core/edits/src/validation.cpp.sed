2511c\
    ScriptCheckCredit credit;\
    std::optional<CCheckQueueControl<ScriptCheckBatch>> control;
2512a\
    BlockScriptChecks script_checks{control ? &*control : nullptr, credit};\
    ScriptFailure script_failure;
2578c\
            if (control || !fJustCheck) {
2581c\
                if (tx_ok) script_failure = script_checks.Add(std::move(vChecks));\
                if (script_failure) break;
2599i\
    // Checks that are still pending belong to earlier transactions than what ended the loop, so their failure comes first,\
    // as where each check is run at once. A queue tells of failures below.\
    if (!script_failure) script_failure = script_checks.Finish();\
    if (script_failure) {\
        state.Invalid(BlockValidationResult::BLOCK_CONSENSUS, strprintf("block-script-verify-flag-failed (%s)", ScriptErrorString(script_failure->first)), script_failure->second);\
    }
