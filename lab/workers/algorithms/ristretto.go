package main

import (
	"bytes"
	"crypto/sha512"

	"github.com/oasisprotocol/curve25519-voi/curve"
	"github.com/oasisprotocol/curve25519-voi/curve/scalar"
)

const ristrettoFamily = "ristretto255-schnorr"

// ristretto is a Schnorr signature over ristretto255 (RFC 9496) in the form of
// EdDSA. With B the base point, H(tag, ...) SHA-512 of a domain-separating
// string and the inputs, and [H] its value modulo the group order:
//
//	secret   x = [H("secret", seed)], prefix = H("prefix", seed)
//	public   X = x B
//	sign     k = [H("nonce", prefix, msg)], R = k B,
//	         e = [H("challenge", R, X, msg)], s = k + e x
//	verify   R = s B - e X
//
// A signature is R and s, 64 bytes. R is compared in its encoding, which is
// unique, so it need not be decoded. Verification refuses an s beyond the group
// order, an encoding of X that is not canonical, and X = 0.
func ristretto() scheme {
	return scheme{
		name:   ristrettoFamily + "-curve25519-voi",
		family: ristrettoFamily,
		flags:  "deterministic nonce; key 32 bytes, signature R s",
		key: func(seed *[32]byte) (key, error) {
			x := ristrettoScalar("secret", seed[:])
			prefix := ristrettoHash("prefix", seed[:])
			public := ristrettoBase(x)
			return key{public, func(msg []byte) ([]byte, error) {
				k := ristrettoScalar("nonce", prefix, msg)
				sig := ristrettoBase(k)
				e := ristrettoScalar("challenge", sig, public, msg)
				s, err := k.Add(e.Mul(e, x), k).MarshalBinary()
				return append(sig, s...), err
			}}, nil
		},
		verify: ristrettoVerify,
	}.from(voiModule)
}

func ristrettoVerify(public, msg, sig []byte) bool {
	if len(sig) != 64 {
		return false
	}
	s, err := scalar.NewFromCanonicalBytes(sig[32:])
	if err != nil {
		return false
	}
	var x, r curve.RistrettoPoint
	if err := x.UnmarshalBinary(public); err != nil || x.IsIdentity() {
		return false
	}
	e := ristrettoScalar("challenge", sig[:32], public, msg)
	r.DoubleScalarMulBasepointVartime(e, x.Neg(&x), s)
	encoded, err := r.MarshalBinary()
	return err == nil && bytes.Equal(encoded, sig[:32])
}

// ristrettoBase returns the encoding of k B, in constant time.
func ristrettoBase(k *scalar.Scalar) []byte {
	var p curve.RistrettoPoint
	var c curve.CompressedRistretto
	c.SetRistrettoPoint(p.MulBasepoint(curve.RISTRETTO_BASEPOINT_TABLE, k))
	return c[:]
}

func ristrettoHash(tag string, parts ...[]byte) []byte {
	h := sha512.New()
	h.Write([]byte("koblitz ristretto255 schnorr " + tag + "\x00"))
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

func ristrettoScalar(tag string, parts ...[]byte) *scalar.Scalar {
	s, err := scalar.NewFromBytesModOrderWide(ristrettoHash(tag, parts...))
	if err != nil { // only for an input that is not 64 bytes long
		return scalar.New()
	}
	return s
}
