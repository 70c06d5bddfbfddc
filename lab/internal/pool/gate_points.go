package pool

import (
	"bytes"
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

// badKeys returns wrong encodings of t's key in its 33- or 65-byte form, of the
// same length: docs/protocol.md fixes the lengths. The prefix of the other form
// makes a truncated or an extended key. Forms that some libraries know beyond
// SEC 1's two (hybrid, and "compact" with prefix 5) are not called wrong.
func (g *gate) badKeys(t *tuple, pub []byte) []number256 {
	var list []number256
	add := func(label string, key ...[]byte) { list = append(list, number256{label, join(key...)}) }
	prefixes := []byte{0x00, 0x01, 0x04, 0x06, 0x07, 0x08, 0x82, 0xff}
	if len(pub) == 65 {
		// Of the hybrid forms, 6 and 7, only the one of the wrong parity.
		prefixes = []byte{0x00, 0x01, 0x02, 0x03, 0x05, 0x07 ^ t.pub[64]&1, 0x08, 0x84, 0xff}
	}
	for _, p := range prefixes {
		add(fmt.Sprintf("key prefix %02x", p), []byte{p}, pub[1:])
	}
	rest := pub[33:]
	add("key x not on the curve", pub[:1], g.offCurve, rest)
	add("key x = 0", pub[:1], make([]byte, 32), rest)
	for _, v := range notElements {
		add("key x = "+v.label, pub[:1], v.value, rest)
	}
	add("key of zeros", make([]byte, len(pub)))
	add("key of zeros after its prefix", pub[:1], make([]byte, len(pub)-1))
	if len(pub) == 65 {
		y := number(pub[33:])
		add("key y one more", pub[:33], bytes32(new(big.Int).Mod(sum(y, 1), reference.P)))
		add("key y one less", pub[:33], bytes32(sum(y, -1)))
		add("key y = 0", pub[:33], make([]byte, 32))
		add("key x and y swapped", pub[:1], pub[33:], pub[1:33])
		for _, v := range notElements {
			add("key y = "+v.label, pub[:33], v.value)
		}
	}
	return list
}

func (g *gate) ecdsaKeys() {
	const op = "ecdsa_parse_verify"
	for i := range 2 {
		t := g.base.at(i)
		for _, pub := range [][]byte{t.pub33, t.pub} {
			g.add(op, fmt.Sprintf("valid, key of %d bytes", len(pub)), verdict(true), pub, t.der, t.msg)
			for _, key := range g.badKeys(t, pub) {
				g.add(op, key.label, verdict(false), key.value, t.der, t.msg)
			}
		}
	}
	for bit := range 256 {
		t := g.base.at(bit)
		g.add(op, fmt.Sprintf("key bit %d flipped", bit), verdict(false), flipped(t.pub33, bit), t.der, t.msg)
	}
	t := g.base.at(0)
	g.add(op, "key of the other parity", verdict(false), compressed(negated(t.pub)), t.der, t.msg)
}

func (g *gate) parsing() {
	for i := range gateKeys {
		t := g.base.at(i)
		for op, pub := range map[string][]byte{"pubkey_parse33": t.pub33, "pubkey_parse65": t.pub} {
			g.computed(op, "valid", pub)
			for _, key := range g.badKeys(t, pub) {
				g.refused(op, key.label, key.value)
			}
		}
		g.computed("pubkey_parse33", "other parity", compressed(negated(t.pub)))
		g.computed("pubkey_parse65", "other parity", negated(t.pub))
		g.add("pubkey_parse65", "hybrid", exactOrRefused(t.pub), join([]byte{6 | t.pub[64]&1}, t.pub[1:]))
	}
	for bit := range 512 {
		t := g.base.at(bit)
		if bit < 256 {
			g.computed("pubkey_parse33", fmt.Sprintf("x bit %d flipped", bit), flipped(t.pub33, bit))
		}
		g.refused("pubkey_parse65", fmt.Sprintf("bit %d flipped", bit), flipped(t.pub, bit))
	}
	for i := range int64(16) {
		for _, x := range []*big.Int{big.NewInt(i), sum(reference.P, -1-i), sum(reference.N, i), sum(reference.N, -1-i)} {
			g.computed("pubkey_parse33", fmt.Sprintf("x = %x", x), join([]byte{2 | byte(i&1)}, bytes32(x)))
		}
	}
	g.smallCoordinates()
}

// smallCoordinates adds points with a coordinate c so small that c + p is
// below 2^256: the former are valid, the latter are not.
func (g *gate) smallCoordinates() {
	for i, found := int64(1), 0; found < 4; i++ {
		p, err := reference.LiftX(bytes32(big.NewInt(i)))
		if err != nil {
			continue
		}
		found++
		g.computed("pubkey_parse65", fmt.Sprintf("x = %d", i), p)
		alias := bytes32(sum(reference.P, i))
		g.refused("pubkey_parse65", fmt.Sprintf("x = p + %d", i), join(p[:1], alias, p[33:]))
		g.refused("pubkey_parse33", fmt.Sprintf("x = p + %d", i), join([]byte{2}, alias))
	}
	// p = 7 mod 9, so a cube has the root a^((p+2)/9).
	exp := sum(reference.P, 2)
	exp.Div(exp, big.NewInt(9))
	for i, found := int64(1), 0; found < 4; i++ {
		cube := big.NewInt(i*i - 7)
		cube.Mod(cube, reference.P)
		x := new(big.Int).Exp(cube, exp, reference.P)
		if new(big.Int).Exp(x, big.NewInt(3), reference.P).Cmp(cube) != 0 {
			continue
		}
		found++
		g.computed("pubkey_parse65", fmt.Sprintf("y = %d", i), join([]byte{4}, bytes32(x), bytes32(big.NewInt(i))))
		g.refused("pubkey_parse65", fmt.Sprintf("y = p + %d", i), join([]byte{4}, bytes32(x), bytes32(sum(reference.P, i))))
	}
}

func (g *gate) tweaks() {
	const op = "pubkey_tweak_add"
	for i := range gateKeys {
		t := g.base.at(i)
		inverse := negatedScalar(t.secret)
		g.add(op, "tweak 0", exact(t.pub), t.pub, make([]byte, 32))
		g.computed(op, "tweak n - 1", t.pub, bytes32(sum(reference.N, -1)))
		g.refused(op, "the sum is infinite", t.pub, inverse)
		g.computed(op, "tweak*G is the point", t.pub, t.secret)
		for _, v := range outOfRange[1:] {
			g.refused(op, "tweak "+v.label, t.pub, v.value)
		}
		for _, v := range edgeScalars {
			g.computed(op, "tweak "+v.label, t.pub, v.value)
		}
	}
	for i := range gateKeys {
		g.tweakChecks(g.base.at(i))
	}
}

func (g *gate) tweakChecks(t *tuple) {
	const op = "xonly_tweak_add_check"
	x, internal, parity := t.tweaked[1:33], t.xonly(), t.tweaked[64]&1
	check := func(label string, want bool, x []byte, parity byte, internal, tweak []byte) {
		g.add(op, label, verdict(want), x, []byte{parity}, internal, tweak)
	}
	check("valid", true, x, parity, internal, t.tweak)
	check("parity changed", false, x, parity^1, internal, t.tweak)
	check("tweak 0", true, internal, 0, internal, make([]byte, 32))
	check("tweak 0, odd", false, internal, 1, internal, make([]byte, 32))
	check("internal key not on the curve", false, x, parity, g.offCurve, t.tweak)
	check("tweaked key not on the curve", false, g.offCurve, parity, internal, t.tweak)
	check("tweak negated", false, x, parity, internal, negatedScalar(t.tweak))
	check("internal key as the tweaked one", false, internal, parity, internal, t.tweak)
	for _, v := range notElements {
		check("internal key "+v.label, false, x, parity, v.value, t.tweak)
		check("tweaked key "+v.label, false, v.value, parity, internal, t.tweak)
	}
	for _, v := range outOfRange {
		check("tweak "+v.label, false, x, parity, internal, v.value)
	}
	// The even-y key's secret, and its negative, as tweaks.
	even := t.secret
	if t.pub[64]&1 == 1 {
		even = negatedScalar(even)
	}
	check("the sum is infinite", false, x, parity, internal, negatedScalar(even))
	check("the sum is infinite, zeros compared", false, make([]byte, 32), 0, internal, negatedScalar(even))
	doubled, p, err := reference.XOnlyTweakAdd(internal, even)
	if g.fail(err) {
		return
	}
	check("tweak*G is the point", true, doubled, p, internal, even)
	for bit := 0; bit < 256; bit += eighthBit {
		check(fmt.Sprintf("tweak bit %d flipped", bit), false, x, parity, internal, flipped(t.tweak, bit))
		check(fmt.Sprintf("tweaked key bit %d flipped", bit+1), false, flipped(x, bit+1), parity, internal, t.tweak)
		check(fmt.Sprintf("internal key bit %d flipped", bit+2), false, x, parity, flipped(internal, bit+2), t.tweak)
	}
}

// sums adds lists of 16 points whose sum, or a part of it, is infinite or a
// point doubled.
func (g *gate) sums() {
	const op = "pubkey_combine"
	p := make([][]byte, combineSize)
	minusP := make([][]byte, combineSize)
	for i := range p {
		p[i], minusP[i] = g.base.at(i).pub, negated(g.base.at(i).pub)
	}
	list := func(f func(i int) []byte) [][]byte {
		out := make([][]byte, combineSize)
		for i := range out {
			out[i] = f(i)
		}
		return out
	}
	g.refused(op, "pairs that cancel", list(func(i int) []byte {
		if i%2 == 0 {
			return p[i]
		}
		return minusP[i-1]
	})...)
	g.refused(op, "halves that cancel", list(func(i int) []byte {
		if i < 8 {
			return p[i]
		}
		return minusP[i-8]
	})...)
	g.computed(op, "the first two cancel", list(func(i int) []byte {
		if i == 1 {
			return minusP[0]
		}
		return p[i]
	})...)
	g.computed(op, "the last two cancel", list(func(i int) []byte {
		if i == 15 {
			return minusP[14]
		}
		return p[i]
	})...)
	g.computed(op, "the first twelve cancel", list(func(i int) []byte {
		switch {
		case i < 6:
			return p[i]
		case i < 12:
			return minusP[11-i]
		}
		return p[i]
	})...)
	g.computed(op, "one point 16 times", list(func(int) []byte { return p[0] })...)
	g.computed(op, "the first point doubled", list(func(i int) []byte {
		if i == 1 {
			return p[0]
		}
		return p[i]
	})...)
	first, err := reference.Combine(p[:15])
	if g.fail(err) {
		return
	}
	last := bytes.Clone(first)
	g.computed(op, "the last point equals the sum before it", append(append([][]byte{}, p[:15]...), last)...)
	g.refused(op, "the last point cancels the sum before it", append(append([][]byte{}, p[:15]...), negated(last))...)
}
