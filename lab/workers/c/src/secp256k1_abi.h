// libsecp256k1's C interface as far as the worker calls it: opaque object
// sizes, flag values and prototypes, of current versions and of older ones.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lab::secp256k1 {

struct Context;

struct Pubkey {
    unsigned char data[64];
};
struct XonlyPubkey {
    unsigned char data[64];
};
struct Signature {
    unsigned char data[64];
};
struct RecoverableSignature {
    unsigned char data[65];
};
struct Keypair {
    unsigned char data[96];
};

constexpr unsigned flag_context_sign_verify = (1U << 0) | (1U << 8) | (1U << 9);
constexpr unsigned flag_compressed = (1U << 1) | (1U << 8);
constexpr unsigned flag_uncompressed = 1U << 1;

using Byte = unsigned char;
using Callback = void(const char* message, void* data);

// The only type of nonce functions that the worker passes on.
using NonceFunction = void();
using HashFunction = int(Byte* out, const Byte* x32, const Byte* y32, void* data);

using ContextCreate = Context*(unsigned flags);
using ContextPreallocatedSize = std::size_t(unsigned flags);
using ContextPreallocatedCreate = Context*(void* memory, unsigned flags);
using ContextRandomize = int(Context*, const Byte* seed32);
using ContextSetCallback = void(Context*, Callback*, const void* data);

using PubkeyParse = int(const Context*, Pubkey*, const Byte*, std::size_t);
using PubkeySerialize = int(const Context*, Byte* out, std::size_t* length, const Pubkey*, unsigned flags);
using PubkeyCreate = int(const Context*, Pubkey*, const Byte* seckey32);
using PubkeyTweak = int(const Context*, Pubkey*, const Byte* tweak32);
using SeckeyVerify = int(const Context*, const Byte* seckey32);
using SeckeyNegate = int(const Context*, Byte* seckey32);
using SeckeyTweak = int(const Context*, Byte* seckey32, const Byte* tweak32);
using PubkeyCombine = int(const Context*, Pubkey* out, const Pubkey* const* in, std::size_t n);

using SignatureParseCompact = int(const Context*, Signature*, const Byte* in64);
using SignatureParseDer = int(const Context*, Signature*, const Byte*, std::size_t);
using SignatureSerializeCompact = int(const Context*, Byte* out64, const Signature*);
using EcdsaVerify = int(const Context*, const Signature*, const Byte* msghash32, const Pubkey*);
using EcdsaSign = int(const Context*, Signature*, const Byte* msghash32, const Byte* seckey32, NonceFunction*,
                      const void* ndata);

using RecoverableParseCompact = int(const Context*, RecoverableSignature*, const Byte* in64, int recid);
using EcdsaRecover = int(const Context*, Pubkey*, const RecoverableSignature*, const Byte* msghash32);

// With the hash function as an argument since late 2018: where the symbol
// ecdh_hash_function_sha256 exists.
using Ecdh = int(const Context*, Byte* out32, const Pubkey*, const Byte* seckey32, HashFunction*, void* data);
using EcdhFixedHash = int(const Context*, Byte* out32, const Pubkey*, const Byte* seckey32);

using KeypairCreate = int(const Context*, Keypair*, const Byte* seckey32);
using XonlyParse = int(const Context*, XonlyPubkey*, const Byte* in32);
using XonlyTweakAddCheck = int(const Context*, const Byte* tweaked32, int parity, const XonlyPubkey* internal,
                               const Byte* tweak32);

// schnorrsig_sign32, and schnorrsig_sign since 2021-06.
using SchnorrSign32 = int(const Context*, Byte* sig64, const Byte* msg32, const Keypair*, const Byte* aux32);
// schnorrsig_sign before; the default nonce function takes aux32 as ndata.
using SchnorrSignNonce = int(const Context*, Byte* sig64, const Byte* msg32, const Keypair*, NonceFunction*,
                             void* ndata);
// With the message's length where schnorrsig_sign_custom exists (the same
// change brought both).
using SchnorrVerify = int(const Context*, const Byte* sig64, const Byte* msg, std::size_t length,
                          const XonlyPubkey*);
using SchnorrVerify32 = int(const Context*, const Byte* sig64, const Byte* msg32, const XonlyPubkey*);

using EllswiftEncode = int(const Context*, Byte* ell64, const Pubkey*, const Byte* rnd32);
using EllswiftDecode = int(const Context*, Pubkey*, const Byte* ell64);
using EllswiftCreate = int(const Context*, Byte* ell64, const Byte* seckey32, const Byte* aux32);
using EllswiftXdh = int(const Context*, Byte* out32, const Byte* ell_a64, const Byte* ell_b64,
                        const Byte* seckey32, int party, HashFunction*, void* data);

struct MusigKeyagg {
    unsigned char data[197];
};
struct MusigSecnonce {
    unsigned char data[132];
};
struct MusigPubnonce {
    unsigned char data[132];
};
struct MusigAggnonce {
    unsigned char data[132];
};
struct MusigSession {
    unsigned char data[133];
};
struct MusigPart {
    unsigned char data[36];
};

using MusigPubkeyAgg = int(const Context*, XonlyPubkey*, MusigKeyagg*, const Pubkey* const*, std::size_t n);
using MusigPubkeyGet = int(const Context*, Pubkey*, const MusigKeyagg*);
using MusigNonceGen = int(const Context*, MusigSecnonce*, MusigPubnonce*, Byte* random32,
                          const Byte* seckey32, const Pubkey*, const Byte* msg32, const MusigKeyagg*,
                          const Byte* extra32);
using MusigPubnonceParse = int(const Context*, MusigPubnonce*, const Byte* in66);
using MusigPubnonceSerialize = int(const Context*, Byte* out66, const MusigPubnonce*);
using MusigNonceAgg = int(const Context*, MusigAggnonce*, const MusigPubnonce* const*, std::size_t n);
using MusigNonceProcess = int(const Context*, MusigSession*, const MusigAggnonce*, const Byte* msg32,
                              const MusigKeyagg*);
using MusigPartParse = int(const Context*, MusigPart*, const Byte* in32);
using MusigPartSerialize = int(const Context*, Byte* out32, const MusigPart*);
using MusigSign = int(const Context*, MusigPart*, MusigSecnonce*, const Keypair*, const MusigKeyagg*,
                      const MusigSession*);
using MusigVerify = int(const Context*, const MusigPart*, const MusigPubnonce*, const Pubkey*,
                        const MusigKeyagg*, const MusigSession*);

struct SilentRecipient {
    Pubkey scan, spend;
    std::size_t index;
};
struct SilentSummary {
    unsigned char data[101];
};
struct SilentFound {
    XonlyPubkey output;
    unsigned char tweak[32];
    int with_label;
    unsigned char label[68];
};

using SilentSend = int(const Context*, XonlyPubkey** outputs, const SilentRecipient**, std::size_t n,
                       const Byte* outpoint36, const Keypair* const*, std::size_t n_keypairs,
                       const Byte* const* seckeys, std::size_t n_seckeys);
using SilentSummarize = int(const Context*, SilentSummary*, const Byte* outpoint36, const XonlyPubkey* const*,
                            std::size_t n_xonly, const Pubkey* const*, std::size_t n);
using SilentLookup = const Byte*(const Byte* label33, const void* context);
using SilentScan = int(const Context*, SilentFound**, std::uint32_t* n_found, const XonlyPubkey* const*,
                       std::size_t n, const Byte* scan32, const SilentSummary*, const Pubkey* spend,
                       SilentLookup*, const void* context);

using XonlyFromPubkey = int(const Context*, XonlyPubkey*, int* parity, const Pubkey*);
using XonlySerialize = int(const Context*, Byte* out32, const XonlyPubkey*);

using TaggedSha256 = int(const Context*, Byte* hash32, const Byte* tag, std::size_t tag_length,
                         const Byte* msg, std::size_t length);

// The batch calls of koblitz.h: columns of rows.
struct Column {
    const Byte* data;
    std::size_t size, stride;
    const void* offsets;
    std::size_t offset_size;
};
struct OutputColumn {
    Byte* data;
    std::size_t size, stride;
};
constexpr unsigned flag_batch_der = 1;

using BatchEcdsaVerify = std::size_t(const Context*, Byte* verdicts, const Column* sigs,
                                     const Column* msghashes, const Column* pubkeys, std::size_t n,
                                     unsigned flags);
using BatchSchnorrVerify = std::size_t(const Context*, Byte* verdicts, const Column* sigs, const Column* msgs,
                                       const Column* pubkeys, std::size_t n);
using BatchSchnorrScratch = std::size_t(const Context*, std::size_t n);
using BatchSchnorrVerifyAll = std::size_t(const Context*, Byte* verdicts, const Column* sigs,
                                          const Column* msgs, const Column* pubkeys, std::size_t n,
                                          void* scratch, std::size_t scratch_size);
using BatchParse = std::size_t(const Context*, Byte* verdicts, const OutputColumn*, const Column*,
                               std::size_t n);
using BatchTweakAdd = std::size_t(const Context*, Byte* verdicts, const OutputColumn*, const Column* pubkeys,
                                  const Column* tweaks, std::size_t n);
using BatchTweakAddCheck = std::size_t(const Context*, Byte* verdicts, const Column* tweaked,
                                       const Column* parities, const Column* internal, const Column* tweaks,
                                       std::size_t n);
using BatchRecover = std::size_t(const Context*, Byte* verdicts, const OutputColumn*, const Column* sigs,
                                 const Column* recids, const Column* msghashes, std::size_t n);
using BatchCreate = std::size_t(const Context*, Byte* verdicts, const OutputColumn*, const Column* seckeys,
                                std::size_t n);
using BatchMul = std::size_t(const Context*, Byte* verdicts, const OutputColumn*, const Column* pubkeys,
                             const Byte* seckey32, std::size_t n);

} // namespace lab::secp256k1
