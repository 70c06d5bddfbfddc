package ecdsa

import "koblitz.dev/go/koblitz"

// RSVSize is the size of a signature as Ethereum has it: r, s and v, from which the
// recovery id follows.
const RSVSize = 65

// vOffset is what Ethereum adds to a recovery id.
const vOffset = 27

// ParseRSV returns the signature whose 65 bytes are r, s and v: the recovery id, or
// 27 more, as Ethereum's messages and transactions before EIP-155 have it. It fails
// with [ErrSignature].
func ParseRSV(b []byte) (RecoverableSignature, error) {
	if len(b) != RSVSize {
		return RecoverableSignature{}, errEncoding
	}
	id := int(b[CompactSize])
	if id >= vOffset {
		id -= vOffset
	}
	if id > 3 {
		return RecoverableSignature{}, errV
	}
	return ParseRecoverable(b[:CompactSize], id)
}

// RSV returns r, s and the recovery id, in [0, 3]. It panics if sig is no signature.
func (sig RecoverableSignature) RSV() (b [RSVSize]byte) {
	sig.AppendCompact(b[:0])
	b[CompactSize] = sig.id
	return b
}

// SignRSV is [SignRecoverable] with the 65 bytes of [RecoverableSignature.RSV].
func SignRSV(key *koblitz.SecretKey, digest []byte) ([RSVSize]byte, error) {
	sig, err := SignRecoverable(key, digest)
	if err != nil {
		return [RSVSize]byte{}, err
	}
	return sig.RSV(), nil
}

// RecoverRSV is [Recover] for the 65 bytes that [ParseRSV] takes: what Ethereum
// calls ecrecover, s high or low.
func RecoverRSV(digest, sig []byte) (koblitz.PublicKey, error) {
	s, err := ParseRSV(sig)
	if err != nil {
		return koblitz.PublicKey{}, err
	}
	return Recover(digest, &s)
}
