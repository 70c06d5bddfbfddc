package ecdsa

// What the released module's tests call by other names.

import (
	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/internal/padded"
)

const (
	pubKeyRecoveryCodeOddnessBit  = oddY
	pubKeyRecoveryCodeOverflowBit = aboveOrder
	compactSigMagicOffset         = compactMagic
	compactSigCompPubKey          = compactCompressed
	compactSigSize                = compactSize
)

func signatureError(kind ErrorKind, desc string) Error { return Error{kind, desc} }

func secret(s *secp256k1.ModNScalar) *group.SecretScalar {
	b, z := s.Bytes(), new(group.SecretScalar)
	z.SetBytes(&b)
	return z
}

func sign(privKey, nonce *secp256k1.ModNScalar, hash []byte) (*Signature, byte, bool) {
	if nonce.IsZero() {
		return nil, 0, false
	}
	var digest [32]byte
	var m group.SecretScalar
	padded.Put(&digest, hash)
	m.SetBytes(&digest)
	sig := new(Signature)
	code, ok := sig.signNonce(secret(privKey), &m, secret(nonce))
	if !ok {
		return nil, 0, false
	}
	return sig, code, true
}
