package contest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// binaries hashes the files that a contender's code comes from. A folder's hash
// is that of what "find . -type f ! -name '*.pyc' | LC_ALL=C sort | xargs -d '\n' sha256sum"
// prints in it.
func binaries(spec worker.Spec) ([]results.Binary, error) {
	var list []results.Binary
	for _, paths := range [][]string{spec.Private, spec.Read} {
		for _, path := range paths {
			h, err := hash(path)
			if err != nil {
				return nil, err
			}
			list = append(list, results.Binary{Path: path, SHA256: h})
		}
	}
	return list, nil
}

func hash(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return hashFile(path)
	}
	return hashFolder(path)
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hashFolder(dir string) (string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(path) != ".pyc" {
			names = append(names, filepath.ToSlash(path[len(dir):]))
		}
		return err
	})
	if err != nil {
		return "", err
	}
	slices.Sort(names)
	h := sha256.New()
	for _, name := range names {
		sum, err := hashFile(dir + filepath.FromSlash(name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s  .%s\n", sum, name)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
