//go:build amd64 && !purego

package point

import (
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/lanes"
	"koblitz.dev/secp256k1/internal/scalar"
)

// k G with its summands spread over the lanes: blocks 0 to 6 of the table and
// infinity, eight blocks in each of four more rounds, and the last four once lanes 4
// to 7 are added to lanes 0 to 3. Then lanes are added to one another until one is
// left. All additions are complete.

const (
	baseWindow = 6
	baseFirst  = lanes.Width - 1
	baseLast   = baseBlocks - lanes.RowBlocks
	baseBlocks = 43
	// Fewer rows take less time one by one.
	fewestBases = 5
	blockSize   = lanes.BaseEntries * digit.EntrySize
)

// baseState is what multiples of G are computed in.
type baseState struct {
	sum, other lanes.SecretPoint
	entry      lanes.SecretEntry
	work       lanes.SumWork
	digits     digit.Row
}

// laneBase is secretBase in lanes with the table of secp256k1, if there are some.
func laneBase(z *projective, d *scalar.Secret) bool {
	if !cpu.Lanes() {
		return false
	}
	var memory room[baseState]
	s := memory.aligned()
	s.round(d, 0, lanes.Width)
	s.sum.SetBase(&s.entry, baseFirst)
	for first := uint(baseFirst); first < baseLast; first += lanes.Width {
		s.round(d, first, lanes.Width)
		s.sum.AddBase(&s.entry, &s.work)
	}
	s.sum.Fold4(&s.other, &s.work)
	s.round(d, baseLast, lanes.RowBlocks)
	s.sum.AddBase(&s.entry, &s.work)
	s.sum.Fold2(&s.other, &s.work)
	s.sum.Fold1(&s.other, &s.work)
	s.sum.Get(0, &z.x, &z.y, &z.z)
	return true
}

// round sets s.entry to the entries of n digits from block first on.
func (s *baseState) round(d *scalar.Secret, first, n uint) {
	d.Row(&s.digits, first*baseWindow)
	s.entry.SetRow(baseBlocksFrom(first, n), int(n), &s.digits, &s.work)
}

// baseBlocksFrom are n blocks of the table.
func baseBlocksFrom(first, n uint) string {
	return string((*secp256k1.fixedBase)[first*blockSize:][:n*blockSize])
}

// laneBases sets as many z as lanes are worth to k G, a lane each, and returns how
// many: 42 complete additions for eight.
func laneBases(z []projective, k []scalar.Secret) (done int) {
	if rest(len(k), fewestBases, 1) == 0 {
		return 0
	}
	var memory room[baseState]
	for done < len(k) {
		n := rest(len(k)-done, fewestBases, lanes.Width)
		if n == 0 {
			break
		}
		memory.aligned().columns(z[done:][:n], k[done:][:n])
		done += n
	}
	return done
}

// columns does the same for up to eight.
func (s *baseState) columns(z []projective, k []scalar.Secret) {
	var d [lanes.Width]scalar.Secret
	for i := range k {
		d[i].SetPublic(&fixedBaseOffset)
		d[i].Add(&d[i], &k[i])
	}
	var columns digit.Columns
	var digits digit.Column
	for b := range uint(baseBlocks) {
		if b%8 == 0 {
			for i := range d {
				d[i].Columns(&columns, i, b*baseWindow)
			}
		}
		digits.SetColumn(&columns, b%8*baseWindow, baseWindow)
		s.entry.SetColumn(baseBlocksFrom(b, 1), &digits, &s.work)
		if b == 0 {
			s.sum.SetBase(&s.entry, lanes.Width)
		} else {
			s.sum.AddBase(&s.entry, &s.work)
		}
	}
	for i := range z {
		s.sum.Get(i, &z[i].x, &z[i].y, &z[i].z)
	}
}

// publicBaseState is what one public multiple of G is computed in.
type publicBaseState struct {
	sum, other lanes.Homogeneous
	x, y       lanes.Element
	entries    lanes.Entries
	negative   uint8
	work       lanes.SumWork
}

// publicRounds is how many blocks are added in rounds of eight lanes.
const publicRounds = baseBlocks / lanes.Width * lanes.Width

// laneAddBase is addBaseVartime in lanes with the table of secp256k1, if there are
// some: blocks 0 to 39 in five rounds of eight lanes, and the last three once lanes 4 to
// 7 are added to lanes 0 to 3, beside z where that is affine. All additions are
// complete. Entries are gathered while the round before is added.
func laneAddBase(z *Jacobian, d *scalar.Scalar) bool {
	if !cpu.Lanes() {
		return false
	}
	var memory room[publicBaseState]
	s := memory.aligned()
	s.gather(d, 0, lanes.Width)
	s.put()
	s.sum.X, s.sum.Y = s.x, s.y
	s.sum.Z.SetOne()
	s.gather(d, lanes.Width, lanes.Width)
	for next := uint(2 * lanes.Width); next < publicRounds; next += lanes.Width {
		s.put()
		s.gather(d, next, lanes.Width)
		s.sum.AddTerm(&s.x, &s.y, 0, &s.work)
	}
	s.put()
	s.gather(d, publicRounds, baseBlocks-publicRounds)
	s.sum.AddTerm(&s.x, &s.y, 0, &s.work)
	s.sum.Fold4(&s.other, &s.work)
	s.put()
	keep := uint8(0)
	if z.isAffineVartime() {
		s.x.Set(baseBlocks-publicRounds, &z.X)
		s.y.Set(baseBlocks-publicRounds, &z.Y)
	} else {
		keep = 1 << (baseBlocks - publicRounds)
	}
	s.sum.AddTerm(&s.x, &s.y, keep, &s.work)
	s.sum.Fold2(&s.other, &s.work)
	s.sum.Fold1(&s.other, &s.work)
	x, y, zz := s.sum.Get(0)
	sum := Jacobian{Z: zz}
	sum.X.Mul(&x, &zz)
	zz.Square(&zz)
	sum.Y.Mul(&y, &zz)
	if keep == 0 {
		*z = sum
	} else {
		z.AddVartime(z, &sum)
	}
	return true
}

// gather takes the entries of n digits from block first on to lanes 0 to n - 1.
func (s *publicBaseState) gather(d *scalar.Scalar, first, n uint) {
	var negative uint64
	digits := d.Bits(first*baseWindow, n*baseWindow)
	blocks := baseBlocksFrom(first, n)
	for lane := range n {
		index, minus := signedDigit(digits, lanes.BaseEntries)
		negative |= minus << lane
		digits >>= baseWindow
		s.entries.Set(int(lane), blocks[uint64(lane)*blockSize+index*digit.EntrySize:])
	}
	s.negative = uint8(negative)
}

// put sets s.x and s.y to what was gathered.
func (s *publicBaseState) put() {
	s.entries.Put(&s.x, &s.y)
	s.y.Signed(&s.y, s.negative)
}
