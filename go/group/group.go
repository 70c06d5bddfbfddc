// Package group is the group of secp256k1 for protocols: its points, the scalars
// that multiply them, and the elements of the field that their coordinates are
// in. Whoever signs, verifies or agrees on secrets has packages ecdsa, schnorr
// and ecdh; what is here is for what is not there, such as multisignatures,
// threshold and adaptor signatures, and proofs. It checks little: a protocol's
// rules are its author's to keep.
//
// # Secret and public
//
// [SecretScalar], [SecretElement] and [SecretPoint] are for what must not leak.
// Their methods take constant time, with memory accesses that do not depend on
// the values, and none returns a bool: predicates are a [Choice], for Select and
// CondNegate. == does not compile. The ways out are Declassify and DeclassifyAffine,
// and the PublicBaseMul of an AffinePoint with its variants, by which the caller asserts
// that the value may be known; and PutBytes, PutLimbs, PutCompressed and the SecretMul of
// [Multiples], whose bytes and limbs are as secret as the value and have no type that
// says so. Secrets, a Choice and a [NonceGenerator] print as their types' names
// under the verbs of package fmt, with the exceptions of SecretKey of package koblitz.
//
// [Scalar], [Element] and [Point] are for what is public. Methods whose time
// depends on the values end in Vartime.
//
// # Values
//
// The zero value of a scalar and of an element is 0, that of a Point is infinity;
// that of a SecretPoint is no point, and is set before it is used; that of a
// NonceGenerator gives no nonce. Arguments may alias each other and the receiver.
// Integers travel as 32 bytes, most significant first. No value has a text: package
// json fails with [ErrText], but for [Multiples] and [Products], which are memory.
// Nothing allocates except [Point.MultiMulVartime], [Products] that grow and
// [TaggedHash] of a tag above 32 bytes.
//
// # Memory
//
// Methods on secrets leave intermediate values on the stack and in registers.
// [Wiped] clears them.
package group

import (
	"errors"

	"koblitz.dev/go/internal/ct"
)

// A Choice is a secret bit: what a predicate of a secret returns, and what
// Select and CondNegate take. Not, And and Or combine them; == and if do not
// compile; Declassify returns the bit, which the caller asserts may be known.
type Choice = ct.Choice

// Bit returns a Choice that is set if the lowest bit of b is.
func Bit(b int) Choice { return ct.Bit(uint64(b)) }

// ErrPoint: an encoding of a point has a wrong length or prefix, a coordinate of
// p or more, or is not a point of the curve.
var ErrPoint = errors.New("group: invalid encoding of a point")

// Wiped calls f and, once f returns, clears the registers, and the stack that it
// worked on: 16 KB below its own frame, in which any method of this package has
// room and leaves f more than 2 KB for itself. Calls are not nested, as the outer
// one would have to clear for both. f does not panic. Its results are variables
// that it captures; those that are secret are the caller's to wipe, and whatever
// copies them afterwards leaves them in registers again.
//
// Beyond reach is what package koblitz says of interruptions and of builds
// without assembly.
func Wiped(f func()) { ct.WipedLong(f) }
