// Package schnorr signs and verifies as BIP-340 says: Schnorr signatures over secp256k1
// with x-only public keys, as Bitcoin's Taproot and Nostr use them.
//
//	pub := key.PublicKey()
//	xonly, _ := pub.XOnly()
//	sig, err := schnorr.Sign(key, msg, nil)
//	ok := schnorr.Verify(&xonly, msg, &sig) // true
//
// # Messages
//
// A message may have any length, also 0. Bitcoin and Nostr sign messages of 32 bytes, which
// are hashes. For other lengths BIP-340 advises to keep different uses apart, by a prefix or
// by [TaggedHash]; that is left to the caller.
//
// # Constant time
//
// Signing takes time that does not depend on the key or on the auxiliary randomness.
// Verification takes variable time: its arguments are public.
//
// # Faults
//
// Signing does not verify the signature before returning it. BIP-340 recommends that where
// computations may be disturbed, for example by an attacker who holds the device: call
// [Verify] there.
//
// # Invalid arguments
//
// Functions and the Sign methods refuse a nil pointer and the zero value of a key or
// signature with an error or false. Methods that serialize a [Signature] panic if it is a
// zero value.
package schnorr

import (
	"errors"
	"fmt"
	"io"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/tagged"
)

// Sizes in bytes.
const (
	SignatureSize = 64 // signature: x of R, then s
	AuxSize       = 32 // auxiliary randomness
)

// ErrAux: auxiliary randomness is neither nil nor 32 bytes long. Invalid keys give
// [secp256k1.ErrSecretKey].
var ErrAux = errors.New("schnorr: auxiliary randomness is not 32 bytes long")

// A KeyPair is a secret key with its public key. It signs twice as fast as [Sign], which
// derives the public key each time. The zero value is not a key pair.
//
// A KeyPair is printed and marshalled as little as a [secp256k1.SecretKey] is.
type KeyPair struct {
	_   [0]func()          // no ==
	d   group.SecretScalar // of the point with even y
	pub secp256k1.XOnlyPublicKey
}

// SetSecretKey sets kp to the key pair of k. It fails with [secp256k1.ErrSecretKey] if k is
// nil or not a key, and leaves kp as it is.
func (kp *KeyPair) SetSecretKey(k *secp256k1.SecretKey) error {
	if !k.IsValid() {
		return secp256k1.ErrSecretKey
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

// IsValid reports whether kp is a key pair. It is false for nil, for the zero value and
// after [KeyPair.Wipe].
func (kp *KeyPair) IsValid() bool {
	return kp != nil && kp.pub.IsValid()
}

// PublicKey returns the x-only public key. If kp is nil or not a key pair it returns a zero
// value.
func (kp *KeyPair) PublicKey() secp256k1.XOnlyPublicKey {
	if kp == nil {
		return secp256k1.XOnlyPublicKey{}
	}
	return kp.pub
}

// PutSecretKey sets k to the secret key whose public key has an even y: the one that was
// given to [KeyPair.SetSecretKey] or its negative. It fails with [secp256k1.ErrSecretKey] if
// kp is nil or not a key pair, and leaves k as it is. It panics if k is nil.
func (kp *KeyPair) PutSecretKey(k *secp256k1.SecretKey) error {
	if !kp.IsValid() {
		return secp256k1.ErrSecretKey
	}
	return k.SetScalar(&kp.d)
}

// Wipe overwrites kp with zeros; it is not a key pair afterwards. Wiping nil does nothing.
func (kp *KeyPair) Wipe() {
	if kp != nil {
		kp.d.Wipe()
		kp.pub = secp256k1.XOnlyPublicKey{}
	}
}

// Format writes the name of the type in place of the key, for every verb of package fmt.
func (KeyPair) Format(s fmt.State, _ rune) {
	io.WriteString(s, "schnorr.KeyPair")
}

// MarshalText fails with [secp256k1.ErrSecretText], so that package json neither writes a
// secret key nor leaves one out.
func (KeyPair) MarshalText() ([]byte, error) { return nil, secp256k1.ErrSecretText }

// UnmarshalText fails with [secp256k1.ErrSecretText], and leaves kp as it is.
func (kp *KeyPair) UnmarshalText([]byte) error { return secp256k1.ErrSecretText }

// Sign signs msg. aux is 32 bytes, which BIP-340 advises to be fresh randomness from
// [crypto/rand], or nil, which is the same as 32 zeros: then the same key and message always
// give the same signature. It fails with [secp256k1.ErrSecretKey] and [ErrAux].
func (kp *KeyPair) Sign(msg, aux []byte) (Signature, error) {
	if !kp.IsValid() {
		return Signature{}, secp256k1.ErrSecretKey
	}
	if aux != nil && len(aux) != AuxSize {
		return Signature{}, ErrAux
	}
	var sig Signature
	var ok bool
	ct.Wiped(func() { ok = kp.sign(&sig.b, msg, aux) })
	if !ok {
		return Signature{}, secp256k1.ErrSecretKey
	}
	return sig, nil
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

// Sign signs msg. aux is 32 bytes of fresh randomness, or nil, as [KeyPair.Sign] says. It
// derives the public key each time; a [KeyPair] keeps it.
func Sign(key *secp256k1.SecretKey, msg, aux []byte) (sig Signature, err error) {
	ct.WipedLong(func() {
		var kp KeyPair
		if err = kp.SetSecretKey(key); err == nil {
			sig, err = kp.Sign(msg, aux)
		}
	})
	return sig, err
}

// Verify reports whether sig is a signature of msg by the secret key of pub. It is false if
// any argument is invalid.
func Verify(pub *secp256k1.XOnlyPublicKey, msg []byte, sig *Signature) bool {
	var s, e group.Scalar
	if pub == nil || !sig.factors(&s, &e, pub, msg) {
		return false
	}
	p := pub.Point() // sG - eP is R
	p.DoubleBaseMulVartime(&s, &e, &p)
	return sig.isOf(&p)
}

// factors sets s to the signature's and e to the negative of the challenge. It reports false
// if sig is not a signature. It is a function of its own so that less of the stack is in use
// where the product is made.
//
//go:noinline
func (sig *Signature) factors(s, e *group.Scalar, pub *secp256k1.XOnlyPublicKey, msg []byte) bool {
	if sig == nil || !sig.IsValid() || !pub.IsValid() {
		return false
	}
	var fixed [64]byte
	s.SetBytes((*[32]byte)(sig.b[32:]))
	copy(fixed[:], sig.b[:32])
	pub.AppendBytes(fixed[:32])
	challenge(e, &fixed, msg)
	e.Negate(e)
	return true
}

// isOf reports whether p has an even y and the x of the signature.
//
//go:noinline
func (sig *Signature) isOf(p *group.Point) bool {
	var r group.Element
	var a group.AffinePoint
	r.SetBytes((*[32]byte)(sig.b[:]))
	return p.XEqualsVartime(&r) && a.SetVartime(p) && a.IsOddY() == 0
}

// challenge sets e to hash_challenge(R || P || m) mod n.
func challenge(e *group.Scalar, rp *[64]byte, msg []byte) {
	var b [32]byte
	tagged.Challenge.Sum(&b, rp[:], msg)
	e.SetBytes(&b)
}
