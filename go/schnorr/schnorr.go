// Package schnorr signs and verifies as BIP-340 says: Schnorr signatures over
// secp256k1 with x-only public keys, as Bitcoin's Taproot and Nostr use them.
//
// A message may have any length, 0 included. BIP-340's advice for messages
// that are not 32 bytes long, to keep uses apart by a prefix or a tagged hash,
// is the caller's to follow.
//
// Signing takes time that does not depend on the key or on the auxiliary
// randomness, and does not branch on or index by anything derived from them.
// Verification takes variable time in its arguments, which are public.
//
// A signature is not verified before it is returned, which BIP-340 recommends
// where computations may be disturbed: such a caller calls [Verify].
//
// Functions, and the methods of a [KeyPair] that sign, refuse a nil pointer and the
// zero value of a key with an error or false. The methods of a [Signature] that
// serialize panic on its zero value, and all of them through a nil pointer.
package schnorr

import (
	"errors"
	"fmt"
	"io"

	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/ct"
	"koblitz.dev/go/internal/tagged"
	"koblitz.dev/go/koblitz"
)

// Sizes in bytes.
const (
	SignatureSize = 64 // signature: x of R, then s
	AuxSize       = 32 // auxiliary randomness
)

// ErrAux: auxiliary randomness is neither nil nor 32 bytes long. Keys are
// refused with [koblitz.ErrSecretKey].
var ErrAux = errors.New("schnorr: auxiliary randomness is not 32 bytes long")

// A KeyPair is a secret key made ready to sign: it holds the public key too,
// so that a signature takes one multiplication of the base point instead of
// two. The zero value is no key pair.
//
// A KeyPair prints as its type's name under the verbs of package fmt, with the
// exceptions of [koblitz.SecretKey].
type KeyPair struct {
	_   [0]func()          // no ==
	d   group.SecretScalar // of the point with even y
	pub koblitz.XOnlyPublicKey
}

// SetSecretKey sets kp to the key pair of k. It fails with
// [koblitz.ErrSecretKey] if k is no key, and leaves kp as it is.
func (kp *KeyPair) SetSecretKey(k *koblitz.SecretKey) error {
	if !k.IsValid() {
		return koblitz.ErrSecretKey
	}
	x, odd := k.PublicKey().XOnly()
	cond := 0
	if odd {
		cond = 1
	}
	ct.WipedShort(func() {
		k.PutScalar(&kp.d)
		kp.d.CondNegate(&kp.d, group.Bit(cond))
	})
	kp.pub = x
	return nil
}

// IsValid reports whether kp holds a key pair: it is false for nil, for the
// zero value and after [KeyPair.Wipe].
func (kp *KeyPair) IsValid() bool {
	return kp != nil && kp.pub.IsValid()
}

// PublicKey returns the x-only public key, or the zero value if kp is no key
// pair.
func (kp *KeyPair) PublicKey() koblitz.XOnlyPublicKey {
	if kp == nil {
		return koblitz.XOnlyPublicKey{}
	}
	return kp.pub
}

// PutSecretKey sets k to the secret key of the point with an even y, which is the
// one that was given or its negative. It fails with [koblitz.ErrSecretKey] if kp
// is no key pair, and leaves k as it is; it panics if k is nil.
func (kp *KeyPair) PutSecretKey(k *koblitz.SecretKey) error {
	if !kp.IsValid() {
		return koblitz.ErrSecretKey
	}
	return k.SetScalar(&kp.d)
}

// Wipe overwrites kp, which is no key pair afterwards. Wiping nil does nothing.
func (kp *KeyPair) Wipe() {
	if kp != nil {
		kp.d.Wipe()
		kp.pub = koblitz.XOnlyPublicKey{}
	}
}

// Format writes the name of the type, whatever the verb: no secret reaches a
// log by accident.
func (KeyPair) Format(s fmt.State, _ rune) {
	io.WriteString(s, "schnorr.KeyPair")
}

// MarshalText fails with [koblitz.ErrSecretText], so that package json neither
// writes a secret nor leaves one out.
func (KeyPair) MarshalText() ([]byte, error) { return nil, koblitz.ErrSecretText }

// UnmarshalText fails with [koblitz.ErrSecretText], and leaves kp as it is.
func (kp *KeyPair) UnmarshalText([]byte) error { return koblitz.ErrSecretText }

// Sign returns the 64-byte signature of msg. aux is 32 bytes, which BIP-340
// advises to be fresh randomness, or nil, which stands for 32 zeros: then the
// signature is a function of the key and msg. It fails with
// [koblitz.ErrSecretKey] and [ErrAux].
func (kp *KeyPair) Sign(msg, aux []byte) ([]byte, error) {
	return kp.AppendSignature(make([]byte, 0, SignatureSize), msg, aux)
}

// AppendSignature appends what [KeyPair.Sign] returns to dst. If it fails it
// returns nil. dst may share memory with msg.
func (kp *KeyPair) AppendSignature(dst, msg, aux []byte) ([]byte, error) {
	if !kp.IsValid() {
		return nil, koblitz.ErrSecretKey
	}
	if aux != nil && len(aux) != AuxSize {
		return nil, ErrAux
	}
	var sig [SignatureSize]byte
	var ok bool
	ct.Wiped(func() { ok = kp.sign(&sig, msg, aux) })
	if !ok {
		return nil, koblitz.ErrSecretKey
	}
	return append(dst, sig[:]...), nil
}

// sign reports false where BIP-340 says "Fail": with a probability of 2^-256,
// when the nonce is 0.
func (kp *KeyPair) sign(sig *[SignatureSize]byte, msg, aux []byte) bool {
	var k group.SecretScalar
	kp.nonce(&k, msg, aux)
	if k.IsZero().Declassify() {
		return false
	}

	// R = k'G is public, being in the signature.
	var r group.AffinePoint
	r.PublicBaseMul(&k)
	k.CondNegate(&k, group.Bit(r.IsOddY()))
	r.PutX((*[32]byte)(sig[:]))

	// s = k + e d
	var e group.Scalar
	var fixed [64]byte
	copy(fixed[:], sig[:32])
	kp.pub.AppendBytes(fixed[:32])
	challenge(&e, &fixed, msg)
	var s group.SecretScalar
	s.SetPublic(&e)
	s.Mul(&s, &kp.d)
	s.Add(&s, &k)
	public := s.Declassify()
	public.PutBytes((*[32]byte)(sig[32:]))
	return true
}

// nonce sets k to k' = hash_nonce(t || P || m) mod n, where t = d xor hash_aux(a), and
// clears the registers: k' is used for long, and they had the hash function's state.
func (kp *KeyPair) nonce(k *group.SecretScalar, msg, aux []byte) {
	mask := tagged.MaskOfZeros
	if aux != nil {
		tagged.Aux.Sum(&mask, aux, nil)
	}
	var fixed [64]byte
	var b [32]byte
	kp.d.PutBytes(&b)
	for i := range b {
		fixed[i] = b[i] ^ mask[i]
	}
	kp.pub.AppendBytes(fixed[:32])
	tagged.Nonce.Sum(&b, fixed[:], msg)
	k.SetBytes(&b)
	ct.ClearRegisters()
}

// Sign is [KeyPair.Sign] without a prepared key pair: it derives the public key
// first.
func Sign(key *koblitz.SecretKey, msg, aux []byte) (sig []byte, err error) {
	ct.WipedLong(func() {
		var kp KeyPair
		if err = kp.SetSecretKey(key); err == nil {
			sig, err = kp.Sign(msg, aux)
		}
	})
	return sig, err
}

// Verify reports whether sig is a 64-byte signature of msg by the secret key
// of pub. It is false if any argument is invalid.
func Verify(pub *koblitz.XOnlyPublicKey, msg, sig []byte) bool {
	if pub == nil || !pub.IsValid() || len(sig) != SignatureSize {
		return false
	}
	var r group.Element
	if !r.SetBytes((*[32]byte)(sig)) {
		return false
	}
	var s, e group.Scalar
	if !s.SetBytes((*[32]byte)(sig[32:])) {
		return false
	}
	var fixed [64]byte
	copy(fixed[:], sig[:32])
	pub.AppendBytes(fixed[:32])
	challenge(&e, &fixed, msg)

	// R = sG - eP has an even y, and the x of the signature.
	e.Negate(&e)
	p := pub.Point()
	p.DoubleBaseMulVartime(&s, &e, &p)
	if !p.XEqualsVartime(&r) {
		return false
	}
	var a group.AffinePoint
	return a.SetVartime(&p) && a.IsOddY() == 0
}

// challenge sets e to hash_challenge(R || P || m) mod n.
func challenge(e *group.Scalar, rp *[64]byte, msg []byte) {
	var b [32]byte
	tagged.Challenge.Sum(&b, rp[:], msg)
	e.SetBytes(&b)
}
