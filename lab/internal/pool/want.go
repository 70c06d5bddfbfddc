package pool

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

// A Verifier says whether signatures are valid, by implementations that are
// independent of each other; an error says that they disagree.
type Verifier interface {
	ECDSA(pub, sig, msg []byte) (bool, error)
	Schnorr(pub, sig, msg []byte) (bool, error)
}

type twoImplementations struct{}

func (twoImplementations) ECDSA(pub, sig, msg []byte) (bool, error) {
	return reference.VerifyECDSA(pub, sig, msg)
}

func (twoImplementations) Schnorr(pub, sig, msg []byte) (bool, error) {
	return reference.VerifySchnorr(pub, sig, msg)
}

var errRefused = errors.New("refused, though an answer exists")

// verdict wants that yes or no.
type verdict bool

func (v verdict) Check(_ Claims, _ []byte, ok bool) error {
	switch {
	case ok && !bool(v):
		return errors.New("accepted, though invalid")
	case !ok && bool(v):
		return errors.New("refused, though valid")
	}
	return nil
}

// highS wants a valid signature with a high s refused by those who claim to.
type highS struct{}

func (highS) Check(claims Claims, _ []byte, ok bool) error {
	switch claimed := claims["rejects_high_s"]; {
	case ok && claimed:
		return errors.New("accepted a high s, though rejects_high_s is claimed")
	case !ok && !claimed:
		return errors.New("refused a valid signature with a high s, though rejects_high_s is not claimed")
	}
	return nil
}

// exact wants these bytes.
type exact []byte

func (e exact) Check(_ Claims, out []byte, ok bool) error {
	if !ok {
		return errRefused
	}
	if !bytes.Equal(out, e) {
		return fmt.Errorf("gave %x, right is %x", out, []byte(e))
	}
	return nil
}

// exactOrRefused is for inputs that a library may or may not take.
type exactOrRefused []byte

func (e exactOrRefused) Check(claims Claims, out []byte, ok bool) error {
	if !ok {
		return nil
	}
	return exact(e).Check(claims, out, ok)
}

// refusal wants no answer.
type refusal struct{}

func (refusal) Check(_ Claims, out []byte, ok bool) error {
	if ok {
		return fmt.Errorf("gave %x, though the input must be refused", out)
	}
	return nil
}

// unusable wants a refusal, or r and s of which one is 0 or at least n, so that
// the signature never verifies: libraries differ on when they check the range.
type unusable struct{}

func (unusable) Check(_ Claims, out []byte, ok bool) error {
	if !ok {
		return nil
	}
	if len(out) != 64 {
		return fmt.Errorf("gave %d bytes, not 64", len(out))
	}
	for _, half := range [][]byte{out[:32], out[32:]} {
		if v := number(half); v.Sign() == 0 || v.Cmp(reference.N) >= 0 {
			return nil
		}
	}
	return fmt.Errorf("gave %x for integers that are not in [1, n-1]", out)
}

// ecdsaSignature wants a signature under pub. The first of deterministic is
// RFC 6979's; others follow where implementations read it differently.
type ecdsaSignature struct {
	pub, msg      []byte
	deterministic [][]byte
	verifier      Verifier
}

func (e *ecdsaSignature) Check(claims Claims, out []byte, ok bool) error {
	if !ok {
		return errRefused
	}
	for _, d := range e.deterministic {
		if bytes.Equal(out, d) {
			return nil
		}
	}
	if claims["rfc6979"] {
		return fmt.Errorf("gave %x, RFC 6979 gives %x", out, e.deterministic[0])
	}
	if len(out) != 64 {
		return fmt.Errorf("gave %d bytes, not 64", len(out))
	}
	if claims["low_s"] && number(out[32:]).Cmp(halfN) > 0 {
		return fmt.Errorf("gave a high s in %x, though low_s is claimed", out)
	}
	valid, err := e.verifier.ECDSA(e.pub, out, e.msg)
	if err == nil && !valid {
		err = fmt.Errorf("gave %x, which does not verify", out)
	}
	return err
}

// schnorrSignature wants a signature under pub; bip340 is the one for the
// row's auxiliary randomness.
type schnorrSignature struct {
	pub, msg, bip340 []byte
	verifier         Verifier
}

func (s *schnorrSignature) Check(claims Claims, out []byte, ok bool) error {
	if !ok {
		return errRefused
	}
	if bytes.Equal(out, s.bip340) {
		return nil
	}
	if claims["bip340"] {
		return fmt.Errorf("gave %x, BIP-340 gives %x", out, s.bip340)
	}
	if len(out) != 64 {
		return fmt.Errorf("gave %d bytes, not 64", len(out))
	}
	valid, err := s.verifier.Schnorr(s.pub, out, s.msg)
	if err == nil && !valid {
		err = fmt.Errorf("gave %x, which does not verify", out)
	}
	return err
}

// NonceOf tells what a right answer shows of a signature's nonce, and which key signed
// which message with it; ok is false where the answer is no signature. Two of one
// nonce give the key away, whatever each of them verifies as.
func NonceOf(w Want, out []byte) (nonce, signed string, ok bool) {
	var pub, msg []byte
	switch w := w.(type) {
	case *ecdsaSignature:
		pub, msg = w.pub, bytes32(new(big.Int).Mod(number(w.msg), reference.N))
	case *schnorrSignature:
		pub, msg = w.pub, w.msg
	}
	if pub == nil || len(out) != 64 {
		return "", "", false
	}
	return string(out[:32]), string(join(pub, msg)), true
}

// ellswift wants an encoding of pub; libsecp256k1 gives exactly those bytes.
type ellswift struct{ pub, libsecp256k1 []byte }

func (e *ellswift) Check(claims Claims, out []byte, ok bool) error {
	if !ok {
		return errRefused
	}
	if bytes.Equal(out, e.libsecp256k1) {
		return nil
	}
	if claims["ellswift_exact"] {
		return fmt.Errorf("gave %x, libsecp256k1 gives %x", out, e.libsecp256k1)
	}
	if len(out) != 64 {
		return fmt.Errorf("gave %d bytes, not 64", len(out))
	}
	return mustDecode(out, e.pub)
}

func mustDecode(ell, pub []byte) error {
	if got := reference.EllswiftDecode(ell); !bytes.Equal(got, pub) {
		return fmt.Errorf("gave %x, an encoding of %x instead of %x", ell, got, pub)
	}
	return nil
}
