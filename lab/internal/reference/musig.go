package reference

import (
	"bytes"
	"encoding/binary"

	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
	voi "gitlab.com/yawning/secp256k1-voi"
)

// generator65 is G.
var generator65 = func() []byte {
	p, err := BaseMul(append(make([]byte, 31), 1))
	if err != nil {
		panic(err)
	}
	return p
}()

// combination returns the sum of scalars times points, and refuses infinity.
// Scalars are below n, points valid.
func combination(scalars []*dec.ModNScalar, pubs [][]byte) ([]byte, error) {
	var byDecred dec.JacobianPoint
	byVoi := voi.NewIdentityPoint()
	for i, pub := range pubs {
		p, ok := decPoint(pub)
		q, okVoi := voiPoint(pub)
		if !ok || !okVoi {
			return nil, ErrRefused
		}
		var product, sum dec.JacobianPoint
		dec.ScalarMultNonConst(scalars[i], &p, &product)
		dec.AddNonConst(&byDecred, &product, &sum)
		byDecred.Set(&sum)
		b := scalars[i].Bytes()
		k, _ := voiScalar(b[:])
		byVoi.Add(byVoi, voi.NewIdentityPoint().ScalarMult(k, q))
	}
	return agree("sum of products", decBytes(&byDecred), voiBytes(byVoi))
}

// hashScalar is a tagged hash mod n.
func hashScalar(tag string, parts ...[]byte) *dec.ModNScalar {
	h := TaggedHash([]byte(tag), parts...)
	s := new(dec.ModNScalar)
	s.SetByteSlice(h[:])
	return s
}

// musigCoefficients returns BIP-327's KeyAggCoeff of each key.
func musigCoefficients(pubs [][]byte) []*dec.ModNScalar {
	var second []byte
	list := make([][]byte, len(pubs))
	for i, pub := range pubs {
		list[i] = compress(pub)
		if second == nil && !bytes.Equal(pub, pubs[0]) {
			second = pub
		}
	}
	l := TaggedHash([]byte("KeyAgg list"), list...)
	out := make([]*dec.ModNScalar, len(pubs))
	for i, pub := range pubs {
		if bytes.Equal(pub, second) {
			out[i] = new(dec.ModNScalar).SetInt(1)
		} else {
			out[i] = hashScalar("KeyAgg coefficient", l[:], list[i])
		}
	}
	return out
}

// MusigAggregate returns the 65-byte aggregate of 65-byte keys (BIP-327, KeyAgg).
func MusigAggregate(pubs [][]byte) ([]byte, error) {
	return combination(musigCoefficients(pubs), pubs)
}

// MusigAggregateOf is MusigAggregate for keys whose secrets are known: one
// multiplication by each implementation.
func MusigAggregateOf(keys []*Key) ([]byte, error) {
	pubs := make([][]byte, len(keys))
	for i, k := range keys {
		pubs[i] = k.Public[:]
	}
	var sum dec.ModNScalar
	for i, a := range musigCoefficients(pubs) {
		sum.Add(a.Mul(&keys[i].dec.Key))
	}
	b := sum.Bytes()
	return BaseMul(b[:])
}

// A MusigNonce is a signer's secret nonce; Public has 66 bytes.
type MusigNonce struct {
	Public []byte
	k      [2]dec.ModNScalar
}

// MusigNonce returns BIP-327's NonceGen with this key and message, no aggregate
// key and no extra input. It refuses randomness of zeros.
func (k *Key) MusigNonce(random, msg []byte) (*MusigNonce, error) {
	if bytes.Equal(random, make([]byte, 32)) {
		return nil, ErrRefused
	}
	return k.musigNonce(random, nil, msg, nil)
}

// musigNonce is NonceGen with an aggregate key and extra input, either of which
// may be missing.
func (k *Key) musigNonce(random, aggregate, msg, extra []byte) (*MusigNonce, error) {
	masked := TaggedHash([]byte("MuSig/aux"), random)
	for i, b := range k.voi.Bytes() {
		masked[i] ^= b
	}
	length := binary.BigEndian.AppendUint64([]byte{1}, uint64(len(msg)))
	n := &MusigNonce{}
	for i := range n.k {
		n.k[i] = *hashScalar("MuSig/nonce", masked[:], []byte{33}, compress(k.Public[:]),
			[]byte{byte(len(aggregate))}, aggregate, length, msg,
			binary.BigEndian.AppendUint32(nil, uint32(len(extra))), extra, []byte{byte(i)})
		b := n.k[i].Bytes()
		p, err := BaseMul(b[:])
		if err != nil {
			return nil, err
		}
		n.Public = append(n.Public, compress(p)...)
	}
	return n, nil
}

// A MusigSession is what two signers' keys and public nonces make of a message.
type MusigSession struct {
	a       []*dec.ModNScalar
	negated bool // the aggregate key's y is odd
	oddR    bool // and that of the aggregate nonce
	b, e    *dec.ModNScalar
}

// NewMusigSession returns BIP-327's session values, for an untweaked aggregate
// of 65-byte keys and their public nonces of 66 bytes.
func NewMusigSession(pubs, nonces [][]byte, msg []byte) (*MusigSession, error) {
	one := new(dec.ModNScalar).SetInt(1)
	aggregate, err := MusigAggregate(pubs)
	if err != nil {
		return nil, err
	}
	var sums [2][]byte // nil for infinity
	var encoded [66]byte
	for i := range sums {
		points, ones := make([][]byte, len(nonces)), make([]*dec.ModNScalar, len(nonces))
		for j, nonce := range nonces {
			if points[j], err = ParsePublic(nonce[33*i : 33*i+33]); err != nil {
				return nil, err
			}
			ones[j] = one
		}
		switch sums[i], err = combination(ones, points); err {
		case nil:
			copy(encoded[33*i:], compress(sums[i]))
		case ErrRefused:
			sums[i] = nil
		default:
			return nil, err
		}
	}
	return musigSession(pubs, aggregate, encoded[:], msg, func(b *dec.ModNScalar) ([]byte, error) {
		var scalars []*dec.ModNScalar
		var points [][]byte
		for i, s := range []*dec.ModNScalar{one, b} {
			if sums[i] != nil {
				scalars, points = append(scalars, s), append(points, sums[i])
			}
		}
		return combination(scalars, points)
	})
}

// NewMusigSessionOf is NewMusigSession where all secrets are known.
func NewMusigSessionOf(keys []*Key, nonces []*MusigNonce, msg []byte) (*MusigSession, error) {
	pubs := make([][]byte, len(keys))
	for i, k := range keys {
		pubs[i] = k.Public[:]
	}
	aggregate, err := MusigAggregateOf(keys)
	if err != nil {
		return nil, err
	}
	var k [2]dec.ModNScalar
	var encoded []byte
	for i := range k {
		for _, n := range nonces {
			k[i].Add(&n.k[i])
		}
		b := k[i].Bytes()
		p, err := BaseMul(b[:])
		if err != nil {
			return nil, err
		}
		encoded = append(encoded, compress(p)...)
	}
	return musigSession(pubs, aggregate, encoded, msg, func(b *dec.ModNScalar) ([]byte, error) {
		sum := new(dec.ModNScalar).Mul2(b, &k[1]).Add(&k[0]).Bytes()
		return BaseMul(sum[:])
	})
}

// musigSession makes a session of what was aggregated; final gives R1 + b R2.
func musigSession(pubs [][]byte, aggregate, nonces, msg []byte, final func(b *dec.ModNScalar) ([]byte, error)) (*MusigSession, error) {
	s := &MusigSession{a: musigCoefficients(pubs), negated: aggregate[64]&1 == 1}
	s.b = hashScalar("MuSig/noncecoef", nonces, aggregate[1:33], msg)
	r, err := final(s.b)
	if err == ErrRefused {
		r, err = generator65, nil
	}
	if err != nil {
		return nil, err
	}
	s.oddR = r[64]&1 == 1
	s.e = hashScalar("BIP0340/challenge", r[1:33], aggregate[1:33], msg)
	return s, nil
}

// factor returns e a g of a signer.
func (s *MusigSession) factor(signer int) *dec.ModNScalar {
	f := new(dec.ModNScalar).Mul2(s.e, s.a[signer])
	if s.negated {
		f.Negate()
	}
	return f
}

// Sign returns the 32 bytes of a signer's part of the signature.
func (s *MusigSession) Sign(signer int, k *Key, n *MusigNonce) []byte {
	sum := new(dec.ModNScalar).Mul2(s.b, &n.k[1]).Add(&n.k[0])
	if s.oddR {
		sum.Negate()
	}
	part := new(dec.ModNScalar).Mul2(s.factor(signer), &k.dec.Key).Add(sum).Bytes()
	return part[:]
}

// Verify says whether a part is that of the signer with this 65-byte key and
// public nonce.
func (s *MusigSession) Verify(signer int, pub, nonce, part []byte) (bool, error) {
	sum, ok := decScalar(part)
	if !ok {
		return false, nil
	}
	points := [][]byte{pub, nil, nil, generator65}
	for i := range 2 {
		p, err := ParsePublic(nonce[33*i : 33*i+33])
		if err != nil {
			return false, err
		}
		points[1+i] = p
	}
	one, b := new(dec.ModNScalar).SetInt(1), new(dec.ModNScalar).Set(s.b)
	if s.oddR {
		one.Negate()
		b.Negate()
	}
	_, err := combination([]*dec.ModNScalar{s.factor(signer), one, b, sum.Negate()}, points)
	if err == ErrRefused {
		return true, nil
	}
	return false, err
}
