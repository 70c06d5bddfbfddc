package calls

import (
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/schnorr"

	"koblitz.dev/secp256k1/internal/difftest/inputs"
)

// A Timed is an operation on the i-th of Rows inputs.
type Timed struct {
	Name string
	Do   func(i int)
}

// Rows is how many distinct inputs a timed operation has.
const Rows = 256

// Kept is what a predicate said last, which would not be computed otherwise.
var Kept bool

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
	rows := new([Rows]row)
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
	return []Timed{
		{"FieldVal.Mul2", func(i int) { f.Mul2(&rows[uint(i)%Rows].f, &rows[uint(i)%Rows].g) }},
		{"FieldVal.Add2", func(i int) { f.Add2(&rows[uint(i)%Rows].f, &rows[uint(i)%Rows].g) }},
		{"FieldVal.NegateVal", func(i int) { f.NegateVal(&rows[uint(i)%Rows].f, 1) }},
		{"FieldVal.AddInt", func(i int) { f.Set(&rows[uint(i)%Rows].f).AddInt(7) }},
		{"FieldVal.MulInt", func(i int) { f.Set(&rows[uint(i)%Rows].f).MulInt(8) }},
		{"FieldVal.Equals", func(i int) { Kept = f.Equals(&rows[uint(i)%Rows].f) }},
		{"FieldVal.IsZero", func(i int) { Kept = rows[uint(i)%Rows].f.IsZero() }},
		{"FieldVal.IsGtOrEqPrimeMinusOrder", func(i int) { Kept = rows[uint(i)%Rows].f.IsGtOrEqPrimeMinusOrder() }},
		{"FieldVal.Normalize", func(i int) { f.Set(&rows[uint(i)%Rows].f).Normalize() }},
		{"FieldVal.SetBytes", func(i int) { f.SetBytes((*[32]byte)(rows[uint(i)%Rows].hash)) }},
		{"FieldVal.PutBytes", func(i int) { rows[uint(i)%Rows].f.PutBytes(&b) }},
		{"FieldVal.SquareVal", func(i int) { f.SquareVal(&rows[uint(i)%Rows].f) }},
		{"FieldVal.Inverse", func(i int) { f.Set(&rows[uint(i)%Rows].f).Inverse() }},
		{"FieldVal.SquareRootVal", func(i int) { f.SquareRootVal(&rows[uint(i)%Rows].f) }},
		{"ModNScalar.Mul2", func(i int) { k.Mul2(&rows[uint(i)%Rows].k, &rows[uint(i)%Rows].l) }},
		{"ModNScalar.Add2", func(i int) { k.Add2(&rows[uint(i)%Rows].k, &rows[uint(i)%Rows].l) }},
		{"ModNScalar.NegateVal", func(i int) { k.NegateVal(&rows[uint(i)%Rows].k) }},
		{"ModNScalar.Equals", func(i int) { Kept = k.Equals(&rows[uint(i)%Rows].k) }},
		{"ModNScalar.IsOverHalfOrder", func(i int) { Kept = rows[uint(i)%Rows].k.IsOverHalfOrder() }},
		{"ModNScalar.SetBytes", func(i int) { k.SetBytes((*[32]byte)(rows[uint(i)%Rows].hash)) }},
		{"ModNScalar.PutBytes", func(i int) { rows[uint(i)%Rows].k.PutBytes(&b) }},
		{"ModNScalar.InverseNonConst", func(i int) { k.Set(&rows[uint(i)%Rows].k).InverseNonConst() }},
		{"AddNonConst", func(i int) { secp256k1.AddNonConst(&rows[uint(i)%Rows].p, &rows[uint(i)%Rows].q, &p) }},
		{"AddNonConst, Z = 1", func(i int) { secp256k1.AddNonConst(&rows[uint(i)%Rows].p, &rows[uint(i)%Rows].another, &p) }},
		{"DoubleNonConst", func(i int) { secp256k1.DoubleNonConst(&rows[uint(i)%Rows].p, &p) }},
		{"JacobianPoint.EquivalentNonConst", func(i int) { rows[uint(i)%Rows].p.EquivalentNonConst(&rows[uint(i)%Rows].affine) }},
		{"DecompressY", func(i int) { secp256k1.DecompressY(&rows[uint(i)%Rows].affine.X, true, &f) }},
		{"ScalarMultNonConst", func(i int) { secp256k1.ScalarMultNonConst(&rows[uint(i)%Rows].k, &rows[uint(i)%Rows].another, &p) }},
		{"ScalarBaseMultNonConst", func(i int) { secp256k1.ScalarBaseMultNonConst(&rows[uint(i)%Rows].k, &p) }},
		{"JacobianPoint.ToAffine", func(i int) { p.Set(&rows[uint(i)%Rows].p); p.ToAffine() }},
		{"ParsePubKey, 33 bytes", func(i int) { _, _ = secp256k1.ParsePubKey(rows[uint(i)%Rows].pub33) }},
		{"ParsePubKey, 65 bytes", func(i int) { _, _ = secp256k1.ParsePubKey(rows[uint(i)%Rows].pub65) }},
		{"PublicKey.SerializeCompressed", func(i int) { rows[uint(i)%Rows].pub.SerializeCompressed() }},
		{"PublicKey.SerializeUncompressed", func(i int) { rows[uint(i)%Rows].pub.SerializeUncompressed() }},
		{"PublicKey.IsOnCurve", func(i int) { rows[uint(i)%Rows].pub.IsOnCurve() }},
		{"PrivateKey.PubKey", func(i int) { rows[uint(i)%Rows].priv.PubKey() }},
		{"GenerateSharedSecret", func(i int) { secp256k1.GenerateSharedSecret(rows[uint(i)%Rows].priv, rows[uint(i+1)%Rows].pub) }},
		{"NonceRFC6979", func(i int) {
			secp256k1.NonceRFC6979(rows[uint(i)%Rows].pub33[1:], rows[uint(i)%Rows].hash, nil, nil, 0)
		}},
		{"NonceRFC6979, 32 bytes of data", func(i int) {
			secp256k1.NonceRFC6979(rows[uint(i)%Rows].pub33[1:], rows[uint(i)%Rows].hash, rows[uint(i)%Rows].pub65[33:], nil, 0)
		}},
		{"ecdsa.Sign", func(i int) { ecdsa.Sign(rows[uint(i)%Rows].priv, rows[uint(i)%Rows].hash) }},
		{"ecdsa.Signature.Verify", func(i int) { rows[uint(i)%Rows].sig.Verify(rows[uint(i)%Rows].hash, rows[uint(i)%Rows].pub) }},
		{"ecdsa.SignCompact", func(i int) { ecdsa.SignCompact(rows[uint(i)%Rows].priv, rows[uint(i)%Rows].hash, true) }},
		{"ecdsa.RecoverCompact", func(i int) { _, _, _ = ecdsa.RecoverCompact(rows[uint(i)%Rows].compact, rows[uint(i)%Rows].hash) }},
		{"ecdsa.ParseDERSignature", func(i int) { _, _ = ecdsa.ParseDERSignature(rows[uint(i)%Rows].der) }},
		{"ecdsa.Signature.Serialize", func(i int) { rows[uint(i)%Rows].sig.Serialize() }},
		{"schnorr.ParseSignature", func(i int) { _, _ = schnorr.ParseSignature(rows[uint(i)%Rows].dcr64) }},
		{"schnorr.Signature.Serialize", func(i int) { rows[uint(i)%Rows].dcr.Serialize() }},
		{"schnorr.Sign", func(i int) { _, _ = schnorr.Sign(rows[uint(i)%Rows].priv, rows[uint(i)%Rows].hash) }},
		{"schnorr.Signature.Verify", func(i int) { rows[uint(i)%Rows].dcr.Verify(rows[uint(i)%Rows].hash, rows[uint(i)%Rows].pub) }},
	}
}
