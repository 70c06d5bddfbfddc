/* What stack each function of the interface needs, below its caller's frame: at most 12 KB or a quarter more
 * than libsecp256k1's, and 24 KB in a build without optimization or inlining, which this program is then too;
 * those of batches, which libsecp256k1 does not have, what koblitz.h says.
 *
 *   stack_test ENGINE PREFIX [REFERENCE PREFIX] [--no-lanes]
 *
 * --no-lanes: ENGINE has none, which its stack must show. Then every call runs again on a thread of 128 KiB,
 * musl's default: one that needs more ends the program. */
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "api.h"
#include "koblitz.h"
#include "support/own_stack.h"

namespace {

void ignore(const char*, void*) {}
/* Refused. */
void wrong_compression(uint32_t*, const unsigned char*, size_t) {}

/* A nonce function of the caller's that calls the library's. */
secp256k1_nonce_function forwarded;
int forward(unsigned char* nonce, const unsigned char* msg, const unsigned char* key,
            const unsigned char* algo, void* data, unsigned attempt) {
    if (forwarded != nullptr)
        return forwarded(nonce, msg, key, algo, data, attempt);
    std::memcpy(nonce, msg, 32);
    return 1;
}

/* Of the stack that a call runs on. */
bool on_threads = false;
constexpr size_t thread_stack = 128 * 1024;
size_t run(const std::function<int()>& call) {
    if (!on_threads)
        return own_stack::run(call);
    if (!own_stack::run_on_thread(thread_stack, call))
        own_stack::result = -1;
    return 0;
}

struct need {
    const char* name;
    size_t bytes;
    int result;
};

/* Every function once, in an order in which each makes what later ones take. */
std::vector<need> needs(const api& f) {
    std::vector<need> all;
    alignas(16) static unsigned char memory[2][1024];
    const size_t nothing = run([] { return 1; });
    auto* ctx = f.context_preallocated_create(memory[0], SECP256K1_CONTEXT_NONE);
    unsigned char seckey[32], tweak[32], msg[32], out[128], sig64[64], ell[64], random[32];
    std::memset(seckey, 0x11, 32);
    std::memset(tweak, 0x22, 32);
    std::memset(msg, 0x33, 32);
    std::memset(random, 0x44, 32);
    std::memset(sig64, 0x55, 64);
    secp256k1_pubkey key, other, sum;
    secp256k1_xonly_pubkey xonly, xother;
    secp256k1_keypair pair;
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature rec;
    secp256k1_musig_keyagg_cache cache;
    secp256k1_musig_secnonce secnonce;
    secp256k1_musig_pubnonce pubnonce;
    secp256k1_musig_aggnonce aggnonce;
    secp256k1_musig_session session;
    secp256k1_musig_partial_sig partial;
    const secp256k1_pubkey* keys[] = {&key, &other};
    const secp256k1_pubkey* sorted[] = {&key, &other};
    const secp256k1_musig_pubnonce* pubnonces[] = {&pubnonce};
    const secp256k1_musig_partial_sig* partials[] = {&partial};
    size_t length;
    int parity, id;
#define STEP(name, ...)                                                 \
    {                                                                   \
        const size_t depth = run([&]() -> int { return __VA_ARGS__; }); \
        all.push_back({name, depth - nothing, own_stack::result});      \
    }
    STEP("context_preallocated_create",
         f.context_preallocated_create(memory[1], SECP256K1_CONTEXT_NONE) != nullptr)
    STEP("selftest", (f.selftest(), 1))
    STEP("context_preallocated_size", f.context_preallocated_size(SECP256K1_CONTEXT_NONE) != 0)
    STEP("context_preallocated_clone_size", f.context_preallocated_clone_size(ctx) != 0)
    STEP("context_preallocated_clone", f.context_preallocated_clone(ctx, memory[1]) != nullptr)
    STEP("context_preallocated_destroy",
         (f.context_preallocated_destroy(reinterpret_cast<secp256k1_context*>(memory[1])), 1))
    STEP("context_set_illegal_callback", (f.context_set_illegal_callback(ctx, ignore, nullptr), 1))
    STEP("context_set_error_callback", (f.context_set_error_callback(ctx, ignore, nullptr), 1))
    STEP("context_set_sha256_compression", (f.context_set_sha256_compression(ctx, wrong_compression), 1))
    STEP("context_randomize", f.context_randomize(ctx, msg))
    STEP("ec_seckey_verify", f.ec_seckey_verify(ctx, seckey))
    STEP("ec_pubkey_create", f.ec_pubkey_create(ctx, &key, seckey))
    STEP("ec_seckey_negate", f.ec_seckey_negate(ctx, seckey))
    STEP("ec_seckey_tweak_add", f.ec_seckey_tweak_add(ctx, seckey, tweak))
    STEP("ec_seckey_tweak_mul", f.ec_seckey_tweak_mul(ctx, seckey, tweak))
    STEP("keypair_create", f.keypair_create(ctx, &pair, seckey))
    STEP("keypair_sec", f.keypair_sec(ctx, out, &pair))
    STEP("keypair_pub", f.keypair_pub(ctx, &key, &pair))
    STEP("keypair_xonly_pub", f.keypair_xonly_pub(ctx, &xonly, &parity, &pair))
    STEP("ec_pubkey_serialize",
         (length = 65, f.ec_pubkey_serialize(ctx, out, &length, &key, SECP256K1_EC_UNCOMPRESSED)))
    STEP("ec_pubkey_parse, 65 bytes", f.ec_pubkey_parse(ctx, &other, out, 65))
    f.ec_pubkey_serialize(ctx, out, &(length = 33), &key, SECP256K1_EC_COMPRESSED);
    STEP("ec_pubkey_parse, 33 bytes", f.ec_pubkey_parse(ctx, &other, out, 33))
    STEP("ec_pubkey_negate", f.ec_pubkey_negate(ctx, &other))
    STEP("ec_pubkey_tweak_add", f.ec_pubkey_tweak_add(ctx, &other, tweak))
    STEP("ec_pubkey_tweak_mul", f.ec_pubkey_tweak_mul(ctx, &other, tweak))
    STEP("ec_pubkey_combine", f.ec_pubkey_combine(ctx, &sum, keys, 2))
    STEP("ec_pubkey_cmp", f.ec_pubkey_cmp(ctx, &key, &other) != 0)
    STEP("ec_pubkey_sort", f.ec_pubkey_sort(ctx, sorted, 2))
    STEP("tagged_sha256", f.tagged_sha256(ctx, out, msg, 32, msg, 32))
    STEP("ecdsa_sign", f.ecdsa_sign(ctx, &sig, msg, seckey, nullptr, nullptr))
    /* libsecp256k1's crate keeps this one to itself. */
    forwarded = f.nonce_function_rfc6979;
    STEP("nonce_function_rfc6979", forward(out, msg, seckey, nullptr, nullptr, 0))
    STEP("ecdsa_sign, own nonce function", f.ecdsa_sign(ctx, &sig, msg, seckey, forward, nullptr))
    STEP("nonce_function_bip340", f.nonce_function_bip340(out, msg, 32, seckey, tweak, random, 13, nullptr))
    STEP("ecdh_hash_function_sha256", f.ecdh_hash_function_sha256(out, msg, tweak, nullptr))
    STEP("ellswift_xdh_hash_function_prefix",
         f.ellswift_xdh_hash_function_prefix(out, msg, sig64, sig64, sig64))
    STEP("ellswift_xdh_hash_function_bip324",
         f.ellswift_xdh_hash_function_bip324(out, msg, sig64, sig64, nullptr))
    STEP("ecdsa_verify", f.ecdsa_verify(ctx, &sig, msg, &key))
    STEP("ecdsa_signature_normalize", f.ecdsa_signature_normalize(ctx, &sig, &sig) == 0)
    STEP("ecdsa_signature_serialize_compact", f.ecdsa_signature_serialize_compact(ctx, out, &sig))
    STEP("ecdsa_signature_parse_compact", f.ecdsa_signature_parse_compact(ctx, &sig, out))
    STEP("ecdsa_signature_serialize_der",
         (length = 80, f.ecdsa_signature_serialize_der(ctx, out, &length, &sig)))
    STEP("ecdsa_signature_parse_der", f.ecdsa_signature_parse_der(ctx, &sig, out, length))
    STEP("ecdsa_sign_recoverable", f.ecdsa_sign_recoverable(ctx, &rec, msg, seckey, nullptr, nullptr))
    STEP("ecdsa_recover", f.ecdsa_recover(ctx, &sum, &rec, msg))
    STEP("ecdsa_recoverable_signature_serialize_compact",
         f.ecdsa_recoverable_signature_serialize_compact(ctx, out, &id, &rec))
    STEP("ecdsa_recoverable_signature_parse_compact",
         f.ecdsa_recoverable_signature_parse_compact(ctx, &rec, out, id))
    STEP("ecdsa_recoverable_signature_convert", f.ecdsa_recoverable_signature_convert(ctx, &sig, &rec))
    STEP("ecdh", f.ecdh(ctx, out, &key, seckey, nullptr, nullptr))
    STEP("xonly_pubkey_serialize", f.xonly_pubkey_serialize(ctx, out, &xonly))
    STEP("xonly_pubkey_parse", f.xonly_pubkey_parse(ctx, &xother, out))
    STEP("xonly_pubkey_cmp", f.xonly_pubkey_cmp(ctx, &xonly, &xother) == 0)
    STEP("xonly_pubkey_from_pubkey", f.xonly_pubkey_from_pubkey(ctx, &xonly, &parity, &key))
    STEP("xonly_pubkey_tweak_add", f.xonly_pubkey_tweak_add(ctx, &sum, &xonly, tweak))
    f.xonly_pubkey_from_pubkey(ctx, &xother, &parity, &sum);
    f.xonly_pubkey_serialize(ctx, out, &xother);
    STEP("xonly_pubkey_tweak_add_check", f.xonly_pubkey_tweak_add_check(ctx, out, parity, &xonly, tweak))
    STEP("schnorrsig_sign32", f.schnorrsig_sign32(ctx, sig64, msg, &pair, random))
    STEP("schnorrsig_sign_custom", f.schnorrsig_sign_custom(ctx, sig64, msg, 32, &pair, nullptr))
    STEP("schnorrsig_verify", f.schnorrsig_verify(ctx, sig64, msg, 32, &xonly))
    STEP("ellswift_encode", f.ellswift_encode(ctx, ell, &key, random))
    STEP("ellswift_decode", f.ellswift_decode(ctx, &sum, ell))
    STEP("ellswift_create", f.ellswift_create(ctx, ell, seckey, random))
    STEP("ellswift_xdh",
         f.ellswift_xdh(ctx, out, ell, ell, seckey, 0, f.ellswift_xdh_hash_function_bip324, nullptr))
    STEP("musig_pubkey_agg", f.musig_pubkey_agg(ctx, nullptr, &cache, keys, 1))
    STEP("musig_nonce_gen",
         f.musig_nonce_gen(ctx, &secnonce, &pubnonce, random, seckey, &key, msg, &cache, nullptr))
    STEP("musig_pubnonce_serialize", f.musig_pubnonce_serialize(ctx, out, &pubnonce))
    STEP("musig_pubnonce_parse", f.musig_pubnonce_parse(ctx, &pubnonce, out))
    STEP("musig_nonce_agg", f.musig_nonce_agg(ctx, &aggnonce, pubnonces, 1))
    STEP("musig_aggnonce_serialize", f.musig_aggnonce_serialize(ctx, out, &aggnonce))
    STEP("musig_aggnonce_parse", f.musig_aggnonce_parse(ctx, &aggnonce, out))
    STEP("musig_nonce_process", f.musig_nonce_process(ctx, &session, &aggnonce, msg, &cache))
    STEP("musig_partial_sign", f.musig_partial_sign(ctx, &partial, &secnonce, &pair, &cache, &session))
    STEP("musig_partial_sig_serialize", f.musig_partial_sig_serialize(ctx, out, &partial))
    STEP("musig_partial_sig_parse", f.musig_partial_sig_parse(ctx, &partial, out))
    STEP("musig_partial_sig_verify",
         f.musig_partial_sig_verify(ctx, &partial, &pubnonce, &key, &cache, &session))
    STEP("musig_partial_sig_agg", f.musig_partial_sig_agg(ctx, sig64, &session, partials, 1))
    STEP("musig_nonce_gen_counter",
         f.musig_nonce_gen_counter(ctx, &secnonce, &pubnonce, 1, &pair, msg, &cache, nullptr))
    STEP("musig_pubkey_get", f.musig_pubkey_get(ctx, &sum, &cache))
    STEP("musig_pubkey_ec_tweak_add", f.musig_pubkey_ec_tweak_add(ctx, &sum, &cache, tweak))
    STEP("musig_pubkey_xonly_tweak_add", f.musig_pubkey_xonly_tweak_add(ctx, &sum, &cache, tweak))
    secp256k1_silentpayments_recipient recipient{key, key, 0};
    const secp256k1_silentpayments_recipient* recipients[] = {&recipient};
    secp256k1_silentpayments_found_output found, *founds[] = {&found};
    secp256k1_silentpayments_prevouts_summary summary;
    secp256k1_silentpayments_label label;
    unsigned char outpoint[36] = {1};
    const unsigned char* seckeys[] = {seckey};
    secp256k1_xonly_pubkey* sent[] = {&xother};
    const secp256k1_xonly_pubkey* outputs[] = {&xother};
    uint32_t count;
    STEP("silentpayments_sender_create_outputs",
         f.silentpayments_sender_create_outputs(ctx, sent, recipients, 1, outpoint, nullptr, 0, seckeys, 1))
    STEP("silentpayments_recipient_label_create",
         f.silentpayments_recipient_label_create(ctx, &label, out, seckey, 1))
    STEP("silentpayments_recipient_label_serialize",
         f.silentpayments_recipient_label_serialize(ctx, out, &label))
    STEP("silentpayments_recipient_label_parse", f.silentpayments_recipient_label_parse(ctx, &label, out))
    STEP("silentpayments_recipient_create_labeled_spend_pubkey",
         f.silentpayments_recipient_create_labeled_spend_pubkey(ctx, &sum, &key, &label))
    STEP("silentpayments_recipient_prevouts_summary_create",
         f.silentpayments_recipient_prevouts_summary_create(ctx, &summary, outpoint, nullptr, 0, keys, 1))
    STEP("silentpayments_recipient_scan_outputs",
         f.silentpayments_recipient_scan_outputs(ctx, founds, &count, outputs, 1, seckey, &summary, &key,
                                                 nullptr, nullptr))
    STEP("keypair_xonly_tweak_add", f.keypair_xonly_tweak_add(ctx, &pair, tweak))
#undef STEP
    return all;
}

#if defined(__OPTIMIZE__) && !defined(__NO_INLINE__)
constexpr bool optimized = true;
#else
constexpr bool optimized = false;
#endif
constexpr size_t single_bound = (optimized ? 12 : 24) * 1024, batch_bound = 80 * 1024;

/* The calls of koblitz.h that take rows, by their names there. */
struct batch_api {
#define KOBLITZ_BATCH_FUNCTIONS(X)  \
    X(ecdsa_verify)                 \
    X(schnorrsig_verify)            \
    X(schnorrsig_scratch)           \
    X(schnorrsig_verify_all)        \
    X(ec_pubkey_parse)              \
    X(ec_pubkey_tweak_add)          \
    X(xonly_pubkey_tweak_add_check) \
    X(ecdsa_recover)                \
    X(ec_pubkey_create)             \
    X(ec_pubkey_mul)                \
    X(silentpayments_scan)
#define X(name) decltype(&koblitz_batch_##name) name = nullptr;
    KOBLITZ_BATCH_FUNCTIONS(X)
#undef X

    bool open(const char* path) {
        void* const handle = dlopen(path, RTLD_NOW);
        bool all = handle != nullptr;
#define X(name)                                                                                     \
    name = all ? reinterpret_cast<decltype(name)>(dlsym(handle, "koblitz_batch_" #name)) : nullptr; \
    all = all && name != nullptr;
        KOBLITZ_BATCH_FUNCTIONS(X)
#undef X
        return all;
    }
};

/* Every batch call, on one valid row over again: so many that there are a chunk in lanes, a group and rows
 * one by one; and those that a sum takes. */
std::vector<need> batch_needs(const api& f, const batch_api& b) {
    constexpr size_t n = 64 + 8 + 2, summed = 512;
    std::vector<need> all;
    alignas(16) static unsigned char memory[1024];
    static unsigned char verdicts[summed], points[n][65], scratch[1024 * summed];
    const size_t nothing = run([] { return 1; });
    auto* ctx = f.context_preallocated_create(memory, SECP256K1_CONTEXT_NONE);
    unsigned char seckey[32], msg[32], tweak[32], sig64[64], der[72], rec64[64], schnorr[64], key33[33],
        x32[32], tweaked[32], parity, recid;
    std::memset(seckey, 0x11, 32);
    std::memset(msg, 0x33, 32);
    std::memset(tweak, 0x22, 32);
    secp256k1_pubkey key, sum;
    secp256k1_xonly_pubkey xonly;
    secp256k1_keypair pair;
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature rec;
    size_t key_size = 33, der_size = 72;
    int odd = 0, id = 0;
    bool made =
        f.keypair_create(ctx, &pair, seckey) && f.keypair_pub(ctx, &key, &pair) &&
        f.ec_pubkey_serialize(ctx, key33, &key_size, &key, SECP256K1_EC_COMPRESSED) &&
        f.ecdsa_sign(ctx, &sig, msg, seckey, nullptr, nullptr) &&
        f.ecdsa_signature_serialize_compact(ctx, sig64, &sig) &&
        f.ecdsa_signature_serialize_der(ctx, der, &der_size, &sig) &&
        f.ecdsa_sign_recoverable(ctx, &rec, msg, seckey, nullptr, nullptr) &&
        f.ecdsa_recoverable_signature_serialize_compact(ctx, rec64, &id, &rec) &&
        f.schnorrsig_sign32(ctx, schnorr, msg, &pair, nullptr) &&
        f.keypair_xonly_pub(ctx, &xonly, nullptr, &pair) && f.xonly_pubkey_serialize(ctx, x32, &xonly) &&
        f.xonly_pubkey_tweak_add(ctx, &sum, &xonly, tweak) &&
        f.xonly_pubkey_from_pubkey(ctx, &xonly, &odd, &sum) && f.xonly_pubkey_serialize(ctx, tweaked, &xonly);
    parity = static_cast<unsigned char>(odd);
    recid = static_cast<unsigned char>(id);
    const auto rows = [](const unsigned char* data, size_t size) {
        return koblitz_column{data, size, 0, nullptr, 0};
    };
    const koblitz_column sigs = rows(sig64, 64), ders = rows(der, der_size), recs = rows(rec64, 64),
                         recids = rows(&recid, 1), schnorrs = rows(schnorr, 64), msgs = rows(msg, 32),
                         keys = rows(key33, 33), objects = rows(key.data, 64), xs = rows(x32, 32),
                         tweaks = rows(tweak, 32), sums = rows(tweaked, 32), parities = rows(&parity, 1),
                         seckeys = rows(seckey, 32);
    const koblitz_output out = {points[0], 65, 65};
#define STEP(name, ...)                                                                        \
    {                                                                                          \
        const size_t depth = run([&]() -> int { return made && (__VA_ARGS__) == 0 ? 1 : 0; }); \
        all.push_back({name, depth - nothing, own_stack::result});                             \
    }
    STEP("ecdsa_verify", b.ecdsa_verify(ctx, verdicts, &sigs, &msgs, &keys, n, KOBLITZ_BATCH_HIGH_S))
    STEP("ecdsa_verify, DER", b.ecdsa_verify(ctx, verdicts, &ders, &msgs, &objects, n, KOBLITZ_BATCH_DER))
    STEP("schnorrsig_verify", b.schnorrsig_verify(ctx, verdicts, &schnorrs, &msgs, &xs, n))
    size_t size = 0;
    STEP("schnorrsig_scratch", (size = b.schnorrsig_scratch(ctx, summed)) > sizeof scratch ? 1 : 0)
    made = made && size <= sizeof scratch;
    STEP("schnorrsig_verify_all",
         b.schnorrsig_verify_all(ctx, verdicts, &schnorrs, &msgs, &xs, summed, scratch, size))
    STEP("schnorrsig_verify_all, a row refused",
         (msg[0] ^= 1,
          b.schnorrsig_verify_all(ctx, verdicts, &schnorrs, &msgs, &xs, summed, scratch, size) - summed))
    msg[0] ^= 1;
    STEP("ec_pubkey_parse", b.ec_pubkey_parse(ctx, verdicts, &out, &keys, n))
    STEP("ec_pubkey_tweak_add", b.ec_pubkey_tweak_add(ctx, verdicts, &out, &keys, &tweaks, n))
    STEP("xonly_pubkey_tweak_add_check",
         b.xonly_pubkey_tweak_add_check(ctx, verdicts, &sums, &parities, &xs, &tweaks, n))
    STEP("ecdsa_recover", b.ecdsa_recover(ctx, verdicts, &out, &recs, &recids, &msgs, n))
    STEP("ec_pubkey_create", b.ec_pubkey_create(ctx, verdicts, &out, &seckeys, n))
    STEP("ec_pubkey_mul", b.ec_pubkey_mul(ctx, verdicts, &out, &keys, seckey, n))
    const secp256k1_pubkey* const spend = &key;
    const koblitz_silentpayments_recipient recipient = {seckey, &spend, 1};
    static uint32_t matches[n];
    STEP("silentpayments_scan",
         b.silentpayments_scan(ctx, verdicts, points[0], matches, &keys, nullptr, &xs, 32, &recipient, n))
#undef STEP
    return all;
}

/* How many functions of the interface no step is named after. */
int missing(const std::vector<need>& all, std::initializer_list<const char*> functions) {
    int count = 0;
    for (const std::string function : functions) {
        const auto named = [&function](const need& n) {
            const std::string step = n.name;
            return step.substr(0, step.find(',')) == function;
        };
        if (std::none_of(all.begin(), all.end(), named)) {
            std::printf("FAILED no step for %s\n", function.c_str());
            count++;
        }
    }
    return count;
}

} // namespace

int main(int argc, char** argv) {
    api engine, reference;
    batch_api batches;
    const bool without_lanes = std::strcmp(argv[argc - 1], "--no-lanes") == 0;
    argc -= without_lanes ? 1 : 0;
    const bool compare = argc >= 5;
    if (argc < 3 || !engine.open(argv[1], argv[2]) || !batches.open(argv[1]) ||
        (compare && !reference.open(argv[3], argv[4])))
        return 2;
    const std::vector<need> ours = needs(engine), theirs = compare ? needs(reference) : ours;
    const std::vector<need> of_batches = batch_needs(engine, batches);
#define X(name) #name,
    int failures =
        missing(ours, {KOBLITZ_API_FUNCTIONS(X)}) + missing(of_batches, {KOBLITZ_BATCH_FUNCTIONS(X)});
#undef X
    for (size_t i = 0; i < ours.size(); i++) {
        const size_t bound = compare ? theirs[i].bytes + theirs[i].bytes / 4 : 0;
        /* What runs in lanes needs 4.4 KB more; other frames are that large without optimization. */
        const bool in_lanes =
            std::strcmp(ours[i].name, "ec_pubkey_tweak_add") == 0 && ours[i].bytes > 2048 && optimized;
        const bool ok = ours[i].bytes <= std::max(bound, single_bound) && ours[i].result == 1 &&
                        theirs[i].result == 1 && !(without_lanes && in_lanes);
        failures += ok ? 0 : 1;
        std::printf("%-6s %-46s %6zu", ok ? "ok" : "FAILED", ours[i].name, ours[i].bytes);
        if (compare)
            std::printf(" %6zu", theirs[i].bytes);
        std::printf("\n");
    }
    for (const need& batch : of_batches) {
        const bool ok = batch.bytes <= batch_bound && batch.result == 1;
        failures += ok ? 0 : 1;
        std::printf("%-6s batch_%-40s %6zu\n", ok ? "ok" : "FAILED", batch.name, batch.bytes);
    }
    on_threads = true;
    for (const std::vector<need>& all : {needs(engine), batch_needs(engine, batches)}) {
        for (const need& call : all) {
            failures += call.result == 1 ? 0 : 1;
            if (call.result != 1)
                std::printf("FAILED %s on a thread of %zu bytes\n", call.name, thread_stack);
        }
    }
    std::printf("%zu functions, %d failures\n", ours.size() + of_batches.size(), failures);
    return failures == 0 && !ours.empty() ? 0 : 1;
}
