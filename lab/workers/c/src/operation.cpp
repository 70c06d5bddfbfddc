#include "operation.h"

#include <map>

namespace lab {

namespace {

// Some fields, and one that is repeated after them.
std::vector<Length> fields(std::vector<Length> first, std::size_t n, const Length& repeated) {
    first.insert(first.end(), n, repeated);
    return first;
}

} // namespace

std::vector<Length> Contender::fields_of(const std::string& op) {
    const Length b1{{1}}, b32{{32}}, b33{{33}}, b36{{36}}, b64{{64}}, b65{{65}}, b66{{66}}, any{};
    static const std::map<std::string, std::vector<Length>> known = {
        {"empty", {}},
        {"pubkey_create", {b32}},
        {"ecdsa_sign", {b32, b32}},
        {"ecdsa_verify", {b65, b64, b32}},
        {"ecdsa_parse_verify", {{{33, 65}}, any, b32}},
        {"ecdsa_recover", {b64, b1, b32}},
        {"schnorr_sign", {b32, b32, b32}},
        {"schnorr_verify", {b32, b64, b32}},
        {"schnorr_parse_verify", {b32, b64, b32}},
        {"ecdh", {b32, b65}},
        {"secret_mul", {b32, b65}},
        {"pubkey_parse33", {b33}},
        {"pubkey_parse65", {b65}},
        {"pubkey_tweak_add", {b65, b32}},
        {"xonly_tweak_add_check", {b32, b1, b32, b32}},
        {"pubkey_combine", fields({}, combine_points, b65)},
        {"ellswift_encode", {b65, b32}},
        {"ellswift_decode", {b64}},
        {"ellswift_create", {b32, b32}},
        {"ellswift_xdh", {b64, b64, b32, b1}},
        {"musig_nonce_gen", {b32, b32, b65, b32}},
        {"musig_partial_sign", {b32, b32, b65, b32, b65, b66}},
        {"musig_partial_sig_verify", {b65, b66, b65, b66, b32, b32}},
        {"musig_pubkey_agg_100", fields({}, aggregate_keys, b65)},
        {"silentpayments_send_100", fields({b36, b32, b32}, 2 * send_recipients, b65)},
        {"silentpayments_scan_1000", fields({b32, b65, b65, b36, b65, b32}, scan_outputs, b65)},
        {"seckey_verify", {b32}},
        {"seckey_negate", {b32}},
        {"seckey_tweak_add", {b32, b32}},
        {"seckey_tweak_mul", {b32, b32}},
        {"der_parse", {any}},
        {"tagged_sha256", {any, b64}},
        {"base_mul", {b32}},
        {"point_mul", {b32, b65}},
    };
    return known.at(op);
}

} // namespace lab
