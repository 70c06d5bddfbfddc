/* Integers of fixed size, and their conversion from and to bytes. */
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace koblitz {

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i16 = int16_t;
using i64 = int64_t;
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

template <class A, class B>
inline constexpr bool is_same_type = false;
template <class A>
inline constexpr bool is_same_type<A, A> = true;
template <class A, class B>
concept same_type = is_same_type<A, B>;

/* A function that is never inlined, and never cloned for some of its callers. */
#if defined(__clang__)
#define KOBLITZ_ROUTINE [[gnu::noinline]]
#else
#define KOBLITZ_ROUTINE [[gnu::noipa]]
#endif

/* A product or a small function that callers gain by having in place. Unoptimized, each copy would have stack
 * of its own; instrumented, the lanes in plain C++ would take minutes to compile. */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define KOBLITZ_INLINE [[gnu::always_inline]]
#else
#define KOBLITZ_INLINE
#endif

/* Compilers make one instruction of each of these. They do not reliably do so of a loop over bytes. */
inline u64 load_le64(const u8* p) {
    u64 v;
    __builtin_memcpy(&v, p, sizeof v);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    return v;
}
inline void store_le64(u8* p, u64 v) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    __builtin_memcpy(p, &v, sizeof v);
}
inline u64 load_be64(const u8* p) {
    return __builtin_bswap64(load_le64(p));
}
inline void store_be64(u8* p, u64 v) {
    store_le64(p, __builtin_bswap64(v));
}

/* 256-bit integers as four limbs, least significant first. */
inline void load_be256(u64 r[4], const u8* p) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        r[3 - i] = load_be64(p + 8 * i);
}
inline void store_be256(u8* p, const u64 a[4]) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        store_be64(p + 8 * i, a[3 - i]);
}

inline void load_le256(u64 r[4], const u8* p) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        r[i] = load_le64(p + 8 * i);
}
inline void store_le256(u8* p, const u64 a[4]) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        store_le64(p + 8 * i, a[i]);
}

} // namespace koblitz
