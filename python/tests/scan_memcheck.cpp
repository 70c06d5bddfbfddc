/* The scan of silent payments under valgrind's memcheck with the scan key marked undefined: a branch or an
 * address that depends on it, or on what is derived from it, is an error. Outputs stay undefined, so they are
 * secret to the end.
 *
 *   valgrind --error-exitcode=42 scan_memcheck          no error
 *   valgrind --error-exitcode=42 scan_memcheck plant    an output's tweak in variable time: exit code 42 */
#include <valgrind/memcheck.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include "backends/list.h"
#include "hash/sha256.h"
#include "scan.h"
#include "simd/kernels.h"
#include "simd/plain.h"

using namespace koblitz_python;

namespace {

/* A full group and rows that are done one by one; the first is no point, the second null. */
constexpr int rows = 10;
constexpr size_t keys = 3;

/* Valgrind does not execute AVX-512. */
const koblitz_lanes::kernels plain_kernels = koblitz::make_kernels<koblitz::plain_lanes>();

/* The points 1 G, 2 G and so on. */
void fill_tweaks(uint8_t* out) {
    for (uint8_t i = 0; i < rows; i++) {
        const uint8_t key[32] = {0, i, 0, 1};
        secp256k1_pubkey point;
        size_t size = 33;
        if (secp256k1_ec_pubkey_create(secret_context(), &point, key) == 0)
            std::abort();
        secp256k1_ec_pubkey_serialize(secp256k1_context_static, out + 33 * i, &size, &point,
                                      SECP256K1_EC_COMPRESSED);
    }
    std::memset(out, 0xff, 33);
}

/* The outputs of all rows; aborts where the work's memory keeps one of them, or the scan key. */
byte_memory scan(bool is_secret) {
    uint8_t tweaks[rows * 33];
    fill_tweaks(tweaks);
    const uint8_t valid[2] = {0xfd, 0xff};
    const void* buffers[2] = {valid, tweaks};
    ArrowArray array = {};
    array.length = rows;
    array.null_count = 1;
    array.n_buffers = 2;
    array.buffers = buffers;
    array.release = [](ArrowArray*) {};
    ArrowSchema schema = {};
    schema.format = "w:33";
    column column;
    column.name = "tweaks";
    column.type = read_schema(schema, column.name);
    column_array checked(column.type, array, column.name);
    column.append(owned<ArrowArray>(&array), std::move(checked));

    secret_bytes<32> scan_key;
    std::memset(scan_key.data, 0x11, 32);
    if (is_secret)
        VALGRIND_MAKE_MEM_UNDEFINED(scan_key.data, 32);
    auto outputs = result::fixed(rows * static_cast<int64_t>(keys), 32);
    outputs->validity.clear();
    const auto lists = result::lists(rows, keys, outputs);
    const auto memory = std::make_unique<uint8_t[]>(sizeof(scan_work));
    auto* work = new (memory.get()) scan_work(column, false, nullptr, 1, scan_key, {tweaks + 33, 33}, {0, 7});
    std::atomic<int64_t> unread = 0;
    work->set_output(lists.get(), outputs.get(), &unread);
    work->run(0, rows);
    work->~scan_work();
    if (lists->validity[0] != 0xfc)
        std::abort();
    if (is_secret)
        return outputs->values;
    std::vector<const uint8_t*> secrets = {scan_key.data};
    for (size_t i = 2 * keys; i < rows * keys; i++)
        secrets.push_back(outputs->values.data() + 32 * i);
    for (const uint8_t* secret : secrets)
        if (std::search(memory.get(), memory.get() + sizeof(scan_work), secret, secret + 32) !=
            memory.get() + sizeof(scan_work))
            std::abort();
    return outputs->values;
}

void plant() {
    uint8_t tweaks[rows * 33], tweak[32] = {1}, out[33], verdict;
    fill_tweaks(tweaks);
    VALGRIND_MAKE_MEM_UNDEFINED(tweak, 32);
    const koblitz_output output = {out, 33, 33};
    const koblitz_column point = {tweaks + 33, 33, 33, nullptr, 0}, column = {tweak, 32, 32, nullptr, 0};
    koblitz_batch_ec_pubkey_tweak_add(secp256k1_context_static, &verdict, &output, &point, &column, 1);
}

} // namespace

int main(int argc, char**) {
    if (RUNNING_ON_VALGRIND == 0) {
        std::fprintf(stderr, "this program shows nothing outside valgrind\n");
        return 2;
    }
    koblitz::force_sha256_for_tests(koblitz::sha256_compress_portable, "portable");
    byte_memory seen;
    for (size_t i = 0; i < koblitz::backend_count; i++) {
        const koblitz::backend& each = koblitz::backends[i];
        if (each.lanes != nullptr)
            continue;
        /* Without lanes, and with plain ones for batches: memcheck does not execute those of the processor.
         */
        const koblitz::backend with_lanes = {"plain", each.runs, each.curve, &plain_kernels};
        for (const koblitz::backend* b : {&each, &with_lanes}) {
            koblitz::force_backend_for_tests(b);
            if (argc > 1) {
                plant();
                return 0;
            }
            const byte_memory outputs = scan(false);
            if (!seen.empty() && outputs != seen)
                std::abort();
            seen = outputs;
            scan(true);
        }
    }
    return 0;
}
