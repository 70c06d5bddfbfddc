#include "scan.h"

#include <new>
#include <string.h>
#include <unistd.h>

#include "hash/tagged.h"
#include "schemes/blinding.h"
#include "secp256k1_silentpayments.h"

namespace koblitz_python {

namespace {

void store_be32(uint8_t* out, int64_t value) {
    for (int i = 0; i < 4; i++)
        out[i] = static_cast<uint8_t>(value >> (24 - 8 * i));
}

bool is_number(int64_t k) {
    return k >= 0 && k <= largest_k;
}

/* See scan_work::spend_. */
secp256k1_context starting_from(const secp256k1_pubkey& point) {
    uint8_t encoded[65];
    size_t size = sizeof encoded;
    uint64_t x[4], y[4];
    secp256k1_ec_pubkey_serialize(secp256k1_context_static, encoded, &size, &point,
                                  SECP256K1_EC_UNCOMPRESSED);
    koblitz::load_be256(x, encoded + 1);
    koblitz::load_be256(y, encoded + 33);
    secp256k1_context context = *secret_context();
    const koblitz::secret_limbs z = context.gen.z;
    koblitz::gen_context_init(context.gen);
    /* It was for b = 1. */
    uint64_t offset[4];
    context.gen.offset.declassify(offset);
    for (int i = 0; i < 4 && ++offset[i] == 0; i++) {
    }
    context.gen.offset = koblitz::secret_limbs(offset);
    context.gen.x = koblitz::secret_limbs(x);
    context.gen.y = koblitz::secret_limbs(y);
    context.gen.z = z;
    return context;
}

/* Whether a call on a secret succeeded, which is no secret. */
bool is_done(int result) {
    koblitz::declassify_bytes(&result, sizeof result);
    return result != 0;
}

/* The stack of the hashes. What the engine's calls leave they wipe. */
constexpr size_t hash_stack = 2048;

constexpr size_t sha256_block = 64;

} // namespace

const secp256k1_context* secret_context() {
    static const secp256k1_context* const ctx = [] {
        secp256k1_context* created = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
        secret_bytes<32> seed;
        /* Blinding is a second line of defence: a system without randomness goes without. */
        if (getentropy(seed.data, sizeof seed.data) == 0 &&
            secp256k1_context_randomize(created, seed.data) == 0)
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
    spend_.push_back(starting_from(spend));
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
        spend_.push_back(starting_from(labelled));
    }
}

void scan_work::set_output(result* lists, result* outputs, std::atomic<int64_t>* unread) {
    lists_ = lists;
    outputs_ = outputs;
    unread_ = unread;
}

/* The block's tweaks as the engine takes them; a little-endian one that has not 64 bytes is not a point. */
koblitz_column scan_work::points(int count) {
    if (!little_endian_)
        return rows_.column;
    constexpr size_t size = 65;
    points_.assign(size * static_cast<size_t>(count), 0);
    for (int i = 0; i < count; i++) {
        const byte_row row = rows_.row(i);
        uint8_t* const out = points_.data() + size * static_cast<size_t>(i);
        if (row.size != 64)
            continue;
        out[0] = 4;
        std::reverse_copy(row.data, row.data + 32, out + 1);
        std::reverse_copy(row.data + 32, row.data + 64, out + 33);
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
    uint8_t *const blocks = shared_.use(count), *const hashes = hashes_.use(count),
                   *const keys = keys_.use(count);
    uint8_t *const valid = valid_.use(count), *const verdicts = verdicts_.use(count);
    memset(valid, 1, n);
    tweaks_.mask_nulls(first, count, valid);
    if (numbers_ != nullptr)
        numbers_->mask_nulls(first, count, valid);
    rows_.load(tweaks_, first, count);
    const koblitz_output shared = {blocks, 33, sha256_block};
    const koblitz_column tweak_points = points(count);
    koblitz_batch_ec_pubkey_mul(secret_context(), verdicts, &shared, &tweak_points, scan_key_.data, n);
    koblitz::declassify_bytes(verdicts, n);
    int64_t unread = 0;
    for (int i = 0; i < count; i++) {
        unread += valid[i] & (verdicts[i] ^ 1);
        valid[i] &= verdicts[i];
    }
    *unread_ += unread;
    for (int i = 0; numbers_ != nullptr && i < count; i++)
        valid[i] &= is_number(number(first + i)) ? 1 : 0;
    hash(blocks, first, count, hashes);
    const koblitz_column tweaks = {hashes, 32, 32, nullptr, 0};
    const koblitz_output sums = {keys, 33, 33};
    uint8_t* const out = outputs_->values.data() + 32 * static_cast<size_t>(first) * spend_.size();
    for (size_t key = 0; key < spend_.size(); key++) {
        /* Not where t is 0 or above n - 1, as no hash is. */
        koblitz_batch_ec_pubkey_create(&spend_[key], verdicts, &sums, &tweaks, n);
        koblitz::declassify_bytes(verdicts, n);
        for (size_t i = 0; i < n; i++) {
            valid[i] &= verdicts[i];
            memcpy(out + 32 * (i * spend_.size() + key), keys + 33 * i + 1, 32);
        }
    }
    for (size_t i = 0; i < n; i++)
        if (valid[i] == 0)
            memset(out + 32 * i * spend_.size(), 0, 32 * spend_.size());
    lists_->set_bits(lists_->validity, first, count, valid);
}

/* t = hash(point || k), each point at the start of a block, in which it makes up the rest: the message is one
 * block behind that of the tag. */
void scan_work::hash(uint8_t* blocks, int64_t first, int count, uint8_t* hashes) const {
    static constexpr koblitz::sha256_midstate tag = koblitz::tag_midstate("BIP0352/SharedSecret");
    constexpr int64_t bits = 8 * (sha256_block + 33 + 4);
    uint8_t rest[sha256_block - 33] = {};
    store_be32(rest, k_);
    rest[4] = 0x80;
    store_be32(rest + sizeof rest - 4, bits);
    const koblitz::sha256_compress_fn compress = koblitz::sha256_compress_default();
    uint32_t state[8];
    for (int i = 0; i < count; i++, blocks += sha256_block, hashes += 32) {
        if (numbers_ != nullptr)
            store_be32(rest, number(first + i));
        memcpy(blocks + 33, rest, sizeof rest);
        memcpy(state, tag.words, sizeof state);
        compress(state, blocks, 1);
        for (int j = 0; j < 8; j++)
            store_be32(hashes + 4 * j, state[j]);
    }
    koblitz::wipe(state, sizeof state);
    koblitz::wipe_stack<hash_stack>();
    koblitz::wipe_registers();
}

} // namespace koblitz_python
