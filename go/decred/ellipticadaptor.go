package secp256k1

import (
	"crypto/elliptic"
	"math/big"
)

// CurveParams has the parameters of the curve.
type CurveParams struct {
	P        *big.Int // prime of the field
	N        *big.Int // order of the group
	Gx, Gy   *big.Int // base point
	BitSize  int      // of the field
	H        int      // cofactor
	ByteSize int      // of an element
}

func number(hex string) *big.Int {
	v, _ := new(big.Int).SetString(hex, 16)
	return v
}

var curveParams = CurveParams{
	P:        number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
	N:        number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
	Gx:       number("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
	Gy:       number("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	BitSize:  256,
	H:        1,
	ByteSize: 32,
}

// Params returns the parameters of the curve, which are not to be changed.
func Params() *CurveParams { return &curveParams }

// A KoblitzCurve is an [elliptic.Curve]. Its methods but
// [KoblitzCurve.ScalarBaseMult] take variable time.
type KoblitzCurve struct {
	*elliptic.CurveParams
}

var koblitzCurve = KoblitzCurve{&elliptic.CurveParams{
	P: curveParams.P, N: curveParams.N, B: big.NewInt(7), Gx: curveParams.Gx, Gy: curveParams.Gy, BitSize: 256, Name: "secp256k1",
}}

// S256 returns the curve.
//
// Deprecated: package elliptic's interface is; the functions of this package are
// faster.
func S256() *KoblitzCurve { return &koblitzCurve }

// Params returns the parameters of the curve.
func (curve *KoblitzCurve) Params() *elliptic.CurveParams { return curve.CurveParams }

// fieldVal returns v modulo the prime.
func fieldVal(v *big.Int) (f FieldVal) {
	if v.Sign() < 0 || v.BitLen() > 256 {
		v = new(big.Int).Mod(v, curveParams.P)
	}
	var b [32]byte
	v.FillBytes(b[:])
	f.SetBytes(&b)
	return f
}

// jacobian returns (x, y).
func jacobian(x, y *big.Int) (p JacobianPoint) {
	p.X, p.Y = fieldVal(x), fieldVal(y)
	p.Z.SetInt(1)
	return p
}

// affine returns x and y, (0, 0) for infinity.
func (p *JacobianPoint) affine() (x, y *big.Int) {
	p.ToAffine()
	return new(big.Int).SetBytes(p.X.Bytes()[:]), new(big.Int).SetBytes(p.Y.Bytes()[:])
}

// IsOnCurve reports whether (x, y) is a point of the curve other than infinity.
//
// Deprecated: see [S256].
func (curve *KoblitzCurve) IsOnCurve(x, y *big.Int) bool {
	fx, fy := fieldVal(x), fieldVal(y)
	return isOnCurve(&fx, &fy)
}

// Add returns the sum of two points, (0, 0) being infinity: of that and another
// point it returns the other as it stands, reduced or not.
//
// Deprecated: see [S256].
func (curve *KoblitzCurve) Add(x1, y1, x2, y2 *big.Int) (*big.Int, *big.Int) {
	if x1.Sign() == 0 && y1.Sign() == 0 {
		return x2, y2
	}
	if x2.Sign() == 0 && y2.Sign() == 0 {
		return x1, y1
	}
	a, b := jacobian(x1, y1), jacobian(x2, y2)
	AddNonConst(&a, &b, &a)
	return a.affine()
}

// Double returns 2 (x1, y1).
//
// Deprecated: see [S256].
func (curve *KoblitzCurve) Double(x1, y1 *big.Int) (*big.Int, *big.Int) {
	if y1.Sign() == 0 {
		return new(big.Int), new(big.Int)
	}
	a := jacobian(x1, y1)
	DoubleNonConst(&a, &a)
	return a.affine()
}

// moduloOrder returns the integer k, big-endian, of any length.
func moduloOrder(k []byte) (s ModNScalar) {
	if len(k) > 32 {
		v := new(big.Int).SetBytes(k)
		k = v.Mod(v, curveParams.N).Bytes()
	}
	s.SetByteSlice(k)
	return s
}

// ScalarMult returns k (bx, by).
//
// Deprecated: see [S256].
func (curve *KoblitzCurve) ScalarMult(bx, by *big.Int, k []byte) (*big.Int, *big.Int) {
	s, p := moduloOrder(k), jacobian(bx, by)
	ScalarMultNonConst(&s, &p, &p)
	return p.affine()
}

// ScalarBaseMult returns k G, in constant time for up to 32 bytes but for the
// result's own numbers.
//
// Deprecated: see [S256].
func (curve *KoblitzCurve) ScalarBaseMult(k []byte) (*big.Int, *big.Int) {
	s := moduloOrder(k)
	var p JacobianPoint
	ScalarBaseMultNonConst(&s, &p)
	return p.affine()
}
