package signer_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"koblitz.dev/secp256k1/nostr/signer"
)

func ExampleKey() {
	var s signer.Signer = signer.New()
	if err := s.Generate(); err != nil {
		fmt.Println(err)
		return
	}
	defer s.Zero()
	id := sha256.Sum256([]byte("a serialized event"))
	sig, err := s.Sign(id[:])
	if err != nil {
		fmt.Println(err)
		return
	}

	var v signer.Signer = signer.New()
	if err := v.InitPub(s.Pub()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Verify(id[:], sig))
	// Output: true <nil>
}

// A search for a public key that starts with a zero nibble.
func ExampleKeyGenerator() {
	var g signer.Generator = signer.NewGenerator()
	for {
		pub33, err := g.Generate()
		if err != nil {
			fmt.Println(err)
			return
		}
		if pub33[1] < 0x10 {
			if pub33[0] == 3 {
				g.Negate()
			}
			break
		}
	}
	sec, pub := g.KeyPairBytes()
	s := signer.New()
	if err := s.InitSec(sec); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Equal(s.Pub(), pub), pub[0] < 0x10)
	// Output: true true
}
