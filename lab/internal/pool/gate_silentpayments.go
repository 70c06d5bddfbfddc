package pool

import (
	"bytes"
	"fmt"

	"koblitz.dev/lab/internal/reference"
)

// with returns a copy of a row's fields with one of them replaced.
func with(fields [][]byte, i int, value []byte) [][]byte {
	out := append([][]byte{}, fields...)
	out[i] = value
	return out
}

func (g *gate) silentSend() {
	const op = "silentpayments_send_100"
	if !g.want[op] {
		return
	}
	ordinary, err := silentSendRow(g.base, 0)
	if g.fail(err) {
		return
	}
	f := ordinary.Fields
	for _, s := range outOfRange {
		g.refused(op, "secret key "+s.label, with(f, 1, s.value)...)
		g.refused(op, "secret key of the taproot input "+s.label, with(f, 2, s.value)...)
	}
	for i, s := range edgeScalars {
		taproot := edgeScalars[(i+1)%len(edgeScalars)]
		g.computed(op, "key "+s.label+", of the taproot input "+taproot.label, with(with(f, 1, s.value), 2, taproot.value)...)
	}
	// The secret of lift_x of the taproot input.
	even := bytes.Clone(f[2])
	point, err := reference.BaseMul(even)
	if g.fail(err) {
		return
	}
	if point[64]&1 == 1 {
		even = negatedScalar(even)
	}
	g.refused(op, "the inputs cancel", with(f, 1, negatedScalar(even))...)
	g.computed(op, "the inputs are equal", with(f, 1, even)...)
	g.computed(op, "the taproot input's key negated", with(f, 2, negatedScalar(f[2]))...)
	g.computed(op, "another outpoint", with(f, 0, flipped(f[0], 0))...)

	all := func(label string, scan, spend func(j int) []byte) {
		fields := append([][]byte{}, f...)
		for j := range sendSize {
			fields[3+2*j], fields[4+2*j] = scan(j), spend(j)
		}
		g.computed(op, label, fields...)
	}
	p := func(i int) []byte { return g.base.at(i).pub }
	all("one address 100 times", func(int) []byte { return p(3) }, func(int) []byte { return p(4) })
	all("one scan key, different spend keys", func(int) []byte { return p(3) }, p)
	all("two scan keys in turns", func(j int) []byte { return p(j % 2) }, func(int) []byte { return p(4) })
	all("scan keys that are each other's negative", func(j int) []byte {
		if j%2 == 1 {
			return negated(p(j / 2))
		}
		return p(j / 2)
	}, p)
	all("the scan key is the spend key", p, p)
	g.silentInfinity(f)
}

// silentInfinity adds a spend key that the output's tweak cancels, and one that
// it doubles.
func (g *gate) silentInfinity(f [][]byte) {
	const op, at = "silentpayments_send_100", 3 + 2*57
	sender, err := reference.NewSilentSender(f[0], f[1], f[2])
	if g.fail(err) {
		return
	}
	key, err := reference.NewKey(g.r.scalar())
	if g.fail(err) {
		return
	}
	t, err := sender.SilentTweak(key.Public[:], 0)
	if g.fail(err) {
		return
	}
	fields := with(f, at, key.Public[:])
	for _, c := range []struct {
		label  string
		secret []byte
	}{{"the output is infinite", negatedScalar(t)}, {"the tweak doubles the spend key", t}} {
		spend, err := reference.BaseMul(c.secret)
		if g.fail(err) {
			return
		}
		g.computed(op, c.label, with(fields, at+1, spend)...)
	}
}

func (g *gate) silentScan() {
	const op = "silentpayments_scan_1000"
	if !g.want[op] {
		return
	}
	receiver, fields, err := silentReceiver(g.base, 0)
	if g.fail(err) {
		return
	}
	others := strangers(g.base, 0)
	for _, s := range outOfRange {
		g.refused(op, "secret key "+s.label, append(with(fields, 0, s.value), others...)...)
	}
	mine := func(k int, labelled bool) []byte {
		p, err := receiver.Output(k, labelled)
		g.fail(err)
		return p
	}
	scan := func(label string, outputs map[int][]byte) {
		list := append([][]byte{}, others...)
		for i, p := range outputs {
			list[i] = p
		}
		g.computed(op, label, append(append([][]byte{}, fields...), list...)...)
	}
	scan("none", nil)
	for _, at := range []int{0, 1, 31, 32, 33, 511, 998, 999} {
		for _, labelled := range []bool{false, true} {
			scan(fmt.Sprintf("one at %d, label %t", at, labelled), map[int][]byte{at: mine(0, labelled)})
			scan(fmt.Sprintf("one negated at %d, label %t", at, labelled), map[int][]byte{at: negated(mine(0, labelled))})
		}
	}
	scan("the second one alone", map[int][]byte{500: mine(1, false)})
	scan("the first and the third", map[int][]byte{500: mine(0, true), 501: mine(2, false)})
	scan("five in the other order", map[int][]byte{4: mine(0, false), 3: mine(1, true), 2: mine(2, true), 1: mine(3, false), 0: mine(4, true)})
	scan("with the label before without", map[int][]byte{10: mine(0, true), 20: mine(0, false)})
	scan("without the label before with", map[int][]byte{10: mine(0, false), 20: mine(0, true)})
	scan("twice the same", map[int][]byte{10: mine(0, false), 20: mine(0, false)})
	scan("the label's key", map[int][]byte{10: g.base.at(2).pub, 20: g.base.at(1).pub})
}
