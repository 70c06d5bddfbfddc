/* Secret bits and integers, the named ways out of them, and wiping.
 *
 * A value of a secret type has only operations whose time does not depend on it. It becomes a plain integer
 * or a bool by the functions called declassify (the caller asserts that the value may be known) and
 * export_... or zero_unless (the value goes where the caller of the library wants it, or to a hash or a
 * scalar, as bytes). Bytes of secrets, those inside SHA-256, RFC 6979's and BIP-340's nonces among them, have
 * no type of their own: care, review and memcheck protect them. The types are against mistakes, not against
 * casts or access to raw memory. Code that computes on the words of a secret asks for them by
 * constant_time(). */
#pragma once

#include "base/constant_time.h"
#include "base/types.h"

#if defined(KOBLITZ_CTIME)
#include <valgrind/memcheck.h>
#endif

namespace koblitz {

/* Tells the constant-time checker that these bytes are public from here on. */
inline void declassify_bytes(const void* p, size_t n) {
#if defined(KOBLITZ_CTIME)
    VALGRIND_MAKE_MEM_DEFINED(p, n);
#else
    (void)p;
    (void)n;
#endif
}

/* The value, opaque to the optimizer: a mask that went through here is not turned back into a branch. */
inline u64 value_barrier(u64 v) {
    __asm__("" : "+r"(v));
    return v;
}

/* v == 0 ? 1 : 0 */
inline u64 zero_bit(u64 v) {
    return ((v | (0 - v)) >> 63) ^ 1;
}

using koblitz_secrets::constant_time;

/* A secret bit, held as the mask 0 or 2^64 - 1. */
class choice {
public:
    choice() : m_(0) {}
    static choice from_bit(u64 bit) { return choice(value_barrier(0 - bit)); }
    static choice no() { return choice(0); }
    static choice yes() { return choice(~u64{0}); }
    /* v == 0 */
    static choice is_zero(u64 v) { return from_bit(zero_bit(v)); }

    choice operator!() const { return choice(~m_); }
    choice operator&(choice o) const { return choice(m_ & o.m_); }
    choice operator|(choice o) const { return choice(m_ | o.m_); }
    choice operator^(choice o) const { return choice(m_ ^ o.m_); }

    u64 mask(constant_time) const { return value_barrier(m_); }
    bool declassify() const {
        u64 v = m_;
        declassify_bytes(&v, sizeof v);
        return v != 0;
    }

private:
    explicit choice(u64 m) : m_(m) {}
    u64 m_;
};

/* The answer of a call of the library: 1 or 0. */
inline int export_result(choice c) {
    return static_cast<int>(c.mask(constant_time()) & 1);
}
/* 2 high + low */
inline u8 export_bits(choice high, choice low) {
    return static_cast<u8>((high.mask(constant_time()) & 2) | (low.mask(constant_time()) & 1));
}
/* Zeroes n bytes of an output unless keep; constant time in keep and in the bytes. */
inline void zero_unless(choice keep, u8* p, size_t n) {
    const u64 mask = keep.mask(constant_time());
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        store_le64(p + i, load_le64(p + i) & mask);
    for (; i < n; i++)
        p[i] &= static_cast<u8>(mask);
}

/* Overwrites memory with zeros; the optimizer cannot drop it. */
inline void wipe(void* p, size_t n) {
    __builtin_memset(p, 0, n);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}
template <class T>
inline void wipe(T& t) {
    wipe(&t, sizeof t);
}

/* A secret integer below 2^256 as limbs, least significant first: what secret fields, secret scalars and
 * contexts hand to one another. */
class secret_limbs {
public:
    secret_limbs() = default;
    explicit secret_limbs(const u64 v[4]) : v_{v[0], v[1], v[2], v[3]} {}

    u64* words(constant_time) { return v_; }
    const u64* words(constant_time) const { return v_; }

    choice is_odd() const { return choice::from_bit(v_[0] & 1); }
    void declassify(u64 r[4]) const {
        declassify_bytes(v_, sizeof v_);
        __builtin_memcpy(r, v_, sizeof v_);
    }
    /* Big-endian and little-endian. */
    void export_be(u8 out[32]) const { store_be256(out, v_); }
    void export_le(u8 out[32]) const { store_le256(out, v_); }

private:
    u64 v_[4];
};

/* Overwrites the Size bytes of stack below the caller's frame, where the functions it called had theirs:
 * their temporaries, spilled registers and copies of arguments. A frame pointer, and no canary, so that the
 * area begins right below what the call itself stores. */
template <size_t Size>
__attribute__((noinline, no_stack_protector)) void wipe_stack() {
    static_assert(Size % 64 == 0);
    u64 area[Size / 8];
    __asm__ __volatile__("" : : "r"(__builtin_frame_address(0)));
#if defined(__x86_64__) && __SIZEOF_POINTER__ == 8
    /* Below that the loop takes less time. */
    if constexpr (Size > 2048) {
        u64* at = area;
        u64 n = Size / 8;
        __asm__ __volatile__("rep stosq" : "+D"(at), "+c"(n) : "a"(u64{0}) : "memory");
    } else
#endif
    {
        /* Not memset: a call, of a function that another library brings, while registers hold secrets. */
        typedef u64 vector __attribute__((vector_size(16), aligned(8), may_alias));
        for (size_t i = 0; i < Size / 8; i += 8) {
#pragma GCC unroll 4
            for (size_t j = 0; j < 8; j += 2)
                *reinterpret_cast<vector*>(area + i + j) = vector{};
            __asm__ __volatile__("" : : "r"(area) : "memory");
        }
    }
}

/* Overwrites the registers that a function may change (those of the System V ABI on x86-64, and of
 * AAPCS64; elsewhere it does nothing): the compiler, and libc's memcpy, carry secrets in them. */
void wipe_registers();

} // namespace koblitz
