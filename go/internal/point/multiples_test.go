package point

import (
	"math/big"
	"testing"
)

// multipleScalars are numbers whose last digits, added to the sum of the others,
// meet infinity, equal or opposite points, and ordinary ones.
func multipleScalars(r source) (scalars []*big.Int) {
	add := func(k *big.Int) {
		if k.Mod(k, bigN); k.Sign() != 0 {
			scalars = append(scalars, k)
		}
	}
	for a := int64(-33); a <= 33; a++ {
		for _, b := range []int64{-32, -31, -1, 0, 1, 2, 31} {
			k := new(big.Int).Mul(big.NewInt(b), bigLambda)
			add(k.Add(k, big.NewInt(a)))
			if b != 0 {
				k = new(big.Int).Mul(big.NewInt(a), bigLambda)
				add(k.Add(k, big.NewInt(b)))
			}
		}
	}
	for range 20 {
		add(r.bigScalar())
	}
	return scalars
}

// TestMultiples compares multiples of many points by one number with those of one
// by one, for every number of points, of any Z.
func TestMultiples(t *testing.T) {
	r := newSource(31)
	scalars := multipleScalars(r)
	if testing.Short() {
		scalars = scalars[:40]
	}
	var points [BaseMuls]Jacobian
	for i := range points {
		points[i] = r.jacobian(bigBase(r.bigScalar()))
		if i%3 == 0 {
			var a Affine
			a.SetJacobianVartime(&points[i])
			points[i] = *a.jacobian()
		}
	}
	eachBackend(t, func(t *testing.T) {
		for i, k := range scalars {
			n := i % (BaseMuls + 1)
			var m Multiples
			m.SetVartime(points[:n])
			var got [BaseMuls][33]byte
			m.SecretMul(got[:n], secret(bigScalar(k)))
			for j := range points {
				var z Projective
				var a SecretAffine
				var want [33]byte
				if j < n {
					SecretMul(&z, secret(bigScalar(k)), &points[j])
					a.SetProjective(&z)
					a.PutCompressed(&want)
				}
				if got[j] != want {
					t.Fatalf("%x times point %d of %d: %x, want %x", k, j, n, got[j], want)
				}
			}
		}
	})
}
