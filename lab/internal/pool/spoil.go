package pool

import (
	"bytes"
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

// spoilBlock rows have one spoiled row for certain, and every other row is
// spoiled with probability 1/spoilBlock: about 1 row in 16, at least one in any
// 2*spoilBlock-1 neighbours, and none of them tells that the next one is valid.
const spoilBlock = 32

func (s seed) spoiled(name string, n int) []bool {
	bad := make([]bool, n)
	r := s.stream("positions "+name, 0)
	for first := 0; first < n; first += spoilBlock {
		size := min(spoilBlock, n-first)
		certain := r.intn(spoilBlock)
		if first == 0 {
			certain %= size
		}
		for i := range size {
			bad[first+i] = r.intn(spoilBlock) == 0 || i == certain
		}
	}
	return bad
}

// spoilers give an invalid copy of a tuple's row that costs a right contender a
// full verification. Operations without a verdict have none.
var spoilers = map[string]func(b *block, i int, r stream) (Row, error){
	"ecdsa_verify": func(b *block, i int, r stream) (Row, error) {
		label, pub, sig, msg := spoiledSignature(b, i, r, halfN, func(t *tuple) ([]byte, []byte) { return t.pub, t.sig })
		return Row{label, [][]byte{pub, sig, msg}, verdict(false)}, nil
	},
	"ecdsa_parse_verify": func(b *block, i int, r stream) (Row, error) {
		label, pub, sig, msg := spoiledSignature(b, i, r, halfN, func(t *tuple) ([]byte, []byte) { return t.pub33, t.sig })
		return Row{label, [][]byte{pub, reference.DER(sig), msg}, verdict(false)}, nil
	},
	"schnorr_verify":           spoiledSchnorr,
	"schnorr_parse_verify":     spoiledSchnorr,
	"musig_partial_sig_verify": spoiledPart,
	"seckey_verify": func(_ *block, _ int, r stream) (Row, error) {
		bad := new(big.Int).Add(reference.N, number(r.bytes(15)))
		return Row{"n and above", [][]byte{bytes32(bad)}, verdict(false)}, nil
	},
	"xonly_tweak_add_check": func(b *block, i int, r stream) (Row, error) {
		t := b.at(i)
		parity, tweak, label := t.tweaked[64]&1, t.tweak, "parity changed"
		if r.intn(2) == 0 {
			parity ^= 1
		} else {
			tweak, label = flippedBelow(tweak, reference.N, r)
			label = "tweak " + label
		}
		return Row{label, [][]byte{t.tweaked[1:33], {parity}, t.xonly(), tweak}, verdict(false)}, nil
	},
}

// spoiledPart changes one of message, part and the signer's public nonce.
func spoiledPart(b *block, i int, r stream) (Row, error) {
	row, err := musigVerifyRow(b, i)
	if err != nil {
		return row, err
	}
	row.Want = verdict(false)
	switch r.intn(3) {
	case 0:
		other := b.at(i + 1 + r.intn(len(b.tuples))).nonce.Public
		if !bytes.Equal(other, row.Fields[1]) {
			row.Fields[1], row.Label = other, "nonce of another row"
			return row, nil
		}
	case 1:
		part, label := flippedBelow(row.Fields[5], reference.N, r)
		row.Fields[5], row.Label = part, "part "+label
		return row, nil
	}
	bit := r.intn(256)
	row.Fields[4], row.Label = flipped(row.Fields[4], bit), fmt.Sprintf("message bit %d flipped", bit)
	return row, nil
}

func spoiledSchnorr(b *block, i int, r stream) (Row, error) {
	limit := new(big.Int).Sub(reference.N, one)
	label, pub, sig, msg := spoiledSignature(b, i, r, limit, func(t *tuple) ([]byte, []byte) { return t.xonly(), t.schnorr })
	return Row{label, [][]byte{pub, sig, msg}, verdict(false)}, nil
}

// spoiledSignature changes one of message, key and s, which stays in
// [1, maxS].
func spoiledSignature(b *block, i int, r stream, maxS *big.Int, of func(*tuple) (pub, sig []byte)) (label string, pub, sig, msg []byte) {
	t := b.at(i)
	pub, sig = of(t)
	switch r.intn(3) {
	case 0:
		other, _ := of(b.at(i + 1 + r.intn(len(b.tuples))))
		if !bytes.Equal(other, pub) {
			return "key of another row", other, sig, t.msg
		}
	case 1:
		s, label := flippedBelow(sig[32:], new(big.Int).Add(maxS, one), r)
		return "s " + label, pub, join(sig[:32], s), t.msg
	}
	bit := r.intn(256)
	return fmt.Sprintf("message bit %d flipped", bit), pub, sig, flipped(t.msg, bit)
}

// flippedBelow flips a random bit of b so that the result is in [1, limit-1].
func flippedBelow(b []byte, limit *big.Int, r stream) (out []byte, label string) {
	for {
		bit := r.intn(256)
		out := flipped(b, bit)
		if v := number(out); v.Sign() > 0 && v.Cmp(limit) < 0 {
			return out, fmt.Sprintf("bit %d flipped", bit)
		}
	}
}

// confirm checks a row's want against the reference's answer.
func confirm(op string, r Row) error {
	out, ok, err := answer(op, r.Fields)
	if err != nil {
		return err
	}
	if err := r.Want.Check(allClaims, out, ok); err != nil {
		return fmt.Errorf("the reference gave a wrong answer: %w", err)
	}
	return nil
}

// allClaims is what the reference promises: everything but rejects_high_s.
var allClaims = Claims{"rfc6979": true, "bip340": true, "low_s": true, "ellswift_exact": true}
