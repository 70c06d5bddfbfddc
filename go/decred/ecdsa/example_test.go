package ecdsa_test

import (
	"crypto/sha256"
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// The key 1 signs, as RFC 6979 says, the same way everywhere.
func Example() {
	key := secp256k1.PrivKeyFromBytes([]byte{1})
	hash := sha256.Sum256([]byte("Satoshi Nakamoto"))
	sig := ecdsa.Sign(key, hash[:])
	fmt.Printf("%x\n", sig.Serialize())

	parsed, err := ecdsa.ParseDERSignature(sig.Serialize())
	fmt.Println(err, parsed.Verify(hash[:], key.PubKey()))

	compact := ecdsa.SignCompact(key, hash[:], true)
	pub, compressed, err := ecdsa.RecoverCompact(compact, hash[:])
	fmt.Println(pub.IsEqual(key.PubKey()), compressed, err)
	// Output:
	// 3045022100934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d802202442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5
	// <nil> true
	// true true <nil>
}
