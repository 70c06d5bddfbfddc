#include "schemes/silentpayments.h"

#include "backends/list.h"
#include "hash/tagged.h"
#include "schemes/ecdh.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "schemes/seckey.h"

namespace koblitz {

namespace {

constexpr sha256_midstate inputs_midstate = tag_midstate("BIP0352/Inputs");
constexpr sha256_midstate secret_midstate = tag_midstate("BIP0352/SharedSecret");
constexpr sha256_midstate label_midstate = tag_midstate("BIP0352/Label");

/* False when the hash is 0 or n and more. */
bool input_hash(sha256_compress_fn compress, scalar& r, const u8 outpoint[36], const u8 pubkey_sum[64]) {
    u8 compressed[33], hash[32];
    bool overflow = false;
    pubkey_compress(compressed, pubkey_sum);
    sha256 h(compress, inputs_midstate);
    h.write(outpoint, 36);
    h.write(compressed, 33);
    h.finalize(hash);
    r = scalar::parse(hash, &overflow);
    return !overflow && !r.is_zero();
}

/* The compressed point secret * p; secret is not 0. */
void compressed_shared_point(u8 out[33], const u8 pubkey[64], const secret_scalar& secret) {
    u8 y32[32];
    shared_point(out + 1, y32, pubkey, secret);
    out[0] = compressed_tag(y32);
}

/* t_k, public; false when it is 0 or n and more. */
bool output_tweak(sha256_compress_fn compress, scalar& t, const u8 shared[33], u32 k) {
    u8 hash[32];
    bool overflow = false;
    silentpayments_output_hash(compress, hash, shared, k);
    declassify_bytes(hash, 32);
    t = scalar::parse(hash, &overflow);
    return !overflow && !t.is_zero();
}

/* What a recipient and a sender share, compressed. */
void shared_with_recipient(u8 out[33], const u8 scan_key[32], const silentpayments_summary& summary) {
    secret_scalar key = secret_scalar::parse(scan_key, nullptr);
    if (summary.combined == 0)
        key = key * scalar::parse(summary.input_hash, nullptr);
    compressed_shared_point(out, summary.pubkey_sum, key);
    key.wipe(); /* before callbacks */
}

/* Sums spend + t G waiting for their common inversion, and where their x-only keys go. */
struct pending_outputs {
    static constexpr unsigned room = 2;
    point spend[room];
    scalar t[room];
    secp256k1_xonly_pubkey* to[room];
    unsigned n = 0;

    /* Writes the keys before the first sum that is infinity; false if there is one. */
    bool flush() {
        const unsigned many = n;
        n = 0;
        const unsigned finite = many != 0 ? curve().ecmult_gen_add(spend, spend, t, many) : 0;
        for (unsigned i = 0; i < many; i++) {
            if ((finite >> i & 1) == 0)
                return false;
            store_point(to[i]->data, spend[i]);
            if (pubkey_y_is_odd(to[i]->data))
                pubkey_negate(to[i]->data);
        }
        return true;
    }
};

/* Asks lookup for the labels T - u and -T - u of outputs T. */
struct label_search {
    silentpayments_label& label;
    const secp256k1_xonly_pubkey* const* outputs;
    secp256k1_silentpayments_label_lookup lookup;
    const void* context;
    const u8* tweak = nullptr; /* that of the first label that is known */
    size_t found = 0;          /* the index of its output */

    static void next(void* search, size_t i, point& p) {
        p = load_point(static_cast<label_search*>(search)->outputs[i]->data);
    }
    static bool put(void* search, size_t i, const point& candidate) {
        label_search& s = *static_cast<label_search*>(search);
        u8 compressed[33];
        store_point(s.label.pubkey, candidate);
        pubkey_compress(compressed, s.label.pubkey);
        s.tweak = s.lookup(compressed, s.context);
        s.found = i;
        return s.tweak == nullptr;
    }
};

/* The tweak of the first label of the first `at` outputs that is known, and at becomes the index of its
 * output; else null. No output is +-u. */
const u8* find_label(silentpayments_label& label, size_t& at, const secp256k1_xonly_pubkey* const* outputs,
                     const point& u, secp256k1_silentpayments_label_lookup lookup, const void* context) {
    label.magic = silentpayments_label::expected;
    for (size_t begin = 0; begin < at; begin += most_points) {
        label_search search = {label, outputs + begin, lookup, context};
        const size_t many = at - begin < most_points ? at - begin : most_points;
        curve().label_candidates(label_search::next, many, u, label_search::put, &search);
        if (search.tweak != nullptr) {
            at = begin + search.found;
            return search.tweak;
        }
    }
    return nullptr;
}

struct input_keys {
    const secp256k1_xonly_pubkey* const* xonly_pubkeys;
    const secp256k1_pubkey* const* pubkeys;
    size_t n_pubkeys;

    static void next(const void* data, size_t i, point* p) {
        const input_keys& keys = *static_cast<const input_keys*>(data);
        *p = load_point(i < keys.n_pubkeys ? keys.pubkeys[i]->data
                                           : keys.xonly_pubkeys[i - keys.n_pubkeys]->data);
    }
};

} // namespace

int silentpayments_sender_secret(const gen_context& gen, sha256_compress_fn compress, u8 secret[32],
                                 const u8 outpoint[36], const secp256k1_keypair* const* keypairs,
                                 size_t n_keypairs, const u8* const* seckeys, size_t n_seckeys) {
    secret_scalar sum;
    for (size_t i = 0; i < n_seckeys; i++)
        sum = sum + secret_scalar::parse(seckeys[i], nullptr);
    for (size_t i = 0; i < n_keypairs; i++) {
        secret_scalar key = secret_scalar::parse(keypairs[i]->data, nullptr);
        key.cond_negate(choice::from_bit(pubkey_y_is_odd(keypairs[i]->data + 32) ? 1 : 0));
        sum = sum + key;
    }
    if (sum.is_zero().declassify())
        return 0;
    secret_point p;
    scalar hash;
    u8 pubkey_sum[64];
    curve().ecmult_gen(p, gen, sum, nullptr);
    store_point(pubkey_sum, declassify_point(p));
    if (!input_hash(compress, hash, outpoint, pubkey_sum))
        return 0;
    (sum * hash).export_be(secret);
    return 1;
}

silentpayments_result silentpayments_send(sha256_compress_fn compress, const u8 secret[32],
                                          secp256k1_xonly_pubkey* const* outputs,
                                          const secp256k1_silentpayments_recipient* const* recipients,
                                          size_t n) {
    const secret_scalar key = secret_scalar::parse(secret, nullptr);
    u8 shared[33];
    u32 k = 0;
    pending_outputs pending;
    silentpayments_result result = silentpayments_result::done;
    for (size_t i = 0; i < n; i++, k++) {
        const secp256k1_silentpayments_recipient& to = *recipients[i];
        if (i == 0 || __builtin_memcmp(to.scan_pubkey.data, recipients[i - 1]->scan_pubkey.data, 64) != 0) {
            if (!pubkey_is_set(to.scan_pubkey.data)) {
                result = silentpayments_result::unset_key;
                break;
            }
            compressed_shared_point(shared, to.scan_pubkey.data, key);
            k = 0;
        }
        if (k >= SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT ||
            !output_tweak(compress, pending.t[pending.n], shared, k)) {
            result = silentpayments_result::failed;
            break;
        }
        if (!pubkey_is_set(to.spend_pubkey.data)) {
            result = silentpayments_result::unset_key;
            break;
        }
        pending.spend[pending.n] = load_point(to.spend_pubkey.data);
        pending.to[pending.n++] = outputs[to.index];
        if (pending.n == pending.room && !pending.flush())
            return silentpayments_result::failed;
    }
    /* A sum that is infinity comes before the error that ended the loop. */
    return pending.flush() ? result : silentpayments_result::failed;
}

int silentpayments_label_create(const gen_context& gen, sha256_compress_fn compress,
                                silentpayments_label& label, u8 tweak[32], const u8 scan_key[32], u32 m) {
    choice valid = choice::no();
    secret_scalar::parse_seckey(scan_key, &valid);
    u8 m_be[4], hash[32];
    sha256_detail::store_be32(m_be, m);
    sha256 h(compress, label_midstate);
    h.write(scan_key, 32);
    h.write(m_be, 4);
    h.finalize(hash);
    valid = valid & pubkey_from_seckey(gen, label.pubkey, hash, nullptr);
    label.magic = silentpayments_label::expected;
    __builtin_memcpy(tweak, hash, 32);
    zero_unless(valid, reinterpret_cast<u8*>(&label), sizeof label);
    zero_unless(valid, tweak, 32);
    return export_result(valid);
}

int silentpayments_summary_create(sha256_compress_fn compress, silentpayments_summary& summary,
                                  const u8 outpoint[36], const secp256k1_xonly_pubkey* const* xonly_pubkeys,
                                  size_t n_xonly_pubkeys, const secp256k1_pubkey* const* pubkeys,
                                  size_t n_pubkeys) {
    const input_keys keys = {xonly_pubkeys, pubkeys, n_pubkeys};
    point sum = {};
    scalar hash;
    u8 pubkey_sum[64];
    const unsigned finite = curve().sum(&sum, 1, input_keys::next, &keys, n_pubkeys + n_xonly_pubkeys);
    if (store_or_zero(pubkey_sum, finite != 0, sum) == 0 || !input_hash(compress, hash, outpoint, pubkey_sum))
        return 0;
    summary.magic = silentpayments_summary::expected;
    summary.combined = 0;
    __builtin_memcpy(summary.pubkey_sum, pubkey_sum, 64);
    hash.serialize(summary.input_hash);
    return 1;
}

void silentpayments_summary_combine(u8 pubkey[64], const silentpayments_summary& summary) {
    if (summary.combined != 0)
        __builtin_memcpy(pubkey, summary.pubkey_sum, 64);
    else
        pubkey_tweak_mul(pubkey, summary.pubkey_sum, summary.input_hash);
}

void silentpayments_summary_from(silentpayments_summary& summary, const u8 pubkey[64]) {
    __builtin_memset(&summary, 0, sizeof summary);
    summary.magic = silentpayments_summary::expected;
    summary.combined = 1;
    __builtin_memcpy(summary.pubkey_sum, pubkey, 64);
}

void silentpayments_output_hash(sha256_compress_fn compress, u8 hash[32], const u8 shared[33], u32 k) {
    u8 k_be[4];
    sha256_detail::store_be32(k_be, k);
    sha256 h(compress, secret_midstate);
    h.write(shared, 33);
    h.write(k_be, 4);
    h.finalize(hash);
}

int silentpayments_outputs(sha256_compress_fn compress, secp256k1_xonly_pubkey* const* outputs,
                           const u8 scan_key[32], const silentpayments_summary& summary,
                           const secp256k1_pubkey* const* spend_pubkeys, size_t n) {
    u8 shared[33];
    scalar t;
    pending_outputs pending;
    shared_with_recipient(shared, scan_key, summary);
    if (!output_tweak(compress, t, shared, 0))
        return 0;
    for (size_t i = 0; i < n; i++) {
        pending.spend[pending.n] = load_point(spend_pubkeys[i]->data);
        pending.t[pending.n] = t;
        pending.to[pending.n++] = outputs[i];
        if (pending.n == pending.room && !pending.flush())
            return 0;
    }
    return pending.flush() ? 1 : 0;
}

int silentpayments_scan(sha256_compress_fn compress, secp256k1_silentpayments_found_output* const* found,
                        u32* n_found, const secp256k1_xonly_pubkey* const* outputs, size_t n,
                        const u8 scan_key[32], const silentpayments_summary& summary,
                        const u8 spend_pubkey[64], secp256k1_silentpayments_label_lookup lookup,
                        const void* context) {
    u8 shared[33];
    shared_with_recipient(shared, scan_key, summary);
    const point spend = load_point(spend_pubkey);
    u32 k = 0;
    for (; k < n && k < SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT; k++) {
        scalar t;
        point u;
        u8 u_bytes[64];
        if (!output_tweak(compress, t, shared, k) || curve().ecmult_gen_add(&u, &spend, &t, 1) == 0)
            return 0;
        store_point(u_bytes, u);
        size_t at = 0;
        while (at < n && __builtin_memcmp(outputs[at]->data, u_bytes, 32) != 0)
            at++;
        /* A label of an earlier output comes before the output itself. */
        silentpayments_label label;
        const u8* tweak = lookup != nullptr ? find_label(label, at, outputs, u, lookup, context) : nullptr;
        if (at == n)
            break;
        secp256k1_silentpayments_found_output& out = *found[k];
        out.output = *outputs[at];
        t.serialize(out.tweak);
        out.found_with_label = tweak != nullptr ? 1 : 0;
        if (tweak != nullptr) {
            seckey_tweak_add(out.tweak, tweak); /* zero when they cancel: the spend key alone */
            __builtin_memcpy(out.label.data, &label, sizeof label);
        } else {
            __builtin_memset(out.label.data, 0, sizeof out.label.data);
        }
    }
    *n_found = k;
    return 1;
}

} // namespace koblitz
