package schnorr

// What the released module's tests call by other names.

import (
	"errors"

	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

var rfc6979ExtraDataV0 = scheme

func signatureError(kind ErrorKind, desc string) Error { return Error{kind, desc} }

func secret(s *secp256k1.ModNScalar) *group.SecretScalar {
	b, z := s.Bytes(), new(group.SecretScalar)
	z.SetBytes(&b)
	return z
}

func schnorrSign(privKey, nonce *secp256k1.ModNScalar, hash []byte) (*Signature, error) {
	sig := new(Signature)
	if !sig.signNonce(secret(privKey), secret(nonce), hash) {
		return nil, errors.New("another nonce")
	}
	return sig, nil
}

func schnorrVerify(sig *Signature, hash []byte, pubKey *secp256k1.PublicKey) error {
	return sig.verify(hash, pubKey)
}
