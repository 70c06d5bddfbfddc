//go:build trial

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/reference"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// How a culprit must end.
type verdict int

const (
	honest     verdict = iota // it is timed and not rejected
	useless                   // the same, or kept from winning by lone calls: its way does not help it
	marked                    // timed and kept from winning
	leaks                     // the same, since its time depends on secrets
	repeats                   // the same, since it remembers rows that come again
	crowds                    // the same, since it works on several rows at once
	afterwards                // rejected for what it did after the gate
)

// fast is a ratio to the library below it that no culprit reaches by work; a
// way to win that works gives a third or half of it, or nothing.
const fast = 0.75

// Libraries that lie, or win by something else than speed, must be rejected by
// the whole of lab compare or gain nothing by it, and an honest one that is built
// the same way must not be rejected.
func TestTrialCulprits(t *testing.T) {
	library, prefix := newest(t)
	for _, c := range []struct {
		name, lie string
		op        string
		want      verdict
		reason    string // of the rejection, in part
	}{
		{"honest", "HONEST", "ecdsa_verify", honest, ""},
		{"counts-calls", "LIE_AFTERWARDS=1200", "ecdsa_verify", afterwards, "accepted, though invalid"},
		{"ahead", "LIE_AHEAD", "ecdsa_verify", useless, ""},
		{"prepare", "LIE_PREPARE=1", "ecdsa_verify", marked, "beside its calls it uses"},
		{"prepare-cold", "LIE_PREPARE=0", "ecdsa_verify", afterwards, "cannot have made the 12032 products"},
		{"prepare-cold-alone", "LIE_COLD", "ecdsa_verify", marked, "beside a cold call it uses"},
		{"clock", "LIE_CLOCK", "ecdsa_verify", afterwards, "of processor time for each"},
		{"mixed", "LIE_MIXED", "ecdsa_verify", marked, "beside its calls it uses"},
		{"memo", "LIE_MEMO", "ecdsa_verify", useless, ""},
		{"memo-of-points", "LIE_AGAIN", "pubkey_parse65", repeats, "on rows that come again it takes"},
		{"memo-by-its-clock", "LIE_HIDES", "pubkey_parse65", marked, "beside its calls on new rows it uses"},
		{"clock-light", "LIE_CLOCK", "pubkey_parse65", afterwards, "of processor time for each"},
		{"honest-light", "HONEST", "pubkey_parse65", honest, ""},
		{"serialiser", "LIE_SERIALISER", "pubkey_create", useless, ""},
		{"serialiser-of-signatures", "LIE_SERIALISER", "ecdsa_sign", useless, ""},
		{"together", "LIE_TOGETHER", "ecdsa_verify", crowds, "on rows among others it takes"},
		{"next-key", "LIE_NEXT", "ecdh", useless, ""},
		{"last-sum", "LIE_LAST_SUM", "pubkey_combine", useless, ""},
		{"shared", "LIE_SHARED", "ecdsa_verify", useless, ""},
		{"thread", "LIE_THREAD", "ecdsa_verify", useless, ""},
		{"process", "LIE_PROCESS", "ecdsa_verify", useless, ""},
		{"honest-secrets", "HONEST", "pubkey_create", honest, ""},
		{"leaks", "LIE_LEAK", "pubkey_create", leaks, "measured: calls with "},
		{"batch-honest", "BATCHES", "batch_ecdsa_verify_8", honest, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if runtime.GOOS != "linux" || c.want == useless && strings.HasPrefix(worker.Limits(), "none") {
				t.Skip("SKIPPED culprits that only limits stop: run on Linux")
			}
			so := built(t, c.name, c.lie, library, prefix)
			// Twice under two names: the second may profit from the first.
			twin := c.name + "-twin"
			pair := []string{c.name + "=" + so, twin + "=" + so}
			judge(t, run{}, pair, c.op, c.want, c.reason)
		})
	}
}

// A memory of rows gains nothing from a file that has few, be it the process's own
// or one that later processes could read.
func TestTrialFewRows(t *testing.T) {
	library, prefix := newest(t)
	dir := t.TempDir()
	file, files := filepath.Join(dir, "few.csv"), filepath.Join(dir, "files")
	writeFewRows(t, file)
	if err := os.Mkdir(files, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 1024 { // 2 FILES of lies.h
		if err := os.WriteFile(filepath.Join(files, strconv.Itoa(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, lie string }{
		{"memo", "LIE_MEMO"},
		{"shared", "LIE_SHARED"},
		{"files", fmt.Sprintf("LIE_FILES=%q", files)},
	} {
		if c.name != "memo" && strings.HasPrefix(worker.Limits(), "none") {
			t.Log("SKIPPED culprits that only limits stop: run on Linux")
			continue
		}
		so := built(t, c.name, c.lie, library, prefix)
		twin := c.name + "-twin" // the same rows come to both
		judge(t, run{input: file}, []string{c.name + "=" + so, twin + "=" + so}, "ecdsa_verify", useless, "")
	}
}

// Several libraries of one author, which tell each other what they have worked out
// by a way that no limit closes, gain nothing by it: their rows differ.
func TestTrialCrowd(t *testing.T) {
	library, prefix := newest(t)
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED culprits that only limits stop: run on Linux")
	}
	so := built(t, "crowd", "LIE_DESCRIPTORS", library, prefix)
	var crowd []string
	for i := range 4 {
		crowd = append(crowd, fmt.Sprintf("crowd-%d=%s", i, so))
	}
	f := judge(t, run{}, crowd, "ecdsa_verify", useless, "")
	for _, x := range f.Results { // what it does for that takes time
		if x.Contender != f.Baseline && x.Ratio.P50 < 1 {
			t.Errorf("%s: it gains by the others: %v", x.Contender, x.Ratio.P50)
		}
	}
}

// A memory of what one operation's rows had gains nothing in another operation of the
// same process.
func TestTrialAcross(t *testing.T) {
	library, prefix := newest(t)
	so := built(t, "across", "LIE_ACROSS", library, prefix)
	judge(t, run{}, []string{"across=" + so}, "pubkey_create,pubkey_parse33", useless, "")
}

// writeFewRows makes a file of forty signatures.
func writeFewRows(t *testing.T, path string) {
	t.Helper()
	text := "alg,pubkey,digest,sig\n"
	for i := range byte(40) {
		digest := sha256.Sum256([]byte{i})
		key, err := reference.NewKey(digest[:])
		if err != nil {
			t.Fatal(err)
		}
		sig, _, err := key.SignECDSA(digest[:])
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("ecdsa,%x,%x,%x\n", key.Public, digest, reference.DER(sig))
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// judge runs lab compare and holds what it says of each contender on the last of the
// operations against what it must say. What is measured of a leak can be lost where
// the machine is busy, and a mark found: then the run is made again, at most twice for
// each contender.
func judge(t *testing.T, c run, contenders []string, list string, want verdict, reason string) *results.File {
	t.Helper()
	op := list[strings.LastIndex(list, ",")+1:]
	f, err := compareInto(t, c, contenders, list)
	for i := range contenders {
		name, _, _ := strings.Cut(contenders[i], "=")
		for tries := 0; tries < 2 && err == nil && mayBeNoise(f, name, op, want, reason); tries++ {
			t.Logf("%s: once more: %+v", name, f.Results)
			f, err = compareInto(t, c, contenders, list)
		}
		if err != nil {
			t.Fatal(err)
		}
		holds(t, f, name, op, want, reason)
	}
	return f
}

// mayBeNoise tells whether a busy machine alone can have led to what a run says.
func mayBeNoise(f *results.File, name, op string, want verdict, reason string) bool {
	if want == leaks {
		return !isMarked(f, name, op, want, reason)
	}
	at := resultOf(f, name, op)
	return (want == honest || want == useless) && at >= 0 && !harmless(f.Results[at], want)
}

// harmless tells whether a contender has only such marks as what is useless may get: a
// memory that is filled while rows are new has faults, most of all in lone calls.
func harmless(x results.Result, want verdict) bool {
	return x.Ranked() || want == useless && slices.Equal(x.Marks, []string{results.MarkTogether})
}

// holds compares what a run says of one contender with what it must say.
func holds(t *testing.T, f *results.File, name, op string, want verdict, reason string) {
	t.Helper()
	at := resultOf(f, name, op)
	no := slices.IndexFunc(f.Rejected, func(x results.Rejection) bool { return x.Contender == name })
	if want == honest || want == useless {
		if no >= 0 || at < 0 || !harmless(f.Results[at], want) {
			t.Fatalf("%s: rejected %+v, results %+v", name, f.Rejected, f.Results)
		}
		if ratio := f.Results[at].Ratio.P50; ratio < fast {
			t.Errorf("%s: it gains by its way: %v", name, ratio)
		}
		return
	}
	if want == marked || want == leaks || want == repeats || want == crowds {
		if !isMarked(f, name, op, want, reason) {
			t.Errorf("%s: not marked: %+v, rejected %+v", name, f.Results, f.Rejected)
		}
		return
	}
	if no < 0 || f.Rejected[no].Op != op || !strings.Contains(f.Rejected[no].Reason, reason) || at >= 0 {
		t.Fatalf("%s: rejected %+v, results %+v", name, f.Rejected, f.Results)
	}
	late := strings.HasPrefix(f.Rejected[no].Reason, "after the gate")
	if late != (want == afterwards) || !late && f.Rejected[no].Row == "" {
		t.Errorf("%s: found at the wrong time: %+v", name, f.Rejected[no])
	}
}

// resultOf is the place of a contender's result on an operation, or -1.
func resultOf(f *results.File, name, op string) int {
	return slices.IndexFunc(f.Results, func(x results.Result) bool { return x.Contender == name && x.Op == op })
}

// isMarked tells whether a run marks a culprit for that reason, and does not rank it.
func isMarked(f *results.File, name, op string, want verdict, reason string) bool {
	mark := map[verdict]string{marked: results.MarkUntimed, leaks: results.MarkVartime, repeats: results.MarkAgain, crowds: results.MarkTogether}[want]
	rejected := slices.ContainsFunc(f.Rejected, func(x results.Rejection) bool { return x.Contender == name })
	at := resultOf(f, name, op)
	return !rejected && at >= 0 && !f.Results[at].Ranked() && strings.Contains(f.Results[at].MarkNotes[mark], reason)
}
