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
	nonce   *reference.MusigNonce // of aux and msg
	a, b    []byte                // field elements
}

func (t *tuple) xonly() []byte { return t.pub[1:33] }

// parts are what a tuple holds beside its keys and messages.
type parts uint

const (
	partECDSA parts = 1 << iota
	partSchnorr
	partTweaked
	partEllswift
	partMusig
	partShared       // a block's
	allParts   parts = 1<<iota - 1
)

// partsOf are those that an operation's rows are made from; the others need none.
var partsOf = map[string]parts{
	"ecdsa_sign": partECDSA, "ecdsa_verify": partECDSA, "ecdsa_parse_verify": partECDSA, "ecdsa_recover": partECDSA, "der_parse": partECDSA,
	"schnorr_sign": partSchnorr, "schnorr_verify": partSchnorr, "schnorr_parse_verify": partSchnorr,
	"xonly_tweak_add_check": partTweaked, "ellswift_decode": partEllswift, "ellswift_create": partEllswift,
	"musig_nonce_gen": partMusig, "musig_partial_sign": partMusig, "musig_partial_sig_verify": partMusig,
	"ellswift_xdh": partEllswift | partShared, "ecdh": partShared, "point_mul": partShared,
}

// newTuple draws a tuple, the same whatever parts are needed, and has both
// implementations verify its signatures.
func newTuple(r stream, need parts) (*tuple, error) {
	return tupleOf(r.scalar(), r.bytes(32), r, need)
}

func tupleOf(secret, msg []byte, r stream, need parts) (*tuple, error) {
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
	for _, p := range []struct {
		part parts
		make func(*tuple) error
	}{{partECDSA, (*tuple).signECDSA}, {partSchnorr, (*tuple).signSchnorr}, {partTweaked, (*tuple).addTweak}, {partEllswift, (*tuple).encode}, {partMusig, (*tuple).makeNonce}} {
		if need&p.part != 0 {
			if err := p.make(t); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (t *tuple) signECDSA() (err error) {
	if t.sig, t.recid, err = t.key.SignECDSA(t.msg); err != nil {
		return err
	}
	if err := mustVerify(reference.VerifyECDSA(t.pub, t.sig, t.msg)); err != nil {
		return fmt.Errorf("ecdsa: %w", err)
	}
	t.der = reference.DER(t.sig)
	if back, err := reference.ParseDER(t.der); err != nil || !bytes.Equal(back, t.sig) {
		return fmt.Errorf("DER does not return to its signature: %w", err)
	}
	return nil
}

func (t *tuple) signSchnorr() (err error) {
	if t.schnorr, err = t.key.SignSchnorr(t.msg, t.aux); err != nil {
		return err
	}
	if err := mustVerify(reference.VerifySchnorr(t.xonly(), t.schnorr, t.msg)); err != nil {
		return fmt.Errorf("schnorr: %w", err)
	}
	return nil
}

func (t *tuple) addTweak() error {
	lifted, err := reference.LiftX(t.xonly())
	if err != nil {
		return err
	}
	t.tweaked, err = reference.TweakAdd(lifted, t.tweak)
	return err
}

func (t *tuple) encode() error {
	t.ell = t.key.EllswiftCreate(t.aux)
	return mustDecode(t.ell, t.pub)
}

func (t *tuple) makeNonce() (err error) {
	t.nonce, err = t.key.MusigNonce(t.aux, t.msg)
	return err
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
