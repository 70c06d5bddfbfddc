package point

import (
	"fmt"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/scalar"
)

// TestProducts takes sums by windows of every size: of points that repeat, are
// infinity or opposite, and scalars of every length, against a sum of logarithms.
func TestProducts(t *testing.T) {
	r := newSource(14)
	logs := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(-1), big.NewInt(2), bigLambda, new(big.Int).Neg(bigLambda)}
	for range 20 {
		logs = append(logs, r.bigScalar())
	}
	var points []Affine
	for i, q := range logs {
		logs[i] = new(big.Int).Mod(q, bigN)
		var a Affine
		if p := bigBase(logs[i]); p != nil {
			a = p.affine()
		}
		points = append(points, a)
	}
	eachBackend(t, func(t *testing.T) {
		var p Products // keeps what was there before
		for c := bucketPlan(leastWindow); c <= mostWindow; c++ {
			for _, n := range []int{0, 1, 9, 100} {
				for round := range 4 {
					sum := new(big.Int)
					p.Reset(n)
					for i := range n {
						k, at := r.bigScalar(), r.IntN(len(logs))
						switch {
						case round == 1:
							k.Rsh(k, 128)
						case round == 2:
							at = 1 + at%5
							k.SetInt64(int64(1 + i%3))
						case round == 3 && i == n-1: // infinity in all
							at = 1
							k.Mod(k.Neg(sum), bigN)
						}
						sum.Mod(sum.Add(sum, new(big.Int).Mul(k, logs[at])), bigN)
						p.SetPoint(i, &points[at])
						s := bigScalar(k)
						p.SetScalarVartime(i, &s)
					}
					var z Jacobian
					p.sum(&z, c)
					if !bigJacobian(&z).equal(bigBase(sum)) {
						t.Errorf("%d terms in windows of %d bits, round %d", n, c, round)
					}
				}
			}
		}
	})
}

// TestProductsOfOnes has the largest digits and none, in every window, of scalars of
// which the halves are of every sign.
func TestProductsOfOnes(t *testing.T) {
	eachBackend(t, func(t *testing.T) {
		g := bigG.affine()
		var p Products
		one := big.NewInt(1)
		most := new(big.Int).Sub(new(big.Int).Lsh(one, 128), one)
		for c := bucketPlan(leastWindow); c <= mostWindow; c++ {
			var scalars []*big.Int
			for at := uint(0); at < 128; at++ {
				power := new(big.Int).Lsh(one, at)
				scalars = append(scalars, power, new(big.Int).Sub(most, power), new(big.Int).Sub(bigN, power),
					new(big.Int).Mod(new(big.Int).Mul(power, bigLambda), bigN))
			}
			for i, k := range append(scalars, most, new(big.Int)) {
				if (c > 6 || testing.Short()) && (i+int(c))%7 != 0 {
					continue
				}
				p.Reset(1)
				p.SetPoint(0, &g)
				s := bigScalar(k)
				p.SetScalarVartime(0, &s)
				var z Jacobian
				p.sum(&z, c)
				if !bigJacobian(&z).equal(bigBase(k)) {
					t.Fatalf("%x in windows of %d bits", k, c)
				}
			}
		}
	})
}

// BenchmarkProducts gives the time of a sum of terms of 128 bits, by its window.
func BenchmarkProducts(b *testing.B) {
	r := newSource(15)
	var p Products
	const n = 3 * 1024
	p.Reset(n)
	for i := range n {
		var a Affine
		z, k := Jacobian{}, scalar.Scalar{r.Uint64(), r.Uint64(), 1}
		AddBaseVartime(&z, &z, &k)
		a.SetJacobianVartime(&z)
		p.SetPoint(i, &a)
		p.SetScalarVartime(i, &scalar.Scalar{r.Uint64(), r.Uint64()})
	}
	terms := append([]term128(nil), p.terms...)
	for _, c := range []bucketPlan{8, 9, 10, 11} {
		b.Run(fmt.Sprint(c), func(b *testing.B) {
			for b.Loop() {
				copy(p.terms, terms)
				var z Jacobian
				p.sum(&z, c)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/term")
		})
	}
}
