package ecdsa_test

import (
	"crypto/sha256"
	"fmt"

	"koblitz.dev/go/ecdsa"
	"koblitz.dev/go/koblitz"
)

func Example() {
	var key koblitz.SecretKey
	key.Generate()
	pub := key.PublicKey()
	digest := sha256.Sum256([]byte("message"))

	sig, err := ecdsa.Sign(&key, digest[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ecdsa.Verify(&pub, digest[:], &sig))
	// Output: true
}

// The key 1 signs, as RFC 6979 says, the same way everywhere.
func ExampleSign() {
	var key koblitz.SecretKey
	if err := key.SetBytes(append(make([]byte, 31), 1)); err != nil {
		fmt.Println(err)
		return
	}
	digest := sha256.Sum256([]byte("Satoshi Nakamoto"))
	sig, err := ecdsa.Sign(&key, digest[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%x\n", sig.DER())
	// Output:
	// 3045022100934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d802202442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5
}

// A signature from a signer that does not care about the lower s.
func ExampleVerifyAnyS() {
	var key koblitz.SecretKey
	key.Generate()
	pub := key.PublicKey()
	digest := sha256.Sum256([]byte("message"))
	sig, _ := ecdsa.Sign(&key, digest[:])

	// n - s, computed as the negative of a key.
	compact := sig.Compact()
	var s koblitz.SecretKey
	_ = s.SetBytes(compact[32:])
	_ = s.Negate()
	high, _ := ecdsa.ParseCompact(s.AppendBytes(compact[:32]))

	fmt.Println(ecdsa.Verify(&pub, digest[:], &high))
	fmt.Println(ecdsa.VerifyAnyS(&pub, digest[:], &high))
	low := high.LowS()
	fmt.Println(ecdsa.Verify(&pub, digest[:], &low))
	// Output:
	// false
	// true
	// true
}

func ExampleParseDER() {
	_, err := ecdsa.ParseDER([]byte{0x30, 6, 2, 1, 1, 2, 1, 0})
	fmt.Println(err)
	// Output: ecdsa: invalid signature: r or s not in [1, n-1]
}

func ExampleRecover() {
	var key koblitz.SecretKey
	key.Generate()
	pub := key.PublicKey()
	digest := sha256.Sum256([]byte("message"))

	sig, err := ecdsa.SignRecoverable(&key, digest[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	received, err := ecdsa.ParseRecoverable(sig.Compact(), sig.ID())
	if err != nil {
		fmt.Println(err)
		return
	}
	recovered, err := ecdsa.Recover(digest[:], &received)
	fmt.Println(recovered == pub, err)
	// Output: true <nil>
}
