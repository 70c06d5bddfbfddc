package secp256k1

import (
	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/internal/padded"
)

// NonceRFC6979 returns the nonce of RFC 6979 for a private key and a hash of up
// to 32 bytes, longer ones being cut: the one after extraIterations others. The
// hash is not reduced modulo the order. extra counts if it has 32 bytes, version
// if it has 16; a version alone follows 32 zeros.
func NonceRFC6979(privKey []byte, hash []byte, extra []byte, version []byte, extraIterations uint32) *ModNScalar {
	k := new(ModNScalar)
	group.Wiped(func() {
		var key, digest [32]byte
		var data [48]byte
		padded.Put(&key, privKey)
		padded.Put(&digest, hash)
		n := 0
		if len(extra) == 32 {
			n = copy(data[:], extra)
		}
		if len(version) == 16 {
			n = 32 + copy(data[32:], version)
		}
		var nonces group.NonceGenerator
		var nonce group.SecretScalar
		nonces.Init(&key, &digest, data[:n])
		nonces.Next(&nonce)
		for range extraIterations {
			nonces.Next(&nonce)
		}
		k.set(&nonce)
	})
	return k
}
