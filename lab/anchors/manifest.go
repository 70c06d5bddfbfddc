package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Anchor is an entry of anchors.json.
type Anchor struct {
	Name         string `json:"name"`
	Kind         string `json:"kind"`        // libsecp256k1 or openssl
	Version      string `json:"version"`     // upstream's; the commit of an unreleased snapshot
	Date         string `json:"date"`        // of the release, or of the commit
	DateSource   string `json:"date_source"` // changelog, commit or source (docs/anchors.md)
	Commit       string `json:"commit,omitempty"`
	Crate        string `json:"crate"`
	CrateVersion string `json:"crate_version"`
	Prefix       string `json:"prefix,omitempty"`    // of libsecp256k1's symbols
	Optimize     string `json:"optimize,omitempty"`  // libsecp256k1: what upstream's own build used then
	Configure    string `json:"configure,omitempty"` // openssl: options of its Configure
}

// readManifest reads anchors.json in dir.
func readManifest(dir string) ([]Anchor, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "anchors.json"))
	if err != nil {
		return nil, err
	}
	var list []Anchor
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("anchors.json: %w", err)
	}
	for _, a := range list {
		if err := a.check(); err != nil {
			return nil, fmt.Errorf("anchors.json: %s: %w", a.Name, err)
		}
	}
	return list, nil
}

func (a Anchor) check() error {
	if _, err := time.Parse(time.DateOnly, a.Date); err != nil {
		return err
	}
	if a.Name != filepath.Base(a.Name) || !strings.HasPrefix(a.Name, a.Kind+"-") {
		return errors.New("the name does not start with the kind")
	}
	switch a.Kind {
	case "libsecp256k1":
		if len(a.Commit) != 40 || a.Prefix == "" || a.Optimize == "" {
			return errors.New("commit, prefix or optimize is missing")
		}
	case "openssl":
		if a.Configure == "" {
			return errors.New("configure is missing")
		}
	default:
		return fmt.Errorf("unknown kind %q", a.Kind)
	}
	return nil
}

// choose returns the named anchors, all of them for "all".
func choose(all []Anchor, names []string) ([]Anchor, error) {
	if len(names) == 0 {
		return nil, errors.New("name an anchor, all or list")
	}
	if len(names) == 1 && names[0] == "all" {
		return all, nil
	}
	var chosen []Anchor
	for _, name := range names {
		i := slices.IndexFunc(all, func(a Anchor) bool { return a.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no anchor %q; list shows them", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}
