package worker

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lockedKB is VmLck of this process.
func lockedKB(t *testing.T) (kb int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmLck:")
	if _, err := fmt.Sscan(rest, &kb); err != nil {
		t.Fatal(err)
	}
	return kb
}

func TestLockFolder(t *testing.T) {
	for _, c := range []struct {
		name  string
		sizes map[string]int
		kb    int // rounded up to pages of 4 KiB
	}{
		{"no file", nil, 0},
		{"an empty file", map[string]int{"a": 0}, 0},
		{"two files", map[string]int{"0/a": 12 << 10, "1/b": 100}, 16},
	} {
		dir := t.TempDir()
		for name, size := range c.sizes {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, make([]byte, size), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		before := lockedKB(t)
		unlock := lockFolder(dir)
		if got := lockedKB(t) - before; got < c.kb {
			t.Errorf("%s: %d KiB locked, want %d", c.name, got, c.kb)
		}
		unlock()
		if got := lockedKB(t); got != before {
			t.Errorf("%s: %d KiB locked after unlock, %d before", c.name, got, before)
		}
	}
	lockFolder("")()
}

// Where copies cannot be run, the mount option is named, and what to do.
func TestMayHold(t *testing.T) {
	for _, c := range []struct {
		root   string
		noexec []string
		want   string // empty: it may
	}{
		{"/var/x", nil, ""},
		{"/var/x", []string{shm}, ""},
		{shm, nil, ""},
		{"/var/x", []string{"/var/x"}, "/var/x is mounted noexec: no program can run from there; set TMPDIR"},
		{"/var/x", []string{"/var/x", shm}, "/var/x is mounted noexec, and so is /dev/shm: no program"},
	} {
		err := mayHold(c.root, func(path string) bool { return slices.Contains(c.noexec, path) })
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s, noexec %v: %v", c.root, c.noexec, err)
		}
	}
	if noexec("/no/such/folder") {
		t.Error("a folder that is absent holds no programs")
	}
}
