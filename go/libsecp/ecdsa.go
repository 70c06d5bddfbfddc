package libsecp

import (
	"errors"
	"fmt"
	"unsafe"
)

// maxDER is the size of the longest DER signature.
const maxDER = 72

// SignECDSA signs a 32-byte digest with the nonce of RFC 6979 and a low s.
func (l *Library) SignECDSA(sec, digest []byte) (sig []byte, err error) {
	if err := errors.Join(checkSize("secret key", sec, 32), checkSize("digest", digest, 32)); err != nil {
		return nil, err
	}
	var s signature
	if !call(l, ecdsaSign, uintptr(unsafe.Pointer(&s)), uintptr(unsafe.Pointer(&digest[0])), uintptr(unsafe.Pointer(&sec[0])), 0, 0) {
		return nil, ErrSecretKey
	}
	return l.compact(&s)
}

// VerifyECDSA reports whether a signature with a low s is valid; one with a high
// s is not (see NormalizeS). Inputs of a wrong size, a key off the curve and
// numbers not below the group order are errors.
func (l *Library) VerifyECDSA(pub, digest, sig []byte) (bool, error) {
	if err := checkSize("digest", digest, 32); err != nil {
		return false, err
	}
	var p pubkey
	var s signature
	if err := l.parse(&p, pub); err != nil {
		return false, err
	}
	if err := l.parseCompact(&s, sig); err != nil {
		return false, err
	}
	return call(l, ecdsaVerify, uintptr(unsafe.Pointer(&s)), uintptr(unsafe.Pointer(&digest[0])), uintptr(unsafe.Pointer(&p))), nil
}

// NormalizeS returns the signature with a low s, and whether it had a high one.
func (l *Library) NormalizeS(sig []byte) (low []byte, wasHigh bool, err error) {
	var s signature
	if err := l.parseCompact(&s, sig); err != nil {
		return nil, false, err
	}
	wasHigh = call(l, signatureNormalize, uintptr(unsafe.Pointer(&s)), uintptr(unsafe.Pointer(&s)))
	low, err = l.compact(&s)
	return low, wasHigh, err
}

// ParseDER returns the 64 bytes of a strictly encoded DER signature with r and
// s in [1, n-1].
func (l *Library) ParseDER(der []byte) (sig []byte, err error) {
	var s signature
	if len(der) == 0 || !call(l, signatureParseDER, uintptr(unsafe.Pointer(&s)), uintptr(unsafe.Pointer(unsafe.SliceData(der))), uintptr(len(der))) {
		return nil, fmt.Errorf("%w in strict DER", ErrSignature)
	}
	if sig, err = l.compact(&s); err != nil {
		return nil, err
	}
	// The library takes a number not below the order and makes it 0.
	if [32]byte(sig[:32]) == [32]byte{} || [32]byte(sig[32:]) == [32]byte{} {
		return nil, fmt.Errorf("%w and above 0", ErrSignature)
	}
	return sig, nil
}

// SerializeDER returns the DER encoding of a signature.
func (l *Library) SerializeDER(sig []byte) (der []byte, err error) {
	var s signature
	if err := l.parseCompact(&s, sig); err != nil {
		return nil, err
	}
	out := make([]byte, maxDER)
	size := uintptr(maxDER) // size_t
	if !call(l, signatureSerializeDER, uintptr(unsafe.Pointer(&out[0])), uintptr(unsafe.Pointer(&size)), uintptr(unsafe.Pointer(&s))) || size > maxDER {
		return nil, ErrSignature
	}
	return out[:size], nil
}

// SignRecoverable is SignECDSA with the recovery id, 0 to 3.
func (l *Library) SignRecoverable(sec, digest []byte) (sig []byte, recoveryID int, err error) {
	if err := l.need(ecdsaSignRecoverable, recoverableSerialize); err != nil {
		return nil, 0, err
	}
	if err := errors.Join(checkSize("secret key", sec, 32), checkSize("digest", digest, 32)); err != nil {
		return nil, 0, err
	}
	var s recoverable
	if !call(l, ecdsaSignRecoverable, uintptr(unsafe.Pointer(&s)), uintptr(unsafe.Pointer(&digest[0])), uintptr(unsafe.Pointer(&sec[0])), 0, 0) {
		return nil, 0, ErrSecretKey
	}
	sig = make([]byte, 64)
	var id int32 // int
	if !call(l, recoverableSerialize, uintptr(unsafe.Pointer(&sig[0])), uintptr(unsafe.Pointer(&id)), uintptr(unsafe.Pointer(&s))) {
		return nil, 0, ErrSignature
	}
	return sig, int(id), nil
}

// Recover returns the compressed public key that a signature is valid for, or
// ErrSignature where there is none. Like the library it takes a high s.
func (l *Library) Recover(digest, sig []byte, recoveryID int) (pub []byte, err error) {
	if err := l.need(ecdsaRecover, recoverableParse); err != nil {
		return nil, err
	}
	if err := errors.Join(checkSize("digest", digest, 32), checkSize("signature", sig, 64)); err != nil {
		return nil, err
	}
	if recoveryID < 0 || recoveryID > 3 {
		return nil, fmt.Errorf("libsecp: recovery id %d is not in [0, 3]", recoveryID)
	}
	var s recoverable
	var p pubkey
	if !call(l, recoverableParse, uintptr(unsafe.Pointer(&s)), uintptr(unsafe.Pointer(&sig[0])), uintptr(recoveryID)) ||
		!call(l, ecdsaRecover, uintptr(unsafe.Pointer(&p)), uintptr(unsafe.Pointer(&s)), uintptr(unsafe.Pointer(&digest[0]))) {
		return nil, ErrSignature
	}
	return l.serialize(&p, compressed)
}

func (l *Library) parseCompact(s *signature, sig []byte) error {
	if err := checkSize("signature", sig, 64); err != nil {
		return err
	}
	if !call(l, signatureParseCompact, uintptr(unsafe.Pointer(s)), uintptr(unsafe.Pointer(&sig[0]))) {
		return ErrSignature
	}
	return nil
}

func (l *Library) compact(s *signature) ([]byte, error) {
	out := make([]byte, 64)
	if !call(l, signatureSerializeCompact, uintptr(unsafe.Pointer(&out[0])), uintptr(unsafe.Pointer(s))) {
		return nil, ErrSignature
	}
	return out, nil
}
