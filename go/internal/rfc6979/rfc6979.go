// Package rfc6979 derives ECDSA nonces from a secret key and a digest: the
// generator of RFC 6979, section 3.2, with HMAC-SHA256 and a 256-bit order. It
// wipes nothing: it is called within ct.Wiped.
package rfc6979

import "crypto/sha256"

// A Generator yields the candidates for a nonce, one after the other.
type Generator struct {
	k, v   [32]byte
	yields bool // one candidate has been given
}

// Init starts the generator: int2octets(key), bits2octets(digest), which is
// the digest modulo n, and additional data (section 3.6), nil or 32 bytes.
// Steps b to g.
func (g *Generator) Init(key, digest, extra *[32]byte) {
	g.yields = false
	g.k = [32]byte{}
	for i := range g.v {
		g.v[i] = 1
	}
	var seed [32 + 1 + 3*32]byte
	copy(seed[33:], key[:])
	copy(seed[65:], digest[:])
	n := 97
	if extra != nil {
		n += copy(seed[97:], extra[:])
	}
	for separator := range byte(2) {
		copy(seed[:], g.v[:])
		seed[32] = separator
		mac(&g.k, &g.k, seed[:n])
		mac(&g.v, &g.k, g.v[:])
	}
}

// Next sets k to the next candidate, big-endian. It is the nonce if it is in
// [1, n-1]. Step h.
func (g *Generator) Next(k *[32]byte) {
	if g.yields {
		var seed [33]byte
		copy(seed[:], g.v[:])
		mac(&g.k, &g.k, seed[:])
		mac(&g.v, &g.k, g.v[:])
	}
	mac(&g.v, &g.k, g.v[:])
	g.yields = true
	*k = g.v
}

// mac sets out to HMAC-SHA256 of data (RFC 2104). out may be key or data.
func mac(out, key *[32]byte, data []byte) {
	var pad [64]byte
	for i := range pad {
		pad[i] = 0x36
	}
	for i, b := range key {
		pad[i] ^= b
	}
	var inner [32]byte
	h := sha256.New()
	h.Write(pad[:])
	h.Write(data)
	h.Sum(inner[:0])
	for i := range pad {
		pad[i] ^= 0x36 ^ 0x5c
	}
	h.Reset()
	h.Write(pad[:])
	h.Write(inner[:])
	h.Sum(out[:0])
}
