package main

import (
	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/libsecp"
	"koblitz.dev/secp256k1/schnorr"
)

// A suite is what a command computes with: this project's Go module, or a
// library. Encodings are those of package libsecp.
type suite interface {
	PublicKey(sec []byte) ([]byte, error)
	Compress(pub []byte) ([]byte, error)
	Uncompress(pub []byte) ([]byte, error)
	SignECDSA(sec, digest []byte) ([]byte, error)
	SignRecoverable(sec, digest []byte) ([]byte, int, error)
	VerifyECDSA(pub, digest, sig []byte) (bool, error)
	NormalizeS(sig []byte) ([]byte, bool, error)
	ParseDER(der []byte) ([]byte, error)
	SerializeDER(sig []byte) ([]byte, error)
	Recover(digest, sig []byte, recoveryID int) ([]byte, error)
	SignSchnorr(sec, msg, aux []byte) ([]byte, error)
	VerifySchnorr(x, msg, sig []byte) (bool, error)
	ECDH(sec, pub []byte) ([]byte, error)
	ECDHRaw(sec, pub []byte) ([]byte, error)
}

var (
	_ suite = native{}
	_ suite = (*libsecp.Library)(nil)
)

// native is this project's Go module.
type native struct{}

func (native) PublicKey(sec []byte) ([]byte, error) {
	var key secp256k1.SecretKey
	defer key.Wipe()
	if err := key.SetBytes(sec); err != nil {
		return nil, err
	}
	return key.PublicKey().Bytes(), nil
}

func (native) Compress(pub []byte) ([]byte, error) {
	p, err := secp256k1.ParsePublicKey(pub)
	if err != nil {
		return nil, err
	}
	return p.Bytes(), nil
}

func (native) Uncompress(pub []byte) ([]byte, error) {
	p, err := secp256k1.ParsePublicKey(pub)
	if err != nil {
		return nil, err
	}
	return p.Uncompressed(), nil
}

func (native) SignECDSA(sec, digest []byte) ([]byte, error) {
	var key secp256k1.SecretKey
	defer key.Wipe()
	if err := key.SetBytes(sec); err != nil {
		return nil, err
	}
	sig, err := ecdsa.Sign(&key, digest)
	if err != nil {
		return nil, err
	}
	return sig.Compact(), nil
}

func (native) SignRecoverable(sec, digest []byte) ([]byte, int, error) {
	var key secp256k1.SecretKey
	defer key.Wipe()
	if err := key.SetBytes(sec); err != nil {
		return nil, 0, err
	}
	sig, err := ecdsa.SignRecoverable(&key, digest)
	if err != nil {
		return nil, 0, err
	}
	return sig.Compact(), sig.ID(), nil
}

func (native) VerifyECDSA(pub, digest, sig []byte) (bool, error) {
	p, err := secp256k1.ParsePublicKey(pub)
	if err != nil {
		return false, err
	}
	s, err := ecdsa.ParseCompact(sig)
	if err != nil {
		return false, err
	}
	if len(digest) != ecdsa.DigestSize {
		return false, ecdsa.ErrDigest
	}
	return ecdsa.Verify(&p, digest, &s), nil
}

func (native) NormalizeS(sig []byte) (low []byte, wasHigh bool, err error) {
	s, err := ecdsa.ParseCompact(sig)
	if err != nil {
		return nil, false, err
	}
	l := s.LowS()
	return l.Compact(), s.IsHighS(), nil
}

func (native) ParseDER(der []byte) ([]byte, error) {
	s, err := ecdsa.ParseDER(der)
	if err != nil {
		return nil, err
	}
	return s.Compact(), nil
}

func (native) SerializeDER(sig []byte) ([]byte, error) {
	s, err := ecdsa.ParseCompact(sig)
	if err != nil {
		return nil, err
	}
	return s.DER(), nil
}

func (native) Recover(digest, sig []byte, recoveryID int) ([]byte, error) {
	s, err := ecdsa.ParseRecoverable(sig, recoveryID)
	if err != nil {
		return nil, err
	}
	pub, err := ecdsa.Recover(digest, &s)
	if err != nil {
		return nil, err
	}
	return pub.Bytes(), nil
}

func (native) SignSchnorr(sec, msg, aux []byte) ([]byte, error) {
	var key secp256k1.SecretKey
	defer key.Wipe()
	if err := key.SetBytes(sec); err != nil {
		return nil, err
	}
	sig, err := schnorr.Sign(&key, msg, aux)
	if err != nil {
		return nil, err
	}
	return sig.Bytes(), nil
}

func (native) VerifySchnorr(x, msg, sig []byte) (bool, error) {
	p, err := secp256k1.ParseXOnlyPublicKey(x)
	if err != nil {
		return false, err
	}
	s, err := schnorr.ParseSignature(sig)
	return err == nil && schnorr.Verify(&p, msg, &s), nil
}

func (native) ECDH(sec, pub []byte) ([]byte, error) { return exchange(sec, pub, ecdh.SharedSecret) }

func (native) ECDHRaw(sec, pub []byte) ([]byte, error) { return exchange(sec, pub, ecdh.SharedX) }

func exchange(sec, pub []byte, with func(*secp256k1.SecretKey, *secp256k1.PublicKey) ([]byte, error)) ([]byte, error) {
	var key secp256k1.SecretKey
	defer key.Wipe()
	if err := key.SetBytes(sec); err != nil {
		return nil, err
	}
	p, err := secp256k1.ParsePublicKey(pub)
	if err != nil {
		return nil, err
	}
	return with(&key, &p)
}
