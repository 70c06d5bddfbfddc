package pool

import (
	"bytes"
	"errors"
	"fmt"

	"koblitz.dev/lab/internal/reference"
)

// answer computes what a right contender that makes every claim but
// rejects_high_s answers, from a row's fields alone. ok is the verdict, or
// whether there are bytes; err says that the implementations disagree.
func answer(op string, f [][]byte) (out []byte, ok bool, err error) {
	switch op {
	case "ecdsa_verify":
		ok, err = reference.VerifyECDSA(f[0], f[1], f[2])
		return nil, ok, err
	case "ecdsa_parse_verify":
		sig, err := reference.ParseDER(f[1])
		if err != nil {
			return nil, false, unlessRefused(err)
		}
		ok, err = reference.VerifyECDSA(f[0], sig, f[2])
		return nil, ok, err
	case "schnorr_verify", "schnorr_parse_verify":
		ok, err = reference.VerifySchnorr(f[0], f[1], f[2])
		return nil, ok, err
	case "xonly_tweak_add_check":
		tweaked, parity, err := reference.XOnlyTweakAdd(f[2], f[3])
		return nil, err == nil && bytes.Equal(tweaked, f[0]) && parity == f[1][0], unlessRefused(err)
	case "seckey_verify":
		ok, err = reference.SeckeyVerify(f[0])
		return nil, ok, err
	case "musig_partial_sig_verify":
		session, err := reference.NewMusigSession([][]byte{f[0], f[2]}, [][]byte{f[1], f[3]}, f[4])
		if err != nil {
			return nil, false, unlessRefused(err)
		}
		ok, err = session.Verify(0, f[0], f[1], f[5])
		return nil, ok, unlessRefused(err)
	}
	out, err = answerBytes(op, f)
	return out, err == nil, unlessRefused(err)
}

func unlessRefused(err error) error {
	if errors.Is(err, reference.ErrRefused) {
		return nil
	}
	return err
}

func answerBytes(op string, f [][]byte) ([]byte, error) {
	switch op {
	case "pubkey_create", "base_mul":
		return reference.BaseMul(f[0])
	case "ecdsa_recover":
		return reference.RecoverECDSA(f[0], f[1][0], f[2])
	case "pubkey_parse33", "pubkey_parse65":
		return reference.ParsePublic(f[0])
	case "pubkey_tweak_add":
		return reference.TweakAdd(f[0], f[1])
	case "seckey_negate":
		return reference.SeckeyNegate(f[0])
	case "seckey_tweak_add":
		return reference.SeckeyTweakAdd(f[0], f[1])
	case "seckey_tweak_mul":
		return reference.SeckeyTweakMul(f[0], f[1])
	case "pubkey_combine":
		return reference.Combine(f)
	case "ellswift_encode":
		return reference.EllswiftEncode(f[0], f[1]), nil
	case "ellswift_decode":
		return reference.EllswiftDecode(f[0]), nil
	case "der_parse":
		return reference.ParseDER(f[0])
	case "musig_pubkey_agg_100":
		return reference.MusigAggregate(f)
	case "silentpayments_send_100":
		return answerSend(f)
	case "silentpayments_scan_1000":
		receiver, err := reference.NewSilentReceiver(f[0], f[1], f[2], f[3], f[4], f[5])
		if err != nil {
			return nil, err
		}
		return receiver.Scan(f[6:])
	case "tagged_sha256":
		h := reference.TaggedHash(f[0], f[1])
		return h[:], nil
	case "field_mul":
		return reference.FieldMul(f[0], f[1])
	case "field_sqr":
		return reference.FieldSqr(f[0])
	case "field_inv":
		return reference.FieldInv(f[0])
	case "field_sqrt":
		return reference.FieldSqrt(f[0])
	}
	return answerSecret(op, f)
}

// answerSecret covers the operations that take a secret key or scalar besides
// other fields.
func answerSecret(op string, f [][]byte) ([]byte, error) {
	secret := f[0]
	switch op {
	case "ellswift_xdh":
		secret = f[2]
	case "musig_nonce_gen", "musig_partial_sign":
		secret = f[1]
	}
	key, err := reference.NewKey(secret)
	if err != nil {
		return nil, err
	}
	switch op {
	case "ecdsa_sign":
		sig, _, err := key.SignECDSA(f[1])
		return sig, err
	case "schnorr_sign":
		return key.SignSchnorr(f[1], f[2])
	case "ecdh":
		return key.ECDH(f[1])
	case "ellswift_create":
		return key.EllswiftCreate(f[1]), nil
	case "ellswift_xdh":
		return key.EllswiftXDH(f[0], f[1], f[3][0])
	case "musig_nonce_gen":
		nonce, err := key.MusigNonce(f[0], f[3])
		if err != nil {
			return nil, err
		}
		return nonce.Public, nil
	case "musig_partial_sign":
		return answerPart(key, f)
	case "point_mul":
		return key.Mul(f[1])
	case "secret_mul":
		p, err := key.Mul(f[1])
		if err != nil {
			return nil, err
		}
		return compressed(p), nil
	}
	return nil, fmt.Errorf("no reference for operation %q", op)
}
