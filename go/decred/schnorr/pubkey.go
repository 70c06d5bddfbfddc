package schnorr

import (
	"errors"
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// PubKeyBytesLen is the size of a public key.
const PubKeyBytesLen = 33

// ParsePubKey returns the public key with this compressed encoding.
func ParsePubKey(pubKeyStr []byte) (key *secp256k1.PublicKey, err error) {
	switch {
	case pubKeyStr == nil:
		return nil, errors.New("public key: nil")
	case len(pubKeyStr) != PubKeyBytesLen:
		return nil, fmt.Errorf("public key: %d bytes, not %d", len(pubKeyStr), PubKeyBytesLen)
	case pubKeyStr[0] != secp256k1.PubKeyFormatCompressedEven && pubKeyStr[0] != secp256k1.PubKeyFormatCompressedOdd:
		return nil, fmt.Errorf("public key: %#x is not the first byte of a compressed one", pubKeyStr[0])
	}
	return secp256k1.ParsePubKey(pubKeyStr)
}
