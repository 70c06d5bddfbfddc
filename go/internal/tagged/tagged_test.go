package tagged

import (
	"crypto/sha256"
	"testing"
)

func TestConstants(t *testing.T) {
	for name, tag := range map[string]*Tag{
		"BIP0340/aux": &Aux, "BIP0340/nonce": &Nonce, "BIP0340/challenge": &Challenge, "koblitz/batch seed": &BatchSeed,
		"koblitz/batch randomizers": &BatchRandomizers,
	} {
		if want := sha256.Sum256([]byte(name)); *tag != want {
			t.Errorf("%s: %x, want %x", name, *tag, want)
		}
	}
	var sum [32]byte
	if Aux.Sum(&sum, make([]byte, 32), nil); sum != MaskOfZeros {
		t.Errorf("mask of zeros %x, want %x", MaskOfZeros, sum)
	}
}

func TestSum(t *testing.T) {
	msg := make([]byte, 300)
	for i := range msg {
		msg[i] = byte(i)
	}
	hasher := Nonce.Hasher()
	for _, split := range []int{0, 1, 63, 64, 65, 300} {
		var got [32]byte
		Nonce.Sum(&got, msg[:split], msg[split:])
		want := sha256.Sum256(append(append(append([]byte{}, Nonce[:]...), Nonce[:]...), msg...))
		if got != want {
			t.Errorf("split at %d: %x, want %x", split, got, want)
		}
		hasher.Sum(&got, msg[:split])
		var alone [32]byte
		if Nonce.Sum(&alone, msg[:split], nil); got != alone {
			t.Errorf("%d bytes by a Hasher: %x, want %x", split, got, alone)
		}
	}
}
