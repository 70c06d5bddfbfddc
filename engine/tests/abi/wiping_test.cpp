/* Functions on secrets leave none of them on the stack or in registers: each runs on a stack of its
 * own; afterwards that and the registers' state are searched for the secret key, its negative, the nonces,
 * their inverse, every product with them before and after its reduction, and the shared point. */
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <functional>
#include <string_view>
#include <vector>

#include "abi/context.h"
#include "base/cpu.h"
#include "base/lone.h"
#include "koblitz.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_musig.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"
#include "support/big.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/own_stack.h"

namespace {

/* What the frames of this test and of the entry point take above those that must be wiped. */
#if defined(__OPTIMIZE__) && !defined(__NO_INLINE__)
constexpr size_t frames_above = 512;
#else
constexpr size_t frames_above = 1024;
#endif

/* On x86-64 what XSAVE stores: x87, XMM, the upper halves of YMM, and with AVX-512 those of ZMM and ZMM16 to
 * ZMM31. */
alignas(64) unsigned char registers[8192];
/* And of the general ones those that a call may change, but rax, which has its result. */
koblitz::u64 general[8];

/* Calls nothing, not even memset, which would use some of them. */
[[gnu::noinline]] void save_registers() {
#if defined(__x86_64__)
    unsigned a, b, c, d;
    __asm__ volatile("movq %%rcx, %0\n\tmovq %%rdx, %1\n\tmovq %%rsi, %2\n\tmovq %%rdi, %3\n\t"
                     "movq %%r8, %4\n\tmovq %%r9, %5\n\tmovq %%r10, %6\n\tmovq %%r11, %7"
                     : "=m"(general[0]), "=m"(general[1]), "=m"(general[2]), "=m"(general[3]),
                       "=m"(general[4]), "=m"(general[5]), "=m"(general[6]), "=m"(general[7]));
    __asm__ volatile("fxsave64 %0" : "+m"(registers));
    if (__get_cpuid(1, &a, &b, &c, &d) && (c >> 27 & 1) && __get_cpuid_count(0xd, 0, &a, &b, &c, &d) &&
        b <= sizeof registers) {
        __asm__ volatile("xsave64 %0" : "+m"(registers) : "a"(0xe7), "d"(0));
    }
#elif defined(__aarch64__)
    /* v0 to v31, then x1 to x17; x0 is the call's result. */
    register unsigned char* at __asm__("x0") = registers;
    __asm__ volatile(".irp i, 0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30\n\t"
                     "str q\\i, [%0, 16*\\i]\n\t"
                     ".endr\n\t"
                     ".irp i, 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31\n\t"
                     "str q\\i, [%0, 16*\\i]\n\t"
                     ".endr\n\t"
                     ".irp i, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\n\t"
                     "str x\\i, [%0, 512+8*\\i]\n\t"
                     ".endr" ::"r"(at)
                     : "memory");
#endif
}

/* Runs the call on the clean stack; the number of bytes of it that were written. */
template <class F>
size_t run_apart(const F& call) {
    std::memset(registers, 0, sizeof registers);
    return own_stack::run([&call] {
        koblitz::wipe_registers();
        call();
        save_registers();
        return 0;
    });
}

/* What a call left below its own frame: zeros, and what code on public values left deeper than the wiping
 * reaches, which another key leaves alike. */
bytes left_below(size_t above) {
    return {own_stack::memory, own_stack::memory + own_stack::size - above};
}

bool holds(const void* area, size_t size, const bytes& part) {
    const std::string_view text(static_cast<const char*>(area), size);
    return text.find({reinterpret_cast<const char*>(part.data()), part.size()}) != text.npos;
}
/* Any eight bytes of the value that lie on the stack or in registers, in either byte order. */
bool remains(const bytes& value) {
    for (size_t limb = 0; limb < value.size(); limb += 8) {
        bytes part(value.begin() + static_cast<std::ptrdiff_t>(limb),
                   value.begin() + static_cast<std::ptrdiff_t>(limb + 8));
        const bytes reversed(part.rbegin(), part.rend());
        for (const bytes& form : {part, reversed}) {
            if (holds(own_stack::memory, own_stack::size, form) || holds(registers, sizeof registers, form) ||
                holds(general, sizeof general, form))
                return true;
        }
    }
    return false;
}

test::big number(const bytes& b) {
    test::big r;
    koblitz::load_be256(r.d, b.data());
    return r;
}
bytes encoded(const koblitz::u64* limbs, size_t n) {
    bytes r(8 * n);
    for (size_t i = 0; i < n; i++)
        koblitz::store_be64(r.data() + 8 * (n - 1 - i), limbs[i]);
    return r;
}
bytes encoded(const test::big& a) {
    return encoded(a.d, 4);
}
/* a b + c, 512 bits. */
bytes product(const test::big& a, const test::big& b, const test::big& c = {}) {
    koblitz::u64 t[8] = {c.d[0], c.d[1], c.d[2], c.d[3]};
    for (size_t i = 0; i < 4; i++) {
        koblitz::u128 carry = 0;
        for (size_t j = 0; j < 4; j++) {
            carry += static_cast<koblitz::u128>(a.d[i]) * b.d[j] + t[i + j];
            t[i + j] = static_cast<koblitz::u64>(carry);
            carry >>= 64;
        }
        for (size_t j = i + 4; j < 8; j++) {
            carry += t[j];
            t[j] = static_cast<koblitz::u64>(carry);
            carry >>= 64;
        }
    }
    return encoded(t, 8);
}

struct fixture {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    bytes seckey = from_hex("c0ffee3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff1");
    bytes tweak = from_hex("1badb0020badcafe0ddba11c0dec0ded5ca1ab1e5eed5eed7e1eca57fee1900d");
    bytes msg = from_hex("5d2f1c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0aa");
    bytes ell = bytes(64, 0x6b);
    secp256k1_keypair pair;
    secp256k1_pubkey peer, own;
    bytes session_random = from_hex("0f1e2d3c4b5a69788796a5b4c3d2e1f0fedcba98765432100123456789abcdef");
    secp256k1_musig_keyagg_cache cache;
    secp256k1_musig_secnonce secnonce;
    secp256k1_musig_session session;
    bytes shared = bytes(64);
    secp256k1_context* blinded = secp256k1_context_clone(ctx);
    secp256k1_silentpayments_prevouts_summary summary;
    unsigned char outpoint[36];
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
        const bytes ecdsa_nonce = nonce;
        secp256k1_ecdsa_signature sig;
        bytes compact(64);
        CHECK(secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey.data(), nullptr, nullptr));
        CHECK(secp256k1_ecdsa_signature_serialize_compact(ctx, compact.data(), &sig));
        bytes product = seckey;
        CHECK(secp256k1_ec_seckey_tweak_mul(ctx, product.data(), compact.data()));
        add("r times the secret key", product);
        CHECK(secp256k1_ec_seckey_tweak_add(ctx, product.data(), msg.data()));
        add("r times the secret key plus the message", product);
        bytes x(32);
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
        add_ecdsa(compact, ecdsa_nonce);
        add_schnorr(even, x, schnorr);
        add_digits("the key", seckey);
        add_digits("the ECDSA nonce", ecdsa_nonce);
        add_digits("the Schnorr nonce", nonce);
        add_digits("the negative Schnorr nonce", negated(nonce));
        /* What context_randomize makes of ctx. */
        CHECK(secp256k1_context_randomize(blinded, seckey.data()));
        const koblitz::gen_context& gen = blinded->gen;
        for (const koblitz::secret_limbs* part : {&gen.offset, &gen.x, &gen.y, &gen.z}) {
            koblitz::u64 limbs[4];
            part->declassify(limbs);
            add("the blinding", encoded(limbs, 4));
        }
        CHECK(
            secp256k1_ellswift_xdh(ctx, x.data(), ell.data(), ell.data(), seckey.data(), 0, copy_x, nullptr));
        add("the shared x", x);
        bytes tweaked = seckey;
        CHECK(secp256k1_ec_seckey_tweak_add(ctx, tweaked.data(), tweak.data()));
        add("the tweaked key", tweaked);
        tweaked = seckey;
        CHECK(secp256k1_ec_seckey_tweak_mul(ctx, tweaked.data(), tweak.data()));
        add("the multiplied key", tweaked);
        start_musig();
        start_silent_payment();
    }
    ~fixture() {
        secp256k1_context_destroy(ctx);
        secp256k1_context_destroy(blinded);
    }

    void add_ecdsa(const bytes& compact, const bytes& nonce) {
        const test::big d = number(seckey), r = number(bytes(compact.begin(), compact.begin() + 32));
        const test::big inverse = test::mod_n.inverse(number(nonce));
        const test::big sum = test::mod_n.add(test::mod_n.mul(r, d), number(msg));
        CHECK(koblitz::scalar(test::mod_n.mul(inverse, sum).d).is_high() ==
              (encoded(test::mod_n.mul(inverse, sum)) != bytes(compact.begin() + 32, compact.end())));
        add("the inverse of the ECDSA nonce", encoded(inverse));
        add("r times the secret key, unreduced", product(r, d));
        add("the same plus the message, unreduced", product(r, d, number(msg)));
        add("the inverse times the sum, unreduced", product(inverse, sum));
        const test::big t = number(tweak);
        add("the secret key times the tweak, unreduced", product(d, t));
    }
    void add_schnorr(const bytes& even, const bytes& x, const unsigned char* sig) {
        bytes hashed(sig, sig + 32), e(32);
        hashed.insert(hashed.end(), x.begin(), x.end());
        hashed.insert(hashed.end(), msg.begin(), msg.end());
        const std::string tag = "BIP0340/challenge";
        CHECK(secp256k1_tagged_sha256(ctx, e.data(), reinterpret_cast<const unsigned char*>(tag.data()),
                                      tag.size(), hashed.data(), hashed.size()));
        const test::big c = test::mod_n.reduce(number(e));
        add("the challenge times the key, unreduced", product(c, number(even)));
        add("the challenge times the negative key, unreduced", product(c, test::mod_n.neg(number(even))));
    }
    /* What the multiplications by a scalar take their digits from. */
    void add_digits(const char* name, const bytes& k) {
        const koblitz::scalar one = koblitz::scalar::one();
        const koblitz::scalar d = koblitz::scalar::from_limbs(koblitz::tables::ecmult_gen_offset) - one +
                                  koblitz::scalar::parse(k.data());
        add(name, encoded(d.limbs(), 4));
        koblitz::u64 v[2][3];
        koblitz::scalar::parse(k.data()).signed_bits(v[0], v[1]);
        for (const koblitz::u64* half : v)
            add(name, encoded(half, 2));
    }

    /* A session of the key alone; its nonces, and what partial_sign makes of them and of the key. */
    void start_musig() {
        secp256k1_musig_pubnonce pubnonce;
        secp256k1_musig_aggnonce sum;
        const secp256k1_pubkey* keys[] = {&own};
        const secp256k1_musig_pubnonce* nonces[] = {&pubnonce};
        bytes once = session_random;
        CHECK(secp256k1_keypair_pub(ctx, &own, &pair));
        CHECK(secp256k1_musig_pubkey_agg(ctx, nullptr, &cache, keys, 1));
        CHECK(secp256k1_musig_nonce_gen(ctx, &secnonce, &pubnonce, once.data(), seckey.data(), &own,
                                        msg.data(), &cache, nullptr));
        CHECK(secp256k1_musig_nonce_agg(ctx, &sum, nonces, 1));
        CHECK(secp256k1_musig_nonce_process(ctx, &session, &sum, msg.data(), &cache));
        add("the session's randomness", session_random);
        const bytes k1(secnonce.data + 4, secnonce.data + 36), k2(secnonce.data + 36, secnonce.data + 68);
        bytes coefficient(session.data + 37, session.data + 69), nonce = k2;
        CHECK(secp256k1_ec_seckey_tweak_mul(ctx, nonce.data(), coefficient.data()));
        add("the second nonce times its coefficient", nonce);
        CHECK(secp256k1_ec_seckey_tweak_add(ctx, nonce.data(), k1.data()));
        for (const bytes& value : {k1, k2, nonce}) {
            add("a MuSig nonce", value);
            add("its negative", negated(value));
        }
        secp256k1_musig_secnonce copy = secnonce;
        secp256k1_musig_partial_sig sig;
        CHECK(secp256k1_musig_partial_sign(ctx, &sig, &copy, &pair, &cache, &session));
        for (const bytes& value : {nonce, negated(nonce)}) {
            bytes product(sig.data + 4, sig.data + 36);
            CHECK(secp256k1_ec_seckey_tweak_add(ctx, product.data(), value.data()));
            add("the challenge and the coefficient times the secret key", product);
        }
    }
    /* The key as the only input of a payment to itself: the same secrets on both sides. */
    void start_silent_payment() {
        const secp256k1_pubkey* inputs[] = {&own};
        std::memset(outpoint, 0x42, sizeof outpoint);
        CHECK(secp256k1_silentpayments_recipient_prevouts_summary_create(ctx, &summary, outpoint, nullptr, 0,
                                                                         inputs, 1));
        bytes product = seckey, point(64);
        CHECK(secp256k1_ec_seckey_tweak_mul(ctx, product.data(), summary.data + 69));
        add("the input hash times the secret key", product);
        CHECK(secp256k1_ecdh(ctx, point.data(), &own, product.data(), copy_point, nullptr));
        add("the shared point of a silent payment", point);
        secp256k1_silentpayments_label label;
        bytes tweak_of_label(32);
        CHECK(secp256k1_silentpayments_recipient_label_create(ctx, &label, tweak_of_label.data(),
                                                              seckey.data(), 5));
        add("the tweak of a label", tweak_of_label);
    }
    int pay(secp256k1_xonly_pubkey* output) const { return pay(output, own, seckey.data()); }
    /* From one key or two. Its frame may lie below frames_above, so that nothing of it is on the heap, whose
     * addresses change from run to run. */
    int pay(secp256k1_xonly_pubkey* output, const secp256k1_pubkey& spend, const unsigned char* first,
            const unsigned char* second = nullptr) const {
        const secp256k1_silentpayments_recipient to = {own, spend, 0};
        const secp256k1_silentpayments_recipient* recipients[] = {&to};
        secp256k1_xonly_pubkey* outputs[] = {output};
        const unsigned char* const keys[] = {first, second};
        return secp256k1_silentpayments_sender_create_outputs(ctx, outputs, recipients, 1, outpoint, nullptr,
                                                              0, keys, second == nullptr ? 1 : 2);
    }
    int scan(const unsigned char* key, const secp256k1_xonly_pubkey& output) const {
        secp256k1_silentpayments_found_output found;
        secp256k1_silentpayments_found_output* list[] = {&found};
        const secp256k1_xonly_pubkey* outputs[] = {&output};
        uint32_t n = 0;
        return secp256k1_silentpayments_recipient_scan_outputs(
            ctx, list, &n, outputs, 1, key, &summary, &own,
            [](const unsigned char*, const void*) -> const unsigned char* { return nullptr; }, nullptr);
    }
    void add(const char* name, const bytes& value) { secrets.emplace_back(name, value); }
    bytes negated(bytes k) {
        CHECK(secp256k1_ec_seckey_negate(ctx, k.data()));
        return k;
    }
    static void ignore(const char*, void*) {}
    static int no_nonce(unsigned char* nonce, const unsigned char*, const unsigned char*,
                        const unsigned char*, void*, unsigned) {
        std::memset(nonce, 7, 32);
        return 0;
    }
    static int second_nonce(unsigned char* nonce, const unsigned char*, const unsigned char*,
                            const unsigned char*, void*, unsigned attempt) {
        std::memset(nonce, attempt == 0 ? 0 : 0x31, 32);
        return 1;
    }
    static int no_schnorr_nonce(unsigned char* nonce, const unsigned char*, size_t, const unsigned char*,
                                const unsigned char*, const unsigned char*, size_t, void*) {
        std::memset(nonce, 7, 32);
        return 0;
    }
    static int refuse_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32,
                            void*) {
        copy_point(output, x32, y32, nullptr);
        return 0;
    }
    static int refuse_x(unsigned char* output, const unsigned char* x32, const unsigned char*,
                        const unsigned char*, void*) {
        std::memcpy(output, x32, 32);
        return 0;
    }
    static int copy_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void*) {
        std::memcpy(output, x32, 32);
        std::memcpy(output + 32, y32, 32);
        return 1;
    }
    static int copy_x(unsigned char* output, const unsigned char* x32, const unsigned char*,
                      const unsigned char*, void*) {
        std::memcpy(output, x32, 32);
        return 1;
    }
};

/* Runs the call with two keys: it leaves the same of both, and nothing secret of the fixture's. */
void examine(const fixture& f, const std::string& name, const std::function<void(const bytes&)>& set_key,
             const std::function<int()>& call, int expected = 1) {
    int result = 1 - expected;
    const auto run = [&result](const std::function<int()>& what) {
        return run_apart([&] { result = what(); });
    };
    const auto run_with = [&](const bytes& seckey) {
        set_key(seckey);
        return run(call);
    };
    /* Calls on scalars alone are small: what they leave is next to the entry point's frame, which keeps
     * registers of this test, pointers among them. */
    const size_t above = name.starts_with("ec_seckey_") ? run([] { return 0; }) + 64 : frames_above;
    run_with(f.tweak);
    const bytes left = left_below(above);
    const size_t depth = run_with(f.seckey);
    std::printf("       %-40s %zu bytes of stack\n", name.c_str(), depth);
    check::row(name);
    CHECK(result == expected);
    CHECK(left == left_below(above));
    for (const auto& [what, value] : f.secrets) {
        check::row(name + ": " + what);
        CHECK(!remains(value));
    }
}

void nothing_remains() {
    fixture f;
    bytes key, out(136), random;
    alignas(16) static unsigned char place[sizeof(secp256k1_context)];
    secp256k1_keypair pair;
    secp256k1_musig_secnonce secnonce;
    secp256k1_xonly_pubkey paid;
    struct call {
        const char* name;
        std::function<int()> run;
    };
    const call calls[] = {
        {"ec_seckey_verify", [&] { return secp256k1_ec_seckey_verify(f.ctx, key.data()); }},
        {"ec_seckey_negate", [&] { return secp256k1_ec_seckey_negate(f.ctx, key.data()); }},
        {"ec_seckey_tweak_add",
         [&] { return secp256k1_ec_seckey_tweak_add(f.ctx, key.data(), f.tweak.data()); }},
        {"ec_seckey_tweak_mul",
         [&] { return secp256k1_ec_seckey_tweak_mul(f.ctx, key.data(), f.tweak.data()); }},
        {"ec_pubkey_create",
         [&] {
             return secp256k1_ec_pubkey_create(f.ctx, reinterpret_cast<secp256k1_pubkey*>(out.data()),
                                               key.data());
         }},
        {"ecdsa_sign",
         [&] {
             return secp256k1_ecdsa_sign(f.ctx, reinterpret_cast<secp256k1_ecdsa_signature*>(out.data()),
                                         f.msg.data(), key.data(), nullptr, nullptr);
         }},
        {"ecdsa_sign_recoverable",
         [&] {
             return secp256k1_ecdsa_sign_recoverable(
                 f.ctx, reinterpret_cast<secp256k1_ecdsa_recoverable_signature*>(out.data()), f.msg.data(),
                 key.data(), nullptr, nullptr);
         }},
        {"nonce_function_rfc6979",
         [&] {
             return secp256k1_nonce_function_rfc6979(out.data(), f.msg.data(), key.data(), nullptr, nullptr,
                                                     0);
         }},
        {"ecdh", [&] { return secp256k1_ecdh(f.ctx, out.data(), &f.peer, key.data(), nullptr, nullptr); }},
        {"keypair_create", [&] { return secp256k1_keypair_create(f.ctx, &pair, key.data()); }},
        {"ecdh_hash_function_sha256",
         [&] {
             return secp256k1_ecdh_hash_function_sha256(out.data(), f.shared.data(), f.shared.data() + 32,
                                                        nullptr);
         }},
        {"nonce_function_bip340",
         [&] {
             return secp256k1_nonce_function_bip340(out.data(), f.msg.data(), 32, key.data(), f.msg.data(),
                                                    f.msg.data(), 13, nullptr);
         }},
        {"schnorrsig_sign_custom",
         [&] {
             return secp256k1_schnorrsig_sign_custom(f.ctx, out.data(), f.msg.data(), 32, &pair, nullptr);
         }},
        {"context_preallocated_clone",
         [&] { return secp256k1_context_preallocated_clone(f.blinded, place) != nullptr ? 1 : 0; }},
        {"context_preallocated_destroy",
         [&] {
             secp256k1_context_preallocated_destroy(secp256k1_context_preallocated_clone(f.blinded, place));
             return 1;
         }},
        {"keypair_sec", [&] { return secp256k1_keypair_sec(f.ctx, out.data(), &pair); }},
        {"keypair_xonly_tweak_add",
         [&] { return secp256k1_keypair_xonly_tweak_add(f.ctx, &pair, f.tweak.data()); }},
        {"schnorrsig_sign32",
         [&] { return secp256k1_schnorrsig_sign32(f.ctx, out.data(), f.msg.data(), &pair, nullptr); }},
        {"ellswift_create",
         [&] { return secp256k1_ellswift_create(f.ctx, out.data(), key.data(), f.tweak.data()); }},
        {"ellswift_xdh",
         [&] {
             return secp256k1_ellswift_xdh(f.ctx, out.data(), f.ell.data(), f.ell.data(), key.data(), 1,
                                           secp256k1_ellswift_xdh_hash_function_bip324, nullptr);
         }},
        {"ellswift_xdh_hash_function_prefix",
         [&] {
             return secp256k1_ellswift_xdh_hash_function_prefix(out.data(), f.shared.data(), f.ell.data(),
                                                                f.ell.data(), f.ell.data());
         }},
        {"ellswift_xdh_hash_function_bip324",
         [&] {
             return secp256k1_ellswift_xdh_hash_function_bip324(out.data(), f.shared.data(), f.ell.data(),
                                                                f.ell.data(), nullptr);
         }},
        {"musig_nonce_gen",
         [&] {
             random = f.session_random;
             return secp256k1_musig_nonce_gen(
                 f.ctx, &secnonce, reinterpret_cast<secp256k1_musig_pubnonce*>(out.data()), random.data(),
                 key.data(), &f.own, f.msg.data(), &f.cache, f.tweak.data());
         }},
        {"musig_nonce_gen_counter",
         [&] {
             return secp256k1_musig_nonce_gen_counter(f.ctx, &secnonce,
                                                      reinterpret_cast<secp256k1_musig_pubnonce*>(out.data()),
                                                      7, &pair, f.msg.data(), &f.cache, nullptr);
         }},
        {"musig_partial_sign",
         [&] {
             secnonce = f.secnonce;
             return secp256k1_musig_partial_sign(f.ctx,
                                                 reinterpret_cast<secp256k1_musig_partial_sig*>(out.data()),
                                                 &secnonce, &f.pair, &f.cache, &f.session);
         }},
        {"silentpayments_sender_create_outputs", [&] { return f.pay(&paid); }},
        {"silentpayments_recipient_scan_outputs", [&] { return f.scan(key.data(), paid); }},
        {"silentpayments_recipient_label_create",
         [&] {
             return secp256k1_silentpayments_recipient_label_create(
                 f.ctx, reinterpret_cast<secp256k1_silentpayments_label*>(out.data()), random.data(),
                 key.data(), 5);
         }},
        {"context_randomize", [&] { return secp256k1_context_randomize(f.ctx, key.data()); }},
    };
    for (const bool lone : {false, true}) {
        koblitz::force_lone_calls_for_tests(lone);
        for (const call& c : calls)
            examine(
                f, std::string(c.name) + (lone ? ", lone" : ""),
                [&](const bytes& seckey) {
                    key = seckey;
                    CHECK(secp256k1_keypair_create(f.ctx, &pair, seckey.data()));
                },
                c.run);
    }
    koblitz::force_lone_calls_for_tests(false);
    /* The search finds what is there. */
    check::row("a planted secret");
    run_apart([&] {
        unsigned char deep[1024]; /* its beginning is below what runs afterwards */
        std::memcpy(deep, f.seckey.data(), 32);
        __asm__ volatile("" : : "r"(deep) : "memory");
    });
    CHECK(remains(f.seckey));
#if defined(__x86_64__)
#define PLANT(move, name)                                                                     \
    check::row("a planted secret in " name);                                                  \
    run_apart([&] { __asm__ volatile(move " %0, %%" name ::"m"(*f.seckey.data()) : name); }); \
    CHECK(remains(f.seckey));
    PLANT("movdqu", "xmm0")
    PLANT("movdqu", "xmm1")
    PLANT("movdqu", "xmm15")
    PLANT("movq", "rcx")
    PLANT("movq", "r11")
#undef PLANT
#elif defined(__aarch64__)
#define PLANT(name)                                                                          \
    check::row("a planted secret in " name);                                                 \
    run_apart([&] { __asm__ volatile("ldr " name ", %0" ::"Q"(*f.seckey.data()) : name); }); \
    CHECK(remains(f.seckey));
    PLANT("q0")
    PLANT("q7")
    PLANT("q31")
    PLANT("x1")
    PLANT("x17")
#undef PLANT
#endif
}

/* Calls that end early, or without a result. */
void nothing_remains_of_failures() {
    fixture f;
    secp256k1_context_set_illegal_callback(f.ctx, fixture::ignore, nullptr);
    const bytes zero(32, 0), too_large(32, 0xff);
    bytes key, minus(32), sum, out(136), random;
    secp256k1_keypair pair, other;
    secp256k1_musig_secnonce secnonce;
    secp256k1_xonly_pubkey paid;
    const secp256k1_pubkey unset = {};
    const secp256k1_musig_session no_session = {};
    const secp256k1_musig_keyagg_cache no_cache = {};
    secp256k1_schnorrsig_extraparams refusing = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT, foreign = refusing;
    refusing.noncefp = fixture::no_schnorr_nonce;
    foreign.magic[0] ^= 1;
    CHECK(secp256k1_keypair_create(f.ctx, &other, f.msg.data()));
    const auto sign = [&](secp256k1_nonce_function nonce) {
        return secp256k1_ecdsa_sign(f.ctx, reinterpret_cast<secp256k1_ecdsa_signature*>(out.data()),
                                    f.msg.data(), key.data(), nonce, nullptr);
    };
    const auto gen = [&](const secp256k1_pubkey& pub, const secp256k1_musig_keyagg_cache* cache) {
        random = f.session_random;
        return secp256k1_musig_nonce_gen(f.ctx, &secnonce,
                                         reinterpret_cast<secp256k1_musig_pubnonce*>(out.data()),
                                         random.data(), key.data(), &pub, f.msg.data(), cache, nullptr);
    };
    const auto partial = [&](const secp256k1_keypair& by, const secp256k1_musig_session& session) {
        secnonce = f.secnonce;
        return secp256k1_musig_partial_sign(f.ctx, reinterpret_cast<secp256k1_musig_partial_sig*>(out.data()),
                                            &secnonce, &by, &f.cache, &session);
    };
    struct call {
        const char* name;
        std::function<int()> run;
        int expected = 0;
    };
    const call calls[] = {
        {"ecdsa_sign, no nonce", [&] { return sign(fixture::no_nonce); }},
        {"ecdsa_sign, the second nonce", [&] { return sign(fixture::second_nonce); }, 1},
        {"ecdsa_sign_recoverable, no nonce",
         [&] {
             return secp256k1_ecdsa_sign_recoverable(
                 f.ctx, reinterpret_cast<secp256k1_ecdsa_recoverable_signature*>(out.data()), f.msg.data(),
                 key.data(), fixture::no_nonce, nullptr);
         }},
        {"schnorrsig_sign_custom, no nonce",
         [&] {
             return secp256k1_schnorrsig_sign_custom(f.ctx, out.data(), f.msg.data(), 32, &pair, &refusing);
         }},
        {"schnorrsig_sign_custom, foreign parameters",
         [&] {
             return secp256k1_schnorrsig_sign_custom(f.ctx, out.data(), f.msg.data(), 32, &pair, &foreign);
         }},
        {"ec_seckey_tweak_add, too large",
         [&] { return secp256k1_ec_seckey_tweak_add(f.ctx, key.data(), too_large.data()); }},
        {"ec_seckey_tweak_add, sum 0",
         [&] { return secp256k1_ec_seckey_tweak_add(f.ctx, key.data(), minus.data()); }},
        {"ec_seckey_tweak_mul, 0",
         [&] { return secp256k1_ec_seckey_tweak_mul(f.ctx, key.data(), zero.data()); }},
        {"ec_seckey_tweak_mul, too large",
         [&] { return secp256k1_ec_seckey_tweak_mul(f.ctx, key.data(), too_large.data()); }},
        {"keypair_xonly_tweak_add, too large",
         [&] { return secp256k1_keypair_xonly_tweak_add(f.ctx, &pair, too_large.data()); }},
        {"keypair_xonly_tweak_add, sum 0",
         [&] { return secp256k1_keypair_xonly_tweak_add(f.ctx, &pair, sum.data()); }},
        {"ecdh, refused by the hash",
         [&] {
             return secp256k1_ecdh(f.ctx, out.data(), &f.peer, key.data(), fixture::refuse_point, nullptr);
         }},
        {"ecdh, unset key",
         [&] { return secp256k1_ecdh(f.ctx, out.data(), &unset, key.data(), nullptr, nullptr); }},
        {"ellswift_xdh, refused by the hash",
         [&] {
             return secp256k1_ellswift_xdh(f.ctx, out.data(), f.ell.data(), f.ell.data(), key.data(), 1,
                                           fixture::refuse_x, nullptr);
         }},
        {"musig_nonce_gen, unset key", [&] { return gen(unset, &f.cache); }},
        {"musig_nonce_gen, foreign cache", [&] { return gen(f.own, &no_cache); }},
        {"musig_nonce_gen_counter, foreign cache",
         [&] {
             return secp256k1_musig_nonce_gen_counter(f.ctx, &secnonce,
                                                      reinterpret_cast<secp256k1_musig_pubnonce*>(out.data()),
                                                      7, &pair, f.msg.data(), &no_cache, nullptr);
         }},
        {"musig_partial_sign, another's key", [&] { return partial(other, f.session); }},
        {"musig_partial_sign, no session", [&] { return partial(f.pair, no_session); }},
        {"silentpayments_sender_create_outputs, key 2 of 2 invalid",
         [&] { return f.pay(&paid, f.own, key.data(), too_large.data()); }},
        {"silentpayments_sender_create_outputs, sum 0",
         [&] { return f.pay(&paid, f.own, key.data(), minus.data()); }},
        {"silentpayments_sender_create_outputs, unset spend key",
         [&] { return f.pay(&paid, unset, key.data()); }},
    };
    for (const call& c : calls)
        examine(
            f, c.name,
            [&](const bytes& seckey) {
                int parity;
                secp256k1_xonly_pubkey x;
                const bytes negative = f.negated(seckey);
                key = seckey;
                minus.assign(negative.begin(), negative.end()); /* where it was */
                CHECK(secp256k1_keypair_create(f.ctx, &pair, seckey.data()));
                CHECK(secp256k1_keypair_xonly_pub(f.ctx, &x, &parity, &pair));
                sum = parity == 1 ? key : minus;
            },
            c.run, c.expected);
}

/* Batches whose rows run one by one, in lanes, and in both ways. */
void nothing_remains_of_batches() {
    fixture f;
    bytes key, keys, points, out, verdicts;
    const auto output = [&] { return koblitz_output{out.data(), 33, 33}; };
    const std::pair<const char*, std::function<size_t(size_t)>> calls[] = {
        {"batch_ec_pubkey_create",
         [&](size_t n) {
             const koblitz_output to = output();
             const koblitz_column in = {keys.data(), 32, 32, nullptr, 0};
             return koblitz_batch_ec_pubkey_create(f.ctx, verdicts.data(), &to, &in, n);
         }},
        {"batch_ec_pubkey_mul",
         [&](size_t n) {
             const koblitz_output to = output();
             const koblitz_column in = {points.data(), 64, 64, nullptr, 0};
             return koblitz_batch_ec_pubkey_mul(f.ctx, verdicts.data(), &to, &in, key.data(), n);
         }},
        {"batch_silentpayments_scan",
         [&](size_t n) {
             const secp256k1_pubkey* const spend = &f.peer;
             const koblitz_silentpayments_recipient to = {key.data(), &spend, 1};
             const koblitz_column in = {points.data(), 64, 64, nullptr, 0};
             return koblitz_batch_silentpayments_scan(f.ctx, verdicts.data(), out.data(), nullptr, &in,
                                                      nullptr, nullptr, 0, &to, n);
         }},
    };
    const secp256k1_pubkey unset = {};
    const bytes too_large(32, 0xff);
    /* How many rows, and how many of these, the last ones, fail. */
    const std::pair<size_t, size_t> shapes[] = {{0, 0}, {1, 0}, {1, 1},  {2, 0},  {3, 0}, {3, 1},
                                                {8, 0}, {8, 8}, {66, 0}, {67, 0}, {67, 2}};
    for (const auto& named : calls) {
        for (const auto& shape : shapes) {
            const size_t n = shape.first, failing = shape.second;
            keys.clear();
            points.clear();
            out.assign(33 * n, 0);
            verdicts.assign(n, 0);
            for (size_t i = 0; i < n; i++) {
                const secp256k1_pubkey& point = i < n - failing ? f.peer : unset;
                points.insert(points.end(), point.data, point.data + 64);
            }
            examine(
                f, named.first + (", n = " + std::to_string(n) + ", failing " + std::to_string(failing)),
                [&](const bytes& seckey) {
                    key = seckey;
                    keys.clear();
                    for (size_t i = 0; i < n; i++) {
                        const bytes& k = i < n - failing ? seckey : too_large;
                        keys.insert(keys.end(), k.begin(), k.end());
                    }
                },
                [&] { return named.second(n) == failing ? 1 : 0; });
        }
    }
}

#if defined(__x86_64__)
/* The registers that AVX-512 adds, which nothing else here fills: wiped where they are. */
void wide_registers() {
    if (!koblitz::cpu_has(koblitz::cpu_word::zmm)) {
        CHECK(!koblitz::cpu_has(koblitz::cpu_word::ifma)); /* no lanes fill them */
        std::puts("SKIPPED wide_registers: a processor with AVX-512 F and VL");
        return;
    }
    alignas(64) static unsigned char planted[64];
    for (const bool wipe : {false, true}) {
        check::row(wipe ? "wiped" : "planted");
        std::memset(planted, 0xb7, sizeof planted);
        std::memset(registers, 0, sizeof registers);
        __asm__ volatile(".irp i, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\t"
                         "vmovdqu64 %0, %%zmm\\i\n\t"
                         ".endr\n\t"
                         ".irp i, 0,1,2,3,4,5,6,7\n\t"
                         "kmovw %1, %%k\\i\n\t"
                         ".endr" ::"m"(planted),
                         "r"(0xb7b7));
        if (wipe)
            koblitz::wipe_registers();
        __asm__ volatile("xsave64 %0" : "=m"(registers) : "a"(0xe7), "d"(0));
        /* Where XSAVE puts the masks and these registers is the processor's choice. */
        unsigned at = 0, size = 0, c, d;
        CHECK(__get_cpuid_count(0xd, 7, &size, &at, &c, &d) && size == 16 * 64);
        size_t left = 0;
        for (size_t i = 0; i < size; i++)
            left += registers[at + i] == 0xb7 ? 1 : 0;
        CHECK(left == (wipe ? 0 : size));
        CHECK(__get_cpuid_count(0xd, 5, &size, &at, &c, &d) && size == 8 * 8);
        left = 0;
        for (size_t i = 0; i < size; i++)
            left += registers[at + i] == 0xb7 ? 1 : 0;
        CHECK(left == (wipe ? 0 : 8 * 2));
    }
}
#endif

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {
        {"nothing_remains", nothing_remains}, {"nothing_remains_of_failures", nothing_remains_of_failures},
            {"nothing_remains_of_batches", nothing_remains_of_batches},
#if defined(__x86_64__)
            {"wide_registers", wide_registers},
#endif
    });
}
