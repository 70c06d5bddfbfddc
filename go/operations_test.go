// Package go_test runs every operation of the public packages: benchmarks,
// allocations, and concurrent use.
//
//	go test -bench . -benchmem
package secp256k1_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/schnorr"
)

// A row is one of the distinct inputs that every operation cycles through.
type row struct {
	key                            secp256k1.SecretKey
	pair                           schnorr.KeyPair
	pub                            secp256k1.PublicKey
	xonly                          secp256k1.XOnlyPublicKey
	sig                            ecdsa.Signature
	recoverable                    ecdsa.RecoverableSignature
	schnorr                        schnorr.Signature
	tweakedOdd                     bool
	secret, digest, aux, tweak     []byte
	compressed, uncompressed, x    []byte
	der, compact, bip340, tweakedX []byte
	id                             int
}

const combined = 16 // keys that Combine adds up

// newRows returns n rows, the same ones at each call.
func newRows(tb testing.TB, n int) []row {
	tb.Helper()
	must := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
	}
	rows := make([]row, n)
	for i := range rows {
		r := &rows[i]
		bytesOf := func(purpose string) []byte {
			sum := sha256.Sum256(binary.BigEndian.AppendUint32([]byte(purpose), uint32(i)))
			return sum[:]
		}
		r.secret, r.digest, r.aux, r.tweak = bytesOf("secret"), bytesOf("digest"), bytesOf("aux"), bytesOf("tweak")
		must(r.key.SetBytes(r.secret))
		must(r.pair.SetSecretKey(&r.key))
		var err error
		r.pub = r.key.PublicKey()
		r.xonly, _ = r.pub.XOnly()
		r.compressed, r.uncompressed, r.x = r.pub.Bytes(), r.pub.Uncompressed(), r.xonly.Bytes()
		r.recoverable, err = ecdsa.SignRecoverable(&r.key, r.digest)
		must(err)
		r.sig, r.id = r.recoverable.Signature(), r.recoverable.ID()
		r.der, r.compact = r.sig.DER(), r.sig.Compact()
		r.schnorr, err = r.pair.Sign(r.digest, r.aux)
		must(err)
		r.bip340 = r.schnorr.Bytes()
		tweaked, err := r.xonly.TweakAdd(r.tweak)
		must(err)
		x, odd := tweaked.XOnly()
		r.tweakedX, r.tweakedOdd = x.Bytes(), odd
	}
	return rows
}

// scratch is where an operation puts its result.
type scratch struct {
	buf  [96]byte
	key  secp256k1.SecretKey
	pair schnorr.KeyPair
	keys [combined]secp256k1.PublicKey
}

// An operation works on a row and reports whether the result is right. It
// allocates nothing.
type operation struct {
	name string
	run  func(r *row, s *scratch) bool
}

var operations = []operation{
	{"SecretKeySetBytes", func(r *row, s *scratch) bool { return s.key.SetBytes(r.secret) == nil }},
	{"SecretKeyAppendBytes", func(r *row, s *scratch) bool {
		return bytes.Equal(r.key.AppendBytes(s.buf[:0]), r.secret)
	}},
	{"SecretKeyGenerate", func(r *row, s *scratch) bool { s.key.Generate(); return s.key.IsValid() }},
	{"SecretKeyPublicKey", func(r *row, s *scratch) bool { return r.key.PublicKey() == r.pub }},
	{"SecretKeyEqual", func(r *row, s *scratch) bool { return r.key.Equal(&r.key) }},
	{"SecretKeyNegate", func(r *row, s *scratch) bool { s.key = r.key; return s.key.Negate() == nil }},
	{"SecretKeyTweakAdd", func(r *row, s *scratch) bool { s.key = r.key; return s.key.TweakAdd(r.tweak) == nil }},
	{"SecretKeyTweakMul", func(r *row, s *scratch) bool { s.key = r.key; return s.key.TweakMul(r.tweak) == nil }},
	{"SecretKeyXOnlyTweakAdd", func(r *row, s *scratch) bool {
		s.key = r.key
		return s.key.XOnlyTweakAdd(r.tweak) == nil
	}},
	{"SecretKeyWipe", func(r *row, s *scratch) bool { s.key.Wipe(); return !s.key.IsValid() }},

	{"ParsePublicKey33", func(r *row, s *scratch) bool {
		p, err := secp256k1.ParsePublicKey(r.compressed)
		return err == nil && p == r.pub
	}},
	{"ParsePublicKey65", func(r *row, s *scratch) bool {
		p, err := secp256k1.ParsePublicKey(r.uncompressed)
		return err == nil && p == r.pub
	}},
	{"ParseXOnly", func(r *row, s *scratch) bool {
		x, err := secp256k1.ParseXOnlyPublicKey(r.x)
		return err == nil && x == r.xonly
	}},
	{"ParsePublicKeyRefused", func(r *row, s *scratch) bool {
		_, err := secp256k1.ParsePublicKey(r.secret)
		return err != nil
	}},
	{"PublicKeyAppendCompressed", func(r *row, s *scratch) bool {
		return bytes.Equal(r.pub.AppendBytes(s.buf[:0]), r.compressed)
	}},
	{"PublicKeyAppendUncompressed", func(r *row, s *scratch) bool {
		return bytes.Equal(r.pub.AppendUncompressed(s.buf[:0]), r.uncompressed)
	}},
	{"PublicKeyXOnly", func(r *row, s *scratch) bool { x, _ := r.pub.XOnly(); return x == r.xonly }},
	{"PublicKeyNegate", func(r *row, s *scratch) bool { p, err := r.pub.Negate(); return err == nil && p != r.pub }},
	{"PublicKeyTweakAdd", func(r *row, s *scratch) bool { p, err := r.pub.TweakAdd(r.tweak); return err == nil && p != r.pub }},
	{"PublicKeyTweakMul", func(r *row, s *scratch) bool { p, err := r.pub.TweakMul(r.tweak); return err == nil && p != r.pub }},
	{"Combine16", func(r *row, s *scratch) bool {
		for i := range s.keys {
			s.keys[i] = r.pub
		}
		p, err := secp256k1.Combine(s.keys[:]...)
		return err == nil && p != r.pub
	}},
	{"XOnlyAppendBytes", func(r *row, s *scratch) bool { return bytes.Equal(r.xonly.AppendBytes(s.buf[:0]), r.x) }},
	{"XOnlyTweakAdd", func(r *row, s *scratch) bool { p, err := r.xonly.TweakAdd(r.tweak); return err == nil && p.IsValid() }},
	{"XOnlyTweakAddCheck", func(r *row, s *scratch) bool {
		return r.xonly.TweakAddCheck(r.tweakedX, r.tweakedOdd, r.tweak)
	}},

	{"ECDSASign", func(r *row, s *scratch) bool {
		sig, err := ecdsa.Sign(&r.key, r.digest)
		return err == nil && sig == r.sig
	}},
	{"ECDSASignExtra", func(r *row, s *scratch) bool {
		sig, err := ecdsa.SignExtra(&r.key, r.digest, r.aux)
		return err == nil && sig != r.sig
	}},
	{"ECDSASignRecoverable", func(r *row, s *scratch) bool {
		sig, err := ecdsa.SignRecoverable(&r.key, r.digest)
		return err == nil && sig == r.recoverable
	}},
	{"ECDSAVerify", func(r *row, s *scratch) bool { return ecdsa.Verify(&r.pub, r.digest, &r.sig) }},
	{"ECDSAVerifyAnyS", func(r *row, s *scratch) bool { return ecdsa.VerifyAnyS(&r.pub, r.digest, &r.sig) }},
	{"ECDSAParseVerify", func(r *row, s *scratch) bool {
		pub, err := secp256k1.ParsePublicKey(r.compressed)
		sig, sigErr := ecdsa.ParseDER(r.der)
		return err == nil && sigErr == nil && ecdsa.Verify(&pub, r.digest, &sig)
	}},
	{"ECDSARecover", func(r *row, s *scratch) bool {
		p, err := ecdsa.Recover(r.digest, &r.recoverable)
		return err == nil && p == r.pub
	}},
	{"ECDSAParseDER", func(r *row, s *scratch) bool {
		sig, err := ecdsa.ParseDER(r.der)
		return err == nil && sig == r.sig
	}},
	{"ECDSAParseCompact", func(r *row, s *scratch) bool {
		sig, err := ecdsa.ParseCompact(r.compact)
		return err == nil && sig == r.sig
	}},
	{"ECDSAParseRecoverable", func(r *row, s *scratch) bool {
		sig, err := ecdsa.ParseRecoverable(r.compact, r.id)
		return err == nil && sig == r.recoverable
	}},
	{"ECDSAAppendDER", func(r *row, s *scratch) bool { return bytes.Equal(r.sig.AppendDER(s.buf[:0]), r.der) }},
	{"ECDSAAppendCompact", func(r *row, s *scratch) bool {
		return bytes.Equal(r.sig.AppendCompact(s.buf[:0]), r.compact)
	}},
	{"ECDSALowS", func(r *row, s *scratch) bool { return r.sig.LowS() == r.sig }},

	{"SchnorrSetSecretKey", func(r *row, s *scratch) bool {
		return s.pair.SetSecretKey(&r.key) == nil && s.pair.PublicKey() == r.xonly
	}},
	{"SchnorrSign", func(r *row, s *scratch) bool {
		sig, err := r.pair.Sign(r.digest, r.aux)
		return err == nil && sig == r.schnorr
	}},
	{"SchnorrVerify", func(r *row, s *scratch) bool { return schnorr.Verify(&r.xonly, r.digest, &r.schnorr) }},
	{"SchnorrParseVerify", func(r *row, s *scratch) bool {
		x, err := secp256k1.ParseXOnlyPublicKey(r.x)
		sig, sigErr := schnorr.ParseSignature(r.bip340)
		return err == nil && sigErr == nil && schnorr.Verify(&x, r.digest, &sig)
	}},

	{"SchnorrTaggedHash", func(r *row, s *scratch) bool {
		return schnorr.TaggedHash([]byte("BIP0340/aux"), r.digest) != [32]byte{}
	}},

	{"ECDHSharedSecret", func(r *row, s *scratch) bool {
		b, err := ecdh.AppendSharedSecret(s.buf[:0], &r.key, &r.pub)
		return err == nil && len(b) == ecdh.Size
	}},
	{"ECDHSharedX", func(r *row, s *scratch) bool {
		b, err := ecdh.AppendSharedX(s.buf[:0], &r.key, &r.pub)
		return err == nil && len(b) == ecdh.Size
	}},
	{"ECDHSharedXOnly", func(r *row, s *scratch) bool {
		b, err := ecdh.AppendSharedXOnly(s.buf[:0], &r.key, &r.xonly)
		return err == nil && len(b) == ecdh.Size
	}},
}

// implementations runs f with all that can compute here.
func implementations[T interface {
	Helper()
	Run(string, func(T)) bool
}](t T, f func(T)) {
	t.Helper()
	for kind := range cpu.Kinds {
		t.Run(kind, f)
	}
}

func BenchmarkOperations(b *testing.B) {
	rows := newRows(b, 4096)
	for _, op := range operations {
		b.Run(op.name, func(b *testing.B) {
			implementations(b, func(b *testing.B) {
				var s scratch
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					if !op.run(&rows[i%len(rows)], &s) {
						b.Fatalf("row %d", i%len(rows))
					}
					i++
				}
			})
		})
	}
}

func TestNoAllocations(t *testing.T) {
	rows := newRows(t, 8)
	implementations(t, func(t *testing.T) {
		for _, op := range operations {
			s := new(scratch)
			i := 0
			allocs := testing.AllocsPerRun(len(rows), func() {
				if !op.run(&rows[i%len(rows)], s) {
					t.Errorf("%s fails on row %d", op.name, i%len(rows))
				}
				i++
			})
			if allocs != 0 {
				t.Errorf("%s: %v allocations", op.name, allocs)
			}
		}
	})
}

// A method that returns a slice allocates that slice alone.
func TestOneAllocation(t *testing.T) {
	r := &newRows(t, 1)[0]
	var sink []byte
	for name, f := range map[string]func() []byte{
		"SecretKey.Bytes":         r.key.Bytes,
		"PublicKey.Bytes":         r.pub.Bytes,
		"PublicKey.Uncompressed":  r.pub.Uncompressed,
		"XOnlyPublicKey.Bytes":    r.xonly.Bytes,
		"Signature.DER":           r.sig.DER,
		"Signature.Compact":       r.sig.Compact,
		"schnorr.Signature.Bytes": r.schnorr.Bytes,
		"Signature.RSV":           r.recoverable.RSV,
		"ecdh.SharedSecret":       func() []byte { b, _ := ecdh.SharedSecret(&r.key, &r.pub); return b },
		"ecdh.SharedX":            func() []byte { b, _ := ecdh.SharedX(&r.key, &r.pub); return b },
		"ecdh.SharedXOnly":        func() []byte { b, _ := ecdh.SharedXOnly(&r.key, &r.xonly); return b },
	} {
		if allocs := testing.AllocsPerRun(10, func() { sink = f() }); allocs != 1 || sink == nil {
			t.Errorf("%s: %v allocations, want 1", name, allocs)
		}
	}
}

// switching changes what computes until it is stopped.
func switching() (stop func()) {
	done := make(chan struct{})
	var group sync.WaitGroup
	spawn(&group, func() {
		for {
			for range cpu.Kinds {
				select {
				case <-done:
					return
				default:
					runtime.Gosched()
				}
			}
		}
	})
	return func() {
		close(done)
		group.Wait()
	}
}

// spawn runs f in a goroutine that the group waits for.
func spawn(group *sync.WaitGroup, f func()) {
	group.Add(1)
	go func() {
		defer group.Done()
		f()
	}()
}

// Every operation at once on the same values, while the implementation changes,
// for the race detector.
func TestConcurrentUse(t *testing.T) {
	rows := newRows(t, 2)
	var group sync.WaitGroup
	errs := make(chan error, len(operations)*8)
	for range 8 {
		spawn(&group, func() {
			var s scratch
			for _, op := range operations {
				for i := range rows {
					if !op.run(&rows[i], &s) {
						errs <- fmt.Errorf("%s fails", op.name)
						return
					}
				}
			}
		})
	}
	stop := switching()
	group.Wait()
	stop()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}
