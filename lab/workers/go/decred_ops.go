//go:build !cgo_secp

package main

import (
	"crypto/sha256"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// decredAPI is what decred's package and btcec each have a function for. Their
// types, and what hangs on those, are the same: btcec's are aliases.
type decredAPI struct {
	parsePubKey func([]byte) (*secp256k1.PublicKey, error)
	parseDER    func([]byte) (*ecdsa.Signature, error)
	sign        func(*secp256k1.PrivateKey, []byte) *ecdsa.Signature
	recover     func(signature, hash []byte) (*secp256k1.PublicKey, bool, error)
}

// decredOps is the operations that both libraries have.
func decredOps(api decredAPI) []operation {
	preparePubKey := func(key **secp256k1.PublicKey, b []byte) bool {
		var err error
		*key, err = api.parsePubKey(b)
		return err == nil
	}
	type signIn struct {
		key  *secp256k1.PrivateKey
		hash []byte
	}
	type verifyIn struct {
		key  *secp256k1.PublicKey
		sig  *ecdsa.Signature
		hash []byte
	}
	type keyBytesIn struct {
		key   *secp256k1.PublicKey
		bytes []byte
	}
	ops := []operation{
		emptyGo,
		values("pubkey_create", prepareBytes,
			func(in [][]byte, out []*secp256k1.PublicKey, ok []bool) {
				for i := range in {
					var key secp256k1.PrivateKey
					if setSecret(&key.Key, in[i]) {
						out[i], ok[i] = key.PubKey(), true
					}
				}
			}, encodeDecredKey),
		values("ecdsa_sign",
			func(in *signIn, f row) bool {
				in.key, in.hash = new(secp256k1.PrivateKey), f[1]
				return setSecret(&in.key.Key, f[0])
			},
			func(in []signIn, out []*ecdsa.Signature, ok []bool) {
				for i := range in {
					out[i], ok[i] = api.sign(in[i].key, in[i].hash), true
				}
			}, encodeDecredSig),
		verdicts("ecdsa_verify",
			func(in *verifyIn, f row) bool {
				var r, s secp256k1.ModNScalar
				if r.SetByteSlice(f[1][:32]) || s.SetByteSlice(f[1][32:]) {
					return false
				}
				in.sig, in.hash = ecdsa.NewSignature(&r, &s), f[2]
				return preparePubKey(&in.key, f[0])
			},
			func(in []verifyIn, ok []bool) {
				for i := range in {
					ok[i] = in[i].sig.Verify(in[i].hash, in[i].key)
				}
			}),
		verdicts("ecdsa_parse_verify", prepareRow,
			func(in []row, ok []bool) {
				for i, f := range in {
					key, err := api.parsePubKey(f[0])
					if err != nil {
						continue
					}
					sig, err := api.parseDER(f[1])
					if err != nil {
						continue
					}
					ok[i] = sig.Verify(f[2], key)
				}
			}),
		// The library's own form of a recoverable signature is 65 bytes.
		values("ecdsa_recover",
			func(in *keyBytesIn, f row) bool {
				const base = 27 // decred's compactSigMagicOffset
				in.bytes = append(append([]byte{base + f[1][0]}, f[0]...), f[2]...)
				return f[1][0] <= 3
			},
			func(in []keyBytesIn, out []*secp256k1.PublicKey, ok []bool) {
				for i := range in {
					key, _, err := api.recover(in[i].bytes[:65], in[i].bytes[65:])
					out[i], ok[i] = key, err == nil
				}
			}, encodeDecredKey),
		// GenerateSharedSecret gives x alone. For the compressed point lnd's
		// keychain.PrivKeyECDH.ECDH multiplies, serialises and hashes, as here.
		values("ecdh",
			func(in *keyBytesIn, f row) bool {
				in.bytes = f[0]
				return preparePubKey(&in.key, f[1])
			},
			func(in []keyBytesIn, out [][32]byte, ok []bool) {
				for i := range in {
					var k secp256k1.ModNScalar
					if !setSecret(&k, in[i].bytes) {
						continue
					}
					var p, shared secp256k1.JacobianPoint
					in[i].key.AsJacobian(&p)
					secp256k1.ScalarMultNonConst(&k, &p, &shared)
					shared.ToAffine()
					key := secp256k1.NewPublicKey(&shared.X, &shared.Y)
					out[i], ok[i] = sha256.Sum256(key.SerializeCompressed()), true
				}
			}, encode32),
		decredParse("pubkey_parse33", api),
		decredParse("pubkey_parse65", api),
		// ScalarBaseMult and Add is how btcd's txscript.ComputeTaprootOutputKey
		// tweaks a key.
		values("pubkey_tweak_add",
			func(in *keyBytesIn, f row) bool {
				in.bytes = f[1]
				return preparePubKey(&in.key, f[0])
			},
			func(in []keyBytesIn, out []*secp256k1.PublicKey, ok []bool) {
				for i := range in {
					out[i], ok[i] = decredTweakAdd(in[i].key, in[i].bytes)
				}
			}, encodeDecredKey),
		// A sum is a loop of AddNonConst.
		values("pubkey_combine",
			func(in *[16]*secp256k1.PublicKey, f row) bool {
				for k := range in {
					if !preparePubKey(&in[k], f[k]) {
						return false
					}
				}
				return true
			},
			func(in [][16]*secp256k1.PublicKey, out []*secp256k1.PublicKey, ok []bool) {
				for i := range in {
					var sum, p secp256k1.JacobianPoint
					for _, key := range in[i] {
						key.AsJacobian(&p)
						secp256k1.AddNonConst(&sum, &p, &sum)
					}
					if !isInfinity(&sum) {
						sum.ToAffine()
						out[i], ok[i] = secp256k1.NewPublicKey(&sum.X, &sum.Y), true
					}
				}
			}, encodeDecredKey),
		values("der_parse", prepareBytes,
			func(in [][]byte, out []*ecdsa.Signature, ok []bool) {
				for i := range in {
					sig, err := api.parseDER(in[i])
					out[i], ok[i] = sig, err == nil
				}
			}, encodeDecredSig),
	}
	return append(ops, decredPrimitives(preparePubKey)...)
}

// decredPrimitives is FieldVal, the scalar multiplications, and no conversion
// of their results to affine coordinates.
func decredPrimitives(preparePubKey func(**secp256k1.PublicKey, []byte) bool) []operation {
	type pair struct{ a, b secp256k1.FieldVal }
	type mulIn struct {
		k secp256k1.ModNScalar
		p secp256k1.JacobianPoint
	}
	one := func(a *secp256k1.FieldVal, f row) bool { return !a.SetByteSlice(f[0]) }
	return []operation{
		values("field_mul",
			func(in *pair, f row) bool { return !in.a.SetByteSlice(f[0]) && !in.b.SetByteSlice(f[1]) },
			func(in []pair, out []secp256k1.FieldVal, ok []bool) {
				for i := range in {
					out[i].Mul2(&in[i].a, &in[i].b)
					ok[i] = true
				}
			}, encodeDecredField),
		values("field_sqr", one,
			func(in, out []secp256k1.FieldVal, ok []bool) {
				for i := range in {
					out[i].SquareVal(&in[i])
					ok[i] = true
				}
			}, encodeDecredField),
		values("field_inv", one,
			func(in, out []secp256k1.FieldVal, ok []bool) {
				for i := range in {
					out[i].Set(&in[i]).Inverse()
					ok[i] = true
				}
			}, encodeDecredField),
		values("field_sqrt", one,
			func(in, out []secp256k1.FieldVal, ok []bool) {
				for i := range in {
					ok[i] = out[i].SquareRootVal(&in[i])
				}
			}, encodeDecredField),
		values("base_mul",
			func(k *secp256k1.ModNScalar, f row) bool { return !k.SetByteSlice(f[0]) },
			func(in []secp256k1.ModNScalar, out []secp256k1.JacobianPoint, ok []bool) {
				for i := range in {
					secp256k1.ScalarBaseMultNonConst(&in[i], &out[i])
					ok[i] = true
				}
			}, encodeDecredPoint),
		values("point_mul",
			func(in *mulIn, f row) bool {
				var key *secp256k1.PublicKey
				if in.k.SetByteSlice(f[0]) || !preparePubKey(&key, f[1]) {
					return false
				}
				key.AsJacobian(&in.p)
				return true
			},
			func(in []mulIn, out []secp256k1.JacobianPoint, ok []bool) {
				for i := range in {
					secp256k1.ScalarMultNonConst(&in[i].k, &in[i].p, &out[i])
					ok[i] = true
				}
			}, encodeDecredPoint),
	}
}

func decredParse(name string, api decredAPI) operation {
	return values(name, prepareBytes,
		func(in [][]byte, out []*secp256k1.PublicKey, ok []bool) {
			for i := range in {
				key, err := api.parsePubKey(in[i])
				out[i], ok[i] = key, err == nil
			}
		}, encodeDecredKey)
}

// setSecret reads a secret key, and returns false for what is none. The
// library's documentation leaves that check to its caller.
func setSecret(k *secp256k1.ModNScalar, b []byte) bool {
	overflow := k.SetByteSlice(b)
	return !overflow && !k.IsZero()
}

// decredTweakAdd returns key + tweak*G, or false for a tweak that is not below
// n or a sum at infinity.
func decredTweakAdd(key *secp256k1.PublicKey, tweak []byte) (*secp256k1.PublicKey, bool) {
	var t secp256k1.ModNScalar
	if t.SetByteSlice(tweak) {
		return nil, false
	}
	var p, tG secp256k1.JacobianPoint
	key.AsJacobian(&p)
	secp256k1.ScalarBaseMultNonConst(&t, &tG)
	secp256k1.AddNonConst(&p, &tG, &p)
	if isInfinity(&p) {
		return nil, false
	}
	p.ToAffine()
	return secp256k1.NewPublicKey(&p.X, &p.Y), true
}

// isInfinity takes a normalised point; infinity has zero for x and y, or for z.
func isInfinity(p *secp256k1.JacobianPoint) bool {
	return p.X.IsZero() && p.Y.IsZero() || p.Z.IsZero()
}

func encodeDecredKey(dst []byte, key **secp256k1.PublicKey) []byte {
	return append(dst, (*key).SerializeUncompressed()...)
}

func encodeDecredSig(dst []byte, sig **ecdsa.Signature) []byte {
	r, s := (*sig).R(), (*sig).S()
	b := append(dst, make([]byte, 64)...)
	r.PutBytesUnchecked(b[:32])
	s.PutBytesUnchecked(b[32:])
	return b
}

func encodeDecredField(dst []byte, a *secp256k1.FieldVal) []byte {
	var b [32]byte
	new(secp256k1.FieldVal).Set(a).Normalize().PutBytes(&b)
	return append(dst, b[:]...)
}

func encodeDecredPoint(dst []byte, p *secp256k1.JacobianPoint) []byte {
	q := *p
	if isInfinity(&q) {
		return nil
	}
	q.ToAffine()
	return append(dst, secp256k1.NewPublicKey(&q.X, &q.Y).SerializeUncompressed()...)
}
