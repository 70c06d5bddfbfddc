/* Silent payments (BIP-352), as a wallet that is served one point a
 * transaction scans: the outputs that would be the wallet's. */
#ifndef KOBLITZ_PYTHON_SCAN_H
#define KOBLITZ_PYTHON_SCAN_H

#include "abi/context.h"
#include "base/ct.h"
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

/* A context that may compute with secrets. One for the process; it is not written after its creation. */
const secp256k1_context* secret_context();

/* For each tweak point A (33 or 65 bytes; the input hash times the sum of the input keys) the x coordinates
 * of spend + t G, and with each label's key added, where t = hash(b_scan A || k). A row that cannot be parsed
 * is null; so is one whose k is not in 0 to 2322.
 *
 * Secret are the scan key; b_scan A and t, as whoever has them sees which outputs are the wallet's; and the
 * sums until they are the result. All is constant time but for the tweaks, which are public, and wiped. */
class scan_work final : public block_work {
public:
    /* numbers: each row's k; without it, all have k. Throws value_error where a key or k is invalid. */
    scan_work(const column& tweaks, const column* numbers, int64_t k, const secret_bytes<32>& scan_key,
              byte_row spend_pubkey, const std::vector<uint32_t>& labels);
    void set_output(result* lists, result* outputs);
    int64_t keys() const { return static_cast<int64_t>(spend_.size()); }
    void run(int64_t first, int count) override;

private:
    int64_t number(int64_t row) const;

    const column& tweaks_;
    const column* numbers_;
    int64_t k_;
    secret_bytes<32> scan_key_;
    /* The spend key, then it plus each label's: of each a context that makes P + (s - 1) G of a secret key
     * s. Its blinding point b G, which sums end with, is P, and b is 1. */
    std::vector<secp256k1_context> spend_;
    result *lists_ = nullptr, *outputs_ = nullptr;

    byte_rows rows_;
    secret_bytes<block_rows * 33> shared_;
    secret_bytes<block_rows * 32> hashes_;
    secret_bytes<block_rows * 33> keys_;
    uint8_t valid_[block_rows], verdicts_[block_rows];
};

} // namespace koblitz_python

#endif
