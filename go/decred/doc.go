// Package secp256k1 has the interface of version 4 of Decred's module of this
// path, over koblitz.dev/secp256k1: lines in the go.mod of a program, and go mod tidy, put
// it in the place of the original,
//
//	replace github.com/decred/dcrd/dcrec/secp256k1/v4 => DIRECTORY/go/decred
//	replace koblitz.dev/secp256k1 => DIRECTORY/go
//
// for a checkout in DIRECTORY, and programs are built with it as they are. What the
// original documents is not repeated here; its documentation is this one's, with these
// differences.
//
// # Time
//
// A [ModNScalar] and a [FieldVal] may be secret: each of their methods but String
// takes constant time, [ModNScalar.InverseNonConst] and [FieldVal.Inverse] included,
// and so do [ScalarBaseMultNonConst], which programs call with nonces,
// [PrivateKey.PubKey], [GenerateSharedSecret], [NonceRFC6979] and signing in the
// packages ecdsa and schnorr. Variable time is taken by [ScalarMultNonConst],
// [AddNonConst], [DoubleNonConst], [JacobianPoint.EquivalentNonConst], [DecompressY],
// everything of [KoblitzCurve] but [KoblitzCurve.ScalarBaseMult], parsing and
// verification. What signs, derives nonces or agrees on secrets clears the stack that
// it used.
//
// # Representation
//
// A FieldVal is four 64-bit limbs. Magnitudes do not matter: any sequence of
// operations gives the right value, and of what the original wants normalized
// values for, IsOdd, IsOddBit, IsOne and IsOneBit alone do here. Sums of points and
// doubles have the original's Jacobian coordinates; products of points by scalars are
// on Z = 1, where the original's often are not.
package secp256k1
