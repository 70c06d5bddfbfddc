// Package record keeps runs that documents quote, in the folder record/ of the checkout,
// and writes their figures between the markers of the documents.
package record

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/renameio/v2"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/results"
)

// Folder holds a folder for each record, PROCESSOR-DATE.
const Folder = "record"

// Digest is the file beside a record's results.json that has the SHA-256 of its samples,
// as sha256sum writes it.
const Digest = "samples.sha256"

// smallSamples are so few bytes that a record keeps them.
const smallSamples = 256 << 10

// Record is a run that is kept.
type Record struct {
	Name string // of its folder
	File *results.File
}

// Path is that of its results.json, from the root of the checkout.
func (r Record) Path() string { return Folder + "/" + r.Name + "/" + results.FileName }

// Newest returns the record that documents quote, the newest one; ok is false where there
// is none.
func Newest(root string) (r Record, ok bool, err error) {
	dirs, err := os.ReadDir(filepath.Join(root, Folder))
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, false, nil
	}
	for _, d := range dirs {
		if !d.IsDir() {
			continue
		}
		f, err := results.Read(filepath.Join(root, Folder, d.Name(), results.FileName))
		if err != nil {
			return Record{}, false, err
		}
		if !ok || f.Started.After(r.File.Started) {
			r, ok = Record{d.Name(), f}, true
		}
	}
	return r, ok, err
}

// Add keeps the run in dir, and returns the record. The folders of this machine that its
// paths name are left out.
func Add(root, dir string) (Record, error) {
	f, err := results.Read(filepath.Join(dir, results.FileName))
	if err != nil {
		return Record{}, err
	}
	if f.Interrupted != "" {
		return Record{}, fmt.Errorf("%s: the run was interrupted", dir)
	}
	samples, err := os.ReadFile(filepath.Join(dir, results.SamplesFile))
	if err != nil {
		return Record{}, err
	}
	for i := range f.Results {
		r := &f.Results[i]
		r.Path = lastPart(r.Path)
		for j := range r.Binaries {
			r.Binaries[j].Path = lastPart(r.Binaries[j].Path)
		}
	}
	text, err := json.Marshal(f)
	if err != nil {
		return Record{}, err
	}
	text = bytes.ReplaceAll(text, []byte(`{"op":`), []byte("\n{\"op\":")) // a line a figure, for those who compare records
	r := Record{nameOf(f), f}
	to := filepath.Join(root, Folder, r.Name)
	if err := os.MkdirAll(to, 0o755); err != nil {
		return Record{}, err
	}
	files := map[string][]byte{
		results.FileName: append(text, '\n'),
		Digest:           fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(samples), results.SamplesFile),
	}
	if len(samples) <= smallSamples {
		files[results.SamplesFile] = samples
	}
	for name, content := range files {
		if err := renameio.WriteFile(filepath.Join(to, name), content, 0o644); err != nil {
			return Record{}, err
		}
	}
	return r, nil
}

func lastPart(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}

var (
	noise    = regexp.MustCompile(`\(r\)|\(tm\)|\bcpu\b|\bprocessor\b|@.*`)
	unplain  = regexp.MustCompile(`[^a-z0-9]+`)
	longName = 60
)

// nameOf is PROCESSOR-DATE.
func nameOf(f *results.File) string {
	cpu := unplain.ReplaceAllString(noise.ReplaceAllString(strings.ToLower(f.Machine.CPU), " "), "-")
	cpu = strings.Trim(cpu[:min(len(cpu), longName)], "-")
	return cmp.Or(cpu, "unknown") + "-" + f.Started.UTC().Format("2006-01-02")
}

// The files of the chart, from the root of the checkout.
const (
	LightChart = "docs/chart-light.svg"
	DarkChart  = "docs/chart-dark.svg"
)

// chartBars is how many contenders a panel of the documents' chart has beside the baseline.
const chartBars = 9

// Files returns what the record makes of the checkout's files: those that it writes whole,
// and the documents that have markers. Their paths are from the root.
func (r Record) Files(root string) (map[string][]byte, error) {
	picture := chart.Of(r.File, chartBars)
	out := map[string][]byte{LightChart: picture.SVG(chart.Light), DarkChart: picture.SVG(chart.Dark)}
	documents, err := documents(root)
	if err != nil {
		return nil, err
	}
	for _, path := range documents {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(text, []byte(opening)) {
			continue
		}
		if out[path], err = r.Fill(path, text); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// documents are the files that may have markers.
func documents(root string) (list []string, err error) {
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			rel, err := filepath.Rel(root, p)
			if err != nil {
				return nil, err
			}
			list = append(list, filepath.ToSlash(rel))
		}
	}
	return list, nil
}

// Stale names the files that are not what the record makes of them.
func (r Record) Stale(root string) ([]string, error) {
	files, err := r.Files(root)
	if err != nil {
		return nil, err
	}
	var list []string
	for path, want := range files {
		have, err := os.ReadFile(filepath.Join(root, path))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if !bytes.Equal(have, want) {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	return list, nil
}

// Update writes the files that are stale, and names them.
func (r Record) Update(root string) ([]string, error) {
	files, err := r.Files(root)
	if err != nil {
		return nil, err
	}
	stale, err := r.Stale(root)
	for _, path := range stale {
		if err := renameio.WriteFile(filepath.Join(root, path), files[path], 0o644); err != nil {
			return nil, err
		}
	}
	return stale, err
}
