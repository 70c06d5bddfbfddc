package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestRunFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	started := time.Date(2026, 3, 14, 9, 26, 53, 0, time.FixedZone("", 3600))
	for _, c := range []struct{ out, want string }{
		{"", "out/2026-03-14T082653Z"},
		{"", "out/2026-03-14T082653Z-2"},
		{"", "out/2026-03-14T082653Z-3"},
		{"here/there", "here/there"},
		{"here/there", "here/there"},
	} {
		got, err := runFolder(c.out, started)
		if err != nil || got != filepath.FromSlash(c.want) {
			t.Errorf("%q: %q, %v; want %q", c.out, got, err, c.want)
		}
		if s, err := os.Stat(got); err != nil || !s.IsDir() {
			t.Errorf("%q: %v", got, err)
		}
		if c.out == "" {
			showLatest(got)
			if to, err := os.Readlink("out/latest"); err != nil || to != filepath.Base(got) {
				t.Errorf("out/latest leads to %q, %v", to, err)
			}
		}
	}
	// A folder that somebody has made there stays.
	if err := os.Remove("out/latest"); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("out/latest/mine", 0o755); err != nil {
		t.Fatal(err)
	}
	showLatest("out/2026-03-14T082653Z")
	if _, err := os.Stat("out/latest/mine"); err != nil {
		t.Error(err)
	}
}
