package results_test

import (
	"encoding/csv"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// small has one of everything, for the golden files.
func small() *results.File {
	f := resultstest.Empty("compare")
	f.Args, f.Commit, f.Dirty, f.Interrupted = []string{"--input", "signatures.csv"}, "0123456789abcdef", true, "interrupt"
	f.Self = []results.Self{{Op: "ecdsa_sign", Ratio: results.Ratio{P50: 1.004, Lo: 0.996, Hi: 1.011}}}
	f.Winners = []results.Winner{{Op: "ecdsa_sign", Contender: "go", Tied: []string{"libsecp256k1-0.8.0"}}}
	f.Pool.Input, f.Pool.Rows = "signatures.csv", map[string]int{"ecdsa": 4000, "schnorr": 96}
	f.Pool.Bad, f.Pool.BadCount = []results.BadRow{{Line: 7, Reason: "s is 0"}}, 2
	base := resultstest.Result("ecdsa_sign", "libsecp256k1-0.8.0", 27100, 1)
	base.Ratio = results.Ratio{P50: 1, Lo: 1, Hi: 1}
	base.Cold = &results.Cold{NS: results.NS{Min: 50000, P10: 50100, P25: 50150, P50: 50200, P75: 51000}, Ratio: base.Ratio, Samples: 60}
	noisy := resultstest.Result("ecdsa_sign", "go", 18000.25, 0.664)
	noisy.Noisy, noisy.Ratio.Hi, noisy.Alloc = true, 0.74, &results.Alloc{Bytes: 96, Count: 1.5}
	marked := resultstest.Result("ecdsa_sign", "btcec", 84900, 3.13)
	marked.Date, marked.Flags = "", "go1.26.8, \"quoted\", two\nlines"
	marked.Marks, marked.MarkNotes = []string{"vartime", "wrong"}, map[string]string{"vartime": "read in sign.go"}
	alone := resultstest.Result("ecdh", "go", 40300, 1)
	alone.Ratio, alone.Marks = results.Ratio{}, nil
	f.Results = []results.Result{base, noisy, marked, alone}
	f.Rejected = []results.Rejection{{Contender: "btcec", Op: "ecdh", Row: "17", Reason: "wrong bytes"}}
	f.Dropped = []results.Drop{{Contender: "noble", Reason: "node is missing"}}
	return f
}

func TestGolden(t *testing.T) {
	dir := t.TempDir()
	if err := results.Write(dir, small()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"results.json", "results.csv"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s differs from the golden file:\n%s", name, got)
		}
	}
}

func TestCautions(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(f *results.File)
		want   []string // beginnings
	}{
		{"none", func(f *results.File) {}, nil},
		{"pool", func(f *results.File) { f.Pool.Distinct = 512 }, []string{"512 distinct rows: do not quote figures on fewer than 4096"}},
		{"input", func(f *results.File) {
			f.Pool.Distinct, f.Pool.Rows = 5000, map[string]int{"schnorr": 100, "ecdsa": 4900}
		},
			[]string{"4900 ecdsa and 100 schnorr distinct rows"}},
		{"one kind of input", func(f *results.File) {
			f.Pool.Distinct, f.Pool.Rows = 4900, map[string]int{"schnorr": 0, "ecdsa": 4900}
		}, nil},
		{"interrupted", func(f *results.File) { f.Interrupted = "a signal" }, []string{"incomplete: the run was ended by a signal (a signal), with fewer"}},
		{"busy", func(f *results.File) { f.Machine.Cores, f.Machine.LoadEnd = 2, 9 }, []string{"other programs used the machine: the load was 9.0 at the end, on 2 cores"}},
		{"only itself", func(f *results.File) { f.Machine.Cores, f.Machine.LoadStart, f.Machine.LoadEnd = 2, 9, 2.3 }, nil},
		{"two paces", func(f *results.File) {
			for i, op := range []string{"ecdh", "ecdsa_sign", "ecdsa_verify"} {
				r := resultstest.Result(op, f.Baseline, 1e4, 1)
				r.NS.P25, r.NS.P75 = 1e4, 1e4*(1.2+float64(i)/10)
				other := resultstest.Result(op, "other", 1e4, 1)
				other.NS.P25, other.NS.P75 = 1e4, 9e4
				f.Results = append(f.Results, r, other)
			}
		}, []string{"the machine's speed changed: the slowest quarter of the baseline's slices took 30% longer"}},
		{"one pace", func(f *results.File) {
			r := resultstest.Result("ecdh", f.Baseline, 1e4, 1)
			r.NS.P25, r.NS.P75 = 1e4, 1.24e4
			f.Results = append(f.Results, r)
		}, nil},
		{"small error", func(f *results.File) {
			f.Self = []results.Self{{Op: "ecdh", Ratio: results.Ratio{P50: 1.019, Lo: 1, Hi: 1.1}}}
		}, nil},
		{"error", func(f *results.File) {
			f.Self = []results.Self{{Op: "ecdh", Ratio: results.Ratio{P50: 0.97, Lo: 0.9, Hi: 1}}, {Op: "ecdsa_sign"}}
		}, []string{"this run's own error is -3.0% on ECDH"}},
	} {
		f := resultstest.Empty("compare")
		c.change(f)
		got := f.Cautions()
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", c.name, got)
			continue
		}
		for i := range got {
			if !strings.HasPrefix(got[i], c.want[i]) {
				t.Errorf("%s: %q", c.name, got[i])
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for name, f := range map[string]*results.File{
		"small": small(), "compare": resultstest.Compare(), "decade": resultstest.Decade(),
		"algorithms": resultstest.Algorithms(), "primitives": resultstest.Primitives(),
		"empty": resultstest.Empty("compare"), "hostile": resultstest.Hostile(), "many": resultstest.Many(300),
	} {
		dir := filepath.Join(t.TempDir(), "made", "here")
		if err := results.Write(dir, f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		first, err := results.Read(filepath.Join(dir, "results.json"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if first.Results == nil || first.Rejected == nil || first.Dropped == nil {
			t.Errorf("%s: an array was written as null", name)
		}
		if len(f.Results) != len(first.Results) || len(f.Results) > 0 && !reflect.DeepEqual(f.Results[0], first.Results[0]) {
			t.Errorf("%s: the figures changed", name)
		}
		if err := results.Write(dir, first); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if second, err := results.Read(filepath.Join(dir, "results.json")); err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%s: not the same after another round, %v", name, err)
		}

		file, err := os.Open(filepath.Join(dir, "results.csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil || len(rows) != 1+len(f.Results) {
			t.Errorf("%s: %d rows of CSV, %v", name, len(rows), err)
		}
	}
}

func TestWriteKeepsItsArgument(t *testing.T) {
	f := small()
	if err := results.Write(t.TempDir(), f); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(f, small()) {
		t.Error("Write changed what it was given")
	}
}

func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := results.Write(dir, small()); err != nil {
		t.Fatal(err)
	}
	want, _ := os.ReadFile(filepath.Join(dir, "results.json"))
	for name, spoil := range map[string]func(*results.File){
		"ns.p50 is NaN":        func(f *results.File) { f.Results[0].NS.P50 = math.NaN() },
		"ns.p75 is +Inf":       func(f *results.File) { f.Results[0].NS.P75 = math.Inf(1) },
		"ns.min is -1":         func(f *results.File) { f.Results[0].NS.Min = -1 },
		"ns.min is 0":          func(f *results.File) { f.Results[0].NS.Min = 0 },
		"ns.p75 is 1e+300":     func(f *results.File) { f.Results[0].NS.P75 = 1e300 },
		"below the quantile":   func(f *results.File) { f.Results[0].NS.P75 = f.Results[0].NS.P50 / 2 },
		"ratio holds NaN":      func(f *results.File) { f.Results[0].Ratio.Lo = math.NaN() },
		"ratio holds 0":        func(f *results.File) { f.Results[0].Ratio.P50 = 0 },
		"ratio.lo is above":    func(f *results.File) { f.Results[0].Ratio.Lo = 2 },
		"empty_ns is NaN":      func(f *results.File) { f.Results[0].EmptyNS = math.NaN() },
		"alloc holds -1":       func(f *results.File) { f.Results[0].Alloc = &results.Alloc{Bytes: -1} },
		"seconds is NaN":       func(f *results.File) { f.Seconds = math.NaN() },
		"cold: ns.p50 is NaN":  func(f *results.File) { f.Results[0].Cold.NS.P50 = math.NaN() },
		"cold: ratio holds -1": func(f *results.File) { f.Results[0].Cold.Ratio.Lo = -1 },
		"cold: samples is 0":   func(f *results.File) { f.Results[0].Cold.Samples = 0 },
		"self[0]: ratio holds": func(f *results.File) { f.Self[0].Ratio.Hi = math.Inf(1) },
		"self[1]: the op":      func(f *results.File) { f.Self = append(f.Self, f.Self[0]) },
		"winners[1]: \"ecdsa":  func(f *results.File) { f.Winners = append(f.Winners, f.Winners[0]) },
		"has no figure on":     func(f *results.File) { f.Winners[0].Tied[0] = "nobody" },
		"has a mark that bars": func(f *results.File) { f.Winners[0].Contender = "btcec" },
		"given twice":          func(f *results.File) { f.Results[1].Contender = f.Results[0].Contender },
		"not a plausible time": func(f *results.File) { f.Started = time.Time{} },
	} {
		f := small()
		spoil(f)
		if err := results.Write(dir, f); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "results.json")); string(got) != string(want) {
		t.Error("a refused file was written")
	}
}

func TestReadRefuses(t *testing.T) {
	golden, err := os.ReadFile("testdata/results.json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "results.json")
	const goResult = `"contender": "go",
      "version"`
	for _, c := range []struct{ old, new, want string }{
		{`"self": [
    {
      "op": "ecdsa_sign"`, `"self": [
    {
      "op": "<b>"`, "self[0]: the operation's name"},
		{"27100", "NaN", "line 76: invalid character 'N'"},
		{"27100", "1e999", "cannot be a number 1e999"},
		{"27100", "-27100", "ns.p50 is -27100"},
		{"27100", `"27100"`, "results.ns.p50 cannot be a string"},
		{`"samples": 240`, `"samples": 0`, "samples is 0"},
		{`"samples": 240`, `"samples": 2.5`, "samples cannot be a number 2.5"},
		{`"marks": []`, `"marks": null`, "results[0]: marks is missing or null"},
		{`"marks": [],`, ``, "results[0]: marks is missing or null"},
		{`"marks": []`, `"marks": [""]`, "mark \"\" is malformed"},
		{`"marks": []`, `"marks": ["a;b"]`, "is malformed"},
		{`"noisy": false`, `"noisy": false, "extra": 1`, `unknown field "extra"`},
		{`"op": "ecdsa_sign"`, `"op": "\"><script>"`, "operation's name is malformed"},
		{`"op": "ecdsa_sign"`, `"op": ""`, "operation's name is malformed"},
		{goResult, `"contender": "",
      "version"`, "contender's name is empty or too long"},
		{goResult, `"contender": "` + strings.Repeat("x", 201) + `",
      "version"`, "contender's name is empty or too long"},
		{goResult, `"contender": "libsecp256k1-0.8.0",
      "version"`, "given twice"},
		{`"path": "/opt`, `"path": "` + strings.Repeat("x", 65537), "longer than 65536"},
		{`"date": "2026-01-02"`, `"date": "2026-02-30"`, "not an ISO date"},
		{`"date": "2026-01-02"`, `"date": "<b>"`, "not an ISO date"},
		{`"command": "compare"`, `"command": "<b>"`, `command "<b>" is unknown`},
		{`"started": "2026`, `"started": "0026`, "not a plausible time"},
		{`"cores": 8`, `"cores": -8`, "negative"},
		{`"schnorr": 96`, `"schnorr": -96`, "negative"},
		{`"op": "ecdh",
      "row"`, `"op": "E C",
      "row"`, "rejected[0]"},
		{`"contender": "noble"`, `"contender": ""`, "dropped[0]"},
	} {
		text := strings.Replace(string(golden), c.old, c.new, 1)
		if text == string(golden) {
			t.Errorf("%s: not in the golden file", c.old)
			continue
		}
		refused(t, path, text, c.want)
	}
	refused(t, path, "", "empty or cut short")
	refused(t, path, string(golden[:len(golden)/2]), "")
	refused(t, path, string(golden)+"{}", "something follows")
	refused(t, path, "[]", "cannot be a")
	refused(t, path, "null", "command \"\" is unknown")
	refused(t, path, strings.Repeat("[", 1<<20), "")
	if err := os.Truncate(path, 64<<20+1); err != nil {
		t.Fatal(err)
	}
	if _, err := results.Read(path); err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Error(err)
	}
	if _, err := results.Read(filepath.Join(t.TempDir(), "none")); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func refused(t *testing.T, path, text, want string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := results.Read(path)
	if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("want %q, got %v", want, err)
	}
	if err != nil && len(err.Error()) > len(path)+300 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}
