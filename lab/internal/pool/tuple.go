package pool

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

var (
	one   = big.NewInt(1)
	halfN = new(big.Int).Rsh(reference.N, 1)
)

// A tuple is a key with everything that belongs to it alone. Every tuple has
// its own key and its own message.
type tuple struct {
	key     *reference.Key
	secret  []byte
	pub     []byte // 65 bytes
	pub33   []byte
	msg     []byte // 32 bytes
	msg64   []byte
	tag     []byte
	aux     []byte
	rnd     []byte
	sig     []byte // ECDSA, r then s
	recid   byte
	der     []byte
	schnorr []byte
	tweak   []byte
	tweaked []byte // 65 bytes, lift_x(x of pub) + tweak*G
	ell     []byte // ellswift_create of secret and aux
	scalar  []byte
	a, b    []byte // field elements
}

func (t *tuple) xonly() []byte { return t.pub[1:33] }

// newTuple draws a tuple and has both implementations verify its signatures.
func newTuple(r stream) (*tuple, error) {
	return tupleOf(r.scalar(), r.bytes(32), r)
}

func tupleOf(secret, msg []byte, r stream) (*tuple, error) {
	t := &tuple{
		secret: secret, msg: msg, msg64: r.bytes(64), tag: letters(r, 16), aux: r.bytes(32), rnd: r.bytes(32),
		tweak: r.scalar(), scalar: r.scalar(), a: r.element(), b: r.element(),
	}
	var err error
	if t.key, err = reference.NewKey(secret); err != nil {
		return nil, err
	}
	t.pub = t.key.Public[:]
	t.pub33 = compressed(t.pub)
	if t.sig, t.recid, err = t.key.SignECDSA(msg); err != nil {
		return nil, err
	}
	if err := mustVerify(reference.VerifyECDSA(t.pub, t.sig, msg)); err != nil {
		return nil, fmt.Errorf("ecdsa: %w", err)
	}
	t.der = reference.DER(t.sig)
	if back, err := reference.ParseDER(t.der); err != nil || !bytes.Equal(back, t.sig) {
		return nil, fmt.Errorf("DER does not return to its signature: %w", err)
	}
	if t.schnorr, err = t.key.SignSchnorr(msg, t.aux); err != nil {
		return nil, err
	}
	if err := mustVerify(reference.VerifySchnorr(t.xonly(), t.schnorr, msg)); err != nil {
		return nil, fmt.Errorf("schnorr: %w", err)
	}
	lifted, err := reference.LiftX(t.xonly())
	if err != nil {
		return nil, err
	}
	if t.tweaked, err = reference.TweakAdd(lifted, t.tweak); err != nil {
		return nil, err
	}
	t.ell = t.key.EllswiftCreate(t.aux)
	return t, mustDecode(t.ell, t.pub)
}

func mustVerify(valid bool, err error) error {
	if err == nil && !valid {
		err = errors.New("a signature just made does not verify")
	}
	return err
}

func letters(r stream, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'a' + byte(r.intn(26))
	}
	return b
}

func compressed(pub65 []byte) []byte {
	return append([]byte{2 | pub65[64]&1}, pub65[1:33]...)
}

// negated returns -P.
func negated(pub65 []byte) []byte {
	y := new(big.Int).Sub(reference.P, number(pub65[33:]))
	return append(bytes.Clone(pub65[:33]), bytes32(y)...)
}

// flipped returns b with one bit changed; bit 0 is the lowest of the last byte.
func flipped(b []byte, bit int) []byte {
	out := bytes.Clone(b)
	out[len(b)-1-bit/8] ^= 1 << (bit % 8)
	return out
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
