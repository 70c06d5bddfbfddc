/* ElligatorSwift, MuSig2 and silent payments: every argument missing, unset or of another type in turn, and
 * arguments that share memory. */
#include <set>

#include "comparison.h"

namespace {

/* What an argument holds before the call. Those after message are opaque objects, those after keypair begin
 * with a magic of their type. */
enum class kind {
    output,
    number,
    seckey,
    message,
    point,
    nonces,
    recipient,
    pubkey,
    xonly,
    keypair,
    keyagg,
    secnonce,
    pubnonce,
    aggnonce,
    session,
    part,
    label,
    summary,
};

struct argument {
    kind what;
    size_t size;
    size_t alignment = 1;
    bool whole() const { return what >= kind::recipient; }
    bool has_magic() const { return what >= kind::keyagg; }
};

constexpr argument out(size_t size, size_t alignment = 1) {
    return {kind::output, size, alignment};
}
constexpr argument number = {kind::number, 32}, seckey = {kind::seckey, 32}, message = {kind::message, 32},
                   outpoint = {kind::message, 36}, ell64 = {kind::message, 64}, point = {kind::point, 33},
                   nonces = {kind::nonces, 66}, pubkey_of = {kind::pubkey, 64}, xonly_of = {kind::xonly, 64},
                   keypair_of = {kind::keypair, 96}, keyagg = {kind::keyagg, 197},
                   secnonce = {kind::secnonce, 132}, pubnonce = {kind::pubnonce, 132},
                   aggnonce = {kind::aggnonce, 132}, session = {kind::session, 133}, part = {kind::part, 36},
                   label = {kind::label, 68}, summary = {kind::summary, 101},
                   recipient = {kind::recipient, sizeof(secp256k1_silentpayments_recipient),
                                alignof(secp256k1_silentpayments_recipient)};

/* Where the arguments of a call are, in their order; null for one that is missing. */
using places = std::vector<unsigned char*>;

template <class T>
T* as(unsigned char* p) {
    return static_cast<T*>(static_cast<void*>(p));
}

struct call_row {
    const char* name;
    std::vector<argument> arguments;
    long long (*run)(const api& f, secp256k1_context* ctx, const places& at);
};

const call_row rows[] = {
    {"ellswift_encode",
     {out(64), pubkey_of, number},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_encode(ctx, at[0], as<secp256k1_pubkey>(at[1]), at[2]);
     }},
    {"ellswift_decode",
     {out(64), ell64},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_decode(ctx, as<secp256k1_pubkey>(at[0]), at[1]);
     }},
    {"ellswift_create",
     {out(64), seckey, number},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_create(ctx, at[0], at[1], at[2]);
     }},
    {"ellswift_xdh",
     {out(32), ell64, ell64, seckey},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_xdh(ctx, at[0], at[1], at[2], at[3], 1, f.ellswift_xdh_hash_function_bip324,
                               nullptr);
     }},
    {"ellswift_xdh without a hash function",
     {out(32), ell64, ell64, seckey},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.ellswift_xdh(ctx, at[0], at[1], at[2], at[3], 0, nullptr, nullptr);
     }},
    {"musig_pubnonce_parse",
     {out(132), nonces},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_pubnonce_parse(ctx, as<secp256k1_musig_pubnonce>(at[0]), at[1]);
     }},
    {"musig_pubnonce_serialize",
     {out(66), pubnonce},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_pubnonce_serialize(ctx, at[0], as<secp256k1_musig_pubnonce>(at[1]));
     }},
    {"musig_aggnonce_parse",
     {out(132), nonces},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_aggnonce_parse(ctx, as<secp256k1_musig_aggnonce>(at[0]), at[1]);
     }},
    {"musig_aggnonce_serialize",
     {out(66), aggnonce},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_aggnonce_serialize(ctx, at[0], as<secp256k1_musig_aggnonce>(at[1]));
     }},
    {"musig_partial_sig_parse",
     {out(36), number},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_partial_sig_parse(ctx, as<secp256k1_musig_partial_sig>(at[0]), at[1]);
     }},
    {"musig_partial_sig_serialize",
     {out(32), part},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_partial_sig_serialize(ctx, at[0], as<secp256k1_musig_partial_sig>(at[1]));
     }},
    {"musig_pubkey_agg",
     {out(64), out(197), pubkey_of, pubkey_of},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         const secp256k1_pubkey* const keys[] = {as<secp256k1_pubkey>(at[2]), as<secp256k1_pubkey>(at[3])};
         return f.musig_pubkey_agg(ctx, as<secp256k1_xonly_pubkey>(at[0]),
                                   as<secp256k1_musig_keyagg_cache>(at[1]), keys, 2);
     }},
    {"musig_pubkey_agg without keys",
     {out(64), out(197)},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_pubkey_agg(ctx, as<secp256k1_xonly_pubkey>(at[0]),
                                   as<secp256k1_musig_keyagg_cache>(at[1]), nullptr, 1);
     }},
    {"musig_pubkey_get",
     {out(64), keyagg},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_pubkey_get(ctx, as<secp256k1_pubkey>(at[0]), as<secp256k1_musig_keyagg_cache>(at[1]));
     }},
    {"musig_pubkey_ec_tweak_add",
     {out(64), keyagg, number},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_pubkey_ec_tweak_add(ctx, as<secp256k1_pubkey>(at[0]),
                                            as<secp256k1_musig_keyagg_cache>(at[1]), at[2]);
     }},
    {"musig_pubkey_xonly_tweak_add",
     {out(64), keyagg, number},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_pubkey_xonly_tweak_add(ctx, as<secp256k1_pubkey>(at[0]),
                                               as<secp256k1_musig_keyagg_cache>(at[1]), at[2]);
     }},
    {"musig_nonce_gen",
     {out(132), out(132), number, seckey, pubkey_of, message, keyagg, number},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_nonce_gen(
             ctx, as<secp256k1_musig_secnonce>(at[0]), as<secp256k1_musig_pubnonce>(at[1]), at[2], at[3],
             as<secp256k1_pubkey>(at[4]), at[5], as<secp256k1_musig_keyagg_cache>(at[6]), at[7]);
     }},
    {"musig_nonce_gen_counter",
     {out(132), out(132), keypair_of, message, keyagg, number},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_nonce_gen_counter(
             ctx, as<secp256k1_musig_secnonce>(at[0]), as<secp256k1_musig_pubnonce>(at[1]), 7,
             as<secp256k1_keypair>(at[2]), at[3], as<secp256k1_musig_keyagg_cache>(at[4]), at[5]);
     }},
    {"musig_nonce_agg",
     {out(132), pubnonce, pubnonce},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         const secp256k1_musig_pubnonce* const both[] = {as<secp256k1_musig_pubnonce>(at[1]),
                                                         as<secp256k1_musig_pubnonce>(at[2])};
         return f.musig_nonce_agg(ctx, as<secp256k1_musig_aggnonce>(at[0]), both, 2);
     }},
    {"musig_nonce_agg without nonces",
     {out(132)},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_nonce_agg(ctx, as<secp256k1_musig_aggnonce>(at[0]), nullptr, 1);
     }},
    {"musig_nonce_process",
     {out(133), aggnonce, message, keyagg},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_nonce_process(ctx, as<secp256k1_musig_session>(at[0]),
                                      as<secp256k1_musig_aggnonce>(at[1]), at[2],
                                      as<secp256k1_musig_keyagg_cache>(at[3]));
     }},
    {"musig_partial_sign",
     {out(36), secnonce, keypair_of, keyagg, session},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_partial_sign(ctx, as<secp256k1_musig_partial_sig>(at[0]),
                                     as<secp256k1_musig_secnonce>(at[1]), as<secp256k1_keypair>(at[2]),
                                     as<secp256k1_musig_keyagg_cache>(at[3]),
                                     as<secp256k1_musig_session>(at[4]));
     }},
    {"musig_partial_sig_verify",
     {part, pubnonce, pubkey_of, keyagg, session},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_partial_sig_verify(ctx, as<secp256k1_musig_partial_sig>(at[0]),
                                           as<secp256k1_musig_pubnonce>(at[1]), as<secp256k1_pubkey>(at[2]),
                                           as<secp256k1_musig_keyagg_cache>(at[3]),
                                           as<secp256k1_musig_session>(at[4]));
     }},
    {"musig_partial_sig_agg",
     {out(64), session, part, part},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         const secp256k1_musig_partial_sig* const both[] = {as<secp256k1_musig_partial_sig>(at[2]),
                                                            as<secp256k1_musig_partial_sig>(at[3])};
         return f.musig_partial_sig_agg(ctx, at[0], as<secp256k1_musig_session>(at[1]), both, 2);
     }},
    {"musig_partial_sig_agg without parts",
     {out(64), session},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.musig_partial_sig_agg(ctx, at[0], as<secp256k1_musig_session>(at[1]), nullptr, 1);
     }},
    {"silentpayments_sender_create_outputs",
     {out(64), recipient, outpoint, keypair_of, seckey},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         secp256k1_xonly_pubkey* outputs[] = {as<secp256k1_xonly_pubkey>(at[0])};
         const secp256k1_silentpayments_recipient* recipients[] = {
             as<secp256k1_silentpayments_recipient>(at[1])};
         const secp256k1_keypair* const pairs[] = {as<secp256k1_keypair>(at[3])};
         const unsigned char* const keys[] = {at[4]};
         return f.silentpayments_sender_create_outputs(ctx, outputs, recipients, 1, at[2], pairs, 1, keys, 1);
     }},
    {"silentpayments_sender_create_outputs without inputs",
     {out(64), recipient, outpoint},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         secp256k1_xonly_pubkey* outputs[] = {as<secp256k1_xonly_pubkey>(at[0])};
         const secp256k1_silentpayments_recipient* recipients[] = {
             as<secp256k1_silentpayments_recipient>(at[1])};
         return f.silentpayments_sender_create_outputs(ctx, outputs, recipients, 1, at[2], nullptr, 0,
                                                       nullptr, 0);
     }},
    {"silentpayments_recipient_label_parse",
     {out(68), point},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.silentpayments_recipient_label_parse(ctx, as<secp256k1_silentpayments_label>(at[0]), at[1]);
     }},
    {"silentpayments_recipient_label_serialize",
     {out(33), label},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.silentpayments_recipient_label_serialize(ctx, at[0],
                                                           as<secp256k1_silentpayments_label>(at[1]));
     }},
    {"silentpayments_recipient_label_create",
     {out(68), out(32), seckey},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.silentpayments_recipient_label_create(ctx, as<secp256k1_silentpayments_label>(at[0]), at[1],
                                                        at[2], 3);
     }},
    {"silentpayments_recipient_create_labeled_spend_pubkey",
     {out(64), pubkey_of, label},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         return f.silentpayments_recipient_create_labeled_spend_pubkey(
             ctx, as<secp256k1_pubkey>(at[0]), as<secp256k1_pubkey>(at[1]),
             as<secp256k1_silentpayments_label>(at[2]));
     }},
    {"silentpayments_recipient_prevouts_summary_create",
     {out(101), outpoint, xonly_of, pubkey_of},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         const secp256k1_xonly_pubkey* const taproot[] = {as<secp256k1_xonly_pubkey>(at[2])};
         const secp256k1_pubkey* const others[] = {as<secp256k1_pubkey>(at[3])};
         return f.silentpayments_recipient_prevouts_summary_create(
             ctx, as<secp256k1_silentpayments_prevouts_summary>(at[0]), at[1], taproot, 1, others, 1);
     }},
    {"silentpayments_recipient_scan_outputs",
     {out(sizeof(secp256k1_silentpayments_found_output), alignof(secp256k1_silentpayments_found_output)),
      out(4, 4), xonly_of, seckey, summary, pubkey_of},
     [](const api& f, secp256k1_context* ctx, const places& at) -> long long {
         secp256k1_silentpayments_found_output* found[] = {as<secp256k1_silentpayments_found_output>(at[0])};
         const secp256k1_xonly_pubkey* const outputs[] = {as<secp256k1_xonly_pubkey>(at[2])};
         return f.silentpayments_recipient_scan_outputs(ctx, found, as<uint32_t>(at[1]), outputs, 1, at[3],
                                                        as<secp256k1_silentpayments_prevouts_summary>(at[4]),
                                                        as<secp256k1_pubkey>(at[5]), nullptr, nullptr);
     }},
};

/* What becomes of arguments that share memory in these calls is open: docs/differences.md. */
const std::set<std::string> apart = {
    "musig_pubnonce_serialize",
    "musig_aggnonce_serialize",
    "musig_partial_sig_serialize",
    "musig_pubkey_agg",
    "musig_pubkey_agg without keys",
    "musig_pubkey_ec_tweak_add",
    "musig_pubkey_xonly_tweak_add",
    "musig_nonce_gen",
    "silentpayments_sender_create_outputs",
    "silentpayments_recipient_label_create",
};

/* One valid object of each kind, made by one library; those of MuSig2 belong to one signer's session. */
std::map<kind, bytes> make_scene(const api& f, secp256k1_context* ctx, inputs& in) {
    std::map<kind, bytes> scene;
    auto room = [&](const argument& a) -> unsigned char* {
        bytes& object = scene[a.what];
        object.assign(a.size, 0);
        return object.data();
    };
    unsigned char* pair = room(keypair_of);
    bytes& secret = scene[kind::seckey];
    do {
        secret = in.seckey();
    } while (f.keypair_create(ctx, as<secp256k1_keypair>(pair), secret.data()) == 0);
    auto* key = as<secp256k1_pubkey>(room(pubkey_of));
    f.keypair_pub(ctx, key, as<secp256k1_keypair>(pair));
    (void)!f.xonly_pubkey_from_pubkey(ctx, as<secp256k1_xonly_pubkey>(room(xonly_of)), nullptr, key);
    size_t length = 33;
    f.ec_pubkey_serialize(ctx, room(point), &length, key, SECP256K1_EC_COMPRESSED);
    scene[kind::message] = in.uniform(64);

    const secp256k1_pubkey* const keys[] = {key};
    auto* cache = as<secp256k1_musig_keyagg_cache>(room(keyagg));
    (void)!f.musig_pubkey_agg(ctx, nullptr, cache, keys, 1);
    auto* nonce = as<secp256k1_musig_pubnonce>(room(pubnonce));
    auto* secret_nonce = as<secp256k1_musig_secnonce>(room(secnonce));
    bytes random = in.uniform(32);
    (void)!f.musig_nonce_gen(ctx, secret_nonce, nonce, random.data(), nullptr, key, nullptr, nullptr,
                             nullptr);
    f.musig_pubnonce_serialize(ctx, room(nonces), nonce);
    const secp256k1_musig_pubnonce* const all[] = {nonce};
    auto* sum = as<secp256k1_musig_aggnonce>(room(aggnonce));
    f.musig_nonce_agg(ctx, sum, all, 1);
    auto* now = as<secp256k1_musig_session>(room(session));
    (void)!f.musig_nonce_process(ctx, now, sum, scene[kind::message].data(), cache);
    secp256k1_musig_secnonce once = *secret_nonce;
    f.musig_partial_sign(ctx, as<secp256k1_musig_partial_sig>(room(part)), &once, as<secp256k1_keypair>(pair),
                         cache, now);

    secp256k1_silentpayments_recipient to = {*key, *key, 0};
    scene[kind::recipient].assign(sizeof to, 0);
    std::memcpy(scene[kind::recipient].data(), &to, sizeof to);
    unsigned char tweak[32];
    (void)!f.silentpayments_recipient_label_create(ctx, as<secp256k1_silentpayments_label>(room(label)),
                                                   tweak, secret.data(), 1);
    (void)!f.silentpayments_recipient_prevouts_summary_create(
        ctx, as<secp256k1_silentpayments_prevouts_summary>(room(summary)), scene[kind::message].data(),
        nullptr, 0, keys, 1);
    return scene;
}

} // namespace

void comparison::register_argument_operations() {
    auto content = [this](std::map<kind, bytes>& scene, const argument& a) {
        if (a.what == kind::number)
            return in_.number();
        bytes object = scene[a.what];
        object.resize(a.size);
        return object;
    };
    for (const call_row& row : rows) {
        add(std::string("refused ") + row.name, [this, content, &row] {
            std::map<kind, bytes> scene = make_scene(reference_.f(), reference_.context(side::fresh), in_);
            /* One argument in four ways, and now and then another one beside it. */
            std::vector<bytes> contents;
            std::vector<bool> missing(row.arguments.size());
            for (const argument& a : row.arguments)
                contents.push_back(a.what == kind::output ? bytes(a.size, 0xa5) : content(scene, a));
            for (uint64_t times = in_.chance(4) ? 2 : 1; times != 0; times--) {
                const size_t i = in_.random().below(row.arguments.size());
                const argument& a = row.arguments[i];
                switch (in_.random().below(3)) {
                case 0:
                    missing[i] = true;
                    break;
                case 1:
                    if (a.what != kind::output)
                        contents[i].assign(a.size, 0);
                    break;
                default:
                    if (a.has_magic())
                        contents[i][in_.random().below(4)] ^= 0x11;
                    break;
                }
            }
            const auto context = any_context();
            both([&](side& s) {
                places at;
                for (size_t i = 0; i < contents.size(); i++)
                    at.push_back(s.inout(contents[i], missing[i]));
                return row.run(s.f(), s.context(context), at);
            });
        });
        if (row.arguments.size() < 2 || apart.count(row.name) != 0)
            continue;
        add(std::string("overlapping ") + row.name, [this, content, &row] {
            std::map<kind, bytes> scene = make_scene(reference_.f(), reference_.context(side::fresh), in_);
            constexpr size_t size = 12288; /* no chain of arguments leaves it */
            bytes memory = in_.uniform(size);
            std::vector<size_t> offsets;
            for (const argument& a : row.arguments) {
                const size_t i = offsets.empty() ? 0 : in_.random().below(offsets.size());
                const argument& b = row.arguments[i];
                const bool both_whole = a.whole() && b.whole();
                if (offsets.empty()) {
                    offsets.push_back(size / 2);
                } else if (in_.chance(6) || (both_whole && a.what != b.what)) {
                    offsets.push_back(2048 + 256 * offsets.size());
                } else {
                    /* At any distance at which they share a byte; objects whole or not at all. */
                    const size_t reach = b.size + a.size - 1;
                    const size_t distance = in_.chance(3) ? a.size - 1 : in_.random().below(reach);
                    offsets.push_back(both_whole ? offsets[i] : offsets[i] + distance - (a.size - 1));
                    offsets.back() -= offsets.back() % a.alignment;
                }
            }
            for (const bool whole : {false, true}) {
                for (size_t i = 0; i < row.arguments.size(); i++) {
                    const argument& a = row.arguments[i];
                    if (a.what == kind::output || a.whole() != whole)
                        continue;
                    const bytes object = content(scene, a);
                    std::copy(object.begin(), object.end(),
                              memory.begin() + static_cast<std::ptrdiff_t>(offsets[i]));
                }
            }
            both(
                [&](side& s) {
                    unsigned char* base = s.inout(memory);
                    places at;
                    for (size_t offset : offsets)
                        at.push_back(base + offset);
                    return row.run(s.f(), s.context(side::fresh), at);
                },
                all_but_firings);
        });
    }
}
