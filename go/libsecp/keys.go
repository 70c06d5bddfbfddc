package libsecp

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/nostr/signer"
)

// The errors of this package for values of the right size. Compare with [errors.Is].
// ErrSecretKey and ErrPublicKey wrap the errors of package secp256k1, and so do the errors for
// keys of a wrong size.
var (
	ErrSecretKey = fmt.Errorf("libsecp: secret key is 0 or not below the group order (%w)", secp256k1.ErrSecretKey)
	ErrPublicKey = fmt.Errorf("libsecp: public key is no encoding of a point on the curve (%w)", secp256k1.ErrPublicKey)
	ErrTweak     = errors.New("libsecp: tweak is not below the group order, or the result is no key")
	ErrInfinity  = errors.New("libsecp: sum is the point at infinity")
	ErrSignature = errors.New("libsecp: signature is not an encoding of two numbers below the group order")
)

// The interface's opaque objects. They never leave this package, so that the
// library never sees one that it did not make itself.
type (
	pubkey      [64]byte
	signature   [64]byte
	recoverable [65]byte
	keypair     [96]byte
)

const (
	compressed   = 0x102 // SECP256K1_EC_COMPRESSED
	uncompressed = 0x002 // SECP256K1_EC_UNCOMPRESSED
)

// sizeErrors are the errors of packages secp256k1 and signer for a wrong size.
var sizeErrors = map[string]error{
	"secret key": secp256k1.ErrSecretKey, "public key": secp256k1.ErrPublicKey, "x-only public key": secp256k1.ErrPublicKey,
	"signature": signer.ErrSignature,
}

// checkSize is for arguments whose size is fixed.
func checkSize(what string, b []byte, size int) error {
	if len(b) != size {
		err := fmt.Errorf("libsecp: %s has %d bytes, not %d", what, len(b), size)
		if kind := sizeErrors[what]; kind != nil {
			return fmt.Errorf("%w (%w)", err, kind)
		}
		return err
	}
	return nil
}

// wipe overwrites a secret.
func wipe(b []byte) {
	clear(b)
	runtime.KeepAlive(unsafe.SliceData(b))
}

// CheckSecretKey returns nil for the 32 bytes of a number in [1, n-1].
func (l *Library) CheckSecretKey(sec []byte) error {
	if err := checkSize("secret key", sec, 32); err != nil {
		return err
	}
	if !call(l, seckeyVerify, uintptr(unsafe.Pointer(&sec[0]))) {
		return ErrSecretKey
	}
	return nil
}

// NegateSecretKey returns n minus a secret key.
func (l *Library) NegateSecretKey(sec []byte) ([]byte, error) {
	if err := l.CheckSecretKey(sec); err != nil {
		return nil, err
	}
	out := append([]byte(nil), sec...)
	if !call(l, seckeyNegate, uintptr(unsafe.Pointer(&out[0]))) {
		wipe(out)
		return nil, ErrSecretKey
	}
	return out, nil
}

// TweakAddSecretKey returns a secret key plus a 32-byte tweak, mod n.
func (l *Library) TweakAddSecretKey(sec, tweak []byte) ([]byte, error) {
	if err := l.CheckSecretKey(sec); err != nil {
		return nil, err
	}
	if err := checkSize("tweak", tweak, 32); err != nil {
		return nil, err
	}
	out := append([]byte(nil), sec...)
	if !call(l, seckeyTweakAdd, uintptr(unsafe.Pointer(&out[0])), uintptr(unsafe.Pointer(&tweak[0]))) {
		wipe(out)
		return nil, ErrTweak
	}
	return out, nil
}

// PublicKey returns the compressed public key (33 bytes) of a secret key.
func (l *Library) PublicKey(sec []byte) ([]byte, error) {
	if err := checkSize("secret key", sec, 32); err != nil {
		return nil, err
	}
	var p pubkey
	if !call(l, pubkeyCreate, uintptr(unsafe.Pointer(&p)), uintptr(unsafe.Pointer(&sec[0]))) {
		return nil, ErrSecretKey
	}
	return l.serialize(&p, compressed)
}

// Compress returns the 33 bytes of a public key of 33 or 65 bytes; like the
// library it takes the hybrid form (a first byte of 6 or 7) too.
func (l *Library) Compress(pub []byte) ([]byte, error) { return l.reencode(pub, compressed) }

// Uncompress is Compress with the result's 65 bytes.
func (l *Library) Uncompress(pub []byte) ([]byte, error) { return l.reencode(pub, uncompressed) }

// NegatePublicKey returns the compressed negation of a public key.
func (l *Library) NegatePublicKey(pub []byte) ([]byte, error) {
	var p pubkey
	if err := l.parse(&p, pub); err != nil {
		return nil, err
	}
	if !call(l, pubkeyNegate, uintptr(unsafe.Pointer(&p))) {
		return nil, ErrPublicKey
	}
	return l.serialize(&p, compressed)
}

// TweakAddPublicKey returns the compressed sum of a public key and a 32-byte
// tweak times the generator.
func (l *Library) TweakAddPublicKey(pub, tweak []byte) ([]byte, error) {
	if err := checkSize("tweak", tweak, 32); err != nil {
		return nil, err
	}
	var p pubkey
	if err := l.parse(&p, pub); err != nil {
		return nil, err
	}
	if !call(l, pubkeyTweakAdd, uintptr(unsafe.Pointer(&p)), uintptr(unsafe.Pointer(&tweak[0]))) {
		return nil, ErrTweak
	}
	return l.serialize(&p, compressed)
}

// CombinePublicKeys returns the compressed sum of one or more public keys, or
// ErrInfinity.
func (l *Library) CombinePublicKeys(pubs ...[]byte) ([]byte, error) {
	if len(pubs) == 0 {
		return nil, fmt.Errorf("libsecp: no public keys to combine (%w)", secp256k1.ErrPublicKey)
	}
	points := make([]pubkey, len(pubs))
	list := make([]*pubkey, len(pubs)) // keeps the points alive
	for i, pub := range pubs {
		list[i] = &points[i]
		if err := l.parse(list[i], pub); err != nil {
			return nil, err
		}
	}
	var sum pubkey
	if !call(l, pubkeyCombine, uintptr(unsafe.Pointer(&sum)), uintptr(unsafe.Pointer(&list[0])), uintptr(len(list))) {
		return nil, ErrInfinity
	}
	return l.serialize(&sum, compressed)
}

// XOnly returns the 32-byte x coordinate of a public key of 33 or 65 bytes, and
// whether its y is odd.
func (l *Library) XOnly(pub []byte) (x []byte, odd bool, err error) {
	b, err := l.Compress(pub)
	if err != nil {
		return nil, false, err
	}
	return b[1:], b[0] == 3, nil
}

// CheckXOnly returns nil for the x coordinate of a point, below p.
func (l *Library) CheckXOnly(x []byte) error {
	if err := l.need(xonlyParse); err != nil {
		return err
	}
	var p pubkey
	return l.parseXOnly(&p, x)
}

// XOnlyTweakAddCheck reports whether tweaked and odd are those of an x-only key
// plus a tweak times the generator (BIP-341's commitment).
func (l *Library) XOnlyTweakAddCheck(tweaked []byte, odd bool, x, tweak []byte) (bool, error) {
	if err := l.need(xonlyParse, xonlyTweakAddCheck); err != nil {
		return false, err
	}
	if err := errors.Join(checkSize("tweaked key", tweaked, 32), checkSize("tweak", tweak, 32)); err != nil {
		return false, err
	}
	var p pubkey
	if err := l.parseXOnly(&p, x); err != nil {
		return false, err
	}
	parity := uintptr(0)
	if odd {
		parity = 1
	}
	return call(l, xonlyTweakAddCheck, uintptr(unsafe.Pointer(&tweaked[0])), parity,
		uintptr(unsafe.Pointer(&p)), uintptr(unsafe.Pointer(&tweak[0]))), nil
}

func (l *Library) reencode(pub []byte, form uintptr) ([]byte, error) {
	var p pubkey
	if err := l.parse(&p, pub); err != nil {
		return nil, err
	}
	return l.serialize(&p, form)
}

func (l *Library) parse(p *pubkey, b []byte) error {
	if len(b) != 33 && len(b) != 65 {
		return fmt.Errorf("libsecp: public key has %d bytes, not 33 or 65 (%w)", len(b), secp256k1.ErrPublicKey)
	}
	if !call(l, pubkeyParse, uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b))) {
		return ErrPublicKey
	}
	return nil
}

func (l *Library) parseXOnly(p *pubkey, x []byte) error {
	if err := checkSize("x-only public key", x, 32); err != nil {
		return err
	}
	if !call(l, xonlyParse, uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(&x[0]))) {
		return ErrPublicKey
	}
	return nil
}

func (l *Library) serialize(p *pubkey, form uintptr) ([]byte, error) {
	size := uintptr(65) // size_t
	if form == compressed {
		size = 33
	}
	out := make([]byte, size)
	if !call(l, pubkeySerialize, uintptr(unsafe.Pointer(&out[0])), uintptr(unsafe.Pointer(&size)), uintptr(unsafe.Pointer(p)), form) {
		return nil, ErrPublicKey
	}
	return out, nil
}
