package calls

//lint:file-ignore SA1019 what is deprecated is called too

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/schnorr"
)

// garbage draws a point that is mostly not on the curve, on Z = 1 or another.
func garbage(s *in) *pt {
	p := secp256k1.MakeJacobianPoint(field(s), field(s), field(s))
	if s.IntN(2) == 0 {
		p.Z.SetInt(1)
	}
	return &p
}

// raw draws a field value that may be the prime or more, and is not normalized.
func raw(s *in) *fv {
	f := new(fv)
	f.SetBytes(s.Number())
	for range s.IntN(3) {
		f.Add(f)
	}
	return f
}

// infinite draws a public key that is (0, 0).
func infinite(s *in) *key {
	if s.IntN(2) == 0 {
		return new(priv).PubKey()
	}
	return secp256k1.NewPublicKey(new(fv), new(fv))
}

// A failing reader gives what r has, a byte at a time, and then an error of its own.
type failing struct{ r io.Reader }

func (f failing) Read(b []byte) (int, error) {
	n, err := f.r.Read(b[:1])
	if err != nil {
		err = errors.New("no more")
	}
	return n, err
}

// do returns what f does, named, or that it panics.
func do(name string, f func() any) string {
	return panics(func() string { return fmt.Sprintln(name, f()) })
}

func init() {
	for name, call := range hostile {
		Calls[name] = call
	}
}

// hostile are calls on what programs hand over by mistake, or attackers on purpose.
var hostile = map[string]func(*in) string{
	// Everyone can make signatures that are valid under infinity.
	"ecdsa.Signature.Verify, key (0, 0)": func(s *in) string {
		hash, t := s.Bytes(), scalar(s)
		var e, w, u sc
		var p pt
		e.SetByteSlice(hash)
		u.Mul2(&e, w.InverseValNonConst(t))
		secp256k1.ScalarBaseMultNonConst(&u, &p)
		p.ToAffine()
		var r sc
		r.SetBytes(p.X.Bytes())
		if s.IntN(4) == 0 {
			r.Set(scalar(s))
		}
		return show(ecdsa.NewSignature(&r, t).Verify(hash, infinite(s)))
	},
	"schnorr.Signature.Verify, key (0, 0)": func(s *in) string {
		var p pt
		t := scalar(s)
		secp256k1.ScalarBaseMultNonConst(t, &p)
		p.ToAffine()
		return show(schnorr.NewSignature(&p.X, t).Verify(s.Number()[:], infinite(s)))
	},
	"key (0, 0)": func(s *in) string {
		k, other, d := infinite(s), public(s), private(s)
		var p, q pt
		k.AsJacobian(&p)
		secp256k1.ScalarMultNonConst(&d.Key, &p, &q)
		return show(showP(&q), secp256k1.GenerateSharedSecret(d, k), k.IsOnCurve(), k.IsEqual(other), k.IsEqual(infinite(s)), showK(k),
			k.SerializeCompressed(), k.X(), k.Y(), k.ToECDSA().X)
	},
	"private key 0": func(s *in) string {
		k, hash := new(priv), s.Number()[:]
		hash[0] = 1 // of 0 it has no signature, for which both look forever
		g := ecdsa.Sign(k, hash)
		d, err := schnorr.Sign(k, hash)
		_, err2 := schnorr.Sign(k, hash[:s.IntN(32)])
		return show(showK(k.PubKey()), k.Serialize(), k.ToECDSA().D, k.ToECDSA().X, secp256k1.GenerateSharedSecret(k, public(s)), g.R(), g.S(),
			ecdsa.SignCompact(k, hash, true), g.Verify(hash, k.PubKey()), d == nil, kind(err), kind(err2))
	},
	// INTEGERs of all lengths and signs, where tags and lengths are wrong now and then,
	// cut off with the length of what is left.
	"ecdsa.ParseDERSignature, built": func(s *in) string {
		part := func(tag byte, value []byte) []byte {
			size := len(value)
			switch s.IntN(12) {
			case 0:
				tag = byte(s.Uint32())
			case 1:
				size += s.IntN(5) - 2
			}
			return append([]byte{tag, byte(size)}, value...)
		}
		number := func() []byte {
			b := s.Number()[:]
			switch s.IntN(4) {
			case 0:
				b = make([]byte, s.IntN(40))
			case 1:
				b = b[:s.IntN(33)]
			}
			return append(make([]byte, s.IntN(3)), b...)
		}
		b := part(0x30, append(part(2, number()), part(2, number())...))
		if cut := s.IntN(len(b) + 1); s.IntN(4) == 0 && cut > 1 {
			b = b[:cut]
			b[1] = byte(cut - 2)
		}
		g, err := ecdsa.ParseDERSignature(b)
		if err != nil {
			return show(kind(err), g == nil)
		}
		return show(g.R(), g.S(), g.Serialize())
	},
	"ParsePubKey, first bytes and sizes": func(s *in) string {
		b := append(append([]byte(nil), s.Key()...), make([]byte, 35)...)[:[]int{0, 1, 32, 33, 34, 64, 65, 66, 100}[s.IntN(9)]]
		if len(b) > 0 && s.IntN(4) > 0 {
			b[0] = byte(s.IntN(10))
		}
		if len(b) > 64 && s.IntN(3) == 0 {
			copy(b[33:], s.Number()[:])
		}
		k, err := secp256k1.ParsePubKey(b)
		d, err2 := schnorr.ParsePubKey(b)
		return show(showK(k), kind(err), showK(d), kind(err2))
	},
	// The key that is infinity, with s R = m G, and that of an R whose x is r + n.
	"ecdsa.RecoverCompact, infinity and large x": func(s *in) string {
		k, hash := private(s).Key, s.Number()[:]
		var p pt
		var r, m, t sc
		secp256k1.ScalarBaseMultNonConst(&k, &p)
		p.ToAffine()
		r.SetBytes(p.X.Bytes())
		m.SetByteSlice(hash)
		t.Mul2(&m, new(sc).InverseValNonConst(&k))
		if s.IntN(2) == 0 {
			b := s.Number()
			clear(b[:15+s.IntN(4)])
			r.SetBytes(b)
		}
		out := ""
		for code := range byte(4) {
			b := append([]byte{27 + code}, make([]byte, 64)...)
			r.PutBytesUnchecked(b[1:])
			t.PutBytesUnchecked(b[33:])
			key, _, err := ecdsa.RecoverCompact(b, hash)
			out += show(showK(key), kind(err))
			if err == nil {
				out += show(ecdsa.NewSignature(&r, &t).Verify(hash, key))
			}
		}
		return out
	},
	"infinity in other forms": func(s *in) string {
		p, q := garbage(s), point(s)
		if s.IntN(2) == 0 {
			p.Z.Zero()
		} else {
			p.X.Zero()
			p.Y.Zero()
		}
		var a, b, d, m pt
		secp256k1.AddNonConst(p, q, &a)
		secp256k1.AddNonConst(q, p, &b)
		secp256k1.DoubleNonConst(p, &d)
		secp256k1.ScalarMultNonConst(scalar(s), p, &m)
		out := show(showXYZ(&a), showXYZ(&b), showXYZ(&d), showP(&m), p.EquivalentNonConst(q), q.EquivalentNonConst(p), p.EquivalentNonConst(p))
		p.ToAffine()
		return show(out, showXYZ(p))
	},
	"AddNonConst, DoubleNonConst, not on the curve": func(s *in) string {
		a, b := garbage(s), garbage(s)
		if s.IntN(3) == 0 {
			b.X.Set(&a.X)
			b.Z.Set(&a.Z)
		}
		var r, d pt
		secp256k1.AddNonConst(a, b, &r)
		secp256k1.DoubleNonConst(a, &d)
		return show(showXYZ(&r), showXYZ(&d))
	},
	"points, the result being an operand": func(s *in) string {
		a, b, k := point(s), point(s), scalar(s)
		var one, two, three, four pt
		for _, p := range []*pt{&one, &two, &three, &four} {
			p.Set(a)
		}
		secp256k1.AddNonConst(b, &one, &one)
		secp256k1.AddNonConst(&two, &two, &two)
		secp256k1.ScalarMultNonConst(k, &three, &three)
		same := four.EquivalentNonConst(&four)
		four.Set(&four)
		x := four
		x.ToAffine()
		odd := s.IntN(2) == 1
		ok := secp256k1.DecompressY(&x.X, odd, &x.X)
		return show(showXYZ(&one), showXYZ(&two), showP(&three), same, showXYZ(&four), ok, showF(&x.X))
	},
	"numbers, the result being both operands": func(s *in) string {
		f, k := field(s), scalar(s)
		out := ""
		for _, g := range []func(a *fv) *fv{
			func(a *fv) *fv { return a.Mul(a) }, func(a *fv) *fv { return a.Mul2(a, a) }, func(a *fv) *fv { return a.Add2(a, a) }, func(a *fv) *fv { return a.Add(a) },
			func(a *fv) *fv { return a.SquareVal(a) }, func(a *fv) *fv { return a.NegateVal(a, 1) }, func(a *fv) *fv { return a.Set(a) },
		} {
			a := *f
			out += showF(g(&a))
		}
		for _, g := range []func(a *sc) *sc{
			func(a *sc) *sc { return a.Mul(a) }, func(a *sc) *sc { return a.Mul2(a, a) }, func(a *sc) *sc { return a.Add2(a, a) }, func(a *sc) *sc { return a.Add(a) },
			func(a *sc) *sc { return a.SquareVal(a) }, func(a *sc) *sc { return a.NegateVal(a) }, func(a *sc) *sc { return a.InverseValNonConst(a) }, func(a *sc) *sc { return a.Set(a) },
		} {
			a := *k
			out += show(g(&a))
		}
		return show(out)
	},
	// What is normalized afterwards can be compared with == and asked for its parity.
	"normalized": func(s *in) string {
		r, x, y := raw(s), raw(s), field(s)
		g := schnorr.NewSignature(r, scalar(s)).R()
		want := *new(fv).Set(r).Normalize()
		z := new(fv)
		ok := z.SquareRootVal(x)
		p, q := point(s), point(s)
		var sum, twice, product, base pt
		k := scalar(s)
		secp256k1.AddNonConst(p, q, &sum)
		secp256k1.DoubleNonConst(p, &twice)
		secp256k1.ScalarMultNonConst(k, p, &product)
		secp256k1.ScalarBaseMultNonConst(k, &base)
		p.ToAffine()
		out := show(g == want, g.IsOdd(), ok, x.IsOdd(), x.IsOne(), z.Normalize())
		if secp256k1.DecompressY(y, true, z) {
			out += show(z.IsOdd())
		}
		parsed, err := secp256k1.ParsePubKey(s.Key())
		again, err2 := secp256k1.ParsePubKey(parsed.SerializeCompressed())
		out += show(*parsed == *again, err, err2)
		for _, p := range []*pt{p, &sum, &twice, &product, &base} {
			for _, f := range []*fv{&p.X, &p.Y, &p.Z} {
				out += show(*f == *new(fv).Set(f).Normalize())
			}
		}
		return out
	},
	// Bytes that are not reduced, and sums of them, as far as the original says what
	// they are: encodings and comparisons want normalized values there.
	"FieldVal, not normalized": func(s *in) string {
		a, b := raw(s), raw(s)
		var c, d, e, f fv
		c.Mul2(a, b)
		d.SquareVal(a)
		e.Set(a).Add(b).Negate(8).AddInt(uint16(s.IntN(1 << 16)))
		f.Set(b).Inverse()
		ok := new(fv).SquareRootVal(&d)
		return show(a, showF(a), showF(&c), showF(&d), showF(&e), showF(&f), ok, a.Normalize().IsOdd(), b.Normalize().IsGtOrEqPrimeMinusOrder())
	},
	"KoblitzCurve, numbers out of range": func(s *in) string {
		number := func() *big.Int {
			v := new(big.Int).SetBytes(s.Number()[:])
			switch s.IntN(6) {
			case 0:
				v.Neg(v)
			case 1:
				v.Lsh(v, uint(s.IntN(300)))
			case 2:
				v.SetInt64(0)
			}
			return v
		}
		x, y := bigPoint(s)
		u, v := bigPoint(s)
		p := secp256k1.Params().P
		for _, z := range []*big.Int{x, y, u, v} { // the same points, unless all four are 0
			z.Add(z, new(big.Int).Mul(p, big.NewInt(int64(s.IntN(4)-2))))
		}
		x1, y1 := curve().Add(x, y, u, v)
		x2, y2 := curve().Double(x, y)
		x3, y3 := curve().ScalarMult(x, y, s.Bytes())
		same := x1 == x || x1 == u
		on := curve().IsOnCurve(x, y)
		a, b := number(), number()
		x4, y4 := curve().Add(a, b, number(), number())
		x5, y5 := curve().Double(number(), number())
		return show(x1, y1, same, x2, y2, x3, y3, on, curve().IsOnCurve(a, b), x4, y4, x5, y5)
	},
	"readers": func(s *in) string {
		stream := append(append(append([]byte(nil), s.Number()[:]...), s.Number()[:]...), s.Number()[:]...)
		if s.IntN(4) == 0 {
			clear(stream[:32])
		}
		r := bytes.NewReader(stream[:s.IntN(len(stream)+1)])
		k, err := secp256k1.GeneratePrivateKeyFromRand(failing{r})
		if err != nil {
			return show(kind(err), k == nil, r.Len())
		}
		return show(k.Key, r.Len())
	},
	"zero values": func(s *in) string {
		var f fv
		var n sc
		var p, q pt
		var k key
		var g ecdsa.Signature
		var d schnorr.Signature
		hash := s.Number()[:]
		p.ToAffine()
		_, _, err := ecdsa.RecoverCompact(make([]byte, 65), hash)
		_, err2 := ecdsa.ParseDERSignature(g.Serialize())
		g2, err3 := schnorr.ParseSignature(d.Serialize())
		x, y := curve().ScalarMult(new(big.Int), new(big.Int), hash)
		return show(f, n, showXYZ(&p), q.EquivalentNonConst(&p), k.IsOnCurve(), k.SerializeCompressed(), k.SerializeUncompressed(), g.Serialize(), g.Verify(hash, &k),
			g.Verify(hash, public(s)), d.Verify(hash, &k), d.Verify(hash, public(s)), d.Serialize(), kind(err), kind(err2), g2.Serialize(), kind(err3), x, y, f.Inverse(), n.InverseNonConst())
	},
	"nil": func(s *in) string {
		hash, d, p, k := s.Number()[:], private(s), point(s), public(s)
		g := ecdsa.Sign(d, hash)
		out := ""
		for i, f := range []func() any{
			func() any { return secp256k1.PrivKeyFromBytes(nil).Key },
			func() any { _, err := secp256k1.ParsePubKey(nil); return kind(err) },
			func() any { _, err := secp256k1.ParsePubKey([]byte{}); return kind(err) },
			func() any { _, err := schnorr.ParsePubKey(nil); return kind(err) },
			func() any { _, err := schnorr.ParsePubKey([]byte{}); return kind(err) },
			func() any { _, err := schnorr.ParseSignature(nil); return kind(err) },
			func() any { _, err := ecdsa.ParseDERSignature(nil); return kind(err) },
			func() any { _, _, err := ecdsa.RecoverCompact(nil, nil); return kind(err) },
			func() any { _, _, err := ecdsa.RecoverCompact(ecdsa.SignCompact(d, nil, false), nil); return kind(err) },
			func() any { return ecdsa.Sign(d, nil).Verify(nil, d.PubKey()) },
			func() any { return g.Verify(hash, nil) },
			func() any { return (*ecdsa.Signature)(nil).Verify(hash, k) },
			func() any { return new(ecdsa.Signature).Verify(hash, nil) },
			func() any { return g.IsEqual(nil) },
			func() any { return ecdsa.Sign(nil, hash) },
			func() any { return ecdsa.NewSignature(nil, nil) },
			func() any { return schnorr.NewSignature(nil, nil) },
			func() any { _, err := schnorr.Sign(nil, nil); return kind(err) },
			func() any { _, err := schnorr.Sign(nil, hash); return kind(err) },
			func() any { return new(schnorr.Signature).Verify(nil, nil) },
			func() any { return new(schnorr.Signature).Verify(hash, nil) },
			func() any { return secp256k1.NewPublicKey(nil, nil) },
			func() any { return secp256k1.NewPrivateKey(nil) },
			func() any { return k.IsEqual(nil) },
			func() any { return (*key)(nil).IsOnCurve() },
			func() any { return secp256k1.GenerateSharedSecret(nil, k) },
			func() any { return secp256k1.GenerateSharedSecret(d, nil) },
			func() any { return secp256k1.NonceRFC6979(nil, nil, nil, nil, 0) },
			func() any { k, err := secp256k1.GeneratePrivateKeyFromRand(nil); return show(k, err) },
			func() any { secp256k1.AddNonConst(nil, p, p); return 0 },
			func() any { secp256k1.AddNonConst(p, p, nil); return 0 },
			func() any { secp256k1.ScalarMultNonConst(nil, p, p); return 0 },
			func() any { secp256k1.ScalarBaseMultNonConst(nil, p); return 0 },
			func() any { return secp256k1.DecompressY(nil, true, new(fv)) },
			func() any { x, y := curve().ScalarBaseMult(nil); return show(x, y) },
			func() any { x, y := curve().ScalarMult(k.X(), k.Y(), nil); return show(x, y) },
			func() any { x, y := curve().Add(nil, nil, k.X(), k.Y()); return show(x, y) },
			func() any { return curve().IsOnCurve(nil, nil) },
			func() any { x, y := curve().Double(nil, new(big.Int)); return show(x, y) },
			func() any { x, y := curve().Double(nil, k.Y()); return show(x, y) },
			func() any { x, y := curve().Double(k.X(), nil); return show(x, y) },
			func() any { x, y := curve().Add(k.X(), k.Y(), nil, nil); return show(x, y) },
			func() any { x, y := curve().Add(k.X(), nil, k.X(), k.Y()); return show(x, y) },
			func() any { x, y := curve().Add(new(big.Int), new(big.Int), nil, nil); return show(x, y) },
			func() any { x, y := curve().ScalarMult(nil, k.Y(), hash); return show(x, y) },
			func() any { return curve().IsOnCurve(k.X(), nil) },
			func() any { return secp256k1.S256().CurveParams.IsOnCurve(k.X(), k.Y()) },
			func() any { return new(secp256k1.KoblitzCurve).IsOnCurve(k.X(), k.Y()) },
			func() any { return secp256k1.MakeJacobianPoint(&p.X, nil, &p.Z) },
			func() any { (*pt)(nil).ToAffine(); return 0 },
			func() any { new(pt).Set(nil); return 0 },
			func() any { return new(pt).EquivalentNonConst(nil) },
			func() any { return (*pt)(nil).EquivalentNonConst(p) },
			func() any { secp256k1.AddNonConst(new(pt), nil, new(pt)); return 0 },
			func() any { secp256k1.AddNonConst(p, nil, p); return 0 },
			func() any { secp256k1.DoubleNonConst(nil, p); return 0 },
			func() any { secp256k1.DoubleNonConst(p, nil); return 0 },
			func() any { secp256k1.DoubleNonConst(new(pt), nil); return 0 },
			func() any { secp256k1.ScalarMultNonConst(new(sc), nil, p); return 0 },
			func() any { secp256k1.ScalarMultNonConst(&d.Key, p, nil); return 0 },
			func() any { secp256k1.ScalarBaseMultNonConst(&d.Key, nil); return 0 },
			func() any { return secp256k1.DecompressY(&p.X, true, nil) },
			func() any { k.AsJacobian(nil); return 0 },
			func() any { (*key)(nil).AsJacobian(p); return 0 },
			func() any { return (*key)(nil).X() },
			func() any { return (*key)(nil).SerializeCompressed() },
			func() any { return (*key)(nil).IsEqual(k) },
			func() any { return (*key)(nil).ToECDSA() },
			func() any { return (*priv)(nil).ToECDSA() },
			func() any { return ecdsa.SignCompact(nil, hash, true) },
			func() any { return ecdsa.NewSignature(&d.Key, nil) },
			func() any { return (*ecdsa.Signature)(nil).Serialize() },
			func() any { return (*ecdsa.Signature)(nil).R() },
			func() any { return (*ecdsa.Signature)(nil).IsEqual(g) },
			func() any { return (*schnorr.Signature)(nil).Verify(nil, nil) },
			func() any { return (*schnorr.Signature)(nil).Verify(hash, k) },
			func() any { return (*schnorr.Signature)(nil).Serialize() },
			func() any { return new(schnorr.Signature).Verify(hash, secp256k1.NewPublicKey(&p.X, &p.X)) },
			func() any { _, err := schnorr.Sign(nil, hash[:31]); return kind(err) },
			func() any { _, err := schnorr.Sign(new(priv), hash[:31]); return kind(err) },
			func() any { return new(fv).SetBytes(nil) },
			func() any { return new(sc).SetBytes(nil) },
			func() any { return (*fv)(nil).SetByteSlice(nil) },
			func() any { return (*sc)(nil).SetByteSlice(hash) },
			func() any { return new(fv).SquareRootVal(nil) },
			func() any { return (*fv)(nil).SquareRootVal(&p.X) },
			func() any { return new(fv).Equals(nil) },
			func() any { return (*fv)(nil).IsZero() },
			func() any { return (*sc)(nil).IsOverHalfOrder() },
			func() any { return new(sc).Equals(nil) },
			func() any { return new(sc).InverseValNonConst(nil) },
			func() any { return (*sc)(nil).InverseNonConst() },
			func() any { return new(fv).Add2(&p.X, nil) },
			func() any { return (*fv)(nil).Bytes() },
			func() any { return (*fv)(nil).String() },
			func() any { return (*sc)(nil).Bytes() },
			func() any { (*sc)(nil).Zero(); return 0 },
			func() any { (*fv)(nil).Zero(); return 0 },
			func() any { return (*secp256k1.KoblitzCurve)(nil).IsOnCurve(k.X(), k.Y()) },
			func() any { return new(fv).SetByteSlice(nil) },
			func() any { return new(sc).SetByteSlice(nil) },
			func() any { new(fv).PutBytesUnchecked(nil); return 0 },
			func() any { new(fv).PutBytes(nil); return 0 },
			func() any { new(sc).PutBytes(nil); return 0 },
			func() any { return new(fv).Mul(nil) },
			func() any { return new(sc).Mul(nil) },
			func() any { return (*priv)(nil).PubKey() },
			func() any { (*priv)(nil).Zero(); return 0 },
			func() any { return (*priv)(nil).Serialize() },
		} {
			out += do(fmt.Sprint(i), f)
		}
		return out
	},
	// What prints: a scalar as its number, whatever holds it.
	"package fmt": func(s *in) string {
		f, k := field(s), scalar(s)
		p := secp256k1.MakeJacobianPoint(f, f, f)
		return fmt.Sprintf("%v %s %v %s %v %+v %v %s %v", f, *f, k, *k, p, p, secp256k1.NewPrivateKey(k), secp256k1.NewPrivateKey(k), secp256k1.ErrPubKeyXTooBig)
	},
	"errors": func(s *in) string {
		_, err := secp256k1.ParsePubKey(s.Number()[:s.IntN(33)])
		_, err2 := ecdsa.ParseDERSignature(s.Number()[:s.IntN(33)])
		_, err3 := schnorr.ParseSignature(s.Number()[:s.IntN(33)])
		_, is := err.(secp256k1.Error)
		_, is2 := err2.(ecdsa.Error)
		_, is3 := err3.(schnorr.Error)
		var k secp256k1.ErrorKind
		var k2 ecdsa.ErrorKind
		var k3 schnorr.ErrorKind
		return show(is, is2, is3, errors.Is(err, secp256k1.ErrPubKeyInvalidLen), errors.Is(err2, ecdsa.ErrSigTooShort), errors.Is(err3, schnorr.ErrSigTooShort),
			errors.As(err, &k), errors.As(err2, &k2), errors.As(err3, &k3), k, k2, k3, err == secp256k1.Error{Err: k, Description: err.Error()})
	},
}
