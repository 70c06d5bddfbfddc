package difftest

import (
	"bytes"
	"os"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/libsecp"
	"koblitz.dev/secp256k1/nostr/signer"
	"koblitz.dev/secp256k1/schnorr"
)

const rounds = 1500

// libraries are those that the environment names.
var libraries = []struct{ variable, prefix, command string }{
	{"KOBLITZ_TEST_ENGINE", "", "make engine"},
	{"KOBLITZ_TEST_LIBSECP256K1", "rustsecp256k1_v0_14_", "make -C lab/anchors OUT=$PWD/build/anchors libsecp256k1-0.8.0"},
}

// A checker compares one answer of each side.
type checker struct {
	*testing.T
	lib *libsecp.Library
	source
	calls int
}

// same checks that both sides gave the same bytes, or both refused.
func (c *checker) same(what string, got []byte, err error, want []byte, wantErr error, inputs ...[]byte) {
	c.Helper()
	c.calls++
	if (err == nil) != (wantErr == nil) || (err == nil && !bytes.Equal(got, want)) {
		c.Errorf("%s of %x: %x (%v), the library %x (%v)", what, inputs, got, err, want, wantErr)
	}
}

// sameEncoding is same for a value that has an encoding only without an error.
func (c *checker) sameEncoding(what string, got func() []byte, err error, want []byte, wantErr error, inputs ...[]byte) {
	c.Helper()
	var b []byte
	if err == nil {
		b = got()
	}
	c.same(what, b, err, want, wantErr, inputs...)
}

func (c *checker) verdict(what string, got bool, want bool, inputs ...[]byte) {
	c.Helper()
	c.calls++
	if got != want {
		c.Errorf("%s of %x: %v, the library %v", what, inputs, got, want)
	}
}

func TestLibraries(t *testing.T) {
	for _, l := range libraries {
		t.Run(l.variable, func(t *testing.T) {
			path := os.Getenv(l.variable)
			if path == "" {
				t.Skipf("SKIPPED differential test with $%s: %s, then set it to the library's absolute path", l.variable, l.command)
			}
			lib, err := libsecp.Open(path, l.prefix)
			if err != nil {
				t.Fatal(err)
			}
			for kind := range cpu.Kinds {
				t.Run(kind, func(t *testing.T) {
					c := &checker{T: t, lib: lib, source: newSource(1)}
					for range rounds {
						c.keys()
						c.ecdsa()
						c.schnorr()
						c.encodings()
					}
					c.signers()
					t.Logf("%d comparisons", c.calls)
				})
			}
		})
	}
}

func (c *checker) keys() {
	sec, tweak := c.number(), c.number()
	var key secp256k1.SecretKey
	err := key.SetBytes(sec)
	c.same("secret key", nil, err, nil, c.lib.CheckSecretKey(sec), sec)
	pub := key.PublicKey()
	want, wantErr := c.lib.PublicKey(sec)
	c.sameEncoding("public key", pub.Bytes, err, want, wantErr, sec)

	negated := key
	err = negated.Negate()
	want, wantErr = c.lib.NegateSecretKey(sec)
	c.sameEncoding("negated secret key", negated.Bytes, err, want, wantErr, sec)
	if c.IntN(4) == 0 {
		opposite := sec
		if err == nil {
			opposite = negated.Bytes()
		}
		tweak = c.pick(1, sec, opposite)
	}
	if len(tweak) != 32 {
		return // no key to negate
	}
	tweaked := key
	err = tweaked.TweakAdd(tweak)
	want, wantErr = c.lib.TweakAddSecretKey(sec, tweak)
	c.sameEncoding("tweaked secret key", tweaked.Bytes, err, want, wantErr, sec, tweak)
	if !pub.IsValid() {
		return
	}
	full := pub.Uncompressed()
	p, err := pub.TweakAdd(tweak)
	want, wantErr = c.lib.TweakAddPublicKey(full, tweak)
	c.sameEncoding("tweaked public key", p.Bytes, err, want, wantErr, full, tweak)
	p, err = pub.Negate()
	want, wantErr = c.lib.NegatePublicKey(full)
	c.sameEncoding("negated public key", p.Bytes, err, want, wantErr, full)

	x, odd := pub.XOnly()
	want, wantOdd, wantErr := c.lib.XOnly(full)
	c.same("x-only key", x.Bytes(), nil, want, wantErr, full)
	c.verdict("parity", odd, wantOdd, full)
	if out, err := x.TweakAdd(tweak); err == nil {
		outX, odd := out.XOnly()
		claimed := c.pick(2, outX.Bytes(), x.Bytes())
		odd = odd != (c.IntN(4) == 0)
		ok, _ := c.lib.XOnlyTweakAddCheck(claimed, odd, x.Bytes(), tweak)
		c.verdict("tweak check", x.TweakAddCheck(claimed, odd, tweak), ok, claimed, x.Bytes(), tweak)
	}

	keys, encoded := []secp256k1.PublicKey{pub}, [][]byte{full}
	for range c.IntN(6) {
		var next secp256k1.PublicKey
		switch c.IntN(4) {
		case 0:
			next = keys[c.IntN(len(keys))]
		case 1:
			next, _ = keys[c.IntN(len(keys))].Negate()
		case 2:
			if next, err = secp256k1.Combine(keys...); err == nil {
				next, _ = next.Negate()
			}
		default:
			next, _ = pub.TweakAdd(c.bytes(32))
		}
		if next.IsValid() {
			keys, encoded = append(keys, next), append(encoded, next.Bytes())
		}
	}
	p, err = secp256k1.Combine(keys...)
	want, wantErr = c.lib.CombinePublicKeys(encoded...)
	c.sameEncoding("sum", p.Bytes, err, want, wantErr, encoded...)

	other, err := pub.TweakAdd(c.bytes(32))
	if err != nil {
		return
	}
	got, err := ecdh.SharedSecret(&key, &other)
	want, wantErr = c.lib.ECDH(sec, other.Bytes())
	c.same("shared secret", got, err, want, wantErr, sec, other.Bytes())
	got, err = ecdh.SharedX(&key, &other)
	want, wantErr = c.lib.ECDHRaw(sec, other.Bytes())
	c.same("shared x", got, err, want, wantErr, sec, other.Bytes())
}

func (c *checker) ecdsa() {
	sec, digest := c.number(), c.number()
	var key secp256k1.SecretKey
	_ = key.SetBytes(sec)
	rec, err := ecdsa.SignRecoverable(&key, digest)
	want, wantID, wantErr := c.lib.SignRecoverable(sec, digest)
	c.sameEncoding("recoverable signature", func() []byte { return append(rec.Compact(), byte(rec.ID())) }, err, append(want, byte(wantID)), wantErr, sec, digest)
	plain, err := ecdsa.Sign(&key, digest)
	want, wantErr = c.lib.SignECDSA(sec, digest)
	c.sameEncoding("signature", plain.Compact, err, want, wantErr, sec, digest)

	// A valid signature, one of its neighbours, or numbers from the edges.
	compact := append(c.number(), c.number()...)
	if err == nil && c.IntN(4) != 0 {
		compact = plain.Compact()
		if c.IntN(2) == 0 {
			compact[c.IntN(64)] ^= 1 << c.IntN(8)
		}
	}
	if c.IntN(4) == 0 { // R's x above n has a small r
		copy(compact, make([]byte, 30))
	}
	sig, err := ecdsa.ParseCompact(compact)
	low := sig.LowS()
	want, high, wantErr := c.lib.NormalizeS(compact)
	inRange := bigcurve.Int(compact[:32]).Sign() != 0 && bigcurve.Int(compact[32:]).Sign() != 0
	if !inRange {
		wantErr = libsecp.ErrSignature // a number of 0, which the library refuses when it verifies
	}
	c.sameEncoding("compact signature with the lower s", low.Compact, err, want, wantErr, compact)
	if err == nil {
		c.verdict("high s", sig.IsHighS(), high, compact)
	}
	if pub := key.PublicKey(); pub.IsValid() {
		ok, _ := c.lib.VerifyECDSA(pub.Uncompressed(), digest, compact)
		c.verdict("verification", ecdsa.Verify(&pub, digest, &sig), ok, sec, digest, compact)
		if want != nil {
			ok, _ = c.lib.VerifyECDSA(pub.Uncompressed(), digest, want)
			c.verdict("verification of any s", ecdsa.VerifyAnyS(&pub, digest, &sig), ok, sec, digest, compact)
		}
	}
	for id := range 4 {
		rec, parseErr := ecdsa.ParseRecoverable(compact, id)
		pub, err := ecdsa.Recover(digest, &rec)
		want, wantErr := c.lib.Recover(digest, compact, id)
		c.sameEncoding("recovery", pub.Bytes, err, want, wantErr, digest, compact, []byte{byte(id)})
		if sig := rec.Signature(); err == nil && (parseErr != nil || !ecdsa.VerifyAnyS(&pub, digest, &sig)) {
			c.Errorf("recovered key does not verify: %x %x %d", digest, compact, id)
		}
	}
}

func (c *checker) schnorr() {
	sec, msg, aux := c.number(), c.bytes(c.IntN(200)), c.number()
	if c.IntN(4) == 0 {
		aux = nil
	}
	var key secp256k1.SecretKey
	_ = key.SetBytes(sec)
	var sig []byte
	signed, err := schnorr.Sign(&key, msg, aux)
	if err == nil {
		sig = signed.Bytes()
	}
	want, wantErr := c.lib.SignSchnorr(sec, msg, aux)
	c.same("BIP-340 signature", sig, err, want, wantErr, sec, msg, aux)
	if err != nil {
		return
	}
	pub := key.PublicKey()
	own, _ := pub.XOnly()
	x := c.pick(8, own.Bytes(), c.number())
	switch c.IntN(6) {
	case 0:
		sig[c.IntN(64)] ^= 1 << c.IntN(8)
	case 1:
		copy(sig[32:], c.number())
	case 2:
		copy(sig, c.number())
	case 3:
		if len(msg) > 0 {
			msg[c.IntN(len(msg))] ^= 1
		}
	}
	parsed, err := secp256k1.ParseXOnlyPublicKey(x)
	c.same("x-only key", nil, err, nil, c.lib.CheckXOnly(x), x)
	ok, _ := c.lib.VerifySchnorr(x, msg, sig)
	read, err := schnorr.ParseSignature(sig)
	c.verdict("BIP-340 verification", err == nil && schnorr.Verify(&parsed, msg, &read), ok, x, msg, sig)
}

// encodings compares the parsers on encodings with something wrong.
func (c *checker) encodings() {
	var key secp256k1.SecretKey
	key.Generate()
	pub := key.PublicKey().Uncompressed()
	var b []byte
	switch c.IntN(3) {
	case 0:
		b = append([]byte{byte(2 + c.IntN(2))}, c.number()...)
	case 1:
		b = append([]byte{byte(c.IntN(10))}, pub[1:]...)
	default:
		b = pub[:33:33]
		b[0] = 2 | pub[64]&1
	}
	b = c.spoil(b)
	p, err := secp256k1.ParsePublicKey(b)
	want, wantErr := c.lib.Uncompress(b)
	c.sameEncoding("parsed public key", p.Uncompressed, err, want, wantErr, b)

	r, s := c.number(), c.number()
	if c.IntN(3) == 0 {
		r = append(make([]byte, 24), r[24:]...)
	}
	if sig, err := ecdsa.ParseCompact(append(r, s...)); err == nil {
		der := sig.DER()
		want, wantErr := c.lib.SerializeDER(sig.Compact())
		c.same("DER", der, nil, want, wantErr, r, s)
		b = c.spoil(c.spoil(der))
		sig, err = ecdsa.ParseDER(b)
		want, wantErr = c.lib.ParseDER(b)
		c.sameEncoding("parsed DER", sig.Compact, err, want, wantErr, b)
	}
}

// signers holds the two implementations of the Nostr interface against each
// other.
func (c *checker) signers() {
	for range 50 {
		ours, theirs := signer.Signer(signer.New()), signer.Signer(c.lib.NewSigner())
		sec := c.number()
		err, wantErr := ours.InitSec(sec), theirs.InitSec(sec)
		c.same("signer's secret", ours.Sec(), err, theirs.Sec(), wantErr, sec)
		c.same("signer's public key", ours.Pub(), err, theirs.Pub(), wantErr, sec)
		if err != nil {
			continue
		}
		peer := signer.New()
		if err := peer.Generate(); err != nil {
			c.Fatal(err)
		}
		for _, pub := range [][]byte{peer.Pub(), append([]byte{2}, peer.Pub()...), append([]byte{3}, peer.Pub()...), c.number(), nil} {
			got, err := ours.ECDH(pub)
			want, wantErr := theirs.ECDH(pub)
			c.same("signer's ECDH", got, err, want, wantErr, sec, pub)
			got, err = ours.ECDHRaw(pub)
			want, wantErr = theirs.ECDHRaw(pub)
			c.same("signer's raw ECDH", got, err, want, wantErr, sec, pub)
		}
		msg := c.bytes(32)
		for _, from := range []signer.Signer{ours, theirs} {
			sig, err := from.Sign(msg)
			if err != nil {
				c.Fatal(err)
			}
			for _, by := range []signer.Signer{ours, theirs} {
				if ok, err := by.Verify(msg, sig); !ok || err != nil {
					c.Errorf("%T refuses a signature of %T: %v", by, from, err)
				}
			}
		}
		ours.Zero()
		theirs.Zero()
		c.same("signer's public key after Zero", ours.Pub(), nil, theirs.Pub(), nil, sec)
	}
}
