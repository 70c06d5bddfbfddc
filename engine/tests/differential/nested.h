/* Functions of the test that the libraries call: nonces, hashes, a broken SHA-256. They trace their
 * arguments. */
#pragma once

#include "side.h"

/* The side whose call is running. */
extern side* running;

struct nonce_script {
    /* 0: a hash of the arguments; 1: fails; 2: two unusable nonces, then a hash; 3: n + 5; 4: first. */
    unsigned behaviour;
    const unsigned char* first = nullptr;
};

const bytes& order();

/* secp256k1_nonce_function; data: a nonce_script. */
int nonce_ecdsa(unsigned char* nonce32, const unsigned char* msg32, const unsigned char* key32,
                const unsigned char* algo16, void* data, unsigned int attempt);

/* secp256k1_nonce_function_hardened; data: a nonce_script. */
int nonce_schnorr(unsigned char* nonce32, const unsigned char* msg, size_t msglen, const unsigned char* key32,
                  const unsigned char* xonly_pk32, const unsigned char* algo, size_t algolen, void* data);

/* secp256k1_ecdh_hash_function; writes 64 bytes, returns the int that data points to. */
int hash_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void* data);

/* secp256k1_ellswift_xdh_hash_function; writes 32 bytes, returns the int that data points to. */
int hash_x(unsigned char* output, const unsigned char* x32, const unsigned char* ell_a64,
           const unsigned char* ell_b64, void* data);

void bad_compression(uint32_t* state, const unsigned char* blocks64, size_t n_blocks);
