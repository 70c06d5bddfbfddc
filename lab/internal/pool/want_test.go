package pool

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	"koblitz.dev/lab/internal/reference"
)

// fixed is a Verifier that says the same of everything.
type fixed struct {
	valid bool
	err   error
}

func (f fixed) ECDSA(_, _, _ []byte) (bool, error)   { return f.valid, f.err }
func (f fixed) Schnorr(_, _, _ []byte) (bool, error) { return f.valid, f.err }

func testTuple(t *testing.T) *tuple {
	t.Helper()
	tu, err := newTuple(newSeed(3).stream("test", 0), allParts)
	if err != nil {
		t.Fatal(err)
	}
	return tu
}

func TestWants(t *testing.T) {
	tu := testTuple(t)
	four := []byte{1, 2, 3, 4}
	low, high := tu.sig, join(tu.sig[:32], negatedScalar(tu.sig[32:]))
	zeros, ones64 := make([]byte, 64), bytes.Repeat([]byte{0xff}, 64)
	n, oneBytes := bytes32(reference.N), bytes32(one)

	// Another valid signature by the same key: k from the tuple's scalar.
	k := number(tu.scalar)
	kG, err := reference.BaseMul(tu.scalar)
	if err != nil {
		t.Fatal(err)
	}
	r := modN(number(kG[1:33]))
	s := modN(new(big.Int).Mul(new(big.Int).ModInverse(k, reference.N), new(big.Int).Add(number(tu.msg), new(big.Int).Mul(r, number(tu.secret)))))
	if s.Cmp(halfN) > 0 {
		s = minus(reference.N, s)
	}
	other := join(bytes32(r), bytes32(s))
	otherHigh := join(bytes32(r), negatedScalar(bytes32(s)))
	otherAux, err := tu.key.SignSchnorr(tu.msg, make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	otherEll := reference.EllswiftEncode(tu.pub, tu.rnd)
	strangeEll := reference.EllswiftEncode(negated(tu.pub), tu.rnd)

	rfc, lowS, bip, ell, strict := Claims{"rfc6979": true}, Claims{"low_s": true}, Claims{"bip340": true}, Claims{"ellswift_exact": true}, Claims{"rejects_high_s": true}
	ecdsa, schnorr := wantECDSA(tu), wantSchnorr(tu)
	encoding := &ellswift{tu.pub, tu.ell}
	two := &ecdsaSignature{tu.pub, tu.msg, [][]byte{low, other}, fixed{}}
	broken := fixed{err: errors.New("disagreement")}

	for _, c := range []struct {
		name   string
		want   Want
		claims Claims
		out    []byte
		ok     bool
		right  bool
	}{
		{"valid, accepted", verdict(true), nil, nil, true, true},
		{"valid, refused", verdict(true), nil, nil, false, false},
		{"invalid, accepted", verdict(false), nil, nil, true, false},
		{"invalid, refused", verdict(false), nil, nil, false, true},

		{"high s, accepted", highS{}, nil, nil, true, true},
		{"high s, refused", highS{}, nil, nil, false, false},
		{"high s, accepted against the claim", highS{}, strict, nil, true, false},
		{"high s, refused as claimed", highS{}, strict, nil, false, true},

		{"bytes, right", exact(four), nil, []byte{1, 2, 3, 4}, true, true},
		{"bytes, wrong", exact(four), nil, []byte{1, 2, 3, 5}, true, false},
		{"bytes, short", exact(four), nil, four[:3], true, false},
		{"bytes, long", exact(four), nil, append(bytes.Clone(four), 0), true, false},
		{"bytes, refused", exact(four), nil, nil, false, false},
		{"bytes, right but refused", exact(four), nil, four, false, false},

		{"bytes or refusal, right", exactOrRefused(four), nil, four, true, true},
		{"bytes or refusal, refused", exactOrRefused(four), nil, nil, false, true},
		{"bytes or refusal, wrong", exactOrRefused(four), nil, four[:3], true, false},

		{"refusal, refused", refusal{}, nil, nil, false, true},
		{"refusal, bytes", refusal{}, nil, four, true, false},
		{"refusal, zeros", refusal{}, nil, zeros, true, false},
		{"refusal, no bytes", refusal{}, nil, nil, true, false},

		{"unusable, refused", unusable{}, nil, nil, false, true},
		{"unusable, zeros", unusable{}, nil, zeros, true, true},
		{"unusable, r = 0", unusable{}, nil, join(zeros[:32], oneBytes), true, true},
		{"unusable, s = n", unusable{}, nil, join(oneBytes, n), true, true},
		{"unusable, ones", unusable{}, nil, ones64, true, true},
		{"unusable, usable", unusable{}, nil, low, true, false},
		{"unusable, short", unusable{}, nil, zeros[:63], true, false},

		{"ecdsa, RFC 6979", ecdsa, nil, low, true, true},
		{"ecdsa, RFC 6979 as claimed", ecdsa, rfc, low, true, true},
		{"ecdsa, another nonce", ecdsa, nil, other, true, true},
		{"ecdsa, another nonce, low_s", ecdsa, lowS, other, true, true},
		{"ecdsa, another nonce against rfc6979", ecdsa, rfc, other, true, false},
		{"ecdsa, high s", ecdsa, nil, high, true, true},
		{"ecdsa, high s against rfc6979", ecdsa, rfc, high, true, false},
		{"ecdsa, high s against low_s", ecdsa, lowS, high, true, false},
		{"ecdsa, another nonce, high s against low_s", ecdsa, lowS, otherHigh, true, false},
		{"ecdsa, wrong s", ecdsa, nil, flipped(other, 0), true, false},
		{"ecdsa, wrong r", ecdsa, nil, flipped(other, 300), true, false},
		{"ecdsa, s = 0", ecdsa, nil, join(low[:32], zeros[:32]), true, false},
		{"ecdsa, zeros", ecdsa, nil, zeros, true, false},
		{"ecdsa, ones", ecdsa, nil, ones64, true, false},
		{"ecdsa, short", ecdsa, nil, low[:63], true, false},
		{"ecdsa, long", ecdsa, nil, join(low, []byte{0}), true, false},
		{"ecdsa, empty", ecdsa, nil, nil, true, false},
		{"ecdsa, refused", ecdsa, nil, nil, false, false},
		{"ecdsa, second reading of RFC 6979", two, rfc, other, true, true},
		{"ecdsa, verifiers say no", two, nil, otherHigh, true, false},
		{"ecdsa, verifiers disagree", &ecdsaSignature{tu.pub, tu.msg, [][]byte{low}, broken}, nil, other, true, false},

		{"schnorr, BIP-340", schnorr, nil, tu.schnorr, true, true},
		{"schnorr, BIP-340 as claimed", schnorr, bip, tu.schnorr, true, true},
		{"schnorr, another nonce", schnorr, nil, otherAux, true, true},
		{"schnorr, another nonce against bip340", schnorr, bip, otherAux, true, false},
		{"schnorr, wrong s", schnorr, nil, flipped(otherAux, 0), true, false},
		{"schnorr, wrong r", schnorr, nil, flipped(otherAux, 300), true, false},
		{"schnorr, short", schnorr, nil, otherAux[:63], true, false},
		{"schnorr, refused", schnorr, nil, nil, false, false},
		{"schnorr, verifiers disagree", &schnorrSignature{tu.xonly(), tu.msg, tu.schnorr, broken}, nil, otherAux, true, false},

		{"ellswift, libsecp256k1's", encoding, nil, tu.ell, true, true},
		{"ellswift, libsecp256k1's as claimed", encoding, ell, tu.ell, true, true},
		{"ellswift, another encoding", encoding, nil, otherEll, true, true},
		{"ellswift, another encoding against the claim", encoding, ell, otherEll, true, false},
		{"ellswift, another point", encoding, nil, strangeEll, true, false},
		{"ellswift, short", encoding, nil, tu.ell[:63], true, false},
		{"ellswift, refused", encoding, nil, nil, false, false},
	} {
		if err := c.want.Check(c.claims, c.out, c.ok); (err == nil) != c.right {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A message hash of at least n enters RFC 6979's nonce reduced or as it is.
func TestUnreducedNonce(t *testing.T) {
	r := newSeed(4).stream("test", 0)
	tu, err := tupleOf(r.scalar(), bytes32(sum(reference.N, 5)), r, allParts)
	if err != nil {
		t.Fatal(err)
	}
	unreduced := tu.key.SignECDSAUnreduced(tu.msg)
	if bytes.Equal(unreduced, tu.sig) {
		t.Fatal("the readings do not differ")
	}
	for _, sig := range [][]byte{tu.sig, unreduced} {
		if err := wantECDSA(tu).Check(allClaims, sig, true); err != nil {
			t.Error(err)
		}
	}
}
