package schnorr

import (
	"crypto/sha256"

	"koblitz.dev/go/internal/tagged"
)

// TaggedHash returns BIP-340's tagged hash of msg: SHA-256 of SHA-256(tag),
// SHA-256(tag) and msg, one after the other. Both may have any length. Time
// depends on the lengths alone.
func TaggedHash(tag, msg []byte) (h [32]byte) {
	t := tagged.Tag(sha256.Sum256(tag))
	t.Sum(&h, msg, nil)
	return h
}
