// Package reference computes what a right answer is, by two independent
// implementations that must agree: decred's secp256k1 (with btcec's BIP-340 on
// top of it) and secp256k1-voi. Scalars, coordinates and messages are 32 bytes,
// big-endian, unless said otherwise.
//
// It judges public benchmark tuples and is not constant time.
package reference

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrRefused says that a right implementation gives no answer to this input.
var ErrRefused = errors.New("input must be refused")

// A DisagreementError says that the two implementations answer differently.
type DisagreementError struct {
	What   string
	Decred string
	Voi    string
}

func (e *DisagreementError) Error() string {
	return fmt.Sprintf("%s: decred says %s, voi says %s", e.What, e.Decred, e.Voi)
}

// agree returns the answer of both; nil means refused.
func agree(what string, decred, voi []byte) ([]byte, error) {
	if !bytes.Equal(decred, voi) || (decred == nil) != (voi == nil) {
		return nil, &DisagreementError{what, hexOrRefused(decred), hexOrRefused(voi)}
	}
	if decred == nil {
		return nil, ErrRefused
	}
	return decred, nil
}

func agreeVerdict(what string, decred, voi bool) (bool, error) {
	if decred != voi {
		return false, &DisagreementError{what, fmt.Sprint(decred), fmt.Sprint(voi)}
	}
	return decred, nil
}

func hexOrRefused(b []byte) string {
	if b == nil {
		return "refused"
	}
	return fmt.Sprintf("%x", b)
}
