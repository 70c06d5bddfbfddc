/* Precomputed multiples of the generator: constants, written by tools/generate_tables.cpp. */
#pragma once

#include "base/types.h"

namespace koblitz {

/* An affine point: canonical coordinates, four 64-bit limbs each, least significant first. */
struct alignas(64) table_point {
    u64 x[4], y[4];
};

namespace tables {

/* Signing: 43 windows of 6 signed bits, a block each. gen[32 b + i] = (2i + 1) 2^(6b) (G / 2). 88,064
 * bytes. */
inline constexpr int ecmult_gen_window = 6, ecmult_gen_blocks = 43, ecmult_gen_entries = 32;
extern const table_point gen[ecmult_gen_blocks * ecmult_gen_entries];

/* Verification: g[i] = (2i + 1) G and g128[i] = (2i + 1) 2^128 G, for digits below 2^(wnaf_window - 1). */
inline constexpr int wnaf_window = 14, wnaf_entries = 1 << (wnaf_window - 2);
extern const table_point g[wnaf_entries];
extern const table_point g128[wnaf_entries];

/* The generator (SEC 2, section 2.4.1). */
inline constexpr table_point generator = {
    {0x59F2815B16F81798, 0x029BFCDB2DCE28D9, 0x55A06295CE870B07, 0x79BE667EF9DCBBAC},
    {0x9C47D08FFB10D4B8, 0xFD17B448A6855419, 0x5DA4FBFC0E1108A8, 0x483ADA7726A3C465}};
/* ((n + 1) / 2) G, whose double is G. */
inline constexpr table_point half_generator = {
    {0xAD0D96D6795F9C63, 0x89A0ED9414F5AA28, 0x0000003B78CE563F, 0x0000000000000000},
    {0xF8FF35EEF1A61E3C, 0xD126E4229631FD03, 0x67C2367651380D00, 0xC0C686408D517DFD}};
/* A primitive cube root of 1 mod p. */
inline constexpr u64 beta[4] = {0xC1396C28719501EE, 0x9CF0497512F58995, 0x6E64479EAC3434E9,
                                0x7AE96A2B657C0710};
/* (2^258 - 1) / 2 mod n */
inline constexpr u64 ecmult_gen_offset[4] = {0x6044722CC7AE9E1E, 0xE7F9B4A5F9130FA6, 0x0000000000000001,
                                             0x8000000000000000};

} // namespace tables
} // namespace koblitz
