package ecdsa

import "koblitz.dev/go/koblitz"

// RSVSize is the size of a signature as Ethereum has it: r, s and v, the recovery
// id in [0, 3].
const RSVSize = 65

// ParseRSV returns the signature whose 65 bytes are r, s and the recovery id. The
// v of an Ethereum transaction or message, 27 or more, has to be brought to
// [0, 3] before. It fails with [ErrSignature].
func ParseRSV(b []byte) (RecoverableSignature, error) {
	if len(b) != RSVSize {
		return RecoverableSignature{}, errEncoding
	}
	return ParseRecoverable(b[:CompactSize], int(b[CompactSize]))
}

// RSV returns r, s and the recovery id. It panics if sig is no signature.
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
