/* Silent payments (BIP-352). Constant time in secret keys and in the shared point; the output tweaks, hashes
 * of it that the transaction shows, are public. */
#ifndef KOBLITZ_SCHEMES_SILENTPAYMENTS_H
#define KOBLITZ_SCHEMES_SILENTPAYMENTS_H

#include "hash/tagged.h"
#include "schemes/extrakeys.h"
#include "schemes/shared_point.h"
#include "secp256k1_silentpayments.h"

namespace koblitz {

/* The opaque objects. */
struct silentpayments_label {
    static constexpr u8 expected[4] = {0x27, 0x9d, 0x44, 0xba};
    u8 magic[4];
    u8 pubkey[64];
};
struct silentpayments_summary {
    static constexpr u8 expected[4] = {0xa7, 0x1c, 0xd3, 0x5e};
    u8 magic[4];
    u8 combined; /* 1: the sum has been multiplied by the hash */
    u8 pubkey_sum[64];
    u8 input_hash[32];
};
static_assert(sizeof(silentpayments_label) == sizeof(secp256k1_silentpayments_label));
static_assert(sizeof(silentpayments_summary) == sizeof(secp256k1_silentpayments_prevouts_summary));

inline constexpr sha256_midstate silentpayments_inputs_midstate = tag_midstate("BIP0352/Inputs");
inline constexpr sha256_midstate silentpayments_secret_midstate = tag_midstate("BIP0352/SharedSecret");
inline constexpr sha256_midstate silentpayments_label_midstate = tag_midstate("BIP0352/Label");

/* False when the hash is 0 or n and more. */
template <class B>
bool silentpayments_input_hash(sha256_compress_fn compress, typename B::scalar& r, const u8 outpoint[36],
                               const u8 pubkey_sum[64]) {
    u8 compressed[33], hash[32];
    bool overflow = false;
    pubkey_compress(compressed, pubkey_sum);
    sha256 h(compress, silentpayments_inputs_midstate);
    h.write(outpoint, 36);
    h.write(compressed, 33);
    h.finalize(hash);
    r = B::scalar::parse(hash, &overflow);
    return !overflow && !r.is_zero();
}

/* The compressed point secret * p; secret is not 0. */
template <class B>
void silentpayments_shared_point(u8 out[33], const u8 pubkey[64], const typename B::secret_scalar& secret) {
    u8 y32[32];
    shared_point<B>(out + 1, y32, pubkey, secret);
    out[0] = compressed_tag(y32);
    wipe(y32);
}

/* t_k, public; false when it is 0 or n and more. */
template <class B>
bool silentpayments_tweak(sha256_compress_fn compress, typename B::scalar& t, const u8 shared[33], u32 k) {
    u8 k_be[4], hash[32];
    bool overflow = false;
    sha256_detail::store_be32(k_be, k);
    sha256 h(compress, silentpayments_secret_midstate);
    h.write(shared, 33);
    h.write(k_be, 4);
    h.finalize(hash);
    declassify_bytes(hash, 32);
    t = B::scalar::parse(hash, &overflow);
    wipe(hash);
    return !overflow && !t.is_zero();
}

/* secret = input_hash * (the sum of the keys, those of key pairs with odd y negated). All keys are valid. 0
 * when the sum or the hash is unusable. */
template <class B>
int silentpayments_sender_secret(const gen_context& gen, sha256_compress_fn compress, u8 secret[32],
                                 const u8 outpoint[36], const secp256k1_keypair* const* keypairs,
                                 size_t n_keypairs, const u8* const* seckeys, size_t n_seckeys) {
    using X = typename B::secret_scalar;
    X sum, key;
    for (size_t i = 0; i < n_seckeys; i++) {
        key = X::parse(seckeys[i], nullptr);
        sum = sum + key;
    }
    for (size_t i = 0; i < n_keypairs; i++) {
        key = X::parse(keypairs[i]->data, nullptr);
        key.cond_negate(choice::from_bit(pubkey_y_is_odd(keypairs[i]->data + 32) ? 1 : 0));
        sum = sum + key;
    }
    key.wipe();
    int ok = 0;
    if (!sum.is_zero().declassify()) {
        typename B::secret_ge point;
        typename B::ge known;
        typename B::scalar hash;
        u8 pubkey_sum[64];
        multiply_generator<B>(point, gen, sum);
        declassify(known, point);
        store(pubkey_sum, known);
        if (silentpayments_input_hash<B>(compress, hash, outpoint, pubkey_sum)) {
            sum = sum * hash;
            sum.export_be(secret);
            ok = 1;
        }
    }
    sum.wipe();
    return ok;
}

/* Sums waiting for their common inversion, and where their x-only keys go. */
template <class B>
struct silentpayments_pending {
    static constexpr size_t room = 2;
    typename B::gej sums[room];
    secp256k1_xonly_pubkey* to[room];
    size_t n = 0;

    void flush_var() {
        typename B::ge affine[room];
        typename B::fe scratch[room];
        batch_to_affine(affine, sums, n, scratch);
        for (size_t i = 0; i < n; i++) {
            store(to[i]->data, affine[i]);
            if (pubkey_y_is_odd(to[i]->data))
                pubkey_negate<B>(to[i]->data);
        }
        n = 0;
    }
};

enum class silentpayments_result { failed, done, unset_key };

/* The outputs for recipients that are grouped by scan key. Outputs before a failure are written. */
template <class B>
silentpayments_result
silentpayments_send(sha256_compress_fn compress, const u8 secret[32], secp256k1_xonly_pubkey* const* outputs,
                    const secp256k1_silentpayments_recipient* const* recipients, size_t n) {
    using X = typename B::secret_scalar;
    X key = X::parse(secret, nullptr);
    u8 shared[33];
    u32 k = 0;
    silentpayments_pending<B> pending;
    silentpayments_result result = silentpayments_result::done;
    for (size_t i = 0; i < n; i++) {
        const secp256k1_silentpayments_recipient& to = *recipients[i];
        if (i == 0 || __builtin_memcmp(to.scan_pubkey.data, recipients[i - 1]->scan_pubkey.data, 64) != 0) {
            if (!pubkey_is_set(to.scan_pubkey.data)) {
                result = silentpayments_result::unset_key;
                break;
            }
            silentpayments_shared_point<B>(shared, to.scan_pubkey.data, key);
            k = 0;
        }
        typename B::scalar t;
        if (k >= SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT ||
            !silentpayments_tweak<B>(compress, t, shared, k)) {
            result = silentpayments_result::failed;
            break;
        }
        if (!pubkey_is_set(to.spend_pubkey.data)) {
            result = silentpayments_result::unset_key;
            break;
        }
        typename B::ge spend;
        load(spend, to.spend_pubkey.data);
        fixed_base_add_var<B>(pending.sums[pending.n], spend, t);
        if (pending.sums[pending.n].infinity) {
            result = silentpayments_result::failed;
            break;
        }
        pending.to[pending.n++] = outputs[to.index];
        if (pending.n == pending.room)
            pending.flush_var();
        k++;
    }
    pending.flush_var();
    key.wipe();
    wipe(shared);
    return result;
}

/* label m and its tweak; zeros, and 0, when the scan key or the tweak is invalid. */
template <class B>
int silentpayments_label_create(const gen_context& gen, sha256_compress_fn compress,
                                silentpayments_label& label, u8 tweak[32], const u8 scan_key[32], u32 m) {
    using X = typename B::secret_scalar;
    choice valid = choice::no();
    X key = X::parse_seckey(scan_key, &valid);
    key.wipe();
    u8 m_be[4], hash[32];
    sha256_detail::store_be32(m_be, m);
    sha256 h(compress, silentpayments_label_midstate);
    h.write(scan_key, 32);
    h.write(m_be, 4);
    h.finalize(hash);
    valid = valid & pubkey_from_seckey<B>(gen, label.pubkey, hash, nullptr);
    __builtin_memcpy(label.magic, silentpayments_label::expected, 4);
    __builtin_memcpy(tweak, hash, 32);
    zero_unless(valid, reinterpret_cast<u8*>(&label), sizeof label);
    zero_unless(valid, tweak, 32);
    wipe(hash);
    return export_result(valid);
}

/* Variable time. All keys are set. */
template <class B>
int silentpayments_summary_create(sha256_compress_fn compress, silentpayments_summary& summary,
                                  const u8 outpoint[36], const secp256k1_xonly_pubkey* const* xonly_pubkeys,
                                  size_t n_xonly_pubkeys, const secp256k1_pubkey* const* pubkeys,
                                  size_t n_pubkeys) {
    typename B::gej sum;
    typename B::ge p;
    typename B::scalar hash;
    set_infinity(sum);
    for (size_t i = 0; i < n_pubkeys; i++) {
        load(p, pubkeys[i]->data);
        add_var(sum, sum, p);
    }
    for (size_t i = 0; i < n_xonly_pubkeys; i++) {
        load(p, xonly_pubkeys[i]->data);
        add_var(sum, sum, p);
    }
    u8 pubkey_sum[64];
    if (pubkey_store_or_zero<B>(pubkey_sum, sum) == 0 ||
        !silentpayments_input_hash<B>(compress, hash, outpoint, pubkey_sum)) {
        return 0;
    }
    __builtin_memcpy(summary.magic, silentpayments_summary::expected, 4);
    summary.combined = 0;
    __builtin_memcpy(summary.pubkey_sum, pubkey_sum, 64);
    hash.serialize(summary.input_hash);
    return 1;
}

/* The labels of n outputs T that are not +-u: for each, T - u and -T - u are asked for. Both additions divide
 * by the same difference of x, and all differences are inverted at once: 7M + 2S an output and a share of one
 * inversion. Returns the index of the first output that has a label, else n. Not inlined: its arrays would
 * push what works on secrets further down than the wiping reaches. */
template <class B, size_t Room>
[[gnu::noinline]] size_t
silentpayments_find_label_var(silentpayments_label& label, const u8** tweak,
                              const secp256k1_xonly_pubkey* const* outputs, size_t n, const typename B::ge& u,
                              secp256k1_silentpayments_label_lookup lookup, const void* context) {
    using F = typename B::field;
    typename F::fe difference[Room], product[Room], inverse, slope, t;
    typename B::ge p;
    if (n == 0)
        return 0;
    for (size_t i = 0; i < n; i++) {
        typename F::template elem<3> d;
        load(p, outputs[i]->data);
        F::sub(d, p.x, u.x);
        F::normalize_weak(difference[i], d);
    }
    product[0] = difference[0];
    for (size_t i = 1; i < n; i++)
        F::mul(product[i], product[i - 1], difference[i]);
    fe_inverse<F>(inverse, product[n - 1]);
    /* product[i] becomes the inverse of difference[i]. */
    for (size_t i = n - 1; i > 0; i--) {
        F::mul(t, inverse, product[i - 1]);
        F::mul(inverse, inverse, difference[i]);
        product[i] = t;
    }
    product[0] = inverse;
    __builtin_memcpy(label.magic, silentpayments_label::expected, 4);
    for (size_t i = 0; i < n; i++) {
        load(p, outputs[i]->data);
        for (int sign = 0; sign < 2; sign++) {
            /* (x, y) + (u.x, -u.y), with y negated the second time. */
            typename F::template elem<2> minus, rise;
            typename F::template elem<5> x3;
            typename F::template elem<8> run, y3;
            typename B::ge sum;
            if (sign != 0) {
                F::neg(minus, p.y);
                F::normalize_weak(p.y, minus);
            }
            F::add(rise, p.y, u.y);
            F::mul(slope, rise, product[i]);
            F::sqr(t, slope);
            F::add(rise, p.x, u.x);
            F::sub(x3, t, rise);
            F::normalize_weak(sum.x, x3);
            F::sub(run, u.x, sum.x);
            F::mul(t, slope, run);
            F::add(y3, t, u.y);
            F::normalize_weak(sum.y, y3);
            store(label.pubkey, sum);
            u8 compressed[33];
            pubkey_compress(compressed, label.pubkey);
            *tweak = lookup(compressed, context);
            if (*tweak != nullptr)
                return i;
        }
    }
    return n;
}

/* Finds the recipient's outputs. The scan key is valid, all public keys are set; lookup may be null. Found
 * outputs are written as they come. */
template <class B>
int silentpayments_scan(sha256_compress_fn compress, secp256k1_silentpayments_found_output* const* found,
                        u32* n_found, const secp256k1_xonly_pubkey* const* outputs, size_t n,
                        const u8 scan_key[32], const silentpayments_summary& summary,
                        const u8 spend_pubkey[64], secp256k1_silentpayments_label_lookup lookup,
                        const void* context) {
    using S = typename B::scalar;
    using X = typename B::secret_scalar;
    constexpr size_t room = 32;
    u8 shared[33];
    X key = X::parse(scan_key, nullptr);
    if (summary.combined == 0)
        key = key * S::parse(summary.input_hash, nullptr);
    silentpayments_shared_point<B>(shared, summary.pubkey_sum, key);
    key.wipe();

    int ok = 1;
    u32 k = 0;
    typename B::ge spend;
    load(spend, spend_pubkey);
    for (; k < n && k < SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT; k++) {
        S t;
        typename B::ge u;
        u8 u_bytes[64];
        if (!silentpayments_tweak<B>(compress, t, shared, k)) {
            ok = 0;
            break;
        }
        if (!fixed_base_add_var<B>(u, spend, t)) {
            ok = 0;
            break;
        }
        store(u_bytes, u);
        size_t at = 0;
        while (at < n && __builtin_memcmp(outputs[at]->data, u_bytes, 32) != 0)
            at++;
        /* A label of an earlier output comes before the output itself. */
        silentpayments_label label;
        const u8* tweak = nullptr;
        if (lookup != nullptr) {
            for (size_t i = 0; i < at && tweak == nullptr; i += room) {
                const size_t many = at - i < room ? at - i : room;
                const size_t hit = silentpayments_find_label_var<B, room>(label, &tweak, outputs + i, many, u,
                                                                          lookup, context);
                if (tweak != nullptr)
                    at = i + hit;
            }
        }
        if (at == n)
            break;
        secp256k1_silentpayments_found_output& out = *found[k];
        out.output = *outputs[at];
        t.serialize(out.tweak);
        out.found_with_label = tweak != nullptr ? 1 : 0;
        if (tweak != nullptr) {
            seckey_tweak_add<B>(out.tweak, tweak); /* zero when they cancel: the spend key alone */
            __builtin_memcpy(out.label.data, &label, sizeof label);
        } else {
            __builtin_memset(out.label.data, 0, sizeof out.label.data);
        }
    }
    if (ok != 0)
        *n_found = k;
    wipe(shared);
    return ok;
}

} // namespace koblitz

#endif
