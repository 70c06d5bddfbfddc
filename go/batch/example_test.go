package batch_test

import (
	"crypto/sha256"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/schnorr"
)

// Verify many signatures in one call; one of them is of another digest.
func Example() {
	const rows = 3
	keys, digests, sigs := make([]secp256k1.PublicKey, rows), make([][]byte, rows), make([]ecdsa.Signature, rows)
	for i := range rows {
		key := secp256k1.GenerateSecretKey()
		digest := sha256.Sum256(fmt.Appendf(nil, "message %d", i))
		sig, err := ecdsa.Sign(key, digest[:])
		if err != nil {
			fmt.Println(err)
			return
		}
		keys[i], digests[i], sigs[i] = key.PublicKey(), digest[:], sig
	}
	digests[1] = digests[0]

	ok := make([]bool, rows)
	failed := batch.VerifyECDSA(ok, keys, digests, sigs, batch.Rules{})
	fmt.Println(ok, failed)
	// Output: [true false true] 1
}

// Rows that are good are found beside others that are not.
func ExampleVerifySchnorrEncoded() {
	const rows = 5
	var keys, msgs, sigs [rows][]byte
	for i := range rows {
		var key secp256k1.SecretKey
		key.Generate()
		x, _ := key.PublicKey().XOnly()
		keys[i], msgs[i] = x.Bytes(), fmt.Appendf(nil, "message %d", i)
		sig, err := schnorr.Sign(&key, msgs[i], nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		sigs[i] = sig.Bytes()
	}
	msgs[1] = []byte("another message")
	sigs[3] = sigs[3][:60]

	var ok [rows]bool
	failed := batch.VerifySchnorrEncoded(ok[:], keys[:], msgs[:], sigs[:])
	fmt.Println(ok, failed)
	// Output: [true false true false true] 2
}
