package main

import (
	"github.com/btcsuite/btcd/btcec/v2"
	"github.com/btcsuite/btcd/btcec/v2/ecdsa"
	"github.com/btcsuite/btcd/btcec/v2/schnorr"
)

const (
	btcecModule = "github.com/btcsuite/btcd/btcec/v2"
	decred      = "github.com/decred/dcrd/dcrec/secp256k1/v4"

	ecdsaFamily   = "secp256k1-ecdsa"
	schnorrFamily = "secp256k1-schnorr"
)

// btcecECDSA encodes keys in 33 bytes and signatures as r and s in 64.
func btcecECDSA() scheme {
	return scheme{
		name:    ecdsaFamily + "-btcec",
		family:  ecdsaFamily,
		flags:   "RFC 6979; key 33 bytes, signature r s; arithmetic of " + decred + " " + moduleVersion(decred),
		vartime: decred + "/ecdsa/signature.go calls ScalarBaseMultNonConst and InverseValNonConst on the nonce",
		key: func(seed *[32]byte) (key, error) {
			secret, public := btcec.PrivKeyFromBytes(seed[:])
			return key{public.SerializeCompressed(), func(msg []byte) ([]byte, error) {
				sig := ecdsa.Sign(secret, msg)
				r, s := sig.R(), sig.S()
				var out [64]byte
				r.PutBytesUnchecked(out[:32])
				s.PutBytesUnchecked(out[32:])
				return out[:], nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			p, err := btcec.ParsePubKey(public)
			if err != nil || len(sig) != 64 {
				return false
			}
			var r, s btcec.ModNScalar
			if r.SetByteSlice(sig[:32]) || s.SetByteSlice(sig[32:]) || r.IsZero() || s.IsZero() {
				return false
			}
			return ecdsa.NewSignature(&r, &s).Verify(msg, p)
		},
	}.from(btcecModule)
}

func btcecSchnorr() scheme {
	return scheme{
		name:    schnorrFamily + "-btcec",
		family:  schnorrFamily,
		flags:   "BIP-340, RFC 6979 nonce; arithmetic of " + decred + " " + moduleVersion(decred),
		vartime: btcecModule + "/schnorr/signature.go calls ScalarBaseMultNonConst on the nonce",
		key: func(seed *[32]byte) (key, error) {
			secret, public := btcec.PrivKeyFromBytes(seed[:])
			return key{schnorr.SerializePubKey(public), func(msg []byte) ([]byte, error) {
				sig, err := schnorr.Sign(secret, msg, schnorr.FastSign())
				if err != nil {
					return nil, err
				}
				return sig.Serialize(), nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			p, err := schnorr.ParsePubKey(public)
			if err != nil {
				return false
			}
			s, err := schnorr.ParseSignature(sig)
			return err == nil && s.Verify(msg, p)
		},
	}.from(btcecModule)
}
