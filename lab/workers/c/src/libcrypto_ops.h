// The operations of OpenSSL's libcrypto.
#pragma once

#include "libcrypto_abi.h"
#include "library.h"
#include "operation.h"

#include <utility>

namespace lab::libcrypto {

constexpr std::size_t scalar_length = 32;
constexpr std::size_t der_max = 72; // two integers of 33 bytes, with their headers
constexpr int hash_length = 32;

// An object of the library, freed by the library.
template <class T>
class Owned {
public:
    Owned() = default;
    Owned(T* object, void (*deleter)(T*)) : object_(object), release_(deleter) {}
    Owned(Owned&& other) noexcept { swap(other); }
    Owned& operator=(Owned&& other) noexcept {
        Owned moved(std::move(other));
        swap(moved);
        return *this;
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (object_ != nullptr) {
            release_(object_);
        }
    }

    T* get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }
    // Gives the object away.
    T* release() { return std::exchange(object_, nullptr); }

private:
    void swap(Owned& other) noexcept {
        std::swap(object_, other.object_);
        std::swap(release_, other.release_);
    }

    T* object_ = nullptr;
    void (*release_)(T*) = nullptr;
};

// The functions that all versions have, the group, and a BN_CTX and a number
// that calls may use.
struct Base {
    BN_new* bn_new;
    BN_free* bn_free;
    BN_bin2bn* bin2bn;
    BN_bn2binpad* bn2binpad;
    BN_cmp* cmp;
    BN_is_zero* is_zero;
    BN_is_negative* is_negative;
    EC_POINT_new* point_new;
    EC_POINT_free* point_free;
    EC_POINT_mul* point_mul;
    EC_POINT_oct2point* oct2point;
    EC_POINT_point2oct* point2oct;
    ECDSA_SIG_new* sig_new;
    ECDSA_SIG_free* sig_free;
    ECDSA_SIG_get0* sig_get0;
    ECDSA_SIG_set0* sig_set0;
    d2i_ECDSA_SIG* d2i;
    i2d_ECDSA_SIG* i2d;
    SHA256* sha256;

    const EC_GROUP* group;
    const BIGNUM* order;
    BN_CTX* ctx;
    BIGNUM* scratch;

    Owned<BIGNUM> number(Bytes bytes) const;
    Owned<EC_POINT> new_point() const { return {point_new(group), point_free}; }
    // Null when the bytes are not a point.
    Owned<EC_POINT> point(Bytes bytes) const;
    // From r and s of 32 bytes each, whatever their values.
    Owned<ECDSA_SIG> signature(Bytes compact) const;

    bool is_seckey(const BIGNUM* k) const { return is_zero(k) == 0 && cmp(k, order) < 0; }
    // Sets the scratch number to a secret key; null when it is out of range.
    const BIGNUM* seckey(const Byte* bytes) const {
        const BIGNUM* const k = bin2bn(bytes, scalar_length, scratch);
        return k != nullptr && is_seckey(k) ? k : nullptr;
    }
    // Writes r and s of 32 bytes each; 0 when one does not fit.
    std::size_t serialize_signature(const ECDSA_SIG* sig, Output& out) const;
};

// Results that are points. The object is made before the timed call; the
// conversion to affine coordinates belongs to writing it as bytes, after it.
struct PointResult : Base {
    struct Result {
        Owned<EC_POINT> point;
        int ok = 0;
    };
    void reserve(Result& r) const { r.point = new_point(); }
    std::size_t serialize(const Result& r, Output& out) const;
};

// ECDSA by EC_KEY (1.1) or by EVP_PKEY (3.0 and later).
void offer_ecdsa_eckey(Contender& contender, const Library& library, const Base& base);
void offer_ecdsa_evp(Contender& contender, const Library& library, const Base& base);

} // namespace lab::libcrypto
