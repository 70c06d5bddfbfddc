package calls

import (
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

func init() {
	Calls["programs"] = programs
}

// A machine has a few values of each kind. Fields are of a magnitude that the
// original's documentation allows for the next operation; points are normalized.
type machine struct {
	*in
	f   [4]fv
	mag [4]uint32
	k   [4]sc
	p   [4]pt
	out string
}

// programs runs operations that are drawn, on values that are drawn among those of a
// machine, whose results the next operations take: any operand may be any other one,
// or the result.
func programs(s *in) string {
	m := &machine{in: s}
	for i := range m.f {
		m.f[i], m.mag[i], m.k[i], m.p[i] = *field(s), 1, *scalar(s), *point(s)
	}
	for range 24 {
		switch s.IntN(8) {
		case 0, 1, 2:
			m.field()
		case 3, 4:
			m.scalar()
		case 5, 6:
			m.point()
		default:
			m.between()
		}
	}
	for i := range m.f {
		m.out += showF(&m.f[i]) + show(m.k[i]) + showXYZ(&m.p[i])
	}
	return m.out
}

// operand draws a field value of a magnitude of at most most, which it is brought to.
func (m *machine) operand(most uint32) int {
	i := m.IntN(len(m.f))
	if m.mag[i] > most {
		m.f[i].Normalize()
		m.mag[i] = 1
	}
	return i
}

func (m *machine) field() {
	z := m.IntN(len(m.f))
	var returned *fv
	switch m.IntN(15) {
	case 0:
		x := m.operand(16)
		if m.mag[z] > 16 {
			m.f[z].Normalize()
			m.mag[z] = 1
		}
		m.mag[z] += m.mag[x]
		returned = m.f[z].Add(&m.f[x])
	case 1:
		x, y := m.operand(16), m.operand(16)
		mag := m.mag[x] + m.mag[y]
		returned = m.f[z].Add2(&m.f[x], &m.f[y])
		m.mag[z] = mag
	case 2:
		z = m.operand(31)
		returned = m.f[z].AddInt(uint16(m.IntN(1 << 15)))
		m.mag[z]++
	case 3:
		z = m.operand(4)
		k := m.IntN(9)
		returned = m.f[z].MulInt(uint8(k))
		m.mag[z] = max(m.mag[z]*uint32(k), 1)
	case 4:
		x, y := m.operand(8), m.operand(8)
		returned = m.f[z].Mul2(&m.f[x], &m.f[y])
		m.mag[z] = 1
	case 5:
		z = m.operand(8)
		returned = m.f[z].Mul(&m.f[m.operand(8)])
		m.mag[z] = 1
	case 6:
		returned = m.f[z].SquareVal(&m.f[m.operand(8)])
		m.mag[z] = 1
	case 7:
		z = m.operand(8)
		returned = m.f[z].Square()
		m.mag[z] = 1
	case 8:
		x := m.operand(31)
		mag := m.mag[x]
		returned = m.f[z].NegateVal(&m.f[x], mag)
		m.mag[z] = mag + 1
	case 9:
		z = m.operand(31)
		returned = m.f[z].Negate(m.mag[z])
		m.mag[z]++
	case 10:
		z = m.operand(8)
		returned = m.f[z].Inverse()
		m.mag[z] = 1
	case 11:
		if x := m.operand(8); x != z { // into its own argument it says another truth
			m.out += show(m.f[z].SquareRootVal(&m.f[x]))
			m.mag[x] = 1 // and normalized
			m.mag[z] = 1
		}
		returned = &m.f[z]
	case 12:
		x := m.operand(32)
		mag := m.mag[x]
		returned = m.f[z].Set(&m.f[x])
		m.mag[z] = mag
	case 13:
		m.f[z].SetBytes(m.Number())
		m.mag[z] = 1
		returned = &m.f[z]
	default:
		returned = m.f[z].Normalize()
		m.mag[z] = 1
		x := m.IntN(len(m.f))
		m.f[x].Normalize()
		m.mag[x] = 1
		m.out += show(m.f[z].Equals(&m.f[x]), m.f[z] == m.f[x], m.f[z].IsOdd(), m.f[z].IsZero(), m.f[z].IsOneBit(), m.f[z].IsGtOrEqPrimeMinusOrder(), *m.f[z].Bytes())
	}
	m.out += show(returned == &m.f[z])
}

func (m *machine) scalar() {
	z, x, y := &m.k[m.IntN(len(m.k))], &m.k[m.IntN(len(m.k))], &m.k[m.IntN(len(m.k))]
	returned := z
	switch m.IntN(12) {
	case 0:
		returned = z.Add(x)
	case 1:
		returned = z.Add2(x, y)
	case 2:
		returned = z.Mul(x)
	case 3:
		returned = z.Mul2(x, y)
	case 4:
		returned = z.Square()
	case 5:
		returned = z.SquareVal(x)
	case 6:
		returned = z.Negate()
	case 7:
		returned = z.NegateVal(x)
	case 8:
		returned = z.InverseNonConst()
	case 9:
		returned = z.InverseValNonConst(x)
	case 10:
		returned = z.Set(x)
	default:
		m.out += show(z.SetBytes(m.Number()))
	}
	m.out += show(returned == z, z, z.Equals(x), *z == *x, z.IsZero(), z.IsOdd(), z.IsOverHalfOrder())
}

func (m *machine) point() {
	z, x, y := &m.p[m.IntN(len(m.p))], &m.p[m.IntN(len(m.p))], &m.p[m.IntN(len(m.p))]
	switch m.IntN(8) {
	case 0, 1:
		secp256k1.AddNonConst(x, y, z)
	case 2:
		secp256k1.DoubleNonConst(x, z)
	case 3:
		secp256k1.ScalarMultNonConst(&m.k[m.IntN(len(m.k))], x, z)
		z.ToAffine()
	case 4:
		secp256k1.ScalarBaseMultNonConst(&m.k[m.IntN(len(m.k))], z)
		z.ToAffine()
	case 5:
		z.Set(x)
		z.Y.Negate(1).Normalize()
	case 6:
		z.ToAffine()
	default:
		z.Set(x)
	}
	m.out += show(showXYZ(z), x.EquivalentNonConst(y), z.EquivalentNonConst(x), *z == *x)
}

// between takes operations from one kind of value to another.
func (m *machine) between() {
	i := m.IntN(len(m.f))
	f, k, p := &m.f[i], &m.k[m.IntN(len(m.k))], &m.p[m.IntN(len(m.p))]
	f.Normalize()
	m.mag[i] = 1
	switch m.IntN(6) {
	case 0:
		m.out += show(k.SetBytes(f.Bytes()))
	case 1:
		b := k.Bytes()
		m.out += show(f.SetBytes(&b))
	case 2: // a coordinate
		f.Set(&p.X)
	case 3: // the same point with another Z
		if !f.IsZero() {
			var t fv
			t.SquareVal(f)
			p.X.Mul(&t).Normalize()
			p.Y.Mul(t.Mul(f)).Normalize()
			p.Z.Mul(f).Normalize()
		}
	case 4:
		x := *f
		if secp256k1.DecompressY(&x, m.IntN(2) == 1, f) {
			p.X, p.Y = x, *f
			p.Z.SetInt(1)
		} else {
			f.Set(&x)
		}
	default:
		p.ToAffine()
		b, d := k.Bytes(), secp256k1.NewPrivateKey(k)
		q := secp256k1.NewPublicKey(&p.X, &p.Y)
		m.out += show(q.IsOnCurve(), q.SerializeCompressed(), secp256k1.GenerateSharedSecret(d, q))
		if d.Key.IsZero() {
			break
		}
		g := ecdsa.Sign(d, b[:])
		r := g.R()
		key, _, err := ecdsa.RecoverCompact(ecdsa.SignCompact(d, b[:], false), b[:])
		m.out += fmt.Sprintln(g.Verify(b[:], d.PubKey()), g.Verify(b[:], q), showK(key), kind(err), *key == *d.PubKey())
		k.Set(&r)
	}
	m.out += show(showF(f), k, showXYZ(p))
}
