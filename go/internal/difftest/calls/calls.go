// Package calls has a call of every exported function and method of Decred's
// module, which a test makes of that module and, by a copy of this file with
// another import path, of the one that replaces it.
package calls

//lint:file-ignore SA1019 what is deprecated is called too

import (
	"bytes"
	"crypto/elliptic"
	"errors"
	"fmt"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/schnorr"

	"koblitz.dev/secp256k1/internal/difftest/inputs"
)

type (
	fv   = secp256k1.FieldVal
	sc   = secp256k1.ModNScalar
	pt   = secp256k1.JacobianPoint
	key  = secp256k1.PublicKey
	priv = secp256k1.PrivateKey
	in   = inputs.Source
)

// Encode is what [inputs.New] asks for.
func Encode(secret []byte) []byte {
	return secp256k1.PrivKeyFromBytes(secret).PubKey().SerializeUncompressed()
}

func field(s *in) *fv {
	f := new(fv)
	f.SetBytes(s.Number())
	return f.Normalize()
}

func scalar(s *in) *sc {
	z := new(sc)
	z.SetBytes(s.Number())
	return z
}

func private(s *in) *priv {
	for {
		if p := secp256k1.NewPrivateKey(scalar(s)); !p.Key.IsZero() {
			return p
		}
	}
}

func public(s *in) *key {
	k, err := secp256k1.ParsePubKey(s.Key())
	if err != nil {
		panic(err)
	}
	return k
}

// point draws a point, on Z = 1 or another, infinity in two forms among them.
func point(s *in) *pt {
	p := new(pt)
	switch s.IntN(16) {
	case 0:
		return p
	case 1:
		p.Z.SetInt(1)
		return p
	}
	public(s).AsJacobian(p)
	if s.IntN(2) == 0 {
		z := field(s)
		if z.IsZero() {
			return p
		}
		var t fv
		t.SquareVal(z)
		p.X.Mul(&t)
		p.Y.Mul(t.Mul(z))
		p.Z.Mul(z)
		p.X.Normalize()
		p.Y.Normalize()
		p.Z.Normalize()
	}
	return p
}

func bigPoint(s *in) (x, y *big.Int) {
	if s.IntN(16) == 0 {
		return new(big.Int), new(big.Int)
	}
	k := public(s)
	return k.X(), k.Y()
}

func showF(f *fv) string { return new(fv).Set(f).Normalize().String() }

func showXYZ(p *pt) string { return showF(&p.X) + showF(&p.Y) + showF(&p.Z) }

func showP(p *pt) string {
	q := *p
	q.ToAffine()
	return showF(&q.X) + showF(&q.Y) + showF(&q.Z)
}

func showK(k *key) string {
	if k == nil {
		return "nil"
	}
	return fmt.Sprintf("%x", k.SerializeUncompressed())
}

func show(v ...any) string { return fmt.Sprintln(v...) }

// kind returns the kind of an error, and its words.
func kind(err error) string {
	var e secp256k1.Error
	var ee ecdsa.Error
	var es schnorr.Error
	switch {
	case err == nil:
		return "nil"
	case errors.As(err, &e):
		return fmt.Sprintf("%T %v %v", e.Err, errors.Unwrap(e), err)
	case errors.As(err, &ee):
		return fmt.Sprintf("%T %v %v", ee.Err, errors.Unwrap(ee), err)
	case errors.As(err, &es):
		return fmt.Sprintf("%T %v %v", es.Err, errors.Unwrap(es), err)
	}
	return err.Error()
}

// panics returns what f does, or that it panics.
func panics(f func() string) (s string) {
	defer func() {
		if recover() != nil {
			s = "panics"
		}
	}()
	return f()
}

func curve() elliptic.Curve { return secp256k1.S256() }

func unary(f func(*fv) *fv) func(*in) string {
	return func(s *in) string {
		a := field(s)
		r := f(a)
		return show(showF(a), r == a)
	}
}

func binary(f func(a, b *fv) *fv) func(*in) string {
	return func(s *in) string {
		a, b := field(s), field(s)
		if s.IntN(8) == 0 {
			b = a
		}
		r := f(a, b)
		return show(showF(a), showF(b), r == a)
	}
}

func unaryN(f func(*sc) *sc) func(*in) string {
	return func(s *in) string {
		a := scalar(s)
		r := f(a)
		return show(a, r == a)
	}
}

func binaryN(f func(a, b *sc) *sc) func(*in) string {
	return func(s *in) string {
		a, b := scalar(s), scalar(s)
		if s.IntN(8) == 0 {
			b = a
		}
		r := f(a, b)
		return show(a, b, r == a)
	}
}

// Calls are the calls by name. Each draws what it needs and returns its results
// as text.
var Calls = map[string]func(*in) string{
	"FieldVal.Add":  binary(func(a, b *fv) *fv { return a.Add(b) }),
	"FieldVal.Add2": binary(func(a, b *fv) *fv { return a.Add2(b, a) }),
	"FieldVal.AddInt": func(s *in) string {
		a := field(s)
		r := a.AddInt(uint16(s.IntN(1 << 15)))
		return show(showF(a), r == a)
	},
	"FieldVal.Bytes":    func(s *in) string { return show(*field(s).Bytes()) },
	"FieldVal.Equals":   func(s *in) string { a, b := field(s), field(s); return show(a.Equals(b), a.Equals(a)) },
	"FieldVal.Inverse":  unary((*fv).Inverse),
	"FieldVal.IsOdd":    func(s *in) string { return show(field(s).IsOdd()) },
	"FieldVal.IsOddBit": func(s *in) string { return show(field(s).IsOddBit()) },
	"FieldVal.IsOne":    func(s *in) string { return show(field(s).IsOne()) },
	"FieldVal.IsOneBit": func(s *in) string { return show(field(s).IsOneBit()) },
	"FieldVal.IsZero":   func(s *in) string { return show(field(s).IsZero()) },
	"FieldVal.IsZeroBit": func(s *in) string {
		return show(field(s).IsZeroBit())
	},
	"FieldVal.IsGtOrEqPrimeMinusOrder": func(s *in) string { return show(field(s).IsGtOrEqPrimeMinusOrder()) },
	"FieldVal.Mul":                     binary(func(a, b *fv) *fv { return a.Mul(b) }),
	"FieldVal.Mul2":                    binary(func(a, b *fv) *fv { return a.Mul2(b, a) }),
	"FieldVal.MulInt":                  func(s *in) string { a := field(s); r := a.MulInt(uint8(s.IntN(33))); return show(showF(a), r == a) },
	"FieldVal.Negate":                  unary(func(a *fv) *fv { return a.Negate(1) }),
	"FieldVal.NegateVal":               binary(func(a, b *fv) *fv { return a.NegateVal(b, 1) }),
	"FieldVal.Normalize":               unary((*fv).Normalize),
	"FieldVal.PutBytes":                func(s *in) string { var b [32]byte; field(s).PutBytes(&b); return show(b) },
	"FieldVal.PutBytesUnchecked": func(s *in) string {
		b, a := make([]byte, 28+s.IntN(8)), field(s)
		return panics(func() string { a.PutBytesUnchecked(b); return show(b) })
	},
	"FieldVal.Set":          binary(func(a, b *fv) *fv { return a.Set(b) }),
	"FieldVal.SetByteSlice": func(s *in) string { a := new(fv); o := a.SetByteSlice(s.Bytes()); return show(o, showF(a)) },
	"FieldVal.SetBytes":     func(s *in) string { a := new(fv); o := a.SetBytes(s.Number()); return show(o, showF(a)) },
	"FieldVal.SetInt":       func(s *in) string { a := field(s); r := a.SetInt(uint16(s.Uint32())); return show(showF(a), r == a) },
	"FieldVal.Square":       unary((*fv).Square),
	"FieldVal.SquareRootVal": func(s *in) string {
		a, b := field(s), new(fv)
		ok := b.SquareRootVal(a)
		return show(ok, showF(b))
	},
	"FieldVal.SquareVal": binary(func(a, b *fv) *fv { return a.SquareVal(b) }),
	"FieldVal.String":    func(s *in) string { return show(field(s), *field(s)) },
	"FieldVal.Zero":      func(s *in) string { a := field(s); a.Zero(); return show(a) },
	// Magnitudes of up to 8 as operands, 31 and more as sums.
	"FieldVal magnitudes": func(s *in) string {
		a, b, c := field(s), field(s), field(s)
		for range 3 {
			a.Add(a)
			b.Add(b)
		}
		c.Mul2(a, b).Add(a).Add(a).Negate(17).Add(b)
		d := new(fv).Set(c).MulInt(1)
		a.Negate(8).MulInt(3)
		return show(showF(a), showF(b), showF(c), showF(d))
	},

	"ModNScalar.Add":                binaryN(func(a, b *sc) *sc { return a.Add(b) }),
	"ModNScalar.Add2":               binaryN(func(a, b *sc) *sc { return a.Add2(b, a) }),
	"ModNScalar.Bytes":              func(s *in) string { return show(scalar(s).Bytes()) },
	"ModNScalar.Equals":             func(s *in) string { a, b := scalar(s), scalar(s); return show(a.Equals(b), a.Equals(a)) },
	"ModNScalar.InverseNonConst":    unaryN((*sc).InverseNonConst),
	"ModNScalar.InverseValNonConst": binaryN(func(a, b *sc) *sc { return a.InverseValNonConst(b) }),
	"ModNScalar.IsOdd":              func(s *in) string { return show(scalar(s).IsOdd()) },
	"ModNScalar.IsOverHalfOrder":    func(s *in) string { return show(scalar(s).IsOverHalfOrder()) },
	"ModNScalar.IsZero":             func(s *in) string { return show(scalar(s).IsZero()) },
	"ModNScalar.IsZeroBit":          func(s *in) string { return show(scalar(s).IsZeroBit()) },
	"ModNScalar.Mul":                binaryN(func(a, b *sc) *sc { return a.Mul(b) }),
	"ModNScalar.Mul2":               binaryN(func(a, b *sc) *sc { return a.Mul2(b, a) }),
	"ModNScalar.Negate":             unaryN((*sc).Negate),
	"ModNScalar.NegateVal":          binaryN(func(a, b *sc) *sc { return a.NegateVal(b) }),
	"ModNScalar.PutBytes":           func(s *in) string { var b [32]byte; scalar(s).PutBytes(&b); return show(b) },
	"ModNScalar.PutBytesUnchecked": func(s *in) string {
		b, a := make([]byte, 28+s.IntN(8)), scalar(s)
		return panics(func() string { a.PutBytesUnchecked(b); return show(b) })
	},
	"ModNScalar.Set":          binaryN(func(a, b *sc) *sc { return a.Set(b) }),
	"ModNScalar.SetByteSlice": func(s *in) string { a := new(sc); o := a.SetByteSlice(s.Bytes()); return show(o, a) },
	"ModNScalar.SetBytes":     func(s *in) string { a := new(sc); o := a.SetBytes(s.Number()); return show(o, a) },
	"ModNScalar.SetInt":       func(s *in) string { a := scalar(s); r := a.SetInt(s.Uint32()); return show(a, r == a) },
	"ModNScalar.Square":       unaryN((*sc).Square),
	"ModNScalar.SquareVal":    binaryN(func(a, b *sc) *sc { return a.SquareVal(b) }),
	"ModNScalar.String":       func(s *in) string { return show(scalar(s), *scalar(s)) },
	"ModNScalar.Zero":         func(s *in) string { a := scalar(s); a.Zero(); return show(a) },

	"AddNonConst": func(s *in) string {
		a, b := point(s), point(s)
		var r pt
		switch s.IntN(6) {
		case 0:
			b.Set(a)
		case 1: // -a
			b.Set(a)
			b.Y.Negate(1).Normalize()
		}
		secp256k1.AddNonConst(a, b, &r)
		secp256k1.AddNonConst(a, b, a)
		return show(showXYZ(&r), showXYZ(a), showXYZ(b))
	},
	"DoubleNonConst": func(s *in) string {
		a := point(s)
		var r pt
		secp256k1.DoubleNonConst(a, &r)
		secp256k1.DoubleNonConst(a, a)
		return show(showXYZ(&r), showXYZ(a))
	},
	"ScalarMultNonConst": func(s *in) string {
		a, k := point(s), scalar(s)
		var r pt
		secp256k1.ScalarMultNonConst(k, a, &r)
		return show(showP(&r), showP(a), k)
	},
	"ScalarBaseMultNonConst": func(s *in) string {
		k := scalar(s)
		var r pt
		secp256k1.ScalarBaseMultNonConst(k, &r)
		return show(showP(&r), k)
	},
	"DecompressY": func(s *in) string {
		x, odd := field(s), s.IntN(2) == 1
		var y fv
		if !secp256k1.DecompressY(x, odd, &y) {
			return "false"
		}
		return show(showF(x), y.String())
	},
	"MakeJacobianPoint": func(s *in) string {
		p := secp256k1.MakeJacobianPoint(field(s), field(s), field(s))
		return show(p.X, p.Y, p.Z)
	},
	"JacobianPoint.Set": func(s *in) string { var p pt; p.Set(point(s)); return show(p.X, p.Y, p.Z) },
	"JacobianPoint.ToAffine": func(s *in) string {
		p := point(s)
		p.ToAffine()
		return show(p.X, p.Y, p.Z)
	},
	"JacobianPoint.EquivalentNonConst": func(s *in) string {
		a, b := point(s), point(s)
		var r pt
		r.Set(a)
		r.ToAffine()
		return show(a.EquivalentNonConst(b), b.EquivalentNonConst(a), a.EquivalentNonConst(&r))
	},

	"NewPrivateKey":    func(s *in) string { return show(secp256k1.NewPrivateKey(scalar(s)).Key) },
	"PrivKeyFromBytes": func(s *in) string { return show(secp256k1.PrivKeyFromBytes(s.Bytes()).Key) },
	"GeneratePrivateKey": func(*in) string {
		k, err := secp256k1.GeneratePrivateKey()
		return show(k.Key.IsZero(), kind(err))
	},
	"GeneratePrivateKeyFromRand": func(s *in) string {
		var stream []byte
		for range s.IntN(4) {
			stream = append(stream, s.Number()[:]...)
		}
		r := bytes.NewReader(stream[:s.IntN(len(stream)+1)])
		k, err := secp256k1.GeneratePrivateKeyFromRand(r)
		if err != nil {
			return show(kind(err), k == nil)
		}
		return show(k.Key, r.Len())
	},
	"PrivateKey.PubKey":    func(s *in) string { return showK(secp256k1.NewPrivateKey(scalar(s)).PubKey()) },
	"PrivateKey.Serialize": func(s *in) string { return show(secp256k1.NewPrivateKey(scalar(s)).Serialize()) },
	"PrivateKey.ToECDSA": func(s *in) string {
		k := private(s).ToECDSA()
		return show(k.D, k.X, k.Y, k.Curve == curve())
	},
	"PrivateKey.Zero": func(s *in) string { k := private(s); k.Zero(); return show(k.Key) },
	"GenerateSharedSecret": func(s *in) string {
		return show(secp256k1.GenerateSharedSecret(private(s), public(s)))
	},
	"NonceRFC6979": func(s *in) string {
		return show(secp256k1.NonceRFC6979(s.Bytes(), s.Bytes(), s.Bytes(), s.Number()[:[]int{0, 16, 17}[s.IntN(3)]], uint32(s.IntN(3))))
	},

	"NewPublicKey": func(s *in) string { return showK(secp256k1.NewPublicKey(field(s), field(s))) },
	"ParsePubKey": func(s *in) string {
		b := append([]byte(nil), s.Key()...)
		switch s.IntN(3) {
		case 0:
			b = append([]byte{2 | b[64]&1}, b[1:33]...)
		case 1:
			b[0] = 6 | b[64]&1
		}
		k, err := secp256k1.ParsePubKey(s.Mutate(b))
		return show(showK(k), kind(err))
	},
	"PublicKey.AsJacobian": func(s *in) string { var p pt; public(s).AsJacobian(&p); return show(p.X, p.Y, p.Z) },
	"PublicKey.IsEqual":    func(s *in) string { a, b := public(s), public(s); return show(a.IsEqual(b), a.IsEqual(a)) },
	"PublicKey.IsOnCurve": func(s *in) string {
		return show(public(s).IsOnCurve(), secp256k1.NewPublicKey(field(s), field(s)).IsOnCurve())
	},
	"PublicKey.SerializeCompressed":   func(s *in) string { return show(public(s).SerializeCompressed()) },
	"PublicKey.SerializeUncompressed": func(s *in) string { return show(public(s).SerializeUncompressed()) },
	"PublicKey.ToECDSA": func(s *in) string {
		k := public(s).ToECDSA()
		return show(k.X, k.Y, k.Curve == curve())
	},
	"PublicKey.X": func(s *in) string { return show(public(s).X()) },
	"PublicKey.Y": func(s *in) string { return show(public(s).Y()) },

	"Params": func(*in) string { return show(*secp256k1.Params()) },
	"S256":   func(*in) string { return secp256k1.S256().Name },
	"KoblitzCurve.Params": func(*in) string {
		return show(*secp256k1.S256().Params(), secp256k1.S256().CurveParams == secp256k1.S256().Params())
	},
	"KoblitzCurve.IsOnCurve": func(s *in) string {
		x, y := bigPoint(s)
		y.Add(y, big.NewInt(int64(s.IntN(2))))
		return show(curve().IsOnCurve(x, y))
	},
	"KoblitzCurve.Add": func(s *in) string {
		x1, y1 := bigPoint(s)
		x2, y2 := bigPoint(s)
		x, y := curve().Add(x1, y1, x2, y2)
		return show(x, y)
	},
	"KoblitzCurve.Double": func(s *in) string {
		x, y := bigPoint(s)
		x, y = curve().Double(x, y)
		return show(x, y)
	},
	"KoblitzCurve.ScalarMult": func(s *in) string {
		x, y := bigPoint(s)
		x, y = curve().ScalarMult(x, y, s.Bytes())
		return show(x, y)
	},
	"KoblitzCurve.ScalarBaseMult": func(s *in) string {
		x, y := curve().ScalarBaseMult(s.Bytes())
		return show(x, y)
	},
	"ErrorKind.Error": func(*in) string {
		return show(secp256k1.ErrPubKeyInvalidLen.Error(), secp256k1.ErrPubKeyInvalidFormat, secp256k1.ErrPubKeyXTooBig, secp256k1.ErrPubKeyYTooBig,
			secp256k1.ErrPubKeyNotOnCurve, secp256k1.ErrPubKeyMismatchedOddness)
	},
	"Error.Error":  func(*in) string { return secp256k1.Error{Err: secp256k1.ErrPubKeyXTooBig, Description: "text"}.Error() },
	"Error.Unwrap": func(*in) string { return secp256k1.Error{Err: secp256k1.ErrPubKeyXTooBig}.Unwrap().Error() },

	"ecdsa.NewSignature": func(s *in) string { g := ecdsa.NewSignature(scalar(s), scalar(s)); return show(g.R(), g.S()) },
	"ecdsa.Signature.IsEqual": func(s *in) string {
		r, t := scalar(s), scalar(s)
		return show(ecdsa.NewSignature(r, t).IsEqual(ecdsa.NewSignature(r, scalar(s))), ecdsa.NewSignature(r, t).IsEqual(ecdsa.NewSignature(r, t)))
	},
	"ecdsa.Signature.R":         func(s *in) string { return show(ecdsa.NewSignature(scalar(s), scalar(s)).R()) },
	"ecdsa.Signature.S":         func(s *in) string { return show(ecdsa.NewSignature(scalar(s), scalar(s)).S()) },
	"ecdsa.Signature.Serialize": func(s *in) string { return show(ecdsa.NewSignature(scalar(s), scalar(s)).Serialize()) },
	"ecdsa.ParseDERSignature": func(s *in) string {
		g, err := ecdsa.ParseDERSignature(s.Mutate(ecdsa.NewSignature(scalar(s), scalar(s)).Serialize()))
		if err != nil {
			return show(kind(err), g == nil)
		}
		return show(g.R(), g.S())
	},
	"ecdsa.Sign": func(s *in) string {
		g := ecdsa.Sign(private(s), s.Bytes())
		return show(g.R(), g.S())
	},
	"ecdsa.SignCompact": func(s *in) string { return show(ecdsa.SignCompact(private(s), s.Bytes(), s.IntN(2) == 1)) },
	"ecdsa.Signature.Verify": func(s *in) string {
		k, hash := private(s), s.Bytes()
		g := ecdsa.Sign(k, hash)
		r, t := g.R(), g.S()
		switch s.IntN(5) {
		case 0:
			t.Negate()
		case 1:
			r.Set(scalar(s))
		case 2:
			t.Set(scalar(s))
		case 3:
			hash = s.Mutate(hash)
		}
		return show(ecdsa.NewSignature(&r, &t).Verify(hash, k.PubKey()), ecdsa.NewSignature(&r, &t).Verify(hash, public(s)))
	},
	"ecdsa.RecoverCompact": func(s *in) string {
		hash := s.Bytes()
		g := ecdsa.SignCompact(private(s), hash, s.IntN(2) == 1)
		if s.IntN(2) == 0 {
			g = s.Mutate(g)
		} else {
			g[0] = byte(25 + s.IntN(12))
		}
		k, compressed, err := ecdsa.RecoverCompact(g, hash)
		return show(showK(k), compressed, kind(err))
	},
	"ecdsa.ErrorKind.Error": func(*in) string {
		return show(ecdsa.ErrSigTooShort.Error(), ecdsa.ErrSigTooLong, ecdsa.ErrSigInvalidSeqID, ecdsa.ErrSigInvalidDataLen, ecdsa.ErrSigMissingSTypeID,
			ecdsa.ErrSigMissingSLen, ecdsa.ErrSigInvalidSLen, ecdsa.ErrSigInvalidRIntID, ecdsa.ErrSigZeroRLen, ecdsa.ErrSigNegativeR, ecdsa.ErrSigTooMuchRPadding,
			ecdsa.ErrSigRIsZero, ecdsa.ErrSigRTooBig, ecdsa.ErrSigInvalidSIntID, ecdsa.ErrSigZeroSLen, ecdsa.ErrSigNegativeS, ecdsa.ErrSigTooMuchSPadding,
			ecdsa.ErrSigSIsZero, ecdsa.ErrSigSTooBig, ecdsa.ErrSigInvalidLen, ecdsa.ErrSigInvalidRecoveryCode, ecdsa.ErrSigOverflowsPrime, ecdsa.ErrPointNotOnCurve)
	},
	"ecdsa.Error.Error":  func(*in) string { return ecdsa.Error{Description: "text"}.Error() },
	"ecdsa.Error.Unwrap": func(*in) string { return ecdsa.Error{Err: ecdsa.ErrSigTooLong}.Unwrap().Error() },

	"schnorr.NewSignature": func(s *in) string { g := schnorr.NewSignature(field(s), scalar(s)); return show(g.R(), g.S()) },
	"schnorr.Signature.IsEqual": func(s *in) string {
		r, t := field(s), scalar(s)
		return show(schnorr.NewSignature(r, t).IsEqual(schnorr.NewSignature(r, scalar(s))), schnorr.NewSignature(r, t).IsEqual(schnorr.NewSignature(r, t)))
	},
	"schnorr.Signature.R":         func(s *in) string { return show(schnorr.NewSignature(field(s), scalar(s)).R()) },
	"schnorr.Signature.S":         func(s *in) string { return show(schnorr.NewSignature(field(s), scalar(s)).S()) },
	"schnorr.Signature.Serialize": func(s *in) string { return show(schnorr.NewSignature(field(s), scalar(s)).Serialize()) },
	"schnorr.ParseSignature": func(s *in) string {
		g, err := schnorr.ParseSignature(s.Mutate(append(s.Number()[:], s.Number()[:]...)))
		if err != nil {
			return show(kind(err), g == nil)
		}
		return show(g.Serialize())
	},
	"schnorr.ParsePubKey": func(s *in) string {
		b := append([]byte(nil), s.Key()...)
		if s.IntN(4) > 0 {
			b = append([]byte{2 | b[64]&1}, b[1:33]...)
		}
		k, err := schnorr.ParsePubKey(s.Mutate(b))
		return show(showK(k), kind(err))
	},
	"schnorr.Sign": func(s *in) string {
		g, err := schnorr.Sign(secp256k1.NewPrivateKey(scalar(s)), s.Bytes())
		if err != nil {
			return show(kind(err), g == nil)
		}
		return show(g.Serialize())
	},
	"schnorr.Signature.Verify": func(s *in) string {
		k, hash := private(s), s.Number()[:]
		g, err := schnorr.Sign(k, hash)
		if err != nil {
			return kind(err)
		}
		r, t := g.R(), g.S()
		switch s.IntN(5) {
		case 0:
			t.Negate()
		case 1:
			r.Set(field(s))
		case 2:
			t.Set(scalar(s))
		case 3:
			hash = s.Mutate(hash)
		}
		g = schnorr.NewSignature(&r, &t)
		return show(g.Verify(hash, k.PubKey()), g.Verify(hash, public(s)), g.Verify(hash, secp256k1.NewPublicKey(field(s), field(s))))
	},
	"schnorr.ErrorKind.Error": func(*in) string {
		return show(schnorr.ErrInvalidHashLen.Error(), schnorr.ErrPrivateKeyIsZero, schnorr.ErrSchnorrHashValue, schnorr.ErrPubKeyNotOnCurve, schnorr.ErrSigRYIsOdd,
			schnorr.ErrSigRNotOnCurve, schnorr.ErrUnequalRValues, schnorr.ErrSigTooShort, schnorr.ErrSigTooLong, schnorr.ErrSigRTooBig, schnorr.ErrSigSTooBig)
	},
	"schnorr.Error.Error":  func(*in) string { return schnorr.Error{Description: "text"}.Error() },
	"schnorr.Error.Unwrap": func(*in) string { return schnorr.Error{Err: schnorr.ErrSigTooLong}.Unwrap().Error() },
}
