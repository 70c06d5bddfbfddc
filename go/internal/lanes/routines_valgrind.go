//go:build amd64 && !purego && valgrind

package lanes

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/field"
)

func mulAsm(z, x, y *Element) {
	for lane := range Width {
		a, b := x.Get(lane), y.Get(lane)
		a.Mul(&a, &b)
		z.Set(lane, &a)
	}
}

func squareNAsm(z *[2]Element, n int) {
	for i := range z {
		for range n {
			mulAsm(&z[i], &z[i], &z[i])
		}
	}
}

// lane and setLane take a point in a lane apart, and put it together.
func (z *Jacobian) lane(lane int) point {
	return point{z.X.Get(lane), z.Y.Get(lane), z.Z.Get(lane)}
}

func (z *Jacobian) setLane(lane int, p *point) {
	z.X.Set(lane, &p.x)
	z.Y.Set(lane, &p.y)
	z.Z.Set(lane, &p.z)
}

func doubleNAsm(z *Jacobian, n int, _ *Work) {
	for lane := range Width {
		p := z.lane(lane)
		for range n {
			p.double()
		}
		z.setLane(lane, &p)
	}
}

func addAsm(z *Jacobian, x, y *Element, negative uint64, az *Element, _ *Work) {
	for lane := range Width {
		p := z.lane(lane)
		p.add(x.Get(lane), y.Get(lane), negative>>lane, az.Get(lane))
		z.setLane(lane, &p)
	}
}

func coZAddAsm(z *Pair, ratio *Element, _ *Work) {
	for lane := range Width {
		r := coZ(z.X1.Get(lane), z.Y1.Get(lane), z.X2.Get(lane), z.Y2.Get(lane))
		for i, e := range []*Element{&z.X1, &z.Y1, &z.X2, &z.Y2, ratio} {
			e.Set(lane, &r[i])
		}
	}
}

func addCompleteAsm(z *Jacobian, x, y *Element, negative uint64, _ *Work) {
	for lane := range Width {
		p := z.lane(lane)
		p.addComplete(x.Get(lane), y.Get(lane), negative>>lane)
		z.setLane(lane, &p)
	}
}

func selectAsm(z, t *[2]Element, b0, b1, b2, b3 uint64) {
	entries := (*[3*15 + 2]Element)(unsafe.Pointer(t))
	selectBy(z, entries[:], b0, b1, b2, b3)
}

func selectFewAsm(z, t *[2]Element, b0, b1 uint64) {
	entries := (*[3*3 + 2]Element)(unsafe.Pointer(t))
	selectBy(z, entries[:], b0, b1)
}

// selectBy chooses among entries that are three elements apart.
func selectBy(z *[2]Element, entries []Element, choice ...uint64) {
	for k := range z {
		for lane := range Width {
			var chosen field.Element
			for i := range 1 << len(choice) {
				same := uint64(1)
				for bit, b := range choice {
					same &= b>>lane ^ uint64(i)>>bit ^ 1
				}
				e := entries[3*i+k].Get(lane)
				for j := range chosen {
					chosen[j] |= -same & e[j]
				}
			}
			z[k].Set(lane, &chosen)
		}
	}
}

func addTermAsm(z *Homogeneous, x, y *Element, keep uint64, _ *SumWork) {
	for lane := range Width {
		if keep>>lane&1 == 0 {
			p := z.lane(lane)
			p.addHomogeneous(&point{x.Get(lane), y.Get(lane), field.Element{1}})
			z.setLane(lane, &p)
		}
	}
}

func addSumAsm(z, p *Homogeneous, _ *SumWork) {
	for lane := range Width {
		a, b := z.lane(lane), p.lane(lane)
		a.addHomogeneous(&b)
		z.setLane(lane, &a)
	}
}

// lane and setLane are those of Jacobian.
func (z *Homogeneous) lane(lane int) point { return (*Jacobian)(z).lane(lane) }

func (z *Homogeneous) setLane(lane int, p *point) { (*Jacobian)(z).setLane(lane, p) }

func powerStepAsm(z, x, y *[2]Element, n int) {
	t := *x
	squareNAsm(&t, n)
	for i := range t {
		mulAsm(&t[i], &t[i], &y[i])
	}
	*z = t
}

func rightSideAsm(z, x *Element) {
	for lane := range Width {
		a := rightSide(x.Get(lane))
		z.Set(lane, &a)
	}
}

func fromWordsAsm(z *Element, x *Words) {
	for lane := range Width {
		a := x.Get(lane)
		z.Set(lane, &a)
	}
}

func toWordsAsm(z *Words, x *Element) {
	for lane := range Width {
		a := x.Get(lane)
		a.Normalize()
		z.Set(lane, &a)
	}
}
