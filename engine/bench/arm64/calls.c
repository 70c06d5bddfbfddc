/* calls OPERATION 0|1: for 64 keys and messages makes what the operation needs, and with 1 the operation
 * itself. The difference of two runs is 64 calls. */
#include <stdlib.h>
#include <string.h>

#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"

int main(int argc, char** argv) {
    const char* const operation = argc == 3 ? argv[1] : "";
    const int called = argc == 3 && strcmp(argv[2], "1") == 0;
    secp256k1_context* const ctx = secp256k1_context_preallocated_create(
        malloc(secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE)), SECP256K1_CONTEXT_NONE);
    unsigned long long seed = 88172645463325252ull;
    int ok = 1;
    for (int i = 0; i < 64; i++) {
        unsigned char key[32], msg[32], out[32];
        secp256k1_pubkey pubkey;
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
        if (!called)
            continue;
        if (strcmp(operation, "verify") == 0)
            ok &= secp256k1_ecdsa_verify(ctx, &sig, msg, &pubkey);
        else if (strcmp(operation, "sign") == 0)
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
    return !ok;
}
