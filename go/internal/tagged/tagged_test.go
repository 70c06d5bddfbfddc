package tagged

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"errors"
	"hash"
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
	for _, split := range []int{0, 1, 63, 64, 65, 300} {
		var got [32]byte
		Nonce.Sum(&got, msg[:split], msg[split:])
		want := sha256.Sum256(append(append(append([]byte{}, Nonce[:]...), Nonce[:]...), msg...))
		if got != want {
			t.Errorf("split at %d: %x, want %x", split, got, want)
		}
	}
}

// A fickle hash is SHA-256 whose state, all that was written, can be saved, and
// restored some times.
type fickle struct {
	hash.Hash
	state    []byte
	saves    bool
	restores int
}

func (f *fickle) Write(b []byte) (int, error) {
	f.state = append(f.state, b...)
	return f.Hash.Write(b)
}

func (f *fickle) Reset() {
	f.state = nil
	f.Hash.Reset()
}

func (f *fickle) MarshalBinary() ([]byte, error) {
	if !f.saves {
		return nil, errors.ErrUnsupported
	}
	return bytes.Clone(f.state), nil
}

func (f *fickle) UnmarshalBinary(b []byte) error {
	if f.restores--; f.restores < 0 {
		return errors.ErrUnsupported
	}
	f.Reset()
	_, err := f.Write(b)
	return err
}

// TestHasher takes hashes as toolchains on a system's library have them too.
func TestHasher(t *testing.T) {
	type alone struct{ hash.Hash }
	type marshaler struct {
		hash.Hash
		encoding.BinaryMarshaler
	}
	saving := &fickle{sha256.New(), nil, true, 100}
	msg := make([]byte, 300)
	for i := range msg {
		msg[i] = byte(i)
	}
	for name, hasher := range map[string]Hasher{
		"as it is":                   Nonce.Hasher(),
		"saves and restores":         Nonce.hasher(&fickle{sha256.New(), nil, true, 100}),
		"without state":              Nonce.hasher(alone{sha256.New()}),
		"saves, does not restore":    Nonce.hasher(marshaler{saving, saving}),
		"refuses to save":            Nonce.hasher(&fickle{sha256.New(), nil, false, 100}),
		"refuses to restore":         Nonce.hasher(&fickle{sha256.New(), nil, true, 0}),
		"refuses to restore at last": Nonce.hasher(&fickle{sha256.New(), nil, true, 3}),
	} {
		if hasher.IsZero() {
			t.Errorf("%s: zero", name)
		}
		for _, n := range []int{0, 1, 63, 64, 65, 300} {
			var got, want [32]byte
			hasher.Sum(&got, msg[:n])
			if Nonce.Sum(&want, msg[:n], nil); got != want {
				t.Errorf("%s, %d bytes: %x, want %x", name, n, got, want)
			}
		}
	}
}
