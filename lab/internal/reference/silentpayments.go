package reference

import (
	"bytes"
	"encoding/binary"

	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// silentHash is BIP-352's input hash, refused where it is 0 or at least n.
func silentHash(outpoint, sum65 []byte) (*dec.ModNScalar, error) {
	h := TaggedHash([]byte("BIP0352/Inputs"), outpoint, compress(sum65))
	s, ok := decScalar(h[:])
	if !ok || s.IsZero() {
		return nil, ErrRefused
	}
	return s, nil
}

// silentTweak is t_k of a 65-byte shared point.
func silentTweak(shared65 []byte, k int) []byte {
	h := TaggedHash([]byte("BIP0352/SharedSecret"), compress(shared65), binary.BigEndian.AppendUint32(nil, uint32(k)))
	return h[:]
}

// A SilentSender holds the inputs of a transaction.
type SilentSender struct{ secret *Key } // the inputs' sum times their hash

// NewSilentSender takes the smallest outpoint, a secret key, and that of a
// taproot input, which is negated where its point has an odd y.
func NewSilentSender(outpoint, seckey, taproot []byte) (*SilentSender, error) {
	plain, err := NewKey(seckey)
	if err != nil {
		return nil, err
	}
	xonly, err := NewKey(taproot)
	if err != nil {
		return nil, err
	}
	sum := xonly.dec.Key
	if xonly.Public[64]&1 == 1 {
		sum.Negate()
	}
	return newSilentSender(outpoint, sum.Add(&plain.dec.Key))
}

// newSilentSender takes the sum of the inputs' secret keys.
func newSilentSender(outpoint []byte, sum *dec.ModNScalar) (*SilentSender, error) {
	b := sum.Bytes()
	point, err := BaseMul(b[:])
	if err != nil {
		return nil, err
	}
	hash, err := silentHash(outpoint, point)
	if err != nil {
		return nil, err
	}
	b = hash.Mul(sum).Bytes()
	secret, err := NewKey(b[:])
	return &SilentSender{secret}, err
}

// SilentOutputs returns the x-only outputs of 32 bytes each that pay recipients,
// pairs of a 65-byte scan key and a spend key.
func (s *SilentSender) SilentOutputs(recipients [][2][]byte) ([]byte, error) {
	var out []byte
	type group struct {
		shared []byte
		k      int
	}
	groups := map[string]*group{}
	for _, r := range recipients {
		g := groups[string(r[0])]
		if g == nil {
			shared, err := s.secret.Mul(r[0])
			if err != nil {
				return nil, err
			}
			g = &group{shared, 0}
			groups[string(r[0])] = g
		}
		p, err := TweakAdd(r[1], silentTweak(g.shared, g.k))
		if err != nil {
			return nil, err
		}
		g.k++
		out = append(out, p[1:33]...)
	}
	return out, nil
}

// SilentOutputsOf is SilentOutputs where the recipients' secrets are known:
// decred alone multiplies G by the products and sums of them.
func (s *SilentSender) SilentOutputsOf(recipients [][2]*Key) []byte {
	var out []byte
	count := map[*Key]int{}
	for _, r := range recipients {
		shared := baseMulDecred(new(dec.ModNScalar).Mul2(&s.secret.dec.Key, &r[0].dec.Key))
		var t dec.ModNScalar
		t.SetByteSlice(silentTweak(shared, count[r[0]]))
		count[r[0]]++
		out = append(out, baseMulDecred(t.Add(&r[1].dec.Key))[1:33]...)
	}
	return out
}

// SilentTweak returns the tweak of the k-th output for a 65-byte scan key.
func (s *SilentSender) SilentTweak(scan []byte, k int) ([]byte, error) {
	shared, err := s.secret.Mul(scan)
	if err != nil {
		return nil, err
	}
	return silentTweak(shared, k), nil
}

func baseMulDecred(k *dec.ModNScalar) []byte {
	var p dec.JacobianPoint
	dec.ScalarBaseMultNonConst(k, &p)
	return decBytes(&p)
}

// A SilentReceiver looks for its outputs in one transaction.
type SilentReceiver struct {
	shared, spend []byte
	labelTweak    []byte
	label         []byte
}

// NewSilentReceiver takes the recipient's secret scan key, its 65-byte spend
// key and one label with its tweak, the 65-byte sum of the inputs' keys and
// the smallest outpoint.
func NewSilentReceiver(scan, spend, sum, outpoint, label, labelTweak []byte) (*SilentReceiver, error) {
	key, err := NewKey(scan)
	if err != nil {
		return nil, err
	}
	hash, err := silentHash(outpoint, sum)
	if err != nil {
		return nil, err
	}
	b := hash.Mul(&key.dec.Key).Bytes()
	product, err := NewKey(b[:])
	if err != nil {
		return nil, err
	}
	shared, err := product.Mul(sum)
	return &SilentReceiver{shared, spend, labelTweak, label}, err
}

// Output returns the 65-byte point that pays the recipient's k-th output, to
// the address with the label or to that without.
func (r *SilentReceiver) Output(k int, labelled bool) ([]byte, error) {
	p, err := TweakAdd(r.spend, silentTweak(r.shared, k))
	if err == nil && labelled {
		p, err = Combine([][]byte{p, r.label})
	}
	return p, err
}

// Scan returns how many outputs (65-byte points, of which x counts) are the
// recipient's in two bytes, and for each its x, the tweak of the spend key and
// whether it has the label.
func (r *SilentReceiver) Scan(outputs [][]byte) ([]byte, error) {
	out := make([]byte, 2)
	for k := range outputs {
		plain, err := r.Output(k, false)
		if err != nil {
			return nil, err
		}
		labelled, err := r.Output(k, true)
		if err != nil {
			return nil, err
		}
		found, flag := false, byte(0)
		for _, p := range outputs {
			if bytes.Equal(p[1:33], plain[1:33]) {
				found = true
			} else if bytes.Equal(p[1:33], labelled[1:33]) {
				found, flag = true, 1
			}
			if found {
				out = append(out, p[1:33]...)
				break
			}
		}
		if !found {
			break
		}
		var t, l dec.ModNScalar
		t.SetByteSlice(silentTweak(r.shared, k))
		if flag == 1 {
			l.SetByteSlice(r.labelTweak)
			t.Add(&l)
		}
		b := t.Bytes()
		out = append(append(out, b[:]...), flag)
		binary.BigEndian.PutUint16(out, uint16(k+1))
	}
	return out, nil
}
