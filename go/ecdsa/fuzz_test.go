package ecdsa_test

import (
	"bytes"
	"encoding/asn1"
	"errors"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

func inRange(v *big.Int) bool { return v.Sign() > 0 && v.Cmp(bigcurve.N) < 0 }

// ParseDER takes what encoding/asn1 takes and gives back byte for byte, with r
// and s in range.
func FuzzParseDER(f *testing.F) {
	good := sequence(integer([]byte{1}), integer(append([]byte{0}, bytes.Repeat([]byte{0xaa}, 32)...)))
	f.Add(good)
	f.Add(append(bytes.Clone(good), 0))
	f.Add(sequence(integer([]byte{0, 1}), integer([]byte{2})))
	f.Add(sequence(integer(minimal(bigcurve.N)), integer([]byte{2})))
	f.Add([]byte{0x30, 0x80, 2, 1, 1, 2, 1, 1, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		before := bytes.Clone(b)
		sig, err := ecdsa.ParseDER(b)
		if !bytes.Equal(b, before) {
			t.Fatal("input changed")
		}
		var want struct{ R, S *big.Int }
		_, wantErr := asn1.Unmarshal(b, &want)
		ok := wantErr == nil && inRange(want.R) && inRange(want.S)
		if ok {
			again, err := asn1.Marshal(want)
			ok = err == nil && bytes.Equal(again, b)
		}
		if (err == nil) != ok || (err != nil && !errors.Is(err, ecdsa.ErrSignature)) {
			t.Fatalf("%x: %v, encoding/asn1 says %v (%v)", b, err, ok, wantErr)
		}
		if ok && (!bytes.Equal(sig.DER(), b) || !bytes.Equal(sig.Compact(), compact(want.R, want.S))) {
			t.Fatalf("%x becomes %x, %x", b, sig.DER(), sig.Compact())
		}
	})
}

func FuzzParseCompact(f *testing.F) {
	f.Add(compact(big.NewInt(1), plus(bigcurve.N, -1)), 0)
	f.Add(compact(bigcurve.N, big.NewInt(1)), 3)
	f.Add(make([]byte, 63), 4)
	f.Fuzz(func(t *testing.T, b []byte, id int) {
		ok := len(b) == 64 && inRange(bigcurve.Int(b[:32])) && inRange(bigcurve.Int(b[32:]))
		sig, err := ecdsa.ParseCompact(b)
		if (err == nil) != ok || (ok && !bytes.Equal(sig.Compact(), b)) {
			t.Fatalf("%x: %x (%v)", b, sig.Compact(), err)
		}
		rec, err := ecdsa.ParseRecoverable(b, id)
		ok = ok && id >= 0 && id <= 3
		if (err == nil) != ok || (ok && (!bytes.Equal(rec.Compact(), b) || rec.ID() != id || rec.Signature() != sig)) {
			t.Fatalf("%x, %d: %x, %d (%v)", b, id, rec.Compact(), rec.ID(), err)
		}
		if !ok {
			return
		}
		digest := b[:32]
		pub, err := ecdsa.Recover(digest, &rec)
		if err == nil && !ecdsa.VerifyAnyS(&pub, digest, &sig) {
			t.Fatalf("%x, %d: the recovered key does not verify", b, id)
		}
	})
}
