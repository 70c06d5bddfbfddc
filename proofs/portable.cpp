/* The portable field's product and square as functions of their own, for contracts/engine_portable.py. */
#include "field/fe_5x52.h"

using koblitz::u64;

extern "C" {

void koblitz_fe5_mul(u64* r, const u64* a, const u64* b) {
    koblitz::fe5x52::mul_add(r, a, b, nullptr);
}

void koblitz_fe5_mul_add(u64* r, const u64* a, const u64* b, const u64* w) {
    if (w == nullptr)
        __builtin_unreachable();
    koblitz::fe5x52::mul_add(r, a, b, w);
}

void koblitz_fe5_sqr(u64* r, const u64* a) {
    koblitz::fe5x52::sqr(r, a);
}
}
