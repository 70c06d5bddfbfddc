/* Rows to test with: valid signatures and faults, from a seed. */
#ifndef KOBLITZ_PYTHON_GENERATE_H
#define KOBLITZ_PYTHON_GENERATE_H

#include <string>
#include <vector>

#include "blocks.h"
#include "scan.h"

namespace koblitz_python {

enum class scheme { ecdsa, schnorr, nostr };

/* Row i depends on the seed and first_row + i alone. Of the rows about a share of invalid has one fault. The
 * signatures are made from chosen s, not by signing: an ECDSA digest is s k - r d, which costs two shared
 * multiplications of G and none of inversions; these keys are no secrets. */
class generate_work final : public block_work {
public:
    static constexpr int most_rows = 512;

    struct rows {
        std::vector<std::string> pubkeys, messages, signatures, events;
        std::vector<uint8_t> verdicts;
    };
    generate_work(scheme kind, uint64_t seed, int64_t first_row, double invalid, rows* out);
    void run(int64_t first, int count) override;

private:
    void digest(uint8_t out[32], uint64_t row, const char* purpose) const;
    void ecdsa(int i, uint64_t row, size_t to);
    void schnorr(int i, const uint8_t message[32], uint8_t signature[64]);
    void event(int i, uint64_t row, size_t to);

    scheme kind_;
    uint64_t seed_;
    int64_t first_row_;
    double invalid_;
    rows* out_;
    uint8_t seckeys_[most_rows * 32], nonces_[most_rows * 32];
    uint8_t pubkeys_[most_rows * 33], points_[most_rows * 33], verdicts_[most_rows];
};

/* A record batch: pubkey, digest (ecdsa) or message (schnorr), signature; or event (nostr); and valid, what
 * the verdict has to be. */
std::shared_ptr<result> generate(scheme kind, uint64_t seed, int64_t first_row, int64_t rows, double invalid,
                                 unsigned threads);

} // namespace koblitz_python

#endif
