/* Times batches of few rows beside their rows one by one.
 *
 *   batch_bench LIBRARY.so [--seconds S]
 *
 * For each operation and number of rows: nanoseconds a row in a batch and by single calls of the same
 * library, and the median of their paired ratios. The two take turns, a slice of at least 64 rows each, over
 * 4,096 rows with keys of their own. Rows are valid. */
#include <dlfcn.h>
#include <sched.h>
#include <time.h>

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

#include "core/random.h"

namespace {

using namespace koblitz;

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
constexpr size_t numbers[] = {2, 3, 7, 8, 9, 15, 64};

struct row {
    u8 seckey[32], hash[32], tweak[32];
    u8 key[33], xonly[32], tweaked[32], parity;
    u8 ecdsa[64], recoverable[64], recid, schnorr[64];
    secp256k1_pubkey object;
};

row rows[pool];
secp256k1_context* ctx;
u8 secret[32];
u8 verdicts[64];
u8 points[64][64];

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

/* batch gives the number of rows that fail, alone whether the row is right. */
struct operation {
    const char* name;
    size_t (*batch)(const row* first, size_t n);
    bool (*alone)(const row& r);
};

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

/* Keys of even y, so that a key object is its x-only key's too. */
bool fill() {
    test::random rng(12);
    for (size_t i = 0; i <= pool; i++) {
        row& r = rows[i % pool];
        u8* seckey = i < pool ? r.seckey : secret;
        rng.bytes(seckey, 32);
        seckey[0] &= 127;
        if (i == pool)
            return true;
        rng.bytes(r.hash, 32);
        rng.bytes(r.tweak, 32);
        r.tweak[0] &= 127;

        secp256k1_keypair pair;
        secp256k1_xonly_pubkey xonly;
        int odd, recid;
        size_t size = sizeof r.key;
        secp256k1_ecdsa_signature sig;
        secp256k1_ecdsa_recoverable_signature recoverable;
        if (LOADED(secp256k1_ec_pubkey_create)(ctx, &r.object, seckey) != 1 ||
            LOADED(secp256k1_xonly_pubkey_from_pubkey)(ctx, &xonly, &odd, &r.object) != 1)
            return false;
        if (odd == 1 && (LOADED(secp256k1_ec_seckey_negate)(ctx, seckey) != 1 ||
                         LOADED(secp256k1_ec_pubkey_create)(ctx, &r.object, seckey) != 1))
            return false;
        LOADED(secp256k1_ec_pubkey_serialize)(ctx, r.key, &size, &r.object, SECP256K1_EC_COMPRESSED);
        std::memcpy(r.xonly, r.key + 1, 32);
        if (LOADED(secp256k1_ecdsa_sign)(ctx, &sig, r.hash, seckey, nullptr, nullptr) != 1 ||
            LOADED(secp256k1_ecdsa_sign_recoverable)(ctx, &recoverable, r.hash, seckey, nullptr, nullptr) !=
                1 ||
            LOADED(secp256k1_keypair_create)(ctx, &pair, seckey) != 1 ||
            LOADED(secp256k1_schnorrsig_sign32)(ctx, r.schnorr, r.hash, &pair, nullptr) != 1)
            return false;
        LOADED(secp256k1_ecdsa_signature_serialize_compact)(ctx, r.ecdsa, &sig);
        LOADED(secp256k1_ecdsa_recoverable_signature_serialize_compact)
        (ctx, r.recoverable, &recid, &recoverable);
        r.recid = static_cast<u8>(recid);

        secp256k1_pubkey sum = r.object;
        if (LOADED(secp256k1_ec_pubkey_tweak_add)(ctx, &sum, r.tweak) != 1 ||
            LOADED(secp256k1_xonly_pubkey_from_pubkey)(ctx, &xonly, &odd, &sum) != 1)
            return false;
        r.parity = static_cast<u8>(odd);
        LOADED(secp256k1_xonly_pubkey_serialize)(ctx, r.tweaked, &xonly);
    }
    return false;
}

double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
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
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
    ctx = LOADED(secp256k1_context_create)(SECP256K1_CONTEXT_NONE);
    if (!fill()) {
        std::fprintf(stderr, "the library refuses what it takes\n");
        return 1;
    }
    std::printf("%-24s %4s %10s %10s %8s\n", "ns a row", "rows", "batch", "one by one", "ratio");
    for (const operation& op : operations)
        for (const size_t n : numbers)
            measure(op, n, seconds);
    return 0;
}
