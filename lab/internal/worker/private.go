package worker

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// privately copies the files of spec.Private into a directory of their own and
// returns spec with the copies in place of them, and the directory. A copy's
// pages are new ones, wherever the kernel finds room: the place of a file's
// pages in memory shifts the speed of its code, and a process that is started
// again maps the same pages.
func privately(spec Spec) (Spec, string, error) {
	if len(spec.Private) == 0 {
		return spec, "", nil
	}
	dir, err := os.MkdirTemp(privateRoot(), "lab-launch-*")
	if err != nil {
		return spec, "", err
	}
	out := spec
	out.Argv, out.Env = slices.Clone(spec.Argv), slices.Clone(spec.Env)
	for i, path := range spec.Private {
		// A folder each: files of one name may be among them.
		to := filepath.Join(dir, strconv.Itoa(i), filepath.Base(path))
		if err := copyFile(to, path); err != nil {
			_ = os.RemoveAll(dir)
			return spec, "", err
		}
		for j, a := range spec.Argv {
			if a == path {
				out.Argv[j] = to
			}
		}
		for j, e := range spec.Env {
			if n := len(e) - len(path); n > 0 && e[n:] == path && e[n-1] == '=' {
				out.Env[j] = e[:n] + to
			}
		}
	}
	return out, dir, nil
}

func copyFile(to, from string) error {
	if err := os.Mkdir(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	// Written from a buffer: a file system that shares blocks between copies
	// would share their pages, too.
	_, err = io.Copy(struct{ io.Writer }{w}, struct{ io.Reader }{r})
	if e := w.Close(); err == nil {
		err = e
	}
	return err
}
