#include "support/digests.h"

#include "hash/sha256.h"

namespace {

uint64_t rotr(uint64_t x, int n) {
    return n == 0 ? x : x >> n | x << (64 - n);
}
uint64_t rotl(uint64_t x, int n) {
    return n == 0 ? x : x << n | x >> (64 - n);
}

/* The first 64 bits of the fractional part of the kth root (k = 2, 3) of a prime, by bisection in integers.
 */
uint64_t root_fraction(unsigned prime, int k) {
    uint64_t whole = 1;
    auto power = [k](uint64_t x) { return k == 2 ? x * x : x * x * x; };
    while (power(whole + 1) <= prime)
        whole++;
    uint64_t fraction = 0;
    for (int bit = 63; bit >= 0; bit--) {
        const uint64_t candidate = fraction | uint64_t{1} << bit;
        /* Exact: (whole * 2^64 + candidate)^k <= prime * 2^(64 k), in 32-bit limbs. */
        uint32_t x[3] = {static_cast<uint32_t>(candidate), static_cast<uint32_t>(candidate >> 32),
                         static_cast<uint32_t>(whole)};
        uint32_t product[9] = {1};
        for (int times = 0; times < k; times++) {
            uint32_t next[9] = {};
            for (int i = 0; i < 9; i++) {
                uint64_t carry = 0;
                for (int j = 0; j < 3 && i + j < 9; j++) {
                    const uint64_t t = static_cast<uint64_t>(product[i]) * x[j] + next[i + j] + carry;
                    next[i + j] = static_cast<uint32_t>(t);
                    carry = t >> 32;
                }
                for (int j = i + 3; j < 9 && carry != 0; j++) {
                    carry += next[j];
                    next[j] = static_cast<uint32_t>(carry);
                    carry >>= 32;
                }
            }
            for (int i = 0; i < 9; i++)
                product[i] = next[i];
        }
        /* The integer part starts at bit 64 k. */
        uint64_t integer = 0;
        for (int i = 8; i >= 2 * k; i--)
            integer = integer << 32 | product[i];
        if (integer < prime)
            fraction = candidate;
    }
    return fraction;
}

std::vector<unsigned> first_primes(size_t n) {
    std::vector<unsigned> primes;
    for (unsigned c = 2; primes.size() < n; c++) {
        bool prime = true;
        for (unsigned p : primes)
            prime &= c % p != 0;
        if (prime)
            primes.push_back(c);
    }
    return primes;
}

} // namespace

bytes sha512(const bytes& message) {
    /* FIPS 180-4, 4.2.3 and 5.3.5: fractions of cube and square roots of the first primes. */
    static const std::vector<uint64_t> k = [] {
        std::vector<uint64_t> out;
        for (unsigned p : first_primes(80))
            out.push_back(root_fraction(p, 3));
        return out;
    }();
    uint64_t h[8];
    const std::vector<unsigned> primes = first_primes(8);
    for (int i = 0; i < 8; i++)
        h[i] = root_fraction(primes[static_cast<size_t>(i)], 2);

    bytes padded = message;
    padded.push_back(0x80);
    while (padded.size() % 128 != 112)
        padded.push_back(0);
    padded.insert(padded.end(), 8, 0);
    for (int i = 56; i >= 0; i -= 8)
        padded.push_back(static_cast<unsigned char>(message.size() * 8 >> i));

    for (size_t block = 0; block < padded.size(); block += 128) {
        uint64_t w[80];
        for (size_t t = 0; t < 16; t++) {
            w[t] = 0;
            for (size_t i = 0; i < 8; i++)
                w[t] = w[t] << 8 | padded[block + 8 * t + i];
        }
        for (size_t t = 16; t < 80; t++) {
            const uint64_t a = w[t - 15], b = w[t - 2];
            w[t] = (rotr(a, 1) ^ rotr(a, 8) ^ a >> 7) + w[t - 7] + (rotr(b, 19) ^ rotr(b, 61) ^ b >> 6) +
                   w[t - 16];
        }
        uint64_t v[8];
        for (int i = 0; i < 8; i++)
            v[i] = h[i];
        for (size_t t = 0; t < 80; t++) {
            const uint64_t t1 = v[7] + (rotr(v[4], 14) ^ rotr(v[4], 18) ^ rotr(v[4], 41)) +
                                ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[t] + w[t];
            const uint64_t t2 = (rotr(v[0], 28) ^ rotr(v[0], 34) ^ rotr(v[0], 39)) +
                                ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            for (int i = 7; i > 0; i--)
                v[i] = v[i - 1];
            v[4] += t1;
            v[0] = t1 + t2;
        }
        for (int i = 0; i < 8; i++)
            h[i] += v[i];
    }
    bytes out;
    for (uint64_t word : h) {
        for (int i = 56; i >= 0; i -= 8)
            out.push_back(static_cast<unsigned char>(word >> i));
    }
    return out;
}

bytes keccak(const bytes& message, size_t rate, unsigned char suffix, size_t length) {
    uint64_t a[25] = {};
    auto permute = [&a] {
        uint8_t lfsr = 1;
        for (int round = 0; round < 24; round++) {
            uint64_t c[5], d[5], b[25];
            for (int x = 0; x < 5; x++)
                c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
            for (int x = 0; x < 5; x++)
                d[x] = c[(x + 4) % 5] ^ rotl(c[(x + 1) % 5], 1);
            for (int i = 0; i < 25; i++)
                a[i] ^= d[i % 5];
            b[0] = a[0];
            for (int t = 0, x = 1, y = 0; t < 24; t++) {
                const int next = (2 * x + 3 * y) % 5;
                b[y + 5 * next] = rotl(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
                x = y;
                y = next;
            }
            for (int i = 0; i < 25; i++) {
                const int row = i / 5 * 5;
                a[i] = b[i] ^ (~b[row + (i + 1) % 5] & b[row + (i + 2) % 5]);
            }
            for (int j = 0; j < 7; j++) {
                if (lfsr & 1)
                    a[0] ^= uint64_t{1} << ((1 << j) - 1);
                lfsr = static_cast<uint8_t>(lfsr << 1 ^ (lfsr >> 7) * 0x71);
            }
        }
    };
    bytes padded = message;
    padded.push_back(suffix);
    while (padded.size() % rate != 0)
        padded.push_back(0);
    padded.back() |= 0x80;
    for (size_t block = 0; block < padded.size(); block += rate) {
        for (size_t i = 0; i < rate; i++)
            a[i / 8] ^= uint64_t{padded[block + i]} << (8 * (i % 8));
        permute();
    }
    bytes out;
    for (size_t i = 0; out.size() < length; i++) {
        if (i == rate) {
            permute();
            i = 0;
        }
        out.push_back(static_cast<unsigned char>(a[i / 8] >> (8 * (i % 8))));
    }
    return out;
}

bytes sha256_of(const bytes& message) {
    bytes out(32);
    koblitz::sha256 h(koblitz::sha256_compress_portable);
    h.write(message.data(), message.size());
    h.finalize(out.data());
    return out;
}

bytes digest(const std::string& name, const bytes& message) {
    if (name == "SHA-256")
        return sha256_of(message);
    if (name == "SHA-512")
        return sha512(message);
    if (name == "SHA3-256")
        return keccak(message, 136, 0x06, 32);
    if (name == "SHA3-512")
        return keccak(message, 72, 0x06, 64);
    if (name == "SHAKE128")
        return keccak(message, 168, 0x1f, 32);
    if (name == "SHAKE256")
        return keccak(message, 136, 0x1f, 64);
    return {};
}
