// Package bigcurve is secp256k1 by the textbook on math/big: what tests compare
// with. It is slow, and takes variable time.
package bigcurve

import "math/big"

func hex(s string) *big.Int {
	v, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic("bigcurve: " + s)
	}
	return v
}

// The curve's field, its order and its base point.
var (
	P = hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	N = hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	G = Point{
		hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
		hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	}
)

// A Point is a point of the curve; infinity has a nil X.
type Point struct{ X, Y *big.Int }

// Bytes returns v in 32 bytes, big-endian.
func Bytes(v *big.Int) []byte { return v.FillBytes(make([]byte, 32)) }

// Int returns the number that b is, big-endian.
func Int(b []byte) *big.Int { return new(big.Int).SetBytes(b) }

// Uncompressed returns the 65-byte encoding of a point other than infinity.
func (a Point) Uncompressed() []byte {
	return append(append([]byte{4}, Bytes(a.X)...), Bytes(a.Y)...)
}

// Negate returns -a.
func (a Point) Negate() Point {
	if a.X == nil {
		return a
	}
	return Point{a.X, new(big.Int).Sub(P, a.Y)}
}

// Add returns a + b.
func (a Point) Add(b Point) Point {
	if a.X == nil {
		return b
	}
	if b.X == nil {
		return a
	}
	num, den := new(big.Int), new(big.Int)
	switch {
	case a.X.Cmp(b.X) != 0:
		num.Sub(b.Y, a.Y)
		den.Sub(b.X, a.X)
	case a.Y.Cmp(b.Y) == 0:
		num.Mul(a.X, a.X)
		num.Mul(num, big.NewInt(3))
		den.Lsh(a.Y, 1)
	default:
		return Point{}
	}
	slope := num.Mul(num, den.ModInverse(den.Mod(den, P), P))
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, a.X).Sub(x, b.X).Mod(x, P)
	y := new(big.Int).Sub(a.X, x)
	y.Mul(y, slope).Sub(y, a.Y).Mod(y, P)
	return Point{x, y}
}

// Mul returns k*a.
func (a Point) Mul(k *big.Int) Point {
	var z Point
	for i := k.BitLen() - 1; i >= 0; i-- {
		z = z.Add(z)
		if k.Bit(i) == 1 {
			z = z.Add(a)
		}
	}
	return z
}
