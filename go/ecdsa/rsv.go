package ecdsa

// RSVSize is the size in bytes of a signature as Ethereum has it: r, s, v.
const RSVSize = 65

// vOffset is what Ethereum adds to a recovery id.
const vOffset = 27

// ParseRSV decodes a signature as Ethereum has it: 65 bytes, r, s and v. v is the recovery
// id, 0 to 3, or the id plus 27. The v of an EIP-155 transaction, 35 or more, also contains
// the chain id, which the caller subtracts. It fails with [ErrSignature].
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

// RSV returns r, s and the recovery id, 65 bytes; the last is in [0, 3]. It panics if sig is
// a zero value.
func (sig RecoverableSignature) RSV() []byte {
	return sig.AppendRSV(make([]byte, 0, RSVSize))
}

// AppendRSV appends [RecoverableSignature.RSV] to dst and returns the result. It panics if
// sig is a zero value.
func (sig RecoverableSignature) AppendRSV(dst []byte) []byte {
	return append(sig.AppendCompact(dst), sig.id)
}
