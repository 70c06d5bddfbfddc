package secp256k1_test

import (
	"crypto"
	"crypto/sha256"
	"errors"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
)

// Sign and verify.
func Example() {
	key := secp256k1.GenerateSecretKey()
	defer key.Wipe()
	digest := sha256.Sum256([]byte("a message"))
	sig, err := ecdsa.Sign(key, digest[:])
	if err != nil {
		fmt.Println(err)
		return
	}

	// What is sent: bytes, which the receiver parses.
	encodedKey, encodedSig := key.PublicKey().Bytes(), sig.DER()
	pub, err := secp256k1.ParsePublicKey(encodedKey)
	if err != nil {
		fmt.Println(err)
		return
	}
	received, err := ecdsa.ParseDER(encodedSig)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ecdsa.Verify(&pub, digest[:], &received))
	// Output: true
}

// A secret key from its bytes, and its public key in each form.
func ExampleParseSecretKey() {
	b := make([]byte, secp256k1.SecretKeySize)
	b[31] = 2

	key, err := secp256k1.ParseSecretKey(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer key.Wipe()
	pub := key.PublicKey()
	fmt.Printf("%x\n", pub.Bytes())
	x, odd := pub.XOnly()
	fmt.Printf("%x %v\n", x.Bytes(), odd)
	// Output:
	// 02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5
	// c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5 false
}

func ExampleSecretKey_Generate() {
	var key secp256k1.SecretKey
	key.Generate()
	fmt.Println(key.IsValid(), len(key.Bytes()))
	key.Wipe()
	fmt.Println(key.IsValid())
	// Output:
	// true 32
	// false
}

func ExampleParsePublicKey() {
	_, err := secp256k1.ParsePublicKey(make([]byte, 33))
	fmt.Println(errors.Is(err, secp256k1.ErrPublicKey))
	fmt.Println(err)
	// Output:
	// true
	// secp256k1: invalid public key: wrong prefix
}

// Derivation of a child key on both sides: the holder of the secret key and
// the holder of the public key alone get a pair that belongs together.
func ExamplePublicKey_TweakAdd() {
	var key secp256k1.SecretKey
	key.Generate()
	pub := key.PublicKey()
	tweak := make([]byte, 32)
	tweak[0] = 7

	child, err := pub.TweakAdd(tweak)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := key.TweakAdd(tweak); err != nil {
		fmt.Println(err)
		return
	}
	own := key.PublicKey()
	fmt.Println(own == child)
	// Output: true
}

// A Taproot output key commits to a tweak (BIP-341).
func ExampleXOnlyPublicKey_TweakAddCheck() {
	var key secp256k1.SecretKey
	key.Generate()
	pub := key.PublicKey()
	internal, _ := pub.XOnly()
	tweak := make([]byte, 32)
	tweak[31] = 1

	point, err := internal.TweakAdd(tweak)
	if err != nil {
		fmt.Println(err)
		return
	}
	output, odd := point.XOnly()
	fmt.Println(internal.TweakAddCheck(output.Bytes(), odd, tweak))
	// Output: true
}

func ExampleCombine() {
	var a, b secp256k1.SecretKey
	a.Generate()
	b.Generate()
	pubA := a.PublicKey()
	pubB := b.PublicKey()
	sum, err := secp256k1.Combine(pubA, pubB)
	fmt.Println(sum.IsValid(), err)

	negA, _ := pubA.Negate()
	_, err = secp256k1.Combine(pubA, negA)
	fmt.Println(err)
	// Output:
	// true <nil>
	// secp256k1: result is the point at infinity
}

// A key for a program that takes a crypto.Signer.
func ExampleSecretKey_Sign() {
	var key secp256k1.SecretKey
	if err := key.SetBytes(append(make([]byte, 31), 1)); err != nil {
		fmt.Println(err)
		return
	}
	var signer crypto.Signer = &key
	digest := sha256.Sum256([]byte("Satoshi Nakamoto"))
	der, err := signer.Sign(nil, digest[:], crypto.SHA256)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%x\n", der)
	// Output:
	// 3045022100934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d802202442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5
}
