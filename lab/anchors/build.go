package main

import (
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Record is the content of NAME.json, written beside NAME.so.
type Record struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Date     string `json:"date"`
	Source   string `json:"source"` // crate and its version
	Prefix   string `json:"prefix"`
	Compiler string `json:"compiler"`
	Flags    string `json:"flags"`
	Stamp    string `json:"stamp"` // hash of all that the library was made from
}

// A recipe turns a crate's source into a library.
type recipe struct {
	tools   []string // beyond cargo and the compiler
	flags   string   // as reported, and part of the stamp
	symbol  string   // must be exported in the end
	verify  func(crate string) error
	compile func(ctx context.Context, j *job, crate, so string) error
}

// A job runs commands, with their output in a log.
type job struct {
	work string // scratch directory
	cc   string
	log  *os.File
}

func (j *job) run(ctx context.Context, dir, name string, args ...string) error {
	fmt.Fprintf(j.log, "$ %s %s\n", name, strings.Join(args, " "))
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = j.log, j.log
	cmd.Env = append(os.Environ(), "CC="+j.cc)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w (see %s)", filepath.Base(name), err, j.log.Name())
	}
	return nil
}

// build makes out/NAME.so and out/NAME.json; built is false when they are up
// to date already.
func build(ctx context.Context, a Anchor, out string) (built bool, err error) {
	if runtime.GOOS != "linux" {
		return false, errors.New("the recipes are for Linux")
	}
	r := recipeFor(a)
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "cc"
	}
	if err := need(append([]string{"cargo", cc}, r.tools...)...); err != nil {
		return false, err
	}
	compiler, err := firstLine(ctx, cc, "--version")
	if err != nil {
		return false, err
	}
	record := Record{
		Name: a.Name, Version: a.Version, Date: a.Date, Source: a.Crate + " " + a.CrateVersion,
		Prefix: a.Prefix, Compiler: compiler, Flags: r.flags,
	}
	if record.Stamp, err = stamp(record); err != nil {
		return false, err
	}
	so, note := filepath.Join(out, a.Name+".so"), filepath.Join(out, a.Name+".json")
	if upToDate(so, note, record) {
		return false, nil
	}

	j := &job{cc: cc}
	if j.work, err = os.MkdirTemp(out, ".work-"); err != nil {
		return false, err
	}
	defer os.RemoveAll(j.work)
	if j.log, err = os.Create(filepath.Join(out, a.Name+".log")); err != nil {
		return false, err
	}
	defer j.log.Close()
	crate, err := fetch(ctx, j, a)
	if err != nil {
		return false, err
	}
	if err := r.verify(crate); err != nil {
		return false, err
	}
	fresh := filepath.Join(j.work, a.Name+".so")
	if err := r.compile(ctx, j, crate, fresh); err != nil {
		return false, err
	}
	if err := exports(fresh, r.symbol); err != nil {
		return false, err
	}
	text, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return false, err
	}
	// The record goes last: without it the library does not count as built.
	if err := os.Remove(note); err != nil && !os.IsNotExist(err) {
		return false, err
	}
	if err := os.Rename(fresh, so); err != nil {
		return false, err
	}
	return true, os.WriteFile(note, append(text, '\n'), 0o644)
}

func recipeFor(a Anchor) recipe {
	if a.Kind == "openssl" {
		return opensslRecipe(a)
	}
	return secp256k1Recipe(a)
}

// need returns an error that says how to install what is missing. The
// compiler, first after cargo, may be any command.
func need(tools ...string) error {
	for i, tool := range tools {
		if _, err := exec.LookPath(tool); err == nil {
			continue
		}
		if i == 1 {
			tool = "cc"
		}
		text, _ := exec.Command("../../tools/need.sh", tool).Output()
		if len(text) > 0 {
			return errors.New(strings.TrimSpace(string(text)))
		}
		return fmt.Errorf("%s is missing", tools[i])
	}
	return nil
}

func firstLine(ctx context.Context, name string, args ...string) (string, error) {
	text, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return line, nil
}

// stamp hashes the record and the files that a build reads from this directory.
func stamp(r Record) (string, error) {
	h := sha256.New()
	if err := json.NewEncoder(h).Encode(r); err != nil {
		return "", err
	}
	for _, path := range []string{filepath.Join("crates", r.Name, "Cargo.lock"), gluePath} {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func upToDate(so, note string, want Record) bool {
	var have Record
	text, err := os.ReadFile(note)
	if err != nil || json.Unmarshal(text, &have) != nil {
		return false
	}
	info, err := os.Stat(so)
	return err == nil && info.Mode().IsRegular() && have == want
}

// fetch has cargo unpack the locked crate, checksums verified, and returns its
// directory.
func fetch(ctx context.Context, j *job, a Anchor) (string, error) {
	manifest, err := filepath.Abs(filepath.Join("crates", a.Name, "Cargo.toml"))
	if err != nil {
		return "", err
	}
	sources := filepath.Join(j.work, "crates")
	err = j.run(ctx, j.work, "cargo", "vendor", "--locked", "--versioned-dirs",
		"--manifest-path", manifest, sources)
	return filepath.Join(sources, a.Crate+"-"+a.CrateVersion), err
}

func exports(so, symbol string) error {
	f, err := elf.Open(so)
	if err != nil {
		return err
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(symbols, func(s elf.Symbol) bool {
		return s.Name == symbol && s.Section != elf.SHN_UNDEF
	}) {
		return fmt.Errorf("the library does not export %s", symbol)
	}
	return nil
}
