/* Columns to verdicts. A null in any column gives null. With strict, a row that
 * cannot be parsed is false; without, null. */
#ifndef KOBLITZ_PYTHON_VERIFY_H
#define KOBLITZ_PYTHON_VERIFY_H

#include <memory>

#include "blocks.h"
#include "column.h"
#include "result.h"

namespace koblitz_python {

/* The column holds byte strings, of one of these widths where its type has one. Throws otherwise. */
void require_bytes(const column& column, std::initializer_list<int64_t> widths);
/* The column holds integers or booleans. Throws otherwise. */
void require_integers(const column& column);
/* All columns have the length of the first. Throws otherwise. */
void require_equal_lengths(std::initializer_list<const column*> columns);

/* 32 bytes that are the x of a point. */
bool is_xonly(byte_row row);

/* Verdicts of a block, put into a column of booleans. */
class verdict_work : public block_work {
public:
    static constexpr int most_rows = 16384;

    verdict_work(result* out, bool strict) : out_(out), strict_(strict) {}
    void run(int64_t first, int count) final;

protected:
    /* Marks what is null of a column. */
    void mask_nulls(const column& column, int64_t first, int count) {
        if (column.mask_nulls(first, count, valid_.row(0)))
            has_nulls_ = true;
    }
    void set_null(int i) {
        valid_[i] = 0;
        has_nulls_ = true;
    }

    block_bytes<1> verdicts_;
    /* Whether no column is null. */
    block_bytes<1> valid_;

private:
    void step(int64_t first, int count);
    virtual void verify(int64_t first, int count) = 0;
    /* Of count rows those that verify takes at a time: a multiple of bitmap_rows, or count. */
    virtual int rows_of_step(int64_t /*first*/, int count) { return count; }
    /* Whether row i of the block, whose verdict is 0, can be parsed. */
    virtual bool is_parsed(int i) = 0;

    result* out_;
    bool strict_;
    /* A row of the block is. */
    bool has_nulls_ = false;
};

/* Keys of 33 or 65 bytes, digests of 32, signatures in DER or of 64 bytes, r then s. A row of 64 bytes that
 * is also DER is valid when it is so in one of the two readings. */
class ecdsa_work final : public verdict_work {
public:
    ecdsa_work(const column& pubkey, const column& digest, const column& signature, bool low_s, result* out,
               bool strict);

private:
    void verify(int64_t first, int count) override;
    bool is_parsed(int i) override;

    const column &pubkey_, &digest_, &signature_;
    bool low_s_;
    byte_rows pubkeys_, digests_, signatures_;
    block_bytes<1> seconds_;
};

/* BIP-340: keys of 32 bytes, messages of any length, signatures of 64. */
class schnorr_work final : public verdict_work {
public:
    schnorr_work(const column& pubkey, const column& message, const column& signature, result* out,
                 bool strict);

private:
    void verify(int64_t first, int count) override;
    int rows_of_step(int64_t first, int count) override;
    bool is_parsed(int i) override;

    const column &pubkey_, &message_, &signature_;
    byte_rows pubkeys_, messages_, signatures_;
};

/* Whether tweaked is internal + tweak G, as BIP-341's output keys are; with parity (0 or 1), also that the
 * sum's y has it. */
class tweak_check_work final : public verdict_work {
public:
    tweak_check_work(const column& tweaked, const column& internal, const column& tweak, const column* parity,
                     result* out, bool strict);

private:
    void verify(int64_t first, int count) override;
    bool is_parsed(int i) override;
    const column &tweaked_, &internal_, &tweak_;
    const column* parity_;
    byte_rows tweakeds_, internals_, tweaks_;
    block_bytes<1> parities_;
};

} // namespace koblitz_python

#endif
