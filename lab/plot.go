package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/report"
	"koblitz.dev/lab/internal/results"
)

func plotCommand() *cobra.Command {
	var out string
	var dark bool
	cmd := &cobra.Command{
		Use:   "plot RESULTS...",
		Short: "Draw the report again, from one or several runs, or the chart of one",
		Long: `Draw the report again from one or several runs: results.json files, or folders
that have one; others are skipped. Several runs against the same baseline get a history by commit.
Where --out ends in .svg or .png, draw the chart of one run alone.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "plot needs results: a results.json, or a folder that has one")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, paths []string) error {
			var files []*results.File
			given := map[string]bool{}
			for _, p := range paths {
				if s, err := os.Stat(p); err == nil && s.IsDir() {
					dir := p
					p = filepath.Join(dir, results.FileName)
					if _, err := os.Stat(p); errors.Is(err, fs.ErrNotExist) {
						logf("%s: skipped, it has no %s", dir, results.FileName)
						continue
					}
				}
				if real, err := filepath.EvalSymlinks(p); err == nil {
					if given[real] {
						continue // out/latest beside the folder that it leads to
					}
					given[real] = true
				}
				f, err := results.Read(p)
				if err != nil {
					return err
				}
				files = append(files, f)
			}
			if len(files) == 0 {
				return errors.New("nothing to draw: no folder given has a " + results.FileName)
			}
			if err := draw(out, files, dark); err != nil {
				return err
			}
			logf("wrote %s", out)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "out/report.html", "`FILE` to write: .html, .svg or .png")
	cmd.Flags().BoolVar(&dark, "dark", false, "dark colours, of a chart; a report follows its reader's")
	return cmd
}

// draw writes the report of the runs, or the chart of one, as the file's name says.
func draw(out string, files []*results.File, dark bool) error {
	ext := strings.ToLower(filepath.Ext(out))
	if ext != ".svg" && ext != ".png" {
		return report.Write(out, files)
	}
	if len(files) != 1 {
		return fmt.Errorf("%s: a chart is of one run, and %d were given", out, len(files))
	}
	picture, theme := chart.Of(files[0], 0), chart.Light
	if dark {
		theme = chart.Dark
	}
	if len(picture.Panels) == 0 {
		return errors.New("the run has no ratios to draw")
	}
	image := picture.SVG(theme)
	if ext == ".png" {
		var err error
		if image, err = picture.PNG(theme); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(out, image, 0o644)
}
