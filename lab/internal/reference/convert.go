package reference

import (
	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
	voi "gitlab.com/yawning/secp256k1-voi"
)

// decScalar returns b as a scalar; ok is false unless b is 32 bytes below n.
func decScalar(b []byte) (s *dec.ModNScalar, ok bool) {
	s = new(dec.ModNScalar)
	return s, len(b) == 32 && !s.SetByteSlice(b)
}

func voiScalar(b []byte) (s *voi.Scalar, ok bool) {
	if len(b) != 32 {
		return nil, false
	}
	s, err := voi.NewScalarFromCanonicalBytes((*[32]byte)(b))
	return s, err == nil
}

// decPoint parses 65 bytes of an uncompressed point, never a hybrid one.
func decPoint(b []byte) (p dec.JacobianPoint, ok bool) {
	key := decKey(b)
	if key == nil || len(b) != 65 {
		return p, false
	}
	key.AsJacobian(&p)
	return p, true
}

// decKey parses a compressed or uncompressed point; nil means refused.
func decKey(b []byte) *dec.PublicKey {
	if len(b) == 65 && b[0] != 4 {
		return nil
	}
	key, err := dec.ParsePubKey(b)
	if err != nil {
		return nil
	}
	return key
}

// decBytes returns p uncompressed, or nil for infinity. It makes p affine.
func decBytes(p *dec.JacobianPoint) []byte {
	if decInfinite(p) {
		return nil
	}
	p.ToAffine()
	out := make([]byte, 65)
	out[0] = 4
	p.X.PutBytesUnchecked(out[1:33])
	p.Y.PutBytesUnchecked(out[33:])
	return out
}

func decInfinite(p *dec.JacobianPoint) bool {
	return p.Z.IsZero() || (p.X.IsZero() && p.Y.IsZero())
}

func voiPoint(b []byte) (*voi.Point, bool) {
	p, err := new(voi.Point).SetUncompressedBytes(b)
	return p, err == nil
}

// voiBytes returns p uncompressed, or nil for infinity.
func voiBytes(p *voi.Point) []byte {
	if p.IsIdentity() == 1 {
		return nil
	}
	return p.UncompressedBytes()
}

// compress returns the 33-byte form of an uncompressed point.
func compress(pub65 []byte) []byte {
	return append([]byte{2 | pub65[64]&1}, pub65[1:33]...)
}
