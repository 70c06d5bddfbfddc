package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"
)

// outRoot holds a folder for each run that was not told where to write, and
// a link to the newest of them.
const (
	outRoot = "out"
	latest  = "latest"
)

const outUsage = "`DIR` to write to (default: out/TIME, and out/latest leads there)"

// writable makes the directory and says whether files can be made in it, before
// minutes are spent on what is to be written there. An empty dir is outRoot.
func writable(dir string) error {
	flag := "--out: "
	if dir == "" {
		dir, flag = outRoot, ""
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("%s%w", flag, err)
	}
	f, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return fmt.Errorf("%s%w", flag, err)
	}
	f.Close()
	return os.Remove(f.Name())
}

// runFolder returns dir, or a new folder below outRoot that is named by the
// time when dir is empty.
func runFolder(dir string, started time.Time) (string, error) {
	if dir != "" {
		return dir, os.MkdirAll(dir, 0o755)
	}
	if err := os.MkdirAll(outRoot, 0o755); err != nil {
		return "", err
	}
	name := filepath.Join(outRoot, started.UTC().Format("2006-01-02T150405Z"))
	for n, path := 2, name; ; n++ {
		err := os.Mkdir(path, 0o755)
		if !errors.Is(err, fs.ErrExist) {
			return path, err
		}
		path = fmt.Sprintf("%s-%d", name, n)
	}
}

// showLatest lets out/latest lead to a folder that runFolder has made below
// outRoot.
func showLatest(dir string) {
	link := filepath.Join(outRoot, latest)
	if err := renameio.Symlink(filepath.Base(dir), link); err != nil {
		logf("WARNING: %s does not lead to it: %v", link, err)
	}
}
