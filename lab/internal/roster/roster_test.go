package roster

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseRequest(t *testing.T) {
	abs, err := filepath.Abs("x/lib.so")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   string
		want Request
		err  string
	}{
		{"btcec", Request{Name: "btcec"}, ""},
		{"libsecp256k1-0.8.0-purego", Request{Name: "libsecp256k1-0.8.0-purego"}, ""},
		{"mine=x/lib.so", Request{"mine", abs, ""}, ""},
		{"mine=x/lib.so,prefix=rustsecp256k1_v0_14_0_", Request{"mine", abs, "rustsecp256k1_v0_14_0_"}, ""},
		{"", Request{}, "a name has"},
		{"=x", Request{}, "a name has"},
		{"a b", Request{}, "a name has"},
		{"<script>", Request{}, "a name has"},
		{strings.Repeat("a", 65), Request{}, "a name has"},
		{"mine=", Request{}, "no path"},
		{"mine=x,", Request{Name: "mine", Path: filepath.Join(filepath.Dir(filepath.Dir(abs)), "x")}, ""},
		{"mine=x,prefix=", Request{}, "not prefix=P"},
		{"mine=x,suffix=p", Request{}, "not prefix=P"},
	} {
		got, err := ParseRequest(c.in)
		switch {
		case c.err == "" && (err != nil || got != c.want):
			t.Errorf("%q: %+v, %v", c.in, got, err)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q: error %v, want one with %q", c.in, err, c.err)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		name, asked string
		want        bool
	}{
		{"btcec-2.5.1", "btcec", true},
		{"btcec-2.5.1", "btcec-2.5.1", true},
		{"btcec-2.5.1-replaced", "btcec-replaced", true},
		{"btcec-2.5.1-replaced", "btcec", false},
		{"btcec-2.5.1", "btcec-2.5", false},
		{"libsecp256k1-0.8.0-purego", "libsecp256k1-0.8.0", false},
		{"libsecp256k1-0.8.0", "libsecp256k1", true},
		{"libsecp256k1-2015-12", "libsecp256k1", true},
		{"libsecp256k1-0.8.0-purego", "libsecp256k1", false},
		{"libsecp256k1-0.6.1-dev-cgo", "libsecp256k1-cgo", true},
		{"openssl-1.1.1w", "openssl", true},
		{"secp256k1-voi-20230925", "secp256k1", false},
		{"noble-2.4.0", "nob", false},
		{"go", "go", true},
		{"go-purego", "go", false},
	} {
		if got := matches(c.name, c.asked); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.name, c.asked, got)
		}
	}
}

func TestShort(t *testing.T) {
	for in, want := range map[string]string{
		"v2.5.1": "2.5.1", "0.8.0": "0.8.0", "3.0.17": "3.0.17",
		"v0.0.0-20230925160103-0123456789ab":         "20230925",
		"v4.4.1-0.20260101000000-0123456789ab":       "20260101",
		"v4.0.0-alpha.0.20260102030405-0123456789ab": "20260102",
		"1.2.3+up": "1.2.3", "libsecp256k1-0.6.1-dev+go-ethereum-v1.17.10": "0.6.1-dev",
	} {
		if got := short(in); got != want {
			t.Errorf("short(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestGroupMay(t *testing.T) {
	g := group{families: []string{"openssl", "k256"}}
	for name, want := range map[string]bool{"openssl": true, "openssl-3.0.17": true, "opensslx": false, "k256-0.14.0": true, "btcec": false} {
		if got := g.may(name); got != want {
			t.Errorf("may(%q) = %v", name, got)
		}
	}
}

func TestCheckRequests(t *testing.T) {
	dir := t.TempDir()
	r, err := New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	one, two := filepath.Join(dir, "one.so"), filepath.Join(dir, "two.so")
	for _, path := range []string{one, two} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		requests []Request
		err      string
	}{
		{[]Request{{Name: "btcec"}, {Name: "a", Path: one}, {Name: "b", Path: one}, {Name: "a", Path: one}}, ""},
		{[]Request{{Name: "a", Path: filepath.Join(dir, "none.so")}}, "contender a: stat"},
		{[]Request{{Name: "a", Path: dir}}, "is not a file"},
		{[]Request{{Name: "a", Path: one}, {Name: "a", Path: two}}, "two libraries"},
		{[]Request{{Name: "libsecp256k1-0.8.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-9.9.9", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1", Path: one}}, "a known contender"},
		{[]Request{{Name: "engine-portable", Path: one}}, "a known contender"},
		{[]Request{{Name: "btcec-2.5.0-replaced", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-0.6.1-dev-cgo", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-0.8.0-clang", Path: one}}, "a known contender"},
		{[]Request{{Name: "go", Path: one}}, "a known contender"},
		{[]Request{{Name: "Engine", Path: one}}, "a known contender"},
		{[]Request{{Name: "LIBSECP256K1_0.8.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-v0.8.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1.0.8.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1--0.8.0-", Path: one}}, "a known contender"},
		{[]Request{{Name: "lib-secp256k1_v0_8_0.so", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256kl-0.8.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-2.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-O.8.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-0.8.0-gcc", Path: one}}, "a known contender"},
		{[]Request{{Name: "openssl-1.1.1w", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp2S6k1-0.8.0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-0.8.0-cIang", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-0.8.O-clang", Path: one}}, "a known contender"},
		{[]Request{{Name: "engine-p0rtable", Path: one}}, "a known contender"},
		{[]Request{{Name: "g0-pureg0", Path: one}}, "a known contender"},
		{[]Request{{Name: "libsecp256k1-0.8.0-patched", Path: one}}, ""},
		{[]Request{{Name: "libsecp256k1-O3", Path: one}}, ""},
		{[]Request{{Name: "gold", Path: one}, {Name: "engine-x", Path: two}}, ""},
		{[]Request{{Name: "engine-new", Path: one}, {Name: "mine-0.8.0", Path: two}}, ""},
	} {
		err := r.checkRequests(c.requests)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%+v: %v, want %q", c.requests, err, c.err)
		}
	}
}

// Tools are looked for in a PATH that has what need.sh itself is made of only.
func TestMissingTool(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"bash", "uname", "tr", "sed", "grep", "head", "sort"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("SKIPPED missing tool: install %s", name)
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	for step, want := range map[string]string{
		"worker rust":   "cargo is missing. Install it: curl",
		"worker node":   "npm is missing. Install it: ",
		"worker python": "python3 is missing. Install it: ",
		"worker java":   "javac is missing. Install it: ",
		"worker c":      "cc is missing. Install it: ",
		"baseline":      "make is missing. Install it: ",

		"worker c-wolfssl":  "libwolfssl-dev is missing. Install it: ",
		"baseline by clang": "clang is missing. Install it: ",
	} {
		if err := r.build(step); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", step, err, want)
		}
	}
	for range 2 {
		if got := r.rustWorker(); got != nil || len(r.Dropped()) != 1 || r.Dropped()[0].Contender != "Rust libraries" {
			t.Errorf("%v %+v", got, r.Dropped())
		}
	}
}

// A contender that is asked for by name and cannot be had is an error that says
// why.
func TestSelectRefuses(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "lab", "anchors"), 0o755); err != nil {
		t.Fatal(err)
	}
	list := `[{"name": "libsecp256k1-2.0", "kind": "libsecp256k1", "version": "2.0", "date": "2026-01-01"},
		{"name": "libsecp256k1-1.0", "kind": "libsecp256k1", "version": "1.0", "date": "2025-01-01"}]`
	if err := os.WriteFile(filepath.Join(root, "lab", "anchors", "anchors.json"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "tools"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "tools", "need.sh"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	for _, c := range []struct{ asked, baseline, want string }{
		{"libsecp256k1-1.0", "", "contender libsecp256k1-1.0 is not built: make anchors"},
		{"libsecp256k1-3.0", "", "contender libsecp256k1-3.0 cannot run: not built yet"},
		{"nobody", "", `unknown contender "nobody"; lab compare --list`},
		{"k256", "", "contender k256 cannot run: not built yet"},
		{"btcec-2.5.0", "", "contender btcec-2.5.0 cannot run: not built yet"},
		{"engine", "", "contender engine cannot run: not built yet"},
		{"mine=tools/need.sh", "", "contender mine cannot run: not built yet"},
		{"", "libsecp256k1-1.0", "baseline: contender libsecp256k1-1.0 is not built"},
		{"", "", "no contender could be had"},
	} {
		r, err := New(t.Logf)
		if err != nil {
			t.Fatal(err)
		}
		r.BuildNothing = true
		var requests []Request
		if c.asked != "" {
			q, err := ParseRequest(c.asked)
			if err != nil {
				t.Fatal(err)
			}
			requests = append(requests, q)
		}
		if _, _, err := r.Select(requests, c.baseline); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, baseline %q: %v, want %q", c.asked, c.baseline, err, c.want)
		}
		if _, err := os.Stat("build"); !os.IsNotExist(err) {
			t.Fatalf("%q: something was built", c.asked)
		}
	}
}

func TestEveryStepHasADirectory(t *testing.T) {
	r, err := New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range r.steps() {
		if !strings.HasPrefix(s.dir, "lab/") && s.dir != "." || len(s.tools) == 0 || len(s.argv) == 0 || s.makes == "" {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// The names that are listed before anything is built are those of the workers.
func TestNames(t *testing.T) {
	r, err := New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{
		"worker go": "go/registrations.go", "worker rust": "rust/src", "worker node": "node/worker.mjs", "worker python": "python/contenders", "worker java": "java/src",
	}
	seen := map[string]bool{}
	for _, g := range r.groups() {
		for _, name := range g.names {
			if seen[name] {
				t.Errorf("%s twice", name)
			}
			seen[name] = true
		}
		source := sources[g.steps[0]]
		if source == "" || len(g.names) < 2 || g.names[0] == "go" {
			continue
		}
		var text strings.Builder
		err := filepath.WalkDir(filepath.Join(r.Root, "lab", "workers", source), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			text.Write(b)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range g.names {
			if s := text.String(); !strings.Contains(s, `"`+name+`"`) && !strings.Contains(s, "'"+name+"'") && !strings.Contains(s, "\n  "+name+": ") {
				t.Errorf("%s is not in lab/workers/%s", name, source)
			}
		}
	}
	if !seen["engine"] || !seen[r.newest().Name] || !seen["k256"] {
		t.Errorf("%v", seen)
	}
}
