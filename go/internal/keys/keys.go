// Package keys gives this module's packages the numbers inside the types of
// package koblitz, without a word in its public interface.
package keys

import (
	"unsafe"

	"koblitz.dev/go/internal/point"
	"koblitz.dev/go/internal/scalar"
	"koblitz.dev/go/koblitz"
)

// Each key is a struct of one field, and perhaps empty ones, so that a pointer
// to it may be converted to one to that field (package unsafe, rule 1). These do not compile if a size differs.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(koblitz.SecretKey{})-unsafe.Sizeof(scalar.Secret{})]
	_ = [1]struct{}{}[unsafe.Sizeof(koblitz.PublicKey{})-unsafe.Sizeof(point.Affine{})]
	_ = [1]struct{}{}[unsafe.Sizeof(koblitz.XOnlyPublicKey{})-unsafe.Sizeof(point.Affine{})]
)

// Scalar returns the scalar of a valid key.
func Scalar(k *koblitz.SecretKey) *scalar.Secret {
	return (*scalar.Secret)(unsafe.Pointer(k))
}

// Point returns the point of a valid key. Its coordinates are in [0, p).
func Point(p *koblitz.PublicKey) *point.Affine {
	return (*point.Affine)(unsafe.Pointer(p))
}

// XOnlyPoint returns the point of a valid key, which has an even y. Its
// coordinates are in [0, p).
func XOnlyPoint(x *koblitz.XOnlyPublicKey) *point.Affine {
	return (*point.Affine)(unsafe.Pointer(x))
}
