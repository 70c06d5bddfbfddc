/* Calls whose arguments share memory: what is read before what is written shows in the results. */
#include "comparison.h"

namespace {

/* object: an output that the call zeroes before it reads the objects among its inputs. */
enum class kind { output, number, seckey, message, pubkey, xonly, keypair, signature, object };

struct argument {
    kind what;
    size_t size;
    size_t alignment = 1;
    /* An object that is only an object while nothing else is written into it. */
    bool whole() const { return what >= kind::pubkey; }
    bool is_output() const { return what == kind::output || what == kind::object; }
};

constexpr argument out32 = {kind::output, 32}, out64 = {kind::output, 64}, out65 = {kind::output, 65},
                   out96 = {kind::output, 96}, object64 = {kind::object, 64};
constexpr argument number32 = {kind::number, 32}, seckey32 = {kind::seckey, 32},
                   message40 = {kind::message, 40}, bytes64 = {kind::message, 64};
constexpr argument pubkey64 = {kind::pubkey, 64}, xonly64 = {kind::xonly, 64},
                   keypair96 = {kind::keypair, 96};
constexpr argument int4 = {kind::output, 4, 4}, length8 = {kind::output, 8, 8};
constexpr argument signature64 = {kind::signature, 64}, signature65 = {kind::signature, 65};

/* Where the arguments of a call are, in their order. */
using places = std::vector<unsigned char*>;

template <class T>
T* as(unsigned char* p) {
    return static_cast<T*>(static_cast<void*>(p));
}

struct shared_call {
    const char* name;
    std::vector<argument> arguments;
    long long (*run)(const api& f, secp256k1_context* ctx, const places& at);
};

const shared_call calls[] = {
    {"ec_seckey_negate",
     {seckey32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ec_seckey_negate(ctx, at[0]);
     }},
    {"ec_seckey_tweak_add",
     {seckey32, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ec_seckey_tweak_add(ctx, at[0], at[1]);
     }},
    {"ec_seckey_tweak_mul",
     {seckey32, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ec_seckey_tweak_mul(ctx, at[0], at[1]);
     }},
    {"ec_pubkey_tweak_add",
     {pubkey64, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ec_pubkey_tweak_add(ctx, as<secp256k1_pubkey>(at[0]), at[1]);
     }},
    {"ec_pubkey_tweak_mul",
     {pubkey64, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ec_pubkey_tweak_mul(ctx, as<secp256k1_pubkey>(at[0]), at[1]);
     }},
    {"keypair_xonly_tweak_add",
     {keypair96, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.keypair_xonly_tweak_add(ctx, as<secp256k1_keypair>(at[0]), at[1]);
     }},
    {"xonly_pubkey_tweak_add",
     {object64, xonly64, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.xonly_pubkey_tweak_add(ctx, as<secp256k1_pubkey>(at[0]), as<secp256k1_xonly_pubkey>(at[1]),
                                         at[2]);
     }},
    {"ellswift_encode",
     {out64, pubkey64, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_encode(ctx, at[0], as<secp256k1_pubkey>(at[1]), at[2]);
     }},
    {"ellswift_decode",
     {out64, bytes64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_decode(ctx, as<secp256k1_pubkey>(at[0]), at[1]);
     }},
    {"ellswift_create",
     {out64, seckey32, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_create(ctx, at[0], at[1], at[2]);
     }},
    {"ellswift_xdh",
     {out32, bytes64, bytes64, seckey32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_xdh(ctx, at[0], at[1], at[2], at[3], 0, f.ellswift_xdh_hash_function_bip324,
                               nullptr);
     }},
    {"ec_pubkey_create",
     {out64, seckey32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ec_pubkey_create(ctx, as<secp256k1_pubkey>(at[0]), at[1]);
     }},
    {"keypair_create",
     {out96, seckey32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.keypair_create(ctx, as<secp256k1_keypair>(at[0]), at[1]);
     }},
    {"keypair_xonly_pub",
     {out64, keypair96},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.keypair_xonly_pub(ctx, as<secp256k1_xonly_pubkey>(at[0]), nullptr,
                                    as<secp256k1_keypair>(at[1]));
     }},
    {"xonly_pubkey_from_pubkey",
     {out64, pubkey64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.xonly_pubkey_from_pubkey(ctx, as<secp256k1_xonly_pubkey>(at[0]), nullptr,
                                           as<secp256k1_pubkey>(at[1]));
     }},
    {"keypair_xonly_pub with parity",
     {out64, int4, keypair96},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.keypair_xonly_pub(ctx, as<secp256k1_xonly_pubkey>(at[0]), as<int>(at[1]),
                                    as<secp256k1_keypair>(at[2]));
     }},
    {"xonly_pubkey_from_pubkey with parity",
     {out64, int4, pubkey64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.xonly_pubkey_from_pubkey(ctx, as<secp256k1_xonly_pubkey>(at[0]), as<int>(at[1]),
                                           as<secp256k1_pubkey>(at[2]));
     }},
    {"ecdsa_signature_serialize_der with length",
     {{kind::output, 80}, length8, signature64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         *as<size_t>(at[1]) = 80;
         return f.ecdsa_signature_serialize_der(ctx, at[0], as<size_t>(at[1]),
                                                as<secp256k1_ecdsa_signature>(at[2]));
     }},
    {"ecdsa_recoverable_signature_serialize_compact with id",
     {out64, int4, signature65},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_recoverable_signature_serialize_compact(
             ctx, at[0], as<int>(at[1]), as<secp256k1_ecdsa_recoverable_signature>(at[2]));
     }},
    {"ec_pubkey_parse",
     {out64, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         at[1][0] = 2;
         return f.ec_pubkey_parse(ctx, as<secp256k1_pubkey>(at[0]), at[1], 33);
     }},
    {"xonly_pubkey_parse",
     {out64, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.xonly_pubkey_parse(ctx, as<secp256k1_xonly_pubkey>(at[0]), at[1]);
     }},
    {"ec_pubkey_serialize",
     {out65, pubkey64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         size_t length = 65;
         return f.ec_pubkey_serialize(ctx, at[0], &length, as<secp256k1_pubkey>(at[1]),
                                      SECP256K1_EC_UNCOMPRESSED);
     }},
    {"xonly_pubkey_serialize",
     {out32, xonly64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.xonly_pubkey_serialize(ctx, at[0], as<secp256k1_xonly_pubkey>(at[1]));
     }},
    {"ec_pubkey_combine",
     {object64, pubkey64, pubkey64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         const secp256k1_pubkey* keys[] = {as<secp256k1_pubkey>(at[1]), as<secp256k1_pubkey>(at[2])};
         return f.ec_pubkey_combine(ctx, as<secp256k1_pubkey>(at[0]), keys, 2);
     }},
    {"ecdsa_sign",
     {out64, number32, seckey32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_sign(ctx, as<secp256k1_ecdsa_signature>(at[0]), at[1], at[2], nullptr, nullptr);
     }},
    {"ecdsa_sign_recoverable",
     {out65, number32, seckey32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_sign_recoverable(ctx, as<secp256k1_ecdsa_recoverable_signature>(at[0]), at[1], at[2],
                                         nullptr, at[1]);
     }},
    {"ecdsa_recover",
     {out64, signature65, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_recover(ctx, as<secp256k1_pubkey>(at[0]),
                                as<secp256k1_ecdsa_recoverable_signature>(at[1]), at[2]);
     }},
    {"ecdsa_signature_parse_compact",
     {out64, number32, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_signature_parse_compact(ctx, as<secp256k1_ecdsa_signature>(at[0]), at[1]);
     }},
    {"ecdsa_signature_serialize_compact",
     {out64, signature64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_signature_serialize_compact(ctx, at[0], as<secp256k1_ecdsa_signature>(at[1]));
     }},
    {"ecdsa_recoverable_signature_serialize_compact",
     {out64, signature65},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         int id = 0;
         const int ok = f.ecdsa_recoverable_signature_serialize_compact(
             ctx, at[0], &id, as<secp256k1_ecdsa_recoverable_signature>(at[1]));
         return ok * 100 + id;
     }},
    {"ecdsa_recoverable_signature_parse_compact",
     {out65, number32, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_recoverable_signature_parse_compact(
             ctx, as<secp256k1_ecdsa_recoverable_signature>(at[0]), at[1], 1);
     }},
    {"ecdsa_recoverable_signature_convert",
     {out64, signature65},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_recoverable_signature_convert(ctx, as<secp256k1_ecdsa_signature>(at[0]),
                                                      as<secp256k1_ecdsa_recoverable_signature>(at[1]));
     }},
    {"ecdsa_signature_normalize",
     {out64, signature64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdsa_signature_normalize(ctx, as<secp256k1_ecdsa_signature>(at[0]),
                                            as<secp256k1_ecdsa_signature>(at[1]));
     }},
    {"ecdsa_signature_serialize_der",
     {{kind::output, 80}, signature64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         size_t length = 80;
         return f.ecdsa_signature_serialize_der(ctx, at[0], &length, as<secp256k1_ecdsa_signature>(at[1]));
     }},
    {"ecdh",
     {out32, pubkey64, seckey32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ecdh(ctx, at[0], as<secp256k1_pubkey>(at[1]), at[2], nullptr, nullptr);
     }},
    {"tagged_sha256",
     {out32, message40, message40},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.tagged_sha256(ctx, at[0], at[1], 40, at[2], 40);
     }},
    {"schnorrsig_sign32",
     {out64, number32, keypair96, number32},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.schnorrsig_sign32(ctx, at[0], at[1], as<secp256k1_keypair>(at[2]), at[3]);
     }},
};

} // namespace

void comparison::register_overlap_operations() {
    for (const shared_call& c : calls) {
        add((std::string("overlapping ") + c.name), [this, &c] {
            constexpr size_t size = 1024;
            bytes memory = in_.uniform(size);
            std::vector<size_t> offsets;
            for (const argument& a : c.arguments) {
                if (offsets.empty()) {
                    offsets.push_back(size / 2);
                } else if (in_.chance(6)) {
                    offsets.push_back(128 * offsets.size());
                } else {
                    /* At any distance from an earlier one at which they share a byte. */
                    const size_t i = in_.random().below(offsets.size());
                    const size_t reach = c.arguments[i].size + a.size - 1;
                    const size_t distance = in_.chance(3) ? a.size - 1 : in_.random().below(reach);
                    const bool both_whole = a.whole() && c.arguments[i].whole();
                    offsets.push_back(both_whole ? offsets[i] : offsets[i] + distance - (a.size - 1));
                    offsets.back() -= offsets.back() % a.alignment;
                }
            }
            /* Objects that must stay whole are written after the others. */
            for (const bool whole : {false, true}) {
                for (size_t i = 0; i < c.arguments.size(); i++) {
                    const argument& a = c.arguments[i];
                    if (a.is_output() || a.whole() != whole)
                        continue;
                    bytes content;
                    switch (a.what) {
                    case kind::number:
                        content = in_.number();
                        break;
                    case kind::seckey:
                        content = in_.seckey();
                        break;
                    case kind::message:
                        content = in_.uniform(a.size);
                        break;
                    case kind::pubkey:
                        content = pubkey();
                        break;
                    case kind::xonly:
                        content = xonly();
                        break;
                    case kind::keypair:
                        content = keypair();
                        break;
                    case kind::signature:
                        content = signature(in_.number(), in_.seckey());
                        break;
                    default:
                        break;
                    }
                    std::copy_n(content.begin(), a.size,
                                memory.begin() + static_cast<std::ptrdiff_t>(offsets[i]));
                }
            }
            both(
                [&](side& s) {
                    unsigned char* base = s.inout(memory);
                    places at;
                    for (size_t offset : offsets)
                        at.push_back(base + offset);
                    return c.run(s.f(), s.context(side::fresh), at);
                },
                all_but_firings);
        });
    }
}
