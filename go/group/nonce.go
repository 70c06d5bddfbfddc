package group

import (
	"crypto/sha256"

	"koblitz.dev/secp256k1/internal/rfc6979"
	"koblitz.dev/secp256k1/internal/tagged"
)

// TaggedHash returns the tagged hash of BIP-340: SHA-256 of SHA-256(tag), SHA-256(tag) and the
// parts, one after the other. Time depends on the lengths only.
func TaggedHash(tag string, parts ...[]byte) (sum [32]byte) {
	t := tagged.Tag(sha256.Sum256([]byte(tag)))
	h := sha256.New()
	h.Write(t[:])
	h.Write(t[:])
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(sum[:0])
	return sum
}

// A NonceGenerator derives nonces from a secret key and a digest, as RFC 6979, section 3.2,
// does with HMAC-SHA256. Its time depends only on the length of the additional data, except
// with a probability of 2^-127. Call Init before Next.
type NonceGenerator struct {
	noText
	_ [0]func()
	g rfc6979.Generator
}

// Init starts the generator. key is the secret key. digest is hashed as it is: to follow the
// RFC, reduce it mod n first. extra is additional data of any length (section 3.6), or nil.
func (g *NonceGenerator) Init(key, digest *[32]byte, extra []byte) { g.g.Init(key, digest, extra) }

// Next sets k to the next nonce, in [1, n-1]. It panics before Init and after Wipe, so that no
// nonce is ever made of nothing.
func (g *NonceGenerator) Next(k *SecretScalar) {
	var b [32]byte
	for {
		g.g.Next(&b)
		// With overwhelming probability the first candidate is right, so that which
		// one is tells nothing.
		if below := k.s.SetBytes(&b); below.And(k.s.IsZero().Not()).Declassify() {
			return
		}
	}
}

// Wipe overwrites the generator's state with zeros.
//
//go:noinline
func (g *NonceGenerator) Wipe() { g.g = rfc6979.Generator{} }
