package report

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
		if change(f); f.Winners == nil {
			resultstest.Judge(f)
		}
		return f
	}
	for _, c := range []struct {
		name     string
		file     *results.File
		has, not []string
	}{
		{"plain", with(func(*results.File) {}), []string{
			"<b>fast</b> wins: 10.0 µs, 0.500 of the time of libsecp256k1-0.8.0.", "0.495–0.505", "2026-03-14 09:26:53 UTC",
			"4096 distinct rows, seed 1", "<code>fast.so</code>", "ECDH: fast 2.00, libsecp256k1-0.8.0 1.00.", `<details id="ecdh" name="operation" open>`,
			`<h3>ECDH</h3> <span class="soft">fast 0.500</span>`, "gcc 12.2.0 -O2", "Example 8-Core Processor",
		}, []string{"Rejected", "~ noisy: the interval", "Over the years", "/opt/lib", "authors of this benchmark", `id="marks"`, "From run to run", "Run A", "Cold", "own error", "A second copy", "caution\">", "commit"}},
		{"noisy", with(func(f *results.File) { f.Results[0].Noisy = true }),
			[]string{`>noisy</span>`, "~ noisy: the interval", "solid-0 unsure", "fast 2.00~"}, nil},
		{"vartime", with(func(f *results.File) {
			f.Results[0].Marks, f.Results[0].MarkNotes = []string{"vartime"}, map[string]string{"vartime": "read in x.go"}
		}), []string{"<b>libsecp256k1-0.8.0</b> wins: 20.0 µs. It is the baseline.", `<a class="tag bad" href="#marks" title="read in x.go">vartime</a>`, `variable time on a secret; cannot win this operation<br><b>fast</b> (ECDH): read in x.go`, "fast 2.00*", "pale: cannot win (<a href=\"#marks\">marks</a>): * variable time on a secret</li>", `<tr class="unranked">`, `class="barred">0.50`},
			[]string{"<b>fast</b> wins"}},
		{"together", with(func(f *results.File) { f.Results[0].Marks = []string{"together"} }),
			[]string{"fast 2.00†", `0.50<span class="soft">†`, "† slower when called alone than among other calls, by more than the baseline</li>"}, []string{"* variable", "2.00*"}},
		{"all marked", with(func(f *results.File) {
			f.Results[0].Marks, f.Results[1].Marks = []string{"vartime"}, []string{"vartime"}
		}), []string{"No winner: no figure can win."}, []string{"wins:"}},
		{"cold", with(func(f *results.File) {
			f.Results[0].Cold = &results.Cold{NS: f.Results[1].NS, Ratio: results.Ratio{P50: 0.4, Lo: 0.39, Hi: 0.41}, Samples: 9, Noisy: true}
		}), []string{"Cold, µs", `<td class="n">20.0</td><td class="n">0.400<span class="soft">~`, `class="cold line-0"`, "noisy: its interval"}, nil},
		{"own error", with(func(f *results.File) {
			f.Self = []results.Self{{Op: "ecdh", Ratio: results.Ratio{P50: 1.031, Lo: 1.02, Hi: 1.04}}}
		}), []string{"a second copy of the baseline came to 1.031 (1.020–1.040)", `class="caution">this run&#39;s own error is &#43;3.1% on ECDH`}, nil},
		{"judged", with(func(f *results.File) {
			f.Winners = []results.Winner{{Op: "ecdh", Contender: f.Baseline, Tied: []string{"fast"}}}
		}), []string{"<b>libsecp256k1-0.8.0</b> wins: 20.0 µs. It is the baseline. Ties with it: fast.", `class="tie">0.50`, `class="win">20.0 µs`}, nil},
		{"method", with(func(f *results.File) {
			f.Self = []results.Self{{Op: "ecdh"}}
		}), []string{"A second copy of the baseline takes part", "corrected for the number of comparisons"}, nil},
		{"judged: nobody", with(func(f *results.File) { f.Winners = []results.Winner{{Op: "ecdh"}} }),
			[]string{"No winner: every figure that can win is noisy, or a noisy one was certainly faster."}, []string{`class="win">20`, "wins:"}},
		{"interrupted", with(func(f *results.File) { f.Interrupted = "interrupt" }), []string{`class="caution">incomplete: the run was ended by a signal (interrupt)`}, nil},
		{"commit", with(func(f *results.File) { f.Commit, f.Dirty = "0123456789abcdef0123", true }),
			[]string{"UTC; commit 0123456789ab with changes; 2 contenders"}, []string{"0123456789abc", "koblitz"}},
		{"version of ours", with(func(f *results.File) {
			f.Commit = "0123456789abcdef0123"
			f.Results[0].Contender, f.Results[0].Version = "engine", "0.9.0+0123456789ab"
		}), []string{"UTC; koblitz 0.9.0, commit 0123456789ab; 2 contenders"}, nil},
		{"ours", with(func(f *results.File) {
			f.Results[0].Contender, f.Results[0].Version = "engine", "commit 0123456789ab"
		}), []string{"<b>koblitz engine</b> is by the authors of this benchmark", "<b>koblitz engine</b> wins", "ECDH: koblitz engine 2.00", "</i>koblitz engine</span>", "<td>commit 0123456789ab</td>", `<i class="swatch solid-1"></i>by the authors`}, nil},
		{"one reason for several operations", with(func(f *results.File) {
			for _, op := range []string{"ecdsa_sign", "schnorr_sign"} {
				for _, name := range []string{"fast", "faster"} {
					r := resultstest.Result(op, name, 1000, 0.5)
					r.Marks, r.MarkNotes = []string{"vartime", "together"}, map[string]string{"vartime": "read in y.go"}
					f.Results = append(f.Results, r)
				}
			}
		}), []string{"variable time on a secret; cannot win this operation<br><b>fast, faster</b>: read in y.go</dd>", "by more than the baseline; cannot win this operation<br><b>fast, faster</b></dd>"}, nil},
		{"machine", with(func(f *results.File) {
			f.Machine.LoadStart, f.Machine.LoadEnd, f.Machine.Steal, f.Launches, f.Limits = 0.25, -1, 0.031, 12, "no threads"
			f.Results[0].Binaries = []results.Binary{{Path: "/build/worker-c", SHA256: strings.Repeat("ab", 32)}}
		}), []string{"load average 0.25 at the start, unknown at the end", "3.1% of the time", "12 launches", "no threads", "SHA-256 of worker-c: <code>abababab"}, nil},
		{"repeat", with(func(f *results.File) { f.Args = []string{"--contender", "a=x y.so", "--op=ecdh", "--out", "here"} }),
			[]string{"<code>go run ./lab compare --contender &#39;a=x y.so&#39; --op=ecdh</code>", "<code>go run ./lab compare --contender &#39;a=x y.so&#39; --op ecdh</code>"},
			[]string{"--out", "--op=ecdh --op"}},
		{"tied", with(func(f *results.File) { f.Results[0].Ratio = results.Ratio{P50: 0.99, Lo: 0.98, Hi: 1.0} }),
			[]string{"Ties with it: libsecp256k1-0.8.0."}, nil},
		{"no baseline", with(func(f *results.File) { f.Results[0].Ratio = results.Ratio{} }),
			[]string{"<b>fast</b> wins: 10.0 µs.", "The baseline has no figure here"}, nil},
		{"rejected elsewhere", with(func(f *results.File) {
			f.Rejected = []results.Rejection{{Contender: "fast", Op: "ecdsa_sign", Row: "r = n", Reason: "accepted"}}
		}), []string{
			"<b>fast</b> wins", `<span class="tag">wrong</span>`, "Rejected contenders",
			"Rejected here: <b>fast</b>, row r = n, accepted.", `id="ecdsa_sign"`, "<li><b>fast</b> accepted: ECDSA sign.</li>",
		}, nil},
		{"rejected several times", with(func(f *results.File) {
			for _, op := range []string{"ecdsa_sign", "ecdh"} {
				f.Rejected = append(f.Rejected, results.Rejection{Contender: "bad", Op: op, Row: "18 (secret key 0)", Reason: "gave " + strings.Repeat("ab", 32) + ", though the input must be refused"})
			}
			f.Rejected = append(f.Rejected, results.Rejection{Contender: "bad", Op: "ecdh", Row: "7", Reason: "died"})
		}), []string{
			"<li><b>bad</b> accepts what must be refused: ECDSA sign (secret key 0), ECDH (secret key 0); died: ECDH.</li>", "gave abababab…, though",
		}, []string{"ababababab"}},
		{"dropped", with(func(f *results.File) { f.Dropped = []results.Drop{{Contender: "noble", Reason: "no node"}} }),
			[]string{"<b>noble</b>, no node"}, nil},
		{"input", with(func(f *results.File) {
			f.Pool = results.Pool{Distinct: 12, Input: "x.csv", Rows: map[string]int{"ecdsa": 12}, BadCount: 3, Bad: []results.BadRow{{Line: 9, Reason: "s is 0"}}}
		}), []string{"12 distinct rows from x.csv; 12 ecdsa", "line 9: s is 0"}, []string{"seed"}},
		{"links", two(), []string{`<a href="#ecdh">ECDH</a>`, `<details id="ecdh"`}, nil},
		{"alloc", with(func(f *results.File) { f.Results[0].Alloc = &results.Alloc{Bytes: 96, Count: 1.5} }),
			[]string{"B, allocs", "96, 1.5"}, nil},
		{"nothing", resultstest.Empty("compare"), []string{"This run has no figures."}, []string{"<table"}},
		{"algorithms", resultstest.Algorithms(), []string{"Per second", "71,429", "Algorithms are in Go programs", "in a process of its own"}, nil},
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
	for _, s := range []string{"://", "<script", "<img", "<iframe", "@import", "@font-face", "src=", "xlink", "url("} {
		if strings.Contains(page, s) {
			t.Errorf("has %q", s)
		}
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
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("a value was refused by the template")
	}
}

func TestSeveralRuns(t *testing.T) {
	a, b := two(), two()
	b.Machine.CPU, b.Started = "Another Processor", b.Started.AddDate(0, 0, 1)
	b.Results[0].NS, b.Results[0].Ratio = b.Results[1].NS, results.Ratio{P50: 1.1, Lo: 1.05, Hi: 1.2}
	page := written(t, resultstest.Judge(a), resultstest.Judge(b))
	for _, s := range []string{
		"Run A: compare, 2026-03-14 09:26:53 UTC, Example 8-Core Processor", "Run B: compare, 2026-03-15 09:26:53 UTC, Another Processor",
		"<b>fast</b> wins", "<b>libsecp256k1-0.8.0</b> wins", "From run to run",
	} {
		if !strings.Contains(page, s) {
			t.Errorf("no %q", s)
		}
	}
	if n := strings.Count(page, `<details id="ecdh"`); n != 1 {
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
		if n := strings.Count(page, `class="release `); n != 3 || strings.Contains(page, "ZgotmplZ") {
			t.Errorf("%v: %d releases", ns, n)
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
		{[]string{"libsecp256k1-2015-12", "libsecp256k1-2021-06", "libsecp256k1-0.8.0", "libsecp256k1-0.8.0-dev"}, []string{"2015-12-12", "2021-06-09", "2026-02-10", "2026-02-10"}, "libsecp256k1: 2015-12 2021-06 0.8.0"},
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
			parts = append(parts, s.Family.String()+": "+strings.Join(versions, " "))
		}
		if got := strings.Join(parts, ", "); got != c.want {
			t.Errorf("%v: %q", c.names, got)
		}
	}
}

func TestAxis(t *testing.T) {
	for _, c := range []struct {
		values []float64
		labels string
	}{
		{[]float64{0.26, 1, 3.2}, "0.3 0.5 0.7 1 1.5 2 3"},
		{[]float64{0.5, 1, 22}, "0.5 1 2 5 10 20"},
		{[]float64{0.97, 1, 1.03}, "0.97 0.98 0.99 1 1.01 1.02 1.03"},
		{[]float64{1, 1}, "0.99 1 1.01 1.02"},
		{[]float64{0.9, 1.1}, "0.9 0.95 1 1.05 1.1"},
		{[]float64{1e-9, 1e9}, "1e-09 1e-06 0.001 1 1000 1e+06 1e+09"},
	} {
		a := newAxis(c.values...)
		var labels []string
		before := 0.0
		for _, k := range a.Ticks {
			labels = append(labels, k.Label)
			if k.At < before || k.At < 100*edge-1 || k.At > 100*(1-edge)+1 {
				t.Errorf("%v: tick %s at %v", c.values, k.Label, k.At)
			}
			before = k.At
		}
		if got := strings.Join(labels, " "); got != c.labels {
			t.Errorf("%v: %s", c.values, got)
		}
		if strings.Contains(string(a.Grid), "var(--one)") != strings.Contains(" "+c.labels+" ", " 1 ") {
			t.Errorf("%v: %s", c.values, a.Grid)
		}
	}
	a := newAxis(0.25, 4)
	for v, want := range map[float64]float64{1: 50, 0.25: 6, 4: 94, 0.5: 28, 1e-9: 0, 1e9: 100} {
		if got := a.pos(v); math.Abs(got-want) > 0.01 {
			t.Errorf("%v at %v, want %v", v, got, want)
		}
	}
	if left, width := a.span(0.5, 2); left != 28 || width != 44 {
		t.Errorf("span: %v, %v", left, width)
	}
}

func TestYearTicks(t *testing.T) {
	for _, years := range [][2]string{{"2025-06-01", "2026-02-01"}, {"2015-01-01", "2026-01-01"}, {"1970-01-01", "2199-12-31"}} {
		if n := len(yearTicks(day(years[0]), day(years[1]))); n < 1 || n > 7 {
			t.Errorf("%v: %d ticks", years, n)
		}
	}
}

// The matrix has a row a contender, the baseline first and then by the
// geometric mean of the ratios, and a cell an operation.
func TestMatrix(t *testing.T) {
	f := resultstest.Empty("compare")
	add := func(op, name string, ratio float64, marks ...string) {
		r := resultstest.Result(op, name, 20000*ratio, ratio)
		r.Marks = append(r.Marks, marks...)
		f.Results = append(f.Results, r)
	}
	add("ecdh", "mixed", 0.5)
	add("ecdsa_sign", "mixed", 4)
	add("ecdh", f.Baseline, 1)
	add("ecdsa_sign", f.Baseline, 1)
	add("ecdh", "even", 1.2)
	add("ecdsa_sign", "even", 1.2)
	add("ecdsa_sign", "cheat", 0.3, results.MarkVartime)
	f.Rejected = []results.Rejection{{Contender: "cheat", Op: "ecdh"}, {Contender: "wrong", Op: "ecdh"}}
	m := newMatrix(runView{File: resultstest.Judge(f)})
	var got []string
	for _, r := range m.Rows {
		line := r.Contender + ":"
		for _, c := range r.Cells {
			line += " [" + strings.TrimSpace(c.Text+" "+c.Class()) + "]"
		}
		got = append(got, line)
	}
	want := []string{
		"libsecp256k1-0.8.0: [20.0 µs win] [20.0 µs]", "cheat: [0.30 barred] [wrong no]",
		"even: [1.20] [1.20]", "mixed: [4.00] [0.50 win]", "wrong: [] [wrong no]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if w := (matrixMarks{Signs: "*", Rejected: true, Blank: true, Times: true}); m.Marks != w {
		t.Errorf("%+v", m.Marks)
	}
}

func TestHistory(t *testing.T) {
	run := func(days int, baseline string, ratios map[string]float64) runView {
		f := resultstest.Empty("compare")
		f.Baseline, f.Started = baseline, f.Started.AddDate(0, 0, days)
		for name, ratio := range ratios {
			f.Results = append(f.Results, resultstest.Result("ecdh", name, 1000*ratio, ratio))
		}
		return runView{File: f}
	}
	runs := []runView{
		run(2, "base", map[string]float64{"base": 1, "engine": 0.4, "once": 2}),
		run(0, "base", map[string]float64{"base": 1, "engine": 0.5}),
		run(1, "base", map[string]float64{"base": 1, "engine": 0.505}),
		run(3, "base", map[string]float64{"base": 1, "engine": 0.6}),
		run(4, "other", map[string]float64{"other": 1, "engine": 0.6}),
	}
	list := newHistory(runs)
	if len(list) != 1 || len(list[0].Groups) != 1 || list[0].Groups[0].Contender != "engine" || list[0].Baseline != "base" {
		t.Fatalf("%+v", list)
	}
	var got []string
	for _, p := range list[0].Groups[0].Points {
		got = append(got, p.Run.Started.Format("02")+p.Change)
	}
	if want := []string{"14", "15", "16faster", "17slower"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if list := newHistory(runs[:1]); list != nil {
		t.Errorf("of one run: %+v", list)
	}
}
