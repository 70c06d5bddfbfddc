/* Every function on secrets, under valgrind's memcheck with the secrets marked undefined: a branch, an
 * address or a system call that depends on one is an error.
 *
 *   valgrind --error-exitcode=42 constant_time BACKEND           zero errors, or the functions at fault and 1
 *   valgrind --error-exitcode=42 constant_time BACKEND --plant=branch|index   must be reported: exit code 42
 *
 * SHA-256 is the portable one (valgrind does not execute the SHA extensions).
 *
 * Built with KOBLITZ_TRACES, for qemu's plugin (traces.c) instead of valgrind: every function with several
 * valid keys, each call in a slot of its own that all keys share. */
#ifdef KOBLITZ_TRACES
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>
#else
#include <valgrind/memcheck.h>
#endif

#include <cstdio>
#include <cstring>
#include <string>

#include "backends/instantiate.h"
#include "backends/list.h"
#include "backends/portable.h"
#include "backends/x86_bmi2.h"
#include "base/lone.h"
#include "hash/sha256.h"
#include "koblitz.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_musig.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"
#include "simd/kernels.h"
#include "simd/plain.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

#ifdef KOBLITZ_TRACES
void secret(void*, size_t) {}
void known(const void*, size_t) {}

/* Of the call in the pass over all functions with one key. */
long slot = 0;
bool first_key = true;
int mode_failures = 0;

/* The processor's mode of data-independent timing, which a call must leave as it was. */
constexpr unsigned long mode_bit = 1ul << 24;
void set_mode(unsigned long mode) {
    __asm__ volatile("msr S3_3_C4_C2_5, %0" ::"r"(mode));
}
unsigned long get_mode() {
    unsigned long mode;
    __asm__ volatile("mrs %0, S3_3_C4_C2_5" : "=r"(mode));
    return mode & mode_bit;
}

template <class F>
void run(const char* name, F f) {
    constexpr long trace_begin = 0x6b6f0001, trace_end = 0x6b6f0002;
    const unsigned long mode = get_mode();
    if (first_key)
        std::printf("slot %ld: %s%s\n", slot, name, mode == 0 ? "" : " in the mode");
    syscall(trace_begin, slot++);
    const volatile int result = f();
    syscall(trace_end);
    (void)result;
    if (get_mode() != mode) {
        std::printf("FAILED: %s changes DIT\n", name);
        mode_failures++;
    }
}
#else
unsigned failures = 0;
std::string label;

void secret(void* p, size_t n) {
    VALGRIND_MAKE_MEM_UNDEFINED(p, n);
}
void known(const void* p, size_t n) {
    VALGRIND_MAKE_MEM_DEFINED(p, n);
}

template <class F>
void run(const char* name, F f) {
    const unsigned before = VALGRIND_COUNT_ERRORS;
    int result = f();
    known(&result, sizeof result);
    const unsigned errors = VALGRIND_COUNT_ERRORS - before;
    if (errors != 0) {
        failures++;
        std::fprintf(stderr, "%s, %s: %u reports\n", name, label.c_str(), errors);
    }
}
#endif

int take_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void*) {
#ifdef KOBLITZ_TRACES
    if (get_mode() == 0) {
        std::printf("FAILED: ecdh hashes while DIT is not set\n");
        mode_failures++;
    }
#endif
    for (int i = 0; i < 32; i++)
        output[i] = x32[i] ^ y32[i];
    return 1;
}

int take_x(unsigned char* output, const unsigned char* x32, const unsigned char*, const unsigned char*,
           void*) {
    std::memcpy(output, x32, 32);
    return 1;
}

int own_nonce(unsigned char* nonce32, const unsigned char* msg32, const unsigned char* key32,
              const unsigned char*, void*, unsigned int) {
    for (int i = 0; i < 32; i++)
        nonce32[i] = key32[i] ^ msg32[i];
    nonce32[0] &= 0x7f;
    return 1;
}

int own_schnorr_nonce(unsigned char* nonce32, const unsigned char*, size_t, const unsigned char* key32,
                      const unsigned char* pk32, const unsigned char*, size_t, void*) {
    for (int i = 0; i < 32; i++)
        nonce32[i] = key32[i] ^ pk32[i];
    return 1;
}

/* Instead of the lanes of the processor, as valgrind does not execute AVX-512. */
constinit const koblitz_lanes::kernels plain_kernels = koblitz::make_kernels<koblitz::plain_lanes>();
#ifdef KOBLITZ_X86_64_ASM
constinit const koblitz::arithmetic plain_arithmetic =
    koblitz::make_arithmetic<koblitz::x86_bmi2, &plain_kernels>();
#endif
/* The backend without lanes and with plain ones; the portable one has none for single calls. */
const koblitz::backend* without_lanes;
koblitz::backend with_plain_lanes = {"plain", [] { return true; }, nullptr, &plain_kernels};

void take_lanes(bool plain) {
#ifdef KOBLITZ_TRACES
    plain = false;
#endif
    koblitz::force_backend_for_tests(plain ? &with_plain_lanes : without_lanes);
}

/* Batches in lanes: a group of four keys beside a row of one. */
void every_batch_function(const secp256k1_context* ctx, const bytes& key, const secp256k1_pubkey& peer) {
    constexpr size_t n = 4;
    unsigned char seckeys[32 * n], points[33 * n], outputs_made[2 * 32 * n], verdicts[n];
    const koblitz_output out = {points, 33, 33};
    const koblitz_column keys = {seckeys, 32, 32, nullptr, 0}, peers = {peer.data, 64, 0, nullptr, 0};
    for (size_t i = 0; i < n; i++) {
        std::memcpy(seckeys + 32 * i, key.data(), 32);
        seckeys[32 * i + 7] ^= static_cast<unsigned char>(i);
    }
    secret(seckeys, sizeof seckeys);
    take_lanes(true);
    for (const size_t rows : {n, size_t{1}}) {
        run("batch_ec_pubkey_create", [&] {
            return static_cast<int>(koblitz_batch_ec_pubkey_create(ctx, verdicts, &out, &keys, rows));
        });
        run("batch_ec_pubkey_mul", [&] {
            return static_cast<int>(koblitz_batch_ec_pubkey_mul(ctx, verdicts, &out, &peers, seckeys, rows));
        });
        run("batch_silentpayments_scan", [&] {
            const secp256k1_pubkey* const spend[] = {&peer, &peer};
            const koblitz_silentpayments_recipient to = {seckeys, spend, 2};
            const koblitz_column outputs = {key.data(), 32, 0, nullptr, 0};
            uint32_t matches[n];
            return static_cast<int>(koblitz_batch_silentpayments_scan(
                ctx, verdicts, outputs_made, matches, &peers, nullptr, &outputs, 8, &to, rows));
        });
    }
}

/* The functions of MuSig2 on secrets, for one signer; public objects are made in between. */
void every_musig_function(secp256k1_context* ctx, const bytes& key, const secp256k1_keypair& pair,
                          const secp256k1_pubkey& pubkey) {
    const bytes msg(32, 0x5a);
    bytes seckey = key, random(32, 0x77), extra(32, 0x31);
    const secp256k1_pubkey* keys[] = {&pubkey};
    secp256k1_musig_keyagg_cache cache;
    secp256k1_musig_secnonce secnonce;
    secp256k1_musig_pubnonce pubnonce;
    const secp256k1_musig_pubnonce* nonces[] = {&pubnonce};
    secp256k1_musig_aggnonce sum;
    secp256k1_musig_session session;
    secp256k1_musig_partial_sig sig;
    run("musig_pubkey_agg", [&] { return secp256k1_musig_pubkey_agg(ctx, nullptr, &cache, keys, 1); });
    for (int counter = 0; counter < 2; counter++) {
        secret(seckey.data(), 32);
        secret(random.data(), 32);
        secret(extra.data(), 32);
        if (counter == 0) {
            run("musig_nonce_gen", [&] {
                return secp256k1_musig_nonce_gen(ctx, &secnonce, &pubnonce, random.data(), seckey.data(),
                                                 &pubkey, msg.data(), &cache, extra.data());
            });
        } else {
            run("musig_nonce_gen_counter", [&] {
                return secp256k1_musig_nonce_gen_counter(ctx, &secnonce, &pubnonce, 5, &pair, msg.data(),
                                                         &cache, extra.data());
            });
        }
        run("musig_nonce_agg", [&] { return secp256k1_musig_nonce_agg(ctx, &sum, nonces, 1); });
        run("musig_nonce_process",
            [&] { return secp256k1_musig_nonce_process(ctx, &session, &sum, msg.data(), &cache); });
        run("musig_partial_sign",
            [&] { return secp256k1_musig_partial_sign(ctx, &sig, &secnonce, &pair, &cache, &session); });
    }
}

/* Silent payments: the secret key as an input's key, as a key pair and as a scan key. */
void every_silent_payment_function(secp256k1_context* ctx, const bytes& key, const secp256k1_keypair& pair,
                                   const secp256k1_pubkey& pubkey) {
    bytes seckey = key, tweak(32);
    const bytes outpoint(36, 0x21);
    secp256k1_silentpayments_label change;
    secret(seckey.data(), 32);
    run("silentpayments_recipient_label_create", [&] {
        return secp256k1_silentpayments_recipient_label_create(ctx, &change, tweak.data(), seckey.data(), 7);
    });
    secp256k1_silentpayments_prevouts_summary summary;
    const secp256k1_pubkey* inputs[] = {&pubkey};
    run("silentpayments_recipient_prevouts_summary_create", [&] {
        return secp256k1_silentpayments_recipient_prevouts_summary_create(ctx, &summary, outpoint.data(),
                                                                          nullptr, 0, inputs, 1);
    });
    const secp256k1_silentpayments_recipient to[] = {{pubkey, pubkey, 0}, {pubkey, pubkey, 1}};
    secp256k1_xonly_pubkey outputs[2];
    for (bool taproot : {false, true}) {
        const secp256k1_silentpayments_recipient* recipients[] = {&to[0], &to[1]};
        secp256k1_xonly_pubkey* output_list[] = {&outputs[0], &outputs[1]};
        const unsigned char* keys[] = {seckey.data()};
        const secp256k1_keypair* pairs[] = {&pair};
        run("silentpayments_sender_create_outputs", [&] {
            return secp256k1_silentpayments_sender_create_outputs(
                ctx, output_list, recipients, 2, outpoint.data(), taproot ? pairs : nullptr, taproot ? 1 : 0,
                taproot ? nullptr : keys, taproot ? 0 : 1);
        });
    }
    secp256k1_silentpayments_found_output found[2];
    secp256k1_silentpayments_found_output* found_list[] = {&found[0], &found[1]};
    const secp256k1_xonly_pubkey* output_list[] = {&outputs[0], &outputs[1]};
    uint32_t n = 0;
    run("silentpayments_recipient_scan_outputs", [&] {
        return secp256k1_silentpayments_recipient_scan_outputs(
            ctx, found_list, &n, output_list, 2, seckey.data(), &summary, &pubkey,
            [](const unsigned char*, const void*) -> const unsigned char* { return nullptr; }, nullptr);
    });
}

/* All functions with one secret key; bytes the key holds may be no valid key. */
void every_function(secp256k1_context* ctx, const bytes& key, const bytes& other,
                    const secp256k1_pubkey& peer) {
    unsigned char seckey[32], tweak[32], out[96];
    bytes msg(32, 0x5a), aux(32, 0xa5);
    auto fresh = [&] {
        known(seckey, 32);
        known(tweak, 32);
        std::memcpy(seckey, key.data(), 32);
        std::memcpy(tweak, other.data(), 32);
        secret(seckey, 32);
        secret(tweak, 32);
    };

    fresh();
    run("ec_seckey_verify", [&] { return secp256k1_ec_seckey_verify(ctx, seckey); });
    run("ec_seckey_negate", [&] { return secp256k1_ec_seckey_negate(ctx, seckey); });
    fresh();
    run("ec_seckey_tweak_add", [&] { return secp256k1_ec_seckey_tweak_add(ctx, seckey, tweak); });
    fresh();
    run("ec_seckey_tweak_mul", [&] { return secp256k1_ec_seckey_tweak_mul(ctx, seckey, tweak); });
    fresh();
    secp256k1_pubkey pubkey;
    run("ec_pubkey_create", [&] { return secp256k1_ec_pubkey_create(ctx, &pubkey, seckey); });

    secp256k1_ecdsa_recoverable_signature recoverable;
    secp256k1_ecdsa_signature sig;
    bytes secret_msg = msg;
    secret(secret_msg.data(), 32);
    run("ecdsa_sign",
        [&] { return secp256k1_ecdsa_sign(ctx, &sig, secret_msg.data(), seckey, nullptr, nullptr); });
    run("ecdsa_sign, additional data", [&] {
        return secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey, secp256k1_nonce_function_default, tweak);
    });
    run("ecdsa_sign, own nonce function",
        [&] { return secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey, own_nonce, nullptr); });
    run("ecdsa_sign_recoverable", [&] {
        return secp256k1_ecdsa_sign_recoverable(ctx, &recoverable, msg.data(), seckey, nullptr, nullptr);
    });
    run("nonce_function_rfc6979",
        [&] { return secp256k1_nonce_function_rfc6979(out, secret_msg.data(), seckey, nullptr, tweak, 2); });

    run("ecdh", [&] { return secp256k1_ecdh(ctx, out, &peer, seckey, nullptr, nullptr); });
    run("ecdh, own hash function",
        [&] { return secp256k1_ecdh(ctx, out, &peer, seckey, take_point, nullptr); });

    /* The key stands for the coordinates. */
    run("ecdh_hash_function_sha256",
        [&] { return secp256k1_ecdh_hash_function_sha256(out, seckey, seckey, nullptr); });

    run("ellswift_create", [&] { return secp256k1_ellswift_create(ctx, out, seckey, tweak); });
    run("ellswift_create, no aux", [&] { return secp256k1_ellswift_create(ctx, out, seckey, nullptr); });
    bytes ell_a(64, 0x77), ell_b(64, 0x78);
    run("ellswift_xdh", [&] {
        return secp256k1_ellswift_xdh(ctx, out, ell_a.data(), ell_b.data(), seckey, 0,
                                      secp256k1_ellswift_xdh_hash_function_bip324, nullptr);
    });
    run("ellswift_xdh, own hash function", [&] {
        return secp256k1_ellswift_xdh(ctx, out, ell_a.data(), ell_b.data(), seckey, 1, take_x, nullptr);
    });

    run("ellswift_xdh_hash_function_bip324", [&] {
        return secp256k1_ellswift_xdh_hash_function_bip324(out, seckey, ell_a.data(), ell_b.data(), nullptr);
    });
    run("ellswift_xdh_hash_function_prefix", [&] {
        return secp256k1_ellswift_xdh_hash_function_prefix(out, seckey, ell_a.data(), ell_b.data(),
                                                           ell_a.data());
    });

    secp256k1_keypair pair;
    secp256k1_xonly_pubkey xonly;
    int parity, created = 0;
    run("keypair_create", [&] { return created = secp256k1_keypair_create(ctx, &pair, seckey); });
    known(&created, sizeof created);
    run("keypair_sec", [&] { return secp256k1_keypair_sec(ctx, out, &pair); });
    run("keypair_pub", [&] { return secp256k1_keypair_pub(ctx, &pubkey, &pair); });
    if (created == 0)
        return;
    run("keypair_xonly_pub", [&] { return secp256k1_keypair_xonly_pub(ctx, &xonly, &parity, &pair); });
    known(&pubkey, sizeof pubkey);
    every_musig_function(ctx, key, pair, pubkey);
    every_silent_payment_function(ctx, key, pair, pubkey);
    secret(aux.data(), 32);
    run("schnorrsig_sign32",
        [&] { return secp256k1_schnorrsig_sign32(ctx, out, msg.data(), &pair, aux.data()); });
    run("schnorrsig_sign32, no aux",
        [&] { return secp256k1_schnorrsig_sign32(ctx, out, msg.data(), &pair, nullptr); });
    secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
    run("schnorrsig_sign_custom",
        [&] { return secp256k1_schnorrsig_sign_custom(ctx, out, msg.data(), 20, &pair, &params); });
    params.noncefp = own_schnorr_nonce;
    run("schnorrsig_sign_custom, own nonce function",
        [&] { return secp256k1_schnorrsig_sign_custom(ctx, out, msg.data(), 20, &pair, &params); });
    run("nonce_function_bip340", [&] {
        const unsigned char tag[] = {'t'};
        return secp256k1_nonce_function_bip340(out, msg.data(), 32, seckey, msg.data(), tag, 1, aux.data());
    });
    run("keypair_xonly_tweak_add",
        [&] { return secp256k1_keypair_xonly_tweak_add(ctx, &pair, other.data()); });
}

int plant(const std::string& what, unsigned char byte) {
    static const unsigned char table[256] = {1};
    secret(&byte, 1);
    volatile int sink = 0;
    if (what == "branch") {
        if ((byte & 1) != 0)
            sink = 1;
    } else if (what == "index") {
        sink = table[byte];
    } else {
        return 2;
    }
    (void)sink;
    return 0;
}

#ifdef KOBLITZ_TRACES
/* All functions with the key, on a context that is not blinded; then on one that is, with DIT set before and
 * as lone calls. */
int trace_all(const bytes& key, const bytes& other, const std::string& option) {
    if (option.starts_with("--plant=")) {
        run("planted", [&] { return plant(option.substr(8), key[31]); });
        return 0;
    }
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    bytes peer_key(32, 0x11);
    secp256k1_pubkey peer;
    if (!secp256k1_ec_pubkey_create(ctx, &peer, peer_key.data()))
        return 2;
    for (const unsigned long mode : {0ul, mode_bit}) {
        set_mode(mode);
        koblitz::force_lone_calls_for_tests(mode != 0);
        every_function(ctx, key, other, peer);
        every_batch_function(ctx, key, peer);
        run("context_randomize", [&] { return secp256k1_context_randomize(ctx, key.data()); });
    }
    secp256k1_context_destroy(ctx);
    return mode_failures == 0 ? 0 : 1;
}

/* With each of several keys, in a process of its own: what it allocates has the same addresses. */
int trace_keys(const std::string& option) {
    const char* keys[] = {
        "0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0",
        "0000000000000000000000000000000000000000000000000000000000000001",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
        "8000000000000000000000000000000000000000000000000000000000000000",
        "00000000000000000000000000000000ffffffffffffffffffffffffffffffff",
        "b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef",
    };
    std::fflush(stdout);
    const char* other = keys[5];
    for (const char* key : keys) {
        const pid_t child = fork();
        if (child == 0) {
            const int status = trace_all(from_hex(key), from_hex(other), option);
            std::fflush(stdout);
            _exit(status);
        }
        int status = 0;
        if (waitpid(child, &status, 0) != child || status != 0)
            return 2;
        other = key;
        first_key = false;
    }
    return 0;
}
#endif

} // namespace

#ifdef KOBLITZ_TRACES
/* qemu 7 has FEAT_DIT and does not say so. */
extern "C" unsigned long __real_getauxval(unsigned long);
extern "C" unsigned long __wrap_getauxval(unsigned long type);
extern "C" unsigned long __wrap_getauxval(unsigned long type) {
    return __real_getauxval(type) | (type == AT_HWCAP ? mode_bit : 0);
}
#endif

int main(int argc, char** argv) {
    if (argc < 2)
        return 2;
    const std::string backend = argv[1];
#ifdef KOBLITZ_TRACES
    if (backend == "portable")
        koblitz::force_sha256_for_tests(koblitz::sha256_compress_portable, "portable");
#else
    if (RUNNING_ON_VALGRIND == 0) {
        std::fprintf(stderr, "this program shows nothing outside valgrind\n");
        return 2;
    }
    koblitz::force_sha256_for_tests(koblitz::sha256_compress_portable, "portable");
#endif
    if (!check::use_backend(backend.c_str(), true) || backend != koblitz_backend_name()) {
        std::fprintf(stderr, "no backend %s\n", backend.c_str());
        return 2;
    }
    without_lanes = &koblitz::active_backend();
    with_plain_lanes.curve = without_lanes->curve;
#ifdef KOBLITZ_X86_64_ASM
    if (backend != "portable")
        with_plain_lanes.curve = &plain_arithmetic;
#endif
    std::printf("backend %s, sha256 %s\n", koblitz_backend_name(), koblitz_sha256_name());
#ifdef KOBLITZ_TRACES
    return trace_keys(argc > 2 ? argv[2] : "");
#else
    if (argc > 2 && std::strncmp(argv[2], "--plant=", 8) == 0)
        return plant(argv[2] + 8, 3);

    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_DECLASSIFY);
    if (ctx == nullptr)
        return 2;
    bytes peer_key(32, 0x11);
    secp256k1_pubkey peer;
    if (!secp256k1_ec_pubkey_create(ctx, &peer, peer_key.data()))
        return 2;
    known(&peer, sizeof peer);

    const char* keys[] = {
        "0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0",
        "0000000000000000000000000000000000000000000000000000000000000001",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    };
    const bytes tweak = from_hex("00000000000000000000000000000000000000000000000123456789abcdef01");
    /* Without lanes, and with them where the backend uses them; then with one key as lone calls. */
    for (int round = 0; round < 3; round++) {
        take_lanes(round != 0);
        koblitz::force_lone_calls_for_tests(round == 2);
        for (const char* key : keys) {
            label = std::string("key ") + key + (round == 0 ? "" : round == 1 ? ", blinded" : ", lone");
            every_function(ctx, from_hex(key), tweak, peer);
            if (round == 2)
                break;
        }
        label = std::string("batches") + (round == 0 ? "" : ", blinded");
        every_batch_function(ctx, from_hex(keys[round == 0 ? 0 : 2]), peer);
        bytes seed(32, 0x33);
        secret(seed.data(), 32);
        label = "a secret seed";
        run("context_randomize", [&] { return secp256k1_context_randomize(ctx, seed.data()); });
    }
    secp256k1_context_destroy(ctx);
    if (failures == 0)
        std::printf("no report\n");
    return failures == 0 ? 0 : 1;
#endif
}
