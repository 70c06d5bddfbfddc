package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
)

// Libraries that give wrong answers are rejected at a row of the gate, on the operation
// on which they lie and on no other; an honest one that is built the same way is not.
// The contest is ended before anything is timed, so that load changes nothing. What is
// judged by times is in culprit_trial_test.go.
func TestGate(t *testing.T) {
	library, prefix := newest(t)
	cases := []struct{ name, lie, ops, reason string }{
		{"honest", "HONEST", "", ""},
		{"honest-batches", "BATCHES", "batch_schnorr_all_64", "accepted, though invalid"}, // its sum has no factors
		{"always-valid", "LIE_ALWAYS_VALID", "ecdsa_verify", "accepted, though invalid"},
		{"ecdh-byte", "LIE_ECDH", "ecdh", ""},
		{"part-valid", "LIE_PART", "musig_partial_sig_verify", "accepted, though invalid"},
		{"scan-misses", "LIE_SCAN", "silentpayments_scan_1000", "gave"},
		{"seckeys", "LIE_SECKEYS", "seckey_verify seckey_negate seckey_tweak_add seckey_tweak_mul", ", though "},
		{"one-nonce", "LIE_CLAIM", "ecdsa_sign", "RFC 6979 gives"},
		{"batch-place", "BATCH_PLACE=37", "batch_ecdsa_verify_64", "accepted, though invalid"},
		{"batch-alone", "BATCH_ALONE", "batch_ecdsa_verify_64", "accepted, though invalid"},
		{"batch-spreads", "BATCH_SPREADS", "batch_ecdsa_verify_64", "refused, though valid"},
	}
	r, err := roster.New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	var requests []roster.Request
	var names []string
	for _, c := range cases {
		requests = append(requests, roster.Request{Name: c.name, Path: built(t, c.name, c.lie, library, prefix)})
		for op := range strings.FieldsSeq(c.ops) {
			if !slices.Contains(names, op) {
				names = append(names, op)
			}
		}
	}
	list, err := findOps(names, ops.Known, nil)
	if err != nil {
		t.Fatal(err)
	}
	set, baseline, err := r.Select(requests, "")
	if err != nil {
		t.Fatal(err)
	}
	tuples, err := pool.Generate(128, 1, names)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	close(stop)
	out := contest.Run(contest.Config{Contenders: set, Baseline: baseline, Ops: list, Tuples: tuples, Rows: 128, Seconds: 1, CPU: -1, Seed: 1, Stop: stop})
	for _, c := range cases {
		want := strings.Fields(c.ops)
		for _, x := range out.Rejected {
			if x.Contender != c.name {
				continue
			}
			at := slices.Index(want, x.Op)
			if at < 0 || x.Row == "" || !strings.Contains(x.Reason, c.reason) {
				t.Errorf("%s: rejected %+v, want %q on %s", c.name, x, c.reason, c.ops)
				continue
			}
			want = slices.Delete(want, at, at+1)
		}
		if len(want) > 0 {
			t.Errorf("%s: not rejected on %v", c.name, want)
		}
	}
	if len(out.Dropped) > 0 || len(out.Samples) > 0 {
		t.Errorf("dropped %+v, %d samples", out.Dropped, len(out.Samples))
	}
}

// A whole lab compare writes its files, in which a contender that lies is rejected.
func TestCompare(t *testing.T) {
	library, prefix := newest(t)
	so := built(t, "always-valid", "LIE_ALWAYS_VALID", library, prefix)
	f, err := compareInto(t, run{}, []string{"always-valid=" + so}, "ecdsa_verify")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(f.Rejected, func(x results.Rejection) bool {
		return x.Contender == "always-valid" && x.Row != "" && strings.Contains(x.Reason, "accepted, though invalid")
	}) {
		t.Errorf("rejected %+v", f.Rejected)
	}
}

// A contender that was asked for by name and cannot run ends the run.
func TestCompareCannotRun(t *testing.T) {
	library, prefix := newest(t)
	for _, c := range []struct{ name, lie string }{{"exits", "LIE_EXIT"}, {"crashes", "LIE_CRASH"}} {
		so := built(t, c.name, c.lie, library, prefix)
		_, err := compareInto(t, run{}, []string{c.name + "=" + so}, "ecdsa_verify")
		if err == nil || !strings.HasPrefix(err.Error(), "contender "+c.name+" cannot run: ") || !strings.Contains(err.Error(), "without an answer") {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

// newest is the libsecp256k1 that culprits stand on, and the prefix of its functions.
func newest(t *testing.T) (library, prefix string) {
	t.Helper()
	r, err := roster.New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	if library, prefix, err = r.Newest(); err != nil {
		t.Skipf("SKIPPED culprits: %v", err)
	}
	return library, prefix
}

// built is a library that tells a lie.
func built(t *testing.T, name, lie, library, prefix string) string {
	t.Helper()
	so := filepath.Join(t.TempDir(), name+".so")
	cc := exec.Command("cc", "-shared", "-fPIC", "-O1", "-pthread", "-DPREFIX="+prefix, "-D"+lie, "-o", so,
		"testdata/culprit.c", library, "-Wl,-rpath,"+filepath.Dir(library))
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	return so
}

// compareInto runs lab compare and reads the results that it wrote.
func compareInto(t *testing.T, c run, contenders []string, op string) (*results.File, error) {
	t.Helper()
	list, err := findOps([]string{op}, ops.Known, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.command, c.seconds, c.pool, c.out, c.ops = "compare", 1, 1024, t.TempDir(), list
	if err := c.compare(choice{contenders: contenders}, nil); err != nil {
		return nil, err
	}
	for _, name := range []string{"results.csv", "report.html", results.SamplesFile} {
		if s, err := os.Stat(filepath.Join(c.out, name)); err != nil || s.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := results.Read(filepath.Join(c.out, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	return f, nil
}
