/* Rows, columns and lanes for the tests of batches. */
#pragma once

#include <string>
#include <vector>

#include "backends/list.h"
#include "secp256k1.h"
#include "simd/plain_kernels.h"
#include "support/bytes.h"
#include "support/check.h"

struct context {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    context() = default;
    context(const context&) = delete;
    context& operator=(const context&) = delete;
    ~context() { secp256k1_context_destroy(ctx); }
};
inline secp256k1_context* ctx() {
    static context c;
    return c.ctx;
}

inline bytes random_bytes(random_source& rng, size_t n) {
    bytes r(n);
    rng.fill(r.data(), n);
    return r;
}

inline bytes encode(const secp256k1_pubkey& key, bool compressed) {
    bytes r(compressed ? 33 : 65);
    size_t len = r.size();
    secp256k1_ec_pubkey_serialize(ctx(), r.data(), &len, &key,
                                  compressed ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED);
    return r;
}

/* A column of rows of any lengths, by offsets of 4 or 8 bytes or, when all rows are of one length, with a gap
 * between rows. Data and offsets are at odd addresses. */
class column {
public:
    column(const std::vector<bytes>& rows, size_t offset_size) {
        data_.push_back(0xee);
        if (offset_size == 0) {
            const size_t size = rows.empty() ? 0 : rows[0].size();
            for (const bytes& r : rows) {
                data_.insert(data_.end(), r.begin(), r.end());
                data_.insert(data_.end(), 3, 0xee);
            }
            value = {data_.data() + 1, size, size + 3, nullptr, 0};
            return;
        }
        int64_t at = 0;
        offsets_.push_back(0xee);
        const auto put = [&] {
            const int32_t narrow = static_cast<int32_t>(at);
            const unsigned char* from = offset_size == 8 ? reinterpret_cast<const unsigned char*>(&at)
                                                         : reinterpret_cast<const unsigned char*>(&narrow);
            offsets_.insert(offsets_.end(), from, from + offset_size);
        };
        put();
        for (const bytes& r : rows) {
            data_.insert(data_.end(), r.begin(), r.end());
            at += static_cast<int64_t>(r.size());
            put();
        }
        value = {data_.data() + 1, 0, 0, offsets_.data() + 1, offset_size};
    }
    column(const column&) = delete;
    column& operator=(const column&) = delete;
    koblitz_column value;

private:
    bytes data_, offsets_;
};

template <class Row>
std::vector<bytes> field(const std::vector<Row>& rows, bytes Row::*member) {
    std::vector<bytes> r;
    for (const Row& row : rows)
        r.push_back(row.*member);
    return r;
}

inline void compare(const std::vector<bool>& expected, size_t returned, const bytes& verdicts) {
    size_t failed = 0;
    for (size_t i = 0; i < expected.size(); i++) {
        CHECK(verdicts[i] == (expected[i] ? 1 : 0));
        failed += expected[i] ? 0 : 1;
    }
    CHECK(returned == failed);
    CHECK(verdicts[expected.size()] == 0xaa);
}

/* The order n and the field's p, big-endian. */
inline const bytes order = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
inline const bytes prime = from_hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");

inline const bytes generator_x = from_hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");

inline bytes negated(const bytes& s) {
    bytes r = s;
    CHECK(secp256k1_ec_seckey_negate(ctx(), r.data()));
    return r;
}
inline void replace(bytes& r, size_t at, const bytes& with) {
    std::copy(with.begin(), with.end(), r.begin() + static_cast<std::ptrdiff_t>(at));
}

inline bytes scalar_bytes(int64_t v) {
    bytes r(32);
    const uint64_t m = static_cast<uint64_t>(v < 0 ? -v : v);
    for (size_t i = 0; i < 8; i++)
        r[31 - i] = static_cast<unsigned char>(m >> (8 * i));
    return v < 0 ? negated(r) : r;
}
/* n + v, for v below 0xbf. */
inline bytes order_plus(unsigned char v) {
    bytes r = order;
    r[31] = static_cast<unsigned char>(r[31] + v);
    return r;
}

/* Runs with every backend of this processor and with plain lanes, which are slow. */
inline void with_lanes(void (*run)(), bool plain = true) {
    const auto with = [run](const koblitz::backend& b) {
        check::row(b.name);
        koblitz::force_backend_for_tests(&b);
        run();
    };
    for (size_t i = 0; i < koblitz::backend_count; i++)
        if (koblitz::backends[i].runs())
            with(koblitz::backends[i]);
    if (plain)
        with(plain_backend);
}
