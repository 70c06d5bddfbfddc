// Package clients tests Go programs that use Decred's secp256k1/v4: see clients.sh.
package clients_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/ethereum/go-ethereum/crypto"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
)

// Keys pass to go-ethereum and back as bytes. Built without cgo, go-ethereum only
// signs with keys whose curve is its own value.
func Example_goEthereum() {
	digest := sha256.Sum256([]byte("a message"))
	var key, back secp256k1.SecretKey
	if err := key.SetBytes(bytes.Repeat([]byte{7}, secp256k1.SecretKeySize)); err != nil {
		fmt.Println(err)
	}

	standard, err := ecdsa.StandardSecretKey(&key)
	if err != nil {
		fmt.Println(err)
	}
	_, err = crypto.Sign(digest[:], standard)
	fmt.Println(err)

	private, err := crypto.ToECDSA(key.Bytes())
	if err != nil {
		fmt.Println(err)
	}
	theirs, err := crypto.Sign(digest[:], private)
	fmt.Println(err)

	err = back.SetBytes(crypto.FromECDSA(private))
	fmt.Println(back.Equal(&key), err)
	converted, err := ecdsa.FromStandardSecretKey(private)
	fmt.Println(converted.Equal(&key), err)
	ours, err := ecdsa.SignRecoverable(&back, digest[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Equal(ours.RSV(), theirs))

	public, err := crypto.UnmarshalPubkey(key.PublicKey().Uncompressed())
	if err != nil {
		fmt.Println(err)
	}
	pub, err := secp256k1.ParsePublicKey(crypto.FromECDSAPub(public))
	fmt.Println(pub == key.PublicKey(), err)
	// Output:
	// private key curve is not secp256k1
	// <nil>
	// true <nil>
	// true <nil>
	// true
	// true <nil>
}
