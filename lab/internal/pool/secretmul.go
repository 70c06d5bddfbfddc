package pool

import (
	"bytes"

	"koblitz.dev/lab/internal/reference"
)

// secretMulRow is the block's first key times a point: one secret key in all
// rows, as a batch has it.
func secretMulRow(b *block, i int) (Row, error) {
	p, err := b.at(0).key.Shared(b.at(i + 1).key)
	if err != nil {
		return Row{}, err
	}
	return row(exact(compressed(p)), b.at(0).secret, b.at(i+1).pub)
}

// secretMul adds runs of rows that share a secret key: of edges, of keys that
// are none, and a key with points that are none.
func (g *gate) secretMul() {
	first := g.base.at(0)
	generator, err := reference.BaseMul(bytes32(one))
	g.fail(err)
	for i := range gateKeys {
		g.computed("secret_mul", "ordinary", first.secret, g.base.at(i).pub)
	}
	for _, s := range edgeScalars {
		p, err := reference.BaseMul(s.value)
		if g.fail(err) {
			return
		}
		g.computed("secret_mul", "point "+s.label+"*G", first.secret, p)
		off := bytes.Clone(p)
		off[64] ^= 1
		g.refused("secret_mul", "off the curve, near "+s.label+"*G", first.secret, off)
	}
	for _, s := range edgeScalars {
		for i := range 3 {
			g.computed("secret_mul", "secret key "+s.label, s.value, g.base.at(i).pub)
		}
		g.computed("secret_mul", "secret key "+s.label+", point G", s.value, generator)
	}
	for _, s := range outOfRange {
		for i := range 3 {
			g.refused("secret_mul", "secret key "+s.label, s.value, g.base.at(i).pub)
		}
	}
}
