// For tests of script checks in batches: spends and their signatures, and random scripts that branch on what
// signature checks say.
#ifndef BITCOIN_TEST_UTIL_SCRIPTCHECKBATCH_H
#define BITCOIN_TEST_UTIL_SCRIPTCHECKBATCH_H

#include <addresstype.h>
#include <consensus/amount.h>
#include <key.h>
#include <policy/policy.h>
#include <primitives/transaction.h>
#include <pubkey.h>
#include <script/interpreter.h>
#include <script/script.h>
#include <script/sigcache.h>
#include <script/signingprovider.h>
#include <uint256.h>
#include <util/check.h>
#include <validation.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace batch_test {

using bytes = std::vector<unsigned char>;

inline CKey KeyOf(uint32_t number) {
    bytes secret(32, 1);
    for (int i = 0; i < 4; ++i)
        secret[i] = number >> (8 * i);
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

inline CScriptCheck CheckOf(Spend& spend, unsigned int in, SignatureCache& cache, bool store = false) {
    return CScriptCheck{spend.spent[in], *spend.tx, cache, in, spend.flags[in], store, &spend.txdata};
}

inline uint256 HashFor(const CMutableTransaction& tx, unsigned int in, const std::vector<CTxOut>& spent,
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
    Assert(SignatureHashSchnorr(hash, data, tx, in, SIGHASH_DEFAULT, version, txdata,
                                MissingDataBehavior::ASSERT_FAIL));
    return hash;
}

inline bytes Signature(const CKey& key, uint256 hash, SigVersion version, bool wrong) {
    if (wrong)
        *hash.begin() ^= 1;
    bytes signature(64);
    if (version == SigVersion::TAPROOT || version == SigVersion::TAPSCRIPT) {
        Assert(key.SignSchnorr(hash, signature, nullptr, uint256{}));
        return signature;
    }
    Assert(key.Sign(hash, signature, /*grind=*/false));
    signature.push_back(SIGHASH_ALL);
    return signature;
}

// A choice out of 0 to n - 1.
using Choose = std::function<int(int n)>;

// Scripts that branch on what signature checks say, and the stack they start with.
class RandomScript {
    const Choose& m_choose;
    const bool m_tapscript;

public:
    enum Quality { RIGHT, WRONG, EMPTY, CHANGED };
    CScript script;
    std::vector<std::pair<int, Quality>> consumed; // by which key; in the order of checks

    RandomScript(const Choose& choose, bool tapscript) : m_choose{choose}, m_tapscript{tapscript} {
        Expression(3);
    }

    static CKey Key(int i) { return KeyOf(9000 + i); }
    bytes KeyText(int i) const {
        CPubKey key{Key(i).GetPubKey()};
        if (m_tapscript)
            return ToByteVector(XOnlyPubKey{key});
        if (i % 5 == 0)
            key.Decompress();
        bytes text{ToByteVector(key)};
        if (i == 10) // hybrid
            text[0] = 6 | (text.back() & 1);
        if (i == 15 || i == 16) // not on the curve, or another point
            text.back() ^= 1;
        return text;
    }
    int Consume(int key) {
        static constexpr Quality qualities[]{RIGHT, RIGHT, RIGHT, RIGHT, RIGHT,  RIGHT,
                                             RIGHT, RIGHT, WRONG, EMPTY, CHANGED};
        consumed.emplace_back(key, qualities[m_choose(std::size(qualities))]);
        return key;
    }
    void Expression(int depth) {
        const int key(m_choose(20));
        switch (depth == 0 ? 0 : m_choose(7)) {
        case 0:
        case 1:
            script << KeyText(Consume(key)) << OP_CHECKSIG;
            break;
        case 2:
            Expression(depth - 1);
            script << OP_NOT;
            break;
        case 3: {
            const int keys(1 + m_choose(4)), signatures(m_choose(2) ? keys : 1 + m_choose(keys));
            if (m_tapscript) {
                script << KeyText(Consume(key)) << OP_CHECKSIG;
                for (int i = 1; i < keys; ++i)
                    script << KeyText(Consume(key + i)) << OP_CHECKSIGADD;
                script << signatures << OP_NUMEQUAL;
                break;
            }
            // The last signature is on top.
            for (int i = signatures; i-- > 0;)
                Consume(key + i + m_choose(keys - signatures + 1));
            consumed.emplace_back(0, EMPTY); // CHECKMULTISIG's dummy
            script << signatures;
            for (int i = 0; i < keys; ++i)
                script << KeyText(key + i);
            script << keys << (m_choose(8) == 0 ? OP_CHECKMULTISIGVERIFY : OP_CHECKMULTISIG);
            break;
        }
        case 4:
            Expression(depth - 1);
            script << OP_TOALTSTACK;
            Expression(depth - 1);
            script << OP_FROMALTSTACK << (m_choose(2) ? OP_BOOLAND : OP_BOOLOR);
            break;
        case 5:
            Expression(depth - 1);
            script << OP_IF;
            Expression(depth - 1);
            script << OP_ELSE;
            if (m_choose(2))
                script << OP_1;
            else
                Expression(depth - 1);
            script << OP_ENDIF;
            break;
        case 6:
            script << KeyText(Consume(key)) << OP_CHECKSIGVERIFY;
            if (m_choose(6) == 0)
                script << OP_CODESEPARATOR;
            Expression(depth - 1);
            break;
        }
    }
};

// A transaction whose one input spends a random script, of P2WSH or Taproot.
inline Spend RandomSpend(const Choose& choose) {
    const bool tapscript{choose(3) == 0};
    const RandomScript random{choose, tapscript};
    const bytes text(random.script.begin(), random.script.end());
    TaprootBuilder tree;
    if (tapscript)
        tree.Add(0, text, TAPROOT_LEAF_TAPSCRIPT).Finalize(XOnlyPubKey{KeyOf(1).GetPubKey()});
    Spend spend;
    spend.mtx.vin.emplace_back(COutPoint{Txid{}, 0});
    spend.mtx.vout.emplace_back(COIN, CScript{});
    spend.spent.emplace_back(COIN, tapscript ? GetScriptForDestination(tree.GetOutput())
                                             : GetScriptForDestination(WitnessV0ScriptHash{random.script}));
    spend.flags.push_back(choose(4) == 0 ? STANDARD_SCRIPT_VERIFY_FLAGS : MANDATORY_SCRIPT_VERIFY_FLAGS);
    const SigVersion version{tapscript ? SigVersion::TAPSCRIPT : SigVersion::WITNESS_V0};
    const uint256 hash{HashFor(spend.mtx, 0, spend.spent, random.script, version)};
    auto& stack{spend.mtx.vin[0].scriptWitness.stack};
    for (auto item{random.consumed.rbegin()}; item != random.consumed.rend(); ++item) {
        const auto [key, quality]{*item};
        bytes signature;
        if (quality != RandomScript::EMPTY)
            signature = Signature(RandomScript::Key(key), hash, version, quality == RandomScript::WRONG);
        if (quality == RandomScript::CHANGED)
            signature[choose(signature.size())] ^= 1 << choose(8);
        stack.push_back(signature);
    }
    stack.push_back(text);
    if (tapscript)
        stack.push_back(*tree.GetSpendData().scripts.at({text, TAPROOT_LEAF_TAPSCRIPT}).begin());
    return spend;
}

} // namespace batch_test

#endif // BITCOIN_TEST_UTIL_SCRIPTCHECKBATCH_H
