package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestManifest(t *testing.T) {
	list, err := readManifest(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, a := range list {
		if seen[a.Name] {
			t.Errorf("%s is listed twice", a.Name)
		}
		seen[a.Name] = true
		dir := filepath.Join("crates", a.Name)
		pin := fmt.Sprintf("%s = { version = %q, default-features = false }", a.Crate, "="+a.CrateVersion)
		locked := fmt.Sprintf("name = %q\nversion = %q\n", a.Crate, a.CrateVersion)
		for file, want := range map[string]string{"Cargo.toml": pin, "Cargo.lock": locked} {
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Error(err)
			} else if !strings.Contains(string(text), want) {
				t.Errorf("%s/%s does not have %q", dir, file, want)
			}
		}
	}
	dirs, err := filepath.Glob("crates/*/Cargo.toml")
	if err != nil || len(dirs) != len(list) {
		t.Errorf("%d packages for %d anchors (%v)", len(dirs), len(list), err)
	}
}

func TestManifestRefusals(t *testing.T) {
	secp := `"kind":"libsecp256k1","commit":"` + strings.Repeat("0", 40) + `","optimize":"-O2"`
	for _, c := range []struct{ json, want string }{
		{`{}`, "cannot unmarshal"},
		{`[{"name":"openssl-1","kind":"openssl","date":"1 May 2020"}]`, "cannot parse"},
		{`[{"name":"openssl-1","kind":"openssl","date":"2020-05-01"}]`, "configure is missing"},
		{`[{"name":"other-1","kind":"openssl","date":"2020-05-01"}]`, "does not start with the kind"},
		{`[{"name":"openssl-1/..","kind":"openssl","date":"2020-05-01"}]`, "does not start with the kind"},
		{`[{"name":"boring-1","kind":"boring","date":"2020-05-01"}]`, "unknown kind"},
		{`[{"name":"libsecp256k1-1","date":"2020-05-01",` + secp + `}]`, "prefix or optimize is missing"},
		{`[{"name":"libsecp256k1-1","date":"2020-05-01","prefix":"p_",` + secp + `}]`, ""},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "anchors.json"), []byte(c.json), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readManifest(dir); !matches(err, c.want) {
			t.Errorf("%s: %v, want %q", c.json, err, c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	all := []Anchor{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	for _, c := range []struct{ names, chosen, want string }{
		{"all", "a b c", ""},
		{"c a", "c a", ""},
		{"", "", "name an anchor"},
		{"a d", "", `no anchor "d"`},
		{"all a", "", `no anchor "all"`},
	} {
		chosen, err := choose(all, strings.Fields(c.names))
		var names []string
		for _, a := range chosen {
			names = append(names, a.Name)
		}
		if got := strings.Join(names, " "); got != c.chosen || !matches(err, c.want) {
			t.Errorf("%q: %q, %v", c.names, got, err)
		}
	}
}

// What a crate says of itself decides.
func TestVerify(t *testing.T) {
	commit := strings.Repeat("a", 40)
	release := Anchor{Kind: "libsecp256k1", Version: "0.8.0", Date: "2026-08-03", DateSource: "changelog", Commit: commit}
	snapshot := Anchor{Kind: "libsecp256k1", Version: "aaaaaaaa", Date: "2015-12-12", DateSource: "commit", Commit: commit}
	openssl := Anchor{Kind: "openssl", Version: "3.0.8", Date: "2023-02-07"}
	old := Anchor{Kind: "openssl", Version: "1.1.1w", Date: "2023-09-11"}
	const (
		head = "depend/secp256k1-HEAD-revision.txt"
		log  = "depend/secp256k1/CHANGELOG.md"
		dat  = "openssl/VERSION.dat"
		hdr  = "openssl/include/openssl/opensslv.h"
	)
	entry := "## [0.8.0] - 2026-08-03\n\n## [0.7.1] - 2026-01-26\n"
	version := "MAJOR=3\nMINOR=0\nPATCH=8\nRELEASE_DATE=%q\n"
	text := "#  define OPENSSL_VERSION_TEXT    \"OpenSSL 1.1.1w-fips  11 Sep 2023\"\n# define OPENSSL_VERSION_TEXT    \"OpenSSL 1.1.1w  %s\"\n"
	for _, c := range []struct {
		name  string
		a     Anchor
		files map[string]string
		want  string
	}{
		{"release", release, map[string]string{head: "# made by a script\n" + commit + "\n", log: entry}, ""},
		{"release, no commit named", release, map[string]string{log: entry}, ""},
		{"other commit", release, map[string]string{head: strings.Repeat("b", 40), log: entry}, "not of commit"},
		{"no commit in the file", release, map[string]string{head: "", log: entry}, "not of commit"},
		{"other release", release, map[string]string{log: entry[25:]}, "does not start with 0.8.0"},
		{"other date", release, map[string]string{log: strings.Replace(entry, "-03", "-04", 1)}, "does not start with 0.8.0"},
		{"no changelog", release, nil, "no such file"},
		{"snapshot", snapshot, nil, ""},
		{"snapshot of another commit", snapshot, map[string]string{head: strings.Repeat("b", 40)}, "not of commit"},
		{"openssl 3", openssl, map[string]string{dat: fmt.Sprintf(version, "7 feb 2023")}, ""},
		{"openssl 3, other date", openssl, map[string]string{dat: fmt.Sprintf(version, "8 Feb 2023")}, "3.0.8 of 2023-02-08"},
		{"openssl 3, no date", openssl, map[string]string{dat: "MAJOR=3\n"}, "no version or date"},
		{"openssl 3, no day", openssl, map[string]string{dat: fmt.Sprintf(version, "Feb 2023")}, "cannot parse"},
		{"openssl 1.1", old, map[string]string{hdr: fmt.Sprintf(text, "11 Sep 2023")}, ""},
		{"openssl 1.1, other date", old, map[string]string{hdr: fmt.Sprintf(text, "12 Sep 2023")}, "1.1.1w of 2023-09-12"},
		{"openssl 1.1, no date", old, map[string]string{hdr: fmt.Sprintf(text, "xx XXX xxxx")}, "no version or date"},
		{"nothing", old, nil, "no such file"},
	} {
		crate := t.TempDir()
		for name, content := range c.files {
			path := filepath.Join(crate, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		verify := verifySecp256k1
		if c.a.Kind == "openssl" {
			verify = verifyOpenSSL
		}
		if err := verify(c.a, crate); !matches(err, c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestUpToDate(t *testing.T) {
	dir := t.TempDir()
	so, note := filepath.Join(dir, "a.so"), filepath.Join(dir, "a.json")
	want := Record{Name: "a", Stamp: "1"}
	for _, c := range []struct {
		name, so, note string
		want           bool
	}{
		{"nothing", "", "", false},
		{"no record", "x", "", false},
		{"no library", "", `{"name":"a","stamp":"1"}`, false},
		{"same", "x", `{"name":"a","stamp":"1"}`, true},
		{"another stamp", "x", `{"name":"a","stamp":"2"}`, false},
		{"broken record", "x", `{"name":"a",`, false},
	} {
		for path, content := range map[string]string{so: c.so, note: c.note} {
			os.Remove(path)
			if content == "" {
				continue
			}
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := upToDate(so, note, want); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestMissingTool(t *testing.T) {
	if err := need("cargo", "no-such-compiler"); !matches(err, "no-such-compiler is missing") {
		t.Errorf("%v", err)
	}
}

func matches(err error, want string) bool {
	if want == "" {
		return err == nil
	}
	return err != nil && strings.Contains(err.Error(), want)
}
