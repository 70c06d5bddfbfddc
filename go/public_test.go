package secp256k1_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// onCurve reports whether x is the x of a point.
func onCurve(x *big.Int) bool {
	v := new(big.Int).Exp(x, big.NewInt(3), bigcurve.P)
	return big.Jacobi(v.Add(v, big.NewInt(7)), bigcurve.P) == 1
}

func TestParsePublicKey(t *testing.T) {
	type test struct {
		name string
		b    []byte
		want bool
	}
	var tests []test
	for _, d := range []*big.Int{one, big.NewInt(2), big.NewInt(3), comb43} {
		p := bigcurve.G.Mul(d)
		x, y := bigcurve.Bytes(p.X), bigcurve.Bytes(p.Y)
		odd := byte(p.Y.Bit(0))
		for prefix := range 256 {
			b := byte(prefix)
			tests = append(tests,
				test{fmt.Sprintf("33 bytes, prefix %02x", b), join([]byte{b}, x), b == 2 || b == 3},
				test{fmt.Sprintf("65 bytes, prefix %02x", b), join([]byte{b}, x, y), b == 4 || b == 6|odd})
		}
		for n := range 100 {
			tests = append(tests,
				test{fmt.Sprintf("compressed cut to %d", n), join([]byte{2}, x, make([]byte, 80))[:n], n == 33},
				test{fmt.Sprintf("uncompressed cut to %d", n), join([]byte{4}, x, y, make([]byte, 80))[:n], n == 65})
		}
		tests = append(tests,
			test{"y one more", join([]byte{4}, x, bigcurve.Bytes(plus(p.Y, 1))), false},
			test{"the other y", join([]byte{4}, x, bigcurve.Bytes(new(big.Int).Sub(bigcurve.P, p.Y))), true},
			test{"y = 0", join([]byte{4}, x, make([]byte, 32)), false},
			test{"x and y swapped", join([]byte{4}, y, x), false})
	}
	for i := int64(0); i < 12; i++ {
		small, large, alias := big.NewInt(i), plus(bigcurve.P, -1-i), plus(bigcurve.P, i)
		tests = append(tests,
			test{fmt.Sprintf("x = %d", i), join([]byte{2}, bigcurve.Bytes(small)), onCurve(small)},
			test{fmt.Sprintf("x = p - %d", 1+i), join([]byte{3}, bigcurve.Bytes(large)), onCurve(large)},
			test{fmt.Sprintf("x = p + %d", i), join([]byte{2}, bigcurve.Bytes(alias)), false})
	}
	tests = append(tests,
		test{"infinity, one zero byte", []byte{0}, false},
		test{"65 zeros after the prefix", join([]byte{4}, make([]byte, 64)), false},
		test{"x = 2^256 - 1", join([]byte{2}, bigcurve.Bytes(maximum)), false})
	for _, test := range tests {
		before := bytes.Clone(test.b)
		p, err := secp256k1.ParsePublicKey(test.b)
		if (err == nil) != test.want || p.IsValid() != test.want {
			t.Errorf("%s: %v, want accepted %v", test.name, err, test.want)
			continue
		}
		if !bytes.Equal(before, test.b) {
			t.Errorf("%s: the input has changed", test.name)
		}
		if err != nil {
			if !errors.Is(err, secp256k1.ErrPublicKey) || p != (secp256k1.PublicKey{}) {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if len(test.b) == 33 && !bytes.Equal(p.Bytes(), test.b) {
			t.Errorf("%s: serializes to %x", test.name, p.Bytes())
		}
		if len(test.b) == 65 && !bytes.Equal(p.Uncompressed()[1:], test.b[1:]) {
			t.Errorf("%s: serializes to %x", test.name, p.Uncompressed())
		}
		for _, again := range [][]byte{p.Bytes(), p.Uncompressed()} {
			if q, err := secp256k1.ParsePublicKey(again); err != nil || q != p || !q.Equal(&p) {
				t.Errorf("%s: %x parses to another key (%v)", test.name, again, err)
			}
		}
	}
}

func TestXOnly(t *testing.T) {
	for _, d := range secrets() {
		p := bigcurve.G.Mul(d)
		pub := public(t, p)
		x, odd := pub.XOnly()
		if odd != (p.Y.Bit(0) == 1) || !bytes.Equal(x.Bytes(), bigcurve.Bytes(p.X)) {
			t.Errorf("%x: x-only key %x, odd %v", d, x.Bytes(), odd)
		}
		parsed, err := secp256k1.ParseXOnlyPublicKey(bigcurve.Bytes(p.X))
		if err != nil || parsed != x || !parsed.Equal(&x) {
			t.Errorf("%x: parses to another key (%v)", d, err)
		}
		even := x.PublicKey()
		if _, odd := even.XOnly(); odd || even.Bytes()[0] != 2 {
			t.Errorf("%x: the x-only key has an odd y", d)
		}
		negated, err := pub.Negate()
		samePoint(t, "negated", negated, err, p.Negate())
		if n, o := negated.XOnly(); n != x || o == odd || negated.Equal(&pub) {
			t.Errorf("%x: wrong x-only key of the negative", d)
		}
	}
	for _, b := range [][]byte{
		nil, make([]byte, 31), make([]byte, 33), make([]byte, 32), bigcurve.Bytes(big.NewInt(5)),
		bigcurve.Bytes(bigcurve.P), bigcurve.Bytes(plus(bigcurve.P, 1)), bigcurve.Bytes(maximum),
	} {
		if x, err := secp256k1.ParseXOnlyPublicKey(b); !errors.Is(err, secp256k1.ErrPublicKey) || x.IsValid() {
			t.Errorf("%x: %v", b, err)
		}
	}
}

func TestTweakAddCheck(t *testing.T) {
	for _, d := range secrets() {
		pub := public(t, bigcurve.G.Mul(d))
		x, _ := pub.XOnly()
		tweak := bigcurve.Bytes(big.NewInt(12345))
		q, err := x.TweakAdd(tweak)
		if err != nil {
			t.Fatal(err)
		}
		tweaked, odd := q.XOnly()
		wrong := tweaked.Bytes()
		wrong[31] ^= 1
		tests := []struct {
			name     string
			internal secp256k1.XOnlyPublicKey
			tweaked  []byte
			odd      bool
			tweak    []byte
			want     bool
		}{
			{"right", x, tweaked.Bytes(), odd, tweak, true},
			{"other parity", x, tweaked.Bytes(), !odd, tweak, false},
			{"other x", x, wrong, odd, tweak, false},
			{"other tweak", x, tweaked.Bytes(), odd, bigcurve.Bytes(big.NewInt(12346)), false},
			{"short x", x, tweaked.Bytes()[:31], odd, tweak, false},
			{"long x", x, append(tweaked.Bytes(), 0), odd, tweak, false},
			{"no x", x, nil, odd, tweak, false},
			{"other internal key", tweaked, tweaked.Bytes(), odd, tweak, false},
			{"no internal key", secp256k1.XOnlyPublicKey{}, tweaked.Bytes(), odd, tweak, false},
			{"tweak 0", x, x.Bytes(), false, make([]byte, 32), true},
			{"tweak 0, odd", x, x.Bytes(), true, make([]byte, 32), false},
		}
		for _, test := range tests {
			if got := test.internal.TweakAddCheck(test.tweaked, test.odd, test.tweak); got != test.want {
				t.Errorf("%x, %s: %v", d, test.name, got)
			}
		}
	}
}

func TestCombine(t *testing.T) {
	points := make([]bigcurve.Point, 6)
	for i := range points {
		points[i] = bigcurve.G.Mul(big.NewInt(int64(i*i + 3)))
	}
	a, b, c, d := points[0], points[1], points[2], points[3]
	partial := a.Add(b).Add(c)
	tests := []struct {
		name string
		list []bigcurve.Point
	}{
		{"one", points[:1]},
		{"all", points},
		{"doubled", []bigcurve.Point{a, a}},
		{"cancel", []bigcurve.Point{a, a.Negate()}},
		{"cancel, then more", []bigcurve.Point{a, a.Negate(), b, c}},
		{"cancel at last", []bigcurve.Point{a, b, c, partial.Negate()}},
		{"the sum doubled", []bigcurve.Point{a, b, c, partial}},
		{"cancel in the middle", []bigcurve.Point{a, b, c, partial.Negate(), d}},
		{"sixteen times one", []bigcurve.Point{a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a}},
	}
	for _, test := range tests {
		var keys []secp256k1.PublicKey
		var want bigcurve.Point
		for _, p := range test.list {
			keys = append(keys, public(t, p))
			want = want.Add(p)
		}
		got, err := secp256k1.Combine(keys...)
		samePoint(t, test.name, got, err, want)
	}
	for name, keys := range map[string][]secp256k1.PublicKey{
		"none": nil, "zero value": {{}}, "zero value among others": {public(t, a), {}, public(t, b)},
	} {
		if p, err := secp256k1.Combine(keys...); !errors.Is(err, secp256k1.ErrPublicKey) || p.IsValid() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// panics reports whether f does.
func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return false
}

func TestNoPublicKey(t *testing.T) {
	tweak := bigcurve.Bytes(one)
	var p secp256k1.PublicKey
	_, negate := p.Negate()
	_, add := p.TweakAdd(tweak)
	_, mul := p.TweakMul(tweak)
	_, text := p.MarshalText()
	for call, err := range map[string]error{"Negate": negate, "TweakAdd": add, "TweakMul": mul, "MarshalText": text} {
		if !errors.Is(err, secp256k1.ErrPublicKey) {
			t.Errorf("%s: %v", call, err)
		}
	}
	if k, err := secp256k1.NewPublicKey(nil); err != secp256k1.ErrInfinity || k.IsValid() {
		t.Errorf("of no point: %v", err)
	}
	x, odd := p.XOnly()
	if p.IsValid() || p.Equal(&p) || odd || x.IsValid() {
		t.Error("the zero value counts as a key")
	}
	_, add = x.TweakAdd(tweak)
	_, text = x.MarshalText()
	if !errors.Is(add, secp256k1.ErrPublicKey) || !errors.Is(text, secp256k1.ErrPublicKey) || x.Equal(&x) || x.PublicKey().IsValid() ||
		x.TweakAddCheck(make([]byte, 32), false, tweak) {
		t.Error("the zero value counts as an x-only key")
	}
	for name, f := range map[string]func(){
		"PublicKey.Bytes": func() { p.Bytes() }, "PublicKey.AppendBytes": func() { p.AppendBytes(nil) },
		"Uncompressed": func() { p.Uncompressed() }, "AppendUncompressed": func() { p.AppendUncompressed(nil) },
		"XOnlyPublicKey.Bytes": func() { x.Bytes() }, "XOnlyPublicKey.AppendBytes": func() { x.AppendBytes(nil) },
	} {
		if !panics(f) {
			t.Errorf("%s of no key does not panic", name)
		}
	}
}

// Text is what package json writes and reads, in fields and as names.
func TestText(t *testing.T) {
	type both struct {
		P    secp256k1.PublicKey
		X    secp256k1.XOnlyPublicKey
		Many map[secp256k1.XOnlyPublicKey]int
	}
	p := public(t, bigcurve.G)
	x, _ := p.XOnly()
	want := `{"P":"0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",` +
		`"X":"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",` +
		`"Many":{"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798":1}}`
	got, err := json.Marshal(both{p, x, map[secp256k1.XOnlyPublicKey]int{x: 1}})
	if err != nil || string(got) != want {
		t.Errorf("%s (%v)", got, err)
	}
	var read both
	if err := json.Unmarshal(got, &read); err != nil || read.P != p || read.X != x || read.Many[x] != 1 {
		t.Errorf("%v, %v", read, err)
	}
	if _, err := json.Marshal(both{P: p}); !errors.Is(err, secp256k1.ErrPublicKey) {
		t.Errorf("an x-only key that is not set: %v", err)
	}
	for _, bad := range []string{"", "zz", strings.Repeat("00", 32), strings.Repeat("00", 33), strings.Repeat("0", 63)} {
		if err := read.P.UnmarshalText([]byte(bad)); !errors.Is(err, secp256k1.ErrPublicKey) || read.P != p {
			t.Errorf("public key %q: %v", bad, err)
		}
		if err := read.X.UnmarshalText([]byte(bad)); !errors.Is(err, secp256k1.ErrPublicKey) || read.X != x {
			t.Errorf("x-only key %q: %v", bad, err)
		}
	}
}

// Serializers append: what is there stays.
func TestAppend(t *testing.T) {
	k := secret(t, big.NewInt(9))
	p := k.PublicKey()
	x, _ := p.XOnly()
	start := []byte("start")
	for name, pair := range map[string][2][]byte{
		"secret":       {k.AppendBytes(start), k.Bytes()},
		"compressed":   {p.AppendBytes(start), p.Bytes()},
		"uncompressed": {p.AppendUncompressed(start), p.Uncompressed()},
		"x-only":       {x.AppendBytes(start), x.Bytes()},
	} {
		if !bytes.Equal(pair[0], join(start, pair[1])) {
			t.Errorf("%s: %x", name, pair[0])
		}
	}
}
