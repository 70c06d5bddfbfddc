/* calls OPERATION 0|1: for 64 keys and messages makes what the operation needs, and with 1 the operation
 * itself. The difference of two runs is 64 calls, or with "batch_..." and KOBLITZ one call of 64 rows.
 * Without KOBLITZ, for libsecp256k1, rows are parsed and verified one by one. sign_portable is by portable
 * SHA-256. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#ifdef KOBLITZ
#include "koblitz.h"
/* koblitz::sha256_compress_portable, hidden in the static library. */
extern void portable(uint32_t*, const unsigned char*,
                     size_t) __asm__("_ZN7koblitz24sha256_compress_portableEPjPKhm");
/* Instead of libc's: without a clock no call of the library is a lone one (base/lone.h), so that counts do
 * not depend on time. */
int clock_gettime(clockid_t id, struct timespec* now) {
    (void)id;
    (void)now;
    return -1;
}
#endif

enum { rows = 64 };
static unsigned char keys[rows][32], msgs[rows][32], pubkeys[rows][33], ecdsa[rows][64], schnorr[rows][64];

static int verify_rows(const secp256k1_context* ctx, int is_ecdsa) {
#ifdef KOBLITZ
    unsigned char verdicts[rows];
    const koblitz_column ecdsas = {ecdsa[0], 64, 64, NULL, 0}, schnorrs = {schnorr[0], 64, 64, NULL, 0},
                         msg = {msgs[0], 32, 32, NULL, 0}, compressed = {pubkeys[0], 33, 33, NULL, 0},
                         xonly = {pubkeys[0] + 1, 32, 33, NULL, 0};
    static unsigned char scratch[rows * 1024];
    return is_ecdsa ? koblitz_batch_ecdsa_verify(ctx, verdicts, &ecdsas, &msg, &compressed, rows, 0) == 0
                    : koblitz_batch_schnorrsig_verify_all(ctx, verdicts, &schnorrs, &msg, &xonly, rows,
                                                          scratch, sizeof scratch) == 0;
#else
    int ok = 1;
    for (int i = 0; i < rows; i++) {
        secp256k1_pubkey pubkey;
        secp256k1_xonly_pubkey xonly;
        secp256k1_ecdsa_signature sig;
        if (is_ecdsa) {
            ok &= secp256k1_ec_pubkey_parse(ctx, &pubkey, pubkeys[i], 33);
            ok &= secp256k1_ecdsa_signature_parse_compact(ctx, &sig, ecdsa[i]);
            ok &= secp256k1_ecdsa_verify(ctx, &sig, msgs[i], &pubkey);
        } else {
            ok &= secp256k1_xonly_pubkey_parse(ctx, &xonly, pubkeys[i] + 1);
            ok &= secp256k1_schnorrsig_verify(ctx, schnorr[i], msgs[i], 32, &xonly);
        }
    }
    return ok;
#endif
}

int main(int argc, char** argv) {
    const char* const operation = argc == 3 ? argv[1] : "";
    const int called = argc == 3 && strcmp(argv[2], "1") == 0;
    secp256k1_context* const ctx = secp256k1_context_preallocated_create(
        malloc(secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE)), SECP256K1_CONTEXT_NONE);
    unsigned long long seed = 88172645463325252ull;
    int ok = 1;
#ifdef KOBLITZ
    if (strcmp(operation, "sign_portable") == 0)
        secp256k1_context_set_sha256_compression(ctx, portable);
#endif
    for (int i = 0; i < rows; i++) {
        unsigned char* const key = keys[i];
        unsigned char* const msg = msgs[i];
        unsigned char out[32];
        size_t size = 33;
        secp256k1_pubkey pubkey;
        secp256k1_keypair pair;
        secp256k1_ecdsa_signature sig;
        secp256k1_ecdsa_recoverable_signature recoverable;
        for (int j = 0; j < 32; j++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            key[j] = (unsigned char)(seed >> 20);
            msg[j] = (unsigned char)(seed >> 40);
        }
        ok &= secp256k1_ec_pubkey_create(ctx, &pubkey, key);
        ok &= secp256k1_ecdsa_sign(ctx, &sig, msg, key, NULL, NULL);
        ok &= secp256k1_ecdsa_sign_recoverable(ctx, &recoverable, msg, key, NULL, NULL);
        ok &= secp256k1_keypair_create(ctx, &pair, key);
        ok &= secp256k1_ec_pubkey_serialize(ctx, pubkeys[i], &size, &pubkey, SECP256K1_EC_COMPRESSED);
        ok &= secp256k1_ecdsa_signature_serialize_compact(ctx, ecdsa[i], &sig);
        ok &= secp256k1_schnorrsig_sign32(ctx, schnorr[i], msg, &pair, NULL);
        if (!called || strncmp(operation, "batch_", 6) == 0)
            continue;
        if (strcmp(operation, "verify") == 0)
            ok &= secp256k1_ecdsa_verify(ctx, &sig, msg, &pubkey);
        else if (strncmp(operation, "sign", 4) == 0)
            ok &= secp256k1_ecdsa_sign(ctx, &sig, msg, key, NULL, NULL);
        else if (strcmp(operation, "key") == 0)
            ok &= secp256k1_ec_pubkey_create(ctx, &pubkey, key);
        else if (strcmp(operation, "ecdh") == 0)
            ok &= secp256k1_ecdh(ctx, out, &pubkey, key, NULL, NULL);
        else if (strcmp(operation, "recover") == 0)
            ok &= secp256k1_ecdsa_recover(ctx, &pubkey, &recoverable, msg);
        else
            ok = 0;
    }
    if (called && strncmp(operation, "batch_", 6) == 0)
        ok &= verify_rows(ctx, strcmp(operation, "batch_ecdsa") == 0);
    return !ok;
}
