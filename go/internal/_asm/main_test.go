package main

import (
	"bytes"
	"os"
	"testing"
)

// The assembly in the tree is what the program writes.
func TestGenerated(t *testing.T) {
	for _, f := range files {
		want, err := render(f.constraint, f.write)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program writes: GOWORK=off go run .", f.path)
		}
	}
}
