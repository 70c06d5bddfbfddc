// Package rs makes ECDSA signatures (SEC 1, section 4.1.3), and writes them in
// DER.
package rs

import "koblitz.dev/secp256k1/group"

// A Signature is r and s, and a recovery id in [0, 3]: bit 0 is set if R's y is
// odd, bit 1 if R's x is r + n.
type Signature struct {
	R, S group.Scalar
	ID   byte
}

// Sign sets sig to the signature of a digest by d in [1, n-1], with the nonce of
// RFC 6979 and a low s. extra is additional data for the nonce (section 3.6), or
// nil. Constant time; the caller clears the stack.
func (sig *Signature) Sign(d *group.SecretScalar, digest *[32]byte, extra []byte) {
	var m, k group.SecretScalar
	m.SetBytes(digest)
	var nonces group.NonceGenerator
	{
		var b, reduced [32]byte
		m.PutBytes(&reduced)
		d.PutBytes(&b)
		nonces.Init(&b, &reduced, extra)
	}
	for {
		nonces.Next(&k)
		if sig.signNonce(d, &m, &k) {
			return
		}
	}
}

// signNonce signs m with the nonce k in [1, n-1]. It reports false, which
// happens with a probability of 2^-255, if r or s is 0.
func (sig *Signature) signNonce(d, m, k *group.SecretScalar) bool {
	// Who knows the signature and the public key knows R = kG.
	var pub group.AffinePoint
	var inverse group.SecretScalar
	pub.PublicBaseMulInverse(&inverse, k)
	return sig.signPoint(d, m, &inverse, &pub)
}

// signPoint is signNonce for a given R and 1/k.
func (sig *Signature) signPoint(d, m, inverse *group.SecretScalar, pub *group.AffinePoint) bool {
	var b [32]byte
	pub.PutX(&b)
	below := sig.R.SetBytes(&b)

	var s, sr group.SecretScalar
	sr.SetPublic(&sig.R)
	s.Mul(&sr, d)
	s.Add(&s, m)
	s.Mul(&s, inverse)
	high := s.IsHigh()
	s.CondNegate(&s, high)
	sig.S = s.Declassify()
	sig.ID = byte(pub.IsOddY())
	if high.Declassify() {
		sig.ID ^= 1
	}
	if !below {
		sig.ID |= 2
	}
	return !sig.R.IsZeroVartime() && !sig.S.IsZeroVartime()
}

// DER tags (X.690, section 8).
const (
	TagInteger  = 0x02
	TagSequence = 0x30
)

// MaxSize is the size of the longest encoding, in bytes: an INTEGER has up to 35.
const MaxSize = 2 + 2*35

// AppendDER appends the SEQUENCE of r and s (SEC 1, section C.5) to dst.
func AppendDER(dst []byte, r, s *group.Scalar) []byte {
	var b [MaxSize]byte
	end := 2
	end += putInteger(b[end:], r)
	end += putInteger(b[end:], s)
	b[0], b[1] = TagSequence, byte(end-2)
	return append(dst, b[:end]...)
}

// putInteger writes x as an INTEGER, and returns its size, 3 to 35 bytes.
func putInteger(b []byte, x *group.Scalar) int {
	var wide [33]byte
	x.PutBytes((*[32]byte)(wide[1:]))
	start := 0
	for start < 32 && wide[start] == 0 && wide[start+1] < 0x80 {
		start++
	}
	b[0], b[1] = TagInteger, byte(33-start)
	return 2 + copy(b[2:], wide[start:])
}
