package secp256k1_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/schnorr"
)

// columns are rows as package batch takes them.
type columns struct {
	keys                                         []secp256k1.SecretKey
	pubs                                         []secp256k1.PublicKey
	xonly                                        []secp256k1.XOnlyPublicKey
	sigs                                         []ecdsa.Signature
	recoverable                                  []ecdsa.RecoverableSignature
	schnorr                                      []schnorr.Signature
	compressed, x, digests, der, bip340, tweaked [][]byte
	tweaks                                       [][]byte
	odd                                          []bool
	sums                                         []secp256k1.PublicKey
	products                                     [][secp256k1.CompressedSize]byte
}

func newColumns(t *testing.T, rows []row) *columns {
	t.Helper()
	c := new(columns)
	for i := range rows {
		r := &rows[i]
		sum, err := r.pub.TweakAdd(r.tweak)
		if err != nil {
			t.Fatal(err)
		}
		product, err := r.pub.TweakMul(rows[0].secret)
		if err != nil {
			t.Fatal(err)
		}
		c.keys, c.pubs, c.xonly = append(c.keys, r.key), append(c.pubs, r.pub), append(c.xonly, r.xonly)
		c.sigs, c.recoverable = append(c.sigs, r.sig), append(c.recoverable, r.recoverable)
		c.compressed, c.x, c.digests = append(c.compressed, r.compressed), append(c.x, r.x), append(c.digests, r.digest)
		c.der, c.bip340, c.tweaked = append(c.der, r.der), append(c.bip340, r.bip340), append(c.tweaked, r.tweakedX)
		c.schnorr = append(c.schnorr, r.schnorr)
		c.tweaks, c.odd, c.sums = append(c.tweaks, r.tweak), append(c.odd, r.tweakedOdd), append(c.sums, sum)
		c.products = append(c.products, [secp256k1.CompressedSize]byte(product.Bytes()))
	}
	return c
}

// TestConcurrentBatches runs package batch, and what package group prepares at one
// time and uses at another, while the implementation changes all the time.
func TestConcurrentBatches(t *testing.T) {
	if !cpu.Accelerated() {
		t.Skip("one implementation here")
	}
	const n, wrong = 70, 11 // two chunks
	c := newColumns(t, newRows(t, n))
	digests := slices.Clone(c.digests)
	digests[wrong] = c.digests[0]
	calls := map[string]func(ok []bool) bool{
		"VerifyECDSA": func(ok []bool) bool { return batch.VerifyECDSA(ok, c.pubs, digests, c.sigs, batch.Rules{}) == 1 },
		"VerifyECDSAEncoded": func(ok []bool) bool {
			return batch.VerifyECDSAEncoded(ok, c.compressed, digests, c.der, batch.Rules{DER: true}) == 1
		},
		"VerifySchnorr":        func(ok []bool) bool { return batch.VerifySchnorr(ok, c.xonly, digests, c.schnorr) == 1 },
		"VerifySchnorrEncoded": func(ok []bool) bool { return batch.VerifySchnorrEncoded(ok, c.x, digests, c.bip340) == 1 },
		"VerifySchnorrAll": func(ok []bool) bool {
			return batch.VerifySchnorrAll(ok, c.xonly, digests, c.schnorr, nil) == 1
		},
		"VerifySchnorrAllEncoded": func(ok []bool) bool {
			all := make([]bool, n)
			return batch.VerifySchnorrAllEncoded(all, c.x, c.digests, c.bip340, nil) == 0 && batch.VerifySchnorrAllEncoded(ok, c.x, digests, c.bip340, nil) == 1
		},
		"RecoverECDSA": func(ok []bool) bool {
			got := make([]secp256k1.PublicKey, n)
			return batch.RecoverECDSA(ok, got, c.digests, c.recoverable) == 0 && slices.Equal(got, c.pubs)
		},
		"ParsePublicKeys": func(ok []bool) bool {
			got := make([]secp256k1.PublicKey, n)
			return batch.ParsePublicKeys(ok, got, c.compressed) == 0 && slices.Equal(got, c.pubs)
		},
		"TweakAdd": func(ok []bool) bool {
			got := make([]secp256k1.PublicKey, n)
			return batch.TweakAdd(ok, got, c.pubs, c.tweaks) == 0 && slices.Equal(got, c.sums)
		},
		"CheckTweaks": func(ok []bool) bool { return batch.CheckTweaks(ok, c.tweaked, c.odd, c.xonly, c.tweaks) == 0 },
		"PublicKeys": func(ok []bool) bool {
			got := make([]secp256k1.PublicKey, n)
			return batch.PublicKeys(ok, got, c.keys) == 0 && slices.Equal(got, c.pubs)
		},
		"SecretMul": func(ok []bool) bool {
			got := make([][secp256k1.CompressedSize]byte, n)
			return batch.SecretMul(ok, got, &c.keys[0], c.pubs) == 0 && slices.Equal(got, c.products)
		},
	}
	// One goroutine, so that the other one's changes come within its calls.
	stop := switching()
	defer stop()
	for range 5 {
		for name, call := range calls {
			ok := make([]bool, n)
			if right := call(ok); !right || slices.Contains(ok[:wrong], false) || slices.Contains(ok[wrong+1:], false) {
				t.Errorf("%s: %v", name, ok)
			}
		}
		if err := errors.Join(multiples(c), products(c)); err != nil {
			t.Error(err)
		}
	}
}

func multiples(c *columns) error {
	var k group.SecretScalar
	c.keys[0].PutScalar(&k)
	for n := range group.MostMultiples + 1 {
		points := make([]group.Point, n)
		for i := range points {
			points[i] = c.pubs[i].Point()
		}
		var m group.Multiples
		if err := m.SetVartime(points); err != nil {
			return err
		}
		products := make([][33]byte, n)
		for range 3 {
			if err := m.SecretMul(products, &k); err != nil {
				return err
			}
			for i := range products {
				if !bytes.Equal(products[i][:], c.products[i][:]) {
					return fmt.Errorf("multiple %d of %d: %x", i, n, products[i])
				}
			}
		}
	}
	return nil
}

// products adds up k P + (n - k) P, several times over.
func products(c *columns) error {
	var p group.Products
	var k, minus group.Scalar
	var a group.AffinePoint
	for i := range 8 {
		p.Reset(2 * len(c.pubs))
		for j := range c.pubs {
			point := c.pubs[j].Point()
			a.SetVartime(&point)
			k.SetBytes((*[32]byte)(c.digests[j]))
			minus.Negate(&k)
			p.SetPoint(2*j, &a)
			p.SetScalarVartime(2*j, &k)
			p.SetPoint(2*j+1, &a)
			p.SetScalarVartime(2*j+1, &minus)
		}
		var sum group.Point
		p.SumVartime(&sum)
		if !sum.IsInfinityVartime() {
			return fmt.Errorf("sum %d of products", i)
		}
	}
	return nil
}
