package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/ops"
)

func TestFindOps(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string // in the result, or after ! in the error
	}{
		{[]string{"ecdh"}, "ecdh"},
		{[]string{"ecdh", "der_parse", "ecdh"}, "ecdh der_parse"},
		{[]string{"ecdh,der_parse", " ecdsa_sign"}, "ecdh der_parse ecdsa_sign"},
		{[]string{"verify"}, `!unknown operation "verify"; there are pubkey_create, `},
		{[]string{"ecdh,"}, `!unknown operation ""`},
		{[]string{""}, `!unknown operation ""`},
		{[]string{"empty"}, `!unknown operation "empty"`},
		{[]string{"field_mul"}, `!unknown operation "field_mul"`},
	} {
		got, err := findOps(c.names, ops.All, ops.All)
		var list []string
		for _, o := range got {
			list = append(list, o.Name)
		}
		if reason, fails := strings.CutPrefix(c.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), reason) {
				t.Errorf("%q: %v, want %q", c.names, err, reason)
			}
		} else if err != nil || strings.Join(list, " ") != c.want {
			t.Errorf("%q: %v, %v", c.names, list, err)
		}
	}
	if got, err := findOps(nil, ops.Known, ops.All); err != nil || len(got) != len(ops.All) {
		t.Errorf("none: %v, %v", got, err)
	}
}

func TestCheckOptions(t *testing.T) {
	t.Chdir(t.TempDir())
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		seconds float64
		pool    int
		out     string
		err     string
	}{
		{1, 64, filepath.Join(t.TempDir(), "new", "folder"), ""},
		{0, 64, t.TempDir(), "--seconds"},
		{-1, 64, t.TempDir(), "--seconds"},
		{1, 1, t.TempDir(), "--pool 1: from 64"},
		{1, 1 << 20, t.TempDir(), "--pool"},
		{1, 64, file, "--out"},
		{1, 64, filepath.Join(file, "below"), "--out"},
		{1, 64, "/proc/none", "--out"},
		{1, 64, "", ""},
	} {
		err := run{seconds: c.seconds, pool: c.pool, out: c.out}.check()
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
