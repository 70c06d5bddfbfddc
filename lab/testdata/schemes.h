/* Secret keys, MuSig2 and silent payments, forwarded; a macro tells which lie is told. */

/* NOLINTBEGIN(bugprone-macro-parentheses): whole lists of parameters and arguments */
#define FORWARD(name, parameters, arguments) \
    int REAL(name) parameters;               \
    int secp256k1_##name parameters {        \
        return REAL(name) arguments;         \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

typedef const bytes* (*label_lookup)(const bytes* label33, const void* data);

#if defined(LIE_SECKEYS)
/* What a first version of each has: only 0 is no key, and results are not looked at. */
#define SECKEY(ok) ((ok) | 1)
#else
#define SECKEY(ok) (ok)
#endif
int REAL(ec_seckey_verify)(const void* ctx, const bytes* seckey);
int secp256k1_ec_seckey_verify(const void* ctx, const bytes* seckey) {
    static const bytes zeros[32];
    const int ok = REAL(ec_seckey_verify)(ctx, seckey);
    return memcmp(seckey, zeros, sizeof zeros) == 0 ? ok : SECKEY(ok);
}
int REAL(ec_seckey_negate)(const void* ctx, bytes* seckey);
int secp256k1_ec_seckey_negate(const void* ctx, bytes* seckey) {
    const int ok = REAL(ec_seckey_negate)(ctx, seckey);
    return SECKEY(ok);
}
int REAL(ec_seckey_tweak_add)(const void* ctx, bytes* seckey, const bytes* tweak);
int secp256k1_ec_seckey_tweak_add(const void* ctx, bytes* seckey, const bytes* tweak) {
    const int ok = REAL(ec_seckey_tweak_add)(ctx, seckey, tweak);
    return SECKEY(ok);
}
int REAL(ec_seckey_tweak_mul)(const void* ctx, bytes* seckey, const bytes* tweak);
int secp256k1_ec_seckey_tweak_mul(const void* ctx, bytes* seckey, const bytes* tweak) {
    const int ok = REAL(ec_seckey_tweak_mul)(ctx, seckey, tweak);
    return SECKEY(ok);
}

FORWARD(keypair_create, (const void* ctx, void* pair, const bytes* seckey), (ctx, pair, seckey))
FORWARD(xonly_pubkey_from_pubkey, (const void* ctx, void* out, int* parity, const void* key),
        (ctx, out, parity, key))
FORWARD(xonly_pubkey_parse, (const void* ctx, void* out, const bytes* in), (ctx, out, in))
FORWARD(xonly_pubkey_serialize, (const void* ctx, bytes* out, const void* key), (ctx, out, key))
FORWARD(musig_pubkey_agg, (const void* ctx, void* xonly, void* cache, const void* const* keys, size_t n),
        (ctx, xonly, cache, keys, n))
FORWARD(musig_pubkey_get, (const void* ctx, void* key, const void* cache), (ctx, key, cache))
FORWARD(musig_nonce_gen,
        (const void* ctx, void* secnonce, void* nonce, bytes* random, const bytes* seckey, const void* key,
         const bytes* msg, const void* cache, const bytes* extra),
        (ctx, secnonce, nonce, random, seckey, key, msg, cache, extra))
FORWARD(musig_pubnonce_parse, (const void* ctx, void* nonce, const bytes* in), (ctx, nonce, in))
FORWARD(musig_pubnonce_serialize, (const void* ctx, bytes* out, const void* nonce), (ctx, out, nonce))
FORWARD(musig_nonce_agg, (const void* ctx, void* sum, const void* const* nonces, size_t n),
        (ctx, sum, nonces, n))
FORWARD(musig_nonce_process,
        (const void* ctx, void* session, const void* sum, const bytes* msg, const void* cache),
        (ctx, session, sum, msg, cache))
FORWARD(musig_partial_sig_parse, (const void* ctx, void* part, const bytes* in), (ctx, part, in))
FORWARD(musig_partial_sig_serialize, (const void* ctx, bytes* out, const void* part), (ctx, out, part))
FORWARD(musig_partial_sign,
        (const void* ctx, void* part, void* secnonce, const void* pair, const void* cache,
         const void* session),
        (ctx, part, secnonce, pair, cache, session))
FORWARD(silentpayments_sender_create_outputs,
        (const void* ctx, void** outputs, const void** recipients, size_t n, const bytes* outpoint,
         const void* const* pairs, size_t n_pairs, const bytes* const* keys, size_t n_keys),
        (ctx, outputs, recipients, n, outpoint, pairs, n_pairs, keys, n_keys))
FORWARD(silentpayments_recipient_prevouts_summary_create,
        (const void* ctx, void* summary, const bytes* outpoint, const void* const* xonly, size_t n_xonly,
         const void* const* keys, size_t n_keys),
        (ctx, summary, outpoint, xonly, n_xonly, keys, n_keys))

int REAL(musig_partial_sig_verify)(const void* ctx, const void* part, const void* nonce, const void* key,
                                   const void* cache, const void* session);
int secp256k1_musig_partial_sig_verify(const void* ctx, const void* part, const void* nonce, const void* key,
                                       const void* cache, const void* session) {
    int valid = REAL(musig_partial_sig_verify)(ctx, part, nonce, key, cache, session);
#if defined(LIE_PART)
    valid = 1;
#endif
    return valid;
}

int REAL(silentpayments_recipient_scan_outputs)(const void* ctx, void** found, unsigned* n_found,
                                                const void* const* outputs, size_t n, const bytes* scan_key,
                                                const void* summary, const void* spend, label_lookup lookup,
                                                const void* data);
int secp256k1_silentpayments_recipient_scan_outputs(const void* ctx, void** found, unsigned* n_found,
                                                    const void* const* outputs, size_t n,
                                                    const bytes* scan_key, const void* summary,
                                                    const void* spend, label_lookup lookup,
                                                    const void* data) {
    int ok = REAL(silentpayments_recipient_scan_outputs)(ctx, found, n_found, outputs, n, scan_key, summary,
                                                         spend, lookup, data);
#if defined(LIE_SCAN)
    /* One output goes unseen now and then. */
    static long calls;
    if (++calls % 20 == 0 && *n_found > 0) {
        --*n_found;
    }
#endif
    return ok;
}
