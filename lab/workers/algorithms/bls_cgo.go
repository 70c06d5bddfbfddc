//go:build cgo

package main

import (
	"errors"

	blst "github.com/supranational/blst/bindings/go"
)

// blsNative gives blst, whose code is C and assembly. Its ready-made Verify
// moves the work to another thread; these calls stay on the caller's.
func blsNative() []scheme {
	domain := []byte(blsDomain)
	return []scheme{scheme{
		name:   blsFamily + "-blst",
		family: blsFamily,
		flags:  blsFlags + ", through cgo",
		key: func(seed *[32]byte) (key, error) {
			secret := new(blst.SecretKey).Deserialize(seed[:])
			if secret == nil {
				return key{}, errors.New("the secret key is out of range")
			}
			public := new(blst.P1Affine).From(secret).Compress()
			return key{public, func(msg []byte) ([]byte, error) {
				sig := new(blst.P2Affine).Sign(secret, msg, domain)
				if sig == nil {
					return nil, errors.New("no signature")
				}
				return sig.Compress(), nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			p := new(blst.P1Affine).Uncompress(public)
			s := new(blst.P2Affine).Uncompress(sig)
			if p == nil || s == nil {
				return false
			}
			pairing := blst.PairingCtx(true, domain)
			if blst.PairingAggregatePkInG1(pairing, p, true, s, true, msg) != 0 {
				return false
			}
			blst.PairingCommit(pairing)
			return blst.PairingFinalVerify(pairing)
		},
	}.from("github.com/supranational/blst")}
}
