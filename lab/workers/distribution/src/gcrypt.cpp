// libgcrypt 1.10. It has S-expressions in the place of DER and reads uncompressed
// points only, so that it has neither pubkey_parse33 nor ecdsa_parse_verify.
#include "operations.h"

#include <gcrypt.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace lab {

namespace {

using namespace distribution;

template <class T, void (*release)(T)>
class Owned {
public:
    Owned() = default;
    Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() { release(object_); }

    T get() const { return object_; }
    T* at() { return &object_; }

private:
    T object_ = nullptr;
};
using Sexp = Owned<gcry_sexp_t, gcry_sexp_release>;
using Context = Owned<gcry_ctx_t, gcry_ctx_release>;
using Number = Owned<gcry_mpi_t, gcry_mpi_release>;
using Point = Owned<gcry_mpi_point_t, gcry_mpi_point_release>;

template <class... Values>
bool build(Sexp& out, const char* form, Values... values) {
    return gcry_sexp_build(out.at(), nullptr, form, values...) == 0;
}

int length_of(Bytes bytes) {
    return static_cast<int>(bytes.size());
}

// Writes a number of at most 32 bytes, without its leading zeros in the input.
bool write_scalar(gcry_sexp_t list, const char* name, Byte* out) {
    Sexp found;
    *found.at() = gcry_sexp_find_token(list, name, 0);
    std::size_t length = 0;
    const char* data = found.get() == nullptr ? nullptr : gcry_sexp_nth_data(found.get(), 1, &length);
    if (data == nullptr || length > scalar_length + 1) {
        return false;
    }
    if (length == scalar_length + 1) { // a sign
        data++;
        length--;
    }
    std::fill_n(out, scalar_length - length, Byte{0});
    std::copy_n(data, length, out + scalar_length - length);
    return true;
}

struct Api {
    static constexpr bool reads_compressed = false;

    using Seckey = Bytes;
    struct Pubkey {
        Sexp key;
        Bytes bytes;
    };
    struct Signature {
        Sexp list;
    };

    // The library checks no point that it is given.
    static bool read(Bytes bytes, Pubkey& out) {
        Context context;
        Point point;
        if (bytes.size() != uncompressed_length || bytes[0] != 4 ||
            !below(bytes.subspan(1, scalar_length), prime) || !below(bytes.last(scalar_length), prime) ||
            !build(out.key, "(public-key(ecc(curve secp256k1)(q %b)))", length_of(bytes), bytes.data()) ||
            gcry_mpi_ec_new(context.at(), out.key.get(), nullptr) != 0) {
            return false;
        }
        out.bytes = bytes;
        *point.at() = gcry_mpi_ec_get_point("q", context.get(), 1);
        return point.get() != nullptr && gcry_mpi_ec_curve_point(point.get(), context.get()) != 0;
    }
    static bool read(Bytes bytes, Seckey& out) {
        out = bytes;
        return is_seckey(bytes);
    }
    // In secure memory, for products in constant time are only of numbers there.
    static bool private_key(Bytes bytes, Sexp& out) {
        Byte* const secure = static_cast<Byte*>(gcry_malloc_secure(scalar_length));
        if (secure == nullptr || !is_seckey(bytes)) {
            gcry_free(secure);
            return false;
        }
        std::copy_n(bytes.begin(), scalar_length, secure);
        const bool ok = build(out, "(private-key(ecc(curve secp256k1)(d %b)))", length_of(bytes), secure);
        gcry_free(secure);
        return ok;
    }
    static bool read(Bytes bytes, Signature& out) {
        return build(out.list, "(sig-val(ecdsa(r %b)(s %b)))", length_of(bytes.first(scalar_length)),
                     bytes.data(), length_of(bytes.last(scalar_length)), bytes.data() + scalar_length);
    }
    static bool verify(const Pubkey& pubkey, const Signature& sig, Bytes msghash) {
        Sexp data;
        return build(data, "(data(flags raw)(value %b))", length_of(msghash), msghash.data()) &&
               gcry_pk_verify(sig.list.get(), data.get(), pubkey.key.get()) == 0;
    }
    static std::size_t sign(const Seckey& seckey, Bytes msghash, Output& out) {
        Sexp key, data, sig;
        return private_key(seckey, key) &&
                       build(data, "(data(flags rfc6979)(hash sha256 %b))", length_of(msghash),
                             msghash.data()) &&
                       gcry_pk_sign(sig.at(), data.get(), key.get()) == 0 &&
                       write_scalar(sig.get(), "r", out.data()) &&
                       write_scalar(sig.get(), "s", out.data() + scalar_length)
                   ? 2 * scalar_length
                   : 0;
    }
    static std::size_t create(Bytes seckey, Output& out) {
        Sexp key;
        Context context;
        if (!private_key(seckey, key) || gcry_mpi_ec_new(context.at(), key.get(), nullptr) != 0) {
            return 0;
        }
        Number q;
        *q.at() = gcry_mpi_ec_get_mpi("q", context.get(), 1);
        unsigned bits = 0;
        const void* const bytes = q.get() == nullptr ? nullptr : gcry_mpi_get_opaque(q.get(), &bits);
        if (bytes == nullptr || bits != uncompressed_length * 8) {
            return 0;
        }
        std::copy_n(static_cast<const Byte*>(bytes), uncompressed_length, out.begin());
        return uncompressed_length;
    }
    static std::size_t ecdh(Bytes seckey, const Pubkey& pubkey, Output& out) {
        Sexp key;
        Sexp input, shared;
        if (!private_key(seckey, key) ||
            !build(input, "(enc-val(ecdh(e %b)))", length_of(pubkey.bytes), pubkey.bytes.data()) ||
            gcry_pk_decrypt(shared.at(), input.get(), key.get()) != 0) {
            return 0;
        }
        std::size_t length = 0;
        const char* const point = gcry_sexp_nth_data(shared.get(), 1, &length);
        if (point == nullptr || length != uncompressed_length) {
            return 0;
        }
        const auto compressed = compress(reinterpret_cast<const Byte*>(point));
        gcry_md_hash_buffer(GCRY_MD_SHA256, out.data(), compressed.data(), compressed.size());
        return hash_length;
    }
    static std::size_t parse(Bytes pubkey, Output& out) {
        Pubkey key;
        if (!read(pubkey, key)) {
            return 0;
        }
        std::copy_n(pubkey.begin(), uncompressed_length, out.begin());
        return uncompressed_length;
    }
};

} // namespace

Contender open_distribution() {
    const char* const version = gcry_check_version(GCRYPT_VERSION);
    // Where memory cannot be locked it is as good for what is measured.
    if (version == nullptr || gcry_control(GCRYCTL_SUSPEND_SECMEM_WARN) != 0 ||
        gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0) != 0) {
        throw Unusable{"libgcrypt does not start"};
    }
    Contender contender;
    contender.name = "libgcrypt";
    contender.version = version;
    contender.date = contender.version == "1.10.1" ? "2022-03-28" : "";
    contender.flags =
        "secret keys in secure memory; S-expressions; signatures with the flag rfc6979; pubkey_create is "
        "gcry_mpi_ec_get_mpi, ecdh gcry_pk_decrypt and gcry_md_hash_buffer";
    contender.marks.push_back(
        {"unchecked", "ecdsa_verify,ecdh,pubkey_parse65",
         "cipher/ecc.c of 1.10.1 checks no point that it reads; that its coordinates are below p and "
         "gcry_mpi_ec_curve_point are the worker's"});
    contender.marks.push_back(
        {"unchecked", "ecdsa_sign,ecdh,pubkey_create",
         "cipher/ecc.c of 1.10.1 computes with a secret key of 0, and of n and above; the range is "
         "the worker's"});
    offer<Api>(contender);
    return contender;
}

} // namespace lab
