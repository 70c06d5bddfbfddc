#include "scan.h"

#include <new>
#include <string.h>
#ifdef _WIN32
#include <windows.h>

#include <bcrypt.h>
#else
#include <unistd.h>
#endif

#include "base/ct.h"
#include "secp256k1_silentpayments.h"

namespace koblitz_python {

namespace {

bool is_number(int64_t k) {
    return k >= 0 && k <= largest_k;
}

/* Whether a call on a secret succeeded, which is no secret. */
bool is_done(int result) {
    koblitz::declassify_bytes(&result, sizeof result);
    return result != 0;
}

/* False where the system has no randomness. */
bool fill_random(secret_bytes<32>* out) {
#ifdef _WIN32
    return BCryptGenRandom(nullptr, out->data, sizeof out->data, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
#else
    return getentropy(out->data, sizeof out->data) == 0;
#endif
}

} // namespace

const secp256k1_context* secret_context() {
    static const secp256k1_context* const ctx = [] {
        secp256k1_context* created = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
        secret_bytes<32> seed;
        /* Blinding is a second line of defence: a system without randomness goes without. */
        if (fill_random(&seed) && secp256k1_context_randomize(created, seed.data) == 0)
            throw std::bad_alloc();
        return created;
    }();
    return ctx;
}

scan_work::scan_work(const column& tweaks, bool little_endian, const column* numbers, int64_t k,
                     const secret_bytes<32>& scan_key, byte_row spend_pubkey,
                     const std::vector<uint32_t>& labels)
    : tweaks_(tweaks), little_endian_(little_endian), numbers_(numbers), k_(k), scan_key_(scan_key) {
    if (!little_endian && tweaks.type.kind == kind::fixed && tweaks.type.size == 64)
        throw value_error(tweaks.name + ": rows of 64 bytes need little_endian=True");
    if (little_endian)
        require_bytes(tweaks, {64});
    else
        require_bytes(tweaks, {33, 65});
    if (numbers != nullptr) {
        require_integers(*numbers);
        require_equal_lengths({&tweaks, numbers});
    }
    const secp256k1_context* ctx = secret_context();
    if (!is_done(secp256k1_ec_seckey_verify(ctx, scan_key_.data)))
        throw value_error("scan_key: not a valid secret key");
    secp256k1_pubkey spend;
    if (secp256k1_ec_pubkey_parse(ctx, &spend, spend_pubkey.data, spend_pubkey.size) == 0)
        throw value_error("spend_pubkey: not a valid public key");
    spend_.push_back(spend);
    for (const uint32_t m : labels) {
        secp256k1_silentpayments_label label;
        secret_bytes<32> tweak;
        secp256k1_pubkey labelled;
        const bool made = is_done(
            secp256k1_silentpayments_recipient_label_create(ctx, &label, tweak.data, scan_key_.data, m));
        /* Addresses show labelled keys. */
        koblitz::declassify_bytes(&label, sizeof label);
        if (!made || secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(ctx, &labelled, &spend,
                                                                                    &label) == 0)
            throw value_error("labels: label " + std::to_string(m) + " has no key");
        spend_.push_back(labelled);
    }
}

void scan_work::set_output(result* lists, result* outputs, std::atomic<int64_t>* unread) {
    lists_ = lists;
    outputs_ = outputs;
    unread_ = unread;
}

/* The block's tweaks as the engine takes them; a little-endian one that has not 64 bytes is not a point. */
koblitz_column scan_work::points(int count) {
    constexpr size_t size = 64;
    if (!little_endian_ || rows_.set_fixed(count, size))
        return rows_.column;
    points_.assign(size * static_cast<size_t>(count), 0);
    for (int i = 0; i < count; i++) {
        const byte_row row = rows_.row(i);
        if (row.size == size)
            std::copy_n(row.data, size, points_.data() + size * static_cast<size_t>(i));
    }
    return {points_.data(), size, size, nullptr, 0};
}

/* Of a row that is null, any. */
int64_t scan_work::number(int64_t row) const {
    if (numbers_ == nullptr)
        return k_;
    int64_t inner;
    const column_array& array = numbers_->at(row, &inner);
    return array.integer(inner);
}

void scan_work::run(int64_t first, int count) {
    const auto n = static_cast<size_t>(count);
    uint8_t *const valid = valid_.use(count), *const verdicts = verdicts_.use(count);
    memset(valid, 1, n);
    tweaks_.mask_nulls(first, count, valid);
    if (numbers_ != nullptr)
        numbers_->mask_nulls(first, count, valid);
    rows_.load(tweaks_, first, count);
    /* Of a number that is none, any: so that the verdict is the tweak's. */
    numbers_of_block_.assign(n, 0);
    for (int i = 0; i < count; i++)
        if (const int64_t k = number(first + i); is_number(k))
            numbers_of_block_[static_cast<size_t>(i)] = static_cast<uint32_t>(k);
    std::vector<const secp256k1_pubkey*> spend;
    for (const secp256k1_pubkey& key : spend_)
        spend.push_back(&key);
    const koblitz_silentpayments_recipient recipient = {scan_key_.data, spend.data(), spend.size()};
    const koblitz_column tweak_points = points(count);
    const size_t size = 32 * spend.size();
    uint8_t* const out = outputs_->values.data() + size * static_cast<size_t>(first);
    koblitz_batch_silentpayments_scan(secret_context(), verdicts, out, nullptr, &tweak_points,
                                      numbers_of_block_.data(), nullptr, 0, &recipient, n);
    koblitz::declassify_bytes(verdicts, n);
    int64_t unread = 0;
    for (int i = 0; i < count; i++) {
        unread += valid[i] & (verdicts[i] ^ 1);
        valid[i] &= verdicts[i];
        valid[i] &= is_number(number(first + i)) ? 1 : 0;
        if (valid[i] == 0)
            memset(out + size * static_cast<size_t>(i), 0, size);
    }
    *unread_ += unread;
    lists_->set_bits(lists_->validity, first, count, valid);
}

} // namespace koblitz_python
