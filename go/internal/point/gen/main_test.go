package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestTables regenerates the embedded tables and compares.
func TestTables(t *testing.T) {
	for name, want := range tables() {
		got, err := os.ReadFile(filepath.Join("..", "tables", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("tables/%s is not what gen writes", name)
		}
	}
}
