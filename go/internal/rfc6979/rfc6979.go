// Package rfc6979 derives ECDSA nonces from a secret key and a digest: the
// generator of RFC 6979, section 3.2, with HMAC-SHA256 and a 256-bit order. It
// wipes registers alone: it is called within ct.Wiped.
package rfc6979

import (
	"crypto/sha256"
	"encoding/binary"

	"koblitz.dev/go/internal/ct"
)

// A Generator yields the candidates for a nonce, one after the other.
type Generator struct {
	k, v   [32]byte
	yields bool // one candidate has been given
}

// Init starts the generator: int2octets(key), bits2octets(digest), which is the
// digest modulo n where the caller keeps to the RFC, and additional data (section
// 3.6) of any length. Steps b to g.
func (g *Generator) Init(key, digest *[32]byte, extra []byte) {
	g.yields = false
	g.k = [32]byte{}
	for i := range g.v {
		g.v[i] = 1
	}
	var seed [32 + 1 + 2*32]byte
	copy(seed[33:], key[:])
	copy(seed[65:], digest[:])
	for separator := range byte(2) {
		copy(seed[:], g.v[:])
		seed[32] = separator
		mac(&g.k, &g.k, seed[:], extra)
		mac(&g.v, &g.k, g.v[:], nil)
	}
}

// Next sets k to the next candidate, big-endian. It is the nonce if it is in
// [1, n-1]. Step h.
func (g *Generator) Next(k *[32]byte) {
	if g.yields {
		var seed [33]byte
		copy(seed[:], g.v[:])
		mac(&g.k, &g.k, seed[:], nil)
		mac(&g.v, &g.k, g.v[:], nil)
	}
	mac(&g.v, &g.k, g.v[:], nil)
	g.yields = true
	*k = g.v
	// What uses the nonce runs for long, and would leave the state of the hash
	// function in registers meanwhile.
	ct.ClearRegisters()
}

// mac sets out to HMAC-SHA256 of data and more (RFC 2104). out may be key or data.
func mac(out, key *[32]byte, data, more []byte) {
	const ipad, opad = 0x3636363636363636, 0x5c5c5c5c5c5c5c5c
	var block [64]byte
	var inner [32]byte
	pad(&block, key, ipad)
	h := sha256.New()
	h.Write(block[:])
	h.Write(data)
	h.Write(more)
	h.Sum(inner[:0])
	pad(&block, key, opad)
	h.Reset()
	h.Write(block[:])
	h.Write(inner[:])
	h.Sum(out[:0])
}

// pad sets block to key and 32 zeros, xor a byte eight times.
func pad(block *[64]byte, key *[32]byte, with uint64) {
	for i := 0; i < 32; i += 8 {
		binary.NativeEndian.PutUint64(block[i:], binary.NativeEndian.Uint64(key[i:])^with)
		binary.NativeEndian.PutUint64(block[32+i:], with)
	}
}
