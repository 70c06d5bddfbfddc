package ecdsa

import (
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/rs"
)

// ParseDERLax decodes a signature as Bitcoin's consensus did before BIP-66: loosely. It does
// not check the length of the SEQUENCE, accepts lengths in the long form with leading zeros,
// reads INTEGERs as not negative and with any number of leading zeros, and ignores what
// follows s. Use it only for blocks from before BIP-66: the same signature has many such
// encodings.
//
// It fails with [ErrSignature] where Bitcoin's parser fails, and also where that parser reads
// an r or s that is not in [1, n-1], with which nothing verifies.
func ParseDERLax(b []byte) (Signature, error) {
	if len(b) == 0 || b[0] != rs.TagSequence {
		return Signature{}, errEncoding
	}
	// The length of the SEQUENCE, and as many bytes more as its long form has.
	b = b[1:]
	if len(b) == 0 {
		return Signature{}, errEncoding
	}
	size := 1
	if b[0] >= 0x80 {
		size += int(b[0] - 0x80)
	}
	if size > len(b) {
		return Signature{}, errEncoding
	}
	b = b[size:]
	var sig Signature
	inRange := true
	for _, z := range []*group.Scalar{&sig.r, &sig.s} {
		value, rest, ok := laxInteger(b)
		if !ok {
			return Signature{}, errEncoding
		}
		b = rest
		for len(value) > 0 && value[0] == 0 {
			value = value[1:]
		}
		var wide [32]byte
		if len(value) > 32 {
			inRange = false
			continue
		}
		copy(wide[32-len(value):], value)
		inRange = z.SetBytes(&wide) && !z.IsZeroVartime() && inRange
	}
	if !inRange {
		return Signature{}, errRange
	}
	return sig, nil
}

// laxInteger returns the bytes of the INTEGER that b begins with, and what
// follows it.
func laxInteger(b []byte) (value, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != rs.TagInteger {
		return nil, nil, false
	}
	size, b := uint64(b[1]), b[2:]
	if size >= 0x80 {
		bytes := int(size - 0x80)
		if bytes > len(b) {
			return nil, nil, false
		}
		long := b[:bytes]
		b = b[bytes:]
		for len(long) > 0 && long[0] == 0 {
			long = long[1:]
		}
		// Bitcoin's parser takes what fits into less than four bytes.
		if len(long) >= 4 {
			return nil, nil, false
		}
		size = 0
		for _, c := range long {
			size = size<<8 | uint64(c)
		}
	}
	if size > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:size], b[size:], true
}
