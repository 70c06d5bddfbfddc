//go:build amd64 && !purego

package point

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/lanes"
	"koblitz.dev/secp256k1/internal/limbs"
	"koblitz.dev/secp256k1/internal/scalar"
)

// Eight public points at a time. Digits stand at fixed positions and are odd, so
// that all lanes do the same; where an addition meets equal or opposite points, Z
// is 0 at the end, and the lane takes the code of one point.

const (
	// Digits of u2's halves, of 5 bits at 0, 5, ..., 125.
	laneWindow = 5
	laneOdd    = 1 << (laneWindow - 1)
	laneTop    = 125
	// Digits of u1, of 13 bits: those of G at 0, 13, ..., 117, and those of 2^128 G
	// where they end, at 2, 15, ..., 119.
	laneBaseWindow = 13
	laneBaseDigits = 10
	laneBaseFirst  = laneBaseWindow*laneBaseDigits - 128
	// Fewer rows take less time one by one, and of sums with a multiple of G.
	fewestLanes = 3
	fewestSums  = 5
)

// signedBits are integers of eight lanes whose bits are signed: see
// scalar.SignedBits.
type signedBits [lanes.Width][5]uint64

// digits returns the indices (|d| - 1) / 2 of the digits of w bits at a position,
// and which of them are negative.
func (v *signedBits) digits(index *[lanes.Width]uint32, at, w uint) (negative uint8) {
	limb, shift := at/64, at%64
	top := uint64(1) << (w - 1)
	for lane := range v {
		i, minus := signedDigit(v[lane][limb]>>shift|v[lane][limb+1]<<1<<(63-shift), top)
		index[lane] = uint32(i)
		negative |= uint8(minus << lane)
	}
	return negative
}

// signedDigit returns the index (|d| - 1) / 2 of the digit of the lowest bits, of which
// top is the highest, and 1 if d is negative.
func signedDigit(bits, top uint64) (index, minus uint64) {
	minus = (bits&top - 1) >> 63
	return (bits ^ -minus) & (top - 1), minus
}

// laneTable are odd multiples of a point in each lane, on one Z, and the x of
// lambda times these.
type laneTable struct {
	x, y, lambdaX [laneOdd]lanes.Element
	z             lanes.Element
}

// laneState is what kernels work on.
type laneState struct {
	laneWork
	entries lanes.Entries
	x, y    lanes.Element
	az      lanes.Element
	beta    lanes.Element
	t       laneTable
}

// laneWork is what multiples of points are computed in.
type laneWork struct {
	work lanes.Work
	sum  lanes.Jacobian
	pair lanes.Pair
	zz   lanes.Element
}

// room has space for a T, which has no pointers, at a multiple of 64 bytes, as registers
// are long.
type room[T any] struct {
	_ T
	_ [64]byte
}

func (r *room[T]) aligned() *T {
	p := unsafe.Pointer(r)
	return (*T)(unsafe.Add(p, -uintptr(p)&63))
}

// oddMultiples fills the table with P, 3P, ..., 31P of the points in s.x, s.y.
func (s *laneState) oddMultiples() {
	t := &s.t
	var x, y, ratio [laneOdd]*lanes.Element
	for i := range x {
		x[i], y[i], ratio[i] = &t.x[i], &t.y[i], &t.lambdaX[i]
	}
	s.laneWork.oddMultiples(x[:], y[:], ratio[:], &t.z, &s.x, &s.y)
	for i := range t.x {
		t.lambdaX[i].Mul(&s.beta, &t.x[i])
	}
}

// oddMultiples sets x and y to P, 3P, ..., (2 len(x) - 1) P of the points (px, py), on
// the Z that it sets z to, as oddMultiplesVartime does. ratio, as long, is memory.
func (s *laneWork) oddMultiples(x, y, ratio []*lanes.Element, z, px, py *lanes.Element) {
	// 2P on Z = y, and P brought there: (x y^2, y^4).
	p, last := &s.pair, len(x)-1
	s.sum.X, s.sum.Y = *px, *py
	s.sum.Z.SetOne()
	s.sum.DoubleN(1, &s.work)
	p.X2, p.Y2 = s.sum.X, s.sum.Y
	p.X2.Carry()
	p.Y2.Carry()
	p.Y1.Mul(py, py)
	p.X1.Mul(px, &p.Y1)
	p.Y1.Mul(&p.Y1, &p.Y1)
	*x[0], *y[0] = p.X1, p.Y1
	for i := 1; i <= last; i++ {
		p.Add(ratio[i], &s.work)
		*x[i], *y[i] = p.X1, p.Y1
	}
	x[last].Carry()
	y[last].Carry()
	*z = *ratio[last]
	for i := last - 1; i >= 0; i-- {
		s.zz.Mul(z, z)
		x[i].Mul(&s.zz, x[i])
		s.zz.Mul(&s.zz, z)
		y[i].Mul(&s.zz, y[i])
		if i > 0 {
			z.Mul(z, ratio[i])
		}
	}
	z.Mul(z, py)
}

// fill sets odd to the multiples of (px, py) that oddMultiples gives, and z.
func (s *laneWork) fill(odd []lanes.Entry, z, px, py *lanes.Element) {
	var x, y, ratio [lanes.TableSize]*lanes.Element
	for i := range odd {
		e := &odd[i]
		x[i], y[i], ratio[i] = &e.X, &e.Y, &e.LambdaX
	}
	s.oddMultiples(x[:len(odd)], y[:len(odd)], ratio[:len(odd)], z, px, py)
	s.zz.SetAll(&beta)
	for i := range odd {
		odd[i].LambdaX.Mul(&s.zz, &odd[i].X)
	}
}

// gather sets z to the entry of each lane's index.
func gather(z *lanes.Element, t *[laneOdd]lanes.Element, index *[lanes.Width]uint32) {
	for lane := range index {
		e := &t[index[lane]%laneOdd]
		z[0][lane] = e[0][lane]
		z[1][lane] = e[1][lane]
		z[2][lane] = e[2][lane]
		z[3][lane] = e[3][lane]
		z[4][lane] = e[4][lane]
	}
}

// gatherBase sets s.entries to the entry of a table of constants, from entry first on,
// that each lane's index has. What reads them waits for the stores of single words, so
// that these come before an addition of other points, where there is one.
func (s *laneState) gatherBase(t table, first int, index *[lanes.Width]uint32) {
	for lane := range index {
		s.entries.Set(lane, string(t[(first+int(index[lane]))*digit.EntrySize:][:digit.EntrySize]))
	}
}

// doubleBase sets s.sum = u1 G + u2 Q for the points in s.x, s.y: 125 doublings,
// 51 additions of multiples of Q and 20 of G.
func (s *laneState) doubleBase(u1, v1, v2 *signedBits) {
	s.oddMultiples()
	var index [lanes.Width]uint32
	at := uint(laneTop)
	for i := laneTop; i >= 0; i-- {
		i := uint(i)
		onQ, onG := i%laneWindow == 0, i%laneBaseWindow == 0 && i < laneBaseDigits*laneBaseWindow
		onG128 := i%laneBaseWindow == laneBaseFirst && i < laneBaseDigits*laneBaseWindow
		if !onQ && !onG && !onG128 {
			continue
		}
		if at != i {
			s.sum.DoubleN(int(at-i), &s.work)
		}
		at = i
		if onQ {
			negative := v1.digits(&index, i, laneWindow)
			gather(&s.x, &s.t.x, &index)
			gather(&s.y, &s.t.y, &index)
			if i == laneTop {
				s.begin(negative)
			} else {
				s.sum.Add(&s.x, &s.y, negative, &s.sum.Z, &s.work)
			}
			negative = v2.digits(&index, i, laneWindow)
			gather(&s.x, &s.t.lambdaX, &index)
			gather(&s.y, &s.t.y, &index)
			s.sum.Add(&s.x, &s.y, negative, &s.sum.Z, &s.work)
		}
		if onG {
			s.addBase(u1, *secp256k1.g, i)
		}
		if onG128 {
			s.addBase(u1, *secp256k1.g128, i+128)
		}
	}
	s.sum.Z.Mul(&s.sum.Z, &s.t.z)
}

// addBase adds the entries of the digits of u1 at a position, on the Z of s.t.
func (s *laneState) addBase(u1 *signedBits, t table, at uint) {
	var index [lanes.Width]uint32
	negative := u1.digits(&index, at, laneBaseWindow)
	s.gatherBase(t, 0, &index)
	s.entries.Put(&s.x, &s.y)
	s.az.Mul(&s.sum.Z, &s.t.z)
	s.sum.Add(&s.x, &s.y, negative, &s.az, &s.work)
}

// begin sets s.sum to the points in s.x, s.y, negated where asked.
func (s *laneState) begin(negative uint8) {
	s.sum.X, s.sum.Y = s.x, s.y
	s.sum.Z.SetOne()
	for lane := range lanes.Width {
		if negative>>lane&1 == 1 {
			y := s.y.Get(lane)
			y.Negate(&y)
			s.sum.Y.Set(lane, &y)
		}
	}
}

// get returns the sum of a lane.
func (s *laneState) get(lane int) Jacobian {
	return Jacobian{s.sum.X.Get(lane), s.sum.Y.Get(lane), s.sum.Z.Get(lane)}
}

// rest is how many of n rows are taken next: most, or fewer at the end; where they
// are fewer than fewest, or there are no lanes, 0.
func rest(n, fewest, most int) int {
	if n < fewest || !cpu.Lanes() {
		return 0
	}
	return min(n, most)
}

// doubleBasesVartime does as many rows as lanes are worth, and returns how many.
// Slices have one length.
func doubleBasesVartime(z []Jacobian, u1, u2 []scalar.Scalar, q []Jacobian) (done int) {
	if rest(len(z), fewestLanes, 1) == 0 {
		return 0
	}
	var memory room[laneState]
	s := memory.aligned()
	s.beta.SetAll(&beta)
	for done < len(z) {
		n := rest(len(z)-done, fewestLanes, lanes.Width)
		if n == 0 {
			break
		}
		var base, v1, v2 signedBits
		for lane := range lanes.Width {
			row := done + lane%n
			var u scalar.Scalar
			u.SetSigned(&u1[row])
			copy(base[lane][:], u[:])
			u2[row].SplitSigned((*[3]uint64)(v1[lane][:]), (*[3]uint64)(v2[lane][:]))
			// Where Z is not 1 the lane's sum is not looked at.
			s.x.Set(lane, &q[row].X)
			s.y.Set(lane, &q[row].Y)
		}
		s.doubleBase(&base, &v1, &v2)
		for lane := range n {
			row := done + lane
			sum := s.get(lane)
			if sum.IsInfinityVartime() || !q[row].isAffineVartime() {
				DoubleBaseVartime(&z[row], &u1[row], &u2[row], &q[row])
			} else {
				z[row] = sum
			}
		}
		done += n
	}
	return done
}

// gatherBlock gathers the entries of the digits of a block of the table for k G. v has
// the digits from this block on, at least to the next multiple of eight.
func (s *laneState) gatherBlock(d *[lanes.Width]scalar.Scalar, v *[lanes.Width]uint64, b uint) (negative uint8) {
	if b%8 == 0 {
		for lane := range d {
			v[lane] = d[lane].Bits(b*baseWindow, 8*baseWindow)
		}
	}
	block := baseBlocksFrom(b, 1)[:blockSize]
	for lane, bits := range v {
		v[lane] = bits >> baseWindow
		index, minus := signedDigit(bits, lanes.BaseEntries)
		negative |= uint8(minus << lane)
		s.entries.Set(lane, block[index*digit.EntrySize:])
	}
	return negative
}

// addBasesVartime is doubleBasesVartime for z = p + t G: 43 additions.
func addBasesVartime(z, p []Jacobian, t []scalar.Scalar) (done int) {
	if rest(len(z), fewestSums, 1) == 0 {
		return 0
	}
	var memory room[laneState]
	s := memory.aligned()
	for done < len(z) {
		n := rest(len(z)-done, fewestSums, lanes.Width)
		if n == 0 {
			break
		}
		var d [lanes.Width]scalar.Scalar
		var v [lanes.Width]uint64
		for lane := range lanes.Width {
			row := done + lane%n
			d[lane].Add(&t[row], &fixedBaseOffset)
			s.x.Set(lane, &p[row].X)
			s.y.Set(lane, &p[row].Y)
		}
		s.begin(0)
		negative := s.gatherBlock(&d, &v, 0)
		for b := uint(1); b < baseBlocks; b++ {
			s.entries.Put(&s.x, &s.y)
			next := s.gatherBlock(&d, &v, b)
			s.sum.Add(&s.x, &s.y, negative, &s.sum.Z, &s.work)
			negative = next
		}
		s.entries.Put(&s.x, &s.y)
		s.sum.Add(&s.x, &s.y, negative, &s.sum.Z, &s.work)
		for lane := range n {
			row := done + lane
			sum := s.get(lane)
			if sum.IsInfinityVartime() || !p[row].isAffineVartime() {
				AddBaseVartime(&z[row], &p[row], &t[row])
			} else {
				z[row] = sum
			}
		}
		done += n
	}
	return done
}

// setXsVartime sets z to the points with these x, as SetXVartime does, as many as
// lanes are worth; it returns how many. Two groups at a time: a chain of squares
// waits for itself.
func setXsVartime(ok []bool, z []Affine, x []field.Element, odd []int) (done int) {
	if rest(len(z), FewestRoots, 1) == 0 {
		return 0
	}
	var memory room[rootState]
	s := memory.aligned()
	for done < len(z) {
		n := rest(len(z)-done, FewestRoots, 2*lanes.Width)
		if n == 0 {
			break
		}
		for i := range 2 * lanes.Width {
			s.roots[i/lanes.Width].Set(i%lanes.Width, &x[done+i%n])
		}
		s.find()
		for i := range n {
			a := &z[done+i]
			a.X = x[done+i]
			a.Y = s.roots[i/lanes.Width].Get(i % lanes.Width)
			// y is not 0.
			ct.Negate(ct.Bit(a.Y[0]^uint64(odd[done+i])), (*limbs.Int)(&a.Y), (*limbs.Int)(&a.Y), 1<<32+977)
			ok[done+i] = s.squares[i/lanes.Width].Get(i%lanes.Width) == s.right[i/lanes.Width].Get(i%lanes.Width)
		}
		done += n
	}
	return done
}

// rootState is what find works on.
type rootState struct {
	roots, right, squares [2]lanes.Words
	a                     [2]lanes.Element
	v                     [field.RootValues][2]lanes.Element
}

// find sets right to x^3 + 7 for the x in roots, roots to the roots of that, where there
// are some: its power (p + 1) / 4, as field.Element.SqrtVartime has it; and squares to
// their squares. All are below p.
func (s *rootState) find() {
	for i := range s.a {
		s.a[i].SetWords(&s.roots[i])
		s.v[0][i].RightSide(&s.a[i])
		s.v[0][i].PutWords(&s.right[i])
	}
	for i := range field.RootChain {
		step := &field.RootChain[i]
		lanes.PowerStep(&s.v[step.To], &s.v[step.From], &s.v[step.Times], step.Squares)
	}
	s.a = s.v[field.RootValues-1]
	lanes.SquareN(&s.a, 2)
	for i := range s.a {
		s.a[i].PutWords(&s.roots[i])
	}
	lanes.SquareN(&s.a, 1)
	for i := range s.a {
		s.a[i].PutWords(&s.squares[i])
	}
}
