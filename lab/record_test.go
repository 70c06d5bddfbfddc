package main

import (
	"testing"

	"koblitz.dev/lab/internal/record"
	"koblitz.dev/lab/internal/roster"
)

// README and docs hold the figures of the newest record.
func TestDocumentsFollowRecord(t *testing.T) {
	r, err := roster.New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	kept, ok, err := record.Newest(r.Root)
	if err != nil || !ok {
		t.Fatalf("a record: %v, %v", ok, err)
	}
	stale, err := kept.Stale(r.Root)
	if err != nil || len(stale) > 0 {
		t.Errorf("not what %s makes of them, by go run ./lab record: %v, %v", kept.Path(), stale, err)
	}
}
