package main

import (
	"bytes"
	"math/big"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// times returns k p by doubling and adding, which holds for any point of the
// curve; the library's own multiplication is for the subgroup.
func times[P any](k *big.Int, p P, add func(a, b P) P, zero P) P {
	sum := zero
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = add(sum, sum)
		if k.Bit(i) == 1 {
			sum = add(sum, p)
		}
	}
	return sum
}

// outside decodes points of growing x until parse accepts one; parse checks the
// curve equation only.
func outside(t *testing.T, size int, parse func(encoded []byte) bool) {
	t.Helper()
	encoded := make([]byte, size)
	encoded[0] = 0x80
	for x := range 100 {
		encoded[size-1] = byte(x)
		if parse(encoded) {
			return
		}
	}
	t.Fatal("no point found")
}

// Points that a pairing does not tell from those of the subgroup, and infinity,
// are refused: adding a point whose order divides the cofactor leaves every
// pairing as it is.
func TestBLSRefusesOtherPoints(t *testing.T) {
	var g1 bls12381.G1Affine
	outside(t, bls12381.SizeOfG1AffineCompressed, func(b []byte) bool {
		return bls12381.NewDecoder(bytes.NewReader(b), bls12381.NoSubgroupChecks()).Decode(&g1) == nil && !g1.IsInSubGroup()
	})
	var g2 bls12381.G2Affine
	outside(t, bls12381.SizeOfG2AffineCompressed, func(b []byte) bool {
		return bls12381.NewDecoder(bytes.NewReader(b), bls12381.NoSubgroupChecks()).Decode(&g2) == nil && !g2.IsInSubGroup()
	})
	add1 := func(a, b bls12381.G1Affine) bls12381.G1Affine { return *new(bls12381.G1Affine).Add(&a, &b) }
	add2 := func(a, b bls12381.G2Affine) bls12381.G2Affine { return *new(bls12381.G2Affine).Add(&a, &b) }
	g1 = times(fr.Modulus(), g1, add1, bls12381.G1Affine{})
	g2 = times(fr.Modulus(), g2, add2, bls12381.G2Affine{})

	for _, s := range append(blsNative(), blsGnark()) {
		r := rowsOf(t, &s, 2)[0]
		var public bls12381.G1Affine
		var sig bls12381.G2Affine
		if _, err := public.SetBytes(r.key.public); err != nil {
			t.Fatal(err)
		}
		if _, err := sig.SetBytes(r.sig); err != nil {
			t.Fatal(err)
		}
		public, sig = add1(public, g1), add2(sig, g2)
		moved1, moved2 := public.Bytes(), sig.Bytes()
		infinite1, infinite2 := new(bls12381.G1Affine).Bytes(), new(bls12381.G2Affine).Bytes()
		for _, c := range []struct {
			name        string
			public, sig []byte
		}{
			{"key outside the subgroup", moved1[:], r.sig},
			{"signature outside the subgroup", r.key.public, moved2[:]},
			{"both infinity", infinite1[:], infinite2[:]},
			{"infinite key", infinite1[:], r.sig},
			{"infinite signature", r.key.public, infinite2[:]},
		} {
			if s.verify(c.public, r.msg, c.sig) {
				t.Errorf("%s: %s is accepted", s.name, c.name)
			}
		}
	}
}
