//go:build !cgo_secp

package main

import (
	"runtime/debug"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// replacedBy returns the folder that stands in the place of a module, or "".
func replacedBy(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == path && m.Replace != nil {
			return m.Replace.Path
		}
	}
	return ""
}

// replaced says that this project's module stands in the place of Decred's, if
// it does: there ScalarMultNonConst alone takes variable time, in these operations.
func (c *contender) replaced(mult string) {
	if by := replacedBy(decredModule); by != "" {
		c.flags = oneLine("decred=" + by + " " + c.flags)
		c.marks = []mark{{"vartime", mult, "ScalarMultNonConst (docs/go-decred.md)"}}
	}
}

// openDecred measures decred's package. Its own Schnorr signatures are
// EC-Schnorr-DCRv0, not BIP-340, so there are none here.
func openDecred(o options) (*contender, error) {
	if err := noLibrary(o); err != nil {
		return nil, err
	}
	c := goContender(decredModule)
	c.claims = []string{"rfc6979", "low_s", "alloc"}
	c.marks = []mark{{"vartime", "pubkey_create,ecdsa_sign,ecdh,base_mul,point_mul",
		"ScalarBaseMultNonConst (curve.go) in PrivateKey.PubKey (privkey.go) and, with InverseValNonConst, in sign (ecdsa/signature.go); ScalarMultNonConst (curve.go)"}}
	c.replaced("ecdh,point_mul")
	c.ops = decredOps(decredAPI{
		parsePubKey: secp256k1.ParsePubKey,
		parseDER:    ecdsa.ParseDERSignature,
		sign:        ecdsa.Sign,
		recover:     ecdsa.RecoverCompact,
	})
	c.ops = append(c.ops, decredSeckeyOps()...)
	return c, nil
}

// decredSeckeyOps is what ModNScalar has for secret keys. btcec's is an alias.
func decredSeckeyOps() []operation {
	tweak := func(name string, by func(k, tweak *secp256k1.ModNScalar)) operation {
		return values(name, prepareRow,
			func(in []row, out [][32]byte, ok []bool) {
				for i, f := range in {
					var k, t secp256k1.ModNScalar
					if !setSecret(&k, f[0]) || t.SetByteSlice(f[1]) {
						continue
					}
					if by(&k, &t); !k.IsZero() {
						out[i], ok[i] = k.Bytes(), true
					}
				}
			}, encode32)
	}
	return []operation{
		verdicts("seckey_verify", prepareBytes,
			func(in [][]byte, ok []bool) {
				for i := range in {
					var k secp256k1.ModNScalar
					ok[i] = setSecret(&k, in[i])
				}
			}),
		values("seckey_negate", prepareBytes,
			func(in [][]byte, out [][32]byte, ok []bool) {
				for i := range in {
					var k secp256k1.ModNScalar
					if setSecret(&k, in[i]) {
						out[i], ok[i] = k.Negate().Bytes(), true
					}
				}
			}, encode32),
		tweak("seckey_tweak_add", func(k, t *secp256k1.ModNScalar) { k.Add(t) }),
		tweak("seckey_tweak_mul", func(k, t *secp256k1.ModNScalar) { k.Mul(t) }),
	}
}
