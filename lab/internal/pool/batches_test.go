package pool

import (
	"fmt"
	"slices"
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/reference"
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

// Pools apart have the same rows for the gate and others to be timed, of one row a
// call, of batches and of batches that are all valid; the seed gives them again.
func TestApart(t *testing.T) {
	const gate, n = 8, 64
	names := []string{"ecdsa_verify", "batch_ecdsa_verify_8", "batch_schnorr_all_8"}
	seen := map[string]bool{}
	var last [][]Row
	for range 2 {
		p, err := Generate(gate, 3, names)
		if err != nil {
			t.Fatal(err)
		}
		again := last
		last = nil
		for i, q := range []*Pool{p, p.Apart(1), p.Apart(2)} {
			for _, name := range names {
				rows, err := q.Fresh(name, 0, n)
				if err != nil || len(rows) != n {
					t.Fatalf("%s: %d rows, %v", name, len(rows), err)
				}
				last = append(last, rows)
				for _, r := range rows {
					key := fmt.Sprintf("%s %x", name, r.Fields)
					if again == nil && seen[key] {
						t.Fatalf("%s, pool %d: a row of another", name, i)
					}
					seen[key] = true
				}
				if again != nil && !slices.EqualFunc(rows, again[len(last)-1], func(a, b Row) bool { return slices.EqualFunc(a.Fields, b.Fields, slices.Equal) }) {
					t.Errorf("%s, pool %d: other rows by the same seed", name, i)
				}
			}
			if !slices.EqualFunc(q.Rows("ecdsa_verify"), p.Rows("ecdsa_verify"), func(a, b Row) bool { return &a.Fields[0] == &b.Fields[0] }) {
				t.Errorf("pool %d: other rows for the gate", i)
			}
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

// Rows that are timed have nothing in common with those of another operation, nor
// does any have the secret key of a point in another row: a process that remembers
// what it met, or looks at the rows that follow, has nothing to work with.
func TestFreshRowsApart(t *testing.T) {
	const n = 96
	names := []string{"batch_ecdsa_verify_8", "batch_ecdsa_verify_64", "batch_schnorr_all_8", "batch_schnorr_verify_8", "batch_secret_mul_8"}
	for _, op := range allOps() {
		names = append(names, op.Name)
	}
	p := &Pool{seed: newSeed(3), batched: map[string][]Row{}} // no rows for the gate, which take long
	seen := map[string]string{}
	for _, name := range names {
		rows, err := p.Fresh(name, 0, n)
		if err != nil {
			t.Fatal(err)
		}
		points := map[string][]int{} // which rows have this x
		secrets := map[string]bool{}
		for i, r := range rows {
			for j, f := range r.Fields {
				// The secret of a label is public to who scans, and the one key of
				// secret_mul is in all rows.
				if len(f) == 32 && single(name) != "secret_mul" && (name != "silentpayments_scan_1000" || j < 5) {
					secrets[string(f)] = true
				}
				for _, x := range parts32(f) {
					if at := points[x]; len(at) == 0 || at[len(at)-1] != i {
						points[x] = append(at, i)
					}
				}
			}
		}
		most := 0 // that two rows have in common
		common := map[[2]int]int{}
		for x, at := range points {
			if before, ok := seen[x]; ok {
				t.Fatalf("%s: %x is in rows of %s, too", name, x, before)
			}
			seen[x] = name
			for i := range at {
				for j := range i {
					pair := [2]int{at[j], at[i]}
					common[pair]++
					most = max(most, common[pair])
				}
			}
			if !secrets[x] {
				continue
			}
			if key, err := reference.NewKey([]byte(x)); err == nil {
				for _, j := range points[string(key.Public[1:33])] {
					if !slices.Contains(at, j) {
						t.Fatalf("%s: row %d has the secret key of a point in row %d", name, at[0], j)
					}
				}
			}
		}
		bound := map[int]int{0: 2, 1: 2, combineSize - 1: 5, aggregateSize - 1: 35, sendSize + 1: 35, scanSize + 3: 600}
		if k := besides[single(name)]; most > bound[k] {
			t.Errorf("%s: two rows have %d values in common", name, most)
		}
	}
}

// parts32 are the parts of a field that may be a key, a point's x or a message.
func parts32(f []byte) (list []string) {
	switch len(f) {
	case 32:
		list = []string{string(f)}
	case 33, 65:
		list = []string{string(f[1:33])}
	case 64:
		list = []string{string(f[:32]), string(f[32:])}
	case 66:
		list = []string{string(f[1:33]), string(f[34:])}
	}
	return list
}
