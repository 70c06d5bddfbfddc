/* Eight threads on one context, from the first call on; meant for the thread sanitizer as well. */
#include <atomic>
#include <thread>
#include <vector>

#include "secp256k1_ecdh.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

/* One signer's work; true when every result is right. */
bool work(const secp256k1_context* ctx, unsigned char number) {
    bytes seckey(32, number), msg(32, static_cast<unsigned char>(number ^ 0x5a));
    for (int i = 0; i < 25; i++) {
        msg[0] = static_cast<unsigned char>(i);
        secp256k1_pubkey key, recovered;
        secp256k1_ecdsa_signature sig;
        secp256k1_ecdsa_recoverable_signature rec;
        secp256k1_keypair pair;
        secp256k1_xonly_pubkey xonly;
        unsigned char schnorr[64], shared[32];
        if (!secp256k1_ec_pubkey_create(ctx, &key, seckey.data()))
            return false;
        if (!secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey.data(), nullptr, nullptr))
            return false;
        if (!secp256k1_ecdsa_verify(ctx, &sig, msg.data(), &key))
            return false;
        if (!secp256k1_ecdsa_sign_recoverable(ctx, &rec, msg.data(), seckey.data(), nullptr, nullptr))
            return false;
        if (!secp256k1_ecdsa_recover(ctx, &recovered, &rec, msg.data()))
            return false;
        if (std::memcmp(&key, &recovered, sizeof key) != 0)
            return false;
        if (!secp256k1_keypair_create(ctx, &pair, seckey.data()))
            return false;
        if (!secp256k1_keypair_xonly_pub(ctx, &xonly, nullptr, &pair))
            return false;
        if (!secp256k1_schnorrsig_sign32(ctx, schnorr, msg.data(), &pair, nullptr))
            return false;
        if (!secp256k1_schnorrsig_verify(ctx, schnorr, msg.data(), 32, &xonly))
            return false;
        if (!secp256k1_ecdh(ctx, shared, &key, seckey.data(), nullptr, nullptr))
            return false;
    }
    return true;
}

void eight_threads() {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    std::atomic<unsigned> right{0};
    std::vector<std::thread> threads;
    for (unsigned char i = 1; i <= 8; i++) {
        threads.emplace_back([&, i] { right += work(ctx, i) ? 1 : 0; });
    }
    for (std::thread& t : threads)
        t.join();
    CHECK(right == 8);
    secp256k1_context_destroy(ctx);
}

/* The probe of the CPU races on purpose: every thread may be first. */
void first_calls() {
    std::atomic<unsigned> right{0};
    std::vector<std::thread> threads;
    const bytes key = from_hex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
    for (int i = 0; i < 8; i++) {
        threads.emplace_back([&] {
            secp256k1_pubkey p;
            right += static_cast<unsigned>(
                secp256k1_ec_pubkey_parse(secp256k1_context_static, &p, key.data(), 33));
        });
    }
    for (std::thread& t : threads)
        t.join();
    CHECK(right == 8);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"first_calls", first_calls}, {"eight_threads", eight_threads}});
}
