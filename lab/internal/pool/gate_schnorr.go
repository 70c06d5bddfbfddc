package pool

import (
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

// bip340 adds a case to schnorr_verify and schnorr_parse_verify.
func (g *gate) bip340(label string, want Want, pub, sig, msg []byte) {
	g.add("schnorr_verify", label, want, pub, sig, msg)
	g.add("schnorr_parse_verify", label, want, pub, sig, msg)
}

func (g *gate) schnorr() {
	for bit := range 256 {
		t := g.base.at(bit)
		add := func(op string) {
			r, s := t.schnorr[:32], t.schnorr[32:]
			g.add(op, fmt.Sprintf("r bit %d flipped", bit), verdict(false), t.xonly(), join(flipped(r, bit), s), t.msg)
			g.add(op, fmt.Sprintf("s bit %d flipped", bit), verdict(false), t.xonly(), join(r, flipped(s, bit)), t.msg)
			g.add(op, fmt.Sprintf("message bit %d flipped", bit), verdict(false), t.xonly(), t.schnorr, flipped(t.msg, bit))
			g.add(op, fmt.Sprintf("key bit %d flipped", bit), verdict(false), flipped(t.xonly(), bit), t.schnorr, t.msg)
		}
		switch {
		case bit%2 == bit/128:
			add("schnorr_verify")
		case bit%eighthBit == bit/32:
			add("schnorr_parse_verify")
		}
	}
	for i := range gateKeys {
		t, other := g.base.at(i), g.base.at(i+1)
		pub, r, s := t.xonly(), t.schnorr[:32], t.schnorr[32:]
		no := verdict(false)
		g.bip340("valid", verdict(true), pub, t.schnorr, t.msg)
		g.bip340("key of another row", no, other.xonly(), t.schnorr, t.msg)
		g.bip340("signature of another row", no, pub, other.schnorr, t.msg)
		g.bip340("r and s swapped", no, pub, join(s, r), t.msg)
		g.bip340("s negated", no, pub, join(r, negatedScalar(s)), t.msg)
		g.bip340("r is no x of a point", no, pub, join(g.offCurve, s), t.msg)
		g.bip340("key is no x of a point", no, g.offCurve, t.schnorr, t.msg)
		g.bip340("r = 0", no, pub, join(make([]byte, 32), s), t.msg)
		g.bip340("key = 0", no, make([]byte, 32), t.schnorr, t.msg)
		for _, v := range notElements {
			g.bip340("r = "+v.label, no, pub, join(v.value, s), t.msg)
			g.bip340("key = "+v.label, no, v.value, t.schnorr, t.msg)
		}
		for _, v := range outOfRange {
			g.bip340("s = "+v.label, no, pub, join(r, v.value), t.msg)
		}
		g.madeSchnorr(t)
	}
}

// madeSchnorr adds signatures whose equation holds for an R that BIP-340 does
// not allow: s = k + e d with d for the even y.
func (g *gate) madeSchnorr(t *tuple) {
	d, k := number(t.secret), number(t.scalar)
	if t.pub[64]&1 == 1 {
		d = minus(reference.N, d)
	}
	kG, err := reference.BaseMul(t.scalar)
	if g.fail(err) {
		return
	}
	if kG[64]&1 == 0 {
		k = minus(reference.N, k)
	}
	r := kG[1:33]
	challenge := reference.TaggedHash([]byte("BIP0340/challenge"), r, t.xonly(), t.msg)
	ed := new(big.Int).Mul(number(challenge[:]), d)
	odd := bytes32(modN(new(big.Int).Add(k, ed)))
	g.bip340("R has an odd y", verdict(false), t.xonly(), join(r, odd), t.msg)
	even := bytes32(modN(minus(ed, k)))
	g.bip340("R has an even y", verdict(true), t.xonly(), join(r, even), t.msg)
	g.bip340("R is infinite", verdict(false), t.xonly(), join(r, bytes32(modN(ed))), t.msg)
}
