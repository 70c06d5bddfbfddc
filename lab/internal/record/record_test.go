package record

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

// fixture is a run of few figures.
func fixture() *results.File {
	f := resultstest.Empty("compare")
	f.Commit = "0123456789abcdef"
	add := func(op, name string, ns, ratio float64, noisy bool, marks ...string) {
		r := resultstest.Result(op, name, ns, ratio)
		r.Noisy, r.Marks = noisy, append(r.Marks, marks...)
		f.Results = append(f.Results, r)
	}
	add("ecdsa_verify", f.Baseline, 24500, 1, false)
	add("ecdsa_verify", "engine", 11000, 0.449, false)
	add("ecdsa_verify", "k256-0.14.0", 49000, 2, true)
	add("ecdsa_sign", f.Baseline, 14300, 1, false)
	add("ecdsa_sign", "engine", 4600, 0.32, false)
	add("ecdsa_sign", "btcec-2.5.0", 28000, 1.99, false, results.MarkVartime)
	f.Rejected = []results.Rejection{{Contender: "a_b", Op: "ecdsa_verify", Row: "814 (byte 0)", Reason: "accepted"}}
	return resultstest.Judge(f)
}

func TestFill(t *testing.T) {
	r := Record{"example-2026-03-14", fixture()}
	const table = "| contender | ECDSA verify | ECDSA sign |\n|---|---:|---:|\n"
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "a <!-- b --> c\n", "a <!-- b --> c\n"},
		{"a ratio", "is <!-- record ratio engine ecdsa_verify -->1<!-- /record --> of", "is <!-- record ratio engine ecdsa_verify -->0.45<!-- /record --> of"},
		{"a speed", "<!-- record speed engine ecdsa_verify --><!-- /record -->", "<!-- record speed engine ecdsa_verify -->2.23<!-- /record -->"},
		{"without a version", "<!-- record ratio k256 ecdsa_verify --><!-- /record -->", "<!-- record ratio k256 ecdsa_verify -->2.00<!-- /record -->"},
		{"a time", "<!-- record time libsecp256k1 ecdsa_sign --><!-- /record -->", "<!-- record time libsecp256k1 ecdsa_sign -->14.3 µs<!-- /record -->"},
		{"two", "<!-- record date -->x<!-- /record --> <!-- record processor -->y<!-- /record -->", "<!-- record date -->2026-03-14<!-- /record --> <!-- record processor -->Example 8-Core Processor<!-- /record -->"},
		{"source", "<!-- record source --><!-- /record -->", "<!-- record source -->Example 8-Core Processor, 2026-03-14, commit `0123456789ab` ([record](../record/example-2026-03-14/results.json))<!-- /record -->"},
		{"table", "<!-- record table ecdsa_verify ecdsa_sign -->\nold\n<!-- /record -->\n", "<!-- record table ecdsa_verify ecdsa_sign -->\n" + table +
			"| libsecp256k1-0.8.0 | 24.5 µs | 14.3 µs |\n| **koblitz engine** | 0.45 | 0.32 |\n| k256-0.14.0 | 2.00\\~ |  |\n| btcec-2.5.0 |  | 1.99\\* |\n| a\\_b | rejected |  |\n<!-- /record -->\n"},
		{"some contenders", "<!-- record table ecdsa_verify ecdsa_sign engine libsecp256k1 -->\n<!-- /record -->", "<!-- record table ecdsa_verify ecdsa_sign engine libsecp256k1 -->\n" + table +
			"| libsecp256k1-0.8.0 | 24.5 µs | 14.3 µs |\n| **koblitz engine** | 0.45 | 0.32 |\n<!-- /record -->"},
		{"chart", "<!-- record chart -->\n<!-- /record -->", "<!-- record chart -->\n<picture>\n  <source media=\"(prefers-color-scheme: dark)\" srcset=\"chart-dark.svg\">\n" +
			"  <img alt=\"Times as fast as libsecp256k1-0.8.0: longer is faster. ECDSA verify: koblitz engine 2.23, libsecp256k1-0.8.0 1.00, k256-0.14.0 0.50~. ECDSA sign: koblitz engine 3.12, libsecp256k1-0.8.0 1.00.\" src=\"chart-light.svg\">\n</picture>\n<!-- /record -->"},
		{"rejected", "<!-- record rejected -->\n<!-- /record -->", "<!-- record rejected -->\n- a\\_b: ECDSA verify (byte 0)\n<!-- /record -->"},
		{"unknown", "\n<!-- record figure --><!-- /record -->", "!docs/x.md:2: there is no record figure"},
		{"no kind", "<!-- record  --><!-- /record -->", "!docs/x.md:1: there is no record"},
		{"no end", "<!-- record date -->", "!docs/x.md:1: no <!-- /record --> follows"},
		{"one end for two", "<!-- record date --><!-- record date --><!-- /record -->", "!docs/x.md:1: no <!-- /record --> follows"},
		{"cut short", "<!-- record date", "!docs/x.md:1: the marker has no end"},
		{"no figure", "<!-- record ratio engine ecdh --><!-- /record -->", "!engine has no ratio on ecdh"},
		{"no operation", "<!-- record table engine --><!-- /record -->", "!it names no operation"},
		{"nobody", "<!-- record table ecdsa_sign nobody --><!-- /record -->", "!nobody has no figure"},
	} {
		got, err := r.Fill("docs/x.md", []byte(c.in))
		if reason, fails := strings.CutPrefix(c.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), reason) {
				t.Errorf("%s: %v, want %q", c.name, err, reason)
			}
			continue
		}
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s", c.name, err, got)
		}
		if again, err := r.Fill("docs/x.md", got); err != nil || string(again) != string(got) {
			t.Errorf("%s: filled again it differs: %v", c.name, err)
		}
	}
}

// A run is kept without the folders of its machine, documents follow from the newest
// record, and a document that was changed is found.
func TestRecord(t *testing.T) {
	root, run := t.TempDir(), t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok, err := Newest(root); ok || err != nil {
		t.Fatalf("a record of nothing: %v", err)
	}
	add := func(f *results.File) Record {
		t.Helper()
		if err := results.Write(run, f); err != nil {
			t.Fatal(err)
		}
		if err := results.WriteSamples(run, nil); err != nil {
			t.Fatal(err)
		}
		r, err := Add(root, run)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	f := fixture()
	f.Results[0].Path, f.Results[0].Binaries = "/opt/x/lib.so", []results.Binary{{Path: "/opt/x/worker", SHA256: strings.Repeat("ab", 32)}}
	add(f)
	f = fixture()
	f.Started, f.Machine.CPU = f.Started.AddDate(0, 0, -1), "Older(R) CPU @ 3 GHz"
	if old := add(f); old.Name != "older-2026-03-13" {
		t.Errorf("named %q", old.Name)
	}
	r, ok, err := Newest(root)
	if err != nil || !ok || r.Name != "example-8-core-2026-03-14" {
		t.Fatalf("%+v, %v", r.Name, err)
	}
	if x := r.File.Results[0]; x.Path != "lib.so" || x.Binaries[0].Path != "worker" {
		t.Errorf("paths %q, %q", x.Path, x.Binaries[0].Path)
	}
	if sum, err := os.ReadFile(filepath.Join(root, Folder, r.Name, Digest)); err != nil || !strings.HasSuffix(string(sum), "  samples.jsonl.gz\n") || len(sum) != 64+19 {
		t.Errorf("%q, %v", sum, err)
	}
	write(filepath.Join(root, "README.md"), "<!-- record chart -->\n<!-- /record -->\n")
	write(filepath.Join(root, "docs", "a.md"), "<!-- record date -->x<!-- /record -->\n")
	write(filepath.Join(root, "docs", "b.md"), "no markers\n")
	want := []string{"README.md", "docs/a.md", DarkChart, LightChart}
	if changed, err := r.Update(root); err != nil || !slices.Equal(changed, want) {
		t.Errorf("changed %v, %v", changed, err)
	}
	if stale, err := r.Stale(root); err != nil || len(stale) > 0 {
		t.Errorf("stale %v, %v", stale, err)
	}
	write(filepath.Join(root, "docs", "a.md"), "<!-- record date -->2026-03-15<!-- /record -->\n")
	if stale, err := r.Stale(root); err != nil || !slices.Equal(stale, []string{"docs/a.md"}) {
		t.Errorf("stale %v, %v", stale, err)
	}
}

func TestRefuses(t *testing.T) {
	for name, change := range map[string]func(dir string, f *results.File){
		"interrupted": func(_ string, f *results.File) { f.Interrupted = "signal" },
		"no such file": func(dir string, _ *results.File) {
			_ = os.Remove(filepath.Join(dir, results.SamplesFile))
		},
	} {
		run, f := t.TempDir(), fixture()
		if err := results.WriteSamples(run, nil); err != nil {
			t.Fatal(err)
		}
		change(run, f)
		if err := results.Write(run, f); err != nil {
			t.Fatal(err)
		}
		if _, err := Add(t.TempDir(), run); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
