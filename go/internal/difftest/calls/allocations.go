package calls

//lint:file-ignore SA1019 what is deprecated is called too

import (
	"bytes"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/schnorr"
)

// KeptValue is what was allocated last, which would be on the stack otherwise.
var KeptValue any

// Allocating returns operations that are not timed, whose allocations are counted:
// what refuses its input among them, of which attackers send much.
func Allocating() []Timed {
	secret, hash := bytes.Repeat([]byte{0x37}, 32), bytes.Repeat([]byte{0x91}, 32)
	d := secp256k1.PrivKeyFromBytes(secret)
	k := d.PubKey()
	g, compact := ecdsa.Sign(d, hash), ecdsa.SignCompact(d, hash, true)
	dcr, _ := schnorr.Sign(d, hash)
	var p pt
	k.AsJacobian(&p)
	x, y, c := k.X(), k.Y(), curve()
	r, other := g.R(), append([]byte{0x90}, hash[1:]...)
	pub33, pub65, der := k.SerializeCompressed(), k.SerializeUncompressed(), g.Serialize()
	with := func(b []byte, at int, v byte) []byte {
		b = append([]byte(nil), b...)
		b[at] = v
		return b
	}
	noPoint := append(append([]byte{2}, make([]byte, 31)...), 5)
	tooBig := append([]byte{2}, bytes.Repeat([]byte{0xff}, 32)...)
	parse := func(b []byte) func(int) { return func(int) { _, KeptValue = secp256k1.ParsePubKey(b) } }
	parseDER := func(b []byte) func(int) { return func(int) { _, KeptValue = ecdsa.ParseDERSignature(b) } }
	recover := func(b []byte) func(int) { return func(int) { _, _, KeptValue = ecdsa.RecoverCompact(b, hash) } }
	return []Timed{
		{"PrivKeyFromBytes", func(int) { KeptValue = secp256k1.PrivKeyFromBytes(secret) }},
		{"NewPrivateKey", func(int) { KeptValue = secp256k1.NewPrivateKey(&d.Key) }},
		{"GeneratePrivateKey", func(int) { KeptValue, _ = secp256k1.GeneratePrivateKey() }},
		{"PrivateKey.Serialize", func(int) { KeptValue = d.Serialize() }},
		{"PrivateKey.ToECDSA", func(int) { KeptValue = d.ToECDSA() }},
		{"PublicKey.ToECDSA", func(int) { KeptValue = k.ToECDSA() }},
		{"PublicKey.X", func(int) { KeptValue = k.X() }},
		{"NewPublicKey", func(int) { KeptValue = secp256k1.NewPublicKey(&p.X, &p.Y) }},
		{"PublicKey.IsEqual", func(int) { Kept = k.IsEqual(k) }},
		{"ParsePubKey, no point", parse(noPoint)},
		{"ParsePubKey, x too big", parse(tooBig)},
		{"ParsePubKey, not on the curve", parse(with(pub65, 64, pub65[64]^1))},
		{"ParsePubKey, hybrid", parse(with(pub65, 0, 6|pub65[64]&1^1))},
		{"ParsePubKey, format", parse(with(pub33, 0, 9))},
		{"ParsePubKey, length", parse(pub33[:32])},
		{"KoblitzCurve.ScalarBaseMult", func(int) { KeptValue, _ = c.ScalarBaseMult(secret) }},
		{"KoblitzCurve.ScalarMult", func(int) { KeptValue, _ = c.ScalarMult(x, y, secret) }},
		{"KoblitzCurve.ScalarMult, long", func(int) { KeptValue, _ = c.ScalarMult(x, y, pub65) }},
		{"KoblitzCurve.Add", func(int) { KeptValue, _ = c.Add(x, y, secp256k1.Params().Gx, secp256k1.Params().Gy) }},
		{"KoblitzCurve.Add, infinity", func(int) { KeptValue, _ = c.Add(x, y, new(big.Int), new(big.Int)) }},
		{"KoblitzCurve.Double", func(int) { KeptValue, _ = c.Double(x, y) }},
		{"KoblitzCurve.IsOnCurve", func(int) { Kept = c.IsOnCurve(x, y) }},
		{"FieldVal.String", func(int) { KeptValue = p.X.String() }},
		{"ModNScalar.String", func(int) { KeptValue = d.Key.String() }},
		{"FieldVal.SetByteSlice", func(int) { Kept = new(fv).SetByteSlice(hash[:20]) }},
		{"ModNScalar.SetByteSlice", func(int) { Kept = new(sc).SetByteSlice(hash[:20]) }},
		{"NonceRFC6979, all data", func(int) { KeptValue = secp256k1.NonceRFC6979(secret, hash, hash, hash[:16], 1) }},
		{"ecdsa.NewSignature", func(int) { KeptValue = ecdsa.NewSignature(&r, &r) }},
		{"ecdsa.Signature.Verify, false", func(int) { Kept = g.Verify(other, k) }},
		{"ecdsa.ParseDERSignature, R is negative", parseDER(with(der, 4, 0x80))},
		{"ecdsa.ParseDERSignature, S is negative", parseDER(with(der, len(der)-32, 0x80))},
		{"ecdsa.ParseDERSignature, R is no integer", parseDER(with(der, 2, 3))},
		{"ecdsa.ParseDERSignature, R is 0", parseDER([]byte{0x30, 6, 2, 1, 0, 2, 1, 1})},
		{"ecdsa.ParseDERSignature, S is 0", parseDER([]byte{0x30, 6, 2, 1, 1, 2, 1, 0})},
		{"ecdsa.ParseDERSignature, short", parseDER(der[:5])},
		{"ecdsa.RecoverCompact, code", recover(with(compact, 0, 99))},
		{"ecdsa.RecoverCompact, r", recover(append(with(compact[:1], 0, 27), make([]byte, 64)...))},
		{"ecdsa.RecoverCompact, length", recover(compact[:64])},
		{"schnorr.NewSignature", func(int) { KeptValue = schnorr.NewSignature(&p.X, &r) }},
		{"schnorr.Signature.Verify, false", func(int) { Kept = dcr.Verify(other, k) }},
		{"schnorr.Signature.Verify, length", func(int) { Kept = dcr.Verify(other[:3], k) }},
		{"schnorr.Signature.Verify, not on the curve", func(int) { Kept = dcr.Verify(other, secp256k1.NewPublicKey(&p.X, &p.X)) }},
		{"schnorr.ParsePubKey", func(int) { KeptValue, _ = schnorr.ParsePubKey(pub33) }},
		{"schnorr.ParsePubKey, length", func(int) { _, KeptValue = schnorr.ParsePubKey(pub65) }},
		{"schnorr.ParseSignature, short", func(int) { _, KeptValue = schnorr.ParseSignature(pub33) }},
		{"schnorr.ParseSignature, r too big", func(int) { _, KeptValue = schnorr.ParseSignature(bytes.Repeat([]byte{0xff}, 64)) }},
	}
}
