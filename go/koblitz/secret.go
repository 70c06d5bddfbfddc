package koblitz

import (
	"crypto/rand"
	"fmt"
	"io"

	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/ct"
)

// A SecretKey is an integer d in [1, n-1]. The zero value is no key. Keys are
// compared with [SecretKey.Equal], which takes constant time; == does not
// compile.
//
// A SecretKey prints as its type's name under the verbs of package fmt, with two
// exceptions, where fmt prints limbs without asking the type: in an unexported
// field of another struct, which is better a pointer, as fmt prints its address;
// and under %w and %p, which are not for values and which go vet refuses.
type SecretKey struct {
	_ [0]func()          // no ==
	d group.SecretScalar // 0 in the zero value only
}

// Generate sets k to a uniformly random key from [crypto/rand.Reader].
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

// SetBytes sets k to the key whose 32-byte big-endian encoding is b. It fails,
// and leaves k as it is, with [ErrSecretKey] if b has another length or a
// value that is not in [1, n-1].
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

// SetScalar sets k to the key that is d. It fails, and leaves k as it is, with
// [ErrSecretKey] if d is nil or 0.
func (k *SecretKey) SetScalar(d *group.SecretScalar) error {
	if d == nil || d.IsZero().Declassify() {
		return errSecretRange
	}
	k.d = *d
	ct.ClearRegisters()
	return nil
}

// PutScalar sets d to the integer that k is, 0 if k is no key. The caller wipes
// it. It panics if d is nil.
func (k *SecretKey) PutScalar(d *group.SecretScalar) {
	if k == nil {
		d.Wipe()
		return
	}
	*d = k.d
	ct.ClearRegisters()
}

// IsValid reports whether k holds a key: it is false for nil, for the zero
// value and after [SecretKey.Wipe].
func (k *SecretKey) IsValid() bool {
	if k == nil {
		return false
	}
	return !k.d.IsZero().Declassify()
}

// Bytes returns the 32-byte big-endian encoding of k. It panics if k is no key.
// The caller wipes it.
func (k *SecretKey) Bytes() []byte {
	return k.AppendBytes(make([]byte, 0, SecretKeySize))
}

// AppendBytes appends what [SecretKey.Bytes] returns to dst, or panics as that
// does.
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

// PublicKey returns the public key d*G, or the zero value if k is no key.
func (k *SecretKey) PublicKey() PublicKey {
	var p PublicKey
	if k.IsValid() {
		ct.Wiped(func() { p.p.PublicBaseMul(&k.d) })
	}
	return p
}

// Equal reports whether k and l are the same key. Two values that are no keys
// are not equal.
func (k *SecretKey) Equal(l *SecretKey) bool {
	if !k.IsValid() || !l.IsValid() {
		return false
	}
	var equal bool
	ct.WipedShort(func() { equal = k.d.Equal(&l.d).Declassify() })
	return equal
}

// Negate sets k to n - d, whose public key has the same x and the other y.
// It fails with [ErrSecretKey] if k is no key.
func (k *SecretKey) Negate() error {
	if !k.IsValid() {
		return errSecretUnset
	}
	ct.WipedShort(func() { k.d.Negate(&k.d) })
	return nil
}

// TweakAdd sets k to d + tweak mod n, the secret key of
// [PublicKey.TweakAdd]'s result. The tweak has 32 bytes and may be 0. It fails
// with [ErrSecretKey] if k is no key, with [ErrTweak], and with [ErrInfinity]
// if the sum is 0.
func (k *SecretKey) TweakAdd(tweak []byte) (err error) {
	ct.WipedShort(func() { err = k.tweakAdd(tweak, false) })
	return err
}

// XOnlyTweakAdd negates k if its public key has an odd y, and adds the tweak:
// the result is the secret key of [XOnlyPublicKey.TweakAdd]'s (BIP-341,
// taproot_tweak_seckey). Errors are those of [SecretKey.TweakAdd].
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

// TweakMul sets k to d * tweak mod n, the secret key of [PublicKey.TweakMul]'s
// result. The tweak has 32 bytes and is not 0. It fails with [ErrSecretKey] if
// k is no key, and with [ErrTweak].
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

// Wipe overwrites k, which is no key afterwards. Wiping nil does nothing.
func (k *SecretKey) Wipe() {
	if k != nil {
		k.d.Wipe()
	}
}

// Format writes the name of the type, whatever the verb: no secret reaches a
// log by accident.
func (SecretKey) Format(s fmt.State, _ rune) {
	io.WriteString(s, "koblitz.SecretKey")
}
