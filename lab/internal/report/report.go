// Package report writes the results of one or several runs as one HTML file
// that needs nothing beside it: no script, no font, no network.
package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"clean": results.Printable,
	"shown": chart.Display,
	"ratio": results.FormatRatio,
	"bars":  results.Bars,
	"join":  join,
	"why":   func(r results.Result, mark string) string { return results.Printable(results.MarkNote(&r, mark)) },
	"base":  base,
	"title": ops.Title,
	"brief": func(s string) string { return results.Printable(results.ShortHex(s)) },
	"load": func(x float64) string {
		if x < 0 {
			return "unknown"
		}
		return fmt.Sprintf("%.2f", x)
	},
	"percent": func(x float64) float64 { return 100 * x },
	"drawn":   newMarks,
}).Parse(pageText))

// base is the last part of a path; a folder of this machine tells a reader nothing.
func base(path string) string {
	if path == "" {
		return ""
	}
	return results.Printable(filepath.Base(path))
}

// Write writes the report of the runs to path, replacing the file as a whole;
// its directory is made when it is missing. Several runs stand beside each other
// under their letters, and figures that they share go into a history; they are
// never mixed. It fails if a run is not valid.
func Write(path string, files []*results.File) error {
	if len(files) == 0 {
		return fmt.Errorf("report: no results")
	}
	for i, f := range files {
		if err := f.Validate(); err != nil {
			return fmt.Errorf("report: run %d: %w", i+1, err)
		}
	}
	var buf bytes.Buffer
	if err := page.Execute(&buf, newView(files)); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(path, buf.Bytes(), 0o644)
}
