package ecdsa

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"math/big"

	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/ct"
	"koblitz.dev/go/koblitz"
)

// Keys of package crypto/ecdsa, for programs whose interfaces have them. That
// package signs and verifies with them too, on [Curve], and in variable time.

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

// Curve returns the curve as package crypto/ecdsa takes it. Its methods take
// variable time, and a point that is not on the curve for infinity, (0, 0).
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
	return e, e.SetBytes(&b)
}

// onCurve returns the point (x, y). It reports false, and returns infinity, if
// that is not on the curve.
func onCurve(x, y *big.Int) (p group.Point, ok bool) {
	ex, okX := element(x)
	ey, okY := element(y)
	return p, okX && okY && p.SetXYVartime(&ex, &ey)
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

// StandardPublicKey returns pub for package crypto/ecdsa. It fails with
// [koblitz.ErrPublicKey].
func StandardPublicKey(pub koblitz.PublicKey) (*ecdsa.PublicKey, error) {
	if !pub.IsValid() {
		return nil, koblitz.ErrPublicKey
	}
	p := pub.Point()
	x, y := coordinates(&p)
	return &ecdsa.PublicKey{Curve: Curve(), X: x, Y: y}, nil
}

// FromStandardPublicKey returns the key that pub is, on [Curve] or another
// implementation of secp256k1. It fails with [koblitz.ErrPublicKey].
func FromStandardPublicKey(pub *ecdsa.PublicKey) (koblitz.PublicKey, error) {
	if pub == nil || !isOurs(pub.Curve) {
		return koblitz.PublicKey{}, koblitz.ErrPublicKey
	}
	p, ok := onCurve(pub.X, pub.Y)
	if !ok {
		return koblitz.PublicKey{}, koblitz.ErrPublicKey
	}
	return koblitz.PublicKeyOf(&p)
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

// StandardSecretKey returns key for package crypto/ecdsa, which computes with it
// in variable time: for programs that want to store a key, not to sign with it,
// which [koblitz.SecretKey.Sign] is for. Libraries that compare curves by ==, as
// go-ethereum without cgo does, need a key of their own, made from
// [koblitz.SecretKey.Bytes]. Time depends on how many 64-bit words the
// key has, as everything of package math/big does. The copy stays in memory. It
// fails with [koblitz.ErrSecretKey].
func StandardSecretKey(key *koblitz.SecretKey) (*ecdsa.PrivateKey, error) {
	if !key.IsValid() {
		return nil, koblitz.ErrSecretKey
	}
	pub, err := StandardPublicKey(key.PublicKey())
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

// FromStandardSecretKey sets key to the one that private is. It fails, and leaves
// key as it is, with [koblitz.ErrSecretKey] if that is on another curve than
// secp256k1 or not in [1, n-1], and with [koblitz.ErrPublicKey] if its public key
// is another one's. Time is that of [StandardSecretKey].
func FromStandardSecretKey(key *koblitz.SecretKey, private *ecdsa.PrivateKey) error {
	if key == nil || private == nil || private.D == nil || private.D.Sign() < 0 || private.D.BitLen() > 256 || !isOurs(private.Curve) {
		return koblitz.ErrSecretKey
	}
	var err error
	ct.WipedLong(func() {
		var b [32]byte
		var k koblitz.SecretKey
		private.D.FillBytes(b[:])
		if err = k.SetBytes(b[:]); err != nil {
			return
		}
		pub, wrong := FromStandardPublicKey(&private.PublicKey)
		if wrong != nil || pub != k.PublicKey() {
			err = koblitz.ErrPublicKey
			return
		}
		*key = k
	})
	return err
}
