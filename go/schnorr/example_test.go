package schnorr_test

import (
	"crypto/rand"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/schnorr"
)

func Example() {
	key := secp256k1.GenerateSecretKey()
	defer key.Wipe()
	x, _ := key.PublicKey().XOnly()

	var aux [schnorr.AuxSize]byte
	rand.Read(aux[:])
	sig, err := schnorr.Sign(key, []byte("a message of any length"), aux[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(schnorr.Verify(&x, []byte("a message of any length"), &sig))
	fmt.Println(schnorr.Verify(&x, []byte("another message"), &sig))
	// Output:
	// true
	// false
}

// A key pair for many signatures.
func ExampleKeyPair() {
	var pair schnorr.KeyPair
	if err := pair.SetSecretKey(secp256k1.GenerateSecretKey()); err != nil {
		fmt.Println(err)
		return
	}
	defer pair.Wipe()
	pub := pair.PublicKey()

	for _, msg := range []string{"one", "two", "three"} {
		sig, err := pair.Sign([]byte(msg), nil)
		fmt.Println(schnorr.Verify(&pub, []byte(msg), &sig), err)
	}
	// Output:
	// true <nil>
	// true <nil>
	// true <nil>
}
