package calls

import (
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/schnorr"

	"koblitz.dev/go/internal/difftest/inputs"
)

// A Timed is an operation on the i-th of Rows inputs.
type Timed struct {
	Name string
	Do   func(i int)
}

// Rows is how many distinct inputs a timed operation has.
const Rows = 256

// Timings returns the operations that are timed.
func Timings(s *inputs.Source) []Timed {
	type row struct {
		f, g            fv
		k, l            sc
		priv            *priv
		pub             *key
		p, q            pt
		hash            []byte
		sig             *ecdsa.Signature
		dcr             *schnorr.Signature
		compact, der    []byte
		dcr64           []byte
		pub33, pub65    []byte
		affine, another pt
	}
	rows := make([]row, Rows)
	for i := range rows {
		r := &rows[i]
		random := func() *sc {
			b := [32]byte{31: 1}
			for j := range 31 {
				b[j] = byte(s.Uint32())
			}
			k := new(sc)
			k.SetBytes(&b)
			return k
		}
		r.k, r.l = *random(), *random()
		bf, bg := r.k.Bytes(), r.l.Bytes()
		r.f.SetBytes(&bf)
		r.g.SetBytes(&bg)
		r.priv = secp256k1.NewPrivateKey(&r.k)
		r.pub = r.priv.PubKey()
		r.pub.AsJacobian(&r.affine)
		secp256k1.NewPrivateKey(&r.l).PubKey().AsJacobian(&r.another)
		secp256k1.DoubleNonConst(&r.affine, &r.p)
		secp256k1.DoubleNonConst(&r.another, &r.q)
		r.hash = bg[:]
		r.sig = ecdsa.Sign(r.priv, r.hash)
		r.compact = ecdsa.SignCompact(r.priv, r.hash, true)
		r.der = r.sig.Serialize()
		r.dcr, _ = schnorr.Sign(r.priv, r.hash)
		r.dcr64 = r.dcr.Serialize()
		r.pub33, r.pub65 = r.pub.SerializeCompressed(), r.pub.SerializeUncompressed()
	}
	var f fv
	var k sc
	var p pt
	var b [32]byte
	at := func(i int) *row { return &rows[i%Rows] }
	return []Timed{
		{"FieldVal.Mul2", func(i int) { f.Mul2(&at(i).f, &at(i).g) }},
		{"FieldVal.Add2", func(i int) { f.Add2(&at(i).f, &at(i).g) }},
		{"FieldVal.NegateVal", func(i int) { f.NegateVal(&at(i).f, 1) }},
		{"FieldVal.AddInt", func(i int) { f.Set(&at(i).f).AddInt(7) }},
		{"FieldVal.MulInt", func(i int) { f.Set(&at(i).f).MulInt(8) }},
		{"FieldVal.Equals", func(i int) { f.Equals(&at(i).f) }},
		{"FieldVal.IsZero", func(i int) { at(i).f.IsZero() }},
		{"FieldVal.IsGtOrEqPrimeMinusOrder", func(i int) { at(i).f.IsGtOrEqPrimeMinusOrder() }},
		{"FieldVal.Normalize", func(i int) { f.Set(&at(i).f).Normalize() }},
		{"FieldVal.SetBytes", func(i int) { f.SetBytes((*[32]byte)(at(i).hash)) }},
		{"FieldVal.PutBytes", func(i int) { at(i).f.PutBytes(&b) }},
		{"FieldVal.SquareVal", func(i int) { f.SquareVal(&at(i).f) }},
		{"FieldVal.Inverse", func(i int) { f.Set(&at(i).f).Inverse() }},
		{"FieldVal.SquareRootVal", func(i int) { f.SquareRootVal(&at(i).f) }},
		{"ModNScalar.Mul2", func(i int) { k.Mul2(&at(i).k, &at(i).l) }},
		{"ModNScalar.Add2", func(i int) { k.Add2(&at(i).k, &at(i).l) }},
		{"ModNScalar.NegateVal", func(i int) { k.NegateVal(&at(i).k) }},
		{"ModNScalar.Equals", func(i int) { k.Equals(&at(i).k) }},
		{"ModNScalar.IsOverHalfOrder", func(i int) { at(i).k.IsOverHalfOrder() }},
		{"ModNScalar.SetBytes", func(i int) { k.SetBytes((*[32]byte)(at(i).hash)) }},
		{"ModNScalar.PutBytes", func(i int) { at(i).k.PutBytes(&b) }},
		{"ModNScalar.InverseNonConst", func(i int) { k.Set(&at(i).k).InverseNonConst() }},
		{"AddNonConst", func(i int) { secp256k1.AddNonConst(&at(i).p, &at(i).q, &p) }},
		{"AddNonConst, Z = 1", func(i int) { secp256k1.AddNonConst(&at(i).p, &at(i).another, &p) }},
		{"DoubleNonConst", func(i int) { secp256k1.DoubleNonConst(&at(i).p, &p) }},
		{"JacobianPoint.EquivalentNonConst", func(i int) { at(i).p.EquivalentNonConst(&at(i).affine) }},
		{"DecompressY", func(i int) { secp256k1.DecompressY(&at(i).affine.X, true, &f) }},
		{"ScalarMultNonConst", func(i int) { secp256k1.ScalarMultNonConst(&at(i).k, &at(i).another, &p) }},
		{"ScalarBaseMultNonConst", func(i int) { secp256k1.ScalarBaseMultNonConst(&at(i).k, &p) }},
		{"JacobianPoint.ToAffine", func(i int) { p.Set(&at(i).p); p.ToAffine() }},
		{"ParsePubKey, 33 bytes", func(i int) { _, _ = secp256k1.ParsePubKey(at(i).pub33) }},
		{"ParsePubKey, 65 bytes", func(i int) { _, _ = secp256k1.ParsePubKey(at(i).pub65) }},
		{"PublicKey.SerializeCompressed", func(i int) { at(i).pub.SerializeCompressed() }},
		{"PublicKey.SerializeUncompressed", func(i int) { at(i).pub.SerializeUncompressed() }},
		{"PublicKey.IsOnCurve", func(i int) { at(i).pub.IsOnCurve() }},
		{"PrivateKey.PubKey", func(i int) { at(i).priv.PubKey() }},
		{"GenerateSharedSecret", func(i int) { secp256k1.GenerateSharedSecret(at(i).priv, rows[(i+1)%Rows].pub) }},
		{"NonceRFC6979", func(i int) { secp256k1.NonceRFC6979(at(i).pub33[1:], at(i).hash, nil, nil, 0) }},
		{"ecdsa.Sign", func(i int) { ecdsa.Sign(at(i).priv, at(i).hash) }},
		{"ecdsa.Signature.Verify", func(i int) { at(i).sig.Verify(at(i).hash, at(i).pub) }},
		{"ecdsa.SignCompact", func(i int) { ecdsa.SignCompact(at(i).priv, at(i).hash, true) }},
		{"ecdsa.RecoverCompact", func(i int) { _, _, _ = ecdsa.RecoverCompact(at(i).compact, at(i).hash) }},
		{"ecdsa.ParseDERSignature", func(i int) { _, _ = ecdsa.ParseDERSignature(at(i).der) }},
		{"ecdsa.Signature.Serialize", func(i int) { at(i).sig.Serialize() }},
		{"schnorr.ParseSignature", func(i int) { _, _ = schnorr.ParseSignature(at(i).dcr64) }},
		{"schnorr.Signature.Serialize", func(i int) { at(i).dcr.Serialize() }},
		{"schnorr.Sign", func(i int) { _, _ = schnorr.Sign(at(i).priv, at(i).hash) }},
		{"schnorr.Signature.Verify", func(i int) { at(i).dcr.Verify(at(i).hash, at(i).pub) }},
	}
}
