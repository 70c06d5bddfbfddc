package reference

import (
	"bytes"

	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	decdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"gitlab.com/yawning/secp256k1-voi/secec"
	"gitlab.com/yawning/secp256k1-voi/secec/bitcoin"
)

// VerifyECDSA says whether r then s is a valid signature of a message hash
// under a 33- or 65-byte key. A high s is valid.
func VerifyECDSA(pub, sig, msg []byte) (bool, error) {
	return agreeVerdict("ecdsa verification", decVerify(pub, sig, msg), voiVerify(pub, sig, msg))
}

func decVerify(pub, sig, msg []byte) bool {
	s := decSignature(sig)
	key := decKey(pub)
	return s != nil && key != nil && s.Verify(msg, key)
}

// decSignature returns nil unless r and s are in [1, n-1].
func decSignature(sig []byte) *decdsa.Signature {
	if len(sig) != 64 {
		return nil
	}
	r, okR := decScalar(sig[:32])
	s, okS := decScalar(sig[32:])
	if !okR || !okS || r.IsZero() || s.IsZero() {
		return nil
	}
	return decdsa.NewSignature(r, s)
}

func voiVerify(pub, sig, msg []byte) bool {
	r, s, err := secec.ParseCompactSignature(sig)
	if err != nil {
		return false
	}
	key, err := secec.NewPublicKey(pub)
	return err == nil && key.VerifyRaw(msg, r, s)
}

// RecoverECDSA returns the 65-byte key under which r then s with that recovery
// id signs a message hash.
func RecoverECDSA(sig []byte, recid byte, msg []byte) ([]byte, error) {
	var byDecred, byVoi []byte
	if len(sig) == 64 && recid < 4 {
		compact := append([]byte{27 + recid}, sig...)
		if key, _, err := decdsa.RecoverCompact(compact, msg); err == nil {
			byDecred = key.SerializeUncompressed()
		}
	}
	if r, s, err := secec.ParseCompactSignature(sig); err == nil {
		if key, err := secec.RecoverPublicKey(msg, r, s, recid); err == nil {
			byVoi = key.Bytes()
		}
	}
	return agree("ecdsa recovery", byDecred, byVoi)
}

// RecoveryID returns the id with which a valid signature recovers a 65-byte
// key, or false when there is none.
func RecoveryID(pub65, sig, msg []byte) (byte, bool, error) {
	for id := range byte(4) {
		key, err := RecoverECDSA(sig, id, msg)
		if err == nil && bytes.Equal(key, pub65) {
			return id, true, nil
		}
		if err != nil && err != ErrRefused {
			return 0, false, err
		}
	}
	return 0, false, nil
}

// VerifySchnorr says whether sig is a valid BIP-340 signature of a 32-byte
// message under a 32-byte key.
func VerifySchnorr(pub32, sig, msg []byte) (bool, error) {
	return agreeVerdict("schnorr verification", btcVerifySchnorr(pub32, sig, msg), voiVerifySchnorr(pub32, sig, msg))
}

func btcVerifySchnorr(pub32, sig, msg []byte) bool {
	s, err := schnorr.ParseSignature(sig)
	if err != nil {
		return false
	}
	key, err := schnorr.ParsePubKey(pub32)
	return err == nil && s.Verify(msg, key)
}

func voiVerifySchnorr(pub32, sig, msg []byte) bool {
	key, err := bitcoin.NewSchnorrPublicKey(pub32)
	return err == nil && key.Verify(msg, sig)
}
