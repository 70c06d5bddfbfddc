// Inputs with random scripts: a batch of them fails as the first of their checks that fails alone.
#include <scriptcheckbatch.h>

#include <script/sigcache.h>
#include <test/fuzz/FuzzedDataProvider.h>
#include <test/fuzz/fuzz.h>
#include <test/util/random.h>
#include <test/util/scriptcheckbatch.h>
#include <test/util/setup_common.h>

#include <cassert>
#include <deque>
#include <utility>
#include <vector>

using namespace batch_test;

static void Initialize() {
    static const auto setup{MakeNoLogFileContext<>()};
}

FUZZ_TARGET(script_check_batch, .init = Initialize) {
    SeedRandomStateForTest(SeedRand::ZEROS);
    FuzzedDataProvider provider{buffer.data(), buffer.size()};
    const Choose choose{[&](int n) { return provider.ConsumeIntegralInRange(0, n - 1); }};
    SignatureCache cache{1 << 10};
    // Often enough for all, or so little that it ends in the first or second run.
    ScriptCheckCredit credit{choose(4) > 0 ? ScriptCheckCredit::START : choose(16)};
    std::deque<Spend> spends;
    std::vector<CScriptCheck> checks;
    ScriptFailure expected;
    for (int left{1 + choose(8)}; left > 0; --left) {
        Spend& spend{spends.emplace_back(RandomSpend(choose))};
        spend.Finish();
        // The cache holds the valid signatures of some.
        const ScriptFailure alone{CheckOf(spend, 0, cache, /*store=*/choose(8) == 0)()};
        if (!expected)
            expected = alone;
        checks.push_back(CheckOf(spend, 0, cache));
    }
    assert(ScriptCheckBatch(std::move(checks), credit)() == expected);
}
