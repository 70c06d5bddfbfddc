/* Functions on secrets leave none of them on the stack: each runs on a stack of its own, which is searched
 * afterwards for the secret key, its negative, the nonce, products with them, and the shared point. */
#include <ucontext.h>

#include <functional>
#include <vector>

#include "abi/context.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"
#include "support/check.h"

namespace {

/* What the frames of this test and of the entry point take above the part that is wiped. */
#ifdef __OPTIMIZE__
constexpr size_t frames_above = 512;
#else
constexpr size_t frames_above = 768;
#endif

constexpr size_t stack_size = 256 * 1024;
alignas(64) unsigned char stack_memory[stack_size];
ucontext_t outside, inside;
std::function<void()>* job;

void enter() {
    (*job)();
}

/* Runs the call on the clean stack; the number of bytes of it that were written. */
size_t run_apart(std::function<void()> call) {
    job = &call;
    std::memset(stack_memory, 0xc3, stack_size);
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack_memory;
    inside.uc_stack.ss_size = stack_size;
    inside.uc_link = &outside;
    makecontext(&inside, enter, 0);
    swapcontext(&outside, &inside);
    size_t untouched = 0;
    while (untouched < stack_size && stack_memory[untouched] == 0xc3)
        untouched++;
    return stack_size - untouched;
}

/* Any eight bytes of the value that lie on the stack, in either byte order. */
bool remains(const bytes& value) {
    for (size_t limb = 0; limb < value.size(); limb += 8) {
        bytes part(value.begin() + static_cast<std::ptrdiff_t>(limb),
                   value.begin() + static_cast<std::ptrdiff_t>(limb + 8));
        const bytes reversed(part.rbegin(), part.rend());
        for (const bytes& form : {part, reversed}) {
            if (memmem(stack_memory, stack_size, form.data(), 8) != nullptr)
                return true;
        }
    }
    return false;
}

struct fixture {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    bytes seckey = from_hex("c0ffee3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff1");
    bytes tweak = from_hex("1badb0020badcafe0ddba11c0dec0ded5ca1ab1e5eed5eed7e1eca57fee1900d");
    bytes msg = from_hex("5d2f1c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0aa");
    secp256k1_keypair pair;
    secp256k1_pubkey peer;
    /* Values that no call may leave behind. */
    std::vector<std::pair<const char*, bytes>> secrets;

    fixture() {
        CHECK(secp256k1_keypair_create(ctx, &pair, seckey.data()));
        CHECK(secp256k1_ec_pubkey_create(ctx, &peer, tweak.data()));
        add("the secret key", seckey);
        add("its negative", negated(seckey));
        bytes nonce(32);
        CHECK(secp256k1_nonce_function_rfc6979(nonce.data(), msg.data(), seckey.data(), nullptr, nullptr, 0));
        add("the ECDSA nonce", nonce);
        secp256k1_ecdsa_signature sig;
        bytes compact(64);
        CHECK(secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey.data(), nullptr, nullptr));
        CHECK(secp256k1_ecdsa_signature_serialize_compact(ctx, compact.data(), &sig));
        bytes product = seckey;
        CHECK(secp256k1_ec_seckey_tweak_mul(ctx, product.data(), compact.data()));
        add("r times the secret key", product);
        CHECK(secp256k1_ec_seckey_tweak_add(ctx, product.data(), msg.data()));
        add("r times the secret key plus the message", product);
        bytes x(32), shared(64);
        secp256k1_xonly_pubkey xonly;
        int parity;
        CHECK(secp256k1_keypair_xonly_pub(ctx, &xonly, &parity, &pair));
        CHECK(secp256k1_xonly_pubkey_serialize(ctx, x.data(), &xonly));
        const bytes even = parity == 1 ? negated(seckey) : seckey;
        const unsigned char tag[] = {'B', 'I', 'P', '0', '3', '4', '0', '/', 'n', 'o', 'n', 'c', 'e'};
        CHECK(secp256k1_nonce_function_bip340(nonce.data(), msg.data(), 32, even.data(), x.data(), tag, 13,
                                              nullptr));
        add("the Schnorr nonce", nonce);
        add("its negative", negated(nonce));
        unsigned char schnorr[64];
        CHECK(secp256k1_schnorrsig_sign32(ctx, schnorr, msg.data(), &pair, nullptr));
        /* s - k or s + k is e times the key. */
        for (const bytes& k : {nonce, negated(nonce)}) {
            bytes difference(schnorr + 32, schnorr + 64);
            CHECK(secp256k1_ec_seckey_tweak_add(ctx, difference.data(), k.data()));
            add("the challenge times the secret key", difference);
        }
        CHECK(secp256k1_ecdh(ctx, shared.data(), &peer, seckey.data(), copy_point, nullptr));
        add("the shared point", shared);
        bytes tweaked = seckey;
        CHECK(secp256k1_ec_seckey_tweak_add(ctx, tweaked.data(), tweak.data()));
        add("the tweaked key", tweaked);
        tweaked = seckey;
        CHECK(secp256k1_ec_seckey_tweak_mul(ctx, tweaked.data(), tweak.data()));
        add("the multiplied key", tweaked);
    }
    ~fixture() { secp256k1_context_destroy(ctx); }

    void add(const char* name, const bytes& value) { secrets.emplace_back(name, value); }
    bytes negated(bytes k) {
        CHECK(secp256k1_ec_seckey_negate(ctx, k.data()));
        return k;
    }
    static int copy_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void*) {
        std::memcpy(output, x32, 32);
        std::memcpy(output + 32, y32, 32);
        return 1;
    }
};

void nothing_remains() {
    fixture f;
    bytes key, out(128);
    secp256k1_keypair pair;
    struct call {
        const char* name;
        /* What the entry point wipes. */
        size_t wiped;
        std::function<int()> run;
    };
    using koblitz::comb_stack, koblitz::ladder_stack, koblitz::scalar_stack;
    const call calls[] = {
        {"ec_seckey_verify", scalar_stack, [&] { return secp256k1_ec_seckey_verify(f.ctx, key.data()); }},
        {"ec_seckey_negate", scalar_stack, [&] { return secp256k1_ec_seckey_negate(f.ctx, key.data()); }},
        {"ec_seckey_tweak_add", scalar_stack,
         [&] { return secp256k1_ec_seckey_tweak_add(f.ctx, key.data(), f.tweak.data()); }},
        {"ec_seckey_tweak_mul", scalar_stack,
         [&] { return secp256k1_ec_seckey_tweak_mul(f.ctx, key.data(), f.tweak.data()); }},
        {"ec_pubkey_create", comb_stack,
         [&] {
             return secp256k1_ec_pubkey_create(f.ctx, reinterpret_cast<secp256k1_pubkey*>(out.data()),
                                               key.data());
         }},
        {"ecdsa_sign", comb_stack,
         [&] {
             return secp256k1_ecdsa_sign(f.ctx, reinterpret_cast<secp256k1_ecdsa_signature*>(out.data()),
                                         f.msg.data(), key.data(), nullptr, nullptr);
         }},
        {"ecdsa_sign_recoverable", comb_stack,
         [&] {
             return secp256k1_ecdsa_sign_recoverable(
                 f.ctx, reinterpret_cast<secp256k1_ecdsa_recoverable_signature*>(out.data()), f.msg.data(),
                 key.data(), nullptr, nullptr);
         }},
        {"nonce_function_rfc6979", comb_stack,
         [&] {
             return secp256k1_nonce_function_rfc6979(out.data(), f.msg.data(), key.data(), nullptr, nullptr,
                                                     0);
         }},
        {"ecdh", ladder_stack,
         [&] { return secp256k1_ecdh(f.ctx, out.data(), &f.peer, key.data(), nullptr, nullptr); }},
        {"keypair_create", comb_stack, [&] { return secp256k1_keypair_create(f.ctx, &pair, key.data()); }},
        {"keypair_sec", 0, [&] { return secp256k1_keypair_sec(f.ctx, out.data(), &f.pair); }},
        {"keypair_xonly_tweak_add", comb_stack,
         [&] { return secp256k1_keypair_xonly_tweak_add(f.ctx, &pair, f.tweak.data()); }},
        {"schnorrsig_sign32", comb_stack,
         [&] { return secp256k1_schnorrsig_sign32(f.ctx, out.data(), f.msg.data(), &f.pair, nullptr); }},
        {"context_randomize", comb_stack, [&] { return secp256k1_context_randomize(f.ctx, key.data()); }},
    };
    for (const call& c : calls) {
        key = f.seckey;
        pair = f.pair;
        int result = 0;
        const size_t depth = run_apart([&] { result = c.run(); });
        std::printf("       %-24s %zu bytes of stack\n", c.name, depth);
        check::row(c.name);
        CHECK(result == 1);
        /* Nothing ran deeper than the wipe reaches. */
        CHECK(depth < c.wiped + frames_above);
        for (const auto& [name, value] : f.secrets) {
            check::row(std::string(c.name) + ": " + name);
            CHECK(!remains(value));
        }
    }
    /* The search finds what is there. */
    check::row("a planted secret");
    run_apart([&] {
        unsigned char copy[32];
        std::memcpy(copy, f.seckey.data(), 32);
        __asm__ volatile("" : : "r"(copy) : "memory");
    });
    CHECK(remains(f.seckey));
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"nothing_remains", nothing_remains}});
}
