package reference

import (
	decdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"gitlab.com/yawning/secp256k1-voi/secec"
)

// DER encodes r then s as SEQUENCE { INTEGER r, INTEGER s }. The values are
// not checked: 0 and values of at least n are encoded as they are.
func DER(sig []byte) []byte {
	r, s := derInteger(sig[:32]), derInteger(sig[32:])
	out := append([]byte{0x30, byte(len(r) + len(s))}, r...)
	return append(out, s...)
}

func derInteger(b []byte) []byte {
	for len(b) > 1 && b[0] == 0 {
		b = b[1:]
	}
	if b[0]&0x80 != 0 {
		b = append([]byte{0}, b...)
	}
	return append([]byte{2, byte(len(b))}, b...)
}

// ParseDER returns r then s of a strict DER signature with r and s in
// [1, n-1].
func ParseDER(der []byte) ([]byte, error) {
	var byDecred, byVoi []byte
	if sig, err := decdsa.ParseDERSignature(der); err == nil {
		byDecred = make([]byte, 64)
		r, s := sig.R(), sig.S()
		r.PutBytesUnchecked(byDecred[:32])
		s.PutBytesUnchecked(byDecred[32:])
	}
	if r, s, err := secec.ParseASN1Signature(der); err == nil {
		byVoi = secec.BuildCompactSignature(r, s)
	}
	return agree("DER parsing", byDecred, byVoi)
}
