package main

import (
	"bytes"
	"os"
	"testing"
)

// The assembly in the tree is what the program writes.
func TestGenerated(t *testing.T) {
	err := each(func(path string, want []byte) bool {
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program writes: GOWORK=off go run .", path)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}
