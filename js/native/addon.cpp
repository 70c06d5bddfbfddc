/* The engine as a Node-API addon: the calls of src/wasm.js, which says what they do. The package has checked
 * arguments; lengths are checked here again, so that no caller reads or writes memory that is not its own. */
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "base/ct.h"
#include "hash/sha256.h"
#include "koblitz.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"

namespace {

/* A context of one environment (a thread of JavaScript), and of its jobs that still run. */
struct shared_context {
    secp256k1_context* ctx;
    unsigned users;
    /* Whether the last rows of BIP-340 had a wrong one: then a sum of the next is not tried. */
    bool had_wrong;
};
void hold(shared_context* c) {
    __atomic_add_fetch(&c->users, 1, __ATOMIC_RELAXED);
}
void drop(shared_context* c) {
    if (__atomic_sub_fetch(&c->users, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    secp256k1_context_destroy(c->ctx);
    free(c);
}

struct span {
    unsigned char* data = nullptr;
    size_t size = 0;
};

/* Bytes on the stack that are zeroed when they go. */
template <size_t N>
struct secret {
    unsigned char data[N];
    secret() = default;
    /* What signing reads is copied before: another thread may write to a SharedArrayBuffer, and a nonce of
     * one message or key with the signature of another gives the key away. */
    explicit secret(span from) { memcpy(data, from.data, N); }
    secret(const secret&) = delete;
    ~secret() { koblitz::wipe(data, N); }
};
/* The same for a message; data is null where there is no memory. */
struct own_message {
    unsigned char* data;
    explicit own_message(span from) : data(static_cast<unsigned char*>(malloc(from.size + 1))) {
        if (data != nullptr)
            memcpy(data, from.data, from.size);
    }
    own_message(const own_message&) = delete;
    ~own_message() { free(data); }
};
struct secret_keypair {
    secp256k1_keypair value;
    ~secret_keypair() { koblitz::wipe(&value, sizeof value); }
};

constexpr size_t any_size = static_cast<size_t>(-1);

/* The arguments of a call. A wrong one throws, and makes failed true; null is returned then. */
class call {
public:
    call(napi_env env, napi_callback_info info) : env_(env) {
        size_t n = most;
        void* data = nullptr;
        if (napi_get_cb_info(env, info, &n, args_, nullptr, &data) != napi_ok ||
            napi_get_instance_data(env, reinterpret_cast<void**>(&context)) != napi_ok || context == nullptr)
            fail("the addon is not loaded");
        for (; n < most; n++)
            args_[n] = nullptr;
    }

    /* The Uint8Array of argument i, of this size. */
    span bytes(unsigned i, size_t size = any_size) { return view(args_[i], size); }
    /* The same, or nothing for null. */
    span maybe(unsigned i, size_t size) { return is_null(args_[i]) ? span() : view(args_[i], size); }

    /* A public key of 33 or 65 bytes. */
    bool key(unsigned i, secp256k1_pubkey* out) {
        const span p = bytes(i);
        return !failed && secp256k1_ec_pubkey_parse(context->ctx, out, p.data, p.size) == 1;
    }
    bool xonly(unsigned i, secp256k1_xonly_pubkey* out) {
        const span p = bytes(i, 32);
        return !failed && secp256k1_xonly_pubkey_parse(context->ctx, out, p.data) == 1;
    }
    unsigned number(unsigned i, unsigned most_value) {
        uint32_t value = 0;
        if (args_[i] == nullptr || napi_get_value_uint32(env_, args_[i], &value) != napi_ok ||
            value > most_value)
            fail("expected a small integer");
        return failed ? 0 : value;
    }
    bool flag(unsigned i) {
        bool value = false;
        if (args_[i] == nullptr || napi_get_value_bool(env_, args_[i], &value) != napi_ok)
            fail("expected a boolean");
        return value;
    }
    napi_value value(unsigned i) const { return args_[i]; }

    span view(napi_value value, size_t size) {
        span out;
        napi_typedarray_type type;
        void* data = nullptr;
        if (value == nullptr ||
            napi_get_typedarray_info(env_, value, &type, &out.size, &data, nullptr, nullptr) != napi_ok ||
            type != napi_uint8_array || (size != any_size && out.size != size)) {
            fail("expected a Uint8Array of another length");
            return {};
        }
        /* Functions are not given null for no bytes. */
        static unsigned char none;
        out.data = out.size == 0 ? &none : static_cast<unsigned char*>(data);
        return out;
    }
    bool is_null(napi_value value) const {
        napi_valuetype type = napi_undefined;
        return value == nullptr || napi_typeof(env_, value, &type) != napi_ok || type == napi_null ||
               type == napi_undefined;
    }
    void fail(const char* message) {
        if (!failed)
            napi_throw_type_error(env_, nullptr, message);
        failed = true;
    }

    napi_value null() const {
        napi_value out = nullptr;
        return failed || napi_get_null(env_, &out) != napi_ok ? nullptr : out;
    }
    napi_value boolean(bool value) const {
        napi_value out = nullptr;
        return failed || napi_get_boolean(env_, value, &out) != napi_ok ? nullptr : out;
    }
    napi_value result(const unsigned char* data, size_t size) const {
        napi_value buffer = nullptr, out = nullptr;
        void* room = nullptr;
        if (failed || napi_create_arraybuffer(env_, size, &room, &buffer) != napi_ok)
            return nullptr;
        memcpy(room, data, size);
        napi_create_typedarray(env_, napi_uint8_array, size, buffer, 0, &out);
        return out;
    }
    /* A public key of the length that argument i says. */
    napi_value result(const secp256k1_pubkey& pubkey, unsigned i) {
        unsigned char out[65];
        size_t size = number(i, 65);
        if (failed)
            return nullptr;
        const bool is_xonly = size == 32;
        size = size == 65 ? 65 : 33;
        secp256k1_ec_pubkey_serialize(context->ctx, out, &size, &pubkey,
                                      size == 65 ? SECP256K1_EC_UNCOMPRESSED : SECP256K1_EC_COMPRESSED);
        return is_xonly ? result(out + 1, 32) : result(out, size);
    }

    napi_env env() const { return env_; }
    bool failed = false;
    shared_context* context = nullptr;

private:
    static constexpr size_t most = 8;
    napi_env env_;
    napi_value args_[most];
};

/* ---- secret keys */

napi_value randomize(call& c) {
    const span seed = c.bytes(0, 32);
    return c.failed ? nullptr : c.boolean(secp256k1_context_randomize(c.context->ctx, seed.data) == 1);
}
napi_value seckey_verify(call& c) {
    const span k = c.bytes(0, 32);
    return c.failed ? nullptr : c.boolean(secp256k1_ec_seckey_verify(c.context->ctx, k.data) == 1);
}
napi_value seckey_negate(call& c) {
    const span k = c.bytes(0, 32);
    if (c.failed)
        return nullptr;
    secret<32> out(k);
    return secp256k1_ec_seckey_negate(c.context->ctx, out.data) == 1 ? c.result(out.data, 32) : c.null();
}
using seckey_tweak = int (*)(const secp256k1_context*, unsigned char*, const unsigned char*);
template <seckey_tweak Tweak>
napi_value seckey_tweaked(call& c) {
    const span k = c.bytes(0, 32), tweak = c.bytes(1, 32);
    if (c.failed)
        return nullptr;
    secret<32> out(k);
    return Tweak(c.context->ctx, out.data, tweak.data) == 1 ? c.result(out.data, 32) : c.null();
}
napi_value seckey_xonly_tweak_add(call& c) {
    const span k = c.bytes(0, 32), tweak = c.bytes(1, 32);
    if (c.failed)
        return nullptr;
    secret_keypair pair;
    const secret<32> own(k);
    secret<32> out;
    if (secp256k1_keypair_create(c.context->ctx, &pair.value, own.data) != 1 ||
        secp256k1_keypair_xonly_tweak_add(c.context->ctx, &pair.value, tweak.data) != 1)
        return c.null();
    secp256k1_keypair_sec(c.context->ctx, out.data, &pair.value);
    return c.result(out.data, 32);
}

/* ---- public keys */

napi_value pubkey_create(call& c) {
    const span k = c.bytes(0, 32);
    secp256k1_pubkey pubkey;
    if (c.failed || secp256k1_ec_pubkey_create(c.context->ctx, &pubkey, k.data) != 1)
        return c.null();
    return c.result(pubkey, 1);
}
napi_value pubkey_convert(call& c) {
    secp256k1_pubkey pubkey;
    return c.key(0, &pubkey) ? c.result(pubkey, 1) : c.null();
}
napi_value pubkey_negate(call& c) {
    secp256k1_pubkey pubkey;
    if (!c.key(0, &pubkey))
        return c.null();
    secp256k1_ec_pubkey_negate(c.context->ctx, &pubkey);
    return c.result(pubkey, 1);
}
using pubkey_tweak = int (*)(const secp256k1_context*, secp256k1_pubkey*, const unsigned char*);
template <pubkey_tweak Tweak>
napi_value pubkey_tweaked(call& c) {
    secp256k1_pubkey pubkey;
    const span tweak = c.bytes(1, 32);
    if (!c.key(0, &pubkey) || c.failed || Tweak(c.context->ctx, &pubkey, tweak.data) != 1)
        return c.null();
    return c.result(pubkey, 2);
}
napi_value pubkey_combine(call& c) {
    uint32_t n = 0;
    if (c.is_null(c.value(0)) || napi_get_array_length(c.env(), c.value(0), &n) != napi_ok || n == 0) {
        c.fail("expected an array of keys");
        return nullptr;
    }
    auto* keys = static_cast<secp256k1_pubkey*>(calloc(n, sizeof(secp256k1_pubkey)));
    auto** list = static_cast<const secp256k1_pubkey**>(calloc(n, sizeof(secp256k1_pubkey*)));
    bool parsed = keys != nullptr && list != nullptr;
    for (uint32_t i = 0; parsed && i < n; i++) {
        napi_handle_scope scope = nullptr;
        napi_open_handle_scope(c.env(), &scope);
        napi_value key = nullptr;
        napi_get_element(c.env(), c.value(0), i, &key);
        const span p = c.view(key, any_size);
        parsed = !c.failed && secp256k1_ec_pubkey_parse(c.context->ctx, &keys[i], p.data, p.size) == 1;
        list[i] = &keys[i];
        napi_close_handle_scope(c.env(), scope);
    }
    secp256k1_pubkey sum;
    const bool done = parsed && secp256k1_ec_pubkey_combine(c.context->ctx, &sum, list, n) == 1;
    free(keys);
    free(list);
    return done ? c.result(sum, 1) : c.null();
}
napi_value xonly_tweak_add(call& c) {
    secp256k1_xonly_pubkey internal;
    secp256k1_pubkey sum;
    const span tweak = c.bytes(1, 32);
    if (!c.xonly(0, &internal) || c.failed ||
        secp256k1_xonly_pubkey_tweak_add(c.context->ctx, &sum, &internal, tweak.data) != 1)
        return c.null();
    unsigned char out[33];
    size_t size = sizeof out;
    secp256k1_ec_pubkey_serialize(c.context->ctx, out, &size, &sum, SECP256K1_EC_COMPRESSED);
    return c.result(out, size);
}
napi_value xonly_tweak_add_check(call& c) {
    secp256k1_xonly_pubkey internal;
    const span tweaked = c.bytes(0, 32), tweak = c.bytes(3, 32);
    const unsigned parity = c.number(1, 1);
    return c.boolean(c.xonly(2, &internal) &&
                     secp256k1_xonly_pubkey_tweak_add_check(
                         c.context->ctx, tweaked.data, static_cast<int>(parity), &internal, tweak.data) == 1);
}

/* ---- ECDSA */

int nonce_given(unsigned char* nonce32, const unsigned char*, const unsigned char*, const unsigned char*,
                void* data, unsigned attempt) {
    if (attempt != 0)
        return 0;
    memcpy(nonce32, data, 32);
    return 1;
}
napi_value ecdsa_sign(call& c) {
    const span msghash = c.bytes(0, 32), k = c.bytes(1, 32), extra = c.maybe(2, 32), nonce = c.maybe(3, 32);
    if (c.failed)
        return nullptr;
    secp256k1_ecdsa_recoverable_signature signature;
    const bool is_given = nonce.data != nullptr, has_data = is_given || extra.data != nullptr;
    const secret<32> hash(msghash), seckey(k);
    secret<32> data;
    if (has_data)
        memcpy(data.data, is_given ? nonce.data : extra.data, 32);
    if (secp256k1_ecdsa_sign_recoverable(c.context->ctx, &signature, hash.data, seckey.data,
                                         is_given ? nonce_given : nullptr,
                                         has_data ? data.data : nullptr) != 1)
        return c.null();
    unsigned char out[65];
    int recid = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(c.context->ctx, out, &recid, &signature);
    out[64] = static_cast<unsigned char>(recid);
    return c.result(out, sizeof out);
}
napi_value ecdsa_verify(call& c) {
    const bool is_der = c.flag(3), high_s = c.flag(4);
    const span given = c.bytes(0, is_der ? any_size : 64), msghash = c.bytes(1, 32);
    if (c.failed)
        return nullptr;
    secp256k1_ecdsa_signature signature;
    secp256k1_pubkey pubkey;
    const int parsed =
        is_der ? secp256k1_ecdsa_signature_parse_der(c.context->ctx, &signature, given.data, given.size)
               : secp256k1_ecdsa_signature_parse_compact(c.context->ctx, &signature, given.data);
    if (parsed != 1 || !c.key(2, &pubkey))
        return c.boolean(false);
    if (high_s)
        secp256k1_ecdsa_signature_normalize(c.context->ctx, &signature, &signature);
    return c.boolean(secp256k1_ecdsa_verify(c.context->ctx, &signature, msghash.data, &pubkey) == 1);
}
napi_value ecdsa_recover(call& c) {
    const span given = c.bytes(0, 64), msghash = c.bytes(2, 32);
    const unsigned recid = c.number(1, 3);
    secp256k1_ecdsa_recoverable_signature signature;
    secp256k1_pubkey pubkey;
    if (c.failed ||
        secp256k1_ecdsa_recoverable_signature_parse_compact(c.context->ctx, &signature, given.data,
                                                            static_cast<int>(recid)) != 1 ||
        secp256k1_ecdsa_recover(c.context->ctx, &pubkey, &signature, msghash.data) != 1)
        return c.null();
    return c.result(pubkey, 3);
}
napi_value compact(call& c, const secp256k1_ecdsa_signature& signature) {
    unsigned char out[64];
    secp256k1_ecdsa_signature_serialize_compact(c.context->ctx, out, &signature);
    return c.result(out, sizeof out);
}
napi_value signature_normalize(call& c) {
    const span given = c.bytes(0, 64);
    secp256k1_ecdsa_signature signature;
    if (c.failed || secp256k1_ecdsa_signature_parse_compact(c.context->ctx, &signature, given.data) != 1)
        return c.null();
    secp256k1_ecdsa_signature_normalize(c.context->ctx, &signature, &signature);
    return compact(c, signature);
}
napi_value signature_to_der(call& c) {
    const span given = c.bytes(0, 64);
    secp256k1_ecdsa_signature signature;
    if (c.failed || secp256k1_ecdsa_signature_parse_compact(c.context->ctx, &signature, given.data) != 1)
        return c.null();
    unsigned char out[72];
    size_t size = sizeof out;
    secp256k1_ecdsa_signature_serialize_der(c.context->ctx, out, &size, &signature);
    return c.result(out, size);
}
napi_value signature_from_der(call& c) {
    const span der = c.bytes(0);
    secp256k1_ecdsa_signature signature;
    if (c.failed || der.size > 72 ||
        secp256k1_ecdsa_signature_parse_der(c.context->ctx, &signature, der.data, der.size) != 1)
        return c.null();
    return compact(c, signature);
}

/* ---- BIP-340, ECDH, SHA-256 */

napi_value schnorr_sign(call& c) {
    const span message = c.bytes(0), k = c.bytes(1, 32), aux = c.maybe(2, 32);
    if (c.failed)
        return nullptr;
    const own_message text(message);
    if (text.data == nullptr) {
        c.fail("no memory");
        return nullptr;
    }
    secret_keypair pair;
    const secret<32> seckey(k);
    secret<32> random;
    if (aux.data != nullptr)
        memcpy(random.data, aux.data, 32);
    if (secp256k1_keypair_create(c.context->ctx, &pair.value, seckey.data) != 1)
        return c.null();
    secp256k1_schnorrsig_extraparams parameters = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
    parameters.ndata = aux.data == nullptr ? nullptr : random.data;
    unsigned char out[64];
    if (secp256k1_schnorrsig_sign_custom(c.context->ctx, out, text.data, message.size, &pair.value,
                                         &parameters) != 1)
        return c.null();
    return c.result(out, sizeof out);
}
napi_value schnorr_verify(call& c) {
    const span signature = c.bytes(0, 64), message = c.bytes(1);
    secp256k1_xonly_pubkey pubkey;
    return c.boolean(c.xonly(2, &pubkey) && !c.failed &&
                     secp256k1_schnorrsig_verify(c.context->ctx, signature.data, message.data, message.size,
                                                 &pubkey) == 1);
}
int point_given(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void*) {
    memcpy(output, x32, 32);
    memcpy(output + 32, y32, 32);
    return 1;
}
napi_value ecdh(call& c) {
    const span k = c.bytes(1, 32);
    const bool raw = c.flag(2);
    secp256k1_pubkey pubkey;
    if (!c.key(0, &pubkey) || c.failed)
        return c.null();
    secret<64> out;
    if (secp256k1_ecdh(c.context->ctx, out.data, &pubkey, k.data, raw ? point_given : nullptr, nullptr) != 1)
        return c.null();
    return c.result(out.data, raw ? 64 : 32);
}
napi_value sha256(call& c) {
    const span data = c.bytes(0);
    if (c.failed)
        return nullptr;
    koblitz::sha256 hash(koblitz::sha256_compress_default());
    hash.write(data.data, data.size);
    unsigned char out[32];
    hash.finalize(out);
    return c.result(out, sizeof out);
}

/* ---- batches */

/* A column of the package, {data, size, offsets, n}, as the engine takes it. */
struct rows {
    koblitz_column column = {};
    size_t bytes = 0, n = 0;
};
rows column(call& c, unsigned i) {
    rows out;
    napi_value data = nullptr, size = nullptr, offsets = nullptr, n = nullptr;
    uint32_t row_size = 0, count = 0;
    napi_value object = c.value(i);
    if (c.is_null(object) || napi_get_named_property(c.env(), object, "data", &data) != napi_ok ||
        napi_get_named_property(c.env(), object, "size", &size) != napi_ok ||
        napi_get_named_property(c.env(), object, "offsets", &offsets) != napi_ok ||
        napi_get_named_property(c.env(), object, "n", &n) != napi_ok ||
        napi_get_value_uint32(c.env(), size, &row_size) != napi_ok ||
        napi_get_value_uint32(c.env(), n, &count) != napi_ok) {
        c.fail("expected a column");
        return out;
    }
    const span bytes = c.view(data, any_size);
    out.bytes = bytes.size;
    out.n = count;
    out.column.data = bytes.data;
    if (c.is_null(offsets)) {
        out.column.size = out.column.stride = row_size;
        if (bytes.size != size_t{row_size} * count)
            c.fail("a column has another length");
        return out;
    }
    napi_typedarray_type type;
    size_t length = 0;
    void* list = nullptr;
    if (napi_get_typedarray_info(c.env(), offsets, &type, &length, &list, nullptr, nullptr) != napi_ok ||
        type != napi_int32_array || length != size_t{count} + 1) {
        c.fail("a column has other offsets");
        return out;
    }
    const auto* places = static_cast<const int32_t*>(list);
    for (size_t row = 0; row <= count; row++)
        if (places[row] < 0 || static_cast<size_t>(places[row]) > bytes.size)
            c.fail("a row is not within its column");
    out.column.offsets = list;
    out.column.offset_size = 4;
    return out;
}

/* What a batch does, on rows first to first + n - 1. */
struct batch {
    enum kind { ecdsa, schnorr, recovery } kind;
    unsigned flags;
    koblitz_column columns[3];
    size_t n, output_size;
    unsigned char* verdicts;
    unsigned char* output;

    void run(shared_context* context, size_t first, size_t count) const {
        const secp256k1_context* const ctx = context->ctx;
        koblitz_column part[3];
        for (int i = 0; i < 3; i++) {
            part[i] = columns[i];
            if (part[i].offsets != nullptr)
                part[i].offsets = static_cast<const int32_t*>(part[i].offsets) + first;
            else
                part[i].data += first * part[i].stride;
        }
        unsigned char* const out = verdicts + first;
        if (kind == ecdsa) {
            koblitz_batch_ecdsa_verify(ctx, out, &part[0], &part[1], &part[2], count, flags);
        } else if (kind == schnorr) {
            size_t wrong;
            if (__atomic_load_n(&context->had_wrong, __ATOMIC_RELAXED)) {
                wrong = koblitz_batch_schnorrsig_verify(ctx, out, &part[0], &part[1], &part[2], count);
            } else {
                size_t size = koblitz_batch_schnorrsig_scratch(ctx, count);
                void* const scratch = size == 0 ? nullptr : malloc(size);
                size = scratch == nullptr ? 0 : size;
                wrong = koblitz_batch_schnorrsig_verify_all(ctx, out, &part[0], &part[1], &part[2], count,
                                                            scratch, size);
                free(scratch);
            }
            __atomic_store_n(&context->had_wrong, wrong > 0, __ATOMIC_RELAXED);
        } else {
            const koblitz_output keys = {output + first * output_size, output_size, output_size};
            koblitz_batch_ecdsa_recover(ctx, out, &keys, &part[0], &part[1], &part[2], count);
        }
    }
};

/* The arguments of a batch: of verifyBatch scheme, isDer, highS, three columns and verdicts; of recoverBatch
 * three columns, the size of a key, verdicts and keys. */
struct arguments {
    batch work = {};
    rows columns[3];
    unsigned verdicts_at, output_at;

    arguments(call& c, bool is_recovery) {
        const unsigned first = is_recovery ? 0 : 3;
        verdicts_at = is_recovery ? 4 : 6;
        output_at = 5;
        if (is_recovery) {
            work.kind = batch::recovery;
            work.output_size = c.number(3, 65);
        } else {
            char scheme[8] = {};
            size_t size = 0;
            napi_get_value_string_utf8(c.env(), c.value(0), scheme, sizeof scheme, &size);
            work.kind = strcmp(scheme, "ecdsa") == 0 ? batch::ecdsa : batch::schnorr;
            work.flags = (c.flag(1) ? KOBLITZ_BATCH_DER : 0) | (c.flag(2) ? KOBLITZ_BATCH_HIGH_S : 0);
        }
        for (unsigned i = 0; i < 3; i++) {
            columns[i] = column(c, first + i);
            work.columns[i] = columns[i].column;
            if (columns[i].n != columns[0].n)
                c.fail("columns have as many rows");
        }
        work.n = columns[0].n;
        work.verdicts = c.bytes(verdicts_at, work.n).data;
        if (is_recovery) {
            if (work.output_size != 33 && work.output_size != 65)
                c.fail("expected 33 or 65");
            work.output = c.bytes(output_at, work.n * work.output_size).data;
        }
    }
};

template <bool IsRecovery>
napi_value run_batch(call& c) {
    const arguments given(c, IsRecovery);
    if (c.failed)
        return nullptr;
    given.work.run(c.context, 0, given.work.n);
    return c.null();
}

/* A batch on copies of its columns, in parts, each of which a thread of libuv's pool takes. */
struct job {
    batch work;
    shared_context* context;
    napi_deferred deferred;
    napi_ref verdicts, output;
    void* copies[6];
    unsigned parts_left;
    struct part {
        job* owner;
        napi_async_work work;
        size_t first, count;
    } * parts;
};

constexpr size_t least_rows = 64, most_parts = 256;

void release(napi_env env, job* j) {
    if (j->verdicts != nullptr)
        napi_delete_reference(env, j->verdicts);
    if (j->output != nullptr)
        napi_delete_reference(env, j->output);
    for (void* copy : j->copies)
        free(copy);
    free(j->work.verdicts);
    free(j->work.output);
    free(j->parts);
    drop(j->context);
    free(j);
}
void execute(napi_env, void* data) {
    auto* const p = static_cast<job::part*>(data);
    p->owner->work.run(p->owner->context, p->first, p->count);
}
/* Copies a result to the array of a reference, which may have been detached in the meantime. */
bool deliver(napi_env env, napi_ref reference, const unsigned char* data, size_t size) {
    napi_value array = nullptr;
    napi_typedarray_type type;
    size_t length = 0;
    void* to = nullptr;
    if (napi_get_reference_value(env, reference, &array) != napi_ok || array == nullptr ||
        napi_get_typedarray_info(env, array, &type, &length, &to, nullptr, nullptr) != napi_ok ||
        length != size)
        return false;
    if (size > 0)
        memcpy(to, data, size);
    return true;
}
/* On the thread of JavaScript, after each part. */
void complete(napi_env env, napi_status status, void* data) {
    auto* const p = static_cast<job::part*>(data);
    job* const j = p->owner;
    napi_delete_async_work(env, p->work);
    if (status != napi_ok)
        j->work.n = any_size;
    if (--j->parts_left > 0)
        return;
    const size_t n = j->work.n;
    const bool done =
        n != any_size && deliver(env, j->verdicts, j->work.verdicts, n) &&
        (j->output == nullptr || deliver(env, j->output, j->work.output, n * j->work.output_size));
    napi_value value = nullptr;
    if (done) {
        napi_get_null(env, &value);
        napi_resolve_deferred(env, j->deferred, value);
    } else {
        napi_value message = nullptr;
        napi_create_string_utf8(env, "koblitz: the batch was cancelled", NAPI_AUTO_LENGTH, &message);
        napi_create_error(env, nullptr, message, &value);
        napi_reject_deferred(env, j->deferred, value);
    }
    release(env, j);
}

template <bool IsRecovery>
napi_value start_batch(call& c) {
    const arguments given(c, IsRecovery);
    const unsigned threads = c.number(7, most_parts);
    if (c.failed)
        return nullptr;
    const size_t n = given.work.n;
    size_t n_parts = n / least_rows;
    n_parts = n_parts > threads ? threads : n_parts;
    n_parts = n_parts == 0 ? 1 : n_parts;

    auto* const j = static_cast<job*>(calloc(1, sizeof(job)));
    if (j == nullptr) {
        c.fail("no memory");
        return nullptr;
    }
    j->context = c.context;
    hold(j->context);
    j->work = given.work;
    j->work.verdicts = static_cast<unsigned char*>(malloc(n + 1));
    j->work.output =
        IsRecovery ? static_cast<unsigned char*>(malloc(n * given.work.output_size + 1)) : nullptr;
    j->parts = static_cast<job::part*>(calloc(n_parts, sizeof(job::part)));
    bool there =
        j->work.verdicts != nullptr && j->parts != nullptr && (!IsRecovery || j->work.output != nullptr);
    for (int i = 0; i < 3; i++) {
        const auto copy = [&](int at, const void* from, size_t size) {
            j->copies[at] = malloc(size + 1);
            if (j->copies[at] == nullptr)
                there = false;
            else
                memcpy(j->copies[at], from, size);
            return j->copies[at];
        };
        koblitz_column& column = j->work.columns[i];
        column.data = static_cast<const unsigned char*>(copy(2 * i, column.data, given.columns[i].bytes));
        if (column.offsets != nullptr)
            column.offsets = copy(2 * i + 1, column.offsets, 4 * (n + 1));
    }
    napi_value promise = nullptr, name = nullptr;
    there = there && napi_create_reference(c.env(), c.value(given.verdicts_at), 1, &j->verdicts) == napi_ok;
    if (IsRecovery)
        there = there && napi_create_reference(c.env(), c.value(given.output_at), 1, &j->output) == napi_ok;
    there = there && napi_create_string_utf8(c.env(), "koblitz", NAPI_AUTO_LENGTH, &name) == napi_ok &&
            napi_create_promise(c.env(), &j->deferred, &promise) == napi_ok;
    if (!there) {
        release(c.env(), j);
        c.fail("no memory");
        return nullptr;
    }
    for (size_t i = 0; i < n_parts; i++) {
        job::part& p = j->parts[i];
        p.owner = j;
        p.first = n * i / n_parts;
        p.count = n * (i + 1) / n_parts - p.first;
        if (napi_create_async_work(c.env(), nullptr, name, execute, complete, &p, &p.work) != napi_ok ||
            napi_queue_async_work(c.env(), p.work) != napi_ok)
            /* Without the pool the environment is of no use; parts that run have the job. */
            napi_fatal_error("koblitz", NAPI_AUTO_LENGTH, "no asynchronous work", NAPI_AUTO_LENGTH);
        j->parts_left++;
    }
    return promise;
}

template <napi_value (*F)(call&)>
napi_value entry(napi_env env, napi_callback_info info) {
    call c(env, info);
    return c.failed ? nullptr : F(c);
}

template <napi_value (*F)(call&)>
bool add(napi_env env, napi_value exports, const char* name) {
    napi_value function = nullptr;
    return napi_create_function(env, name, NAPI_AUTO_LENGTH, entry<F>, nullptr, &function) == napi_ok &&
           napi_set_named_property(env, exports, name, function) == napi_ok;
}

} // namespace

extern "C" NAPI_MODULE_EXPORT int32_t NODE_API_MODULE_GET_API_VERSION(void) {
    return 8;
}

extern "C" NAPI_MODULE_EXPORT napi_value NAPI_MODULE_INITIALIZER(napi_env env, napi_value exports) {
    auto* const context = static_cast<shared_context*>(malloc(sizeof(shared_context)));
    if (context == nullptr)
        return nullptr;
    context->ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    context->users = 1;
    context->had_wrong = false;
    const auto finalize = [](napi_env, void* data, void*) { drop(static_cast<shared_context*>(data)); };
    if (context->ctx == nullptr || napi_set_instance_data(env, context, finalize, nullptr) != napi_ok) {
        free(context);
        return nullptr;
    }
    const bool done =
        add<randomize>(env, exports, "randomize") && add<seckey_verify>(env, exports, "seckeyVerify") &&
        add<seckey_negate>(env, exports, "seckeyNegate") &&
        add<seckey_tweaked<secp256k1_ec_seckey_tweak_add>>(env, exports, "seckeyTweakAdd") &&
        add<seckey_tweaked<secp256k1_ec_seckey_tweak_mul>>(env, exports, "seckeyTweakMul") &&
        add<seckey_xonly_tweak_add>(env, exports, "seckeyXonlyTweakAdd") &&
        add<pubkey_create>(env, exports, "pubkeyCreate") &&
        add<pubkey_convert>(env, exports, "pubkeyConvert") &&
        add<pubkey_negate>(env, exports, "pubkeyNegate") &&
        add<pubkey_tweaked<secp256k1_ec_pubkey_tweak_add>>(env, exports, "pubkeyTweakAdd") &&
        add<pubkey_tweaked<secp256k1_ec_pubkey_tweak_mul>>(env, exports, "pubkeyTweakMul") &&
        add<pubkey_combine>(env, exports, "pubkeyCombine") &&
        add<xonly_tweak_add>(env, exports, "xonlyTweakAdd") &&
        add<xonly_tweak_add_check>(env, exports, "xonlyTweakAddCheck") &&
        add<ecdsa_sign>(env, exports, "ecdsaSign") && add<ecdsa_verify>(env, exports, "ecdsaVerify") &&
        add<ecdsa_recover>(env, exports, "ecdsaRecover") &&
        add<signature_normalize>(env, exports, "signatureNormalize") &&
        add<signature_to_der>(env, exports, "signatureToDer") &&
        add<signature_from_der>(env, exports, "signatureFromDer") &&
        add<schnorr_sign>(env, exports, "schnorrSign") &&
        add<schnorr_verify>(env, exports, "schnorrVerify") && add<ecdh>(env, exports, "ecdh") &&
        add<sha256>(env, exports, "sha256") && add<run_batch<false>>(env, exports, "verifyBatch") &&
        add<run_batch<true>>(env, exports, "recoverBatch") &&
        add<start_batch<false>>(env, exports, "startVerifyBatch") &&
        add<start_batch<true>>(env, exports, "startRecoverBatch");
    return done ? exports : nullptr;
}
