package ecdsa_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

func newKey(t testing.TB, v *big.Int) (*secp256k1.SecretKey, secp256k1.PublicKey) {
	t.Helper()
	k := new(secp256k1.SecretKey)
	if err := k.SetBytes(bigcurve.Bytes(v)); err != nil {
		t.Fatal(err)
	}
	p := k.PublicKey()
	return k, p
}

// digests at the edges: values of 0, n and above are reduced.
func edgeDigests() [][]byte {
	list := [][]byte{
		make([]byte, 32), bytes.Repeat([]byte{0xff}, 32), bigcurve.Bytes(big.NewInt(1)),
		bigcurve.Bytes(bigcurve.N), bigcurve.Bytes(plus(bigcurve.N, 1)), bigcurve.Bytes(plus(bigcurve.N, -1)),
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 8 {
		b := make([]byte, 32)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		list = append(list, b)
	}
	return list
}

func TestSignVerifyRecover(t *testing.T) {
	_, stranger := newKey(t, big.NewInt(999))
	for _, d := range []*big.Int{big.NewInt(1), big.NewInt(2), plus(bigcurve.N, -1), new(big.Int).Rsh(bigcurve.N, 1)} {
		key, pub := newKey(t, d)
		negated, err := pub.Negate()
		if err != nil {
			t.Fatal(err)
		}
		for _, digest := range edgeDigests() {
			name := fmt.Sprintf("key %x, digest %x", d, digest)
			rec, err := ecdsa.SignRecoverable(key, digest)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			sig, err := ecdsa.Sign(key, digest)
			if err != nil || sig != rec.Signature() || sig.IsHighS() || sig.LowS() != sig {
				t.Errorf("%s: %x (%v)", name, sig.Compact(), err)
			}
			if again, err := ecdsa.SignExtra(key, digest, nil); err != nil || again != sig {
				t.Errorf("%s: another signature with nil data (%v)", name, err)
			}
			for range 2 {
				extra, err := ecdsa.SignExtra(key, digest, make([]byte, 32))
				if err != nil || extra == sig || !ecdsa.Verify(&pub, digest, &extra) {
					t.Errorf("%s: signed with data %x (%v)", name, extra.Compact(), err)
				}
			}
			if !ecdsa.Verify(&pub, digest, &sig) || !ecdsa.VerifyAnyS(&pub, digest, &sig) {
				t.Errorf("%s: refused", name)
			}
			got, err := ecdsa.Recover(digest, &rec)
			if err != nil || got != pub {
				t.Errorf("%s: recovers %x (%v)", name, got.Bytes(), err)
			}

			s := bigcurve.Int(sig.Compact()[32:])
			high, err := ecdsa.ParseRecoverable(compact(bigcurve.Int(sig.Compact()[:32]), s.Sub(bigcurve.N, s)), rec.ID()^1)
			if err != nil {
				t.Fatal(err)
			}
			highSig := high.Signature()
			if !highSig.IsHighS() || highSig.LowS() != sig {
				t.Errorf("%s: n - s is no high s", name)
			}
			if ecdsa.Verify(&pub, digest, &highSig) || !ecdsa.VerifyAnyS(&pub, digest, &highSig) {
				t.Errorf("%s: wrong verdict on a high s", name)
			}
			if got, err := ecdsa.Recover(digest, &high); err != nil || got != pub {
				t.Errorf("%s: recovers %x from the high s (%v)", name, got.Bytes(), err)
			}

			// A message of 0 mod n has the same signatures under both keys of one x.
			zero := new(big.Int).Mod(bigcurve.Int(digest), bigcurve.N).Sign() == 0
			if ecdsa.VerifyAnyS(&stranger, digest, &sig) || ecdsa.VerifyAnyS(&negated, digest, &sig) != zero {
				t.Errorf("%s: verifies under another key", name)
			}
			for bit := 0; bit < 256; bit += 37 {
				other := bytes.Clone(digest)
				other[bit/8] ^= 1 << (bit % 8)
				if ecdsa.VerifyAnyS(&pub, other, &sig) {
					t.Errorf("%s: verifies bit %d of the digest flipped", name, bit)
				}
				for half := range 2 {
					b := sig.Compact()
					b[32*half+bit/8] ^= 1 << (bit % 8)
					if bad, err := ecdsa.ParseCompact(b); err == nil && ecdsa.VerifyAnyS(&pub, digest, &bad) {
						t.Errorf("%s: verifies with bit %d of half %d flipped", name, bit, half)
					}
				}
			}
		}
	}
}

// R whose x is n or more: r = x - n, ids 2 and 3, and the second comparison of
// a verification.
func TestXAboveOrder(t *testing.T) {
	digest, s := bytes.Repeat([]byte{0x42}, 32), big.NewInt(77)
	found := 0
	for r := int64(1); r <= 40; r++ {
		for id := range 4 {
			rec, err := ecdsa.ParseRecoverable(compact(big.NewInt(r), s), id)
			if err != nil {
				t.Fatal(err)
			}
			pub, err := ecdsa.Recover(digest, &rec)
			x := big.NewInt(r)
			if id >= 2 {
				x.Add(x, bigcurve.N)
			}
			if want := onCurve(x); (err == nil) != want || (err != nil && err != ecdsa.ErrRecover) {
				t.Errorf("r = %d, id %d: %v, want a key %v", r, id, err, want)
			}
			if err != nil {
				continue
			}
			if id >= 2 {
				found++
			}
			sig := rec.Signature()
			if !ecdsa.Verify(&pub, digest, &sig) {
				t.Errorf("r = %d, id %d: the recovered key does not verify", r, id)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d keys recovered from an x above n", found)
	}
	// r = p - n and above leave no x below p.
	for d := int64(0); d < 3; d++ {
		rec, err := ecdsa.ParseRecoverable(compact(plus(new(big.Int).Sub(bigcurve.P, bigcurve.N), d), s), 2)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ecdsa.Recover(digest, &rec); err != ecdsa.ErrRecover {
			t.Errorf("r = p - n + %d: %v", d, err)
		}
	}
}

func onCurve(x *big.Int) bool {
	v := new(big.Int).Exp(x, big.NewInt(3), bigcurve.P)
	return big.Jacobi(v.Add(v, big.NewInt(7)), bigcurve.P) == 1
}

// sR = mG, so that the recovered key would be infinity; and R at infinity in a
// verification.
func TestInfinity(t *testing.T) {
	r := new(big.Int).Mod(bigcurve.G.X, bigcurve.N)
	digest := bigcurve.Bytes(big.NewInt(1234))
	rec, err := ecdsa.ParseRecoverable(compact(r, big.NewInt(1234)), int(bigcurve.G.Y.Bit(0)))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := ecdsa.Recover(digest, &rec); err != ecdsa.ErrRecover || p.IsValid() {
		t.Errorf("recovers %x (%v)", p.Bytes(), err)
	}
	// u1 + u2 d = 0 for m = -r d.
	d := big.NewInt(5)
	_, pub := newKey(t, d)
	m := new(big.Int).Mul(r, d)
	m.Mod(m.Neg(m), bigcurve.N)
	sig := rec.Signature()
	if ecdsa.VerifyAnyS(&pub, bigcurve.Bytes(m), &sig) {
		t.Error("verifies with R at infinity")
	}
}

func TestBadArguments(t *testing.T) {
	key, pub := newKey(t, big.NewInt(3))
	digest := make([]byte, 32)
	rec, err := ecdsa.SignRecoverable(key, digest)
	if err != nil {
		t.Fatal(err)
	}
	sig := rec.Signature()
	var noKey secp256k1.SecretKey
	var noPub secp256k1.PublicKey
	var noSig ecdsa.Signature
	var noRec ecdsa.RecoverableSignature

	signing := []struct {
		key           *secp256k1.SecretKey
		digest, extra []byte
		want          error
	}{
		{nil, digest, nil, secp256k1.ErrSecretKey}, {&noKey, digest, nil, secp256k1.ErrSecretKey},
		{key, nil, nil, ecdsa.ErrDigest}, {key, digest[:31], nil, ecdsa.ErrDigest}, {key, make([]byte, 64), nil, ecdsa.ErrDigest},
		{key, digest, []byte{}, ecdsa.ErrExtra}, {key, digest, digest[:31], ecdsa.ErrExtra}, {key, digest, make([]byte, 33), ecdsa.ErrExtra},
	}
	for i, test := range signing {
		if sig, err := ecdsa.SignExtra(test.key, test.digest, test.extra); !errors.Is(err, test.want) || sig != noSig {
			t.Errorf("signing, row %d: %x (%v), want %v", i, sig.Compact(), err, test.want)
		}
		if test.extra == nil {
			if rec, err := ecdsa.SignRecoverable(test.key, test.digest); !errors.Is(err, test.want) || rec != noRec {
				t.Errorf("signing recoverably, row %d: %v, want %v", i, err, test.want)
			}
		}
	}
	for i, f := range []func() bool{
		func() bool { return ecdsa.VerifyAnyS(nil, digest, &sig) },
		func() bool { return ecdsa.VerifyAnyS(&noPub, digest, &sig) },
		func() bool { return ecdsa.VerifyAnyS(&pub, nil, &sig) },
		func() bool { return ecdsa.VerifyAnyS(&pub, digest[:31], &sig) },
		func() bool { return ecdsa.VerifyAnyS(&pub, make([]byte, 33), &sig) },
		func() bool { return ecdsa.VerifyAnyS(&pub, digest, nil) },
		func() bool { return ecdsa.VerifyAnyS(&pub, digest, &noSig) },
		func() bool { return ecdsa.Verify(&pub, digest, nil) },
		func() bool { return ecdsa.Verify(&pub, digest, &noSig) },
	} {
		if f() {
			t.Errorf("verifying, row %d: true", i)
		}
	}
	for i, test := range []struct {
		digest []byte
		sig    *ecdsa.RecoverableSignature
		want   error
	}{
		{digest, nil, ecdsa.ErrSignature}, {digest, &noRec, ecdsa.ErrSignature},
		{nil, &rec, ecdsa.ErrDigest}, {make([]byte, 33), &rec, ecdsa.ErrDigest},
	} {
		if p, err := ecdsa.Recover(test.digest, test.sig); !errors.Is(err, test.want) || p.IsValid() {
			t.Errorf("recovering, row %d: %v, want %v", i, err, test.want)
		}
	}
	if noSig.IsValid() || noSig.IsHighS() || noSig.LowS() != noSig || noRec.IsValid() || noRec.ID() != 0 || noRec.Signature() != noSig {
		t.Error("the zero value counts as a signature")
	}
	for name, f := range map[string]func(){
		"DER": func() { noSig.DER() }, "AppendDER": func() { noSig.AppendDER(nil) },
		"Compact": func() { noSig.Compact() }, "AppendCompact": func() { noSig.AppendCompact(nil) },
		"recoverable Compact": func() { noRec.Compact() }, "recoverable AppendCompact": func() { noRec.AppendCompact(nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of no signature does not panic", name)
				}
			}()
			f()
		}()
	}
	start := []byte("start")
	for name, pair := range map[string][2][]byte{
		"DER":                 {sig.AppendDER(start), sig.DER()},
		"compact":             {sig.AppendCompact(start), sig.Compact()},
		"compact recoverable": {rec.AppendCompact(start), rec.Compact()},
	} {
		if !bytes.Equal(pair[0], append(bytes.Clone(start), pair[1]...)) {
			t.Errorf("%s appends %x", name, pair[0])
		}
	}
}
