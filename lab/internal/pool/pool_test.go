package pool

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"koblitz.dev/lab/internal/ops"
)

const testRows = 96

func allNames() []string {
	var names []string
	for _, op := range allOps() {
		names = append(names, op.Name)
	}
	return names
}

var generate = sync.OnceValues(func() (*Pool, error) { return Generate(testRows, 1, allNames()) })

func generated(t *testing.T) *Pool {
	t.Helper()
	p, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func allOps() []ops.Op { return slices.Concat(ops.All, ops.Primitives) }

// groups returns the three lists of rows of an operation.
func (p *Pool) groups(op string) map[string][]Row {
	return map[string][]Row{"rows": p.Rows(op), "warm": p.Warm(op), "corrupt": p.Corrupt(op)}
}

// hashRows covers every field, label and want.
func hashRows(w io.Writer, rows []Row) {
	for _, r := range rows {
		fmt.Fprintf(w, "%q", r.Label)
		for _, f := range r.Fields {
			fmt.Fprintf(w, " %x", f)
		}
		switch want := r.Want.(type) {
		case *ecdsaSignature:
			fmt.Fprintf(w, " %x %x %x\n", want.pub, want.msg, want.deterministic)
		case *schnorrSignature:
			fmt.Fprintf(w, " %x %x %x\n", want.pub, want.msg, want.bip340)
		default:
			fmt.Fprintf(w, " %T %x\n", want, want)
		}
	}
}

func (p *Pool) hash() string {
	h := sha256.New()
	for _, op := range allOps() {
		for _, rows := range [][]Row{p.Rows(op.Name), p.Warm(op.Name), p.Corrupt(op.Name)} {
			fmt.Fprintf(h, "%s %d\n", op.Name, len(rows))
			hashRows(h, rows)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func TestGenerateIsReproducible(t *testing.T) {
	const pinned = "4ca2b44695c5cd041294fdd3f466214cd3628d4eac0fa293ca897b1a25c04580"
	if got := generated(t).hash(); got != pinned {
		t.Errorf("the rows of seed 1 hash to %s", got)
	}
	other, err := newBlock(newSeed(2), "timed", 1, allParts)
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range allOps() {
		rows, err := other.rows(op.Name)
		if err != nil || len(rows) != 1 {
			t.Fatalf("%s: %d rows, %v", op.Name, len(rows), err)
		}
		if slices.EqualFunc(rows[0].Fields, generated(t).Rows(op.Name)[0].Fields, bytes.Equal) {
			t.Errorf("%s: two seeds give the same row", op.Name)
		}
	}
}

func TestGenerateBounds(t *testing.T) {
	for _, n := range []int{-1, 0, mostRows + 1} {
		if _, err := Generate(n, 1, nil); err == nil {
			t.Errorf("%d rows were made", n)
		}
	}
}

func TestEveryOperationHasRows(t *testing.T) {
	p := generated(t)
	for _, op := range allOps() {
		share := 1
		if op.Heavy {
			share = heavyShare
		}
		if len(p.Rows(op.Name)) != testRows/share || len(p.Warm(op.Name)) != warmRows/share || len(p.Corrupt(op.Name)) < 10 {
			t.Errorf("%s: %d, %d and %d rows", op.Name, len(p.Rows(op.Name)), len(p.Warm(op.Name)), len(p.Corrupt(op.Name)))
		}
		for _, r := range p.Corrupt(op.Name) {
			if r.Label == "" {
				t.Errorf("%s: a row of the gate without a label: %x", op.Name, r.Fields)
			}
		}
		if p.Rows("no such operation") != nil {
			t.Error("rows for an operation that does not exist")
		}
	}
}

// sizes are the lengths that docs/protocol.md gives the fields; 0 is free.
var sizes = map[string][]int{
	"pubkey_create":         {32},
	"ecdsa_sign":            {32, 32},
	"ecdsa_verify":          {65, 64, 32},
	"ecdsa_parse_verify":    {0, 0, 32},
	"ecdsa_recover":         {64, 1, 32},
	"schnorr_sign":          {32, 32, 32},
	"schnorr_verify":        {32, 64, 32},
	"schnorr_parse_verify":  {32, 64, 32},
	"ecdh":                  {32, 65},
	"pubkey_parse33":        {33},
	"pubkey_parse65":        {65},
	"pubkey_tweak_add":      {65, 32},
	"xonly_tweak_add_check": {32, 1, 32, 32},
	"pubkey_combine":        {65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65},
	"ellswift_encode":       {65, 32},
	"ellswift_decode":       {64},
	"ellswift_create":       {32, 32},
	"ellswift_xdh":          {64, 64, 32, 1},

	"musig_nonce_gen":          {32, 32, 65, 32},
	"musig_partial_sign":       {32, 32, 65, 32, 65, 66},
	"musig_partial_sig_verify": {65, 66, 65, 66, 32, 32},
	"musig_pubkey_agg_100":     slices.Repeat([]int{65}, 100),
	"silentpayments_send_100":  slices.Concat([]int{36, 32, 32}, slices.Repeat([]int{65}, 200)),
	"silentpayments_scan_1000": slices.Concat([]int{32, 65, 65, 36, 65, 32}, slices.Repeat([]int{65}, 1000)),

	"seckey_verify":    {32},
	"seckey_negate":    {32},
	"seckey_tweak_add": {32, 32},
	"seckey_tweak_mul": {32, 32},

	"der_parse":     {0},
	"tagged_sha256": {0, 64},
	"field_mul":     {32, 32},
	"field_sqr":     {32},
	"field_inv":     {32},
	"field_sqrt":    {32},
	"base_mul":      {32},
	"point_mul":     {32, 65},
}

func TestFields(t *testing.T) {
	p := generated(t)
	for _, op := range allOps() {
		want := sizes[op.Name]
		for group, rows := range p.groups(op.Name) {
			for i, r := range rows {
				ok := len(r.Fields) == len(want)
				for j := range want {
					ok = ok && (want[j] == 0 || len(r.Fields[j]) == want[j])
				}
				if !ok {
					t.Fatalf("%s, %s row %d (%s): fields %x", op.Name, group, i, r.Label, r.Fields)
				}
			}
		}
	}
}

// The reference, answering from the fields alone, is right on every row.
func TestRightAnswersPass(t *testing.T) {
	p := generated(t)
	for _, op := range allOps() {
		for group, rows := range p.groups(op.Name) {
			if err := parallel(len(rows), func(i int) error { return rowError(op.Name, group, i, confirm(op.Name, rows[i])) }); err != nil {
				t.Error(err)
			}
		}
	}
}

// A contender that answers every row alike, or one bit beside the right answer,
// is refused everywhere.
func TestWrongAnswersFail(t *testing.T) {
	p := generated(t)
	for _, op := range allOps() {
		rows := slices.Concat(p.Rows(op.Name), p.Warm(op.Name))
		for i, r := range rows {
			out, ok, err := answer(op.Name, r.Fields)
			if err != nil {
				t.Fatal(err)
			}
			if r.Want.Check(allClaims, out, !ok) == nil {
				t.Errorf("%s row %d: the opposite of %t passes", op.Name, i, ok)
			}
			if op.Kind == ops.Verdict {
				continue
			}
			for _, wrong := range [][]byte{nil, {}, out[1:], append(bytes.Clone(out), 0), flipped(out, i%(8*len(out))), make([]byte, len(out))} {
				if r.Want.Check(allClaims, wrong, true) == nil {
					t.Errorf("%s row %d: %x passes, right is %x", op.Name, i, wrong, out)
				}
			}
		}
	}
}

func TestKeysAndMessagesAreDistinct(t *testing.T) {
	p := generated(t)
	seen := map[string]string{}
	for _, op := range []string{"pubkey_create", "ecdsa_sign"} {
		for group, rows := range p.groups(op) {
			if group == "corrupt" {
				continue
			}
			for i, r := range rows {
				at := fmt.Sprintf("%s row %d", group, i)
				key := op + string(r.Fields[len(r.Fields)-1])
				if before, ok := seen[key]; ok {
					t.Errorf("%s: %s repeats %s", op, at, before)
				}
				seen[key] = at
			}
		}
	}
}

func TestSpoiledPositions(t *testing.T) {
	const n = 4096
	all := map[string]int{}
	for i := range uint64(8) {
		bad := newSeed(i).spoiled("test", n)
		count, gap, longest, first := 0, 0, 0, make([]byte, 0, n)
		for _, b := range bad {
			if b {
				count, gap = count+1, 0
				first = append(first, 1)
			} else {
				gap++
				first = append(first, 0)
			}
			longest = max(longest, gap)
		}
		if count < n/24 || count > n/11 {
			t.Errorf("seed %d: %d of %d rows", i, count, n)
		}
		if longest > 2*spoilBlock-2 {
			t.Errorf("seed %d: %d valid rows in a row", i, longest)
		}
		all[string(first)]++
	}
	if len(all) != 8 {
		t.Error("two seeds share their positions")
	}
	for n := range 70 {
		if got := len(newSeed(1).spoiled("test", n)); got != n {
			t.Errorf("%d positions for %d rows", got, n)
		}
	}
}

func TestSpoiledRows(t *testing.T) {
	p := generated(t)
	for _, op := range allOps() {
		invalid, labels := 0, map[string]bool{}
		for _, r := range p.Rows(op.Name) {
			if r.Want == verdict(false) {
				invalid++
				labels[strings.Fields(r.Label)[0]] = true
			}
		}
		if spoiled := spoilers[op.Name] != nil; spoiled != (op.Kind == ops.Verdict) || (invalid > 0) != spoiled {
			t.Errorf("%s: %d invalid rows", op.Name, invalid)
		}
	}
}

// edges are labels that the gate must not lose.
var edges = map[string][]string{
	"pubkey_create": {"key 1", "key n - 1", "key lambda", "key n - lambda", "key (n - 1) / 2", "key 2 (2^264 - 2^256) mod n", "secret key 0", "secret key n"},
	"ecdsa_sign":    {"key 2 (2^264 - 2^256) mod n", "message all zero", "message n", "message n + 1", "message all ones", "secret key n"},
	"ecdsa_verify": {
		"r = 0", "r = n", "r = n + 1", "r = 2^256 - 1", "s = 0", "s = n", "s = n + 1", "high s", "message n + 1",
		"x of R at least n", "r at least n, equal to x of R", "s = n + 1 where s = 1 is valid", "u1*G = u2*Q", "u1*G = -u2*Q", "key negated",
		"r bit 0 flipped", "r bit 254 flipped", "s bit 255 flipped", "message bit 0 flipped", "key bit 511 flipped",
	},
	"ecdsa_parse_verify": {
		"truncated to 0 bytes", "byte 0 after the sequence", "byte 0 inside the sequence", "indefinite sequence length",
		"r length in long form with one byte", "s = -1", "r with 1 needless zero bytes", "r tag 03", "high s", "key x not on the curve", "key prefix 04",
	},
	"ecdsa_recover":         {"recovery id 2 with r + n >= p", "recovery id 2, x of R = n + ", "recovery id 3, x of R = n + ", "the key is infinite", "r = 0", "s = 0"},
	"schnorr_verify":        {"R has an odd y", "R is infinite", "r is no x of a point", "r = p", "s = n", "key is no x of a point", "key = p", "s bit 255 flipped"},
	"schnorr_parse_verify":  {"R has an odd y", "R is infinite", "r = p", "s = n", "key = p"},
	"ecdh":                  {"key n - 1", "public key n - 1*G", "secret key 0"},
	"pubkey_parse33":        {"key prefix 00", "key x = p", "key x not on the curve", "key prefix 04", "x = p + "},
	"pubkey_parse65":        {"key prefix 00", "key y one more", "key prefix 02", "key prefix 03", "hybrid", "y = p + ", "x = p + "},
	"pubkey_tweak_add":      {"tweak 0", "tweak n - 1", "the sum is infinite", "tweak*G is the point", "tweak n"},
	"xonly_tweak_add_check": {"tweak 0", "the sum is infinite", "parity changed", "internal key not on the curve", "internal key p", "tweak n"},
	"pubkey_combine":        {"pairs that cancel", "the first two cancel", "the last point cancels the sum before it", "one point 16 times"},
	"ellswift_decode":       {"u = 0, t = 0", "u = p, t = p", "u^3 + t^2 + 7 = 0", "u^3 - t^2 + 7 = 0", "u = 2^256 - 1, t = 2^256 - 1"},
	"ellswift_create":       {"key n - 1", "secret key 0", "randomness all zero"},
	"ellswift_xdh":          {"A: u = 0, t = 0", "B: u = p, t = p", "secret key n", "key 1"},

	"musig_nonce_gen":    {"key n - 1", "secret key 0", "randomness 0", "message all ones"},
	"musig_partial_sign": {"key 1", "secret key n", "both keys are the same", "the nonces cancel", "the first halves cancel"},
	"musig_partial_sig_verify": {
		"valid, the nonces cancel", "nonce negated, ordinary", "key negated", "part negated", "part bit 255 flipped", "part n", "part 0",
		"message bit 0 flipped", "nonce x p at byte 33", "nonce prefix 00 at byte 0",
	},
	"musig_pubkey_agg_100":     {"one key 100 times", "keys and their negatives", "key lambda"},
	"silentpayments_send_100":  {"one address 100 times", "the inputs cancel", "the output is infinite", "key n - 1, of", "secret key n", "two scan keys in turns"},
	"silentpayments_scan_1000": {"none", "one at 999, label true", "one negated at 0, label false", "five in the other order", "the second one alone", "secret key 0"},

	"seckey_verify":    {"key 1", "key n - 1", "secret key 0", "secret key n", "secret key n + 1", "secret key 2^256 - 1"},
	"seckey_negate":    {"key 1", "key n - 1", "secret key 0", "secret key n", "secret key n + 1"},
	"seckey_tweak_add": {"key n - 1", "secret key 0", "secret key n + 1", "tweak 0", "tweak n", "tweak n + 1", "the sum is 0", "the sum is n - 1", "key n - 1, tweak n - 1"},
	"seckey_tweak_mul": {"key n - 1", "secret key 0", "secret key n + 1", "tweak 0", "tweak n", "tweak n + 1", "the product is 1", "key n - 1, tweak n - 1"},

	"der_parse":     {"= -1", "truncated to 8 bytes", "sequence length in long form with one byte", "r = n", "valid"},
	"tagged_sha256": {"tag of 0 bytes", "tag of 64 bytes"},
	"field_sqrt":    {"0", "p - 1"},
	"field_inv":     {"0", "p - 1"},
	"point_mul":     {"scalar lambda, point 1*G", "scalar n - 1, point n - 1*G"},
}

func TestGateKeepsItsEdges(t *testing.T) {
	p := generated(t)
	for op, labels := range edges {
		for _, label := range labels {
			if !slices.ContainsFunc(p.Corrupt(op), func(r Row) bool { return strings.Contains(r.Label, label) }) {
				t.Errorf("%s: no row %q", op, label)
			}
		}
	}
	for _, op := range allOps() {
		accepted, refused := 0, 0
		for _, r := range p.Corrupt(op.Name) {
			if r.Want.Check(allClaims, nil, false) != nil {
				accepted++
			} else {
				refused++
			}
		}
		if accepted == 0 || (op.Kind == ops.Verdict && refused == 0) {
			t.Errorf("%s: %d rows with an answer, %d without", op.Name, accepted, refused)
		}
	}
}
