/* Columns to public keys. A row without one is null, and its bytes are zeros. */
#ifndef KOBLITZ_PYTHON_KEYS_H
#define KOBLITZ_PYTHON_KEYS_H

#include "verify.h"

namespace koblitz_python {

class key_work : public block_work {
public:
    static constexpr int most_rows = 16384;

    /* size: bytes of a key, 33 or 65. */
    key_work(result* out, int64_t size) : out_(out), size_(size) {}
    void run(int64_t first, int count) final;

protected:
    void mask_nulls(const column& column, int64_t first, int count) {
        if (column.mask_nulls(first, count, valid_.row(0)))
            has_nulls_ = true;
    }

    block_bytes<1> verdicts_, valid_;

private:
    virtual void derive(int64_t first, int count, const koblitz_output& output) = 0;

    result* out_;
    int64_t size_;
    bool has_nulls_ = false;
};

/* Keys of 33 or 65 bytes, hybrid ones too. */
class parse_work final : public key_work {
public:
    parse_work(const column& pubkey, result* out, int64_t size);

private:
    void derive(int64_t first, int count, const koblitz_output& output) override;

    const column& pubkey_;
    byte_rows pubkeys_;
};

/* Signatures of 65 bytes: r, s, v, where v is 0 to 3 or 27 to 30. */
class recover_work final : public key_work {
public:
    recover_work(const column& digest, const column& signature, result* out, int64_t size);

private:
    void derive(int64_t first, int count, const koblitz_output& output) override;

    const column &digest_, &signature_;
    byte_rows digests_, signatures_;
    block_bytes<65> same_size_;
};

} // namespace koblitz_python

#endif
