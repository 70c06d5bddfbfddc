// MuSig2, BIP-327. Sessions have two signers.
#include "secp256k1_ops.h"

#include <cstring>

namespace lab::secp256k1 {

namespace {

struct Functions {
    MusigPubkeyAgg* pubkey_agg;
    MusigPubkeyGet* pubkey_get;
    MusigNonceGen* nonce_gen;
    MusigPubnonceParse* pubnonce_parse;
    MusigPubnonceSerialize* pubnonce_serialize;
    MusigNonceAgg* nonce_agg;
    MusigNonceProcess* nonce_process;
    MusigPartParse* part_parse;
    MusigPartSerialize* part_serialize;
    MusigSign* sign;
    MusigVerify* verify;
    KeypairCreate* keypair_create;

    // The function zeroes the randomness that it is given.
    int nonce(const Context* context, MusigSecnonce& secnonce, MusigPubnonce& pubnonce, const Byte* random,
              const Byte* seckey, const Pubkey& pubkey, const Byte* msg) const {
        Byte once[32];
        std::memcpy(once, random, sizeof once);
        return nonce_gen(context, &secnonce, &pubnonce, once, seckey, &pubkey, msg, nullptr, nullptr);
    }

    bool session(const Context* context, MusigKeyagg& keys, MusigSession& out, const Pubkey& a,
                 const MusigPubnonce& nonce_a, const Pubkey& b, const MusigPubnonce& nonce_b,
                 const Byte* msg) const {
        const Pubkey* const both[] = {&a, &b};
        const MusigPubnonce* const nonces[] = {&nonce_a, &nonce_b};
        MusigAggnonce sum;
        return pubkey_agg(context, nullptr, &keys, both, 2) == 1 &&
               nonce_agg(context, &sum, nonces, 2) == 1 &&
               nonce_process(context, &out, &sum, msg, &keys) == 1;
    }
};

struct NonceGen : Base {
    const Functions& musig;
    using LongOutput = std::array<std::uint8_t, 66>;
    struct Result {
        MusigSecnonce secret;
        MusigPubnonce nonce;
        int ok;
    };
    struct Row {
        Pubkey pubkey;
        const Byte *random, *seckey, *msg;
    };
    bool prepare(Fields in, Row& row) const {
        row.random = in[0].data();
        row.seckey = in[1].data();
        row.msg = in[3].data();
        return parse(in[2], row.pubkey);
    }
    void call(const Row& row, Result& r) const {
        r.ok = musig.nonce(context, r.secret, r.nonce, row.random, row.seckey, row.pubkey, row.msg);
    }
    std::size_t serialize(const Result& r, LongOutput& out) const {
        return r.ok == 1 && musig.pubnonce_serialize(context, out.data(), &r.nonce) == 1 ? out.size() : 0;
    }
};

struct PartialSign : Base {
    const Functions& musig;
    using Result = Returned<MusigPart>;
    struct Row {
        Keypair keypair;
        MusigSecnonce secnonce;
        MusigKeyagg keys;
        MusigSession session;
    };
    bool prepare(Fields in, Row& row) const {
        Pubkey pubkey, other;
        MusigPubnonce nonce, other_nonce;
        return musig.keypair_create(context, &row.keypair, in[1].data()) == 1 && parse(in[2], pubkey) &&
               musig.nonce(context, row.secnonce, nonce, in[0].data(), in[1].data(), pubkey, in[3].data()) ==
                   1 &&
               parse(in[4], other) && musig.pubnonce_parse(context, &other_nonce, in[5].data()) == 1 &&
               musig.session(context, row.keys, row.session, pubkey, nonce, other, other_nonce, in[3].data());
    }
    // A secret nonce is zeroed by its use, so a copy is used.
    void call(const Row& row, Result& r) const {
        MusigSecnonce once = row.secnonce;
        r.ok = musig.sign(context, &r.value, &once, &row.keypair, &row.keys, &row.session);
    }
    std::size_t serialize(const Result& r, Output& out) const {
        return r.ok == 1 && musig.part_serialize(context, out.data(), &r.value) == 1 ? 32 : 0;
    }
};

struct PartialVerify : Verdict {
    const Functions& musig;
    struct Row {
        MusigPart part;
        MusigPubnonce nonce;
        Pubkey pubkey;
        MusigKeyagg keys;
        MusigSession session;
    };
    bool prepare(Fields in, Row& row) const {
        Pubkey other;
        MusigPubnonce other_nonce;
        return parse(in[0], row.pubkey) && musig.pubnonce_parse(context, &row.nonce, in[1].data()) == 1 &&
               parse(in[2], other) && musig.pubnonce_parse(context, &other_nonce, in[3].data()) == 1 &&
               musig.part_parse(context, &row.part, in[5].data()) == 1 &&
               musig.session(context, row.keys, row.session, row.pubkey, row.nonce, other, other_nonce,
                             in[4].data());
    }
    void call(const Row& row, Result& r) const {
        r = musig.verify(context, &row.part, &row.nonce, &row.pubkey, &row.keys, &row.session);
    }
};

struct PubkeyAgg : PubkeyResult {
    const Functions& musig;
    struct Row {
        std::array<Pubkey, aggregate_keys> pubkeys;
    };
    bool prepare(Fields in, Row& row) const {
        bool ok = true;
        for (std::size_t i = 0; i < aggregate_keys; i++) {
            ok &= parse(in[i], row.pubkeys[i]);
        }
        return ok;
    }
    void call(const Row& row, Result& r) const {
        std::array<const Pubkey*, aggregate_keys> list;
        for (std::size_t i = 0; i < aggregate_keys; i++) {
            list[i] = &row.pubkeys[i];
        }
        XonlyPubkey xonly;
        MusigKeyagg keys;
        r.ok = musig.pubkey_agg(context, &xonly, &keys, list.data(), list.size()) == 1 &&
               musig.pubkey_get(context, &r.value, &keys) == 1;
    }
};

} // namespace

void offer_musig(Contender& contender, const Source& source) {
    static Functions f;
    if (!(source.get("musig_pubkey_agg", f.pubkey_agg) && source.get("musig_pubkey_get", f.pubkey_get) &&
          source.get("musig_nonce_gen", f.nonce_gen) &&
          source.get("musig_pubnonce_parse", f.pubnonce_parse) &&
          source.get("musig_pubnonce_serialize", f.pubnonce_serialize) &&
          source.get("musig_nonce_agg", f.nonce_agg) && source.get("musig_nonce_process", f.nonce_process) &&
          source.get("musig_partial_sig_parse", f.part_parse) &&
          source.get("musig_partial_sig_serialize", f.part_serialize) &&
          source.get("musig_partial_sign", f.sign) && source.get("musig_partial_sig_verify", f.verify) &&
          source.get("keypair_create", f.keypair_create))) {
        return;
    }
    contender.offer("musig_nonce_gen", NonceGen{source.base, f});
    contender.offer("musig_partial_sign", PartialSign{source.base, f});
    contender.offer("musig_partial_sig_verify", PartialVerify{{source.base}, f});
    contender.offer("musig_pubkey_agg_100", PubkeyAgg{{source.base}, f});
}

} // namespace lab::secp256k1
