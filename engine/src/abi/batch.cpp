/* The batches of an open proposal to libsecp256k1 (secp256k1_batch.h), over batch/equations.h. */
#include <new>

#include <stdlib.h>

#include "abi/context.h"
#include "backends/list.h"
#include "batch/equations.h"
#include "schemes/pubkey.h"
#include "schemes/schnorrsig.h"
#include "secp256k1_schnorrsig_batch.h"
#include "secp256k1_tweak_check_batch.h"

using namespace koblitz;

/* In one piece of memory with the list and what their sum is computed in. */
struct secp256k1_batch_struct {
    sha256 hash; /* of the random bytes and all that was added */
    size_t capacity, count;
    equation* list;
    void* memory;
    bool valid;
};

namespace {

bool verify(const secp256k1_context* ctx, secp256k1_batch& batch) {
    u8 seed[32];
    sha256 hash(batch.hash);
    hash.finalize(seed);
    batch.valid = batch.valid && equations_hold(active_backend(), ctx->compress(), seed, batch.list,
                                                batch.count, batch.memory);
    batch.count = 0;
    return batch.valid;
}

/* Adds to a batch that was usable. Until here it is marked as not: whoever takes add for a function without a
 * result finds what went wrong when the batch is verified. */
int add(const secp256k1_context* ctx, secp256k1_batch& batch, const equation& q) {
    batch.valid = true;
    if (batch.count == batch.capacity && !verify(ctx, batch))
        return 0;
    const u8 odd = q.odd ? 1 : 0;
    batch.hash.write(q.x32, sizeof q.x32);
    batch.hash.write(q.g32, sizeof q.g32);
    batch.hash.write(q.e32, sizeof q.e32);
    batch.hash.write(q.p, sizeof q.p);
    batch.hash.write(&odd, sizeof odd);
    batch.list[batch.count++] = q;
    return 1;
}

} // namespace

extern "C" {

secp256k1_batch* secp256k1_batch_create(const secp256k1_context* ctx, size_t max_terms,
                                        const unsigned char* aux_rand16) {
    static const unsigned char zeros[16] = {};
    size_t capacity = max_terms / 2;
    if (capacity == 0)
        capacity = 1;
    if (capacity > most_summed)
        capacity = most_summed;
    const size_t list = capacity * sizeof(equation), sums = equations::memory_size(capacity);
    unsigned char* const memory =
        static_cast<unsigned char*>(malloc(sizeof(secp256k1_batch) + sum_alignment - 1 + sums + list));
    if (memory == nullptr) {
        ctx->error.call("out of memory");
        return nullptr;
    }
    unsigned char* const after = memory + sizeof(secp256k1_batch);
    unsigned char* const aligned = after + to_alignment(after);
    secp256k1_batch* const batch =
        new (memory) secp256k1_batch{sha256(ctx->compress(), batch_seed_midstate), capacity, 0,
                                     reinterpret_cast<equation*>(aligned + sums),  aligned,  true};
    batch->hash.write(aux_rand16 != nullptr ? aux_rand16 : zeros, sizeof zeros);
    return batch;
}

void secp256k1_batch_destroy(const secp256k1_context*, secp256k1_batch* batch) {
    if (batch != nullptr)
        batch->~secp256k1_batch_struct();
    free(batch);
}

int secp256k1_batch_usable(const secp256k1_context* ctx, const secp256k1_batch* batch) {
    KOBLITZ_REQUIRE_SET(batch);
    return batch->valid ? 1 : 0;
}

int secp256k1_batch_verify(const secp256k1_context* ctx, secp256k1_batch* batch) {
    KOBLITZ_REQUIRE_SET(batch);
    return verify(ctx, *batch) ? 1 : 0;
}

int secp256k1_batch_add_schnorrsig(const secp256k1_context* ctx, secp256k1_batch* batch,
                                   const unsigned char* sig64, const unsigned char* msg, size_t msglen,
                                   const secp256k1_xonly_pubkey* pubkey) {
    KOBLITZ_REQUIRE_SET(batch);
    if (!batch->valid)
        return 0;
    batch->valid = false;
    KOBLITZ_REQUIRE_SET(sig64);
    KOBLITZ_REQUIRE(msg != nullptr || msglen == 0);
    KOBLITZ_REQUIRE_SET(pubkey);
    if (!in_range(sig64, sig64 + 32))
        return 0;
    if (!require_pubkey(ctx, pubkey->data))
        return 0;
    equation q;
    u8 x32[32];
    reverse32(x32, pubkey->data);
    memcpy(q.x32, sig64, 32);
    memcpy(q.g32, sig64 + 32, 32);
    schnorrsig_challenge(ctx->compress(), q.e32, sig64, x32, msg, msglen);
    memcpy(q.p, pubkey->data, sizeof q.p);
    q.odd = false;
    return add(ctx, *batch, q);
}

int secp256k1_batch_add_xonlypub_tweak_check(const secp256k1_context* ctx, secp256k1_batch* batch,
                                             const unsigned char* tweaked_pubkey32, int tweaked_pk_parity,
                                             const secp256k1_xonly_pubkey* internal_pubkey,
                                             const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(batch);
    if (!batch->valid)
        return 0;
    batch->valid = false;
    KOBLITZ_REQUIRE_SET(tweaked_pubkey32, internal_pubkey, tweak32);
    if (!in_range(tweaked_pubkey32, tweak32) || (tweaked_pk_parity != 0 && tweaked_pk_parity != 1))
        return 0;
    if (!require_pubkey(ctx, internal_pubkey->data))
        return 0;
    /* t G = Q + (n - 1) P */
    equation q;
    memcpy(q.x32, tweaked_pubkey32, 32);
    memcpy(q.g32, tweak32, 32);
    scalar::one().negate().serialize(q.e32);
    memcpy(q.p, internal_pubkey->data, sizeof q.p);
    q.odd = tweaked_pk_parity == 1;
    return add(ctx, *batch, q);
}

} // extern "C"
