// Command gozip writes modules of this repository as a module proxy serves them.
//
//	gozip OUT VERSION UNIX_TIME PATH=DIR...
//
// DIR is a folder of the repository in the working directory, and PATH the
// module's path. Files are those of the commit HEAD, chosen and checked by the
// rules of the go command.
package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gozip:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 4 {
		return errors.New("usage: gozip OUT VERSION UNIX_TIME PATH=DIR [PATH=DIR]")
	}
	seconds, err := strconv.ParseInt(args[2], 10, 64)
	if err != nil {
		return err
	}
	for _, arg := range args[3:] {
		path, dir, found := strings.Cut(arg, "=")
		if !found {
			return fmt.Errorf("%q is not PATH=DIR", arg)
		}
		if err := publish(args[0], module.Version{Path: path, Version: args[1]}, dir, time.Unix(seconds, 0).UTC()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func publish(out string, m module.Version, dir string, at time.Time) error {
	if err := module.Check(m.Path, m.Version); err != nil {
		return err
	}
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return err
	}
	folder := filepath.Join(out, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	name := filepath.Join(folder, m.Version+".zip")
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := modzip.CreateFromVCS(f, m, ".", "HEAD", dir); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	checked, err := modzip.CheckZip(m, name)
	if err == nil {
		err = checked.Err()
	}
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{m.Version, at})
	if err != nil {
		return err
	}
	mod, err := read(name, m.String()+"/go.mod")
	if err != nil {
		return err
	}
	for file, text := range map[string][]byte{"list": []byte(m.Version + "\n"), m.Version + ".info": info, m.Version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(folder, file), text, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%s@%s: %d files\n", m.Path, m.Version, len(checked.Valid))
	return nil
}

func read(archive, name string) ([]byte, error) {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	f, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
