package ecdsa_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
)

func Example() {
	var key secp256k1.SecretKey
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
	var key secp256k1.SecretKey
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
	var key secp256k1.SecretKey
	key.Generate()
	pub := key.PublicKey()
	digest := sha256.Sum256([]byte("message"))
	sig, _ := ecdsa.Sign(&key, digest[:])

	// n - s, computed as the negative of a key.
	compact := sig.Compact()
	var s secp256k1.SecretKey
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
	var key secp256k1.SecretKey
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

// What an Ethereum node does with signatures of hashes: the first is of
// go-ethereum's tests, and so is the key.
func ExampleParseRSV() {
	digest, _ := hex.DecodeString("ce0677bb30baa8cf067c88db9811f4333d131bf8bcf12fe7065d211dce971008")
	sig, _ := hex.DecodeString("90f27b8b488db00b00606796d2987f6a5f59ae62ea05effe84fef5b8b0e54998" +
		"4a691139ad57a3f0b906637673aa2f63d1f55cb1a69199d4009eea23ceaddc9301")
	v27 := bytes.Clone(sig)
	v27[64] += 27 // as in a message
	v4 := bytes.Clone(sig)
	v4[64] = 4

	for _, s := range [][]byte{sig, v27, v4, sig[:64], make([]byte, 65)} {
		parsed, err := ecdsa.ParseRSV(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		pub, err := ecdsa.Recover(digest, &parsed)
		if err != nil {
			fmt.Println(err)
			continue
		}
		// The address is the last 20 bytes of Keccak-256 of the 64 behind the 4.
		fmt.Printf("%x\n", pub.Bytes())
	}
	// Output:
	// 02e32df42865e97135acfb65f3bae71bdc86f4d49150ad6a440b6f15878109880a
	// 02e32df42865e97135acfb65f3bae71bdc86f4d49150ad6a440b6f15878109880a
	// ecdsa: invalid signature: v not in [0, 3] or [27, 30]
	// ecdsa: invalid signature: malformed encoding
	// ecdsa: invalid signature: r or s not in [1, n-1]
}
