package secp256k1

import (
	"encoding/hex"

	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/internal/padded"
)

// A ModNScalar is an integer modulo the order of the group. Its methods take
// constant time.
type ModNScalar struct {
	reduced limbs // below the order
}

// scalar returns s for computations.
func (s *ModNScalar) scalar() (x group.SecretScalar) {
	x.SetLimbs(&s.reduced)
	return x
}

// set sets s = x.
func (s *ModNScalar) set(x *group.SecretScalar) *ModNScalar {
	x.PutLimbs(&s.reduced)
	return s
}

// String returns the value as 64 hexadecimal digits.
func (s ModNScalar) String() string {
	b := s.Bytes()
	return hex.EncodeToString(b[:])
}

// Set sets s = val.
func (s *ModNScalar) Set(val *ModNScalar) *ModNScalar {
	*s = *val
	return s
}

// Zero sets s = 0; it is not optimized away.
//
//go:noinline
func (s *ModNScalar) Zero() { s.reduced = limbs{} }

// SetInt sets s = ui.
func (s *ModNScalar) SetInt(ui uint32) *ModNScalar {
	s.reduced = limbs{uint64(ui)}
	return s
}

// SetBytes sets s to b, big-endian, modulo the order. It returns 1 if b is the
// order or more.
func (s *ModNScalar) SetBytes(b *[32]byte) uint32 {
	var x limbs
	load(&x, b)
	return uint32(reduceN(&s.reduced, x[0], x[1], x[2], x[3], 0))
}

// SetByteSlice sets s to the first 32 bytes of b, or to a shorter b, modulo the
// order. It returns whether that is the order or more.
func (s *ModNScalar) SetByteSlice(b []byte) bool {
	if len(b) >= 32 {
		return s.SetBytes((*[32]byte)(b)) == 1
	}
	var wide [32]byte
	padded.Put(&wide, b)
	defer wipe(&wide)
	return s.SetBytes(&wide) == 1
}

// PutBytesUnchecked writes 32 bytes, big-endian, and panics if b is shorter.
func (s *ModNScalar) PutBytesUnchecked(b []byte) { s.PutBytes((*[32]byte)(b)) }

// PutBytes writes 32 bytes, big-endian.
func (s *ModNScalar) PutBytes(b *[32]byte) {
	store(b, s.reduced[0], s.reduced[1], s.reduced[2], s.reduced[3])
}

// Bytes returns 32 bytes, big-endian.
func (s *ModNScalar) Bytes() (b [32]byte) {
	s.PutBytes(&b)
	return b
}

// IsZeroBit is 1 if s = 0, else 0.
func (s *ModNScalar) IsZeroBit() uint32 {
	return uint32(isZero(s.reduced[0] | s.reduced[1] | s.reduced[2] | s.reduced[3]))
}

// IsZero reports whether s = 0.
func (s *ModNScalar) IsZero() bool { return s.IsZeroBit() == 1 }

// IsOdd reports whether s is odd.
func (s *ModNScalar) IsOdd() bool { return s.reduced[0]&1 == 1 }

// Equals reports whether s = val.
func (s *ModNScalar) Equals(val *ModNScalar) bool {
	x, y := &s.reduced, &val.reduced
	return isZero((x[0]^y[0])|(x[1]^y[1])|(x[2]^y[2])|(x[3]^y[3])) == 1
}

// IsOverHalfOrder reports whether s is above half the order.
func (s *ModNScalar) IsOverHalfOrder() bool {
	return isHighN(&s.reduced) == 1
}

// Add2 sets s = val1 + val2.
func (s *ModNScalar) Add2(val1, val2 *ModNScalar) *ModNScalar {
	addN(&s.reduced, &val1.reduced, &val2.reduced)
	return s
}

// Add sets s = s + val.
func (s *ModNScalar) Add(val *ModNScalar) *ModNScalar { return s.Add2(s, val) }

// Mul2 sets s = val val2.
func (s *ModNScalar) Mul2(val, val2 *ModNScalar) *ModNScalar {
	x, y := val.scalar(), val2.scalar()
	x.Mul(&x, &y)
	return s.set(&x)
}

// Mul sets s = s val.
func (s *ModNScalar) Mul(val *ModNScalar) *ModNScalar { return s.Mul2(s, val) }

// SquareVal sets s = val^2.
func (s *ModNScalar) SquareVal(val *ModNScalar) *ModNScalar { return s.Mul2(val, val) }

// Square sets s = s^2.
func (s *ModNScalar) Square() *ModNScalar { return s.Mul2(s, s) }

// NegateVal sets s = -val.
func (s *ModNScalar) NegateVal(val *ModNScalar) *ModNScalar {
	negateN(&s.reduced, &val.reduced)
	return s
}

// Negate sets s = -s.
func (s *ModNScalar) Negate() *ModNScalar { return s.NegateVal(s) }

// InverseValNonConst sets s = 1 / val, 0 for 0, in constant time.
func (s *ModNScalar) InverseValNonConst(val *ModNScalar) *ModNScalar {
	x := val.scalar()
	x.Invert(&x)
	return s.set(&x)
}

// InverseNonConst sets s = 1 / s, 0 for 0, in constant time.
func (s *ModNScalar) InverseNonConst() *ModNScalar { return s.InverseValNonConst(s) }
