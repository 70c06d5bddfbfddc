package pool

import (
	"bytes"
	"fmt"

	"koblitz.dev/lab/internal/reference"
)

// negatedNonce negates both halves of a public nonce.
func negatedNonce(nonce []byte) []byte {
	out := bytes.Clone(nonce)
	out[0] ^= 1
	out[33] ^= 1
	return out
}

func (g *gate) musigSessions() {
	if !g.want["musig_nonce_gen"] && !g.want["musig_partial_sign"] && !g.want["musig_partial_sig_verify"] {
		return
	}
	t, other := g.base.at(0), g.base.at(1)
	for _, s := range outOfRange {
		label := "secret key " + s.label
		g.refused("musig_nonce_gen", label, t.aux, s.value, t.pub, t.msg)
		g.refused("musig_partial_sign", label, t.aux, s.value, t.pub, t.msg, other.pub, other.nonce.Public)
	}
	zeros := make([]byte, 32)
	g.refused("musig_nonce_gen", "randomness 0", zeros, t.secret, t.pub, t.msg)
	g.refused("musig_partial_sign", "randomness 0", zeros, t.secret, t.pub, t.msg, other.pub, other.nonce.Public)
	for _, r := range []number256{named("1", one), named("n", reference.N), named("2^256 - 1", ones)} {
		g.computed("musig_nonce_gen", "randomness "+r.label, r.value, t.secret, t.pub, t.msg)
	}
	for i := range gateKeys {
		g.musigSession(g.base.at(i), g.base.at(i+1))
	}
	g.musigParts()
}

// musigSession adds sessions of two signers with keys and nonces that meet.
func (g *gate) musigSession(t, other *tuple) {
	swapped := join(t.nonce.Public[33:], t.nonce.Public[:33])
	half := func(first, second []byte) []byte { return join(first[:33], second[33:]) }
	inverse := negatedNonce(t.nonce.Public)
	for _, c := range []struct {
		label      string
		key, nonce []byte
	}{
		{"ordinary", other.pub, other.nonce.Public},
		{"both keys are the same", t.pub, other.nonce.Public},
		{"the other key is the first negated", negated(t.pub), other.nonce.Public},
		{"both nonces are the same", other.pub, t.nonce.Public},
		{"the other nonce has the halves changed", other.pub, swapped},
		{"the nonces cancel", other.pub, inverse},
		{"the first halves cancel", other.pub, half(inverse, other.nonce.Public)},
		{"the second halves cancel", other.pub, half(other.nonce.Public, inverse)},
	} {
		g.computed("musig_partial_sign", c.label, t.aux, t.secret, t.pub, t.msg, c.key, c.nonce)
		session, err := reference.NewMusigSession([][]byte{t.pub, c.key}, [][]byte{t.nonce.Public, c.nonce}, t.msg)
		if g.fail(err) {
			return
		}
		part := session.Sign(0, t.key, t.nonce)
		verify := func(label string, valid bool, pub, nonce, msg, part []byte) {
			g.add("musig_partial_sig_verify", label+", "+c.label, verdict(valid), pub, nonce, c.key, c.nonce, msg, part)
		}
		verify("valid", true, t.pub, t.nonce.Public, t.msg, part)
		verify("part negated", false, t.pub, t.nonce.Public, t.msg, negatedScalar(part))
		verify("part of another signer", false, t.pub, t.nonce.Public, t.msg, other.secret)
		verify("message changed", false, t.pub, t.nonce.Public, flipped(t.msg, 0), part)
		verify("nonce negated", false, t.pub, inverse, t.msg, part)
		verify("halves of the nonce changed", false, t.pub, swapped, t.msg, part)
		verify("key negated", false, negated(t.pub), t.nonce.Public, t.msg, part)
	}
}

// musigParts adds parts and public nonces of which one bit or the range is
// wrong.
func (g *gate) musigParts() {
	for bit := range 256 {
		t, other := g.base.at(bit), g.base.at(bit+1)
		part, err := musigPart(g.base, bit%gateKeys)
		if g.fail(err) {
			return
		}
		add := func(label string, nonce, msg, part []byte) {
			g.add("musig_partial_sig_verify", label, verdict(false), t.pub, nonce, other.pub, other.nonce.Public, msg, part)
		}
		add(fmt.Sprintf("part bit %d flipped", bit), t.nonce.Public, t.msg, flipped(part, bit))
		if bit%eighthBit == 0 {
			add(fmt.Sprintf("message bit %d flipped", bit), t.nonce.Public, flipped(t.msg, bit), part)
		}
		if bit < len(outOfRange) {
			add("part "+outOfRange[bit].label, t.nonce.Public, t.msg, outOfRange[bit].value)
		}
		if sum := sum(number(part), 0); sum.Add(sum, reference.N).BitLen() <= 256 {
			add("part + n", t.nonce.Public, t.msg, bytes32(sum))
		}
		for i, prefix := range []byte{0, 1, 4, 5} {
			if bit == i {
				for _, at := range []int{0, 33} {
					nonce := bytes.Clone(t.nonce.Public)
					nonce[at] = prefix
					add(fmt.Sprintf("nonce prefix %02x at byte %d", prefix, at), nonce, t.msg, part)
				}
			}
		}
	}
	t := g.base.at(0)
	part, err := musigPart(g.base, 0)
	if g.fail(err) {
		return
	}
	for _, at := range []int{0, 33} {
		for _, x := range append([]number256{{"not on the curve", g.offCurve}}, notElements...) {
			nonce := bytes.Clone(t.nonce.Public)
			copy(nonce[at+1:], x.value)
			g.add("musig_partial_sig_verify", fmt.Sprintf("nonce x %s at byte %d", x.label, at), verdict(false),
				t.pub, nonce, g.base.at(1).pub, g.base.at(1).nonce.Public, t.msg, part)
		}
	}
}

// musigKeys adds lists in which keys are equal or each other's negative.
func (g *gate) musigKeys() {
	const op = "musig_pubkey_agg_100"
	list := func(label string, f func(i int) []byte) {
		pubs := make([][]byte, aggregateSize)
		for i := range pubs {
			pubs[i] = f(i)
		}
		g.computed(op, label, pubs...)
	}
	p := func(i int) []byte { return g.base.at(i).pub }
	list("one key 100 times", func(int) []byte { return p(0) })
	list("the last key is the second one", func(i int) []byte { return p(i / (aggregateSize - 1)) })
	list("the second one comes 99 times", func(i int) []byte { return p(min(i, 1)) })
	list("keys and their negatives", func(i int) []byte {
		if i%2 == 1 {
			return negated(p(i - 1))
		}
		return p(i)
	})
	list("the second key is the first negated", func(i int) []byte {
		if i == 1 {
			return negated(p(0))
		}
		return p(i)
	})
	list("in the other order", func(i int) []byte { return p(aggregateSize - i) })
}
