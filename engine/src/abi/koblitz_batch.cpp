#include <initializer_list>

#include "abi/context.h"
#include "backends/list.h"
#include "batch/ecdsa.h"
#include "batch/pubkey.h"
#include "batch/schnorrsig.h"
#include "batch/secret.h"
#include "batch/silentpayments.h"
#include "koblitz.h"
#include "simd/exchange.h"

using namespace koblitz;

namespace {

/* What rows that wait for a common inversion add to the stack of one. */
inline constexpr size_t waiting_stack = 8 * 1024;
/* What scanning for silent payments adds to the multiplications. */
inline constexpr size_t scan_stack = 5 * 1024;

/* Runs f on n rows below the caller's frame, then wipes the stack it ran on, Lanes bytes if there were the
 * lanes' Fewest, else Single bytes, and the registers. */
template <auto Fewest, size_t Lanes, size_t Single, class F>
[[gnu::always_inline]] inline void wiping_rows(const backend& b, size_t n, const F& f) {
    const data_independent_timing mode;
    called_apart([&f] {
        f();
        return 0;
    });
    const koblitz_lanes::kernels* const lanes = secret_lanes_of(b);
    if (lanes != nullptr && n >= lanes->*Fewest)
        wipe_stack<Lanes>();
    else
        wipe_stack<Single>();
    wipe_registers();
}

bool all_empty(const koblitz_column& c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (row(c, i).size != 0)
            return false;
    return true;
}

/* A column that n rows can be read from: there, with offsets of a known size or rows of one of these sizes;
 * none given: of any. Rows that are all empty need no data. */
bool is_readable(const koblitz_column* c, size_t n, std::initializer_list<size_t> sizes) {
    if (c == nullptr || n == 0)
        return c != nullptr;
    if (c->offsets != nullptr && c->offset_size != 4 && c->offset_size != 8)
        return false;
    if (c->data == nullptr && !all_empty(*c, n))
        return false;
    if (c->offsets != nullptr)
        return true;
    bool found = sizes.size() == 0;
    for (const size_t size : sizes)
        found = found || c->size == size;
    return found;
}

bool is_writable(const koblitz_output* o, size_t n) {
    return o != nullptr &&
           (n == 0 || (o->data != nullptr && (o->size == 33 || o->size == 64 || o->size == 65)));
}

} // namespace

/* As KOBLITZ_REQUIRE, for calls that return the number of rows that failed. */
#define KOBLITZ_REQUIRE_BATCH(condition) KOBLITZ_CHECK(condition, #condition, n)

extern "C" {

size_t koblitz_batch_ecdsa_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                  const koblitz_column* signatures, const koblitz_column* msghashes,
                                  const koblitz_column* pubkeys, size_t n, unsigned int flags) {
    const bool der = (flags & KOBLITZ_BATCH_DER) != 0;
    KOBLITZ_REQUIRE_BATCH((flags & ~(KOBLITZ_BATCH_DER | KOBLITZ_BATCH_HIGH_S)) == 0);
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(der ? is_readable(signatures, n, {}) : is_readable(signatures, n, {64}));
    KOBLITZ_REQUIRE_BATCH(is_readable(msghashes, n, {32}));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {33, 64, 65}));
    batch_ecdsa_verify(active_backend(), verdicts,
                       {*signatures, *msghashes, *pubkeys, der, (flags & KOBLITZ_BATCH_HIGH_S) != 0}, n);
    return count_failed(verdicts, n);
}

size_t koblitz_batch_schnorrsig_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                       const koblitz_column* signatures, const koblitz_column* messages,
                                       const koblitz_column* pubkeys, size_t n) {
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_readable(signatures, n, {64}));
    KOBLITZ_REQUIRE_BATCH(is_readable(messages, n, {}));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {32, 64}));
    batch_schnorrsig_verify(active_backend(), ctx->compress(), verdicts, {*signatures, *messages, *pubkeys},
                            0, n);
    return count_failed(verdicts, n);
}

size_t koblitz_batch_schnorrsig_scratch(const secp256k1_context*, size_t n) {
    const size_t size = schnorrsig_all_memory(active_backend(), n);
    return size == 0 ? 0 : size + sum_alignment - 1;
}

size_t koblitz_batch_schnorrsig_verify_all(const secp256k1_context* ctx, unsigned char* verdicts,
                                           const koblitz_column* signatures, const koblitz_column* messages,
                                           const koblitz_column* pubkeys, size_t n, void* scratch,
                                           size_t size) {
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_readable(signatures, n, {64}));
    KOBLITZ_REQUIRE_BATCH(is_readable(messages, n, {}));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {32, 64}));
    KOBLITZ_REQUIRE_BATCH(size == 0 || scratch != nullptr);
    const size_t skip = to_alignment(scratch);
    if (size < skip)
        size = 0;
    batch_schnorrsig_verify_all(
        active_backend(), ctx->compress(), verdicts, {*signatures, *messages, *pubkeys}, n,
        size == 0 ? nullptr : static_cast<unsigned char*>(scratch) + skip, size == 0 ? 0 : size - skip);
    return count_failed(verdicts, n);
}

size_t koblitz_batch_ec_pubkey_parse(const secp256k1_context* ctx, unsigned char* verdicts,
                                     const koblitz_output* output, const koblitz_column* pubkeys, size_t n) {
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_writable(output, n));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {33, 65}));
    batch_pubkey_parse(active_backend(), verdicts, *output, *pubkeys, n);
    return count_failed(verdicts, n);
}

size_t koblitz_batch_ec_pubkey_tweak_add(const secp256k1_context* ctx, unsigned char* verdicts,
                                         const koblitz_output* output, const koblitz_column* pubkeys,
                                         const koblitz_column* tweaks, size_t n) {
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_writable(output, n));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {33, 64, 65}));
    KOBLITZ_REQUIRE_BATCH(is_readable(tweaks, n, {32}));
    batch_pubkey_tweak_add(active_backend(), verdicts, *output, *pubkeys, *tweaks, n);
    return count_failed(verdicts, n);
}

size_t koblitz_batch_xonly_pubkey_tweak_add_check(const secp256k1_context* ctx, unsigned char* verdicts,
                                                  const koblitz_column* tweaked,
                                                  const koblitz_column* parities,
                                                  const koblitz_column* internal,
                                                  const koblitz_column* tweaks, size_t n) {
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_readable(tweaked, n, {32}));
    KOBLITZ_REQUIRE_BATCH(parities == nullptr || is_readable(parities, n, {1}));
    KOBLITZ_REQUIRE_BATCH(is_readable(internal, n, {32, 64}));
    KOBLITZ_REQUIRE_BATCH(is_readable(tweaks, n, {32}));
    batch_xonly_tweak_add_check(active_backend(), verdicts, {*tweaked, parities, *internal, *tweaks}, n);
    return count_failed(verdicts, n);
}

size_t koblitz_batch_ecdsa_recover(const secp256k1_context* ctx, unsigned char* verdicts,
                                   const koblitz_output* output, const koblitz_column* signatures,
                                   const koblitz_column* recids, const koblitz_column* msghashes, size_t n) {
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_writable(output, n));
    KOBLITZ_REQUIRE_BATCH(is_readable(signatures, n, {64}));
    KOBLITZ_REQUIRE_BATCH(is_readable(recids, n, {1}));
    KOBLITZ_REQUIRE_BATCH(is_readable(msghashes, n, {32}));
    batch_ecdsa_recover(active_backend(), verdicts, *output, {*signatures, *recids, *msghashes}, n);
    return count_failed(verdicts, n);
}

size_t koblitz_batch_ec_pubkey_create(const secp256k1_context* ctx, unsigned char* verdicts,
                                      const koblitz_output* output, const koblitz_column* seckeys, size_t n) {
    KOBLITZ_REQUIRE_BATCH(ctx->proper);
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_writable(output, n));
    KOBLITZ_REQUIRE_BATCH(is_readable(seckeys, n, {32}) && seckeys->offsets == nullptr);
    if (n == 0)
        return 0;
    const backend& b = active_backend();
    wiping_rows<fewest_gen_rows, ecmult_gen_x8_stack, ecmult_gen_stack + waiting_stack>(
        b, n, [&] { batch_pubkey_create(b, ctx->gen, verdicts, *output, *seckeys, n); });
    return count_failed(verdicts, n);
}

size_t koblitz_batch_ec_pubkey_mul(const secp256k1_context* ctx, unsigned char* verdicts,
                                   const koblitz_output* output, const koblitz_column* pubkeys,
                                   const unsigned char* seckey32, size_t n) {
    KOBLITZ_REQUIRE_BATCH(ctx->proper);
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_writable(output, n));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {33, 64, 65}));
    KOBLITZ_REQUIRE_BATCH(seckey32 != nullptr);
    if (n == 0)
        return 0;
    const backend& b = active_backend();
    wiping_rows<fewest_rows, ecmult_const_x8_stack, ecmult_const_stack + waiting_stack>(
        b, n, [&] { batch_pubkey_mul(b, verdicts, *output, *pubkeys, seckey32, n); });
    return count_failed(verdicts, n);
}

size_t koblitz_batch_silentpayments_scan(const secp256k1_context* ctx, unsigned char* verdicts,
                                         unsigned char* keys, uint32_t* matches, const koblitz_column* tweaks,
                                         const uint32_t* k, const koblitz_column* outputs, size_t output_size,
                                         const koblitz_silentpayments_recipient* recipient, size_t n) {
    KOBLITZ_REQUIRE_BATCH(ctx->proper);
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(n == 0 || (matches == nullptr) == (outputs == nullptr));
    KOBLITZ_REQUIRE_BATCH(is_readable(tweaks, n, {33, 64, 65}));
    KOBLITZ_REQUIRE_BATCH(outputs == nullptr || (output_size >= 8 && output_size <= 32));
    KOBLITZ_REQUIRE_BATCH(outputs == nullptr || is_readable(outputs, n, {}));
    KOBLITZ_REQUIRE_BATCH(recipient != nullptr && recipient->scan_key32 != nullptr);
    KOBLITZ_REQUIRE_BATCH(recipient->spend_pubkeys != nullptr && recipient->n_spend_pubkeys > 0);
    KOBLITZ_REQUIRE_BATCH(recipient->n_spend_pubkeys < UINT32_MAX);
    for (size_t i = 0; i < recipient->n_spend_pubkeys; i++) {
        KOBLITZ_REQUIRE_BATCH(recipient->spend_pubkeys[i] != nullptr);
        if (!require_pubkey(ctx, recipient->spend_pubkeys[i]->data))
            return n;
    }
    if (n == 0)
        return 0;
    const backend& b = active_backend();
    /* Few rows are multiplied one by one, and their sums in lanes. */
    wiping_rows<fewest_rows, ecmult_const_x8_stack + scan_stack, ecmult_gen_x8_stack + scan_stack>(b, n, [&] {
        batch_silentpayments_scan(b, ctx->gen, ctx->compress(), verdicts, keys, matches,
                                  {*tweaks, k, outputs, output_size}, *recipient, n);
    });
    return count_failed(verdicts, n);
}

} // extern "C"
