package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/results"
)

func TestMisuse(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"--sign-ops -1", "from 0"},
		{"--verify-ops 99999999999999999999", "verify-ops"},
		{"--verify-ops 16777217", "from 0"},
		{"--sign-ops x", "sign-ops"},
		{"--seconds 0", "more than 0"},
		{"--seconds nan", "more than 0"},
		{"--seconds 1e9", "at most"},
		{"--prefix p", "no --library before it"},
		{"--library=", "empty"},
		{"more", "unexpected argument"},
		{"--no-such", "no-such"},
	} {
		var stderr bytes.Buffer
		if status := run(strings.Fields(c.args), io.Discard, &stderr); status != 2 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: status %d, %s", c.args, status, stderr.String())
		}
	}
}

func TestLibraryArguments(t *testing.T) {
	var c contest
	got, out, err := c.parse(strings.Fields("--library a --prefix p_ --library b --name engine --version 1 --date 2026-01-02 --out f"), io.Discard)
	want := []library{
		{path: "a", prefix: "p_", name: "libsecp256k1"},
		{path: "b", prefix: "secp256k1_", name: "engine", version: "1", date: "2026-01-02"},
	}
	if err != nil || out != "f" || !slices.Equal(got, want) {
		t.Errorf("%+v, %q, %v", got, out, err)
	}
}

func TestRun(t *testing.T) {
	out := t.TempDir()
	var stdout, stderr bytes.Buffer
	args := []string{"--sign-ops=2", "--verify-ops=2", "--library=" + filepath.Join(t.TempDir(), "none.so"), "--out=" + out}
	if status := run(args, &stdout, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	f, err := results.Read(filepath.Join(out, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	list := schemes()
	if len(f.Results) != 2*len(list) || len(f.Rejected) != 0 || len(f.Dropped) != 1 {
		t.Errorf("%d results, rejected %v, dropped %v", len(f.Results), f.Rejected, f.Dropped)
	}
	if f.Baseline != btcecECDSA().name {
		t.Errorf("baseline %s", f.Baseline)
	}
	for _, s := range list {
		if strings.Count(stdout.String(), s.name) < 2 {
			t.Errorf("%s is not in both tables:\n%s", s.name, stdout.String())
		}
	}
}

func TestRunCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	args := []string{"--sign-ops=0", "--verify-ops=0", "--out=" + file}
	if status := run(args, io.Discard, &stderr); status != 1 {
		t.Errorf("status %d: %s", status, stderr.String())
	}
}
