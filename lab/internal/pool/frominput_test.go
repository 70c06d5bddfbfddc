package pool

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/input"
	"koblitz.dev/lab/internal/reference"
)

// testFile has ECDSA rows, every third with a high s and every second with an
// uncompressed key, and Schnorr rows.
func testFile(t *testing.T, ecdsaRows, schnorrRows int) *input.File {
	t.Helper()
	b := &strings.Builder{}
	fmt.Fprintln(b, "alg,pubkey,digest,sig")
	for i := range max(ecdsaRows, schnorrRows) {
		tu, err := newTuple(newSeed(5).stream("file", i), allParts)
		if err != nil {
			t.Fatal(err)
		}
		pub, der := tu.pub33, tu.der
		if i%2 == 1 {
			pub = tu.pub
		}
		if i%3 == 0 {
			der = reference.DER(join(tu.sig[:32], negatedScalar(tu.sig[32:])))
		}
		if i < ecdsaRows {
			fmt.Fprintf(b, "ecdsa,%x,%x,%x\n", pub, tu.msg, der)
		}
		if i < schnorrRows {
			fmt.Fprintf(b, "schnorr,%x,%x,%x\n", tu.xonly(), tu.msg, tu.schnorr)
		}
	}
	f, err := input.Read(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFromInput(t *testing.T) {
	ecdsa := []string{"ecdsa_verify", "ecdsa_parse_verify", "ecdsa_recover", "pubkey_parse33", "pubkey_parse65", "der_parse"}
	schnorr := []string{"schnorr_verify", "schnorr_parse_verify"}
	for _, c := range []struct {
		ecdsa, schnorr int
		ops            []string
	}{
		{100, 70, slices.Concat(ecdsa, schnorr)},
		{1, 0, ecdsa},
		{0, 2, schnorr},
	} {
		f := testFile(t, c.ecdsa, c.schnorr)
		if f.HighS != (c.ecdsa+2)/3 {
			t.Errorf("%d rows had a high s", f.HighS)
		}
		p, err := FromInput(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range allOps() {
			if !slices.Contains(c.ops, op.Name) {
				for group, rows := range p.groups(op.Name) {
					if rows != nil {
						t.Errorf("%s: %d %s", op.Name, len(rows), group)
					}
				}
				continue
			}
			if len(p.Warm(op.Name)) != warmRows || len(p.Corrupt(op.Name)) == 0 {
				t.Errorf("%s: %d rows to warm up, %d for the gate", op.Name, len(p.Warm(op.Name)), len(p.Corrupt(op.Name)))
			}
			checkFileRows(t, p, op.Name, f)
		}
		again, err := FromInput(f)
		if err != nil || again.hash() != p.hash() {
			t.Errorf("the same file gives another pool, %v", err)
		}
	}
}

// checkFileRows looks for the file's rows, in order, among the valid ones.
func checkFileRows(t *testing.T, p *Pool, op string, f *input.File) {
	t.Helper()
	var valid [][][]byte
	invalid := 0
	for i, r := range p.Rows(op) {
		if err := confirm(op, r); err != nil {
			t.Errorf("%s row %d: %v", op, i, err)
		}
		if r.Want == verdict(false) {
			invalid++
		} else {
			valid = append(valid, r.Fields)
		}
	}
	var want [][][]byte
	for _, r := range f.ECDSA {
		switch op {
		case "ecdsa_verify":
			want = append(want, [][]byte{r.Public, r.Sig, r.Digest})
		case "ecdsa_parse_verify":
			want = append(want, [][]byte{r.Pubkey, r.DER, r.Digest})
		case "ecdsa_recover":
			want = append(want, [][]byte{r.Sig, nil, r.Digest})
		case "pubkey_parse33":
			want = append(want, [][]byte{compressed(r.Public)})
		case "pubkey_parse65":
			want = append(want, [][]byte{r.Public})
		case "der_parse":
			want = append(want, [][]byte{r.DER})
		}
	}
	for _, r := range f.Schnorr {
		if strings.HasPrefix(op, "schnorr") {
			want = append(want, [][]byte{r.Pubkey, r.Sig, r.Digest})
		}
	}
	same := slices.EqualFunc(valid, want, func(got, want [][]byte) bool {
		return slices.EqualFunc(got, want, func(g, w []byte) bool { return w == nil || bytes.Equal(g, w) })
	})
	if !same {
		t.Errorf("%s: %d valid rows are not the file's %d", op, len(valid), len(want))
	}
	if verdictOp := spoilers[op] != nil; (invalid > 0) != verdictOp && len(want) > spoilBlock {
		t.Errorf("%s: %d invalid rows", op, invalid)
	}
}

func TestFromInputWithoutRows(t *testing.T) {
	if _, err := FromInput(&input.File{}); err == nil {
		t.Error("a pool of nothing")
	}
	bad := testFile(t, 1, 0)
	bad.ECDSA[0].Digest = bytes.Repeat([]byte{1}, 32)
	if _, err := FromInput(bad); err == nil {
		t.Errorf("a row that does not verify was taken: %s", hex.EncodeToString(bad.ECDSA[0].Sig))
	}
}
