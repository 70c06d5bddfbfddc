//go:build !cgo_secp

package main

import (
	"crypto/sha256"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/ecdsa"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
)

// openGnark measures gnark-crypto. It has no compressed keys, no DER and no
// BIP-340, and its signatures draw fresh nonces.
func openGnark(o options) (*contender, error) {
	if err := noLibrary(o); err != nil {
		return nil, err
	}
	c := goContender(gnarkModule)
	c.claims = []string{"low_s", "rejects_high_s", "alloc"}
	c.marks = []mark{
		{"vartime", "pubkey_create,ecdsa_sign,ecdh,base_mul,point_mul",
			"mulGLV and mulWindowedMixed (ecc/secp256k1/g1.go) and math/big in SignForRecover (ecc/secp256k1/ecdsa/ecdsa.go)"},
		{"resign", "ecdsa_sign",
			"SignForRecover (ecc/secp256k1/ecdsa/ecdsa.go) starts again with a new nonce while s is high: two rounds on average"},
	}
	c.ops = append(gnarkOps(), gnarkPrimitives()...)
	return c, nil
}

func gnarkOps() []operation {
	type signIn struct {
		key  ecdsa.PrivateKey
		hash []byte
	}
	type verifyIn struct {
		key       ecdsa.PublicKey
		sig, hash []byte
	}
	type recoverIn struct {
		r, s big.Int
		v    uint
		hash []byte
	}
	type keyBytesIn struct {
		key   secp256k1.G1Affine
		bytes []byte
	}
	return []operation{
		emptyGo,
		// A PrivateKey is read with its public key beside it; deriving one is
		// the multiplication that GenerateKey does.
		values("pubkey_create", prepareBytes,
			func(in [][]byte, out []ecdsa.PublicKey, ok []bool) {
				for i := range in {
					var k big.Int
					if setGnarkSecret(&k, in[i]) {
						out[i].A.ScalarMultiplicationBase(&k)
						ok[i] = true
					}
				}
			}, encodeGnarkKey),
		values("ecdsa_sign",
			func(in *signIn, f row) bool {
				var k big.Int
				if !setGnarkSecret(&k, f[0]) {
					return false
				}
				var pub ecdsa.PublicKey
				pub.A.ScalarMultiplicationBase(&k)
				in.hash = f[1]
				_, err := in.key.SetBytes(append(pub.Bytes(), f[0]...))
				return err == nil
			},
			func(in []signIn, out [][]byte, ok []bool) {
				for i := range in {
					sig, err := in[i].key.Sign(in[i].hash, nil)
					out[i], ok[i] = sig, err == nil
				}
			}, func(dst []byte, sig *[]byte) []byte { return append(dst, *sig...) }),
		// Verify takes the 64 bytes.
		verdicts("ecdsa_verify",
			func(in *verifyIn, f row) bool {
				in.sig, in.hash = f[1], f[2]
				return setGnarkPoint(&in.key.A, f[0])
			},
			func(in []verifyIn, ok []bool) {
				for i := range in {
					x := &in[i]
					ok[i], _ = x.key.Verify(x.sig, x.hash, nil)
				}
			}),
		values("ecdsa_recover",
			func(in *recoverIn, f row) bool {
				in.r.SetBytes(f[0][:32])
				in.s.SetBytes(f[0][32:])
				in.v, in.hash = uint(f[1][0]), f[2]
				return in.v <= 3
			},
			func(in []recoverIn, out []ecdsa.PublicKey, ok []bool) {
				for i := range in {
					x := &in[i]
					err := out[i].RecoverFrom(x.hash, x.v, &x.r, &x.s)
					ok[i] = err == nil && !out[i].A.IsInfinity()
				}
			}, encodeGnarkKey),
		// ScalarMultiplication, then the hash of the coordinates.
		values("ecdh",
			func(in *keyBytesIn, f row) bool {
				in.bytes = f[0]
				return setGnarkPoint(&in.key, f[1])
			},
			func(in []keyBytesIn, out [][32]byte, ok []bool) {
				for i := range in {
					var k big.Int
					if !setGnarkSecret(&k, in[i].bytes) {
						continue
					}
					var shared secp256k1.G1Affine
					xy := shared.ScalarMultiplication(&in[i].key, &k).RawBytes()
					var compressed [33]byte
					compressed[0] = 2 + xy[63]&1
					copy(compressed[1:], xy[:32])
					out[i], ok[i] = sha256.Sum256(compressed[:]), true
				}
			}, encode32),
		values("pubkey_parse65", prepareBytes,
			func(in [][]byte, out []ecdsa.PublicKey, ok []bool) {
				for i := range in {
					ok[i] = setGnarkPoint(&out[i].A, in[i])
				}
			}, encodeGnarkKey),
		values("pubkey_tweak_add",
			func(in *keyBytesIn, f row) bool {
				in.bytes = f[1]
				return setGnarkPoint(&in.key, f[0])
			},
			func(in []keyBytesIn, out []ecdsa.PublicKey, ok []bool) {
				for i := range in {
					var t big.Int
					if t.SetBytes(in[i].bytes).Cmp(gnarkOrder) >= 0 {
						continue
					}
					var sum secp256k1.G1Jac
					sum.ScalarMultiplicationBase(&t).AddMixed(&in[i].key)
					ok[i] = !out[i].A.FromJacobian(&sum).IsInfinity()
				}
			}, encodeGnarkKey),
		values("pubkey_combine",
			func(in *[16]secp256k1.G1Affine, f row) bool {
				for k := range in {
					if !setGnarkPoint(&in[k], f[k]) {
						return false
					}
				}
				return true
			},
			func(in [][16]secp256k1.G1Affine, out []ecdsa.PublicKey, ok []bool) {
				for i := range in {
					var sum secp256k1.G1Jac
					sum.FromAffine(&in[i][0])
					for k := 1; k < 16; k++ {
						sum.AddMixed(&in[i][k])
					}
					ok[i] = !out[i].A.FromJacobian(&sum).IsInfinity()
				}
			}, encodeGnarkKey),
	}
}

// gnarkPrimitives is fp.Element, the scalar multiplications on Jacobian points,
// and no conversion of their results to affine coordinates.
func gnarkPrimitives() []operation {
	type pair struct{ a, b fp.Element }
	type mulIn struct {
		k big.Int
		p secp256k1.G1Jac
	}
	one := func(a *fp.Element, f row) bool { return a.SetBytesCanonical(f[0]) == nil }
	return []operation{
		values("field_mul",
			func(in *pair, f row) bool {
				return in.a.SetBytesCanonical(f[0]) == nil && in.b.SetBytesCanonical(f[1]) == nil
			},
			func(in []pair, out []fp.Element, ok []bool) {
				for i := range in {
					out[i].Mul(&in[i].a, &in[i].b)
					ok[i] = true
				}
			}, encodeGnarkField),
		values("field_sqr", one,
			func(in, out []fp.Element, ok []bool) {
				for i := range in {
					out[i].Square(&in[i])
					ok[i] = true
				}
			}, encodeGnarkField),
		values("field_inv", one,
			func(in, out []fp.Element, ok []bool) {
				for i := range in {
					out[i].Inverse(&in[i])
					ok[i] = true
				}
			}, encodeGnarkField),
		values("field_sqrt", one,
			func(in, out []fp.Element, ok []bool) {
				for i := range in {
					ok[i] = out[i].Sqrt(&in[i]) != nil
				}
			}, encodeGnarkField),
		values("base_mul",
			func(k *big.Int, f row) bool { return k.SetBytes(f[0]).Cmp(gnarkOrder) < 0 },
			func(in []big.Int, out []secp256k1.G1Jac, ok []bool) {
				for i := range in {
					out[i].ScalarMultiplicationBase(&in[i])
					ok[i] = true
				}
			}, encodeGnarkPoint),
		values("point_mul",
			func(in *mulIn, f row) bool {
				var p secp256k1.G1Affine
				if !setGnarkPoint(&p, f[1]) {
					return false
				}
				in.p.FromAffine(&p)
				return in.k.SetBytes(f[0]).Cmp(gnarkOrder) < 0
			},
			func(in []mulIn, out []secp256k1.G1Jac, ok []bool) {
				for i := range in {
					out[i].ScalarMultiplication(&in[i].p, &in[i].k)
					ok[i] = true
				}
			}, encodeGnarkPoint),
	}
}

// gnarkOrder is n; fr.Modulus makes a new one each time.
var gnarkOrder = fr.Modulus()

// setGnarkSecret reads a secret key, and returns false for what is none.
func setGnarkSecret(k *big.Int, b []byte) bool {
	k.SetBytes(b)
	return k.Sign() != 0 && k.Cmp(gnarkOrder) < 0
}

// setGnarkPoint reads SEC 1's uncompressed form. The library's is that without
// the first byte, with 64 zeros for infinity.
func setGnarkPoint(p *secp256k1.G1Affine, b []byte) bool {
	if len(b) != 65 || b[0] != 4 {
		return false
	}
	_, err := p.SetBytes(b[1:])
	return err == nil && !p.IsInfinity()
}

func encodeGnarkKey(dst []byte, key *ecdsa.PublicKey) []byte {
	return append(append(dst, 4), key.Bytes()...)
}

func encodeGnarkField(dst []byte, a *fp.Element) []byte {
	b := a.Bytes()
	return append(dst, b[:]...)
}

func encodeGnarkPoint(dst []byte, p *secp256k1.G1Jac) []byte {
	key := ecdsa.PublicKey{}
	if key.A.FromJacobian(p).IsInfinity() {
		return nil
	}
	return encodeGnarkKey(dst, &key)
}
