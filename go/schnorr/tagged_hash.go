package schnorr

import (
	"crypto/sha256"

	"koblitz.dev/secp256k1/internal/tagged"
)

// TaggedHash returns the tagged hash of BIP-340: SHA-256 of SHA-256(tag), SHA-256(tag) and
// msg, one after the other. tag and msg may have any length. Time depends on the lengths
// only.
func TaggedHash(tag, msg []byte) (h [32]byte) {
	t := tagged.Tag(sha256.Sum256(tag))
	t.Sum(&h, msg, nil)
	return h
}
