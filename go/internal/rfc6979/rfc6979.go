// Package rfc6979 derives ECDSA nonces from a secret key and a digest: the
// generator of RFC 6979, section 3.2, with HMAC-SHA256 and a 256-bit order. It
// wipes registers alone: it is called within ct.Wiped.
package rfc6979

import (
	"crypto/sha256"
	"encoding/binary"

	"koblitz.dev/secp256k1/internal/ct"
)

// blockSize is that of SHA-256. What is hashed has room for a block in front: the
// key, padded.
const blockSize = 64

// A Generator yields the candidates for a nonce, one after the other.
type Generator struct {
	k      [32]byte
	v      [blockSize + 32 + 1]byte // V, and behind it the separator 0
	ready  bool                     // Init has been called
	yields bool                     // one candidate has been given
}

// Init starts the generator: int2octets(key), bits2octets(digest), which is the
// digest modulo n where the caller keeps to the RFC, and additional data (section
// 3.6) of any length. Steps b to g.
func (g *Generator) Init(key, digest *[32]byte, extra []byte) {
	*g = Generator{ready: true}
	for i := range 32 {
		g.v[blockSize+i] = 1
	}
	var seed [blockSize + 32 + 1 + 2*32]byte
	copy(seed[blockSize+33:], key[:])
	copy(seed[blockSize+65:], digest[:])
	for separator := range byte(2) {
		copy(seed[blockSize:], g.v[blockSize:])
		seed[blockSize+32] = separator
		mac(g.k[:0], &g.k, seed[:], extra)
		g.next()
	}
}

// next sets V to its HMAC.
func (g *Generator) next() { mac(g.v[blockSize:blockSize], &g.k, g.v[:blockSize+32], nil) }

// Next sets k to the next candidate, big-endian. It is the nonce if it is in
// [1, n-1]. Step h. It panics before Init: without a key everybody knows the nonce.
func (g *Generator) Next(k *[32]byte) {
	if !g.ready {
		panic("rfc6979: Next without Init")
	}
	if g.yields {
		mac(g.k[:0], &g.k, g.v[:], nil)
		g.next()
	}
	g.next()
	g.yields = true
	*k = [32]byte(g.v[blockSize:])
	// What uses the nonce runs for long, and would leave the state of the hash
	// function in registers meanwhile.
	ct.ClearRegisters()
}

// mac appends HMAC-SHA256 of data, from blockSize on, and more to out (RFC 2104),
// which may be the key or the data. It writes to the block in front of the data.
func mac(out []byte, key *[32]byte, data, more []byte) {
	const ipad, opad = 0x3636363636363636, 0x5c5c5c5c5c5c5c5c
	var outer [blockSize + 32]byte
	pad(data, key, ipad)
	h := sha256.New()
	h.Write(data)
	h.Write(more)
	h.Sum(outer[:blockSize])
	pad(outer[:], key, opad)
	h.Reset()
	h.Write(outer[:])
	h.Sum(out)
}

// pad sets the block to key and 32 zeros, xor a byte eight times.
func pad(block []byte, key *[32]byte, with uint64) {
	_ = block[:blockSize]
	for i := 0; i < 32; i += 8 {
		binary.NativeEndian.PutUint64(block[i:], binary.NativeEndian.Uint64(key[i:])^with)
		binary.NativeEndian.PutUint64(block[32+i:], with)
	}
}
