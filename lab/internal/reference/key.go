package reference

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
	decdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	voi "gitlab.com/yawning/secp256k1-voi"
	"gitlab.com/yawning/secp256k1-voi/secec"
	"gitlab.com/yawning/secp256k1-voi/secec/bitcoin"
)

// A Key is a secret key held by both implementations.
type Key struct {
	Public [65]byte

	dec *dec.PrivateKey
	voi *secec.PrivateKey
}

// NewKey returns the key of a 32-byte secret, or ErrRefused when that is 0 or
// at least n.
func NewKey(seckey []byte) (*Key, error) {
	s, ok := decScalar(seckey)
	ok = ok && !s.IsZero()
	v, err := secec.NewPrivateKey(seckey)
	if _, err := agreeVerdict("secret key", ok, err == nil); err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrRefused
	}
	k := &Key{dec: dec.NewPrivateKey(s), voi: v}
	pub, err := agree("public key", k.dec.PubKey().SerializeUncompressed(), v.PublicKey().Bytes())
	if err != nil {
		return nil, err
	}
	copy(k.Public[:], pub)
	return k, nil
}

// SeckeyVerify says whether b is a secret key.
func SeckeyVerify(b []byte) (bool, error) {
	d, ok := decScalar(b)
	v, okVoi := voiScalar(b)
	return agreeVerdict("secret key", ok && !d.IsZero(), okVoi && v.IsZero() == 0)
}

// SeckeyNegate returns n - k for a secret key k.
func SeckeyNegate(k []byte) ([]byte, error) {
	return seckey("negated secret key", k, k,
		func(a, _ *dec.ModNScalar) { a.Negate() }, func(a, _ *voi.Scalar) { a.Negate(a) })
}

// SeckeyTweakAdd returns k + t mod n for a secret key k. It refuses t >= n and the sum 0.
func SeckeyTweakAdd(k, tweak []byte) ([]byte, error) {
	return seckey("sum of secret key and tweak", k, tweak,
		func(a, b *dec.ModNScalar) { a.Add(b) }, func(a, b *voi.Scalar) { a.Add(a, b) })
}

// SeckeyTweakMul returns k t mod n for a secret key k. It refuses t >= n and t = 0.
func SeckeyTweakMul(k, tweak []byte) ([]byte, error) {
	return seckey("product of secret key and tweak", k, tweak,
		func(a, b *dec.ModNScalar) { a.Mul(b) }, func(a, b *voi.Scalar) { a.Multiply(a, b) })
}

// seckey returns what both implementations make of a secret key and a number below n,
// which must be a secret key.
func seckey(what string, k, tweak []byte, byDec func(a, b *dec.ModNScalar), byVoi func(a, b *voi.Scalar)) ([]byte, error) {
	var fromDecred, fromVoi []byte
	if a, ok := decScalar(k); ok && !a.IsZero() {
		if b, ok := decScalar(tweak); ok {
			if byDec(a, b); !a.IsZero() {
				out := a.Bytes()
				fromDecred = out[:]
			}
		}
	}
	if a, ok := voiScalar(k); ok && a.IsZero() == 0 {
		if b, ok := voiScalar(tweak); ok {
			if byVoi(a, b); a.IsZero() == 0 {
				fromVoi = a.Bytes()
			}
		}
	}
	return agree(what, fromDecred, fromVoi)
}

// SignECDSA returns the RFC 6979 signature (HMAC-SHA256, no extra data, low s)
// of a message hash as r then s, and its recovery id. The hash enters the nonce
// reduced mod n, as RFC 6979's bits2octets says.
func (k *Key) SignECDSA(msg []byte) (sig []byte, recid byte, err error) {
	r, s, id, err := k.voi.SignRaw(secec.RFC6979SHA256(), msg)
	if err != nil {
		return nil, 0, fmt.Errorf("voi: %w", err)
	}
	fromVoi := secec.BuildCompactRecoverableSignature(r, s, id)
	fromDecred, err := agree("ecdsa signature", k.decSign(reduce(msg)), fromVoi)
	if err != nil {
		return nil, 0, err
	}
	return fromDecred[:64], fromDecred[64], nil
}

// SignECDSAUnreduced is SignECDSA with the message hash entering the nonce as
// it is. It differs only for hashes of at least n, and is what several
// libraries do; only decred computes it.
func (k *Key) SignECDSAUnreduced(msg []byte) []byte { return k.decSign(msg)[:64] }

// decSign returns r, s, recovery id.
func (k *Key) decSign(msg []byte) []byte {
	c := decdsa.SignCompact(k.dec, msg, false)
	return append(c[1:len(c):len(c)], c[0]-27)
}

// reduce returns a 32-byte value mod n.
func reduce(b []byte) []byte {
	var s dec.ModNScalar
	s.SetByteSlice(b)
	out := s.Bytes()
	return out[:]
}

// SignSchnorr returns the BIP-340 signature of a 32-byte message with 32 bytes
// of auxiliary randomness.
func (k *Key) SignSchnorr(msg, aux []byte) ([]byte, error) {
	bySig, err := schnorr.Sign(k.dec, msg, schnorr.CustomNonce([32]byte(aux)), schnorr.FastSign())
	if err != nil {
		return nil, fmt.Errorf("btcec: %w", err)
	}
	byVoi, err := bitcoin.NewSchnorrPrivateKeyFromECDSA(k.voi).Sign(bytes.NewReader(aux), msg, nil)
	if err != nil {
		return nil, fmt.Errorf("voi: %w", err)
	}
	return agree("schnorr signature", bySig.Serialize(), byVoi)
}

// Mul returns k times a 65-byte point.
func (k *Key) Mul(pub65 []byte) ([]byte, error) {
	var byDecred, byVoi []byte
	if p, ok := decPoint(pub65); ok {
		var q dec.JacobianPoint
		dec.ScalarMultNonConst(&k.dec.Key, &p, &q)
		byDecred = decBytes(&q)
	}
	if p, ok := voiPoint(pub65); ok {
		byVoi = voiBytes(voi.NewIdentityPoint().ScalarMult(k.voi.Scalar(), p))
	}
	return agree("point multiplication", byDecred, byVoi)
}

// Shared returns the product of a key and another key's public point. voi
// multiplies the point; decred, at a fifth of the cost, multiplies G by the
// product of the secrets.
func (k *Key) Shared(other *Key) ([]byte, error) {
	var product dec.ModNScalar
	product.Mul2(&k.dec.Key, &other.dec.Key)
	var q dec.JacobianPoint
	dec.ScalarBaseMultNonConst(&product, &q)
	p := voi.NewIdentityPoint().ScalarMult(k.voi.Scalar(), other.voi.PublicKey().Point())
	return agree("shared point", decBytes(&q), voiBytes(p))
}

// ECDH returns the SHA-256 of the compressed k*P.
func (k *Key) ECDH(pub65 []byte) ([]byte, error) {
	p, err := k.Mul(pub65)
	if err != nil {
		return nil, err
	}
	return ECDHHash(p), nil
}

// ECDHHash returns the SHA-256 of a 65-byte point's compressed form.
func ECDHHash(shared65 []byte) []byte {
	h := sha256.Sum256(compress(shared65))
	return h[:]
}
