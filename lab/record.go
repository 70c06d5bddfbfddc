package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/record"
	"koblitz.dev/lab/internal/roster"
)

func recordCommand() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "record [RUN]",
		Short: "Keep a run as a record, and write its figures into README and docs",
		Long: `Keep the run in folder RUN as record/PROCESSOR-DATE: its results.json and the
SHA-256 of its samples. Then write the figures of the newest record between the
markers of README.md and docs/*.md, and draw docs/chart-light.svg and
docs/chart-dark.svg. Without RUN only the latter.

Exit status: 0 done; 1 it failed, or with --check a file is not what the record
makes of it.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 || check && len(args) > 0 {
				return usage(cmd, "record takes one folder, and with --check none")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := roster.New(logf)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return keep(r.Root, args[0])
			}
			kept, ok, err := record.Newest(r.Root)
			if err != nil {
				return err
			}
			if !ok {
				return errors.New("there is no record yet: lab record RUN keeps one")
			}
			if check {
				return drift(r.Root, kept)
			}
			return refresh(r.Root, kept)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; fail where a document is not what the record makes of it")
	return cmd
}

// keep adds the run in dir. A link such as out/latest is followed.
func keep(root, dir string) error {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	kept, err := record.Add(root, real)
	if err != nil {
		return err
	}
	for _, s := range kept.File.Cautions() {
		logf("WARNING: %s", s)
	}
	if kept.File.Dirty {
		logf("WARNING: the checkout differed from its commit")
	}
	logf("kept %s", kept.Path())
	newest, _, err := record.Newest(root)
	if err != nil {
		return err
	}
	if newest.Name != kept.Name {
		logf("documents quote a newer record, %s", newest.Path())
	}
	return refresh(root, newest)
}

func refresh(root string, r record.Record) error {
	changed, err := r.Update(root)
	for _, path := range changed {
		logf("wrote %s", path)
	}
	return err
}

// drift fails where a document is stale.
func drift(root string, r record.Record) error {
	stale, err := r.Stale(root)
	if err != nil {
		return err
	}
	if len(stale) > 0 {
		return fmt.Errorf("not what %s makes of it: %s; run go run ./lab record", r.Path(), strings.Join(stale, ", "))
	}
	fmt.Fprintln(os.Stderr, "documents and charts follow from", r.Path())
	return nil
}
