/* Secret bits, declassification and wiping. */
#ifndef KOBLITZ_BASE_CT_H
#define KOBLITZ_BASE_CT_H

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

/* The value, opaque to the optimiser: a mask that went through here is not turned back into a branch. */
inline u64 value_barrier(u64 v) {
    __asm__("" : "+r"(v));
    return v;
}

/* A secret bit, held as the mask 0 or 2^64 - 1. */
class choice {
public:
    choice() : m_(0) {}
    static choice from_bit(u64 bit) { return choice(value_barrier(0 - bit)); }
    static choice no() { return choice(0); }
    static choice yes() { return choice(~u64{0}); }
    /* v == 0 */
    static choice is_zero(u64 v) { return from_bit(((v | (0 - v)) >> 63) ^ 1); }

    u64 mask() const { return value_barrier(m_); }
    u64 bit() const { return m_ & 1; }
    choice operator!() const { return choice(~m_); }
    choice operator&(choice o) const { return choice(m_ & o.m_); }
    choice operator|(choice o) const { return choice(m_ | o.m_); }
    choice operator^(choice o) const { return choice(m_ ^ o.m_); }

    /* The only way to a bool: the caller asserts that the bit is public. */
    bool declassify() const {
        u64 v = m_;
        declassify_bytes(&v, sizeof v);
        return v != 0;
    }

private:
    explicit choice(u64 m) : m_(m) {}
    u64 m_;
};

inline u64 select_u64(choice c, u64 if_yes, u64 if_no) {
    const u64 m = c.mask();
    return (if_yes & m) | (if_no & ~m);
}

/* Overwrites memory with zeros; the optimiser cannot drop it. */
inline void wipe(void* p, size_t n) {
    __builtin_memset(p, 0, n);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}
template <class T>
inline void wipe(T& t) {
    wipe(&t, sizeof t);
}

/* Overwrites the Size bytes of stack below the caller's frame, where the functions it called had theirs:
 * their temporaries, spilled registers and copies of arguments. */
template <size_t Size>
[[gnu::noinline]] void wipe_stack() {
    u8 area[Size];
    wipe(area, Size);
}

} // namespace koblitz

#endif
