//go:build !cgo_secp

package main

import (
	koblitz "koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/schnorr"
)

// openKoblitz measures this project's Go module, with caller-provided
// destinations where it has them.
func openKoblitz(o options) (*contender, error) {
	if err := noLibrary(o); err != nil {
		return nil, err
	}
	c := goContender(koblitzModule, koblitz.Implementation())
	c.claims = []string{"rfc6979", "bip340", "low_s", "rejects_high_s", "alloc"}
	c.marks = []mark{{"vartime", "point_mul",
		"PublicKey.TweakMul takes its tweak for public (package documentation of koblitz, Time and memory)"}}
	c.ops = append([]operation{emptyGo}, koblitzKeyOps()...)
	c.ops = append(c.ops, koblitzSeckeyOps()...)
	c.ops = append(c.ops, koblitzSigOps()...)
	c.ops = append(c.ops, koblitzBatchOps()...)
	return c, nil
}

type tweakIn struct {
	key   koblitz.PublicKey
	tweak []byte
}

func prepareTweak(in *tweakIn, f row) bool {
	in.tweak = f[1]
	return parseKoblitz(&in.key, f[0])
}

type checkIn struct {
	internal       koblitz.XOnlyPublicKey
	tweaked, tweak []byte
	odd            bool
}

func prepareCheck(in *checkIn, f row) bool {
	in.tweaked, in.odd, in.tweak = f[0], f[1][0] == 1, f[3]
	var err error
	in.internal, err = koblitz.ParseXOnlyPublicKey(f[2])
	return err == nil
}

type verifyIn struct {
	key  koblitz.PublicKey
	sig  ecdsa.Signature
	hash []byte
}

func prepareVerify(in *verifyIn, f row) bool {
	var err error
	if in.sig, err = ecdsa.ParseCompact(f[1]); err != nil {
		return false
	}
	in.hash = f[2]
	return parseKoblitz(&in.key, f[0])
}

type recoverIn struct {
	sig  ecdsa.RecoverableSignature
	hash []byte
}

func prepareRecover(in *recoverIn, f row) bool {
	var err error
	in.sig, err = ecdsa.ParseRecoverable(f[0], int(f[1][0]))
	in.hash = f[2]
	return err == nil
}

type schnorrIn struct {
	key koblitz.XOnlyPublicKey
	sig schnorr.Signature
	msg []byte
}

func prepareSchnorr(in *schnorrIn, f row) bool {
	var err error
	if in.sig, err = schnorr.ParseSignature(f[1]); err != nil {
		return false
	}
	in.key, err = koblitz.ParseXOnlyPublicKey(f[0])
	in.msg = f[2]
	return err == nil
}

func koblitzKeyOps() []operation {
	type ecdhIn struct {
		pub koblitz.PublicKey
		sec []byte
	}
	return []operation{
		values("pubkey_create", prepareBytes,
			func(in [][]byte, out []koblitz.PublicKey, ok []bool) {
				var key koblitz.SecretKey
				for i := range in {
					if key.SetBytes(in[i]) != nil {
						continue
					}
					out[i], ok[i] = key.PublicKey(), true
				}
			}, encodeKoblitzKey),
		values("ecdh",
			func(in *ecdhIn, f row) bool {
				in.sec = f[0]
				return parseKoblitz(&in.pub, f[1])
			},
			func(in []ecdhIn, out [][32]byte, ok []bool) {
				var key koblitz.SecretKey
				for i := range in {
					if key.SetBytes(in[i].sec) != nil {
						continue
					}
					_, err := ecdh.AppendSharedSecret(out[i][:0], &key, &in[i].pub)
					ok[i] = err == nil
				}
			}, encode32),
		koblitzParse("pubkey_parse33"),
		koblitzParse("pubkey_parse65"),
		values("pubkey_tweak_add", prepareTweak,
			func(in []tweakIn, out []koblitz.PublicKey, ok []bool) {
				for i := range in {
					var err error
					out[i], err = in[i].key.TweakAdd(in[i].tweak)
					ok[i] = err == nil
				}
			}, encodeKoblitzKey),
		values("base_mul",
			func(in *koblitz.SecretKey, f row) bool { return in.SetBytes(f[0]) == nil },
			func(in []koblitz.SecretKey, out []koblitz.PublicKey, ok []bool) {
				for i := range in {
					out[i] = in[i].PublicKey()
					ok[i] = out[i].IsValid()
				}
			}, encodeKoblitzKey),
		values("point_mul",
			func(in *tweakIn, f row) bool {
				in.tweak = f[0]
				return parseKoblitz(&in.key, f[1])
			},
			func(in []tweakIn, out []koblitz.PublicKey, ok []bool) {
				for i := range in {
					var err error
					out[i], err = in[i].key.TweakMul(in[i].tweak)
					ok[i] = err == nil
				}
			}, encodeKoblitzKey),
		verdicts("xonly_tweak_add_check", prepareCheck,
			func(in []checkIn, ok []bool) {
				for i := range in {
					ok[i] = in[i].internal.TweakAddCheck(in[i].tweaked, in[i].odd, in[i].tweak)
				}
			}),
		values("pubkey_combine",
			func(in *[16]koblitz.PublicKey, f row) bool {
				for k := range in {
					if !parseKoblitz(&in[k], f[k]) {
						return false
					}
				}
				return true
			},
			func(in [][16]koblitz.PublicKey, out []koblitz.PublicKey, ok []bool) {
				for i := range in {
					var err error
					out[i], err = koblitz.Combine(in[i][:]...)
					ok[i] = err == nil
				}
			}, encodeKoblitzKey),
	}
}

func koblitzSeckeyOps() []operation {
	tweak := func(name string, by func(*koblitz.SecretKey, []byte) error) operation {
		return values(name, prepareRow,
			func(in []row, out [][32]byte, ok []bool) {
				var key koblitz.SecretKey
				for i, f := range in {
					if key.SetBytes(f[0]) == nil && by(&key, f[1]) == nil {
						key.AppendBytes(out[i][:0])
						ok[i] = true
					}
				}
			}, encode32)
	}
	return []operation{
		verdicts("seckey_verify", prepareBytes,
			func(in [][]byte, ok []bool) {
				var key koblitz.SecretKey
				for i := range in {
					ok[i] = key.SetBytes(in[i]) == nil
				}
			}),
		values("seckey_negate", prepareBytes,
			func(in [][]byte, out [][32]byte, ok []bool) {
				var key koblitz.SecretKey
				for i := range in {
					if key.SetBytes(in[i]) == nil && key.Negate() == nil {
						key.AppendBytes(out[i][:0])
						ok[i] = true
					}
				}
			}, encode32),
		tweak("seckey_tweak_add", (*koblitz.SecretKey).TweakAdd),
		tweak("seckey_tweak_mul", (*koblitz.SecretKey).TweakMul),
	}
}

func koblitzSigOps() []operation {
	type signIn struct {
		key  koblitz.SecretKey
		hash []byte
	}
	type schnorrSignIn struct {
		pair     schnorr.KeyPair
		msg, aux []byte
	}
	return []operation{
		values("ecdsa_sign",
			func(in *signIn, f row) bool {
				in.hash = f[1]
				return in.key.SetBytes(f[0]) == nil
			},
			func(in []signIn, out []ecdsa.Signature, ok []bool) {
				for i := range in {
					var err error
					out[i], err = ecdsa.Sign(&in[i].key, in[i].hash)
					ok[i] = err == nil
				}
			}, encodeKoblitzSig),
		verdicts("ecdsa_verify", prepareVerify,
			func(in []verifyIn, ok []bool) {
				for i := range in {
					ok[i] = ecdsa.Verify(&in[i].key, in[i].hash, &in[i].sig)
				}
			}),
		verdicts("ecdsa_parse_verify", prepareRow,
			func(in []row, ok []bool) {
				for i, f := range in {
					key, err := koblitz.ParsePublicKey(f[0])
					if err != nil {
						continue
					}
					sig, err := ecdsa.ParseDER(f[1])
					if err != nil {
						continue
					}
					ok[i] = ecdsa.Verify(&key, f[2], &sig)
				}
			}),
		values("ecdsa_recover", prepareRecover,
			func(in []recoverIn, out []koblitz.PublicKey, ok []bool) {
				for i := range in {
					var err error
					out[i], err = ecdsa.Recover(in[i].hash, &in[i].sig)
					ok[i] = err == nil
				}
			}, encodeKoblitzKey),
		values("schnorr_sign",
			func(in *schnorrSignIn, f row) bool {
				var key koblitz.SecretKey
				in.msg, in.aux = f[1], f[2]
				return key.SetBytes(f[0]) == nil && in.pair.SetSecretKey(&key) == nil
			},
			func(in []schnorrSignIn, out [][64]byte, ok []bool) {
				for i := range in {
					sig, err := in[i].pair.Sign(in[i].msg, in[i].aux)
					if ok[i] = err == nil; ok[i] {
						sig.AppendBytes(out[i][:0])
					}
				}
			}, encode64),
		verdicts("schnorr_verify", prepareSchnorr,
			func(in []schnorrIn, ok []bool) {
				for i := range in {
					ok[i] = schnorr.Verify(&in[i].key, in[i].msg, &in[i].sig)
				}
			}),
		verdicts("schnorr_parse_verify", prepareRow,
			func(in []row, ok []bool) {
				for i, f := range in {
					key, err := koblitz.ParseXOnlyPublicKey(f[0])
					if err != nil {
						continue
					}
					sig, err := schnorr.ParseSignature(f[1])
					ok[i] = err == nil && schnorr.Verify(&key, f[2], &sig)
				}
			}),
		values("der_parse", prepareBytes,
			func(in [][]byte, out []ecdsa.Signature, ok []bool) {
				for i := range in {
					var err error
					out[i], err = ecdsa.ParseDER(in[i])
					ok[i] = err == nil
				}
			}, encodeKoblitzSig),
		values("tagged_sha256", prepareRow,
			func(in []row, out [][32]byte, ok []bool) {
				for i, f := range in {
					out[i], ok[i] = schnorr.TaggedHash(f[0], f[1]), true
				}
			}, encode32),
	}
}

func koblitzParse(name string) operation {
	return values(name, prepareBytes,
		func(in [][]byte, out []koblitz.PublicKey, ok []bool) {
			for i := range in {
				var err error
				out[i], err = koblitz.ParsePublicKey(in[i])
				ok[i] = err == nil
			}
		}, encodeKoblitzKey)
}

func parseKoblitz(key *koblitz.PublicKey, b []byte) bool {
	var err error
	*key, err = koblitz.ParsePublicKey(b)
	return err == nil
}

func encodeKoblitzKey(dst []byte, key *koblitz.PublicKey) []byte { return key.AppendUncompressed(dst) }

func encodeKoblitzSig(dst []byte, sig *ecdsa.Signature) []byte { return sig.AppendCompact(dst) }
