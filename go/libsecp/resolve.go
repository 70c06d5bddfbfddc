package libsecp

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// loaderFolders is where a bare name is looked for on macOS, whose dlopen falls
// back to the working directory.
var loaderFolders = []string{"/opt/homebrew/lib", "/usr/local/lib", "/usr/lib"}

// resolve returns what dlopen is to be given, one after the other until one
// loads. An absolute path must name a file. Nothing that it returns lets dlopen
// look into the working directory: searchPath is LD_LIBRARY_PATH, in which an
// empty or a relative entry would.
func resolve(name, goos, searchPath string) ([]string, error) {
	switch {
	case name == "":
		return nil, errors.New("libsecp: the library's name is empty")
	case filepath.IsAbs(name):
		info, err := os.Stat(name)
		if err != nil {
			return nil, fmt.Errorf("libsecp: %w", err)
		}
		if info.IsDir() {
			return nil, fmt.Errorf("libsecp: %s: %w: it is a folder", name, ErrNotLibrary)
		}
		return []string{name}, nil
	case strings.ContainsRune(name, os.PathSeparator), name == ".", name == "..":
		return nil, fmt.Errorf("libsecp: %q is a relative path: give an absolute one, or a bare name for the system's loader", name)
	case strings.HasPrefix(name, "@"), strings.HasPrefix(name, "$"):
		return nil, fmt.Errorf("libsecp: %q is neither a path nor a bare name", name)
	case goos == "darwin":
		var list []string
		for _, folder := range loaderFolders {
			list = append(list, filepath.Join(folder, name))
		}
		return list, nil
	}
	if searchPath != "" {
		for entry := range strings.SplitSeq(strings.ReplaceAll(searchPath, ";", ":"), ":") { // both separate
			if !filepath.IsAbs(entry) {
				return nil, fmt.Errorf("libsecp: %q is not looked for: the entry %q of LD_LIBRARY_PATH is the working directory's", name, entry)
			}
		}
	}
	return []string{name}, nil
}
