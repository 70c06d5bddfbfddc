package secp256k1

import (
	"crypto"
	"io"

	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/rs"
)

// A *SecretKey is a [crypto.Signer], for programs that take one.
var _ crypto.Signer = (*SecretKey)(nil)

// Public returns [SecretKey.PublicKey] as a [PublicKey], or nil if k is not a key. With
// [SecretKey.Sign] it makes k a [crypto.Signer]. The key is computed at each call.
func (k *SecretKey) Public() crypto.PublicKey {
	if p := k.PublicKey(); p.IsValid() {
		return p
	}
	return nil
}

// Sign returns the ECDSA signature of a 32-byte digest in DER, with the nonce of RFC
// 6979 and a low s. It is the signature of ecdsa.Sign, for programs that take a
// [crypto.Signer]. The signature depends on key and digest only: the reader is not used
// and may be nil. opts may be nil; a hash function that it names must have an output of
// 32 bytes. It fails with [ErrSecretKey] and [ErrDigest].
func (k *SecretKey) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	if !k.IsValid() {
		return nil, errSecretUnset
	}
	if len(digest) != 32 || opts != nil && !has32Bytes(opts.HashFunc()) {
		return nil, ErrDigest
	}
	var sig rs.Signature
	ct.Wiped(func() { sig.Sign(&k.d, (*[32]byte)(digest), nil) })
	return rs.AppendDER(make([]byte, 0, rs.MaxSize), &sig.R, &sig.S), nil
}

// has32Bytes reports whether a hash function's output has 32 bytes, or none is
// named. [crypto.Hash.Size] panics for numbers that are no hash function.
func has32Bytes(h crypto.Hash) bool {
	switch h {
	case 0, crypto.SHA256, crypto.SHA512_256, crypto.SHA3_256, crypto.BLAKE2s_256, crypto.BLAKE2b_256:
		return true
	}
	return false
}
