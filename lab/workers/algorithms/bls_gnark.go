package main

import (
	"math/big"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

const (
	blsFamily = "bls12381"

	// blsFlags tells of the minimal-pubkey-size variant of
	// draft-irtf-cfrg-bls-signature, basic scheme, with the compressed
	// encodings that Ethereum's consensus layer uses.
	blsFlags = "keys in G1 (48 bytes), signatures in G2 (96 bytes), subgroup checks of both"

	blsDomain = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"
)

// blsGnark puts the scheme together from the library's group operations, as it
// has no signer for the consensus layer's variant.
func blsGnark() scheme {
	_, _, g1, _ := bls12381.Generators()
	var minusG1 bls12381.G1Affine
	minusG1.Neg(&g1)
	domain := []byte(blsDomain)
	return scheme{
		name:    blsFamily + "-gnark-crypto",
		family:  blsFamily,
		flags:   blsFlags,
		vartime: "README.md of the release: no guarantee of constant time",
		key: func(seed *[32]byte) (key, error) {
			x := new(big.Int).SetBytes(seed[:])
			var p bls12381.G1Affine
			public := p.ScalarMultiplication(&g1, x).Bytes()
			return key{public[:], func(msg []byte) ([]byte, error) {
				h, err := bls12381.HashToG2(msg, domain)
				if err != nil {
					return nil, err
				}
				sig := h.ScalarMultiplication(&h, x).Bytes()
				return sig[:], nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			var p bls12381.G1Affine
			var s bls12381.G2Affine
			if len(public) != bls12381.SizeOfG1AffineCompressed || len(sig) != bls12381.SizeOfG2AffineCompressed {
				return false
			}
			if _, err := p.SetBytes(public); err != nil || p.IsInfinity() {
				return false
			}
			if _, err := s.SetBytes(sig); err != nil {
				return false
			}
			h, err := bls12381.HashToG2(msg, domain)
			if err != nil {
				return false
			}
			// e(X, H(m)) e(-G, S) = 1
			ok, err := bls12381.PairingCheck([]bls12381.G1Affine{p, minusG1}, []bls12381.G2Affine{h, s})
			return err == nil && ok
		},
	}.from("github.com/consensys/gnark-crypto")
}
