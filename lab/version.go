package main

import (
	"os"
	"path/filepath"
	"strings"

	"koblitz.dev/lab/internal/roster"
)

// version returns koblitz's version, that of the checkout that the lab runs in.
func version() string {
	r, err := roster.New(nil)
	if err != nil {
		return "(outside a checkout)"
	}
	text, err := os.ReadFile(filepath.Join(r.Root, "VERSION"))
	if err != nil {
		return "(a checkout without the file VERSION)"
	}
	return strings.TrimSpace(string(text))
}
