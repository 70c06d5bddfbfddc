//go:build amd64 && !purego

package point

import (
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/lanes"
	"koblitz.dev/secp256k1/internal/scalar"
)

// laneSteps follows doubleBase in integers.
func laneSteps(u1, u2 *scalar.Scalar) (steps []laneStep) {
	var base, v1, v2 signedBits
	var u scalar.Scalar
	u.SetSigned(u1)
	for lane := range lanes.Width {
		copy(base[lane][:], u[:])
		u2.SplitSigned((*[3]uint64)(v1[lane][:]), (*[3]uint64)(v2[lane][:]))
	}
	digit := func(v *signedBits, at, w uint) *big.Int {
		var index [lanes.Width]uint32
		d := new(big.Int)
		negative := v.digits(&index, at, w)
		d.SetInt64(2*int64(index[0]) + 1)
		if negative&1 == 1 {
			d.Neg(d)
		}
		return d
	}
	sum := [2]*big.Int{new(big.Int), new(big.Int)}
	add := func(onQ, onG *big.Int) {
		if sum[0].Sign() != 0 {
			steps = append(steps, laneStep{
				[2]*big.Int{new(big.Int).Set(sum[0]), new(big.Int).Set(sum[1])}, [2]*big.Int{onQ, onG},
			})
		}
		sum[0].Add(sum[0], onQ)
		sum[1].Add(sum[1], onG)
	}
	for i := laneTop; i >= 0; i-- {
		sum[0].Lsh(sum[0], 1)
		sum[1].Lsh(sum[1], 1)
		at := uint(i)
		if at%laneWindow == 0 {
			add(digit(&v1, at, laneWindow), new(big.Int))
			d := digit(&v2, at, laneWindow)
			add(d.Mul(d, bigLambda), new(big.Int))
		}
		if at%laneBaseWindow == 0 && at < laneBaseDigits*laneBaseWindow {
			add(new(big.Int), digit(&base, at, laneBaseWindow))
		}
		if at%laneBaseWindow == laneBaseFirst && at < laneBaseDigits*laneBaseWindow {
			d := digit(&base, at+128, laneBaseWindow)
			add(new(big.Int), d.Lsh(d, 128))
		}
	}
	return steps
}

// checkMeeting tells whether the sums of all these rows met.
func checkMeeting(t *testing.T, u1, u2 []scalar.Scalar, q []Jacobian) {
	if !cpu.Lanes() {
		t.Skip("SKIPPED sums in lanes that meet: a processor with AVX-512 IFMA")
	}
	// All additions but the three of multiples of Q before the first one of G.
	if len(q) != 2*68 {
		t.Errorf("%d rows", len(q))
	}
	var memory room[laneState]
	s := memory.aligned()
	s.beta.SetAll(&beta)
	for i := range q {
		var base, v1, v2 signedBits
		for lane := range lanes.Width {
			var u scalar.Scalar
			u.SetSigned(&u1[i])
			copy(base[lane][:], u[:])
			u2[i].SplitSigned((*[3]uint64)(v1[lane][:]), (*[3]uint64)(v2[lane][:]))
			// The others are ordinary points.
			p := generator.jacobian()
			if lane == i%lanes.Width {
				p = &q[i]
			}
			s.x.Set(lane, &p.X)
			s.y.Set(lane, &p.Y)
		}
		s.doubleBase(&base, &v1, &v2)
		for lane := range lanes.Width {
			sum := s.get(lane)
			if met := sum.IsInfinityVartime(); met != (lane == i%lanes.Width) {
				t.Errorf("row %d, lane %d: met is %v", i, lane, met)
			}
		}
	}
}
