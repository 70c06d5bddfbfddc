package secp256k1

import (
	"crypto/ecdsa"
	cryptorand "crypto/rand"
	"io"
	"math/big"

	"koblitz.dev/secp256k1/group"
)

// PrivKeyBytesLen is the size of a serialized private key.
const PrivKeyBytesLen = 32

// A PrivateKey is a scalar, which is not checked.
type PrivateKey struct {
	Key ModNScalar
}

// NewPrivateKey returns the key that this scalar is.
func NewPrivateKey(key *ModNScalar) *PrivateKey { return &PrivateKey{*key} }

// PrivKeyFromBytes returns the key that the first 32 bytes, or fewer, are,
// modulo the order.
func PrivKeyFromBytes(privKeyBytes []byte) *PrivateKey {
	p := new(PrivateKey)
	p.Key.SetByteSlice(privKeyBytes)
	return p
}

// GeneratePrivateKey returns a random key.
func GeneratePrivateKey() (*PrivateKey, error) { return GeneratePrivateKeyFromRand(cryptorand.Reader) }

// GeneratePrivateKeyFromRand returns a key from rand: the first 32 bytes that are
// in its range.
func GeneratePrivateKeyFromRand(rand io.Reader) (*PrivateKey, error) {
	p, b := new(PrivateKey), new([PrivKeyBytesLen]byte)
	defer clear(b[:])
	for {
		if _, err := io.ReadFull(rand, b[:]); err != nil {
			return nil, err
		}
		overflow := p.Key.SetBytes(b)
		if refused := group.Bit(int(overflow | p.Key.IsZeroBit())); !refused.Declassify() {
			return p, nil
		}
	}
}

// ToECDSA returns p for package crypto/ecdsa.
func (p *PrivateKey) ToECDSA() *ecdsa.PrivateKey {
	var b [PrivKeyBytesLen]byte
	p.Key.PutBytes(&b)
	defer wipe(&b)
	var pub PublicKey
	p.setPubKey(&pub)
	return &ecdsa.PrivateKey{PublicKey: ecdsa.PublicKey{Curve: S256(), X: pub.X(), Y: pub.Y()}, D: new(big.Int).SetBytes(b[:])}
}

// PubKey returns the public key, in constant time. That of 0 is (0, 0).
func (p *PrivateKey) PubKey() *PublicKey {
	key := new(PublicKey)
	p.setPubKey(key)
	return key
}

func (p *PrivateKey) setPubKey(key *PublicKey) {
	group.Wiped(func() {
		var a group.AffinePoint
		var x, y group.Element
		d := p.Key.scalar()
		a.PublicBaseMul(&d)
		a.XY(&x, &y)
		key.x.setPublic(&x)
		key.y.setPublic(&y)
	})
}

// Zero overwrites the key.
func (p *PrivateKey) Zero() { p.Key.Zero() }

// Serialize returns the 32 bytes of the key, big-endian.
func (p PrivateKey) Serialize() []byte {
	b := new([PrivKeyBytesLen]byte)
	p.Key.PutBytes(b)
	return b[:]
}

// GenerateSharedSecret returns the x of the product of the two keys, in constant
// time in the private one; 32 bytes.
func GenerateSharedSecret(privkey *PrivateKey, pubkey *PublicKey) []byte {
	b := new([32]byte)
	var point JacobianPoint
	pubkey.AsJacobian(&point)
	q := point.point()
	group.Wiped(func() {
		var p group.SecretPoint
		var c [33]byte
		d := privkey.Key.scalar()
		p.Mul(&d, &q)
		p.PutCompressed(&c)
		copy(b[:], c[1:])
	})
	return b[:]
}
