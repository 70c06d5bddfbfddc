/* libbitcoin-system's batches of signatures on koblitz_batch_*: the functions that its
 * src/crypto/secp256k1/batch.cpp calls where WITH_ULTRAFAST is defined (commit 1ea3ef9e of 2026-08-18).
 * docs/nodes.md says how to turn it on. */
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

#include <koblitz.h>

/* gpu_available is there: libbitcoin::system::batched::accelerated asks it. */
#define UFSECP_LBTC_HAS_GPU_AVAILABLE

namespace ufsecp::lbtc {

/* Whether batches run in lanes of a vector unit, and so take a fraction of single calls' time. */
inline bool gpu_available() noexcept {
    const char* const name = koblitz_backend_name();
    return std::strcmp(name, "x86_64-ifma") == 0 || std::strstr(name, "-fma") != nullptr;
}

/* A thread takes so many rows at a time. */
inline constexpr std::size_t chunk_rows = 1024;

/* verify(verdicts, first, count) returns how many of the rows are not valid. threads: 0 is one for each
 * processor. results: n bytes, 1 where a row is valid and otherwise 0; nullptr where they are not asked
 * for. */
template <typename Verify>
bool verify_chunks(std::size_t n, std::uint8_t* results, std::size_t threads, Verify verify) noexcept {
    const std::size_t chunks = n / chunk_rows + (n % chunk_rows != 0);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> valid{true};
    const auto work = [&] {
        std::uint8_t unwanted[chunk_rows];
        for (std::size_t chunk; (chunk = next++) < chunks;) {
            const std::size_t first = chunk * chunk_rows, count = std::min(chunk_rows, n - first);
            if (verify(results != nullptr ? results + first : unwanted, first, count) != 0)
                valid = false;
            if (results == nullptr && !valid)
                return;
        }
    };
    std::vector<std::thread> others;
    if (threads == 0)
        threads = std::thread::hardware_concurrency();
    try {
        while (others.size() + 1 < std::min(threads, chunks))
            others.emplace_back(work);
    } catch (const std::system_error&) {
        /* No more threads: those that are there do the work. */
    }
    work();
    for (std::thread& other : others)
        other.join();
    return valid;
}

/* Verifies n ECDSA signatures. Returns whether all are valid.
 *
 * In:  digests: 32 bytes each. points: 33 bytes, compressed. signatures: 64 bytes as libbitcoin's
 *      ec_signature holds them, a secp256k1_ecdsa_signature. A high s is accepted, as by libbitcoin's
 *      ecdsa::verify_signature.
 * Memory: 64 KiB a thread. Time: variable. */
inline bool ecdsa_verify_columns(const std::uint8_t* digests, const std::uint8_t* points,
                                 const std::uint8_t* signatures, std::size_t n, std::uint8_t* results,
                                 std::size_t threads) noexcept {
    return verify_chunks(n, results, threads, [=](std::uint8_t* out, std::size_t first, std::size_t count) {
        std::vector<std::uint8_t> compact(64 * count);
        for (std::size_t i = 0; i < count; i++) {
            secp256k1_ecdsa_signature signature;
            std::memcpy(signature.data, signatures + 64 * (first + i), 64);
            secp256k1_ecdsa_signature_serialize_compact(secp256k1_context_static, &compact[64 * i],
                                                        &signature);
        }
        const koblitz_column sigs{compact.data(), 64, 64, nullptr, 0},
            hashes{digests + 32 * first, 32, 32, nullptr, 0}, keys{points + 33 * first, 33, 33, nullptr, 0};
        return koblitz_batch_ecdsa_verify(secp256k1_context_static, out, &sigs, &hashes, &keys, count,
                                          KOBLITZ_BATCH_HIGH_S);
    });
}

/* Verifies n BIP-340 signatures. Returns whether all are valid.
 *
 * In:  digests: 32 bytes each. points: 32 bytes, x-only. signatures: 64 bytes.
 * Time: variable. */
inline bool schnorr_verify_columns(const std::uint8_t* digests, const std::uint8_t* points,
                                   const std::uint8_t* signatures, std::size_t n, std::uint8_t* results,
                                   std::size_t threads) noexcept {
    return verify_chunks(n, results, threads, [=](std::uint8_t* out, std::size_t first, std::size_t count) {
        const koblitz_column sigs{signatures + 64 * first, 64, 64, nullptr, 0},
            messages{digests + 32 * first, 32, 32, nullptr, 0}, keys{points + 32 * first, 32, 32, nullptr, 0};
        return koblitz_batch_schnorrsig_verify(secp256k1_context_static, out, &sigs, &messages, &keys, count);
    });
}

} // namespace ufsecp::lbtc
