package ecdsa

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"math/big"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct"
)

// Keys of package crypto/ecdsa, for programs whose interfaces have them.

func number(hex string) *big.Int {
	v, _ := new(big.Int).SetString(hex, 16)
	return v
}

var params = &elliptic.CurveParams{
	P:       number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
	N:       number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
	B:       big.NewInt(7),
	Gx:      number("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
	Gy:      number("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	BitSize: 256,
	Name:    "secp256k1",
}

// Curve returns secp256k1 as an [elliptic.Curve], which the keys of package crypto/ecdsa
// need. Its methods take variable time, so package crypto/ecdsa signs with it in variable
// time. They treat a point that is not on the curve as infinity, (0, 0).
func Curve() elliptic.Curve { return curve{} }

type curve struct{}

func (curve) Params() *elliptic.CurveParams { return params }

// element returns v if it is in [0, p).
func element(v *big.Int) (e group.Element, ok bool) {
	if v == nil || v.Sign() < 0 || v.BitLen() > 256 {
		return e, false
	}
	var b [32]byte
	v.FillBytes(b[:])
	ok = e.SetBytes(&b) // before e is read: the order within a return statement is not specified
	return e, ok
}

// onCurve returns the point (x, y). It reports false, and returns infinity, if
// that is not on the curve.
func onCurve(x, y *big.Int) (p group.Point, ok bool) {
	ex, okX := element(x)
	ey, okY := element(y)
	ok = okX && okY && p.SetXYVartime(&ex, &ey)
	return p, ok
}

func coordinates(p *group.Point) (x, y *big.Int) {
	var a group.AffinePoint
	var bx, by [32]byte
	a.SetVartime(p)
	a.PutX(&bx)
	a.PutY(&by)
	return new(big.Int).SetBytes(bx[:]), new(big.Int).SetBytes(by[:])
}

func (curve) IsOnCurve(x, y *big.Int) bool {
	_, ok := onCurve(x, y)
	return ok
}

func (curve) Add(x1, y1, x2, y2 *big.Int) (x, y *big.Int) {
	p, _ := onCurve(x1, y1)
	q, _ := onCurve(x2, y2)
	p.AddVartime(&p, &q)
	return coordinates(&p)
}

func (c curve) Double(x1, y1 *big.Int) (x, y *big.Int) { return c.Add(x1, y1, x1, y1) }

// scalar returns the big-endian integer k mod n.
func scalar(k []byte) (s group.Scalar) {
	v := new(big.Int).SetBytes(k)
	var b [32]byte
	v.Mod(v, params.N).FillBytes(b[:])
	s.SetBytes(&b)
	return s
}

func (curve) ScalarMult(x1, y1 *big.Int, k []byte) (x, y *big.Int) {
	p, _ := onCurve(x1, y1)
	s := scalar(k)
	p.MulVartime(&s, &p)
	return coordinates(&p)
}

func (curve) ScalarBaseMult(k []byte) (x, y *big.Int) {
	var p group.Point
	s := scalar(k)
	p.BaseMulVartime(&s)
	return coordinates(&p)
}

// StandardPublicKey converts pub to a key of package crypto/ecdsa, on [Curve]. It fails
// with [secp256k1.ErrPublicKey] if pub is nil or a zero value.
func StandardPublicKey(pub *secp256k1.PublicKey) (*ecdsa.PublicKey, error) {
	if pub == nil || !pub.IsValid() {
		return nil, secp256k1.ErrPublicKey
	}
	p := pub.Point()
	x, y := coordinates(&p)
	return &ecdsa.PublicKey{Curve: Curve(), X: x, Y: y}, nil
}

// FromStandardPublicKey converts a key of package crypto/ecdsa, on [Curve] or another
// implementation of secp256k1. It fails with [secp256k1.ErrPublicKey] if pub is nil, on
// another curve or not a point of the curve.
func FromStandardPublicKey(pub *ecdsa.PublicKey) (secp256k1.PublicKey, error) {
	if pub == nil || !isOurs(pub.Curve) {
		return secp256k1.PublicKey{}, secp256k1.ErrPublicKey
	}
	p, ok := onCurve(pub.X, pub.Y)
	if !ok {
		return secp256k1.PublicKey{}, secp256k1.ErrPublicKey
	}
	return secp256k1.NewPublicKey(&p)
}

// isOurs reports whether a curve is secp256k1.
func isOurs(c elliptic.Curve) bool {
	if c == nil {
		return false
	}
	p := c.Params()
	if p == nil {
		return false
	}
	for _, number := range [][2]*big.Int{{p.P, params.P}, {p.N, params.N}, {p.B, params.B}, {p.Gx, params.Gx}, {p.Gy, params.Gy}} {
		if number[0] == nil || number[0].Cmp(number[1]) != 0 {
			return false
		}
	}
	return true
}

// StandardSecretKey converts key to a key of package crypto/ecdsa, for programs that
// store such keys. It is not constant time: package math/big reveals how many 64-bit words
// the key has, and package crypto/ecdsa signs with it in variable time. To sign, use key
// itself, which is a [crypto.Signer]. The copy is not wiped. Libraries that compare curves
// with ==, such as go-ethereum without cgo, do not accept the result: make their keys from
// [secp256k1.SecretKey.Bytes]. It fails with [secp256k1.ErrSecretKey].
func StandardSecretKey(key *secp256k1.SecretKey) (*ecdsa.PrivateKey, error) {
	if !key.IsValid() {
		return nil, secp256k1.ErrSecretKey
	}
	own := key.PublicKey()
	pub, err := StandardPublicKey(&own)
	if err != nil {
		return nil, err
	}
	d := new(big.Int)
	ct.WipedLong(func() {
		var k group.SecretScalar
		var b [32]byte
		key.PutScalar(&k)
		k.PutBytes(&b)
		d.SetBytes(b[:])
	})
	return &ecdsa.PrivateKey{PublicKey: *pub, D: d}, nil
}

// FromStandardSecretKey converts a key of package crypto/ecdsa. It fails with
// [secp256k1.ErrSecretKey] if private is nil, on a curve other than secp256k1 or not in
// [1, n-1], and with [secp256k1.ErrPublicKey] if its public key does not belong to it. It
// is not constant time, like [StandardSecretKey].
func FromStandardSecretKey(private *ecdsa.PrivateKey) (*secp256k1.SecretKey, error) {
	if private == nil || private.D == nil || private.D.Sign() < 0 || private.D.BitLen() > 256 || !isOurs(private.Curve) {
		return nil, secp256k1.ErrSecretKey
	}
	key := new(secp256k1.SecretKey)
	var err error
	ct.WipedLong(func() {
		var b [32]byte
		private.D.FillBytes(b[:])
		err = key.SetBytes(b[:])
	})
	if err != nil {
		return nil, err
	}
	pub, err := FromStandardPublicKey(&private.PublicKey)
	if err != nil || pub != key.PublicKey() {
		key.Wipe()
		return nil, secp256k1.ErrPublicKey
	}
	return key, nil
}
