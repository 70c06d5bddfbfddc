package point

import (
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// benchEach runs f as a benchmark with all that can compute here.
func benchEach(b *testing.B, f func(b *testing.B)) {
	for kind := range cpu.Kinds {
		b.Run(kind, f)
	}
}

// benchRows are as many distinct inputs as keep the branch predictors from
// learning one.
const benchRows = 256

type benchRow struct {
	u1, u2 scalar.Scalar
	secret *scalar.Secret
	q      Affine
	j      Jacobian
}

func rows() []benchRow {
	r := newSource(6)
	out := make([]benchRow, benchRows)
	for i := range out {
		out[i].u1, out[i].u2 = bigScalar(r.bigScalar()), bigScalar(new(big.Int).Rsh(bigN, uint(r.IntN(2))))
		out[i].secret = secret(out[i].u2)
		var z Jacobian
		AddBaseVartime(&z, generator.jacobian(), &out[i].u1)
		out[i].q.SetJacobianVartime(&z)
		out[i].j.SetAffine(&out[i].q)
		for j := range out[i].u1 {
			out[i].u1[j], out[i].u2[j] = r.Uint64()>>1, r.Uint64()>>1
		}
		out[i].secret.SetPublic(&out[i].u2)
	}
	return out
}

func BenchmarkMultiplication(b *testing.B) {
	in := rows()
	var z Jacobian
	var s Projective
	var p Affine
	for _, c := range []struct {
		name string
		f    func(r *benchRow)
	}{
		{"DoubleBaseVartime", func(r *benchRow) { DoubleBaseVartime(&z, &r.u1, &r.u2, &r.j) }},
		{"DoubleBaseVartime without GLV", func(r *benchRow) { doubleBasePlain(&z, &r.u1, &r.u2, &r.q) }},
		{"AddBaseVartime", func(r *benchRow) { AddBaseVartime(&z, &r.j, &r.u1) }},
		{"PublicBaseMul", func(r *benchRow) { PublicBaseMul(&p, r.secret) }},
		{"SecretMul", func(r *benchRow) { SecretMul(&s, r.secret, &r.j) }},
		{"SetXVartime", func(r *benchRow) { p.SetXVartime(&r.q.X, 1) }},
		{"SetJacobianVartime", func(r *benchRow) { p.SetJacobianVartime(&z) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchEach(b, func(b *testing.B) {
				i := 0
				for b.Loop() {
					c.f(&in[i%benchRows])
					i++
				}
			})
		})
	}
}

func BenchmarkPrimitive(b *testing.B) {
	r := newSource(7)
	z := r.jacobian(bigBase(r.bigScalar()))
	h := r.projective(bigG)
	q := bigBase(r.bigScalar()).affine()
	scale := r.nonzero()
	s, e := z.hide(), q.hide()
	var points [maxOdd]Affine
	var ratio [maxOdd]field.Element
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"doubleN 1", func() { doubleN(s, 1) }},
		{"doubleNVartime 1", func() { doubleNVartime(&z, 1) }},
		{"doubleNVartime 4", func() { doubleNVartime(&z, 4) }},
		{"addMixedVartime", func() { addMixedVartime(&z, &q) }},
		{"addScaledVartime", func() { z.addScaledVartime(&q, &scale) }},
		{"addComplete", func() { addComplete(s, e) }},
		{"addProjective", func() { addProjective(&h, e, secp256k1.b3) }},
		{"oddMultiplesVartime 8", func() { oddMultiplesVartime(points[:8], &scale, &q, ratio[:]) }},
		{"oddMultiplesVartime 16", func() { oddMultiplesVartime(points[:], &scale, &q, ratio[:]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchEach(b, func(b *testing.B) {
				for b.Loop() {
					c.f()
				}
			})
		})
	}
}

// doubleBasePlain is u1 G + u2 Q without the endomorphism: bits of u2 from the
// top in 64 windows of 4 over 16 multiples, the digits of u1 in between.
func doubleBasePlain(z *Jacobian, u1, u2 *scalar.Scalar, q *Affine) {
	var odd [8]Affine
	var ratio [8]field.Element
	var scale field.Element
	oddMultiplesVartime(odd[:], &scale, q, ratio[:])

	// Fixed windows of odd digits (u2 made odd, one subtraction at the end).
	k := *u2
	even := k[0]&1 == 0
	k[0] |= 1
	var c, d scalar.Half
	var dc, dd [scalar.Positions]int16
	u1.Split128(&c, &d)
	c.WNAFVartime(&dc, 15)
	d.WNAFVartime(&dd, 15)
	var r Jacobian
	for i := 256; i >= 0; i-- {
		doubleNVartime(&r, 1)
		if i%4 == 0 && i < 256 {
			// Bits [i, i + 5) with the lowest taken as 1, less 16.
			v := int(k[i/64]>>(i%64)) & 15
			if i%64 == 60 && i < 252 {
				v |= int(k[i/64+1]&1) << 4
			} else {
				v |= int(k[i/64]>>(i%64)>>4&1) << 4
			}
			v |= 1
			if i == 252 {
				v = v&15 | 16
			}
			v -= 16
			e := odd[max(v, -v)>>1]
			if v < 0 {
				e.Y.Negate(&e.Y)
			}
			r.addAffineVartime(&e)
		}
		if i < scalar.Positions {
			for _, s := range []struct {
				t *table
				d int16
			}{{&tableG, dc[i]}, {&tableG128, dd[i]}} {
				if s.d != 0 {
					var e Affine
					s.t.load(&e, int(max(s.d, -s.d)>>1))
					if s.d < 0 {
						e.Y.Negate(&e.Y)
					}
					r.addScaledVartime(&e, &scale)
				}
			}
		}
	}
	if even {
		e := odd[0]
		e.Y.Negate(&e.Y)
		r.addAffineVartime(&e)
	}
	r.Z.Mul(&r.Z, &scale)
	*z = r
}

// TestPlain keeps what the benchmarks compare with right.
func TestPlain(t *testing.T) {
	r := newSource(8)
	for range 20 {
		q, u1, u2 := r.bigScalar(), r.bigScalar(), r.bigScalar()
		p := bigBase(q.SetBit(q, 1, 1)).affine()
		s1, s2 := bigScalar(u1), bigScalar(u2)
		var want, z Jacobian
		DoubleBaseVartime(&want, &s1, &s2, p.jacobian())
		doubleBasePlain(&z, &s1, &s2, &p)
		if !bigJacobian(&z).equal(bigJacobian(&want)) {
			t.Errorf("doubleBasePlain: %x, %x, %x", u1, u2, q)
		}
	}
}
