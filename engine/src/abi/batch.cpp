#include <initializer_list>

#include "abi/context.h"
#include "koblitz.h"

using koblitz::active_backend;
using koblitz::active_lanes;

namespace {

/* A column that n rows can be read from: there, with offsets of a known size or rows of one of these sizes;
 * none given: of any. */
bool is_readable(const koblitz_column* c, size_t n, std::initializer_list<size_t> sizes) {
    if (c == nullptr || n == 0)
        return c != nullptr;
    if (c->data == nullptr && (c->offsets != nullptr || c->size != 0))
        return false;
    if (c->offsets != nullptr)
        return c->offset_size == 4 || c->offset_size == 8;
    bool found = sizes.size() == 0;
    for (const size_t size : sizes)
        found = found || c->size == size;
    return found;
}

} // namespace

/* As KOBLITZ_REQUIRE, for calls that return the number of rows that failed. */
#define KOBLITZ_REQUIRE_BATCH(condition)                  \
    do {                                                  \
        if (__builtin_expect(!(condition), 0)) {          \
            ::koblitz::illegal_argument(ctx, #condition); \
            return n;                                     \
        }                                                 \
    } while (0)

extern "C" {

size_t koblitz_batch_ecdsa_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                  const koblitz_column* signatures, const koblitz_column* msghashes,
                                  const koblitz_column* pubkeys, size_t n, unsigned int flags) {
    const bool der = (flags & KOBLITZ_BATCH_DER) != 0;
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    if (der) {
        KOBLITZ_REQUIRE_BATCH(is_readable(signatures, n, {}));
    } else {
        KOBLITZ_REQUIRE_BATCH(is_readable(signatures, n, {64}));
    }
    KOBLITZ_REQUIRE_BATCH(is_readable(msghashes, n, {32}));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {33, 64, 65}));
    active_backend().batch_ecdsa_verify(
        active_lanes(), verdicts,
        {*signatures, *msghashes, *pubkeys, der, (flags & KOBLITZ_BATCH_HIGH_S) != 0}, n);
    return koblitz::count_failed(verdicts, n);
}

size_t koblitz_batch_schnorrsig_verify(const secp256k1_context* ctx, unsigned char* verdicts,
                                       const koblitz_column* signatures, const koblitz_column* messages,
                                       const koblitz_column* pubkeys, size_t n) {
    KOBLITZ_REQUIRE_BATCH(n == 0 || verdicts != nullptr);
    KOBLITZ_REQUIRE_BATCH(is_readable(signatures, n, {64}));
    KOBLITZ_REQUIRE_BATCH(is_readable(messages, n, {}));
    KOBLITZ_REQUIRE_BATCH(is_readable(pubkeys, n, {32, 64}));
    active_backend().batch_schnorrsig_verify(active_lanes(), ctx->compress(), verdicts,
                                             {*signatures, *messages, *pubkeys}, n);
    return koblitz::count_failed(verdicts, n);
}

} // extern "C"
