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
