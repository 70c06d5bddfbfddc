package pool

import (
	"slices"
	"testing"

	"koblitz.dev/lab/internal/ops"
)

// Every place of a batch has a bad row at times, and among rows that are all
// good; short batches have one alone at each place.
func TestBatchesOf(t *testing.T) {
	shared, err := Generate(testRows, 1, []string{"secret_mul"})
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range ops.Batches {
		if op.Batch > 1024 {
			continue
		}
		p := generated(t)
		if op.Single == "secret_mul" {
			p = shared
		}
		rows := batchesOf(op, p.Rows(op.Single), p.Corrupt(op.Single), newSeed(7).stream("test", 0))
		if len(rows) == 0 || len(rows)%op.Batch != 0 {
			t.Errorf("%s: %d rows", op.Name, len(rows))
			continue
		}
		spoiled, alone := map[int]bool{}, map[int]bool{}
		for batch := range slices.Chunk(rows, op.Batch) {
			var bad []int
			for place, r := range batch {
				if r.Want == (refusal{}) || r.Want == verdict(false) {
					bad = append(bad, place)
				}
			}
			for _, place := range bad {
				spoiled[place] = true
			}
			if len(bad) == 1 {
				alone[bad[0]] = true
			}
		}
		if len(spoiled) != op.Batch {
			t.Errorf("%s: %d places have a bad row", op.Name, len(spoiled))
		}
		want := op.Batch
		if op.Batch > everyPlace {
			want = aloneRows / op.Batch
		}
		if len(alone) < want {
			t.Errorf("%s: a bad row stands alone at %d places", op.Name, len(alone))
		}
		if op.Batch > everyPlace && !(alone[0] && alone[op.Batch-1]) {
			t.Errorf("%s: no bad row alone at the ends", op.Name)
		}
	}
}

// All rows of secret_mul in a launch have one secret key.
func TestOneSecretKey(t *testing.T) {
	p, err := Generate(testRows, 1, []string{"batch_secret_mul_8", "batch_ecdsa_verify_8"})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := p.Fresh("batch_secret_mul_8", 0, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !slices.Equal(r.Fields[0], rows[0].Fields[0]) {
			t.Fatal("two secret keys")
		}
	}
	again, err := p.Fresh("batch_secret_mul_8", 1, 32)
	if err != nil {
		t.Fatal(err)
	}
	if slices.EqualFunc(rows, again, func(a, b Row) bool { return slices.Equal(a.Fields[1], b.Fields[1]) }) {
		t.Error("the next launch has the same order")
	}
	for name, want := range map[string]int{"batch_secret_mul_8": testRows, "batch_ecdsa_verify_1024": 1024} {
		if got := len(p.Rows(name)); got != want {
			t.Errorf("%s: %d rows for the gate, want %d", name, got, want)
		}
	}
}
