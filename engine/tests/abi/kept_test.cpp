/* Every public call leaves the registers that belong to its caller as they were (support/kept_registers.h): a
 * program's own values in rbx, rbp and r12 to r15, and on Windows in rdi, rsi and xmm6 to xmm15. */
#include "field/platform.h"
#include "support/check.h"

#ifdef KOBLITZ_X86_64_ASM
#include <set>
#include <sstream>
#include <type_traits>
#include <vector>

#include "hash/sha256.h"
#include "koblitz.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_musig.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"
#include "support/bytes.h"
#include "support/kept_registers.h"

namespace {

test::random rng(7);
std::set<std::string> called;

template <class T>
uint64_t word(T value) {
    if constexpr (std::is_pointer_v<T>) {
        return reinterpret_cast<uint64_t>(value);
    } else {
        return static_cast<uint64_t>(value);
    }
}

/* f(a...). */
template <class R, class... P, class... A>
R keeps(const char* name, R (*f)(P...), A... a) {
    const uint64_t words[kept::words] = {word(static_cast<P>(a))...};
    uint64_t result;
    check::row(name);
    called.insert(name);
    const std::string changed =
        kept::call(result, kept::of_the_system, reinterpret_cast<void (*)()>(f), words, rng);
    if (!CHECK(changed.empty()))
        std::fprintf(stderr, "%s changes%s\n", name, changed.c_str());
    if constexpr (std::is_pointer_v<R>) {
        return reinterpret_cast<R>(result);
    } else if constexpr (!std::is_void_v<R>) {
        return static_cast<R>(result);
    }
}
#define KEEPS(f, ...) keeps(#f, f, __VA_ARGS__)
#define SUCCEEDS(...) CHECK(KEEPS(__VA_ARGS__) == 1)

void ignore(const char*, void*) {}

constexpr size_t rows = 70;

struct fixture {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    bytes seckey = bytes(32, 0x11), tweak = bytes(32, 0x22), msg = bytes(32, 0x33), out = bytes(200);
    secp256k1_pubkey key, other;
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey xonly;
    int parity = 0;

    fixture() {
        CHECK(secp256k1_ec_pubkey_create(ctx, &key, seckey.data()));
        CHECK(secp256k1_ec_pubkey_create(ctx, &other, tweak.data()));
        CHECK(secp256k1_keypair_create(ctx, &pair, seckey.data()));
        CHECK(secp256k1_keypair_xonly_pub(ctx, &xonly, &parity, &pair));
    }
    ~fixture() { secp256k1_context_destroy(ctx); }
    fixture(const fixture&) = delete;
    fixture& operator=(const fixture&) = delete;
};

void contexts() {
    fixture f;
    keeps("secp256k1_selftest", secp256k1_selftest);
    CHECK(keeps("koblitz_backend_name", koblitz_backend_name) != nullptr);
    CHECK(keeps("koblitz_sha256_name", koblitz_sha256_name) != nullptr);
    secp256k1_context* ctx = KEEPS(secp256k1_context_create, SECP256K1_CONTEXT_NONE);
    secp256k1_context* copy = KEEPS(secp256k1_context_clone, ctx);
    SUCCEEDS(secp256k1_context_randomize, ctx, f.seckey.data());
    KEEPS(secp256k1_context_set_illegal_callback, ctx, ignore, nullptr);
    KEEPS(secp256k1_context_set_error_callback, ctx, ignore, nullptr);
    KEEPS(secp256k1_context_set_sha256_compression, ctx, koblitz::sha256_compress_default());
    KEEPS(secp256k1_context_destroy, copy);
    KEEPS(secp256k1_context_destroy, ctx);
    bytes place(KEEPS(secp256k1_context_preallocated_size, SECP256K1_CONTEXT_NONE)), second = place;
    ctx = KEEPS(secp256k1_context_preallocated_create, place.data(), SECP256K1_CONTEXT_NONE);
    CHECK(KEEPS(secp256k1_context_preallocated_clone_size, ctx) == second.size());
    copy = KEEPS(secp256k1_context_preallocated_clone, ctx, second.data());
    KEEPS(secp256k1_context_preallocated_destroy, copy);
    KEEPS(secp256k1_context_preallocated_destroy, ctx);
}

void keys() {
    fixture f;
    secp256k1_pubkey key, sum;
    secp256k1_xonly_pubkey xonly;
    secp256k1_keypair pair;
    bytes secret = f.seckey;
    size_t size = 65;
    SUCCEEDS(secp256k1_ec_seckey_verify, f.ctx, secret.data());
    SUCCEEDS(secp256k1_ec_seckey_negate, f.ctx, secret.data());
    SUCCEEDS(secp256k1_ec_seckey_tweak_add, f.ctx, secret.data(), f.tweak.data());
    SUCCEEDS(secp256k1_ec_seckey_tweak_mul, f.ctx, secret.data(), f.tweak.data());
    SUCCEEDS(secp256k1_ec_pubkey_create, f.ctx, &key, secret.data());
    SUCCEEDS(secp256k1_ec_pubkey_serialize, f.ctx, f.out.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    SUCCEEDS(secp256k1_ec_pubkey_parse, f.ctx, &key, f.out.data(), size_t{65});
    CHECK(KEEPS(secp256k1_ec_pubkey_cmp, f.ctx, &key, &key) == 0);
    const secp256k1_pubkey* list[] = {&key, &f.key, &f.other};
    SUCCEEDS(secp256k1_ec_pubkey_sort, f.ctx, list, size_t{3});
    SUCCEEDS(secp256k1_ec_pubkey_negate, f.ctx, &key);
    SUCCEEDS(secp256k1_ec_pubkey_tweak_add, f.ctx, &key, f.tweak.data());
    SUCCEEDS(secp256k1_ec_pubkey_tweak_mul, f.ctx, &key, f.tweak.data());
    SUCCEEDS(secp256k1_ec_pubkey_combine, f.ctx, &sum, list, size_t{3});
    SUCCEEDS(secp256k1_keypair_create, f.ctx, &pair, f.seckey.data());
    SUCCEEDS(secp256k1_keypair_sec, f.ctx, secret.data(), &pair);
    SUCCEEDS(secp256k1_keypair_pub, f.ctx, &key, &pair);
    SUCCEEDS(secp256k1_keypair_xonly_pub, f.ctx, &xonly, nullptr, &pair);
    SUCCEEDS(secp256k1_keypair_xonly_tweak_add, f.ctx, &pair, f.tweak.data());
    SUCCEEDS(secp256k1_xonly_pubkey_serialize, f.ctx, f.out.data(), &xonly);
    SUCCEEDS(secp256k1_xonly_pubkey_parse, f.ctx, &xonly, f.out.data());
    CHECK(KEEPS(secp256k1_xonly_pubkey_cmp, f.ctx, &xonly, &xonly) == 0);
    SUCCEEDS(secp256k1_xonly_pubkey_from_pubkey, f.ctx, &xonly, nullptr, &key);
    SUCCEEDS(secp256k1_xonly_pubkey_tweak_add, f.ctx, &key, &xonly, f.tweak.data());
    secp256k1_xonly_pubkey tweaked;
    int parity;
    CHECK(secp256k1_xonly_pubkey_from_pubkey(f.ctx, &tweaked, &parity, &key));
    CHECK(secp256k1_xonly_pubkey_serialize(f.ctx, f.out.data(), &tweaked));
    SUCCEEDS(secp256k1_xonly_pubkey_tweak_add_check, f.ctx, f.out.data(), parity, &xonly, f.tweak.data());
    SUCCEEDS(secp256k1_tagged_sha256, f.ctx, f.out.data(), f.msg.data(), size_t{32}, f.tweak.data(),
             size_t{32});
}

void signatures() {
    fixture f;
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature recoverable;
    secp256k1_pubkey key;
    size_t size = 72;
    int recid;
    SUCCEEDS(secp256k1_ecdsa_sign, f.ctx, &sig, f.msg.data(), f.seckey.data(), nullptr, nullptr);
    SUCCEEDS(secp256k1_ecdsa_verify, f.ctx, &sig, f.msg.data(), &f.key);
    CHECK(KEEPS(secp256k1_ecdsa_signature_normalize, f.ctx, &sig, &sig) == 0);
    SUCCEEDS(secp256k1_ecdsa_signature_serialize_der, f.ctx, f.out.data(), &size, &sig);
    SUCCEEDS(secp256k1_ecdsa_signature_parse_der, f.ctx, &sig, f.out.data(), size);
    SUCCEEDS(secp256k1_ecdsa_signature_serialize_compact, f.ctx, f.out.data(), &sig);
    SUCCEEDS(secp256k1_ecdsa_signature_parse_compact, f.ctx, &sig, f.out.data());
    SUCCEEDS(secp256k1_ecdsa_sign_recoverable, f.ctx, &recoverable, f.msg.data(), f.seckey.data(), nullptr,
             nullptr);
    SUCCEEDS(secp256k1_ecdsa_recover, f.ctx, &key, &recoverable, f.msg.data());
    SUCCEEDS(secp256k1_ecdsa_recoverable_signature_serialize_compact, f.ctx, f.out.data(), &recid,
             &recoverable);
    SUCCEEDS(secp256k1_ecdsa_recoverable_signature_parse_compact, f.ctx, &recoverable, f.out.data(), recid);
    SUCCEEDS(secp256k1_ecdsa_recoverable_signature_convert, f.ctx, &sig, &recoverable);
    SUCCEEDS(secp256k1_schnorrsig_sign32, f.ctx, f.out.data(), f.msg.data(), &f.pair, nullptr);
    SUCCEEDS(secp256k1_schnorrsig_sign_custom, f.ctx, f.out.data(), f.msg.data(), size_t{32}, &f.pair,
             nullptr);
    SUCCEEDS(secp256k1_schnorrsig_verify, f.ctx, f.out.data(), f.msg.data(), size_t{32}, &f.xonly);
    SUCCEEDS(secp256k1_nonce_function_rfc6979, f.out.data(), f.msg.data(), f.seckey.data(), nullptr, nullptr,
             0U);
    SUCCEEDS(secp256k1_nonce_function_default, f.out.data(), f.msg.data(), f.seckey.data(), nullptr, nullptr,
             0U);
    SUCCEEDS(secp256k1_nonce_function_bip340, f.out.data(), f.msg.data(), size_t{32}, f.seckey.data(),
             f.tweak.data(), f.tweak.data(), size_t{32}, nullptr);
}

void exchanges() {
    fixture f;
    secp256k1_pubkey key;
    bytes ell(64), peer(64);
    SUCCEEDS(secp256k1_ecdh, f.ctx, f.out.data(), &f.other, f.seckey.data(), nullptr, nullptr);
    SUCCEEDS(secp256k1_ecdh_hash_function_sha256, f.out.data(), f.msg.data(), f.tweak.data(), nullptr);
    SUCCEEDS(secp256k1_ecdh_hash_function_default, f.out.data(), f.msg.data(), f.tweak.data(), nullptr);
    SUCCEEDS(secp256k1_ellswift_create, f.ctx, ell.data(), f.seckey.data(), f.msg.data());
    SUCCEEDS(secp256k1_ellswift_encode, f.ctx, peer.data(), &f.other, f.msg.data());
    SUCCEEDS(secp256k1_ellswift_decode, f.ctx, &key, peer.data());
    SUCCEEDS(secp256k1_ellswift_xdh, f.ctx, f.out.data(), ell.data(), peer.data(), f.seckey.data(), 0,
             secp256k1_ellswift_xdh_hash_function_bip324, nullptr);
    SUCCEEDS(secp256k1_ellswift_xdh_hash_function_bip324, f.out.data(), f.msg.data(), ell.data(), peer.data(),
             nullptr);
    SUCCEEDS(secp256k1_ellswift_xdh_hash_function_prefix, f.out.data(), f.msg.data(), ell.data(), peer.data(),
             f.out.data() + 100);
}

void musig() {
    fixture f;
    const secp256k1_pubkey* keys[] = {&f.key};
    secp256k1_musig_keyagg_cache cache;
    secp256k1_musig_secnonce secnonce;
    secp256k1_musig_pubnonce nonce;
    secp256k1_musig_aggnonce sum;
    secp256k1_musig_session session;
    secp256k1_musig_partial_sig part;
    secp256k1_pubkey key;
    bytes once(32, 0x44);
    SUCCEEDS(secp256k1_musig_pubkey_agg, f.ctx, nullptr, &cache, keys, size_t{1});
    SUCCEEDS(secp256k1_musig_pubkey_ec_tweak_add, f.ctx, nullptr, &cache, f.tweak.data());
    SUCCEEDS(secp256k1_musig_pubkey_xonly_tweak_add, f.ctx, nullptr, &cache, f.tweak.data());
    SUCCEEDS(secp256k1_musig_pubkey_get, f.ctx, &key, &cache);
    SUCCEEDS(secp256k1_musig_nonce_gen_counter, f.ctx, &secnonce, &nonce, uint64_t{1}, &f.pair, nullptr,
             nullptr, nullptr);
    SUCCEEDS(secp256k1_musig_nonce_gen, f.ctx, &secnonce, &nonce, once.data(), f.seckey.data(), &f.key,
             f.msg.data(), &cache, nullptr);
    SUCCEEDS(secp256k1_musig_pubnonce_serialize, f.ctx, f.out.data(), &nonce);
    SUCCEEDS(secp256k1_musig_pubnonce_parse, f.ctx, &nonce, f.out.data());
    const secp256k1_musig_pubnonce* nonces[] = {&nonce};
    SUCCEEDS(secp256k1_musig_nonce_agg, f.ctx, &sum, nonces, size_t{1});
    SUCCEEDS(secp256k1_musig_aggnonce_serialize, f.ctx, f.out.data(), &sum);
    SUCCEEDS(secp256k1_musig_aggnonce_parse, f.ctx, &sum, f.out.data());
    SUCCEEDS(secp256k1_musig_nonce_process, f.ctx, &session, &sum, f.msg.data(), &cache);
    SUCCEEDS(secp256k1_musig_partial_sign, f.ctx, &part, &secnonce, &f.pair, &cache, &session);
    SUCCEEDS(secp256k1_musig_partial_sig_serialize, f.ctx, f.out.data(), &part);
    SUCCEEDS(secp256k1_musig_partial_sig_parse, f.ctx, &part, f.out.data());
    SUCCEEDS(secp256k1_musig_partial_sig_verify, f.ctx, &part, &nonce, &f.key, &cache, &session);
    const secp256k1_musig_partial_sig* parts[] = {&part};
    SUCCEEDS(secp256k1_musig_partial_sig_agg, f.ctx, f.out.data(), &session, parts, size_t{1});
}

void silent_payments() {
    fixture f;
    bytes outpoint(36, 0x55);
    const secp256k1_silentpayments_recipient to = {f.key, f.key, 0};
    const secp256k1_silentpayments_recipient* recipients[] = {&to};
    secp256k1_xonly_pubkey output;
    secp256k1_xonly_pubkey* outputs[] = {&output};
    const unsigned char* const secrets[] = {f.tweak.data()};
    const secp256k1_pubkey* inputs[] = {&f.other};
    secp256k1_silentpayments_label label;
    secp256k1_silentpayments_prevouts_summary summary;
    secp256k1_silentpayments_found_output found;
    secp256k1_silentpayments_found_output* list[] = {&found};
    secp256k1_pubkey labeled;
    uint32_t n = 0;
    SUCCEEDS(secp256k1_silentpayments_sender_create_outputs, f.ctx, outputs, recipients, size_t{1},
             outpoint.data(), nullptr, size_t{0}, secrets, size_t{1});
    SUCCEEDS(secp256k1_silentpayments_recipient_label_create, f.ctx, &label, f.out.data(), f.seckey.data(),
             1U);
    SUCCEEDS(secp256k1_silentpayments_recipient_label_serialize, f.ctx, f.out.data(), &label);
    SUCCEEDS(secp256k1_silentpayments_recipient_label_parse, f.ctx, &label, f.out.data());
    SUCCEEDS(secp256k1_silentpayments_recipient_create_labeled_spend_pubkey, f.ctx, &labeled, &f.key, &label);
    SUCCEEDS(secp256k1_silentpayments_recipient_prevouts_summary_create, f.ctx, &summary, outpoint.data(),
             nullptr, size_t{0}, inputs, size_t{1});
    SUCCEEDS(secp256k1_silentpayments_recipient_scan_outputs, f.ctx, list, &n, outputs, size_t{1},
             f.seckey.data(), &summary, &f.key, nullptr, nullptr);
    CHECK(n == 1);
}

/* More rows than any kind of lanes asks for. */
void batches() {
    fixture f;
    bytes verdicts(rows), secrets, compact, recoverable, recids, schnorr, msgs, keys, xonly, tweaks;
    const auto append = [](bytes& to, const unsigned char* from, size_t size) {
        to.insert(to.end(), from, from + size);
    };
    for (size_t i = 0; i < rows; i++) {
        bytes secret = f.seckey, msg = f.msg;
        secret[5] = msg[5] = static_cast<unsigned char>(i);
        secp256k1_pubkey key;
        secp256k1_keypair pair;
        secp256k1_xonly_pubkey x;
        secp256k1_ecdsa_recoverable_signature sig;
        unsigned char out[65];
        size_t size = 33;
        int recid;
        CHECK(secp256k1_ec_pubkey_create(f.ctx, &key, secret.data()));
        CHECK(secp256k1_keypair_create(f.ctx, &pair, secret.data()));
        CHECK(secp256k1_keypair_xonly_pub(f.ctx, &x, nullptr, &pair));
        CHECK(secp256k1_ecdsa_sign_recoverable(f.ctx, &sig, msg.data(), secret.data(), nullptr, nullptr));
        CHECK(secp256k1_ecdsa_recoverable_signature_serialize_compact(f.ctx, out, &recid, &sig));
        append(compact, out, 64);
        recids.push_back(static_cast<unsigned char>(recid));
        CHECK(secp256k1_schnorrsig_sign32(f.ctx, out, msg.data(), &pair, nullptr));
        append(schnorr, out, 64);
        CHECK(secp256k1_ec_pubkey_serialize(f.ctx, out, &size, &key, SECP256K1_EC_COMPRESSED));
        append(keys, out, 33);
        CHECK(secp256k1_xonly_pubkey_serialize(f.ctx, out, &x));
        append(xonly, out, 32);
        append(secrets, secret.data(), 32);
        append(msgs, msg.data(), 32);
        append(tweaks, f.tweak.data(), 32);
    }
    const koblitz_column of_secrets = {secrets.data(), 32, 32, nullptr, 0},
                         of_sigs = {compact.data(), 64, 64, nullptr, 0},
                         of_recids = {recids.data(), 1, 1, nullptr, 0},
                         of_schnorr = {schnorr.data(), 64, 64, nullptr, 0},
                         of_msgs = {msgs.data(), 32, 32, nullptr, 0},
                         of_keys = {keys.data(), 33, 33, nullptr, 0},
                         of_xonly = {xonly.data(), 32, 32, nullptr, 0},
                         of_tweaks = {tweaks.data(), 32, 32, nullptr, 0};
    bytes out(33 * rows);
    const koblitz_output to = {out.data(), 33, 33};
    unsigned char* const v = verdicts.data();
    CHECK(KEEPS(koblitz_batch_ecdsa_verify, f.ctx, v, &of_sigs, &of_msgs, &of_keys, rows, 0U) == 0);
    CHECK(KEEPS(koblitz_batch_ecdsa_recover, f.ctx, v, &to, &of_sigs, &of_recids, &of_msgs, rows) == 0);
    CHECK(KEEPS(koblitz_batch_schnorrsig_verify, f.ctx, v, &of_schnorr, &of_msgs, &of_xonly, rows) == 0);
    bytes scratch(KEEPS(koblitz_batch_schnorrsig_scratch, f.ctx, rows));
    CHECK(KEEPS(koblitz_batch_schnorrsig_verify_all, f.ctx, v, &of_schnorr, &of_msgs, &of_xonly, rows,
                scratch.data(), scratch.size()) == 0);
    CHECK(KEEPS(koblitz_batch_ec_pubkey_parse, f.ctx, v, &to, &of_keys, rows) == 0);
    CHECK(KEEPS(koblitz_batch_ec_pubkey_tweak_add, f.ctx, v, &to, &of_keys, &of_tweaks, rows) == 0);
    CHECK(KEEPS(koblitz_batch_ec_pubkey_create, f.ctx, v, &to, &of_secrets, rows) == 0);
    CHECK(KEEPS(koblitz_batch_ec_pubkey_mul, f.ctx, v, &to, &of_keys, f.seckey.data(), rows) == 0);
    bytes tweaked, parities;
    for (size_t i = 0; i < rows; i++) {
        secp256k1_xonly_pubkey x;
        secp256k1_pubkey key;
        int parity;
        CHECK(secp256k1_xonly_pubkey_parse(f.ctx, &x, xonly.data() + 32 * i));
        CHECK(secp256k1_xonly_pubkey_tweak_add(f.ctx, &key, &x, f.tweak.data()));
        CHECK(secp256k1_xonly_pubkey_from_pubkey(f.ctx, &x, &parity, &key));
        CHECK(secp256k1_xonly_pubkey_serialize(f.ctx, out.data(), &x));
        append(tweaked, out.data(), 32);
        parities.push_back(static_cast<unsigned char>(parity));
    }
    const koblitz_column of_tweaked = {tweaked.data(), 32, 32, nullptr, 0},
                         of_parities = {parities.data(), 1, 1, nullptr, 0};
    CHECK(KEEPS(koblitz_batch_xonly_pubkey_tweak_add_check, f.ctx, v, &of_tweaked, &of_parities, &of_xonly,
                &of_tweaks, rows) == 0);
    const secp256k1_pubkey* const spend = &f.other;
    const koblitz_silentpayments_recipient recipient = {f.seckey.data(), &spend, 1};
    CHECK(KEEPS(koblitz_batch_silentpayments_scan, f.ctx, v, out.data(), nullptr, &of_keys, nullptr, nullptr,
                size_t{0}, &recipient, rows) == 0);
}

void nothing_is_left_out() {
    std::istringstream exports(read_file(KOBLITZ_EXPORTS));
    std::string name, kind;
    while (exports >> name >> kind) {
        check::row(name);
        if (kind == "function")
            CHECK(called.contains(name));
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"contexts", contexts},
                       {"keys", keys},
                       {"signatures", signatures},
                       {"exchanges", exchanges},
                       {"musig", musig},
                       {"silent_payments", silent_payments},
                       {"batches", batches},
                       {"nothing_is_left_out", nothing_is_left_out}});
}

#else

int main() {
    return check::skipped("kept_test", "a processor with x86-64");
}

#endif
