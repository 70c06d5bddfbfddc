/* Batches: rows cut out of the input by offsets of its own, verdicts and outputs against the calls of one
 * row. */
#include "fuzz.h"
#include "koblitz.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"

namespace {

constexpr size_t rows = 9;
const secp256k1_context* const ctx = secp256k1_context_static;

/* Rows of size bytes, the input read around. */
struct fixed {
    uint8_t bytes[rows][65];
    koblitz_column column;
    fixed(const uint8_t* data, size_t size, size_t width, size_t at) {
        for (size_t i = 0; i < rows; i++) {
            for (size_t j = 0; j < width; j++)
                bytes[i][j] = data[(at + 7 * i + j) % size];
        }
        column = {bytes[0], width, sizeof bytes[0], nullptr, 0};
    }
};

/* Rows of the lengths that the input's first bytes say, some of which are no lengths. */
struct varying {
    int32_t offsets[rows + 1];
    koblitz_column column;
    varying(const uint8_t* data, size_t size) {
        int32_t at = 0;
        for (size_t i = 0; i <= rows; i++) {
            offsets[i] = data[i] >= 0xf0 ? -static_cast<int32_t>(data[i]) : at;
            at += data[i] % 80;
            if (at > static_cast<int32_t>(size))
                at = static_cast<int32_t>(size);
        }
        column = {data, 0, 0, offsets, sizeof offsets[0]};
    }
    const uint8_t* row(size_t i, size_t& n) const {
        const bool ok = offsets[i] >= 0 && offsets[i + 1] >= offsets[i];
        n = ok ? static_cast<size_t>(offsets[i + 1] - offsets[i]) : 0;
        return column.data + (ok ? offsets[i] : 0);
    }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size <= rows)
        return 0;
    const fixed keys(data, size, 33, 0), xonly(data, size, 32, 1), hashes(data, size, 32, 40),
        sigs(data, size, 64, 2);
    fixed ids(data, size, 1, 3);
    const varying ders(data, size);
    for (size_t i = 0; i < rows; i++)
        ids.bytes[i][0] %= 5;
    uint8_t verdicts[rows], output[rows][33];
    const koblitz_output out = {output[0], 33, 33};
    size_t failed = koblitz_batch_ecdsa_verify(ctx, verdicts, &ders.column, &hashes.column, &keys.column,
                                               rows, KOBLITZ_BATCH_DER);
    for (size_t i = 0; i < rows; i++) {
        secp256k1_ecdsa_signature sig;
        secp256k1_pubkey key;
        size_t n;
        const uint8_t* const der = ders.row(i, n);
        const int valid = secp256k1_ec_pubkey_parse(ctx, &key, keys.bytes[i], 33) &&
                          secp256k1_ecdsa_signature_parse_der(ctx, &sig, der, n) &&
                          secp256k1_ecdsa_verify(ctx, &sig, hashes.bytes[i], &key);
        HOLDS(verdicts[i] == valid);
        failed -= valid ? 0 : 1;
    }
    HOLDS(failed == 0);
    failed = koblitz_batch_schnorrsig_verify(ctx, verdicts, &sigs.column, &ders.column, &xonly.column, rows);
    for (size_t i = 0; i < rows; i++) {
        secp256k1_xonly_pubkey key;
        size_t n;
        const uint8_t* const msg = ders.row(i, n);
        const int valid = secp256k1_xonly_pubkey_parse(ctx, &key, xonly.bytes[i]) &&
                          secp256k1_schnorrsig_verify(ctx, sigs.bytes[i], msg, n, &key);
        HOLDS(verdicts[i] == valid);
        failed -= valid ? 0 : 1;
    }
    HOLDS(failed == 0);
    failed =
        koblitz_batch_ecdsa_recover(ctx, verdicts, &out, &sigs.column, &ids.column, &hashes.column, rows);
    for (size_t i = 0; i < rows; i++) {
        secp256k1_ecdsa_recoverable_signature sig;
        secp256k1_pubkey key;
        uint8_t encoded[33] = {};
        size_t n = sizeof encoded;
        const int v = ids.bytes[i][0], recid = v >= 27 ? v - 27 : v;
        const int valid =
            recid <= 3 &&
            secp256k1_ecdsa_recoverable_signature_parse_compact(ctx, &sig, sigs.bytes[i], recid) &&
            secp256k1_ecdsa_recover(ctx, &key, &sig, hashes.bytes[i]);
        if (valid)
            secp256k1_ec_pubkey_serialize(ctx, encoded, &n, &key, SECP256K1_EC_COMPRESSED);
        HOLDS(verdicts[i] == valid && memcmp(output[i], encoded, sizeof encoded) == 0);
        failed -= valid ? 0 : 1;
    }
    HOLDS(failed == 0);
    failed = koblitz_batch_ec_pubkey_tweak_add(ctx, verdicts, &out, &keys.column, &hashes.column, rows);
    for (size_t i = 0; i < rows; i++) {
        secp256k1_pubkey key;
        uint8_t encoded[33] = {};
        size_t n = sizeof encoded;
        const int valid = secp256k1_ec_pubkey_parse(ctx, &key, keys.bytes[i], 33) &&
                          secp256k1_ec_pubkey_tweak_add(ctx, &key, hashes.bytes[i]);
        if (valid)
            secp256k1_ec_pubkey_serialize(ctx, encoded, &n, &key, SECP256K1_EC_COMPRESSED);
        HOLDS(verdicts[i] == valid && memcmp(output[i], encoded, sizeof encoded) == 0);
        failed -= valid ? 0 : 1;
    }
    HOLDS(failed == 0);
    return 0;
}
