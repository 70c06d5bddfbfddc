package reference

import (
	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
	voi "gitlab.com/yawning/secp256k1-voi"
)

// ParsePublic returns the uncompressed form of a 33- or 65-byte key. Hybrid
// keys (prefix 6 or 7) are refused.
func ParsePublic(b []byte) ([]byte, error) {
	var byDecred, byVoi []byte
	if key := decKey(b); key != nil {
		byDecred = key.SerializeUncompressed()
	}
	// voi's parser also knows the one-byte infinity.
	if p, err := voi.NewPointFromBytes(b); err == nil {
		byVoi = voiBytes(p)
	}
	return agree("public key parsing", byDecred, byVoi)
}

// LiftX returns the point with that x and an even y.
func LiftX(x []byte) ([]byte, error) {
	return ParsePublic(append([]byte{2}, x...))
}

// BaseMul returns k*G, and ErrRefused for k = 0 and k >= n.
func BaseMul(k []byte) ([]byte, error) {
	key, err := NewKey(k)
	if err != nil {
		return nil, err
	}
	return key.Public[:], nil
}

// TweakAdd returns P + t*G for a 65-byte P. It refuses t >= n and a sum at
// infinity.
func TweakAdd(pub65, tweak []byte) ([]byte, error) {
	var byDecred, byVoi []byte
	if p, ok := decPoint(pub65); ok {
		if t, ok := decScalar(tweak); ok {
			var tG, sum dec.JacobianPoint
			dec.ScalarBaseMultNonConst(t, &tG)
			dec.AddNonConst(&p, &tG, &sum)
			byDecred = decBytes(&sum)
		}
	}
	if p, ok := voiPoint(pub65); ok {
		if t, ok := voiScalar(tweak); ok {
			tG := voi.NewIdentityPoint().ScalarBaseMult(t)
			byVoi = voiBytes(p.Add(p, tG))
		}
	}
	return agree("tweak", byDecred, byVoi)
}

// XOnlyTweakAdd returns x and y's parity of lift_x(internal) + t*G (BIP-341).
func XOnlyTweakAdd(internal, tweak []byte) (tweaked []byte, parity byte, err error) {
	p, err := LiftX(internal)
	if err != nil {
		return nil, 0, err
	}
	q, err := TweakAdd(p, tweak)
	if err != nil {
		return nil, 0, err
	}
	return q[1:33], q[64] & 1, nil
}

// Combine returns the sum of 65-byte points and refuses infinity.
func Combine(pubs [][]byte) ([]byte, error) {
	return agree("sum of points", decCombine(pubs), voiCombine(pubs))
}

func decCombine(pubs [][]byte) []byte {
	var sum dec.JacobianPoint
	for _, pub := range pubs {
		p, ok := decPoint(pub)
		if !ok {
			return nil
		}
		var next dec.JacobianPoint
		dec.AddNonConst(&sum, &p, &next)
		sum.Set(&next)
	}
	return decBytes(&sum)
}

func voiCombine(pubs [][]byte) []byte {
	sum := voi.NewIdentityPoint()
	for _, pub := range pubs {
		p, ok := voiPoint(pub)
		if !ok {
			return nil
		}
		sum.Add(sum, p)
	}
	return voiBytes(sum)
}
