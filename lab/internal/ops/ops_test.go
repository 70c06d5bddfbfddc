package ops

import (
	"slices"
	"testing"
)

func TestBatches(t *testing.T) {
	if len(Batches) != len(batched)*len(BatchSizes) {
		t.Errorf("%d batches", len(Batches))
	}
	for _, op := range Batches {
		single, ok := Find(op.Single)
		found, _ := Find(op.Name)
		if !ok || found != op || op.Alone() != single || single.Alone() != single {
			t.Errorf("%s: of %s", op.Name, single.Name)
		}
		if op.Kind != single.Kind || op.Secret != single.Secret || (op.Products != single.Products) != op.AllValid || op.Products > single.Products || op.Light || op.Heavy {
			t.Errorf("%+v is made of %+v", op, single)
		}
		if usual := op.Usual(); usual.Batch != op.Batch || usual.Single != op.Single || usual.Series() != op.Single || (usual != op) != op.AllValid {
			t.Errorf("%s: otherwise %+v", op.Name, usual)
		}
	}
	if op, ok := Find("batch_schnorr_all_64"); !ok || !op.AllValid || op.Single != "schnorr_verify" || op.Series() != "schnorr_all" {
		t.Errorf("%+v", op)
	}
	if n := len(Compared) - len(All); n != 4 {
		t.Errorf("%d batches are compared unasked", n)
	}
}

// What is measured unasked is known, each once, and part of what --full measures.
func TestChosen(t *testing.T) {
	for i, op := range Chosen {
		if op.Name == "" || !slices.Contains(Compared, op) || slices.Contains(Chosen[:i], op) {
			t.Errorf("%d: %q", i, op.Name)
		}
	}
}

// Every operation has a heading of its own.
func TestTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range slices.Concat(Known, Primitives, Algorithms) {
		if o.Timed() == "" || seen[o.Title()] || Title(o.Name) != o.Title() {
			t.Errorf("%s: %q, %q", o.Name, o.Title(), o.Timed())
		}
		seen[o.Title()] = true
	}
	if got := Title("some_other_op"); got != "some other op" {
		t.Error(got)
	}
}
