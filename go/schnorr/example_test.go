package schnorr_test

import (
	"crypto/rand"
	"fmt"

	"koblitz.dev/go/koblitz"
	"koblitz.dev/go/schnorr"
)

func Example() {
	var key koblitz.SecretKey
	key.Generate()
	pub := key.PublicKey()
	x, _ := pub.XOnly()

	var aux [schnorr.AuxSize]byte
	rand.Read(aux[:])
	sig, err := schnorr.Sign(&key, []byte("a message of any length"), aux[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(schnorr.Verify(&x, []byte("a message of any length"), sig))
	fmt.Println(schnorr.Verify(&x, []byte("another message"), sig))
	// Output:
	// true
	// false
}

// A key pair for many signatures, and one buffer for all of them.
func ExampleKeyPair() {
	var key koblitz.SecretKey
	key.Generate()
	var pair schnorr.KeyPair
	if err := pair.SetSecretKey(&key); err != nil {
		fmt.Println(err)
		return
	}
	defer pair.Wipe()
	pub := pair.PublicKey()

	buf := make([]byte, 0, schnorr.SignatureSize)
	for _, msg := range []string{"one", "two", "three"} {
		sig, err := pair.AppendSignature(buf, []byte(msg), nil)
		fmt.Println(schnorr.Verify(&pub, []byte(msg), sig), err)
	}
	// Output:
	// true <nil>
	// true <nil>
	// true <nil>
}
