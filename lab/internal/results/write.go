package results

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2"
)

// The files of a run that Write makes.
const (
	FileName = "results.json"
	CSVName  = "results.csv"
)

// Write writes f as results.json and results.csv into dir, which is made when
// it is missing. Each file is replaced as a whole or not at all, and neither
// is touched when f is not valid. Arrays are written as arrays, never as null.
func Write(dir string, f *File) error {
	if err := f.Validate(); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	g := f.normal()
	text, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	rows, err := g.CSV()
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := renameio.WriteFile(filepath.Join(dir, FileName), append(text, '\n'), 0o644); err != nil {
		return err
	}
	return renameio.WriteFile(filepath.Join(dir, CSVName), rows, 0o644)
}

// normal returns a copy of f without a nil slice.
func (f *File) normal() *File {
	g := *f
	g.Results = slices.Clone(f.Results)
	for i := range g.Results {
		g.Results[i].Marks = nonNil(g.Results[i].Marks)
	}
	g.Results = nonNil(g.Results)
	g.Rejected = nonNil(g.Rejected)
	g.Dropped = nonNil(g.Dropped)
	g.Machine.Flags = nonNil(g.Machine.Flags)
	return &g
}

func nonNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

var columns = []string{
	"command", "started", "op", "contender", "version", "date",
	"p50_ns", "p25_ns", "p75_ns", "p10_ns", "min_ns",
	"ratio", "ratio_lo", "ratio_hi", "baseline", "samples", "noisy", "marks",
	"cold_p50_ns", "cold_ratio", "cold_ratio_lo", "cold_ratio_hi",
	"empty_ns", "alloc_bytes", "allocs", "cpu", "path", "flags",
}

// CSV gives a header and a row a result, in the order of f.Results. Unknown
// figures are empty. Texts are Printable.
func (f *File) CSV() ([]byte, error) {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	rows := [][]string{columns}
	for _, r := range f.Results {
		ratio, cold, coldRatio, alloc := r.Ratio.columns(), "", [3]string{}, [2]string{}
		if r.Cold != nil {
			cold, coldRatio = number(r.Cold.NS.P50), r.Cold.Ratio.columns()
		}
		if r.Alloc != nil {
			alloc = [2]string{number(r.Alloc.Bytes), number(r.Alloc.Count)}
		}
		rows = append(rows, []string{
			f.Command, f.Started.Format(time.RFC3339), r.Op, Printable(r.Contender), Printable(r.Version), r.Date,
			number(r.NS.P50), number(r.NS.P25), number(r.NS.P75), number(r.NS.P10), number(r.NS.Min),
			ratio[0], ratio[1], ratio[2], Printable(f.Baseline), strconv.Itoa(r.Samples),
			strconv.FormatBool(r.Noisy), Printable(strings.Join(r.Marks, ";")),
			cold, coldRatio[0], coldRatio[1], coldRatio[2],
			number(r.EmptyNS), alloc[0], alloc[1], Printable(f.Machine.CPU), Printable(r.Path), Printable(r.Flags),
		})
	}
	err := w.WriteAll(rows)
	return buf.Bytes(), err
}

func (r Ratio) columns() (c [3]string) {
	if r.Known() {
		c = [3]string{number(r.P50), number(r.Lo), number(r.Hi)}
	}
	return c
}

func number(x float64) string {
	return strconv.FormatFloat(x, 'f', -1, 64)
}
