// Botan 2.19.
#include "operations.h"

#include <botan/auto_rng.h>
#include <botan/ec_group.h>
#include <botan/ecdsa.h>
#include <botan/exceptn.h>
#include <botan/hash.h>
#include <botan/pubkey.h>
#include <botan/version.h>

#include <memory>
#include <optional>
#include <vector>

namespace lab {

namespace {

using namespace distribution;

const Botan::EC_Group& group() {
    static const Botan::EC_Group it("secp256k1");
    return it;
}

Botan::RandomNumberGenerator& rng() {
    static Botan::AutoSeeded_RNG it;
    return it;
}

// Keeps what products with a secret number use between calls.
std::vector<Botan::BigInt>& workspace() {
    static std::vector<Botan::BigInt> it;
    return it;
}

// The library refuses by exceptions; a result of 0 or false stands for one.
template <class F>
auto refusing(F&& f) -> decltype(f()) {
    try {
        return f();
    } catch (const Botan::Exception&) {
        return {};
    }
}

std::size_t write(const Botan::PointGFp& point, Output& out) {
    const std::vector<Byte> bytes = point.encode(Botan::PointGFp::UNCOMPRESSED);
    std::copy_n(bytes.begin(), std::min(bytes.size(), out.size()), out.begin());
    return bytes.size() == uncompressed_length ? uncompressed_length : 0;
}

struct Api {
    static constexpr bool reads_compressed = true;

    struct Pubkey {
        Botan::PointGFp point;
        std::unique_ptr<Botan::PK_Verifier> verifier;
    };
    struct Seckey {
        std::unique_ptr<Botan::ECDSA_PrivateKey> key; // which the signer refers to
        std::unique_ptr<Botan::PK_Signer> signer;
    };
    using Signature = Bytes;

    static bool is_seckey(const Botan::BigInt& k) { return !k.is_zero() && k < group().get_order(); }

    static bool read(Bytes bytes, Pubkey& out) {
        return refusing([&] {
            out.point = group().OS2ECP(bytes.data(), bytes.size());
            out.verifier = verifier(out.point, Botan::IEEE_1363);
            return true;
        });
    }
    static std::unique_ptr<Botan::PK_Verifier> verifier(const Botan::PointGFp& point,
                                                        Botan::Signature_Format format) {
        return std::make_unique<Botan::PK_Verifier>(Botan::ECDSA_PublicKey(group(), point), "Raw(SHA-256)",
                                                    format);
    }
    static bool read(Bytes bytes, Seckey& out) {
        return refusing([&] {
            const Botan::BigInt k(bytes.data(), bytes.size());
            if (is_seckey(k)) {
                out.key = std::make_unique<Botan::ECDSA_PrivateKey>(rng(), group(), k);
                out.signer = std::make_unique<Botan::PK_Signer>(*out.key, rng(), "Raw(SHA-256)");
            }
            return out.signer != nullptr;
        });
    }
    static bool read(Bytes bytes, Signature& out) {
        out = bytes;
        return true;
    }
    static bool verify(const Pubkey& pubkey, const Signature& sig, Bytes msghash) {
        return refusing([&] {
            return pubkey.verifier->verify_message(msghash.data(), msghash.size(), sig.data(), sig.size());
        });
    }
    static bool parse_verify(Bytes pubkey, Bytes der, Bytes msghash) {
        return refusing([&] {
            const Botan::PointGFp point = group().OS2ECP(pubkey.data(), pubkey.size());
            return verifier(point, Botan::DER_SEQUENCE)
                ->verify_message(msghash.data(), msghash.size(), der.data(), der.size());
        });
    }
    static std::size_t recover(Bytes sig, unsigned recid, Bytes msghash, Output& out) {
        return refusing([&] {
            const Botan::BigInt r(sig.data(), scalar_length), s(sig.data() + scalar_length, scalar_length);
            const Botan::ECDSA_PublicKey key(group(), std::vector<Byte>(msghash.begin(), msghash.end()), r, s,
                                             static_cast<Byte>(recid));
            return write(key.public_point(), out);
        });
    }
    static std::size_t sign(const Seckey& seckey, Bytes msghash, Output& out) {
        return refusing([&] {
            const std::vector<Byte> sig = seckey.signer->sign_message(msghash.data(), msghash.size(), rng());
            std::copy_n(sig.begin(), std::min(sig.size(), out.size()), out.begin());
            return sig.size() == 2 * scalar_length ? sig.size() : 0;
        });
    }
    static std::size_t create(Bytes seckey, Output& out) {
        return refusing([&]() -> std::size_t {
            const Botan::BigInt k(seckey.data(), seckey.size());
            return is_seckey(k) ? write(group().blinded_base_point_multiply(k, rng(), workspace()), out) : 0;
        });
    }
    static std::size_t ecdh(Bytes seckey, const Pubkey& pubkey, Output& out) {
        return refusing([&]() -> std::size_t {
            const Botan::BigInt k(seckey.data(), seckey.size());
            if (!is_seckey(k)) {
                return 0;
            }
            const std::vector<Byte> compressed =
                group()
                    .blinded_var_point_multiply(pubkey.point, k, rng(), workspace())
                    .encode(Botan::PointGFp::COMPRESSED);
            const auto sha256 = Botan::HashFunction::create("SHA-256");
            sha256->update(compressed);
            sha256->final(out.data());
            return hash_length;
        });
    }
    static std::size_t parse(Bytes pubkey, Output& out) {
        return refusing([&] { return write(group().OS2ECP(pubkey.data(), pubkey.size()), out); });
    }
};

} // namespace

Contender open_distribution() {
    Contender contender;
    contender.name = "botan";
    contender.version = Botan::short_version_string();
    contender.date = contender.version == "2.19.3" ? "2022-11-16" : "";
    contender.flags =
        "PK_Signer and PK_Verifier with Raw(SHA-256); ecdh is blinded_var_point_multiply and SHA-256";
    offer<Api>(contender);
    return contender;
}

} // namespace lab
