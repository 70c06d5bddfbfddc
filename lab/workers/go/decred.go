//go:build !cgo_secp

package main

import (
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

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
	c.ops = decredOps(decredAPI{
		parsePubKey: secp256k1.ParsePubKey,
		parseDER:    ecdsa.ParseDERSignature,
		sign:        ecdsa.Sign,
		recover:     ecdsa.RecoverCompact,
	})
	return c, nil
}
