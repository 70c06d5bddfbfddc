package worker

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

const shm = "/dev/shm"

// privateRoot is where copies go: into memory where that may hold programs,
// so that no disk takes part.
func privateRoot() string {
	var s unix.Statfs_t
	if err := unix.Statfs(shm, &s); err == nil && s.Type == unix.TMPFS_MAGIC && s.Flags&unix.ST_NOEXEC == 0 &&
		unix.Access(shm, unix.W_OK) == nil && s.Bavail*uint64(s.Bsize) > 1<<30 {
		return shm
	}
	return os.TempDir()
}

// Ready says what keeps workers from being started: their copies need a place that may
// hold programs.
func Ready() error { return mayHold(privateRoot(), noexec) }

func mayHold(root string, noexec func(path string) bool) error {
	if !noexec(root) {
		return nil
	}
	also := ""
	if root != shm && noexec(shm) {
		also = ", and so is " + shm
	}
	return fmt.Errorf("%s is mounted noexec%s: no program can run from there; set TMPDIR to a folder that may hold programs", root, also)
}

// noexec says whether the file system of path holds no programs.
func noexec(path string) bool {
	var s unix.Statfs_t
	return unix.Statfs(path, &s) == nil && s.Flags&unix.ST_NOEXEC != 0
}

// lockFolder keeps the pages of the folder's files in memory until unlock, those
// that the limit on locked memory has room for.
func lockFolder(dir string) (unlock func()) {
	var locked [][]byte
	unlock = func() {
		for _, b := range locked {
			_ = unix.Munmap(b)
		}
	}
	if dir == "" {
		return unlock
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		b, err := mapped(path)
		if err != nil {
			return nil
		}
		if unix.Mlock(b) != nil {
			_ = unix.Munmap(b)
			return nil
		}
		locked = append(locked, b)
		return nil
	})
	return unlock
}

// mapped is a file's pages, which its other mappings share.
func mapped(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
}
