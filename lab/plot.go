package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/report"
	"koblitz.dev/lab/internal/results"
)

func plotCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "plot RESULTS...",
		Short: "Draw the report again, from one or several runs",
		Long: `Draw the report again from one or several runs: results.json files, or folders
that have one; others are skipped. Several runs against the same baseline get a history by commit.`,
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
			if err := report.Write(out, files); err != nil {
				return err
			}
			logf("wrote %s", out)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "out/report.html", "`FILE` to write")
	return cmd
}
