/* Times batches beside their rows one by one.
 *
 *   batch_bench LIBRARY.so [--seconds S]
 *
 * For each operation and number of rows: nanoseconds a row in a batch and by single calls of the same
 * library, the least of each, and the median of the ratios of pairs, which is not the quotient of those two.
 * The two take turns, a slice of at least 64 rows each, over 4,096 rows with keys of their own. Rows are
 * valid. */
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "koblitz.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"

#include "clock.h"
#include "support/random.h"

namespace {

using namespace koblitz;
using bench::now;

void* handle;

/* A function of the library, by the name and the type that its header gives it. */
#define LOADED(name) reinterpret_cast<decltype(&(name))>(find(#name))

void* find(const char* name) {
    void* found = dlsym(handle, name);
    if (found == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        std::exit(1);
    }
    return found;
}

constexpr size_t pool = 4096;
/* Around what fills lanes; and around what sums begin at, without lanes, with f64 lanes and with those
 * of AVX-512. */
constexpr size_t few[] = {2, 3, 5, 6, 7, 8, 9, 15, 64},
                 around_sums[] = {31, 32, 47, 48, 64, 143, 144, 256, 1024};
constexpr size_t most = 1024;

struct row {
    u8 seckey[32], hash[32], tweak[32];
    u8 key[33], xonly[32], tweaked[32], parity;
    u8 ecdsa[64], recoverable[64], recid, schnorr[64];
    secp256k1_pubkey object;
    secp256k1_xonly_pubkey xonly_object;
};

row rows[pool];
secp256k1_context* ctx;
u8 secret[32];
u8 verdicts[most];
u8 points[most][64];
std::vector<u8> scratch;
/* The DER signatures of all rows one after the other, and where each begins. */
std::vector<u8> ders;
int64_t der_offsets[pool + 1];

template <size_t Size>
koblitz_column column(const row* first, const u8 (row::*field)[Size]) {
    return {first->*field, Size, sizeof(row), nullptr, 0};
}

koblitz_column column(const row* first, const u8 row::*field) {
    return {&(first->*field), 1, sizeof(row), nullptr, 0};
}

koblitz_column objects(const row* first) {
    return {first->object.data, sizeof first->object.data, sizeof(row), nullptr, 0};
}

constexpr koblitz_output output = {points[0], 64, 64};

int copy_point(unsigned char* out, const unsigned char* x, const unsigned char* y, void*) {
    std::memcpy(out, x, 32);
    std::memcpy(out + 32, y, 32);
    return 1;
}

bool schnorr_alone(const row& r) {
    static const auto call = LOADED(secp256k1_schnorrsig_verify);
    return call(ctx, r.schnorr, r.hash, 32, &r.xonly_object) == 1;
}

/* batch gives the number of rows that fail, alone whether the row is right. */
struct operation {
    const char* name;
    size_t (*batch)(const row* first, size_t n);
    bool (*alone)(const row& r);
};

const operation sum_of_all = {
    "schnorr_all",
    [](const row* first, size_t n) {
        static const auto call = LOADED(koblitz_batch_schnorrsig_verify_all);
        const auto sig = column(first, &row::schnorr), hash = column(first, &row::hash), key = objects(first);
        return call(ctx, verdicts, &sig, &hash, &key, n, scratch.data(), scratch.size());
    },
    schnorr_alone};

const operation operations[] = {
    {"ecdsa_verify",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ecdsa_verify);
         const auto sig = column(first, &row::ecdsa), hash = column(first, &row::hash), key = objects(first);
         return call(ctx, verdicts, &sig, &hash, &key, n, 0);
     },
     [](const row& r) {
         static const auto parse = LOADED(secp256k1_ecdsa_signature_parse_compact);
         static const auto call = LOADED(secp256k1_ecdsa_verify);
         secp256k1_ecdsa_signature sig;
         return parse(ctx, &sig, r.ecdsa) == 1 && call(ctx, &sig, r.hash, &r.object) == 1;
     }},
    {"ecdsa_parse_verify",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ecdsa_verify);
         const auto sig = column(first, &row::ecdsa), hash = column(first, &row::hash),
                    key = column(first, &row::key);
         return call(ctx, verdicts, &sig, &hash, &key, n, 0);
     },
     [](const row& r) {
         static const auto parse_key = LOADED(secp256k1_ec_pubkey_parse);
         static const auto parse = LOADED(secp256k1_ecdsa_signature_parse_compact);
         static const auto call = LOADED(secp256k1_ecdsa_verify);
         secp256k1_pubkey key;
         secp256k1_ecdsa_signature sig;
         return parse_key(ctx, &key, r.key, 33) == 1 && parse(ctx, &sig, r.ecdsa) == 1 &&
                call(ctx, &sig, r.hash, &key) == 1;
     }},
    {"ecdsa_verify, DER",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ecdsa_verify);
         const koblitz_column sig = {ders.data(), 0, 0, der_offsets + (first - rows), sizeof(int64_t)};
         const auto hash = column(first, &row::hash), key = objects(first);
         return call(ctx, verdicts, &sig, &hash, &key, n, KOBLITZ_BATCH_DER);
     },
     [](const row& r) {
         static const auto parse = LOADED(secp256k1_ecdsa_signature_parse_der);
         static const auto call = LOADED(secp256k1_ecdsa_verify);
         const int64_t* const at = der_offsets + (&r - rows);
         secp256k1_ecdsa_signature sig;
         return parse(ctx, &sig, ders.data() + at[0], static_cast<size_t>(at[1] - at[0])) == 1 &&
                call(ctx, &sig, r.hash, &r.object) == 1;
     }},
    {"schnorr_verify",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_schnorrsig_verify);
         const auto sig = column(first, &row::schnorr), hash = column(first, &row::hash),
                    key = objects(first);
         return call(ctx, verdicts, &sig, &hash, &key, n);
     },
     schnorr_alone},
    {"schnorr_parse_verify",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_schnorrsig_verify);
         const auto sig = column(first, &row::schnorr), hash = column(first, &row::hash),
                    key = column(first, &row::xonly);
         return call(ctx, verdicts, &sig, &hash, &key, n);
     },
     [](const row& r) {
         static const auto parse = LOADED(secp256k1_xonly_pubkey_parse);
         static const auto call = LOADED(secp256k1_schnorrsig_verify);
         secp256k1_xonly_pubkey key;
         return parse(ctx, &key, r.xonly) == 1 && call(ctx, r.schnorr, r.hash, 32, &key) == 1;
     }},
    {"ecdsa_recover",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ecdsa_recover);
         const auto sig = column(first, &row::recoverable), id = column(first, &row::recid),
                    hash = column(first, &row::hash);
         return call(ctx, verdicts, &output, &sig, &id, &hash, n);
     },
     [](const row& r) {
         static const auto parse = LOADED(secp256k1_ecdsa_recoverable_signature_parse_compact);
         static const auto call = LOADED(secp256k1_ecdsa_recover);
         secp256k1_ecdsa_recoverable_signature sig;
         secp256k1_pubkey key;
         return parse(ctx, &sig, r.recoverable, r.recid) == 1 && call(ctx, &key, &sig, r.hash) == 1;
     }},
    {"pubkey_parse33",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ec_pubkey_parse);
         const auto key = column(first, &row::key);
         return call(ctx, verdicts, &output, &key, n);
     },
     [](const row& r) {
         static const auto parse = LOADED(secp256k1_ec_pubkey_parse);
         secp256k1_pubkey key;
         return parse(ctx, &key, r.key, 33) == 1;
     }},
    {"pubkey_tweak_add",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ec_pubkey_tweak_add);
         const auto key = objects(first), tweak = column(first, &row::tweak);
         return call(ctx, verdicts, &output, &key, &tweak, n);
     },
     [](const row& r) {
         static const auto call = LOADED(secp256k1_ec_pubkey_tweak_add);
         secp256k1_pubkey key = r.object;
         return call(ctx, &key, r.tweak) == 1;
     }},
    {"xonly_tweak_add_check",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_xonly_pubkey_tweak_add_check);
         const auto tweaked = column(first, &row::tweaked), parity = column(first, &row::parity),
                    tweak = column(first, &row::tweak);
         const auto key = objects(first);
         return call(ctx, verdicts, &tweaked, &parity, &key, &tweak, n);
     },
     [](const row& r) {
         static const auto call = LOADED(secp256k1_xonly_pubkey_tweak_add_check);
         secp256k1_xonly_pubkey key;
         std::memcpy(key.data, r.object.data, sizeof key.data);
         return call(ctx, r.tweaked, r.parity, &key, r.tweak) == 1;
     }},
    {"pubkey_create",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ec_pubkey_create);
         const auto key = column(first, &row::seckey);
         return call(ctx, verdicts, &output, &key, n);
     },
     [](const row& r) {
         static const auto call = LOADED(secp256k1_ec_pubkey_create);
         secp256k1_pubkey key;
         return call(ctx, &key, r.seckey) == 1;
     }},
    {"secret_mul",
     [](const row* first, size_t n) {
         static const auto call = LOADED(koblitz_batch_ec_pubkey_mul);
         const auto key = objects(first);
         return call(ctx, verdicts, &output, &key, secret, n);
     },
     [](const row& r) {
         static const auto call = LOADED(secp256k1_ecdh);
         u8 product[64];
         return call(ctx, product, &r.object, secret, copy_point, nullptr) == 1;
     }},
};

/* What a library that works does not do. */
void require(bool done) {
    if (!done) {
        std::fprintf(stderr, "the library refuses what it takes\n");
        std::exit(1);
    }
}

void random_scalar(test::random& rng, u8 r[32]) {
    rng.bytes(r, 32);
    r[0] &= 127;
}

/* A key of even y, so that its object is its x-only key's too, and what it signs. */
void fill(row& r, test::random& rng) {
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey tweaked;
    int odd, recid;
    size_t size = sizeof r.key;
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature recoverable;
    random_scalar(rng, r.seckey);
    random_scalar(rng, r.tweak);
    rng.bytes(r.hash, 32);
    require(LOADED(secp256k1_ec_pubkey_create)(ctx, &r.object, r.seckey));
    require(LOADED(secp256k1_xonly_pubkey_from_pubkey)(ctx, &r.xonly_object, &odd, &r.object));
    if (odd == 1)
        require(LOADED(secp256k1_ec_seckey_negate)(ctx, r.seckey));
    std::memcpy(r.object.data, r.xonly_object.data, sizeof r.object.data);
    LOADED(secp256k1_ec_pubkey_serialize)(ctx, r.key, &size, &r.object, SECP256K1_EC_COMPRESSED);
    std::memcpy(r.xonly, r.key + 1, 32);

    require(LOADED(secp256k1_ecdsa_sign)(ctx, &sig, r.hash, r.seckey, nullptr, nullptr));
    LOADED(secp256k1_ecdsa_signature_serialize_compact)(ctx, r.ecdsa, &sig);
    u8 der[72];
    size = sizeof der;
    require(LOADED(secp256k1_ecdsa_signature_serialize_der)(ctx, der, &size, &sig));
    ders.insert(ders.end(), der, der + size);
    der_offsets[&r - rows + 1] = static_cast<int64_t>(ders.size());
    require(LOADED(secp256k1_ecdsa_sign_recoverable)(ctx, &recoverable, r.hash, r.seckey, nullptr, nullptr));
    LOADED(secp256k1_ecdsa_recoverable_signature_serialize_compact)
    (ctx, r.recoverable, &recid, &recoverable);
    r.recid = static_cast<u8>(recid);
    require(LOADED(secp256k1_keypair_create)(ctx, &pair, r.seckey));
    require(LOADED(secp256k1_schnorrsig_sign32)(ctx, r.schnorr, r.hash, &pair, nullptr));

    secp256k1_pubkey sum = r.object;
    require(LOADED(secp256k1_ec_pubkey_tweak_add)(ctx, &sum, r.tweak));
    require(LOADED(secp256k1_xonly_pubkey_from_pubkey)(ctx, &tweaked, &odd, &sum));
    r.parity = static_cast<u8>(odd);
    LOADED(secp256k1_xonly_pubkey_serialize)(ctx, r.tweaked, &tweaked);
}

void check(bool right, const operation& op) {
    if (!right) {
        std::fprintf(stderr, "%s: a valid row fails\n", op.name);
        std::exit(1);
    }
}

void measure(const operation& op, size_t n, double seconds) {
    const size_t calls = (64 + n - 1) / n;
    std::vector<double> together, apart, ratios;
    size_t at = 0;
    const double end = now() + seconds * 1e9;
    do {
        if (at + calls * n > pool)
            at = 0;
        double batch = 0, alone = 0;
        for (const bool batched : {ratios.size() % 2 == 0, ratios.size() % 2 != 0}) {
            const double start = now();
            for (size_t i = 0; i < calls; i++) {
                if (batched) {
                    check(op.batch(rows + at + i * n, n) == 0, op);
                    continue;
                }
                for (size_t j = 0; j < n; j++)
                    check(op.alone(rows[at + i * n + j]), op);
            }
            (batched ? batch : alone) = (now() - start) / static_cast<double>(calls * n);
        }
        together.push_back(batch);
        apart.push_back(alone);
        ratios.push_back(batch / alone);
        at += calls * n;
    } while (now() < end);
    std::nth_element(ratios.begin(), ratios.begin() + static_cast<long>(ratios.size() / 2), ratios.end());
    std::printf("%-24s %4zu %10.1f %10.1f %8.3f\n", op.name, n,
                *std::min_element(together.begin(), together.end()),
                *std::min_element(apart.begin(), apart.end()), ratios[ratios.size() / 2]);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    double seconds = 1;
    const char* path = nullptr;
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
            seconds = std::atof(argv[++i]);
        } else {
            path = argv[i];
        }
    }
    if (path == nullptr || (handle = dlopen(path, RTLD_NOW)) == nullptr) {
        std::fprintf(stderr, "%s\n",
                     path == nullptr ? "usage: batch_bench LIBRARY.so [--seconds S]" : dlerror());
        return 1;
    }
    bench::pin();
    ctx = LOADED(secp256k1_context_create)(SECP256K1_CONTEXT_NONE);
    test::random rng(12);
    for (row& r : rows)
        fill(r, rng);
    random_scalar(rng, secret);
    scratch.resize(LOADED(koblitz_batch_schnorrsig_scratch)(ctx, most));
    std::printf("%-24s %4s %10s %10s %8s\n", "ns a row", "rows", "batch", "one by one", "ratio");
    for (const operation& op : operations)
        for (const size_t n : few)
            measure(op, n, seconds);
    for (const size_t n : around_sums)
        measure(sum_of_all, n, seconds);
    return 0;
}
