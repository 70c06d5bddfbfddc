package report

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

// written returns the page of the runs.
func written(t *testing.T, files ...*results.File) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made", "report.html")
	if err := Write(path, files); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(bytes.TrimSpace(text), []byte("</html>")) {
		t.Error("the page is cut short")
	}
	return string(text)
}

// two returns a run of two figures on one operation.
func two() *results.File {
	f := resultstest.Empty("compare")
	f.Results = []results.Result{
		resultstest.Result("ecdh", "fast", 10000, 0.5), resultstest.Result("ecdh", f.Baseline, 20000, 1),
	}
	return f
}

func TestContent(t *testing.T) {
	with := func(change func(f *results.File)) *results.File {
		f := two()
		change(f)
		return f
	}
	for _, c := range []struct {
		name     string
		file     *results.File
		has, not []string
	}{
		{"plain", two(), []string{
			"<b>fast</b> wins: 10.0 µs, 0.500 of the time of libsecp256k1-0.8.0.", "0.495–0.505", "2026-03-14 09:26:53 UTC",
			"4096 distinct rows, seed 1", "/opt/lib/fast.so", "gcc 12.2.0 -O2", "Example 8-Core Processor",
		}, []string{"Rejected", "noisy:", "Over the years", "Run A", "not ranked</text>"}},
		{"noisy", with(func(f *results.File) { f.Results[0].Noisy = true }),
			[]string{`<span class="tag">noisy</span>`, "10.0 noisy</text>", "url(#hatch-0)", `id="hatch-0"`}, nil},
		{"vartime", with(func(f *results.File) {
			f.Results[0].Marks, f.Results[0].MarkNotes = []string{"vartime"}, map[string]string{"vartime": "read in x.go"}
		}), []string{"<b>libsecp256k1-0.8.0</b> wins: 20.0 µs. It is the baseline.", ">vartime</span> fast: read in x.go", "not ranked</text>", "var(--pale-0)"},
			[]string{"<b>fast</b> wins"}},
		{"all marked", with(func(f *results.File) {
			f.Results[0].Marks, f.Results[1].Marks = []string{"caches"}, []string{"caches"}
		}), []string{"No winner: no figure without a mark that matters."}, []string{"wins:"}},
		{"long bar", with(func(f *results.File) {
			slow := f.Results[1]
			slow.Contender, slow.Ratio = "slow", results.Ratio{P50: 50, Lo: 49, Hi: 51}
			slow.NS = results.NS{Min: 1e6, P10: 1e6, P25: 1e6, P50: 1e6, P75: 1e6}
			f.Results = append(f.Results, slow)
		}), []string{"» 1000</text>", ">20.0</text>"}, []string{">1000</text>", "» 20.0"}},
		{"tied", with(func(f *results.File) { f.Results[0].Ratio = results.Ratio{P50: 0.99, Lo: 0.98, Hi: 1.0} }),
			[]string{"Cannot be told from it: libsecp256k1-0.8.0."}, nil},
		{"no baseline", with(func(f *results.File) { f.Results[0].Ratio = results.Ratio{} }),
			[]string{"<b>fast</b> wins: 10.0 µs.", "The baseline has no figure here"}, nil},
		{"rejected elsewhere", with(func(f *results.File) {
			f.Rejected = []results.Rejection{{Contender: "fast", Op: "ecdsa_sign", Row: "r = n", Reason: "accepted"}}
		}), []string{
			"<b>fast</b> wins", `<span class="tag">wrong</span>`, "Rejected contenders",
			"Rejected here and not timed: <b>fast</b>, row r = n, accepted.", `id="ecdsa_sign"`,
		}, nil},
		{"dropped", with(func(f *results.File) { f.Dropped = []results.Drop{{Contender: "noble", Reason: "no node"}} }),
			[]string{"<b>noble</b>: no node"}, nil},
		{"input", with(func(f *results.File) {
			f.Pool = results.Pool{Distinct: 12, Input: "x.csv", Rows: map[string]int{"ecdsa": 12}, BadCount: 3, Bad: []results.BadRow{{Line: 9, Reason: "s is 0"}}}
		}), []string{"12 distinct rows from x.csv; 12 ecdsa", "line 9: s is 0"}, []string{"seed"}},
		{"alloc", with(func(f *results.File) { f.Results[0].Alloc = &results.Alloc{Bytes: 96, Count: 1.5} }),
			[]string{"B, allocs", "96, 1.5"}, nil},
		{"nothing", resultstest.Empty("compare"), []string{"This run has no figures."}, []string{"<table", `class="chart"`}},
		{"algorithms", resultstest.Algorithms(), []string{"Per second", "71,429", "Algorithms run in one Go program"}, []string{"in a process of its own"}},
	} {
		page := written(t, c.file)
		for _, s := range c.has {
			if !strings.Contains(page, s) {
				t.Errorf("%s: no %q", c.name, s)
			}
		}
		for _, s := range c.not {
			if strings.Contains(page, s) {
				t.Errorf("%s: has %q", c.name, s)
			}
		}
	}
}

func TestSelfContained(t *testing.T) {
	page := written(t, resultstest.Compare(), resultstest.Decade())
	for _, s := range []string{"://", "<script", "<img", "<iframe", "@import", "@font-face", "src=", "xlink", "#F100"} {
		if strings.Contains(page, s) {
			t.Errorf("has %q", s)
		}
	}
	if strings.Count(page, "url(") != strings.Count(page, "url(#hatch-") {
		t.Error("a url that is not of a pattern")
	}
	if page != written(t, resultstest.Compare(), resultstest.Decade()) {
		t.Error("the same runs give another page")
	}
}

func TestHostile(t *testing.T) {
	page := written(t, resultstest.Hostile())
	for _, s := range []string{"<script", "<img", "<b>alert", "\x1b", "\u202e", "&{{", "onerror=alert(2)>"} {
		if strings.Contains(page, s) {
			t.Errorf("has %q", s)
		}
	}
	if n := strings.Count(page, "</svg>"); n != 2 { // the patterns and one chart
		t.Errorf("%d SVG elements", n)
	}
	if !strings.Contains(page, "fill:#F1000A;stroke:#F1000B</text>") {
		t.Error("a name that looks like a style was changed")
	}
}

func TestSeveralRuns(t *testing.T) {
	a, b := two(), two()
	b.Machine.CPU, b.Started = "Another Processor", b.Started.AddDate(0, 0, 1)
	b.Results[0].NS, b.Results[0].Ratio = b.Results[1].NS, results.Ratio{P50: 1.1, Lo: 1.05, Hi: 1.2}
	page := written(t, a, b)
	for _, s := range []string{
		"Run A: compare, 2026-03-14 09:26:53 UTC, Example 8-Core Processor", "Run B: compare, 2026-03-15 09:26:53 UTC, Another Processor",
		"<b>fast</b> wins", "<b>libsecp256k1-0.8.0</b> wins", `id="bars-ecdhA-t"`, `id="bars-ecdhB-t"`,
	} {
		if !strings.Contains(page, s) {
			t.Errorf("no %q", s)
		}
	}
	if n := strings.Count(page, `<section id="ecdh"`); n != 1 {
		t.Errorf("%d sections of one operation", n)
	}
	if got := letter(25) + letter(26); got != "Z27" {
		t.Error(got)
	}
}

func TestRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.html")
	bad := two()
	bad.Results[0].NS.P50 = math.NaN()
	for want, files := range map[string][]*results.File{
		"no results": nil, "run 2: results[0]": {two(), bad},
	} {
		if err := Write(path, files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("a page was written")
	}
}

// TestExtremes draws figures at the bounds that Validate allows.
func TestExtremes(t *testing.T) {
	for _, ns := range [][2]float64{{1e-6, 1e15}, {1e-6, 1e-6}, {1e15, 1e15}, {1, 1 + 1e-15}} {
		f := resultstest.Empty("decade")
		for i, version := range []string{"0.1", "0.2", "0.3"} {
			r := resultstest.Result("ecdsa_sign", "openssl-"+version, 1, 1)
			v := ns[min(i, 1)]
			r.NS, r.Date = results.NS{Min: v, P10: v, P25: v, P50: v, P75: v}, []string{"1970-01-01", "2199-12-31", "2199-12-31"}[i]
			f.Results = append(f.Results, r)
		}
		page := written(t, f)
		if strings.Contains(page, "NaN") || strings.Contains(page, "Inf") {
			t.Errorf("%v: not a number in the page", ns)
		}
		if n := strings.Count(page, `class="chart"`); n != 3 {
			t.Errorf("%v: %d charts", ns, n)
		}
	}
}

func TestSeries(t *testing.T) {
	for _, c := range []struct {
		names, dates []string
		want         string
	}{
		{[]string{"openssl-1", "openssl-2"}, []string{"2020-01-01", "2021-01-01"}, ""},
		{[]string{"openssl-1", "openssl-2", "openssl-3"}, []string{"2020-01-01", "2021-01-01", ""}, ""},
		{[]string{"openssl-2", "openssl-1", "openssl-3"}, []string{"2021-01-01", "2020-01-01", "2022-01-01"}, "OpenSSL: 1 2 3"},
		{[]string{"libsecp256k1-1", "libsecp256k1-v2", "libsecp256k1-3-cgo", "libsecp256k1-purego"}, []string{"2020-01-01", "2021-01-01", "2021-01-01", "2021-01-01"}, ""},
		{[]string{"libsecp256k1-1", "libsecp256k1-v2", "libsecp256k1-3", "openssl-3.5.5"}, []string{"2020-01-01", "2021-01-01", "2021-01-01", "2019-01-01"}, "libsecp256k1: 1 3 v2, OpenSSL: 3.5.5"},
		{[]string{"k256-1", "k256-2", "k256-3"}, []string{"2020-01-01", "2021-01-01", "2022-01-01"}, ""},
	} {
		f := resultstest.Empty("decade")
		for i, name := range c.names {
			r := resultstest.Result("ecdsa_sign", name, 1000, 1)
			r.Date = c.dates[i]
			f.Results = append(f.Results, r)
		}
		var parts []string
		for _, s := range seriesOf(f, "ecdsa_sign") {
			var versions []string
			for _, r := range s.list {
				v, _ := versionOf(&r)
				versions = append(versions, v)
			}
			parts = append(parts, s.family.String()+": "+strings.Join(versions, " "))
		}
		if got := strings.Join(parts, ", "); got != c.want {
			t.Errorf("%v: %q", c.names, got)
		}
	}
}

func TestFamilies(t *testing.T) {
	for name, want := range map[string]family{
		"engine": koblitz, "engine-portable": koblitz, "go": koblitz, "go-purego": koblitz,
		"go-ethereum": other, "engines": other, "libsecp256k1-0.8.0": libsecp, "libsecp256k1-0.8.0-cgo": libsecp,
		"libsecp256k1x": other, "openssl-3.5.5": openssl, "secp256k1 ECDSA (btcec)": curve, "secp256k1-voi": other, "": other,
	} {
		if got := familyOf(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestTexts holds that every operation has a heading of its own.
func TestTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range slices.Concat(ops.All, ops.Primitives) {
		text := textOf(o.Name)
		if text.timed == "" || seen[text.title] {
			t.Errorf("%s: %+v", o.Name, text)
		}
		seen[text.title] = true
	}
	if got := textOf("some_other_op").title; got != "some other op" {
		t.Error(got)
	}
}

func TestTicks(t *testing.T) {
	for _, lo := range []float64{1e-9, 0.37, 1, 41, 9.99e5, 1e12} {
		for _, factor := range []float64{1.5, 2.3, 10, 1e4, 1e21} {
			hi := lo * factor
			if n := len(logTicks(lo, hi)); n < 2 || n > 25 {
				t.Errorf("log %v to %v: %d ticks", lo, hi, n)
			}
			for _, k := range append(logTicks(lo, hi), linearTicks(0, hi)...) {
				if k.Value < 0 || k.Value > hi || k.Label == "" {
					t.Errorf("%v to %v: %+v", lo, hi, k)
				}
			}
			if n := len(linearTicks(0, hi)); n < 3 || n > 6 {
				t.Errorf("0 to %v: %d ticks", hi, n)
			}
		}
	}
	for _, years := range [][2]string{{"2025-06-01", "2026-02-01"}, {"2015-01-01", "2026-01-01"}, {"1970-01-01", "2199-12-31"}} {
		if n := len(yearTicks(day(years[0]), day(years[1]))); n < 1 || n > 9 {
			t.Errorf("%v: %d ticks", years, n)
		}
	}
}
