package reference

import (
	"bytes"
	"fmt"
	"math/big"

	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// P is the field's prime, 2^256 - 2^32 - 977, and N the order of the group.
var (
	P = hexInt("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	N = hexInt("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
)

func hexInt(s string) *big.Int {
	i, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic("not a hexadecimal number: " + s)
	}
	return i
}

// agreeField compares decred's result with math/big's.
func agreeField(what string, f *dec.FieldVal, i *big.Int) ([]byte, error) {
	byDecred, byBig := f.Normalize().Bytes()[:], i.FillBytes(make([]byte, 32))
	if !bytes.Equal(byDecred, byBig) {
		return nil, fmt.Errorf("%s: decred says %x, math/big says %x", what, byDecred, byBig)
	}
	return byDecred, nil
}

func element(b []byte) *dec.FieldVal {
	var f dec.FieldVal
	f.SetByteSlice(b)
	return f.Normalize()
}

// FieldMul returns a*b mod p for a and b below p.
func FieldMul(a, b []byte) ([]byte, error) {
	i := new(big.Int).Mul(new(big.Int).SetBytes(a), new(big.Int).SetBytes(b))
	return agreeField("field multiplication", element(a).Mul(element(b)), i.Mod(i, P))
}

// FieldSqr returns a^2 mod p for a below p.
func FieldSqr(a []byte) ([]byte, error) {
	i := new(big.Int).SetBytes(a)
	i.Mul(i, i)
	return agreeField("field squaring", element(a).Square(), i.Mod(i, P))
}

// FieldInv returns a^-1 mod p for a in [1, p-1].
func FieldInv(a []byte) ([]byte, error) {
	i := new(big.Int).ModInverse(new(big.Int).SetBytes(a), P)
	if i == nil {
		return nil, ErrRefused
	}
	return agreeField("field inversion", element(a).Inverse(), i)
}

// FieldSqrt returns the square root a^((p+1)/4) mod p, and ErrRefused when a
// is no square. Of the two roots it is the one that is a square itself, since
// p = 3 mod 4.
func FieldSqrt(a []byte) ([]byte, error) {
	var root dec.FieldVal
	ok := root.SquareRootVal(element(a))
	i := new(big.Int).SetBytes(a)
	if square := big.Jacobi(i, P) >= 0; ok != square {
		return nil, fmt.Errorf("square root of %x: decred says %t, math/big says %t", a, ok, square)
	}
	if !ok {
		return nil, ErrRefused
	}
	out := root.Normalize().Bytes()[:]
	r := new(big.Int).SetBytes(out)
	if back := new(big.Int).Mul(r, r); back.Mod(back, P).Cmp(i) != 0 || big.Jacobi(r, P) < 0 {
		return nil, fmt.Errorf("square root of %x: decred says %x, which math/big refutes", a, out)
	}
	return out, nil
}
