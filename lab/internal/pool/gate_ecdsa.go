package pool

import (
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

// eighthBit is the step over bit positions of operations that run the same code
// as another one behind a parser; the other takes every second one.
const eighthBit = 8

// signature adds a case to ecdsa_verify and, with both forms of the key in
// turn, to ecdsa_parse_verify.
func (g *gate) signature(label string, want Want, pub65, sig, msg []byte) {
	g.add("ecdsa_verify", label, want, pub65, sig, msg)
	pub := pub65
	if len(g.rows["ecdsa_parse_verify"])%2 == 0 {
		pub = compressed(pub65)
	}
	g.add("ecdsa_parse_verify", label, want, pub, reference.DER(sig), msg)
}

func (g *gate) ecdsa() {
	for bit := 0; bit < 256; bit += 2 {
		t := g.base.at(bit / 2)
		r, s := t.sig[:32], t.sig[32:]
		g.add("ecdsa_verify", fmt.Sprintf("r bit %d flipped", bit), verdict(false), t.pub, join(flipped(r, bit), s), t.msg)
		g.add("ecdsa_verify", fmt.Sprintf("s bit %d flipped", bit+1), verdict(false), t.pub, join(r, flipped(s, bit+1)), t.msg)
		g.add("ecdsa_verify", fmt.Sprintf("message bit %d flipped", bit), verdict(false), t.pub, t.sig, flipped(t.msg, bit))
		if bit%eighthBit == 0 {
			b := bit + bit/eighthBit%eighthBit
			g.add("ecdsa_parse_verify", fmt.Sprintf("message bit %d flipped", b), verdict(false), t.pub33, t.der, flipped(t.msg, b))
		}
	}
	for bit := range 512 {
		t := g.base.at(bit)
		g.add("ecdsa_verify", fmt.Sprintf("key bit %d flipped", bit), verdict(false), flipped(t.pub, bit), t.sig, t.msg)
	}
	for i := range gateKeys {
		t, other := g.base.at(i), g.base.at(i+1)
		r, s := t.sig[:32], t.sig[32:]
		g.signature("valid", verdict(true), t.pub, t.sig, t.msg)
		g.signature("high s", highS{}, t.pub, join(r, negatedScalar(s)), t.msg)
		g.signature("key negated", verdict(false), negated(t.pub), t.sig, t.msg)
		g.signature("key of another row", verdict(false), other.pub, t.sig, t.msg)
		g.signature("r and s swapped", verdict(false), t.pub, join(s, r), t.msg)
		g.signature("r negated", verdict(false), t.pub, join(negatedScalar(r), s), t.msg)
		for _, v := range outOfRange {
			g.signature("r = "+v.label, verdict(false), t.pub, join(v.value, s), t.msg)
			g.signature("s = "+v.label, verdict(false), t.pub, join(r, v.value), t.msg)
		}
	}
	for _, a := range outOfRange {
		for _, b := range outOfRange {
			t := g.base.at(0)
			g.signature("r = "+a.label+" and s = "+b.label, verdict(false), t.pub, join(a.value, b.value), t.msg)
		}
	}
	g.madeSignatures()
	g.reducedMessages()
	g.largeX()
}

func negatedScalar(s []byte) []byte { return bytes32(minus(reference.N, number(s))) }

// madeSignatures chooses the message so that r = x(k*G) mod n and a wanted s,
// or a wanted relation of the two products, come out: s = (m + r d) / k.
func (g *gate) madeSignatures() {
	for i := range 4 {
		t := g.base.at(i)
		d, k := number(t.secret), number(t.scalar)
		kG, err := reference.BaseMul(t.scalar)
		if g.fail(err) {
			return
		}
		r := modN(number(kG[1:33]))
		rd := modN(new(big.Int).Mul(r, d))
		message := func(s *big.Int) []byte {
			return bytes32(modN(minus(new(big.Int).Mul(s, k), rd)))
		}
		rBytes := bytes32(r)
		g.signature("s = 1", verdict(true), t.pub, join(rBytes, bytes32(one)), message(one))
		g.signature("s = n + 1 where s = 1 is valid", verdict(false), t.pub, join(rBytes, bytes32(sum(reference.N, 1))), message(one))
		g.signature("s = (n - 1) / 2", verdict(true), t.pub, join(rBytes, bytes32(halfN)), message(halfN))
		high := sum(halfN, 1)
		g.signature("high s, (n + 1) / 2", highS{}, t.pub, join(rBytes, bytes32(high)), message(high))
		high = sum(reference.N, -1)
		g.signature("high s, n - 1", highS{}, t.pub, join(rBytes, bytes32(high)), message(high))

		// m = r d makes u1*G = u2*Q, m = -r d makes their sum infinite.
		s := modN(new(big.Int).Mul(new(big.Int).Lsh(rd, 1), new(big.Int).ModInverse(k, reference.N)))
		if s.Cmp(halfN) > 0 {
			s = minus(reference.N, s)
		}
		g.signature("u1*G = u2*Q", verdict(true), t.pub, join(rBytes, bytes32(s)), bytes32(rd))
		g.signature("u1*G = -u2*Q", verdict(false), t.pub, join(rBytes, t.sig[32:]), bytes32(minus(reference.N, rd)))
	}
}

// reducedMessages has a signature stand for a message that is equal mod n.
func (g *gate) reducedMessages() {
	for i, low := range []*big.Int{new(big.Int), one, sum(minus(ones, reference.N), 0)} {
		key := g.base.at(i)
		sig, _, err := key.key.SignECDSA(bytes32(low))
		if g.fail(err) {
			return
		}
		g.signature("message n + m, signed as m", verdict(true), key.pub, sig, bytes32(new(big.Int).Add(low, reference.N)))
	}
}

// A largeX signature has an R whose x is in [n, p), so r = x - n. Such an R has
// no known logarithm: the key is recovered from a chosen s and message.
func (g *gate) largeX() {
	found := 0
	for x := sum(reference.N, 1); found < 3; x.Add(x, one) {
		if _, err := reference.LiftX(bytes32(x)); err != nil {
			if err != reference.ErrRefused {
				g.fail(err)
				return
			}
			continue
		}
		found++
		r := bytes32(minus(x, reference.N))
		s := g.r.below(sum(halfN, 1))
		msg := g.r.bytes(32)
		sig := join(r, s)
		for parity := range byte(2) {
			recid := []byte{2 | parity}
			label := fmt.Sprintf("recovery id %d, x of R = n + %d", recid[0], minus(x, reference.N))
			pub, err := reference.RecoverECDSA(sig, recid[0], msg)
			if g.fail(rowError("ecdsa_recover", "gate, "+label, 0, err)) {
				return
			}
			g.add("ecdsa_recover", label, exact(pub), sig, recid, msg)
			g.computed("ecdsa_recover", fmt.Sprintf("recovery id %d, r = %d", parity, minus(x, reference.N)), sig, []byte{parity}, msg)
			g.refused("ecdsa_recover", fmt.Sprintf("recovery id %d, r = n + %d", parity, minus(x, reference.N)), join(bytes32(x), s), []byte{parity}, msg)
			g.signature("x of R at least n", verdict(true), pub, sig, msg)
			g.signature("r at least n, equal to x of R", verdict(false), pub, join(bytes32(x), s), msg)
		}
	}
}

func (g *gate) recovery() {
	const op = "ecdsa_recover"
	for i := range gateKeys {
		t := g.base.at(i)
		r, s, id := t.sig[:32], t.sig[32:], []byte{t.recid}
		other := []byte{t.recid ^ 1}
		g.add(op, "valid", exact(t.pub), t.sig, id, t.msg)
		g.computed(op, "recovery id of the other parity", t.sig, other, t.msg)
		g.add(op, "high s", exactOrRefused(t.pub), join(r, negatedScalar(s)), other, t.msg)
		for _, high := range []byte{2, 3} {
			g.refused(op, fmt.Sprintf("recovery id %d with r + n >= p", high), t.sig, []byte{high}, t.msg)
		}
		for _, v := range outOfRange {
			g.refused(op, "r = "+v.label, join(v.value, s), id, t.msg)
			g.refused(op, "s = "+v.label, join(r, v.value), id, t.msg)
		}
		g.refused(op, "r is no x of a point", join(bytes32(modN(number(g.offCurve))), s), id, t.msg)
		for bit := i; bit < 256; bit += 2 * gateKeys {
			g.computed(op, fmt.Sprintf("r bit %d flipped", bit), join(flipped(r, bit), s), id, t.msg)
			g.computed(op, fmt.Sprintf("message bit %d flipped", bit), t.sig, id, flipped(t.msg, bit))
			if f := flipped(s, bit); number(f).Cmp(halfN) <= 0 {
				g.computed(op, fmt.Sprintf("s bit %d flipped", bit), join(r, f), id, t.msg)
			}
		}

		// s k = m makes the recovered key infinite.
		k := number(t.scalar)
		kG, err := reference.BaseMul(t.scalar)
		if g.fail(err) {
			return
		}
		m := modN(new(big.Int).Mul(k, number(s)))
		g.refused(op, "the key is infinite", join(bytes32(modN(number(kG[1:33]))), s), []byte{kG[64] & 1}, bytes32(m))
	}
	// n itself is the x of a point, but r = 0 is not allowed.
	g.refused(op, "recovery id 2, r = 0", join(make([]byte, 32), g.base.at(0).sig[32:]), []byte{2}, g.base.at(0).msg)
	gap := minus(reference.P, reference.N)
	for _, r := range []*big.Int{gap, sum(gap, -1), sum(gap, 1)} {
		g.computed(op, "recovery id 2, r near p - n", join(bytes32(r), g.base.at(0).sig[32:]), []byte{2}, g.base.at(0).msg)
	}
}
