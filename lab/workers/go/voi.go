//go:build !cgo_secp

package main

import (
	"crypto/sha256"

	secp256k1 "gitlab.com/yawning/secp256k1-voi"
	"gitlab.com/yawning/secp256k1-voi/secec"
	"gitlab.com/yawning/secp256k1-voi/secec/bitcoin"
)

// openVoi measures secp256k1-voi. ECDSA signs with the library's RFC 6979
// option; its default draws entropy and hashes with cSHAKE.
func openVoi(o options) (*contender, error) {
	if err := noLibrary(o); err != nil {
		return nil, err
	}
	c := goContender(voiModule, "secec.RFC6979SHA256")
	c.claims = []string{"rfc6979", "bip340", "low_s", "alloc"}
	c.marks = []mark{{"selfcheck", "schnorr_sign",
		"signSchnorr (secec/bitcoin/schnorr.go) verifies its signature with a second base multiplication, and has no option to leave that out"}}
	c.ops = append(voiKeyOps(), voiSigOps()...)
	return c, nil
}

// voiKeyOps is the operations on keys and points. A secec.PublicKey keeps its
// uncompressed bytes, so making one from a point includes the inversion.
func voiKeyOps() []operation {
	type keyBytesIn struct {
		p     *secp256k1.Point
		bytes []byte
	}
	type mulIn struct {
		k *secp256k1.Scalar
		p *secp256k1.Point
	}
	return []operation{
		emptyGo,
		values("pubkey_create", prepareBytes,
			func(in [][]byte, out []*secec.PublicKey, ok []bool) {
				for i := range in {
					if key, err := secec.NewPrivateKey(in[i]); err == nil {
						out[i], ok[i] = key.PublicKey(), true
					}
				}
			}, encodeVoiKey),
		// PrivateKey.ECDH gives x alone, and making a PrivateKey derives its
		// public key; ScalarMult and CompressedBytes do neither.
		values("ecdh",
			func(in *keyBytesIn, f row) (good bool) {
				in.bytes = f[0]
				in.p, good = voiPoint(f[1])
				return good
			},
			func(in []keyBytesIn, out [][32]byte, ok []bool) {
				for i := range in {
					k, err := secp256k1.NewScalarFromCanonicalBytes((*[32]byte)(in[i].bytes))
					if err != nil || k.IsZero() != 0 {
						continue
					}
					shared := secp256k1.NewIdentityPoint().ScalarMult(k, in[i].p)
					out[i], ok[i] = sha256.Sum256(shared.CompressedBytes()), true
				}
			}, encode32),
		voiParse("pubkey_parse33"),
		voiParse("pubkey_parse65"),
		// ScalarBaseMult and Add: the only public variable-time form,
		// DoubleScalarMultBasepointVartime, also multiplies P.
		values("pubkey_tweak_add",
			func(in *keyBytesIn, f row) (good bool) {
				in.bytes = f[1]
				in.p, good = voiPoint(f[0])
				return good
			},
			func(in []keyBytesIn, out []*secec.PublicKey, ok []bool) {
				for i := range in {
					t, err := secp256k1.NewScalarFromCanonicalBytes((*[32]byte)(in[i].bytes))
					if err != nil {
						continue
					}
					sum := secp256k1.NewIdentityPoint().ScalarBaseMult(t)
					key, err := secec.NewPublicKeyFromPoint(sum.Add(sum, in[i].p))
					out[i], ok[i] = key, err == nil
				}
			}, encodeVoiKey),
		values("pubkey_combine",
			func(in *[16]*secp256k1.Point, f row) (good bool) {
				for k := range in {
					if in[k], good = voiPoint(f[k]); !good {
						return false
					}
				}
				return true
			},
			func(in [][16]*secp256k1.Point, out []*secec.PublicKey, ok []bool) {
				for i := range in {
					sum := secp256k1.NewIdentityPoint()
					for _, p := range in[i] {
						sum.Add(sum, p)
					}
					key, err := secec.NewPublicKeyFromPoint(sum)
					out[i], ok[i] = key, err == nil
				}
			}, encodeVoiKey),
		values("base_mul",
			func(k **secp256k1.Scalar, f row) (good bool) {
				*k, good = voiScalar(f[0])
				return good
			},
			func(in []*secp256k1.Scalar, out []*secp256k1.Point, ok []bool) {
				for i := range in {
					out[i], ok[i] = secp256k1.NewIdentityPoint().ScalarBaseMult(in[i]), true
				}
			}, encodeVoiPoint),
		values("point_mul",
			func(in *mulIn, f row) (good bool) {
				if in.k, good = voiScalar(f[0]); good {
					in.p, good = voiPoint(f[1])
				}
				return good
			},
			func(in []mulIn, out []*secp256k1.Point, ok []bool) {
				for i := range in {
					out[i], ok[i] = secp256k1.NewIdentityPoint().ScalarMult(in[i].k, in[i].p), true
				}
			}, encodeVoiPoint),
	}
}

// voiSigOps is the operations on signatures. The tagged hash is not among them:
// bitcoin.PreHashSchnorrMessage takes tags of UTF-8 text alone.
func voiSigOps() []operation {
	type rs struct{ r, s *secp256k1.Scalar }
	type signIn struct {
		key  *secec.PrivateKey
		hash []byte
	}
	type verifyIn struct {
		rs
		key  *secec.PublicKey
		hash []byte
	}
	type recoverIn struct {
		rs
		id   byte
		hash []byte
	}
	type schnorrSignIn struct {
		key      *bitcoin.SchnorrPrivateKey
		msg, aux []byte
	}
	type schnorrIn struct {
		key *bitcoin.SchnorrPublicKey
		f   row
	}
	encodeRS := func(dst []byte, x *rs) []byte { return append(dst, secec.BuildCompactSignature(x.r, x.s)...) }
	return []operation{
		values("ecdsa_sign",
			func(in *signIn, f row) bool {
				var err error
				in.key, err = secec.NewPrivateKey(f[0])
				in.hash = f[1]
				return err == nil
			},
			func(in []signIn, out []rs, ok []bool) {
				rfc6979 := secec.RFC6979SHA256()
				for i := range in {
					r, s, _, err := in[i].key.SignRaw(rfc6979, in[i].hash)
					out[i], ok[i] = rs{r, s}, err == nil
				}
			}, encodeRS),
		verdicts("ecdsa_verify",
			func(in *verifyIn, f row) bool {
				var err error
				if in.r, in.s, err = secec.ParseCompactSignature(f[1]); err != nil {
					return false
				}
				in.key, err = secec.NewPublicKey(f[0])
				in.hash = f[2]
				return err == nil
			},
			func(in []verifyIn, ok []bool) {
				for i := range in {
					x := &in[i]
					ok[i] = x.key.VerifyRaw(x.hash, x.r, x.s)
				}
			}),
		verdicts("ecdsa_parse_verify", prepareRow,
			func(in []row, ok []bool) {
				for i, f := range in {
					if key, err := secec.NewPublicKey(f[0]); err == nil {
						ok[i] = key.Verify(f[2], f[1], nil)
					}
				}
			}),
		values("ecdsa_recover",
			func(in *recoverIn, f row) bool {
				var err error
				in.r, in.s, err = secec.ParseCompactSignature(f[0])
				in.id, in.hash = f[1][0], f[2]
				return err == nil
			},
			func(in []recoverIn, out []*secec.PublicKey, ok []bool) {
				for i := range in {
					x := &in[i]
					key, err := secec.RecoverPublicKey(x.hash, x.r, x.s, x.id)
					out[i], ok[i] = key, err == nil
				}
			}, encodeVoiKey),
		// Sign reads its auxiliary randomness.
		values("schnorr_sign",
			func(in *schnorrSignIn, f row) bool {
				var err error
				in.key, err = bitcoin.NewSchnorrPrivateKey(f[0])
				in.msg, in.aux = f[1], f[2]
				return err == nil
			},
			func(in []schnorrSignIn, out [][]byte, ok []bool) {
				var aux auxReader
				for i := range in {
					aux.bytes = in[i].aux
					sig, err := in[i].key.Sign(&aux, in[i].msg, nil)
					out[i], ok[i] = sig, err == nil
				}
			}, func(dst []byte, sig *[]byte) []byte { return append(dst, *sig...) }),
		verdicts("schnorr_verify",
			func(in *schnorrIn, f row) bool {
				var err error
				in.key, err = bitcoin.NewSchnorrPublicKey(f[0])
				in.f = f
				return err == nil
			},
			func(in []schnorrIn, ok []bool) {
				for i := range in {
					ok[i] = in[i].key.Verify(in[i].f[2], in[i].f[1])
				}
			}),
		verdicts("schnorr_parse_verify", prepareRow,
			func(in []row, ok []bool) {
				for i, f := range in {
					if key, err := bitcoin.NewSchnorrPublicKey(f[0]); err == nil {
						ok[i] = key.Verify(f[2], f[1])
					}
				}
			}),
		values("der_parse", prepareBytes,
			func(in [][]byte, out []rs, ok []bool) {
				for i := range in {
					r, s, err := secec.ParseASN1Signature(in[i])
					out[i], ok[i] = rs{r, s}, err == nil
				}
			}, encodeRS),
	}
}

// auxReader gives its bytes to every Read.
type auxReader struct{ bytes []byte }

func (r *auxReader) Read(b []byte) (int, error) { return copy(b, r.bytes), nil }

func voiParse(name string) operation {
	return values(name, prepareBytes,
		func(in [][]byte, out []*secec.PublicKey, ok []bool) {
			for i := range in {
				key, err := secec.NewPublicKey(in[i])
				out[i], ok[i] = key, err == nil
			}
		}, encodeVoiKey)
}

func voiPoint(b []byte) (*secp256k1.Point, bool) {
	p, err := secp256k1.NewPointFromBytes(b)
	return p, err == nil
}

func voiScalar(b []byte) (*secp256k1.Scalar, bool) {
	k, err := secp256k1.NewScalarFromCanonicalBytes((*[32]byte)(b))
	return k, err == nil
}

func encodeVoiKey(dst []byte, key **secec.PublicKey) []byte { return append(dst, (*key).Bytes()...) }

func encodeVoiPoint(dst []byte, p **secp256k1.Point) []byte {
	if (*p).IsIdentity() != 0 {
		return nil
	}
	return append(dst, (*p).UncompressedBytes()...)
}
