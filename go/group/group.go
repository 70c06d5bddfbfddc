// Package group has the scalars and points of secp256k1, and the elements of the field of
// their coordinates, for protocols that the other packages do not have: multisignatures,
// threshold signatures, adaptor signatures, proofs. To sign, verify or agree on a secret use
// packages ecdsa, schnorr and ecdh. This package checks what it parses and nothing else: the
// rules of a protocol are its author's to keep.
//
//	var k group.SecretScalar          // a secret number mod n
//	var p group.SecretPoint
//	p.BaseMul(&k)                     // p = k G, constant time
//	var sum, q group.Point            // public points
//	sum.AddVartime(&sum, &q)
//
// Methods set their receiver: z.Add(&x, &y) sets z = x + y. Arguments may be the same value
// as each other and as the receiver.
//
// # Secret and public
//
// [SecretScalar], [SecretElement] and [SecretPoint] hold secrets. Their methods take constant
// time, with memory accesses that do not depend on the values. Predicates return a [Choice],
// which Select and CondNegate take; neither if nor == compiles on it or on a secret.
//
// A secret becomes public only by a method that says so, and by calling it the caller asserts
// that the value may be known: Declassify, DeclassifyAffine, [AffinePoint.PublicBaseMul],
// [AffinePoint.PublicBaseMulInverse] and [PublicBaseMuls]. PutBytes, PutLimbs, PutCompressed
// and [Multiples.SecretMul] write a secret into plain memory, which is as secret as the value.
//
// [Scalar], [Element], [Point] and [AffinePoint] are public. A method whose time depends on
// the values has a name that ends in Vartime.
//
// # Values
//
// The zero value of a scalar and of an element is 0; that of a Point and of an AffinePoint is
// infinity. A SecretPoint must be set before it is used. Numbers are 32 bytes, most significant
// first. Functions on slices fail with [ErrLength] if the slices have different lengths.
//
// Secrets print as the names of their types. No value can be marshalled as text: package json
// fails with [ErrText].
//
// Functions do not allocate, except [Point.MultiMulVartime], a [Products] that grows, and
// [TaggedHash] of a tag longer than 32 bytes.
//
// # Memory
//
// Methods on secrets leave intermediate values on the stack and in registers. [Wiped] clears
// them.
package group

import (
	"errors"

	"koblitz.dev/secp256k1/internal/ct"
)

// A Choice is a secret bit: the result of a predicate of a secret, and an argument of Select
// and CondNegate. Not, And and Or combine choices. == and if do not compile. Declassify
// returns the bit; by calling it the caller asserts that it may be known.
type Choice = ct.Choice

// Bit returns a Choice that is set if the lowest bit of b is set.
func Bit(b int) Choice { return ct.Bit(uint64(b)) }

// The errors of this package, with [ErrText]. Compare with [errors.Is].
var (
	// ErrPoint: the encoding of a point has a wrong length or prefix, a coordinate that is p
	// or more, or is not a point of the curve; or a point is infinity where that is not
	// allowed.
	ErrPoint = errors.New("group: invalid point")

	// ErrLength: slices have different lengths, or one is too long.
	ErrLength = errors.New("group: slices of different lengths")
)

// Wiped calls f, then clears the registers and the stack that f used: 16 KB below the frame of
// Wiped. Every method of this package has room there, and f may use 2 KB for its own variables.
// Do not nest calls. f must not panic. f returns results through variables that it captures;
// the caller wipes those that are secret.
//
// What Wiped cannot clear: what package secp256k1 says about interruptions, and about builds
// without assembly.
func Wiped(f func()) { ct.WipedLong(f) }
