package table

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func print(t *testing.T, f *results.File, color bool) string {
	t.Helper()
	var buf bytes.Buffer
	if err := Print(&buf, f, color); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// compare has a winner, a tie, a noisy figure, marks, a rejection, a drop, and
// operations without a baseline, without a winner and without a figure.
func compare() *results.File {
	f := resultstest.Empty("compare")
	add := func(op, name string, ns, ratio float64, marks ...string) *results.Result {
		r := resultstest.Result(op, name, ns, ratio)
		r.Marks = append(r.Marks, marks...)
		f.Results = append(f.Results, r)
		return &f.Results[len(f.Results)-1]
	}
	add("ecdsa_sign", "libsecp256k1-0.8.0", 27100, 1)
	add("ecdsa_sign", "engine", 14100, 0.52)
	add("ecdsa_sign", "go", 14200, 0.523)
	add("ecdsa_sign", "k256", 52700, 1.94).Noisy = true
	add("ecdsa_sign", "btcec", 84900, 3.13, "vartime").MarkNotes = map[string]string{"vartime": "read in sign.go"}
	add("ecdsa_sign", "decred", 41200, 1.52, "vartime", "wrong").MarkNotes = map[string]string{"vartime": "read in sign.go"}
	cold := f.Results[1].NS
	f.Results[0].Cold = &results.Cold{NS: f.Results[0].NS, Ratio: results.Ratio{P50: 1, Lo: 1, Hi: 1}, Samples: 60}
	f.Results[1].Cold = &results.Cold{NS: cold, Ratio: results.Ratio{P50: 0.456, Lo: 0.4, Hi: 0.5}, Samples: 60, Noisy: true}
	f.Results[2].Cold = &results.Cold{NS: cold, Samples: 60}
	f.Self = []results.Self{{Op: "ecdsa_sign", Ratio: results.Ratio{P50: 1.034, Lo: 1.02, Hi: 1.05}}}
	add("ecdsa_verify", "fast-fork", 17700, 0.44, "vartime")
	add("der_parse", "engine", 95, 0).Ratio = results.Ratio{}
	add("der_parse", "decred", 105, 0).Ratio = results.Ratio{}
	f.Rejected = []results.Rejection{{Contender: "decred", Op: "ecdh", Row: "r = n", Reason: "accepted"}}
	f.Dropped = []results.Drop{{Contender: "noble", Reason: "node is missing"}}
	resultstest.Judge(f)
	f.Winners[len(f.Winners)-1] = results.Winner{Op: "der_parse"}
	return f
}

func TestGolden(t *testing.T) {
	for name, f := range map[string]*results.File{
		"compare": compare(), "algorithms": resultstest.Algorithms(), "empty": resultstest.Empty("compare"),
	} {
		got, golden := print(t, f, false), "testdata/"+name+".txt"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from the golden file:\n%s", name, got)
		}
	}
}

func TestColor(t *testing.T) {
	got := print(t, compare(), true)
	for _, s := range []string{"\x1b[1;32mengine\x1b[0m", "\x1b[33mnoisy\x1b[0m", "\x1b[31mvartime\x1b[0m[1]"} {
		if !strings.Contains(got, s) {
			t.Errorf("no %q", s)
		}
	}
	plain := got
	for _, s := range []string{"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[1;32m"} {
		plain = strings.ReplaceAll(plain, s, "")
	}
	if plain != print(t, compare(), false) {
		t.Error("colours change the text")
	}
}

func TestHostile(t *testing.T) {
	for i, line := range strings.Split(print(t, resultstest.Hostile(), false), "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) || len([]rune(line)) > 320 {
			t.Errorf("line %d: %q", i+1, line)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, n := range []int{1, 300} {
		if got := strings.Count(print(t, resultstest.Many(n), false), "contender-"); got < n || got > n+10 {
			t.Errorf("%d figures: %d names", n, got)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("closed") }

func TestWriteError(t *testing.T) {
	if err := Print(broken{}, compare(), false); err == nil {
		t.Error("no error")
	}
}
