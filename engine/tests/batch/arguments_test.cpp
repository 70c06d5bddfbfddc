/* What batches refuse before they look at a row. */
#include <algorithm>

#include "abi/context.h"
#include "batch/fixture.h"

namespace {

unsigned illegal = 0;

void arguments() {
    secp256k1_context* own = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_set_illegal_callback(
        own, [](const char*, void*) { illegal++; }, nullptr);
    const unsigned char zeros[130] = {};
    const koblitz_column none = {nullptr, 64, 64, nullptr, 0}, c64 = {zeros, 64, 64, nullptr, 0},
                         c32 = {zeros, 32, 32, nullptr, 0}, c31 = {zeros, 31, 31, nullptr, 0},
                         c33 = {zeros, 33, 33, nullptr, 0}, odd_offsets = {zeros, 0, 0, zeros, 2};
    unsigned char verdicts[3] = {7, 7, 7};
    const koblitz_column* const ecdsa[][3] = {
        {nullptr, &c32, &c33}, {&c64, nullptr, &c33}, {&c64, &c32, nullptr}, {&none, &c32, &c33},
        {&c32, &c32, &c33},    {&c64, &c31, &c33},    {&c64, &c32, &c32},    {&c64, &c32, &odd_offsets}};
    for (const auto& row : ecdsa) {
        illegal = 0;
        CHECK(koblitz_batch_ecdsa_verify(own, verdicts, row[0], row[1], row[2], 2, 0) == 2);
        CHECK(illegal == 1 && verdicts[0] == 7);
    }
    const koblitz_column* const schnorr[][3] = {{nullptr, &c32, &c32},
                                                {&c64, nullptr, &c32},
                                                {&c64, &c32, nullptr},
                                                {&c33, &c32, &c32},
                                                {&c64, &c32, &c33}};
    for (const auto& row : schnorr) {
        illegal = 0;
        CHECK(koblitz_batch_schnorrsig_verify(own, verdicts, row[0], row[1], row[2], 2) == 2);
        CHECK(illegal == 1 && verdicts[0] == 7);
    }
    for (const auto& row : schnorr) {
        illegal = 0;
        CHECK(koblitz_batch_schnorrsig_verify_all(own, verdicts, row[0], row[1], row[2], 2, nullptr, 0) == 2);
        CHECK(illegal == 1 && verdicts[0] == 7);
    }
    illegal = 0;
    CHECK(koblitz_batch_schnorrsig_verify_all(own, verdicts, &c64, &c32, &c32, 2, nullptr, 64) == 2);
    CHECK(illegal == 1 && verdicts[0] == 7);
    for (const unsigned flags : {4u, 7u, 8u, 1u << 31}) {
        illegal = 0;
        CHECK(koblitz_batch_ecdsa_verify(own, verdicts, &c64, &c32, &c33, 2, flags) == 2);
        CHECK(illegal == 1 && verdicts[0] == 7);
    }
    illegal = 0;
    CHECK(koblitz_batch_ecdsa_verify(own, nullptr, &c64, &c32, &c33, 1, 0) == 1 && illegal == 1);
    CHECK(koblitz_batch_ecdsa_verify(own, nullptr, &none, &c32, &c33, 0, 0) == 0 && illegal == 1);
    secp256k1_context_destroy(own);
}

/* Calls that give keys, and the tweak check: a column of a size that is none of its own, offsets where there
 * may be none, outputs, and the context that may not sign. */
void keys() {
    secp256k1_context* own = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    const unsigned char zeros[300] = {};
    const unsigned char one[32] = {1};
    const int64_t last_not_empty[] = {0, 0, 0, 0, 1};
    unsigned char verdicts[4] = {7, 7, 7, 7}, space[200];
    const auto sized = [&](size_t size) { return koblitz_column{zeros, size, size, nullptr, 0}; };
    const koblitz_column by_offsets = {zeros, 0, 0, zeros, 8};
    struct call {
        const char* name;
        std::vector<std::vector<size_t>> sizes; /* those of each column that are taken */
        bool gives_keys, offsets;
        size_t (*run)(const secp256k1_context* c, unsigned char* v, const koblitz_output* o,
                      const koblitz_column* const* columns);
    };
    static const unsigned char* scan;
    scan = one;
    const call calls[] = {
        {"parse",
         {{33, 65}},
         true,
         true,
         [](const secp256k1_context* c, unsigned char* v, const koblitz_output* o,
            const koblitz_column* const* in) { return koblitz_batch_ec_pubkey_parse(c, v, o, in[0], 4); }},
        {"tweak_add",
         {{33, 64, 65}, {32}},
         true,
         true,
         [](const secp256k1_context* c, unsigned char* v, const koblitz_output* o,
            const koblitz_column* const* in) {
             return koblitz_batch_ec_pubkey_tweak_add(c, v, o, in[0], in[1], 4);
         }},
        {"tweak_add_check",
         {{32}, {1}, {32, 64}, {32}},
         false,
         true,
         [](const secp256k1_context* c, unsigned char* v, const koblitz_output*,
            const koblitz_column* const* in) {
             return koblitz_batch_xonly_pubkey_tweak_add_check(c, v, in[0], in[1], in[2], in[3], 4);
         }},
        {"recover",
         {{64}, {1}, {32}},
         true,
         true,
         [](const secp256k1_context* c, unsigned char* v, const koblitz_output* o,
            const koblitz_column* const* in) {
             return koblitz_batch_ecdsa_recover(c, v, o, in[0], in[1], in[2], 4);
         }},
        {"create",
         {{32}},
         true,
         false,
         [](const secp256k1_context* c, unsigned char* v, const koblitz_output* o,
            const koblitz_column* const* in) { return koblitz_batch_ec_pubkey_create(c, v, o, in[0], 4); }},
        {"mul",
         {{33, 64, 65}},
         true,
         true,
         [](const secp256k1_context* c, unsigned char* v, const koblitz_output* o,
            const koblitz_column* const* in) {
             return koblitz_batch_ec_pubkey_mul(c, v, o, in[0], scan, 4);
         }},
    };
    secp256k1_context_set_illegal_callback(
        own, [](const char*, void*) { illegal++; }, nullptr);
    const auto expect = [&](const call& c, const secp256k1_context* context, const koblitz_output* out,
                            const std::vector<koblitz_column>& columns, size_t missing, bool taken) {
        std::vector<const koblitz_column*> in;
        for (size_t i = 0; i < columns.size(); i++)
            in.push_back(i == missing ? nullptr : &columns[i]);
        illegal = 0;
        std::memset(verdicts, 7, sizeof verdicts);
        std::memset(space, 7, sizeof space);
        CHECK(c.run(context, verdicts, out, in.data()) == 4);
        CHECK(illegal == (taken ? 0u : 1u) && verdicts[3] == (taken ? 0 : 7));
        CHECK(space[0] == (taken && c.gives_keys ? 0 : 7));
    };
    constexpr size_t none = 9;
    for (const call& c : calls) {
        const koblitz_output usual = {space, 33, 33};
        std::vector<koblitz_column> columns;
        for (const auto& sizes : c.sizes)
            columns.push_back(sized(sizes[0]));
        for (size_t i = 0; i < columns.size(); i++) {
            for (const size_t size : {0, 1, 31, 32, 33, 63, 64, 65, 66}) {
                check::row(std::string(c.name) + ", column " + std::to_string(i) + " of " +
                           std::to_string(size));
                std::vector<koblitz_column> other = columns;
                other[i] = sized(size);
                const auto& sizes = c.sizes[i];
                expect(c, own, &usual, other, none,
                       std::find(sizes.begin(), sizes.end(), size) != sizes.end());
            }
            const bool optional = std::strcmp(c.name, "tweak_add_check") == 0 && i == 1;
            expect(c, own, &usual, columns, i, optional);
            std::vector<koblitz_column> other = columns;
            other[i] = by_offsets;
            expect(c, own, &usual, other, none, c.offsets);
            other[i].offset_size = 2;
            expect(c, own, &usual, other, none, false);
            other[i] = {nullptr, columns[i].size, 0, nullptr, 0};
            expect(c, own, &usual, other, none, false);
            other[i] = {nullptr, 0, 0, zeros, 8};
            expect(c, own, &usual, other, none, c.offsets);
            other[i].offsets = last_not_empty;
            expect(c, own, &usual, other, none, false);
        }
        if (!c.gives_keys)
            continue;
        expect(c, own, nullptr, columns, none, false);
        for (const size_t size : {0, 1, 32, 33, 34, 63, 64, 65, 66}) {
            check::row(std::string(c.name) + ", output of " + std::to_string(size));
            const koblitz_output out = {space, size, 33}, nowhere = {nullptr, size, 33};
            expect(c, own, &out, columns, none, size == 33 || size == 64 || size == 65);
            expect(c, own, &nowhere, columns, none, false);
        }
    }
    /* A context as the static one. */
    secp256k1_context fixed = *secp256k1_context_static;
    fixed.illegal = own->illegal;
    for (const call& c : calls) {
        check::row(std::string(c.name) + ", static context");
        const bool secret = std::strcmp(c.name, "create") == 0 || std::strcmp(c.name, "mul") == 0;
        const koblitz_output usual = {space, 33, 33};
        std::vector<koblitz_column> columns;
        for (const auto& sizes : c.sizes)
            columns.push_back(sized(sizes[0]));
        expect(c, &fixed, &usual, columns, none, !secret);
    }
    secp256k1_context_destroy(own);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"signatures", arguments}, {"keys", keys}});
}
