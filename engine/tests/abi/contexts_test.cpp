/* Contexts: creation, clones, preallocated memory, the static one, blinding, the exchangeable SHA-256, and
 * the default callbacks. */
#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <csignal>
#include <vector>

#include "hash/sha256.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"

/* The linker sends every malloc of this program here (--wrap=malloc). */
extern "C" void* __real_malloc(size_t size);
extern "C" void* __wrap_malloc(size_t size);
static bool out_of_memory = false;
void* __wrap_malloc(size_t size) {
    return out_of_memory ? nullptr : __real_malloc(size);
}

namespace {

void count(const char*, void* data) {
    ++*static_cast<unsigned*>(data);
}

#if defined(_WIN32)
void* place[5];

/* True when the function calls abort, which raises SIGABRT in this process: what the function forces is
 * undone. */
template <class F>
bool aborts(F f) {
    std::signal(SIGABRT, [](int) { __builtin_longjmp(place, 1); });
    const bool aborted = __builtin_setjmp(place) != 0;
    if (!aborted)
        f();
    std::signal(SIGABRT, SIG_DFL);
    out_of_memory = false;
    koblitz::force_sha256_for_tests(nullptr, nullptr);
    return aborted;
}
#else
/* True when the function ends its process by SIGABRT. */
template <class F>
bool aborts(F f) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr)
            _exit(2);
        f();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
#endif

bytes signature(const secp256k1_context* ctx) {
    const bytes seckey(32, 9), msg(32, 7);
    secp256k1_ecdsa_signature sig;
    secp256k1_keypair pair;
    secp256k1_pubkey key;
    bytes out(64 + 64 + 64);
    CHECK(secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey.data(), nullptr, nullptr));
    CHECK(secp256k1_keypair_create(ctx, &pair, seckey.data()));
    CHECK(secp256k1_ec_pubkey_create(ctx, &key, seckey.data()));
    std::memcpy(out.data(), sig.data, 64);
    std::memcpy(out.data() + 64, key.data, 64);
    CHECK(secp256k1_schnorrsig_sign32(ctx, out.data() + 128, msg.data(), &pair, nullptr));
    return out;
}

void defaults_abort() {
    CHECK(aborts([] { (void)!secp256k1_ec_seckey_verify(secp256k1_context_static, nullptr); }));
    CHECK(aborts([] { (void)!secp256k1_context_create(0); }));
    CHECK(aborts([] { (void)!secp256k1_context_create(SECP256K1_EC_COMPRESSED); }));
    CHECK(aborts([] { (void)!secp256k1_context_create(SECP256K1_CONTEXT_DECLASSIFY); }));
    CHECK(aborts([] { (void)!secp256k1_context_preallocated_size(0xff); }));
    CHECK(aborts([] { (void)!secp256k1_context_clone(secp256k1_context_static); }));
    auto* fixed = const_cast<secp256k1_context*>(secp256k1_context_static);
    CHECK(aborts([=] { secp256k1_context_set_illegal_callback(fixed, count, nullptr); }));
    CHECK(aborts([=] { secp256k1_context_set_error_callback(fixed, count, nullptr); }));
    CHECK(aborts([=] { secp256k1_context_destroy(fixed); }));
    CHECK(aborts([=] { (void)!secp256k1_context_randomize(fixed, nullptr); }));
    /* NULL restores the aborting default. */
    CHECK(aborts([] {
        secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
        unsigned fired = 0;
        secp256k1_context_set_illegal_callback(ctx, count, &fired);
        secp256k1_context_set_illegal_callback(ctx, nullptr, nullptr);
        (void)!secp256k1_ec_seckey_verify(ctx, nullptr);
    }));
    CHECK(!aborts([] { secp256k1_selftest(); }));
}

void flags() {
    for (unsigned flags : {SECP256K1_CONTEXT_NONE, SECP256K1_CONTEXT_VERIFY, SECP256K1_CONTEXT_SIGN,
                           SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY}) {
        secp256k1_context* ctx = secp256k1_context_create(flags);
        CHECK(ctx != nullptr);
        CHECK(signature(ctx).size() == 192);
        secp256k1_context_destroy(ctx);
    }
    secp256k1_context_destroy(nullptr);
    secp256k1_context_preallocated_destroy(nullptr);
}

void blinding_changes_no_result() {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    const bytes expected = signature(ctx);
    random_source random(11);
    for (int i = 0; i < 50; i++) {
        bytes seed(32);
        if (i == 1)
            seed.assign(32, 0xff);
        if (i > 1)
            random.fill(seed.data(), 32);
        CHECK(secp256k1_context_randomize(ctx, seed.data()));
        CHECK(signature(ctx) == expected);
    }
    /* Null restores the first state; the next one depends on the seed and on the one before. */
    const size_t size = secp256k1_context_preallocated_clone_size(ctx);
    const auto after = [&](const unsigned char* seed32) {
        CHECK(secp256k1_context_randomize(ctx, seed32));
        const auto* state = reinterpret_cast<const unsigned char*>(ctx);
        return bytes(state, state + size);
    };
    const bytes seed(32, 1), other_seed(32, 2);
    const bytes plain = after(nullptr), once = after(seed.data()), twice = after(seed.data());
    CHECK(once != plain && twice != plain && twice != once);
    CHECK(after(nullptr) == plain && after(other_seed.data()) != once);
    CHECK(after(nullptr) == plain && after(seed.data()) == once);
    CHECK(signature(ctx) == expected);
    CHECK(after(nullptr) == plain);
    secp256k1_context* other = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    CHECK(std::memcmp(other, plain.data(), size) == 0);
    CHECK(signature(ctx) == expected);
    secp256k1_context_destroy(other);
    secp256k1_context_destroy(ctx);
}

void clones_and_preallocated() {
    unsigned fired = 0;
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    const bytes seed(32, 4), expected = signature(ctx);
    CHECK(secp256k1_context_randomize(ctx, seed.data()));
    secp256k1_context_set_illegal_callback(ctx, count, &fired);
    secp256k1_context* clone = secp256k1_context_clone(ctx);
    secp256k1_context_destroy(ctx);
    CHECK(signature(clone) == expected);
    CHECK(!secp256k1_ec_seckey_verify(clone, nullptr) && fired == 1);

    const size_t size = secp256k1_context_preallocated_clone_size(clone);
    CHECK(size == secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE));
    std::vector<long double> memory(size / sizeof(long double) + 1);
    secp256k1_context* placed = secp256k1_context_preallocated_clone(clone, memory.data());
    CHECK(placed == static_cast<void*>(memory.data()) && signature(placed) == expected);
    CHECK(secp256k1_context_preallocated_clone(clone, nullptr) == nullptr && fired == 2);
    /* After destruction nothing of the blinding is left, and the context is refused. */
    const bytes alive(reinterpret_cast<unsigned char*>(placed),
                      reinterpret_cast<unsigned char*>(placed) + 32);
    secp256k1_context_preallocated_destroy(placed);
    CHECK(bytes(reinterpret_cast<unsigned char*>(placed), reinterpret_cast<unsigned char*>(placed) + 32) ==
          bytes(32));
    CHECK(alive != bytes(32));
    secp256k1_context_preallocated_destroy(placed);
    CHECK(fired == 3);

    placed = secp256k1_context_preallocated_create(memory.data(), SECP256K1_CONTEXT_SIGN);
    CHECK(signature(placed) == expected);
    secp256k1_context_preallocated_destroy(placed);
    secp256k1_context_destroy(clone);
}

/* The error callback, then the illegal-argument one for the memory that is not there. */
void clone_without_memory() {
    std::string order;
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_set_error_callback(
        ctx, [](const char*, void* data) { *static_cast<std::string*>(data) += 'e'; }, &order);
    secp256k1_context_set_illegal_callback(
        ctx, [](const char*, void* data) { *static_cast<std::string*>(data) += 'i'; }, &order);
    out_of_memory = true;
    const secp256k1_context* clone = secp256k1_context_clone(ctx);
    out_of_memory = false;
    CHECK(clone == nullptr && order == "ei");
    CHECK(aborts([] {
        out_of_memory = true;
        (void)!secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    }));
    secp256k1_context_destroy(ctx);
}

unsigned long compressions = 0;
void counting_compression(uint32_t* state, const unsigned char* blocks, size_t n) {
    compressions += n;
    koblitz::sha256_compress_portable(state, blocks, n);
}
/* Functions that are right now and then. */
void broken_compression(uint32_t* state, const unsigned char* blocks, size_t n) {
    koblitz::sha256_compress_portable(state, blocks, n);
    state[3]++;
}
void first_block_only(uint32_t* state, const unsigned char* blocks, size_t n) {
    koblitz::sha256_compress_portable(state, blocks, n == 0 ? 0 : 1);
}
void no_more_than_eight(uint32_t* state, const unsigned char* blocks, size_t n) {
    koblitz::sha256_compress_portable(state, blocks, n > 8 ? 8 : n);
}
void aligned_blocks_only(uint32_t* state, const unsigned char* blocks, size_t n) {
    koblitz::sha256_compress_portable(state, blocks, reinterpret_cast<uintptr_t>(blocks) % 4 == 0 ? n : 0);
}
void from_initial_state(uint32_t* state, const unsigned char* blocks, size_t n) {
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::memcpy(state, initial, sizeof initial);
    koblitz::sha256_compress_portable(state, blocks, n);
}
void no_operation(uint32_t*, const unsigned char*, size_t) {}
/* Wrong where the address has one of the 64 remainders. */
uintptr_t wrong_remainder = 0;
void wrong_at_a_remainder(uint32_t* state, const unsigned char* blocks, size_t n) {
    koblitz::sha256_compress_portable(state, blocks, n);
    state[0] += reinterpret_cast<uintptr_t>(blocks) % 64 == wrong_remainder ? 1 : 0;
}

void sha256_compression() {
    unsigned fired = 0;
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_set_illegal_callback(ctx, count, &fired);
    const bytes expected = signature(ctx), tag(3, 't'), msg(100, 'm'), seed(32, 5);
    bytes hash(32), again(32);
    CHECK(secp256k1_tagged_sha256(ctx, hash.data(), tag.data(), 3, msg.data(), 100));

    for (auto broken : {broken_compression, first_block_only, no_more_than_eight, aligned_blocks_only,
                        from_initial_state, no_operation}) {
        fired = 0;
        secp256k1_context_set_sha256_compression(ctx, broken);
        CHECK(fired == 1);
        CHECK(secp256k1_tagged_sha256(ctx, again.data(), tag.data(), 3, msg.data(), 100) && again == hash);
    }
    fired = 0;
    for (wrong_remainder = 0; wrong_remainder < 64; wrong_remainder++)
        secp256k1_context_set_sha256_compression(ctx, wrong_at_a_remainder);
    CHECK(fired == 64);
    fired = 0;
    secp256k1_context_set_sha256_compression(ctx, counting_compression);
    CHECK(fired == 0);
    compressions = 0;
    CHECK(secp256k1_tagged_sha256(ctx, again.data(), tag.data(), 3, msg.data(), 100) && again == hash);
    CHECK(compressions == 4);
    /* Each of these hashes with it: signing of both kinds, verification, ECDH, randomization, clones. */
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey xonly;
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    unsigned char sig64[64], shared[32];
    CHECK(secp256k1_keypair_create(ctx, &pair, seed.data()) && secp256k1_keypair_pub(ctx, &key, &pair));
    CHECK(secp256k1_keypair_xonly_pub(ctx, &xonly, nullptr, &pair));
    auto used = [](bool ok) {
        const bool any = ok && compressions != 0;
        compressions = 0;
        return any;
    };
    /* How many blocks the call compressed by it. */
    auto blocks = [](bool ok) {
        CHECK(ok);
        const unsigned long n = compressions;
        compressions = 0;
        return n;
    };
    compressions = 0;
    CHECK(used(secp256k1_ecdsa_sign(ctx, &sig, seed.data(), seed.data(), nullptr, nullptr)));
    CHECK(used(secp256k1_ecdsa_sign(ctx, &sig, seed.data(), seed.data(), secp256k1_nonce_function_default,
                                    nullptr)));
    CHECK(used(secp256k1_schnorrsig_sign32(ctx, sig64, seed.data(), &pair, nullptr)));
    CHECK(used(secp256k1_schnorrsig_verify(ctx, sig64, seed.data(), 32, &xonly)));
    CHECK(used(secp256k1_ecdh(ctx, shared, &key, seed.data(), nullptr, nullptr)));
    CHECK(
        used(secp256k1_ecdh(ctx, shared, &key, seed.data(), secp256k1_ecdh_hash_function_default, nullptr)));
    secp256k1_ecdsa_recoverable_signature recoverable;
    for (auto nonce : {secp256k1_nonce_function(nullptr), secp256k1_nonce_function_default,
                       secp256k1_nonce_function_rfc6979})
        CHECK(used(
            secp256k1_ecdsa_sign_recoverable(ctx, &recoverable, seed.data(), seed.data(), nonce, nullptr)));
    secp256k1_schnorrsig_extraparams by_name = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
    by_name.noncefp = secp256k1_nonce_function_bip340;
    CHECK(blocks(secp256k1_schnorrsig_sign_custom(ctx, sig64, seed.data(), 32, &pair, nullptr)) ==
          blocks(secp256k1_schnorrsig_sign_custom(ctx, sig64, seed.data(), 32, &pair, &by_name)));
    /* Rows one by one hash two blocks of R, P and the message each. A sum of all hashes e and s of each row
     * and the padding, then one block for two factors. */
    constexpr size_t n = 192;
    static unsigned char verdicts[n], scratch[n * 1024];
    unsigned char key32[32];
    CHECK(secp256k1_xonly_pubkey_serialize(ctx, key32, &xonly));
    const koblitz_column sigs = {sig64, 64, 0, nullptr, 0}, msgs = {seed.data(), 32, 0, nullptr, 0},
                         keys = {key32, 32, 0, nullptr, 0};
    const size_t size = koblitz_batch_schnorrsig_scratch(ctx, n);
    CHECK(0 < size && size <= sizeof scratch);
    CHECK(blocks(koblitz_batch_schnorrsig_verify(ctx, verdicts, &sigs, &msgs, &keys, n) == 0) == 2 * n);
    CHECK(blocks(koblitz_batch_schnorrsig_verify_all(ctx, verdicts, &sigs, &msgs, &keys, n, scratch, size) ==
                 0) == 2 * n + n + 1 + n / 2);
    bytes ell(64, 3), prefix(64, 4);
    for (auto function :
         {secp256k1_ellswift_xdh_hash_function_bip324, secp256k1_ellswift_xdh_hash_function_prefix})
        CHECK(used(secp256k1_ellswift_xdh(ctx, shared, ell.data(), ell.data(), seed.data(), 0, function,
                                          prefix.data())));
    CHECK(used(secp256k1_context_randomize(ctx, seed.data())));
    CHECK(used(signature(ctx) == expected));
    secp256k1_context* clone = secp256k1_context_clone(ctx);
    CHECK(used(signature(clone) == expected));
    secp256k1_context_destroy(clone);
    /* The functions behind the data symbols know no context. */
    CHECK(secp256k1_nonce_function_rfc6979(shared, seed.data(), seed.data(), nullptr, nullptr, 0) &&
          compressions == 0);

    secp256k1_context_set_sha256_compression(ctx, nullptr);
    CHECK(signature(ctx) == expected && compressions == 0);
    secp256k1_context_destroy(ctx);
}

/* The self-test, alone and where a context is made, finds a built-in SHA-256 that is wrong. */
void self_test() {
    const size_t size = secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE);
    std::vector<long double> memory(size / sizeof(long double) + 1);
    const auto create = [&] {
        (void)!secp256k1_context_preallocated_create(memory.data(), SECP256K1_CONTEXT_NONE);
    };
    const auto wrong = [] { koblitz::force_sha256_for_tests(broken_compression, "broken"); };
    CHECK(!aborts(create));
    CHECK(aborts([&] {
        wrong();
        secp256k1_selftest();
    }));
    CHECK(aborts([&] {
        wrong();
        create();
    }));
    CHECK(aborts([&] {
        wrong();
        (void)!secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    }));
}

/* A program may use nothing but the static context. */
void static_context() {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    const bytes made = signature(ctx), msg(32, 7);
    secp256k1_context_destroy(ctx);
    secp256k1_ecdsa_signature sig;
    secp256k1_pubkey key;
    secp256k1_xonly_pubkey xonly;
    std::memcpy(sig.data, made.data(), 64);
    std::memcpy(key.data, made.data() + 64, 64);
    CHECK(secp256k1_ecdsa_verify(secp256k1_context_static, &sig, msg.data(), &key));
    CHECK(secp256k1_xonly_pubkey_from_pubkey(secp256k1_context_static, &xonly, nullptr, &key));
    CHECK(secp256k1_schnorrsig_verify(secp256k1_context_static, made.data() + 128, msg.data(), 32, &xonly));
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"defaults_abort", defaults_abort},
                       {"flags", flags},
                       {"blinding_changes_no_result", blinding_changes_no_result},
                       {"clones_and_preallocated", clones_and_preallocated},
                       {"clone_without_memory", clone_without_memory},
                       {"sha256_compression", sha256_compression},
                       {"self_test", self_test},
                       {"static_context", static_context}});
}
