package secp256k1

import (
	"crypto/rand"
	"fmt"
	"io"

	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct"
)

// A SecretKey is an integer d in [1, n-1]. The zero value is not a key. Compare keys
// with [SecretKey.Equal], which takes constant time; == does not compile.
//
// Package fmt prints the name of the type in place of the key. There are two cases
// where fmt prints the key because it does not ask the type: a SecretKey in an
// unexported field of another struct (use a pointer there), and the verbs %w and %p,
// which go vet refuses. A SecretKey cannot be marshalled as text: package json fails
// with [ErrSecretText].
type SecretKey struct {
	_ [0]func()          // no ==
	d group.SecretScalar // 0 in the zero value only
}

// GenerateSecretKey returns a new random key, made from [crypto/rand]. It never fails:
// where the system has no randomness the program ends.
func GenerateSecretKey() *SecretKey {
	k := new(SecretKey)
	k.Generate()
	return k
}

// ParseSecretKey decodes a secret key, 32 bytes, big-endian. It fails with
// [ErrSecretKey] if b has another length or its value is not in [1, n-1].
func ParseSecretKey(b []byte) (*SecretKey, error) {
	k := new(SecretKey)
	if err := k.SetBytes(b); err != nil {
		return nil, err
	}
	return k, nil
}

// Generate sets k to a new random key, as [GenerateSecretKey] does, without allocating.
func (k *SecretKey) Generate() {
	ct.Wiped(func() {
		var b [SecretKeySize]byte
		for {
			rand.Read(b[:])
			if k.setBytes(&b) {
				return
			}
		}
	})
}

// SetBytes sets k to the key that b encodes, as [ParseSecretKey] does, without
// allocating. If it fails, with [ErrSecretKey], k stays as it is.
func (k *SecretKey) SetBytes(b []byte) error {
	if len(b) != SecretKeySize {
		return errSecretLength
	}
	var ok bool
	ct.WipedShort(func() { ok = k.setBytes((*[32]byte)(b)) })
	if !ok {
		return errSecretRange
	}
	return nil
}

// setBytes reports whether b is in [1, n-1], and leaves k as it is if not.
func (k *SecretKey) setBytes(b *[32]byte) bool {
	var d group.SecretScalar
	below := d.SetBytes(b)
	ok := below.And(d.IsZero().Not()).Declassify()
	if ok {
		k.d = d
	}
	return ok
}

// SetScalar sets k to the scalar d. It fails with [ErrSecretKey] if d is nil or 0, and
// leaves k as it is.
func (k *SecretKey) SetScalar(d *group.SecretScalar) error {
	if d == nil || d.IsZero().Declassify() {
		return errSecretRange
	}
	k.d = *d
	ct.ClearRegisters()
	return nil
}

// PutScalar sets d to the integer k, or to 0 if k is nil or not a key. The caller wipes
// d. It panics if d is nil.
func (k *SecretKey) PutScalar(d *group.SecretScalar) {
	if k == nil {
		d.Wipe()
		return
	}
	*d = k.d
	ct.ClearRegisters()
}

// IsValid reports whether k is a key. It is false for nil, for the zero value and after
// [SecretKey.Wipe].
func (k *SecretKey) IsValid() bool {
	if k == nil {
		return false
	}
	return !k.d.IsZero().Declassify()
}

// Bytes returns k as 32 bytes, big-endian. The caller wipes them. It panics if k is nil
// or not a key.
func (k *SecretKey) Bytes() []byte {
	return k.AppendBytes(make([]byte, 0, SecretKeySize))
}

// AppendBytes appends [SecretKey.Bytes] to dst and returns the result. It panics if k is
// nil or not a key.
func (k *SecretKey) AppendBytes(dst []byte) []byte {
	if !k.IsValid() {
		panic(errSecretUnset)
	}
	ct.WipedShort(func() {
		var b [SecretKeySize]byte
		k.d.PutBytes(&b)
		dst = append(dst, b[:]...)
	})
	return dst
}

// PublicKey returns the public key d*G. If k is nil or not a key it returns a zero
// value, which [PublicKey.IsValid] tells.
func (k *SecretKey) PublicKey() PublicKey {
	var p PublicKey
	if k.IsValid() {
		ct.Wiped(func() { p.p.PublicBaseMul(&k.d) })
	}
	return p
}

// Equal reports whether k and l are the same key, in constant time. It is false if one
// of them is nil or not a key.
func (k *SecretKey) Equal(l *SecretKey) bool {
	if !k.IsValid() || !l.IsValid() {
		return false
	}
	var equal bool
	ct.WipedShort(func() { equal = k.d.Equal(&l.d).Declassify() })
	return equal
}

// Negate sets k to n - d. Its public key has the same x and the other y. It fails with
// [ErrSecretKey] if k is nil or not a key.
func (k *SecretKey) Negate() error {
	if !k.IsValid() {
		return errSecretUnset
	}
	ct.WipedShort(func() { k.d.Negate(&k.d) })
	return nil
}

// TweakAdd sets k to d + tweak mod n. Its public key is what [PublicKey.TweakAdd]
// returns. The tweak is 32 bytes, a number below n; 0 is allowed. It fails with
// [ErrSecretKey] if k is nil or not a key, with [ErrTweak], and with [ErrInfinity] if
// the sum is 0.
func (k *SecretKey) TweakAdd(tweak []byte) (err error) {
	ct.WipedShort(func() { err = k.tweakAdd(tweak, false) })
	return err
}

// XOnlyTweakAdd negates k if its public key has an odd y, then adds the tweak (BIP-341,
// taproot_tweak_seckey). Its public key is what [XOnlyPublicKey.TweakAdd] returns. It
// fails as [SecretKey.TweakAdd] does.
func (k *SecretKey) XOnlyTweakAdd(tweak []byte) (err error) {
	ct.Wiped(func() { err = k.tweakAdd(tweak, true) })
	return err
}

func (k *SecretKey) tweakAdd(tweak []byte, xonly bool) error {
	if !k.IsValid() {
		return errSecretUnset
	}
	var t, sum group.SecretScalar
	if err := setTweak(&t, tweak); err != nil {
		return err
	}
	sum = k.d
	if xonly {
		var p group.AffinePoint
		p.PublicBaseMul(&k.d)
		sum.CondNegate(&sum, group.Bit(p.IsOddY()))
	}
	sum.Add(&sum, &t)
	if sum.IsZero().Declassify() {
		return ErrInfinity
	}
	k.d = sum
	return nil
}

// TweakMul sets k to d * tweak mod n. Its public key is what [PublicKey.TweakMul]
// returns. The tweak is 32 bytes, a number in [1, n-1]. It fails with [ErrSecretKey] if
// k is nil or not a key, and with [ErrTweak].
func (k *SecretKey) TweakMul(tweak []byte) (err error) {
	ct.WipedShort(func() { err = k.tweakMul(tweak) })
	return err
}

func (k *SecretKey) tweakMul(tweak []byte) error {
	if !k.IsValid() {
		return errSecretUnset
	}
	var t group.SecretScalar
	if err := setTweak(&t, tweak); err != nil {
		return err
	}
	if t.IsZero().Declassify() {
		return errTweakZero
	}
	k.d.Mul(&k.d, &t)
	return nil
}

// setTweak sets t to a tweak in [0, n-1]. Whether it is in that range is
// public, its value is not.
func setTweak(t *group.SecretScalar, tweak []byte) error {
	if len(tweak) != 32 {
		return errTweakLength
	}
	if !t.SetBytes((*[32]byte)(tweak)).Declassify() {
		return errTweakRange
	}
	return nil
}

// Wipe overwrites k with zeros; it is not a key afterwards. Wiping nil does nothing.
func (k *SecretKey) Wipe() {
	if k != nil {
		k.d.Wipe()
	}
}

// Format writes the name of the type in place of the key, for every verb of package
// fmt.
func (SecretKey) Format(s fmt.State, _ rune) {
	io.WriteString(s, "secp256k1.SecretKey")
}
