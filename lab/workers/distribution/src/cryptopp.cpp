// Crypto++ 8.7. No ecdsa_parse_verify: DSAConvertSignatureFormat reads BER, and what
// follows it unseen.
#include "operations.h"

#include <cryptopp/eccrypto.h>
#include <cryptopp/ecp.h>
#include <cryptopp/integer.h>
#include <cryptopp/oids.h>
#include <cryptopp/osrng.h>
#include <cryptopp/sha.h>

#include <memory>
#include <string>

namespace lab {

namespace {

using namespace distribution;

using Group = CryptoPP::DL_GroupParameters_EC<CryptoPP::ECP>;

// A message that is a hash already: the library's signatures hash what they are given.
class Given final : public CryptoPP::HashTransformation {
public:
    static constexpr int DIGESTSIZE = hash_length;
    static const char* StaticAlgorithmName() { return "Given"; }

    void Update(const Byte* input, std::size_t length) override {
        const std::size_t n = std::min(length, sizeof bytes_ - length_);
        std::copy_n(input, n, bytes_ + length_);
        length_ += n;
    }
    unsigned DigestSize() const override { return DIGESTSIZE; }
    void TruncatedFinal(Byte* digest, std::size_t size) override {
        std::copy_n(bytes_, std::min(size, sizeof bytes_), digest);
        length_ = 0;
    }

private:
    Byte bytes_[hash_length] = {};
    std::size_t length_ = 0;
};
using Scheme = CryptoPP::ECDSA<CryptoPP::ECP, Given>;

const Group& group() {
    static const Group it(CryptoPP::ASN1::secp256k1());
    return it;
}

CryptoPP::RandomNumberGenerator& rng() {
    static CryptoPP::AutoSeededRandomPool it;
    return it;
}

// Below p in both coordinates and on the curve.
bool read_point(Bytes bytes, CryptoPP::ECP::Point& out) {
    return group().GetCurve().DecodePoint(out, bytes.data(), bytes.size()) && !out.identity &&
           group().GetCurve().VerifyPoint(out);
}

bool read_scalar(Bytes bytes, CryptoPP::Integer& out) {
    out.Decode(bytes.data(), bytes.size());
    return out.IsPositive() && out < group().GetSubgroupOrder();
}

std::size_t write(const CryptoPP::ECP::Point& point, Output& out) {
    group().GetCurve().EncodePoint(out.data(), point, false);
    return uncompressed_length;
}

struct Api {
    static constexpr bool reads_compressed = true;

    struct Pubkey {
        CryptoPP::ECP::Point point;
        std::unique_ptr<Scheme::Verifier> verifier;
    };
    using Seckey = std::unique_ptr<Scheme::Signer>;
    using Signature = Bytes;

    static bool read(Bytes bytes, Pubkey& out) {
        if (!read_point(bytes, out.point)) {
            return false;
        }
        out.verifier = std::make_unique<Scheme::Verifier>();
        out.verifier->AccessKey().Initialize(group(), out.point);
        return true;
    }
    static bool read(Bytes bytes, Seckey& out) {
        CryptoPP::Integer k;
        if (!read_scalar(bytes, k)) {
            return false;
        }
        out = std::make_unique<Scheme::Signer>();
        out->AccessKey().Initialize(group(), k);
        return true;
    }
    static bool read(Bytes bytes, Signature& out) {
        out = bytes;
        return true;
    }
    static bool verify(const Pubkey& pubkey, const Signature& sig, Bytes msghash) {
        return pubkey.verifier->VerifyMessage(msghash.data(), msghash.size(), sig.data(), sig.size());
    }
    static std::size_t sign(const Seckey& seckey, Bytes msghash, Output& out) {
        return seckey->SignMessage(rng(), msghash.data(), msghash.size(), out.data());
    }
    static std::size_t create(Bytes seckey, Output& out) {
        CryptoPP::Integer k;
        return read_scalar(seckey, k) ? write(group().ExponentiateBase(k), out) : 0;
    }
    static std::size_t ecdh(Bytes seckey, const Pubkey& pubkey, Output& out) {
        CryptoPP::Integer k;
        if (!read_scalar(seckey, k)) {
            return 0;
        }
        Byte compressed[compressed_length];
        group().GetCurve().EncodePoint(compressed, group().ExponentiateElement(pubkey.point, k), true);
        CryptoPP::SHA256().CalculateDigest(out.data(), compressed, sizeof compressed);
        return hash_length;
    }
    static std::size_t parse(Bytes pubkey, Output& out) {
        CryptoPP::ECP::Point point;
        return read_point(pubkey, point) ? write(point, out) : 0;
    }
};

} // namespace

Contender open_distribution() {
    Contender contender;
    const int version = CryptoPP::LibraryVersion(); // 870 is 8.7.0
    contender.name = "cryptopp";
    contender.version = std::to_string(version / 100) + "." + std::to_string(version / 10 % 10) + "." +
                        std::to_string(version % 10);
    contender.date = contender.version == "8.7.0" ? "2022-08-07" : "";
    contender.flags = "ECDSA<ECP> on a message that is a hash; ecdh is ExponentiateElement and SHA256";
    contender.marks.push_back(
        {"vartime", "ecdsa_sign,pubkey_create,ecdh",
         "ecp.cpp of 8.7.0: SimultaneousMultiply slides a window over the secret number "
         "(WindowSlider of algebra.cpp)"});
    offer<Api>(contender);
    return contender;
}

} // namespace lab
