/* Silent payments (BIP-352), as a wallet that is served one point a
 * transaction scans: the outputs that would be the wallet's. */
#ifndef KOBLITZ_PYTHON_SCAN_H
#define KOBLITZ_PYTHON_SCAN_H

#include <algorithm>
#include <atomic>

#include "base/ct.h"
#include "secp256k1_silentpayments.h"
#include "verify.h"

namespace koblitz_python {

/* Wiped when it goes out of scope. */
template <size_t N>
struct secret_bytes {
    uint8_t data[N];

    secret_bytes() = default;
    secret_bytes(const secret_bytes&) = default;
    secret_bytes& operator=(const secret_bytes&) = delete;
    ~secret_bytes() { koblitz::wipe(data, N); }
};

/* The last output of a transaction that BIP-352 allows. */
inline constexpr int64_t largest_k = SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT - 1;

/* Rows of a block. */
inline constexpr int scan_rows = 1024;

/* A context that may compute with secrets. One for the process; it is not written after its creation. */
const secp256k1_context* secret_context();

/* koblitz_batch_silentpayments_scan over blocks: for each tweak point (33 or 65 bytes, or with little_endian
 * 64, x then y) the wallet's output keys, with the spend key and with each label's added. A row that cannot
 * be parsed is null; so is one whose k is not in 0 to 2322. Constant time in the scan key, which is wiped,
 * and in the outputs. */
class scan_work final : public block_work {
public:
    static constexpr int most_rows = scan_rows;

    /* numbers: each row's k; without it, all have k, from 0 to largest_k. Throws value_error where a key is
     * invalid. */
    scan_work(const column& tweaks, bool little_endian, const column* numbers, int64_t k,
              const secret_bytes<32>& scan_key, byte_row spend_pubkey, const std::vector<uint32_t>& labels);
    /* Adds to unread the number of tweaks that are not points, in rows without a null. */
    void set_output(result* lists, result* outputs, std::atomic<int64_t>* unread);
    int64_t keys() const { return static_cast<int64_t>(spend_.size()); }
    void run(int64_t first, int count) override;

private:
    int64_t number(int64_t row) const;
    koblitz_column points(int count);

    const column& tweaks_;
    bool little_endian_;
    const column* numbers_;
    int64_t k_;
    secret_bytes<32> scan_key_;
    /* The spend key, then it plus each label's. */
    std::vector<secp256k1_pubkey> spend_;
    result *lists_ = nullptr, *outputs_ = nullptr;
    std::atomic<int64_t>* unread_ = nullptr;

    byte_rows rows_;
    /* Little-endian tweaks that have not all 64 bytes. */
    std::vector<uint8_t> points_;
    std::vector<uint32_t> numbers_of_block_;
    block_bytes<1> valid_, verdicts_;
};

} // namespace koblitz_python

#endif
