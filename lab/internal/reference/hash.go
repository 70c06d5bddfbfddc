package reference

import "crypto/sha256"

// TaggedHash is BIP-340's: SHA-256(SHA-256(tag) || SHA-256(tag) || parts).
func TaggedHash(tag []byte, parts ...[]byte) [32]byte {
	t := sha256.Sum256(tag)
	h := sha256.New()
	h.Write(t[:])
	h.Write(t[:])
	for _, p := range parts {
		h.Write(p)
	}
	return [32]byte(h.Sum(nil))
}
