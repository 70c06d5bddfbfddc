package libsecp

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

// Both vectors' files are read where they are in the repository.
func TestBIP340(t *testing.T) {
	file, err := os.Open("../../vectors/bip-0340/test-vectors.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != 20 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	each(t, func(t *testing.T, l *Library) {
		for _, r := range rows[1:] {
			sec, pub, aux, msg, sig := decode(t, r[1]), decode(t, r[2]), decode(t, r[3]), decode(t, r[4]), decode(t, r[5])
			if len(sec) > 0 {
				got, err := l.SignSchnorr(sec, msg, aux)
				if err != nil || !bytes.Equal(got, sig) {
					t.Errorf("row %s: %x, %v", r[0], got, err)
				}
			}
			valid, err := l.VerifySchnorr(pub, msg, sig)
			if valid != (r[6] == "TRUE") || err != nil && !errors.Is(err, ErrPublicKey) {
				t.Errorf("row %s: %v, %v", r[0], valid, err)
			}
		}
	})
}

func TestRFC6979(t *testing.T) {
	file, err := os.Open("../../vectors/rfc6979/signatures.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) != 20 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	each(t, func(t *testing.T, l *Library) {
		for i, r := range rows {
			sec, digest, der := number(t, r[0]), sha256.Sum256([]byte(r[1])), decode(t, r[2])
			sig, err := l.SignECDSA(sec, digest[:])
			if err != nil {
				t.Fatal(err)
			}
			got, err := l.SerializeDER(sig)
			if err != nil || !bytes.Equal(got, der) {
				t.Errorf("row %d: %x, %v", i, got, err)
			}
			if back, err := l.ParseDER(der); err != nil || !bytes.Equal(back, sig) {
				t.Errorf("row %d: %x, %v", i, back, err)
			}
		}
	})
}

// TestKeys has the known multiples of the generator and of 2^256 - order - 1.
func TestKeys(t *testing.T) {
	const g = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
	const gy = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"
	const g2 = "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"
	minus := order[:62] + "40"
	each(t, func(t *testing.T, l *Library) {
		one, zero := decode(t, "02"+g), make([]byte, 32)
		for _, c := range []struct {
			name string
			call func() ([]byte, error)
			want string // hex, or the error
		}{
			{"public key of 1", func() ([]byte, error) { return l.PublicKey(key(1)) }, "02" + g},
			{"public key of n-1", func() ([]byte, error) { return l.PublicKey(decode(t, minus)) }, "03" + g},
			{"public key of 0", func() ([]byte, error) { return l.PublicKey(zero) }, "secret key is 0"},
			{"public key of n", func() ([]byte, error) { return l.PublicKey(decode(t, order)) }, "secret key is 0"},
			{"public key of 31 bytes", func() ([]byte, error) { return l.PublicKey(zero[1:]) }, "31 bytes"},
			{"public key of nil", func() ([]byte, error) { return l.PublicKey(nil) }, "0 bytes"},
			{"uncompressed", func() ([]byte, error) { return l.Uncompress(one) }, "04" + g + gy},
			{"compressed", func() ([]byte, error) { return l.Compress(decode(t, "04"+g+gy)) }, "02" + g},
			{"hybrid", func() ([]byte, error) { return l.Compress(decode(t, "06"+g+gy)) }, "02" + g},
			{"hybrid, other parity", func() ([]byte, error) { return l.Compress(decode(t, "07"+g+gy)) }, "public key is no"},
			{"off the curve", func() ([]byte, error) { return l.Compress(decode(t, "02"+strings.Repeat("00", 32))) }, "public key is no"},
			{"empty", func() ([]byte, error) { return l.Compress(nil) }, "0 bytes"},
			{"32 bytes", func() ([]byte, error) { return l.Compress(zero) }, "32 bytes"},
			{"negated", func() ([]byte, error) { return l.NegatePublicKey(one) }, "03" + g},
			{"negated, empty", func() ([]byte, error) { return l.NegatePublicKey(nil) }, "0 bytes"},
			{"tweak", func() ([]byte, error) { return l.TweakAddPublicKey(one, key(1)) }, g2},
			{"tweak to infinity", func() ([]byte, error) { return l.TweakAddPublicKey(one, decode(t, minus)) }, "tweak is not"},
			{"tweak of n", func() ([]byte, error) { return l.TweakAddPublicKey(one, decode(t, order)) }, "tweak is not"},
			{"tweak of 1 byte", func() ([]byte, error) { return l.TweakAddPublicKey(one, []byte{1}) }, "1 bytes"},
			{"sum", func() ([]byte, error) { return l.CombinePublicKeys(one, one) }, g2},
			{"sum of one", func() ([]byte, error) { return l.CombinePublicKeys(one) }, "02" + g},
			{"sum of none", func() ([]byte, error) { return l.CombinePublicKeys() }, "no public keys"},
			{"sum of opposites", func() ([]byte, error) { return l.CombinePublicKeys(one, decode(t, "03"+g)) }, "infinity"},
			{"sum with a bad key", func() ([]byte, error) { return l.CombinePublicKeys(one, one[:32]) }, "32 bytes"},
			{"negated secret", func() ([]byte, error) { return l.NegateSecretKey(key(1)) }, minus},
			{"negated secret 0", func() ([]byte, error) { return l.NegateSecretKey(zero) }, "secret key is 0"},
			{"tweaked secret", func() ([]byte, error) { return l.TweakAddSecretKey(key(1), key(2)) }, fmt.Sprintf("%x", key(3))},
			{"tweaked secret to 0", func() ([]byte, error) { return l.TweakAddSecretKey(key(1), decode(t, minus)) }, "tweak is not"},
			{"tweaked secret, short tweak", func() ([]byte, error) { return l.TweakAddSecretKey(key(1), nil) }, "0 bytes"},
			{"x only", func() ([]byte, error) { x, _, err := l.XOnly(decode(t, "03"+g)); return x, err }, g},
			{"x only of a bad key", func() ([]byte, error) { x, _, err := l.XOnly(zero); return x, err }, "32 bytes"},
			{"x only, off the curve", func() ([]byte, error) { return nil, l.CheckXOnly(zero) }, "public key is no"},
			{"x only, 33 bytes", func() ([]byte, error) { return nil, l.CheckXOnly(one) }, "33 bytes"},
			{"x only", func() ([]byte, error) { return nil, l.CheckXOnly(one[1:]) }, ""},
			{"tagged hash", func() ([]byte, error) { return l.TaggedHash([]byte("tag"), []byte("msg")) }, tagged("tag", "msg")},
			{"tagged hash of nothing", func() ([]byte, error) { return l.TaggedHash(nil, nil) }, tagged("", "")},
			{"shared", func() ([]byte, error) { return l.ECDH(key(2), one) }, fmt.Sprintf("%x", sha256.Sum256(decode(t, g2)))},
			{"shared x", func() ([]byte, error) { return l.ECDHRaw(key(2), one) }, g2[2:]},
			{"shared, secret 0", func() ([]byte, error) { return l.ECDH(zero, one) }, "secret key is 0"},
			{"shared, bad key", func() ([]byte, error) { return l.ECDH(key(1), one[1:]) }, "32 bytes"},
			{"shared, short secret", func() ([]byte, error) { return l.ECDHRaw(one[:5], one) }, "5 bytes"},
		} {
			got, err := c.call()
			if fmt.Sprintf("%x", got) != c.want && (err == nil || got != nil || !strings.Contains(err.Error(), c.want) || c.want == "") {
				t.Errorf("%s: %x, %v", c.name, got, err)
			}
		}
		if _, odd, err := l.XOnly(decode(t, "03"+g)); !odd || err != nil {
			t.Errorf("odd y: %v, %v", odd, err)
		}
		for _, c := range []struct {
			tweaked string
			odd     bool
			want    bool
		}{{g2[2:], false, true}, {g2[2:], true, false}, {g, false, false}} {
			got, err := l.XOnlyTweakAddCheck(decode(t, c.tweaked), c.odd, one[1:], key(1))
			if got != c.want || err != nil {
				t.Errorf("tweak check: %v, %v", got, err)
			}
		}
	})
}

func TestECDSA(t *testing.T) {
	sec := key(7)
	digest := bytes.Repeat([]byte{0x5a}, 32)
	each(t, func(t *testing.T, l *Library) {
		pub, err := l.PublicKey(sec)
		if err != nil {
			t.Fatal(err)
		}
		sig, id, err := l.SignRecoverable(sec, digest)
		if err != nil {
			t.Fatal(err)
		}
		if plain, err := l.SignECDSA(sec, digest); err != nil || !bytes.Equal(plain, sig) {
			t.Errorf("recoverable and plain differ: %x, %x, %v", sig, plain, err)
		}
		high := append([]byte(nil), sig...)
		s, err := l.NegateSecretKey(sig[32:])
		if err != nil {
			t.Fatal(err)
		}
		copy(high[32:], s)
		flip := func(b []byte, at int) []byte {
			c := append([]byte(nil), b...)
			c[at] ^= 1
			return c
		}
		overflow := append(decode(t, order), sig[32:]...)
		for _, c := range []struct {
			name             string
			pub, digest, sig []byte
			valid            bool
			text             string
		}{
			{"good", pub, digest, sig, true, ""},
			{"high s", pub, digest, high, false, ""},
			{"other digest", pub, flip(digest, 31), sig, false, ""},
			{"other r", pub, digest, flip(sig, 31), false, ""},
			{"other s", pub, digest, flip(sig, 63), false, ""},
			{"negated key", flip(pub, 0), digest, sig, false, ""},
			{"zeros", pub, digest, make([]byte, 64), false, ""},
			{"r is n", pub, digest, overflow, false, "signature is not"},
			{"short digest", pub, digest[1:], sig, false, "31 bytes"},
			{"long sig", pub, digest, append(sig[:64:64], 0), false, "65 bytes"},
			{"no sig", pub, digest, nil, false, "0 bytes"},
			{"no key", nil, digest, sig, false, "0 bytes"},
		} {
			valid, err := l.VerifyECDSA(c.pub, c.digest, c.sig)
			if valid != c.valid || (err == nil) != (c.text == "") || err != nil && !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s: %v, %v", c.name, valid, err)
			}
		}
		for _, in := range [][]byte{sig, high} {
			low, was, err := l.NormalizeS(in)
			if err != nil || !bytes.Equal(low, sig) || was != (&in[0] == &high[0]) {
				t.Errorf("normalise: %x, %v, %v", low, was, err)
			}
		}
		for i := -1; i <= 4; i++ {
			got, err := l.Recover(digest, sig, i)
			if right := bytes.Equal(got, pub); right != (i == id) || (i < 0 || i > 3) && err == nil {
				t.Errorf("recovery id %d: %x, %v", i, got, err)
			}
		}
		der, err := l.SerializeDER(sig)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			name string
			der  []byte
			good bool
		}{
			{"good", der, true},
			{"trailing byte", append(der[:len(der):len(der)], 0), false},
			{"cut", der[:len(der)-1], false},
			{"empty", nil, false},
			{"r is 0", decode(t, "3006020100020101"), false},
			{"s is 0", decode(t, "3006020101020100"), false},
			{"r is n", decode(t, "3026022100"+order+"020101"), false},
			{"ones", decode(t, "3006020101020101"), true},
		} {
			got, err := l.ParseDER(c.der)
			if (err == nil) != c.good || (got != nil) != c.good || err != nil && !errors.Is(err, ErrSignature) {
				t.Errorf("DER, %s: %x, %v", c.name, got, err)
			}
		}
		if _, err := l.SignECDSA(make([]byte, 32), digest); !errors.Is(err, ErrSecretKey) {
			t.Errorf("signed with 0: %v", err)
		}
		if _, _, err := l.SignRecoverable(sec, nil); err == nil {
			t.Error("signed an empty digest")
		}
		if _, err := l.SignSchnorr(sec, digest, sec[:5]); err == nil {
			t.Error("5 bytes of randomness")
		}
		if _, err := l.SignSchnorr(make([]byte, 32), digest, nil); !errors.Is(err, ErrSecretKey) {
			t.Errorf("signed with 0: %v", err)
		}
	})
}

// Many goroutines on one library, with a garbage collector that runs all the
// time: what C reads and writes must stay alive.
func TestConcurrent(t *testing.T) {
	each(t, func(t *testing.T, l *Library) {
		stop := make(chan struct{})
		var collector, wg sync.WaitGroup
		collector.Add(1)
		go func() {
			defer collector.Done()
			for {
				select {
				case <-stop:
					return
				default:
					runtime.GC()
				}
			}
		}()
		signer := l.NewSigner()
		if err := signer.InitSec(key(9)); err != nil {
			t.Fatal(err)
		}
		for g := range 8 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := range 40 {
					sec := sha256.Sum256(fmt.Appendf(nil, "%d %d", g, i))
					if err := roundTrip(l, signer, sec[:]); err != nil {
						t.Error(err)
						return
					}
				}
			}()
		}
		wg.Wait()
		close(stop)
		collector.Wait()
	})
}

// roundTrip uses every kind of call once.
func roundTrip(l *Library, signer *Signer, sec []byte) error {
	pub, err := l.PublicKey(sec)
	if err != nil {
		return err
	}
	sig, id, err := l.SignRecoverable(sec, sec)
	if err != nil {
		return err
	}
	if back, err := l.Recover(sec, sig, id); err != nil || !bytes.Equal(back, pub) {
		return fmt.Errorf("recovered %x: %w", back, err)
	}
	if ok, err := l.VerifyECDSA(pub, sec, sig); !ok {
		return fmt.Errorf("ECDSA: %w", err)
	}
	msg := sec[:int(sec[0])%32]
	s, err := l.SignSchnorr(sec, msg, sec)
	if err != nil {
		return err
	}
	if ok, err := l.VerifySchnorr(pub[1:], msg, s); !ok {
		return fmt.Errorf("Schnorr: %w", err)
	}
	if s, err = signer.Sign(msg); err != nil {
		return err
	}
	if ok, err := signer.Verify(msg, s); !ok {
		return fmt.Errorf("signer: %w", err)
	}
	ours, err := signer.ECDHRaw(pub)
	if err != nil {
		return err
	}
	theirs, err := l.ECDHRaw(sec, append([]byte{2}, signer.Pub()...))
	if err != nil || !bytes.Equal(ours, theirs) {
		return fmt.Errorf("%x and %x are not shared: %w", ours, theirs, err)
	}
	list := make([][]byte, 20)
	for i := range list {
		list[i] = pub
	}
	_, err = l.CombinePublicKeys(list...)
	return err
}

func number(t *testing.T, decimal string) []byte {
	t.Helper()
	n, ok := new(big.Int).SetString(decimal, 10)
	if !ok {
		t.Fatal(decimal)
	}
	return n.FillBytes(make([]byte, 32))
}

func tagged(tag, msg string) string {
	h := sha256.Sum256([]byte(tag))
	return fmt.Sprintf("%x", sha256.Sum256(append(append(h[:], h[:]...), msg...)))
}
