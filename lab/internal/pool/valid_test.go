package pool

import (
	"fmt"
	"slices"
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/reference"
)

// Of calls that expect valid rows about one in 32 has bad ones, as often at any
// place, and every run has one however few its calls are.
func TestSpoiledCalls(t *testing.T) {
	for _, perLaunch := range []int{3, 4, 12, 512} {
		total, bad, first := 0, 0, map[int]bool{}
		for run := range uint64(400) {
			s, any := newSeed(run), false
			for launch := range 8 {
				for i, spoiled := range s.spoiledCalls("test", launch, perLaunch) {
					total++
					if at := launch*perLaunch + i; spoiled {
						bad++
						any = true
						first[at] = true
					}
				}
			}
			if !any {
				t.Errorf("seed %d: none of %d calls", run, 8*perLaunch)
			}
		}
		// Of 24 calls one is certain.
		least, most := 1/40.0, 1/28.0
		if perLaunch < 12 {
			most = 1 / 14.0
		}
		if share := float64(bad) / float64(total); share < least || share > most {
			t.Errorf("%d calls a launch: a share of %v", perLaunch, share)
		}
		for i := range firstCalls {
			if !first[i] {
				t.Errorf("%d calls a launch: call %d is never spoiled", perLaunch, i)
			}
		}
	}
}

// The rows of such calls come as spoiledCalls says, some bad alone and some not,
// each row once a launch, and their answers are right.
func TestFreshValid(t *testing.T) {
	const launches, n = 16, 771
	for _, size := range []int{2, 8, 64} {
		op, _ := ops.Find(fmt.Sprintf("batch_schnorr_all_%d", size))
		p, err := Generate(64, 5, []string{op.Name})
		if err != nil {
			t.Fatal(err)
		}
		alone, several, calls := 0, 0, 0
		for launch := range launches {
			rows, err := p.Fresh(op.Name, launch, n)
			if err != nil || len(rows) != n/size*size {
				t.Fatalf("%s: %d rows, %v", op.Name, len(rows), err)
			}
			seen := map[string]bool{}
			spoiled := p.seed.spoiledCalls(op.Name, launch, n/size)
			call := 0
			for batch := range slices.Chunk(rows, size) {
				bad := 0
				for _, r := range batch {
					if r.Want == verdict(false) {
						bad++
					}
					seen[string(slices.Concat(r.Fields...))] = true
				}
				if (bad > 0) != spoiled[call] {
					t.Errorf("%s, launch %d, call %d: %d bad rows", op.Name, launch, call, bad)
				}
				switch {
				case bad == 1:
					alone++
				case bad > 1:
					several++
				}
				call++
				calls++
			}
			if len(seen) != len(rows) {
				t.Errorf("%s: %d of %d rows are distinct", op.Name, len(seen), len(rows))
			}
		}
		if alone == 0 || size == 64 && several == 0 || (alone+several)*14 > calls {
			t.Errorf("%s: one bad row in %d and more in %d of %d calls", op.Name, alone, several, calls)
		}
	}
}

// The faults of each pair of cancelling cancel: the sum of s is that of valid
// rows, and everything that the challenges depend on is as in these.
func TestCancelling(t *testing.T) {
	p := generated(t)
	for _, op := range ops.Batches {
		if !op.AllValid || op.Batch > 1024 {
			continue
		}
		ordinary := p.Rows(op.Single)
		right := map[string][]byte{}
		for _, r := range ordinary {
			if r.Want == verdict(true) {
				right[string(slices.Concat(r.Fields[0], r.Fields[1][:32], r.Fields[2]))] = r.Fields[1][32:]
			}
		}
		rows, err := cancelling(op, ordinary, newSeed(3).stream("test", 0))
		if err != nil || len(rows) != 6*op.Batch {
			t.Fatalf("%s: %d rows, %v", op.Name, len(rows), err)
		}
		for batch := range slices.Chunk(rows, op.Batch) {
			bad := 0
			sum, want := number(nil), number(nil)
			for _, r := range batch {
				s, ok := right[string(slices.Concat(r.Fields[0], r.Fields[1][:32], r.Fields[2]))]
				if !ok {
					t.Fatalf("%s: a row of no ordinary one", op.Name)
				}
				sum.Add(sum, number(r.Fields[1][32:]))
				want.Add(want, number(s))
				if r.Want == verdict(false) {
					bad++
				}
			}
			if sum.Sub(sum, want).Mod(sum, reference.N).Sign() != 0 || bad != 2 {
				t.Errorf("%s: %d bad rows, the sum of s is %v off", op.Name, bad, sum)
			}
		}
	}
}
