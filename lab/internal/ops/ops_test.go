package ops

import "testing"

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
