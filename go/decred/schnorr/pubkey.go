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
		return nil, errors.New("nil pubkey byte string")
	case len(pubKeyStr) != PubKeyBytesLen:
		return nil, fmt.Errorf("bad pubkey byte string size (want %d, have %d)", PubKeyBytesLen, len(pubKeyStr))
	case pubKeyStr[0] != secp256k1.PubKeyFormatCompressedEven && pubKeyStr[0] != secp256k1.PubKeyFormatCompressedOdd:
		return nil, errors.New("wrong pubkey type (not compressed)")
	}
	return secp256k1.ParsePubKey(pubKeyStr)
}
