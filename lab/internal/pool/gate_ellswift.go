package pool

import (
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

// ellswift adds encodings at the ends of the range and at BIP-324's
// exceptions: each decodes to a point.
func (g *gate) ellswift() {
	values := []number256{
		named("0", new(big.Int)), named("1", one), named("2", sum(one, 1)),
		named("p - 1", sum(reference.P, -1)),
		{"random", g.r.element()}, {"random", g.r.element()},
	}
	values = append(values, notElements...)
	for i, u := range values {
		for _, t := range values {
			g.encoded(fmt.Sprintf("u = %s, t = %s", u.label, t.label), join(u.value, t.value))
		}
		// u^3 + t^2 + 7 = 0, and u^3 - t^2 + 7 = 0, where there is such a t.
		cube := number(u.value)
		cube.Mod(cube, reference.P)
		if cube.Sign() == 0 {
			cube.SetInt64(1)
		}
		cube.Exp(cube, big.NewInt(3), reference.P)
		cube.Add(cube, big.NewInt(7)).Mod(cube, reference.P)
		for _, c := range []struct {
			label  string
			square *big.Int
		}{{"u^3 + t^2 + 7 = 0", minus(reference.P, cube)}, {"u^3 - t^2 + 7 = 0", cube}} {
			root := new(big.Int).ModSqrt(c.square, reference.P)
			if root == nil {
				continue
			}
			for _, t := range []*big.Int{root, new(big.Int).Mod(minus(reference.P, root), reference.P)} {
				g.encoded(fmt.Sprintf("%s, value %d of u", c.label, i), join(u.value, bytes32(t)))
			}
		}
	}
	for i := range 64 {
		g.encoded(fmt.Sprintf("random %d", i), g.r.bytes(64))
	}
	for i := range gateKeys {
		t, other := g.base.at(i), g.base.at(i+1)
		for _, rnd := range []number256{named("all zero", new(big.Int)), named("all ones", ones), {"random", g.r.bytes(32)}} {
			g.add("ellswift_encode", "randomness "+rnd.label, &ellswift{t.pub, reference.EllswiftEncode(t.pub, rnd.value)}, t.pub, rnd.value)
			g.add("ellswift_create", "randomness "+rnd.label, &ellswift{t.pub, t.key.EllswiftCreate(rnd.value)}, t.secret, rnd.value)
		}
		g.computed("ellswift_xdh", "A", t.ell, other.ell, t.secret, []byte{0})
		g.computed("ellswift_xdh", "B", t.ell, other.ell, other.secret, []byte{1})
		g.computed("ellswift_xdh", "key of the other party", t.ell, other.ell, other.secret, []byte{0})
		g.computed("ellswift_xdh", "with itself", t.ell, t.ell, t.secret, []byte{1})
	}
}

// encoded adds an encoding to decode, and as the other side of a key exchange.
func (g *gate) encoded(label string, ell []byte) {
	g.computed("ellswift_decode", label, ell)
	t := g.base.at(len(g.rows["ellswift_decode"]))
	g.computed("ellswift_xdh", "B: "+label, t.ell, ell, t.secret, []byte{0})
	g.computed("ellswift_xdh", "A: "+label, ell, t.ell, t.secret, []byte{1})
}
