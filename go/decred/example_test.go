package secp256k1_test

import (
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// The key 1 has the base point of SEC 2 for its public key.
func ExamplePrivKeyFromBytes() {
	key := secp256k1.PrivKeyFromBytes([]byte{1})
	defer key.Zero()
	pub := key.PubKey()
	fmt.Printf("%x\n", pub.SerializeCompressed())

	parsed, err := secp256k1.ParsePubKey(pub.SerializeUncompressed())
	fmt.Println(err, parsed.IsEqual(pub))
	_, err = secp256k1.ParsePubKey(make([]byte, 33))
	fmt.Println(err)
	// Output:
	// 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
	// <nil> true
	// invalid public key: unsupported format: 0
}

// Both holders of keys get the same secret.
func ExampleGenerateSharedSecret() {
	alice, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		fmt.Println(err)
		return
	}
	bob, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		fmt.Println(err)
		return
	}
	a := secp256k1.GenerateSharedSecret(alice, bob.PubKey())
	b := secp256k1.GenerateSharedSecret(bob, alice.PubKey())
	fmt.Println(string(a) == string(b))
	// Output: true
}

// Two multiples of the base point and their sum.
func ExampleAddNonConst() {
	var two, three, sum secp256k1.JacobianPoint
	secp256k1.ScalarBaseMultNonConst(new(secp256k1.ModNScalar).SetInt(2), &two)
	secp256k1.ScalarBaseMultNonConst(new(secp256k1.ModNScalar).SetInt(3), &three)
	secp256k1.AddNonConst(&two, &three, &sum)
	sum.ToAffine()
	pub := secp256k1.NewPublicKey(&sum.X, &sum.Y)
	fmt.Println(pub.IsEqual(secp256k1.PrivKeyFromBytes([]byte{5}).PubKey()))
	// Output: true
}
