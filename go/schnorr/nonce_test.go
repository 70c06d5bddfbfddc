//go:build amd64 || arm64

package schnorr

import (
	"bytes"
	"crypto/sha256"
	"maps"
	"math/big"
	"slices"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct/registers"
	"koblitz.dev/secp256k1/internal/secrettest"
)

// Neither the nonce, nor t, nor the key stays in a register: what uses the nonce runs
// for long, within the call that clears them.
func TestNonceLeavesRegisters(t *testing.T) {
	secret, msg := sha256.Sum256([]byte("secret")), sha256.Sum256([]byte("message"))
	var key secp256k1.SecretKey
	var kp KeyPair
	if err := key.SetBytes(secret[:]); err != nil {
		t.Fatal(err)
	}
	if err := kp.SetSecretKey(&key); err != nil {
		t.Fatal(err)
	}
	nine := bytes.Repeat([]byte{9}, AuxSize)
	for name, c := range map[string]struct{ aux, hashed []byte }{"no aux": {nil, make([]byte, AuxSize)}, "aux": {nine, nine}} {
		var d, hashed [32]byte
		kp.d.PutBytes(&d)
		masked := TaggedHash([]byte("BIP0340/aux"), c.hashed)
		for i := range masked {
			masked[i] ^= d[i]
		}
		px := kp.pub.Bytes()
		hashed = TaggedHash([]byte("BIP0340/nonce"), slices.Concat(masked[:], px, msg[:]))
		needles := map[string][]byte{}
		for what, b := range map[string][32]byte{"d": d, "t": masked, "k'": hashed} {
			maps.Copy(needles, secrettest.Pieces(what, new(big.Int).SetBytes(b[:])))
		}
		var k group.SecretScalar
		for _, what := range registers.After(func() { kp.nonce(&k, msg[:], c.aux) }, needles) {
			t.Errorf("%s: %s", name, what)
		}
		var got [32]byte
		if k.PutBytes(&got); got != hashed {
			t.Errorf("%s: another nonce than the search is for", name)
		}
	}
}
