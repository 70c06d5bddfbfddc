// mbedTLS 2.28. It reads uncompressed points only, so that it has neither
// pubkey_parse33 nor ecdsa_parse_verify.
#include "operations.h"

#include <mbedtls/ctr_drbg.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/ecp.h>
#include <mbedtls/entropy.h>
#include <mbedtls/sha256.h>
#include <mbedtls/version.h>

#include <string_view>
#include <utility>

namespace lab {

namespace {

using namespace distribution;

class Number {
public:
    Number() { mbedtls_mpi_init(&n_); }
    Number(Number&& other) noexcept : Number() { mbedtls_mpi_swap(&n_, &other.n_); }
    Number& operator=(Number&& other) noexcept {
        mbedtls_mpi_swap(&n_, &other.n_);
        return *this;
    }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;
    ~Number() { mbedtls_mpi_free(&n_); }

    mbedtls_mpi* get() { return &n_; }
    const mbedtls_mpi* get() const { return &n_; }
    bool read(Bytes bytes) { return mbedtls_mpi_read_binary(&n_, bytes.data(), bytes.size()) == 0; }
    bool write(Byte* out) const { return mbedtls_mpi_write_binary(&n_, out, scalar_length) == 0; }

private:
    mbedtls_mpi n_{};
};

class Point {
public:
    Point() { mbedtls_ecp_point_init(&p_); }
    Point(Point&& other) noexcept : p_(std::exchange(other.p_, {})) {}
    Point& operator=(Point&& other) noexcept {
        std::swap(p_, other.p_);
        return *this;
    }
    Point(const Point&) = delete;
    Point& operator=(const Point&) = delete;
    ~Point() { mbedtls_ecp_point_free(&p_); }

    mbedtls_ecp_point* get() { return &p_; }
    const mbedtls_ecp_point* get() const { return &p_; }

private:
    mbedtls_ecp_point p_{};
};

// The group, and the generator of random numbers that blind.
struct Library {
    mbedtls_ecp_group group{};
    mbedtls_entropy_context entropy{};
    mbedtls_ctr_drbg_context drbg{};

    Library() {
        mbedtls_ecp_group_init(&group);
        mbedtls_entropy_init(&entropy);
        mbedtls_ctr_drbg_init(&drbg);
        if (mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_SECP256K1) != 0 ||
            mbedtls_ctr_drbg_seed(&drbg, mbedtls_entropy_func, &entropy, nullptr, 0) != 0) {
            throw Unusable{"no secp256k1, or no random numbers"};
        }
    }
};

Library& library() {
    static Library it;
    return it;
}

struct Api {
    static constexpr bool reads_compressed = false;

    using Pubkey = Point;
    using Seckey = Number;
    struct Signature {
        Number r, s;
    };

    static bool read(Bytes bytes, Pubkey& out) {
        return mbedtls_ecp_point_read_binary(&library().group, out.get(), bytes.data(), bytes.size()) == 0 &&
               mbedtls_ecp_check_pubkey(&library().group, out.get()) == 0;
    }
    static bool read(Bytes bytes, Seckey& out) {
        return out.read(bytes) && mbedtls_ecp_check_privkey(&library().group, out.get()) == 0;
    }
    static bool read(Bytes bytes, Signature& out) {
        return out.r.read(bytes.first(scalar_length)) && out.s.read(bytes.last(scalar_length));
    }
    static bool verify(const Pubkey& pubkey, const Signature& sig, Bytes msghash) {
        return mbedtls_ecdsa_verify(&library().group, msghash.data(), msghash.size(), pubkey.get(),
                                    sig.r.get(), sig.s.get()) == 0;
    }
    static std::size_t sign(const Seckey& seckey, Bytes msghash, Output& out) {
        Number r, s;
        const bool ok = mbedtls_ecdsa_sign_det_ext(&library().group, r.get(), s.get(), seckey.get(),
                                                   msghash.data(), msghash.size(), MBEDTLS_MD_SHA256,
                                                   mbedtls_ctr_drbg_random, &library().drbg) == 0;
        return ok && r.write(out.data()) && s.write(out.data() + scalar_length) ? 2 * scalar_length : 0;
    }
    static bool multiply(Bytes seckey, const mbedtls_ecp_point* point, Point& out) {
        Number k;
        return read(seckey, k) && mbedtls_ecp_mul(&library().group, out.get(), k.get(), point,
                                                  mbedtls_ctr_drbg_random, &library().drbg) == 0;
    }
    static std::size_t write(const Point& point, int form, Byte* out, std::size_t size) {
        std::size_t length = 0;
        const int status =
            mbedtls_ecp_point_write_binary(&library().group, point.get(), form, &length, out, size);
        return status == 0 ? length : 0;
    }
    static std::size_t create(Bytes seckey, Output& out) {
        Point point;
        return multiply(seckey, &library().group.G, point)
                   ? write(point, MBEDTLS_ECP_PF_UNCOMPRESSED, out.data(), out.size())
                   : 0;
    }
    static std::size_t ecdh(Bytes seckey, const Pubkey& pubkey, Output& out) {
        Point point;
        Byte compressed[compressed_length];
        return multiply(seckey, pubkey.get(), point) &&
                       write(point, MBEDTLS_ECP_PF_COMPRESSED, compressed, sizeof compressed) ==
                           sizeof compressed &&
                       mbedtls_sha256_ret(compressed, sizeof compressed, out.data(), 0) == 0
                   ? hash_length
                   : 0;
    }
    static std::size_t parse(Bytes pubkey, Output& out) {
        Point point;
        return read(pubkey, point) ? write(point, MBEDTLS_ECP_PF_UNCOMPRESSED, out.data(), out.size()) : 0;
    }
};

} // namespace

Contender open_distribution() {
    Contender contender;
    library();
    char version[9 + 1] = {};
    mbedtls_version_get_string(version);
    contender.name = "mbedtls";
    contender.version = version;
    contender.date = contender.version == "2.28.3" ? "2023-03-28" : "";
    contender.flags =
        "signatures by mbedtls_ecdsa_sign_det_ext; ecdh is mbedtls_ecp_mul and mbedtls_sha256_ret";
    offer<Api>(contender);
    return contender;
}

} // namespace lab
