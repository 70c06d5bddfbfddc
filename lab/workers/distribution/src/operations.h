// The operations of one library of the distribution. The library's file defines
// open_distribution, which describes it and offers the operations of its Api.
#pragma once

#include "libraries.h"
#include "operation.h"

#include <algorithm>
#include <array>
#include <string>

namespace lab {

Contender open_distribution();

namespace distribution {

using Byte = std::uint8_t;

constexpr std::size_t scalar_length = 32, hash_length = 32;
constexpr std::size_t compressed_length = 33, uncompressed_length = 65;

// A result that is bytes; none when the library refuses.
struct Answer {
    Output bytes{};
    std::size_t length = 0;
};

// For a Call to inherit.
struct Answering {
    using Result = Answer;
    static std::size_t serialize(const Answer& r, Output& out) {
        std::copy_n(r.bytes.begin(), r.length, out.begin());
        return r.length;
    }
};

// An Api has reads_compressed, the types Pubkey, Seckey and Signature, objects of the library that
// can be moved, and
//   bool read(Bytes, Pubkey&), and the same of Seckey and Signature (64 bytes);
//   bool verify(const Pubkey&, const Signature&, Bytes msghash);
//   size_t sign(const Seckey&, Bytes msghash, Output&);
//   size_t create(Bytes seckey, Output&);
//   size_t ecdh(Bytes seckey, const Pubkey&, Output&);
//   size_t parse(Bytes pubkey, Output&);
// and, where the library has it,
//   bool parse_verify(Bytes pubkey, Bytes der, Bytes msghash);
//   size_t recover(Bytes sig, unsigned recid, Bytes msghash, Output&).
// A length of 0 is a refusal.
template <class Api>
struct Verify {
    using Result = int;
    struct Row {
        typename Api::Pubkey pubkey;
        typename Api::Signature sig;
        Bytes msghash;
    };
    static bool prepare(Fields in, Row& row) {
        row.msghash = in[2];
        return Api::read(in[0], row.pubkey) && Api::read(in[1], row.sig);
    }
    static void call(const Row& row, Result& r) { r = Api::verify(row.pubkey, row.sig, row.msghash) ? 1 : 0; }
};

template <class Api>
struct ParseVerify : EncodedRows {
    using Result = int;
    static void call(const Row& row, Result& r) {
        r = Api::parse_verify(row.pubkey, row.sig, Bytes(row.msg, hash_length)) ? 1 : 0;
    }
};

template <class Api>
struct Sign : Answering {
    struct Row {
        typename Api::Seckey seckey;
        Bytes msghash;
    };
    static bool prepare(Fields in, Row& row) {
        row.msghash = in[1];
        return Api::read(in[0], row.seckey);
    }
    static void call(const Row& row, Answer& r) { r.length = Api::sign(row.seckey, row.msghash, r.bytes); }
};

template <class Api>
struct SharedSecret : Answering {
    struct Row {
        Bytes seckey;
        typename Api::Pubkey pubkey;
    };
    static bool prepare(Fields in, Row& row) {
        row.seckey = in[0];
        return Api::read(in[1], row.pubkey);
    }
    static void call(const Row& row, Answer& r) { r.length = Api::ecdh(row.seckey, row.pubkey, r.bytes); }
};

// A call on one field as it is.
template <std::size_t (*fn)(Bytes, Output&)>
struct OnBytes : Answering {
    using Row = Bytes;
    static bool prepare(Fields in, Row& row) {
        row = in[0];
        return true;
    }
    static void call(const Row& row, Answer& r) { r.length = fn(row, r.bytes); }
};

template <class Api>
struct Recover : Answering {
    struct Row {
        Bytes sig, msghash;
        unsigned recid;
    };
    static bool prepare(Fields in, Row& row) {
        row = {in[0], in[2], in[1][0]};
        return true;
    }
    static void call(const Row& row, Answer& r) {
        r.length = Api::recover(row.sig, row.recid, row.msghash, r.bytes);
    }
};

template <class Api>
void offer(Contender& contender) {
    offer_empty(contender);
    contender.offer("ecdsa_verify", Verify<Api>{});
    contender.offer("ecdsa_sign", Sign<Api>{});
    contender.offer("pubkey_create", OnBytes<Api::create>{});
    contender.offer("ecdh", SharedSecret<Api>{});
    contender.offer("pubkey_parse65", OnBytes<Api::parse>{});
    if constexpr (Api::reads_compressed) {
        contender.offer("pubkey_parse33", OnBytes<Api::parse>{});
    }
    if constexpr (requires { &Api::parse_verify; }) {
        contender.offer("ecdsa_parse_verify", ParseVerify<Api>{});
    }
    if constexpr (requires { &Api::recover; }) {
        contender.offer("ecdsa_recover", Recover<Api>{});
    }
}

inline constexpr std::array<Byte, scalar_length> order = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
    0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
};
inline constexpr std::array<Byte, scalar_length> prime = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xfc, 0x2f,
};

inline bool below(Bytes number, const std::array<Byte, scalar_length>& bound) {
    return std::lexicographical_compare(number.begin(), number.end(), bound.begin(), bound.end());
}

// For libraries that compute with any number as a secret key.
inline bool is_seckey(Bytes bytes) {
    return below(bytes, order) && std::any_of(bytes.begin(), bytes.end(), [](Byte b) { return b != 0; });
}

// SEC 1's encoding of a point from its uncompressed one.
inline std::array<Byte, compressed_length> compress(const Byte* uncompressed) {
    std::array<Byte, compressed_length> out{};
    out[0] = (uncompressed[uncompressed_length - 1] & 1) == 0 ? 2 : 3;
    std::copy_n(uncompressed + 1, scalar_length, out.begin() + 1);
    return out;
}

} // namespace distribution

} // namespace lab
