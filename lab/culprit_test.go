package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
)

// What stands for an operation in the table: a contender that cannot be started,
// and one that is marked for caching.
const (
	dropped = "dropped"
	marked  = "marked"
)

// Libraries that lie must be rejected by the whole of lab compare, one that
// remembers what it was asked must be marked, and an honest one that is built the
// same way must not.
func TestCulprits(t *testing.T) {
	r, err := roster.New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	library, prefix, err := r.Newest()
	if err != nil {
		t.Skipf("SKIPPED culprits: %v", err)
	}
	for _, c := range []struct {
		name, lie string
		op        string // on which it must be rejected; empty for the honest one
		row       bool   // at a row of the gate
	}{
		{"honest", "-DHONEST", "", false},
		{"always-valid", "-DLIE_ALWAYS_VALID", "ecdsa_verify", true},
		{"ecdh-byte", "-DLIE_ECDH", "ecdh", true},
		{"afterwards", "-DLIE_AFTERWARDS=4000", "ecdsa_verify", false},
		{"memo", "-DLIE_MEMO", marked, false},
		{"exits", "-DLIE_EXIT", dropped, false},
		{"crashes", "-DLIE_CRASH", dropped, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			so := filepath.Join(t.TempDir(), c.name+".so")
			cc := exec.Command("cc", "-shared", "-fPIC", "-O1", "-DPREFIX="+prefix, c.lie, "-o", so,
				"testdata/culprit.c", library, "-Wl,-rpath,"+filepath.Dir(library))
			if out, err := cc.CombinedOutput(); err != nil {
				t.Fatalf("cc: %v\n%s", err, out)
			}
			f := compareInto(t, []string{c.name + "=" + so}, []string{"ecdsa_verify", "ecdh"})
			if c.op == "" {
				if len(f.Rejected) != 0 {
					t.Fatalf("rejected: %+v", f.Rejected)
				}
				return
			}
			if c.op == marked {
				i := slices.IndexFunc(f.Results, func(x results.Result) bool { return x.Contender == c.name && x.Op == "ecdsa_verify" })
				if len(f.Rejected) != 0 || i < 0 || !slices.Contains(f.Results[i].Marks, results.MarkCaches) || f.Results[i].Ranked() {
					t.Errorf("not marked: %+v, rejected %+v", f.Results, f.Rejected)
				}
				return
			}
			if c.op == dropped {
				if len(f.Dropped) != 1 || f.Dropped[0].Contender != c.name || !strings.Contains(f.Dropped[0].Reason, "without an answer") {
					t.Errorf("dropped: %+v", f.Dropped)
				}
				return
			}
			i := slices.IndexFunc(f.Rejected, func(x results.Rejection) bool { return x.Contender == c.name })
			if i < 0 || f.Rejected[i].Op != c.op || f.Rejected[i].Row == "" {
				t.Fatalf("rejected: %+v", f.Rejected)
			}
			if late := strings.HasPrefix(f.Rejected[i].Reason, "after the gate"); late == c.row {
				t.Errorf("found at the wrong time: %+v", f.Rejected[i])
			}
			for _, x := range f.Results {
				if x.Contender == c.name && x.Op == c.op {
					t.Errorf("it has a figure: %+v", x)
				}
			}
		})
	}
}

// compareInto runs lab compare and reads the results that it wrote.
func compareInto(t *testing.T, contenders, opNames []string) *results.File {
	t.Helper()
	list, err := findOps(opNames, ops.All)
	if err != nil {
		t.Fatal(err)
	}
	c := run{command: "compare", seconds: 8, pool: 512, seed: 1, out: t.TempDir(), ops: list}
	if err := c.compare(choice{contenders: contenders}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"results.csv", "report.html"} {
		if s, err := os.Stat(filepath.Join(c.out, name)); err != nil || s.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := results.Read(filepath.Join(c.out, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}
