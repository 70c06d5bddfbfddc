package pool

import (
	"bytes"
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
)

// An encoding is a DER-like string with what der_parse must make of it; nil
// means that it says nothing there. No encoding verifies.
type encoding struct {
	label string
	der   []byte
	want  Want
}

func (g *gate) der() {
	small := join(bytes32(sum(one, 0x7e)), bytes32(sum(one, 0x7f)))
	for i, t := range g.derBases() {
		for _, e := range encodings(t.sig) {
			g.encoding(e, t)
		}
		g.add("der_parse", "valid", exact(t.sig), t.der)
		for bit := range 8 * len(t.der) {
			if step := []int{2, 2, eighthBit, eighthBit}[i]; bit%step != i%step {
				continue
			}
			label := fmt.Sprintf("DER bit %d flipped", bit)
			der := flipped(t.der, bit)
			g.add("ecdsa_parse_verify", label, verdict(false), t.pub33, der, t.msg)
			sig, err := reference.ParseDER(der)
			switch {
			case err == nil:
				g.add("der_parse", label, exact(sig), der)
			case err == reference.ErrRefused:
				g.add("der_parse", label, unusable{}, der)
			default:
				g.fail(err)
			}
		}
	}
	for _, r := range [][]byte{small[:32], small[32:], bytes32(one), bytes32(power(255)), bytes32(sum(reference.N, -1))} {
		for _, s := range [][]byte{small[:32], small[32:], bytes32(one), bytes32(power(128)), bytes32(halfN)} {
			sig := join(r, s)
			g.add("der_parse", "short and long integers", exact(sig), reference.DER(sig))
		}
	}
	t := g.base.at(0)
	for _, v := range outOfRange {
		g.add("der_parse", "r = "+v.label, unusable{}, reference.DER(join(v.value, t.sig[32:])))
		g.add("der_parse", "s = "+v.label, unusable{}, reference.DER(join(t.sig[:32], v.value)))
	}
}

// derBases returns tuples of which r has its top bit set in some and not in
// others.
func (g *gate) derBases() []*tuple {
	var long, short []*tuple
	for _, t := range g.base.tuples {
		if t.sig[0]&0x80 != 0 {
			long = append(long, t)
		} else {
			short = append(short, t)
		}
	}
	var out []*tuple
	for i := range 2 {
		for _, list := range [][]*tuple{long, short} {
			if i < len(list) {
				out = append(out, list[i])
			}
		}
	}
	return out
}

func (g *gate) encoding(e encoding, t *tuple) {
	g.add("ecdsa_parse_verify", e.label, verdict(false), t.pub33, e.der, t.msg)
	if e.want != nil {
		g.add("der_parse", e.label, e.want, e.der)
	}
}

// encodings returns wrong encodings of a signature.
func encodings(sig []byte) []encoding {
	var list []encoding
	add := func(label string, want Want, parts ...[]byte) {
		list = append(list, encoding{label, join(parts...), want})
	}
	no := refusal{}
	der := reference.DER(sig)
	r, s := content(sig[:32]), content(sig[32:])
	rInt, sInt := tlv(0x02, r), tlv(0x02, s)
	body := join(rInt, sInt)

	for n := range der {
		add(fmt.Sprintf("truncated to %d bytes", n), no, der[:n])
	}
	for n := range body {
		add(fmt.Sprintf("sequence of the first %d bytes of its content", n), no, tlv(0x30, body[:n]))
	}
	add("byte 0 after the sequence", no, der, []byte{0})
	add("byte 1 after the sequence", no, der, []byte{1})
	add("signature twice", no, der, der)
	add("byte 0 before the sequence", no, []byte{0}, der)
	add("byte 0 inside the sequence", no, tlv(0x30, join(body, []byte{0})))
	add("third integer inside the sequence", no, tlv(0x30, join(body, []byte{2, 1, 1})))
	add("NULL inside the sequence", no, tlv(0x30, join(body, []byte{5, 0})))
	add("sequence inside a sequence", no, tlv(0x30, der))
	add("integers without a sequence", no, body)
	add("empty sequence", no, tlv(0x30, nil))
	add("r missing", no, tlv(0x30, sInt))
	add("r empty", no, tlv(0x30, join(tlv(2, nil), sInt)))
	add("s empty", no, tlv(0x30, join(rInt, tlv(2, nil))))

	for _, tag := range []byte{0x00, 0x10, 0x31, 0x70, 0xb0, 0xff} {
		add(fmt.Sprintf("sequence tag %02x", tag), no, tlv(tag, body))
	}
	for _, tag := range []byte{0x00, 0x01, 0x03, 0x04, 0x0a, 0x22, 0x42, 0x82, 0xff} {
		add(fmt.Sprintf("r tag %02x", tag), no, tlv(0x30, join(tlv(tag, r), sInt)))
		add(fmt.Sprintf("s tag %02x", tag), no, tlv(0x30, join(rInt, tlv(tag, s))))
	}

	for _, l := range lengths {
		add("sequence length "+l.label, no, []byte{0x30}, l.of(len(body)), body)
		add("r length "+l.label, no, tlv(0x30, join([]byte{2}, l.of(len(r)), r, sInt)))
		add("s length "+l.label, no, tlv(0x30, join(rInt, []byte{2}, l.of(len(s)), s)))
	}
	end := []byte{0, 0}
	add("indefinite sequence length", no, []byte{0x30, 0x80}, body, end)
	add("indefinite r length", no, tlv(0x30, join([]byte{2, 0x80}, r, end, sInt)))
	add("indefinite s length", no, tlv(0x30, join(rInt, []byte{2, 0x80}, s, end)))

	for _, pad := range [][]byte{{0}, {0, 0}, {0, 0, 0, 0, 0, 0, 0, 0}} {
		// An integer that needs its leading zero is padded as well.
		add(fmt.Sprintf("r with %d needless zero bytes", len(pad)), no, tlv(0x30, join(tlv(2, join(pad, r)), sInt)))
		add(fmt.Sprintf("s with %d needless zero bytes", len(pad)), no, tlv(0x30, join(rInt, tlv(2, join(pad, s)))))
	}

	for _, v := range wrongIntegers(sig[:32]) {
		add("r "+v.label, v.want, tlv(0x30, join(tlv(2, v.der), sInt)))
	}
	for _, v := range wrongIntegers(sig[32:]) {
		add("s "+v.label, v.want, tlv(0x30, join(rInt, tlv(2, v.der))))
	}
	return list
}

// wrongIntegers returns contents of an INTEGER: negative ones, and ones out of
// range in DER that is right otherwise.
func wrongIntegers(value []byte) []encoding {
	top := bytes.Clone(value)
	top[0] |= 0x80
	twos := bytes32(minus(power(256), number(value)))
	if twos[0]&0x80 == 0 {
		twos = join([]byte{0xff}, twos)
	}
	large := new(big.Int).Add(number(value), reference.N).Bytes()
	if len(large) == 32 && large[0]&0x80 != 0 {
		large = join([]byte{0}, large)
	}
	return []encoding{
		{"with its top bit set and no zero before it", top, unusable{}},
		{"negated", twos, unusable{}},
		{"= -1", []byte{0xff}, unusable{}},
		{"= -1 in two bytes", []byte{0xff, 0xff}, unusable{}},
		{"= -128", []byte{0x80}, unusable{}},
		{"= 0", []byte{0}, unusable{}},
		{"= 0 in two bytes", []byte{0, 0}, refusal{}},
		{"plus n", large, unusable{}},
		{"plus 2^256", join([]byte{1}, value), unusable{}},
		{"plus 2^264", join([]byte{1, 0}, value), unusable{}},
		{"plus 2^312", join([]byte{1}, make([]byte, 7), value), unusable{}},
	}
}

// lengths are length octets that DER does not allow for n in [1, 127], or that
// are wrong.
var lengths = []struct {
	label string
	of    func(n int) []byte
}{
	{"one less", func(n int) []byte { return []byte{byte(n - 1)} }},
	{"one more", func(n int) []byte { return []byte{byte(n + 1)} }},
	{"127", func(int) []byte { return []byte{0x7f} }},
	{"0", func(int) []byte { return []byte{0} }},
	{"in long form with one byte", func(n int) []byte { return []byte{0x81, byte(n)} }},
	{"in long form with two bytes", func(n int) []byte { return []byte{0x82, 0, byte(n)} }},
	{"in long form with eight bytes", func(n int) []byte { return []byte{0x88, 0, 0, 0, 0, 0, 0, 0, byte(n)} }},
	{"in long form with nine bytes", func(n int) []byte { return []byte{0x89, 1, 0, 0, 0, 0, 0, 0, 0, byte(n)} }},
	{"2^32 - 1", func(int) []byte { return []byte{0x84, 0xff, 0xff, 0xff, 0xff} }},
	{"2^64 - 1", func(int) []byte { return join([]byte{0x88}, bytes.Repeat([]byte{0xff}, 8)) }},
	{"reserved, ff", func(int) []byte { return []byte{0xff} }},
}

func tlv(tag byte, value []byte) []byte { return join([]byte{tag, byte(len(value))}, value) }

// content returns the least two's complement form of a number.
func content(value []byte) []byte {
	b := number(value).Bytes()
	if len(b) == 0 || b[0]&0x80 != 0 {
		b = join([]byte{0}, b)
	}
	return b
}
