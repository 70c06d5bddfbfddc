package libsecp

import "unsafe"

// SignSchnorr signs a message of any length (BIP-340). Aux is 32 bytes of fresh
// randomness, or nil, which stands for zeros.
func (l *Library) SignSchnorr(sec, msg, aux []byte) (sig []byte, err error) {
	if err := checkSize("secret key", sec, 32); err != nil {
		return nil, err
	}
	if aux != nil {
		if err := checkSize("auxiliary randomness", aux, 32); err != nil {
			return nil, err
		}
	}
	if err := l.need(keypairCreate); err != nil {
		return nil, err
	}
	pair := new(keypair)
	defer wipe(pair[:])
	if !call(l, keypairCreate, uintptr(unsafe.Pointer(pair)), uintptr(unsafe.Pointer(&sec[0]))) {
		return nil, ErrSecretKey
	}
	return l.signSchnorr(pair, msg, aux)
}

func (l *Library) signSchnorr(pair *keypair, msg, aux []byte) ([]byte, error) {
	sig := make([]byte, 64)
	var ok bool
	if len(msg) == 32 {
		if err := l.need(schnorrSign32); err != nil {
			return nil, err
		}
		ok = call(l, schnorrSign32, uintptr(unsafe.Pointer(&sig[0])), uintptr(unsafe.Pointer(&msg[0])),
			uintptr(unsafe.Pointer(pair)), uintptr(unsafe.Pointer(unsafe.SliceData(aux))))
	} else {
		if err := l.need(schnorrSignCustom); err != nil {
			return nil, err
		}
		if len(msg) == 0 {
			msg = empty[:0]
		}
		// secp256k1_schnorrsig_extraparams: nil is the library's own nonce
		// function, whose data is the auxiliary randomness.
		extra := &struct {
			magic [4]byte
			nonce uintptr
			data  *byte
		}{magic: [4]byte{0xda, 0x6f, 0xb3, 0x8c}, data: unsafe.SliceData(aux)}
		ok = call(l, schnorrSignCustom, uintptr(unsafe.Pointer(&sig[0])), uintptr(unsafe.Pointer(unsafe.SliceData(msg))),
			uintptr(len(msg)), uintptr(unsafe.Pointer(pair)), uintptr(unsafe.Pointer(extra)))
	}
	if !ok {
		return nil, ErrSecretKey
	}
	return sig, nil
}

// empty is what an empty message points to: libsecp256k1 takes a null pointer
// there, but not every version said so.
var empty [1]byte

// VerifySchnorr reports whether a 64-byte signature of a message of any length
// is valid under a 32-byte x-only key (BIP-340). Inputs of a wrong size and a
// key off the curve are errors.
func (l *Library) VerifySchnorr(x, msg, sig []byte) (bool, error) {
	// Before schnorrsig_sign_custom was there, schnorrsig_verify took no length.
	if err := l.need(xonlyParse, schnorrVerify, schnorrSignCustom); err != nil {
		return false, err
	}
	if err := checkSize("signature", sig, 64); err != nil {
		return false, err
	}
	var p pubkey
	if err := l.parseXOnly(&p, x); err != nil {
		return false, err
	}
	if len(msg) == 0 {
		msg = empty[:0]
	}
	return call(l, schnorrVerify, uintptr(unsafe.Pointer(&sig[0])), uintptr(unsafe.Pointer(unsafe.SliceData(msg))),
		uintptr(len(msg)), uintptr(unsafe.Pointer(&p))), nil
}

// TaggedHash returns BIP-340's 32-byte tagged hash of a message.
func (l *Library) TaggedHash(tag, msg []byte) ([]byte, error) {
	if err := l.need(taggedSHA256); err != nil {
		return nil, err
	}
	if len(tag) == 0 {
		tag = empty[:0]
	}
	if len(msg) == 0 {
		msg = empty[:0]
	}
	out := make([]byte, 32)
	call(l, taggedSHA256, uintptr(unsafe.Pointer(&out[0])), uintptr(unsafe.Pointer(unsafe.SliceData(tag))), uintptr(len(tag)),
		uintptr(unsafe.Pointer(unsafe.SliceData(msg))), uintptr(len(msg)))
	return out, nil
}
