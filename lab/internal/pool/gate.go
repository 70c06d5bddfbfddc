package pool

import (
	"fmt"
	"math/big"
	"slices"

	"koblitz.dev/lab/internal/reference"
)

// A gate collects labelled rows. The first error stays and ends it.
type gate struct {
	base *block
	rows map[string][]Row
	want map[string]bool // operations; others may be left out
	err  error

	r        stream
	offCurve []byte // an x that no point has
}

func newGate(b *block, names []string) (*gate, error) {
	g := &gate{base: b, rows: map[string][]Row{}, want: map[string]bool{}, r: b.seed.stream("gate", 0)}
	for _, op := range names {
		g.want[op] = true
	}
	for x := number(g.r.element()); g.offCurve == nil; x.Add(x, one) {
		if _, err := reference.LiftX(bytes32(x)); err == reference.ErrRefused {
			g.offCurve = bytes32(x)
		} else {
			g.fail(err)
		}
	}
	g.edgeKeys()
	g.edgeMessages()
	g.secrets()
	g.seckeyTweaks()
	g.ecdsa()
	g.ecdsaKeys()
	g.recovery()
	g.der()
	g.schnorr()
	g.parsing()
	g.tweaks()
	g.sums()
	g.secretMul()
	g.ellswift()
	g.musigSessions()
	g.musigKeys()
	g.silentSend()
	g.silentScan()
	g.tags()
	g.field()
	return g, g.err
}

func (g *gate) fail(err error) bool {
	if g.err == nil {
		g.err = err
	}
	return err != nil
}

func (g *gate) add(op, label string, want Want, fields ...[]byte) {
	g.rows[op] = append(g.rows[op], Row{label, fields, want})
}

func (g *gate) refused(op, label string, fields ...[]byte) { g.add(op, label, refusal{}, fields...) }

// computed adds a row that wants whatever the reference says, bytes or a
// refusal; settle fills that in.
func (g *gate) computed(op, label string, fields ...[]byte) { g.add(op, label, nil, fields...) }

// settle computes the wants that are open and confirms the others.
func settle(op string, rows []Row) error {
	return parallel(len(rows), func(i int) error {
		r := &rows[i]
		if r.Want != nil {
			return rowError(op, "gate, "+r.Label, i, confirm(op, *r))
		}
		out, ok, err := answer(op, r.Fields)
		if ok {
			r.Want = exact(out)
		} else {
			r.Want = refusal{}
		}
		return rowError(op, "gate, "+r.Label, i, err)
	})
}

// number256 is a labelled value of 32 bytes.
type number256 struct {
	label string
	value []byte
}

func named(label string, i *big.Int) number256 { return number256{label, bytes32(i)} }

func hexNumber(s string) *big.Int {
	i, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic("not a hexadecimal number: " + s)
	}
	return i
}

var (
	lambda = hexNumber("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72")
	ones   = new(big.Int).Sub(power(256), one)
)

func power(e uint) *big.Int { return new(big.Int).Lsh(one, e) }

func sum(a *big.Int, b int64) *big.Int { return new(big.Int).Add(a, big.NewInt(b)) }

func minus(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }

func modN(i *big.Int) *big.Int { return new(big.Int).Mod(i, reference.N) }

// edgeScalars are valid secret keys. The last one makes a fixed-base comb of
// 11 teeth with spacing 24 meet its own accumulator, where an incomplete
// addition fails.
var edgeScalars = []number256{
	named("1", one),
	named("2", sum(one, 1)),
	named("3", sum(one, 2)),
	named("n - 1", sum(reference.N, -1)),
	named("n - 2", sum(reference.N, -2)),
	named("(n - 1) / 2", halfN),
	named("(n + 1) / 2", sum(halfN, 1)),
	named("lambda", lambda),
	named("lambda - 1", sum(lambda, -1)),
	named("lambda + 1", sum(lambda, 1)),
	named("n - lambda", minus(reference.N, lambda)),
	named("n - lambda - 1", sum(minus(reference.N, lambda), -1)),
	named("2^128 - 1", sum(power(128), -1)),
	named("2^128", power(128)),
	named("2^255", power(255)),
	named("2 (2^264 - 2^256) mod n", modN(minus(power(265), power(257)))),
}

// outOfRange are values that neither r nor s nor a secret key may have.
var outOfRange = []number256{
	named("0", new(big.Int)),
	named("n", reference.N),
	named("n + 1", sum(reference.N, 1)),
	named("2^256 - 1", ones),
}

// notElements are values of at least p.
var notElements = []number256{
	named("p", reference.P),
	named("p + 1", sum(reference.P, 1)),
	named("2^256 - 1", ones),
}

var edgeMessages = []number256{
	named("all zero", new(big.Int)),
	named("1", one),
	named("n - 1", sum(reference.N, -1)),
	named("n", reference.N),
	named("n + 1", sum(reference.N, 1)),
	named("all ones", ones),
}

// edge adds, for a tuple, the ordinary row of each operation.
func (g *gate) edge(label string, t *tuple, operations ...string) {
	b := &block{name: "gate", seed: g.base.seed, tuples: append([]*tuple{t}, g.base.tuples...)}
	shared, err := t.key.Shared(b.at(1).key)
	if g.fail(err) {
		return
	}
	b.shared = [][]byte{shared}
	for _, op := range operations {
		if !g.want[op] {
			continue
		}
		r, err := builders[op](b, 0)
		if g.fail(rowError(op, "gate, "+label, 0, err)) {
			return
		}
		g.add(op, label, r.Want, r.Fields...)
	}
}

func (g *gate) edgeKeys() {
	for i, s := range edgeScalars {
		t, err := tupleOf(s.value, g.r.bytes(32), g.base.seed.stream("edge key", i), allParts)
		if g.fail(rowError("tuple", "gate, key "+s.label, i, err)) {
			return
		}
		g.edge("key "+s.label, t, "pubkey_create", "seckey_verify", "seckey_negate", "seckey_tweak_add", "seckey_tweak_mul",
			"ecdsa_sign", "ecdsa_verify", "ecdsa_parse_verify", "ecdsa_recover", "schnorr_sign", "schnorr_verify", "schnorr_parse_verify", "ecdh", "pubkey_parse33", "pubkey_parse65",
			"pubkey_tweak_add", "xonly_tweak_add_check", "pubkey_combine", "ellswift_encode", "ellswift_decode",
			"ellswift_create", "ellswift_xdh", "musig_nonce_gen", "musig_partial_sign", "musig_partial_sig_verify",
			"musig_pubkey_agg_100", "silentpayments_scan_1000", "base_mul", "point_mul")
		other := g.base.at(i)
		g.computed("ecdh", "public key "+s.label+"*G", other.secret, t.pub)
		g.computed("point_mul", "point "+s.label+"*G", other.secret, t.pub)
		for _, k := range edgeScalars {
			g.computed("point_mul", "scalar "+k.label+", point "+s.label+"*G", k.value, t.pub)
		}
	}
}

func (g *gate) edgeMessages() {
	for i, m := range edgeMessages {
		t, err := tupleOf(g.base.at(i).secret, m.value, g.base.seed.stream("edge message", i), allParts)
		if g.fail(rowError("tuple", "gate, message "+m.label, i, err)) {
			return
		}
		g.edge("message "+m.label, t, "ecdsa_sign", "ecdsa_verify", "ecdsa_parse_verify", "ecdsa_recover",
			"schnorr_sign", "schnorr_verify", "schnorr_parse_verify",
			"musig_nonce_gen", "musig_partial_sign", "musig_partial_sig_verify")
	}
}

// secrets adds keys that are none.
func (g *gate) secrets() {
	t, other := g.base.at(0), g.base.at(1)
	for _, s := range outOfRange {
		label := "secret key " + s.label
		g.refused("pubkey_create", label, s.value)
		g.add("seckey_verify", label, verdict(false), s.value)
		g.refused("seckey_negate", label, s.value)
		for _, op := range []string{"seckey_tweak_add", "seckey_tweak_mul"} {
			g.refused(op, label, s.value, t.scalar)
			g.refused(op, label+", tweak 0", s.value, make([]byte, 32))
			g.refused(op, label+", tweak 1", s.value, bytes32(one))
			g.refused(op, label+" as tweak, too", s.value, s.value)
		}
		g.refused("ecdsa_sign", label, s.value, t.msg)
		g.refused("schnorr_sign", label, s.value, t.msg, t.aux)
		g.refused("ecdh", label, s.value, t.pub)
		g.refused("ellswift_create", label, s.value, t.aux)
		g.refused("ellswift_xdh", label, t.ell, other.ell, s.value, []byte{0})
		g.refused("ellswift_xdh", label, t.ell, other.ell, s.value, []byte{1})
	}
}

// seckeyTweaks adds sums and products at the ends of the range, and keys that differ from
// n in one bit of their difference.
func (g *gate) seckeyTweaks() {
	const add, mul = "seckey_tweak_add", "seckey_tweak_mul"
	for i := range gateKeys {
		t := g.base.at(i)
		negative := negatedScalar(t.secret)
		g.add(add, "tweak 0", exact(t.secret), t.secret, make([]byte, 32))
		g.refused(mul, "tweak 0", t.secret, make([]byte, 32))
		g.add(mul, "tweak 1", exact(t.secret), t.secret, bytes32(one))
		g.add(mul, "tweak n - 1", exact(negative), t.secret, bytes32(sum(reference.N, -1)))
		g.refused(add, "the sum is 0", t.secret, negative)
		g.add(add, "the sum is 1", exact(bytes32(one)), t.secret, bytes32(modN(sum(number(negative), 1))))
		g.add(add, "the sum is n - 1", exact(bytes32(sum(reference.N, -1))), t.secret, bytes32(modN(sum(number(negative), -1))))
		inverse := new(big.Int).ModInverse(number(t.secret), reference.N)
		g.add(mul, "the product is 1", exact(bytes32(one)), t.secret, bytes32(inverse))
		for _, v := range outOfRange[1:] {
			g.refused(add, "tweak "+v.label, t.secret, v.value)
			g.refused(mul, "tweak "+v.label, t.secret, v.value)
		}
		g.add("seckey_negate", "of the negative", exact(t.secret), negative)
	}
	for _, a := range edgeScalars {
		for _, b := range edgeScalars {
			g.computed(add, "key "+a.label+", tweak "+b.label, a.value, b.value)
			g.computed(mul, "key "+a.label+", tweak "+b.label, a.value, b.value)
		}
	}
	for e := range 256 {
		v := minus(reference.N, power(uint(e)))
		g.computed("seckey_negate", fmt.Sprintf("n - 2^%d", e), bytes32(v))
		g.add("seckey_verify", fmt.Sprintf("n - 2^%d", e), verdict(true), bytes32(v))
		if above := new(big.Int).Add(reference.N, power(uint(e))); above.BitLen() <= 256 {
			g.add("seckey_verify", fmt.Sprintf("n + 2^%d", e), verdict(false), bytes32(above))
		}
	}
}

// tags adds tag lengths around the block size of SHA-256.
func (g *gate) tags() {
	for _, n := range []int{0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 200} {
		g.computed("tagged_sha256", fmt.Sprintf("tag of %d bytes", n), g.r.bytes(n), g.r.bytes(64))
	}
	g.computed("tagged_sha256", "tag of zeros", make([]byte, 16), make([]byte, 64))
}

// field adds the ends of the range and values near limb boundaries. 0 has no
// inverse: libraries give 0 or refuse.
func (g *gate) field() {
	c := minus(power(256), reference.P)
	edges := []number256{
		named("0", new(big.Int)), named("1", one), named("2", sum(one, 1)),
		named("2^256 - p", c), named("2^256 - p - 1", sum(c, -1)), named("2^256 - p + 1", sum(c, 1)),
		named("p - 1", sum(reference.P, -1)), named("p - 2", sum(reference.P, -2)),
		named("p - (2^256 - p)", minus(reference.P, c)),
		named("(p - 1) / 2", new(big.Int).Rsh(reference.P, 1)), named("(p + 1) / 2", sum(new(big.Int).Rsh(reference.P, 1), 1)),
	}
	for _, e := range []uint{52, 64, 104, 128, 156, 192, 208, 255} {
		edges = append(edges, named(fmt.Sprintf("2^%d - 1", e), sum(power(e), -1)), named(fmt.Sprintf("2^%d", e), power(e)))
	}
	zero := make([]byte, 32)
	for _, a := range edges {
		for _, b := range edges {
			g.computed("field_mul", a.label+" times "+b.label, a.value, b.value)
		}
		g.computed("field_sqr", a.label, a.value)
		g.computed("field_sqrt", a.label, a.value)
		if slices.Equal(a.value, zero) {
			g.add("field_inv", a.label, exactOrRefused(zero), a.value)
		} else {
			g.computed("field_inv", a.label, a.value)
		}
	}
	for i := range 32 {
		g.computed("field_sqrt", fmt.Sprintf("random %d", i), g.r.element())
	}
}
