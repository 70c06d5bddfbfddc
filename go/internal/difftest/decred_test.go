package difftest

import (
	"bytes"
	"testing"

	decred "github.com/decred/dcrd/dcrec/secp256k1/v4"
	decdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

// Left out: secret keys out of range, which decred reduces, and signing of
// digests of n or more, which its nonces take as they are where RFC 6979, as
// libsecp256k1, reduces them.
func TestDecred(t *testing.T) {
	s := newSource(2)
	signed := 0
	for range rounds / 3 {
		sec, digest := s.number(), s.number()
		var key secp256k1.SecretKey
		if key.SetBytes(sec) != nil {
			continue
		}
		pub := key.PublicKey()
		theirs := decred.PrivKeyFromBytes(sec)
		if want := theirs.PubKey().SerializeUncompressed(); !bytes.Equal(pub.Uncompressed(), want) {
			t.Errorf("public key of %x: %x, decred %x", sec, pub.Uncompressed(), want)
		}
		rec, err := ecdsa.SignRecoverable(&key, digest)
		if err != nil {
			t.Fatal(err)
		}
		sig := rec.Signature()
		if bigcurve.Int(digest).Cmp(bigcurve.N) < 0 {
			signed++
			want := decdsa.SignCompact(theirs, digest, false)
			if got := append([]byte{byte(27 + rec.ID())}, rec.Compact()...); !bytes.Equal(got, want) {
				t.Errorf("signature of %x by %x: %x, decred %x", digest, sec, got, want)
			}
			if want := decdsa.Sign(theirs, digest).Serialize(); !bytes.Equal(sig.DER(), want) {
				t.Errorf("DER of %x by %x: %x, decred %x", digest, sec, sig.DER(), want)
			}
		}

		compact := rec.Compact()
		if s.IntN(2) == 0 {
			compact[s.IntN(64)] ^= 1 << s.IntN(8)
		}
		if s.IntN(4) == 0 {
			copy(compact, make([]byte, 31))
		}
		sig, err = ecdsa.ParseCompact(compact)
		var r, ss decred.ModNScalar
		if r.SetByteSlice(compact[:32]) || ss.SetByteSlice(compact[32:]) || r.IsZero() || ss.IsZero() {
			if err == nil {
				t.Errorf("%x is accepted", compact)
			}
			continue
		}
		wantOK := decdsa.NewSignature(&r, &ss).Verify(digest, theirs.PubKey())
		if got := ecdsa.VerifyAnyS(&pub, digest, &sig); got != wantOK || err != nil {
			t.Errorf("verification of %x, %x, %x: %v (%v), decred %v", sec, digest, compact, got, err, wantOK)
		}
		for id := range 4 {
			rec, err := ecdsa.ParseRecoverable(compact, id)
			if err != nil {
				t.Fatal(err)
			}
			got, err := ecdsa.Recover(digest, &rec)
			want, _, wantErr := decdsa.RecoverCompact(append([]byte{byte(27 + id)}, compact...), digest)
			if (err == nil) != (wantErr == nil) || (err == nil && !bytes.Equal(got.Uncompressed(), want.SerializeUncompressed())) {
				t.Errorf("recovery from %x, %x, %d: %x (%v), decred %v", digest, compact, id, got.Bytes(), err, wantErr)
			}
		}
		other := decred.PrivKeyFromBytes(append(make([]byte, 31), 9))
		peer, err := secp256k1.ParsePublicKey(other.PubKey().SerializeCompressed())
		if err != nil {
			t.Fatal(err)
		}
		shared, err := ecdh.SharedX(&key, &peer)
		if want := decred.GenerateSharedSecret(theirs, other.PubKey()); err != nil || !bytes.Equal(shared, want) {
			t.Errorf("shared x of %x: %x (%v), decred %x", sec, shared, err, want)
		}

		b := s.spoil(append([]byte{byte(2 + s.IntN(2))}, s.number()...))
		if s.IntN(2) == 0 {
			b = s.spoil(pub.Uncompressed())
		}
		parsed, err := secp256k1.ParsePublicKey(b)
		p, wantErr := decred.ParsePubKey(b)
		if (err == nil) != (wantErr == nil) || (err == nil && !bytes.Equal(parsed.Uncompressed(), p.SerializeUncompressed())) {
			t.Errorf("parsed %x: %v, decred %v", b, err, wantErr)
		}
		b = s.spoil(s.spoil(sig.DER()))
		parsedSig, err := ecdsa.ParseDER(b)
		q, wantErr := decdsa.ParseDERSignature(b)
		low := parsedSig.LowS() // decred serializes the lower s
		if (err == nil) != (wantErr == nil) || (err == nil && !bytes.Equal(low.DER(), q.Serialize())) {
			t.Errorf("parsed %x: %v, decred %v", b, err, wantErr)
		}
	}
	if signed < rounds/6 {
		t.Errorf("only %d signatures compared", signed)
	}
}
