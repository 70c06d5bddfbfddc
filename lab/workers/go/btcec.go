//go:build !cgo_secp

package main

import (
	"github.com/btcsuite/btcd/btcec/v2"
	"github.com/btcsuite/btcd/btcec/v2/ecdsa"
	"github.com/btcsuite/btcd/btcec/v2/ellswift"
	"github.com/btcsuite/btcd/btcec/v2/schnorr"
)

// openBtcec measures btcec, whose curve is decred's. It has more of
// ElligatorSwift than ellswift_xdh, in forms that the protocol's operations are
// not: XSwiftEC gives x alone, EllswiftCreate draws its own secret key.
func openBtcec(o options) (*contender, error) {
	if err := noLibrary(o); err != nil {
		return nil, err
	}
	c := goContender(btcecModule, "curve=decred-secp256k1-"+moduleVersion(decredModule), "schnorr.FastSign")
	c.claims = []string{"rfc6979", "bip340", "low_s", "alloc"}
	c.marks = []mark{{"vartime", "pubkey_create,ecdsa_sign,schnorr_sign,ecdh,ellswift_xdh,base_mul,point_mul",
		"ScalarBaseMultNonConst in PrivateKey.PubKey (decred privkey.go), sign (decred ecdsa/signature.go) and schnorrSign (schnorr/signature.go); ScalarMultNonConst (decred curve.go), also in EllswiftECDHXOnly (ellswift/ellswift.go)"}}
	c.replaced("ecdh,ellswift_xdh,point_mul")
	c.ops = decredOps(decredAPI{
		parsePubKey: btcec.ParsePubKey,
		parseDER:    ecdsa.ParseDERSignature,
		sign:        ecdsa.Sign,
		recover:     ecdsa.RecoverCompact,
	})
	c.ops = append(c.ops, btcecOps()...)
	return c, nil
}

// btcecOps is what btcec has and decred has not.
func btcecOps() []operation {
	type signIn struct {
		key *btcec.PrivateKey
		msg []byte
		aux [32]byte
	}
	type verifyIn struct {
		key *btcec.PublicKey
		f   row
	}
	type checkIn struct {
		key    *btcec.PublicKey
		tweak  []byte
		x      [32]byte
		parity byte
	}
	type xdhIn struct {
		theirs, ours [64]byte
		seckey       []byte
		initiating   bool
	}
	return []operation{
		// FastSign leaves out the verification of the signature just made, as
		// others do. The library's key has no public half to keep, so that it
		// derives it in every call.
		values("schnorr_sign",
			func(in *signIn, f row) bool {
				in.key, in.msg, in.aux = new(btcec.PrivateKey), f[1], [32]byte(f[2])
				return setSecret(&in.key.Key, f[0])
			},
			func(in []signIn, out []*schnorr.Signature, ok []bool) {
				for i := range in {
					x := &in[i]
					sig, err := schnorr.Sign(x.key, x.msg, schnorr.CustomNonce(x.aux), schnorr.FastSign())
					out[i], ok[i] = sig, err == nil
				}
			},
			func(dst []byte, sig **schnorr.Signature) []byte { return append(dst, (*sig).Serialize()...) }),
		verdicts("schnorr_verify",
			func(in *verifyIn, f row) (good bool) {
				var err error
				in.key, err = schnorr.ParsePubKey(f[0])
				in.f = f
				return err == nil
			},
			func(in []verifyIn, ok []bool) {
				for i := range in {
					if sig, err := schnorr.ParseSignature(in[i].f[1]); err == nil {
						ok[i] = sig.Verify(in[i].f[2], in[i].key)
					}
				}
			}),
		verdicts("schnorr_parse_verify", prepareRow,
			func(in []row, ok []bool) {
				for i, f := range in {
					key, err := schnorr.ParsePubKey(f[0])
					if err != nil {
						continue
					}
					if sig, err := schnorr.ParseSignature(f[1]); err == nil {
						ok[i] = sig.Verify(f[2], key)
					}
				}
			}),
		// Tweak, then compare x and parity: btcd's
		// txscript.VerifyTaprootLeafCommitment.
		verdicts("xonly_tweak_add_check",
			func(in *checkIn, f row) bool {
				var err error
				in.x, in.parity, in.tweak = [32]byte(f[0]), f[1][0], f[3]
				in.key, err = schnorr.ParsePubKey(f[2])
				return err == nil
			},
			func(in []checkIn, ok []bool) {
				for i := range in {
					x := &in[i]
					if key, good := decredTweakAdd(x.key, x.tweak); good {
						b := key.SerializeCompressed()
						ok[i] = b[0] == 2+x.parity && [32]byte(b[1:]) == x.x
					}
				}
			}),
		values("ellswift_xdh",
			func(in *xdhIn, f row) bool {
				in.ours, in.theirs = [64]byte(f[0]), [64]byte(f[1])
				in.seckey, in.initiating = f[2], f[3][0] == 0
				if !in.initiating {
					in.ours, in.theirs = in.theirs, in.ours
				}
				return true
			},
			func(in []xdhIn, out [][32]byte, ok []bool) {
				for i := range in {
					x := &in[i]
					var key btcec.PrivateKey
					if !setSecret(&key.Key, x.seckey) {
						continue
					}
					if shared, err := ellswift.V2Ecdh(&key, x.theirs, x.ours, x.initiating); err == nil {
						out[i], ok[i] = *shared, true
					}
				}
			}, encode32),
	}
}
