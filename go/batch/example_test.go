package batch_test

import (
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/schnorr"
)

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
