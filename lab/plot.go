package main

import (
	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/report"
	"koblitz.dev/lab/internal/results"
)

func plotCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "plot RESULTS.JSON...",
		Short: "Draw the report again, from one or several runs",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, paths []string) error {
			var files []*results.File
			for _, p := range paths {
				f, err := results.Read(p)
				if err != nil {
					return err
				}
				files = append(files, f)
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
