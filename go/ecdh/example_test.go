package ecdh_test

import (
	"bytes"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
)

func Example() {
	var alice, bob secp256k1.SecretKey
	alice.Generate()
	bob.Generate()
	alicePub := alice.PublicKey()
	bobPub := bob.PublicKey()

	a, err := ecdh.SharedSecret(&alice, &bobPub)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := ecdh.SharedSecret(&bob, &alicePub)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Equal(a, b), len(a))
	// Output: true 32
}

// With x-only keys both parties know each other's x alone.
func ExampleSharedXOnly() {
	var alice, bob secp256k1.SecretKey
	alice.Generate()
	bob.Generate()
	alicePub := alice.PublicKey()
	bobPub := bob.PublicKey()
	aliceX, _ := alicePub.XOnly()
	bobX, _ := bobPub.XOnly()

	a, _ := ecdh.SharedXOnly(&alice, &bobX)
	b, _ := ecdh.SharedXOnly(&bob, &aliceX)
	fmt.Println(bytes.Equal(a, b))
	// Output: true
}
