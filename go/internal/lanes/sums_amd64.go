//go:build amd64 && !purego

package lanes

import "koblitz.dev/secp256k1/internal/field"

// A Homogeneous is a point (X / Z, Y / Z) of y^2 = x^3 + 7 in each lane, infinity
// where Z is 0. Coordinates are of magnitude 1.
type Homogeneous struct{ X, Y, Z Element }

// SetInfinity sets the point of every lane.
func (z *Homogeneous) SetInfinity() {
	*z = Homogeneous{}
	z.Y.SetOne()
}

// AddTerm adds the points (x, y) to z, but not in the lanes whose bit is set in keep.
// Complete.
func (z *Homogeneous) AddTerm(x, y *Element, keep uint8, w *SumWork) {
	addTermAsm(z, x, y, uint64(keep), w)
}

// Add adds p to z. Complete; p may be z.
func (z *Homogeneous) Add(p *Homogeneous, w *SumWork) { addSumAsm(z, p, w) }

// SumWork is memory for these.
type SumWork struct {
	Work
	_ Element
}

// Get returns X, Y and Z of a lane.
func (z *Homogeneous) Get(lane int) (x, y, zz field.Element) {
	return z.X.Get(lane), z.Y.Get(lane), z.Z.Get(lane)
}

// SetLane sets the point of a lane to that of a lane of p.
func (z *Homogeneous) SetLane(lane int, p *Homogeneous, from int) {
	lane, from = lane&(Width-1), from&(Width-1)
	for i := range z.X {
		z.X[i][lane] = p.X[i][from]
		z.Y[i][lane] = p.Y[i][from]
		z.Z[i][lane] = p.Z[i][from]
	}
}

// Packed is a number mod p as a lane has it, of magnitude 1.
type Packed [5]uint64

// Set sets z = x.
func (z *Packed) Set(x *field.Element) {
	z[0], z[1], z[2], z[3], z[4] = packed(x[0], x[1], x[2], x[3])
}

// SetPacked sets a lane to x.
func (z *Element) SetPacked(lane int, x *Packed) {
	lane &= Width - 1
	z[0][lane] = x[0]
	z[1][lane] = x[1]
	z[2][lane] = x[2]
	z[3][lane] = x[3]
	z[4][lane] = x[4]
}
