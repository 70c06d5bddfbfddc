#include "schemes/der.h"

#include <string.h>

#include "scalar/ring.h"

namespace koblitz {

namespace {

struct reader {
    const u8* p;
    size_t left;

    bool take(u8& byte) {
        if (left == 0)
            return false;
        byte = *p++;
        left--;
        return true;
    }

    /* X.690, 8.1.3 and 10.1: definite, shortest form, and not more than what is left. */
    bool take_length(size_t& length) {
        u8 first;
        if (!take(first))
            return false;
        if (first < 0x80) {
            length = first;
            return length <= left;
        }
        size_t octets = first & 0x7f;
        if (octets == 0 || octets > sizeof length || octets > left || p[0] == 0)
            return false;
        length = 0;
        for (; octets != 0; octets--) {
            u8 byte;
            if (!take(byte))
                return false;
            length = length << 8 | byte;
        }
        return length >= 0x80 && length <= left;
    }

    /* X.690, 8.3: INTEGER with the fewest octets. */
    bool take_integer(u64 value[4]) {
        u8 tag;
        size_t length;
        if (!take(tag) || tag != 0x02 || !take_length(length) || length == 0)
            return false;
        const u8* octets = p;
        p += length;
        left -= length;
        if (length > 1) {
            if (octets[0] == 0x00 && octets[1] < 0x80)
                return false;
            if (octets[0] == 0xff && octets[1] >= 0x80)
                return false;
        }
        const bool negative = octets[0] >= 0x80;
        if (octets[0] == 0) {
            octets++;
            length--;
        }
        value[0] = value[1] = value[2] = value[3] = 0;
        if (negative || length > 32)
            return true;
        if (length == 32) {
            load_be256(value, octets);
            if (!ring::is_canonical_var(value))
                value[0] = value[1] = value[2] = value[3] = 0;
        } else {
            for (size_t i = 0; i < length; i++)
                value[i / 8] |= static_cast<u64>(octets[length - 1 - i]) << (i % 8 * 8);
        }
        return true;
    }
};

/* A positive INTEGER: one octet more than whole octets of bits, so that the top bit is not set. */
struct integer {
    const u64* value;
    size_t length;

    explicit integer(const u64 v[4]) : value(v), length(1) {
        for (size_t i = 4; i-- > 0;) {
            if (v[i] != 0) {
                length = (64 * i + 64 - static_cast<size_t>(__builtin_clzll(v[i]))) / 8 + 1;
                break;
            }
        }
    }
    u8* write(u8* out) const {
        out[0] = 0x02;
        out[1] = static_cast<u8>(length);
        out[2] = 0;
        u8* const end = out + 2 + length;
        if (length >= 32) {
            store_be256(end - 32, value);
        } else {
            u8 octets[32];
            store_be256(octets, value);
            memcpy(out + 2, octets + 32 - length, length);
        }
        return end;
    }
};

} // namespace

bool der_parse(u8 sig[64], const u8* in, size_t len) {
    reader input = {in, len};
    u8 tag;
    size_t length;
    u64 r[4], s[4];
    if (!(input.take(tag) && tag == 0x30 && input.take_length(length) && length == input.left &&
          input.take_integer(r) && input.take_integer(s) && input.left == 0)) {
        __builtin_memset(sig, 0, 64);
        return false;
    }
    store_le256(sig, r);
    store_le256(sig + 32, s);
    return true;
}

bool der_serialize(u8* out, size_t* length, const u64 r[4], const u64 s[4]) {
    const integer ri(r), si(s);
    const size_t content = 4 + ri.length + si.length;
    const bool fits = *length >= content + 2;
    *length = content + 2;
    if (fits) {
        out[0] = 0x30;
        out[1] = static_cast<u8>(content);
        si.write(ri.write(out + 2));
    }
    return fits;
}

} // namespace koblitz
