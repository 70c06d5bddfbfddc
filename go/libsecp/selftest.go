package libsecp

import (
	"bytes"
	"encoding/hex"
	"errors"
)

// selfTest asks for published answers: BIP-340's vector 0 (secret key 3, zeros
// for message and randomness) and the RFC 6979 signature of "Satoshi Nakamoto"
// by key 1. A library that passes has the layouts that this package expects.
func (l *Library) selfTest() error {
	key := func(k byte) []byte { return append(make([]byte, 31), k) }
	pub, err := l.PublicKey(key(3))
	if err != nil || !bytes.Equal(pub, answerPublic) {
		return errors.New("wrong public key")
	}
	sig, err := l.SignECDSA(key(1), answerDigest)
	if err != nil || !bytes.Equal(sig, answerECDSA) {
		return errors.New("wrong ECDSA signature")
	}
	one, err := l.PublicKey(key(1))
	if err != nil {
		return err
	}
	if ok, err := l.VerifyECDSA(one, answerDigest, sig); !ok || err != nil {
		return errors.New("a valid ECDSA signature is refused")
	}
	if ok, err := l.VerifyECDSA(pub, answerDigest, sig); ok || err != nil {
		return errors.New("an ECDSA signature of another key is accepted")
	}
	if l.need(xonlyParse, schnorrVerify, schnorrSignCustom) != nil {
		return nil
	}
	msg := make([]byte, 32)
	if ok, err := l.VerifySchnorr(pub[1:], msg, answerSchnorr); !ok || err != nil {
		return errors.New("a valid BIP-340 signature is refused")
	}
	msg[0] = 1
	if ok, err := l.VerifySchnorr(pub[1:], msg, answerSchnorr); ok || err != nil {
		return errors.New("a BIP-340 signature of another message is accepted")
	}
	return nil
}

var (
	answerPublic  = unhex("02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9")
	answerDigest  = unhex("a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e")
	answerECDSA   = unhex("934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5")
	answerSchnorr = unhex("e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0")
)

func unhex(s string) []byte {
	b, _ := hex.DecodeString(s) // constants, which the self-test compares
	return b
}
