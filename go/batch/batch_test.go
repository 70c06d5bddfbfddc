package batch_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/internal/cpu"
)

// expected are the verdicts and results of every row of kinds, by operation.
var expected = func() (all []map[*row]struct {
	ok     bool
	result secp256k1.PublicKey
}) {
	for _, op := range operations {
		of := map[*row]struct {
			ok     bool
			result secp256k1.PublicKey
		}{}
		for _, r := range kinds {
			ok, result := op.one(r)
			of[r] = struct {
				ok     bool
				result secp256k1.PublicKey
			}{ok, result}
		}
		all = append(all, of)
	}
	return all
}()

// givesKeys tells which operations write results.
var givesKeys = func() (all []bool) {
	for op := range operations {
		gives := false
		for _, e := range expected[op] {
			gives = gives || e.result.IsValid()
		}
		all = append(all, gives)
	}
	return all
}()

// dirty makes of verdicts and results what they are not to be afterwards.
func (c *columns) dirty() {
	for i := range c.ok {
		c.ok[i] = i%2 == 0
	}
	for i := range c.results {
		c.results[i] = kinds[0].pub
	}
	for i := range c.products {
		c.products[i][0] = 1
	}
}

// check runs an operation on rows of kinds.
func check(t *testing.T, op int, rows []*row) {
	t.Helper()
	c := columnsOf(rows)
	c.dirty()
	failed, want := operations[op].run(c), 0
	for i, r := range rows {
		e := expected[op][r]
		if !e.ok {
			want++
		}
		if c.ok[i] != e.ok {
			t.Fatalf("%s: row %d of %d: %v, one by one %v", operations[op].name, i, len(rows), c.ok[i], e.ok)
		}
		if givesKeys[op] && c.results[i] != e.result {
			t.Fatalf("%s: row %d of %d: another result than one by one", operations[op].name, i, len(rows))
		}
	}
	if failed != want {
		t.Errorf("%s: %d of %d failed, not %d", operations[op].name, failed, len(rows), want)
	}
}

// eachKind runs f with all that can compute here.
func eachKind(t *testing.T, f func(t *testing.T)) {
	for kind := range cpu.Kinds {
		t.Run(kind, f)
	}
}

// TestFaults takes every fault of every key in every place of a group of eight
// among good rows, and all rows at once.
func TestFaults(t *testing.T) {
	eachKind(t, func(t *testing.T) {
		for op := range operations {
			check(t, op, kinds)
			for i, bad := range kinds {
				rows := make([]*row, 8)
				for j := range rows {
					rows[j] = kinds[j%7*len(faults)]
				}
				rows[i%8], rows[(i+3)%8] = bad, bad
				check(t, op, rows)
			}
		}
	})
}

// TestSets takes all sets of good rows in a group of eight, and some where there are no
// groups.
func TestSets(t *testing.T) {
	eachKind(t, func(t *testing.T) {
		step := 1
		if !cpu.Lanes() {
			step = 37
		}
		for op := range operations {
			var good, bad []*row
			for _, r := range kinds {
				if expected[op][r].ok {
					good = append(good, r)
				} else {
					bad = append(bad, r)
				}
			}
			var rows []*row
			for set := 0; set < 256; set += step {
				for i := range 8 {
					if set>>i&1 == 1 {
						rows = append(rows, good[(set+i)%len(good)])
					} else {
						rows = append(rows, bad[(set+i)%len(bad)])
					}
				}
			}
			check(t, op, rows)
		}
	})
}

// TestNumbers takes numbers of rows around groups and chunks.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 12))
	eachKind(t, func(t *testing.T) {
		for op := range operations {
			for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17, 63, 64, 65, 66, 67, 130} {
				rows := make([]*row, n)
				for i := range rows {
					rows[i] = kinds[0]
					if r.IntN(3) == 0 {
						rows[i] = kinds[r.IntN(len(kinds))]
					}
				}
				check(t, op, rows)
			}
		}
	})
}

// TestLengths makes each slice in turn shorter and longer: no row is valid then, no result
// is left, and as many as the longest slice has failed, if the operation takes it. Others
// change nothing.
func TestLengths(t *testing.T) {
	const rows = 3
	good := []*row{kinds[0], kinds[len(faults)], kinds[2*len(faults)]}
	for op := range operations {
		o := &operations[op]
		takes := strings.Fields(o.takes)
		seen := 0
		for name := range columnsOf(good).resize() {
			taken := slices.Contains(takes, name)
			if taken {
				seen++
			}
			for _, n := range []int{rows - 1, rows + 1, 0} {
				c := columnsOf(good)
				c.dirty()
				c.resize()[name](n)
				want := 0
				if taken {
					want = max(rows, n)
				}
				failed := o.batch(c)
				if failed != want || taken && slices.Contains(c.ok, true) {
					t.Errorf("%s: %d of %s for %d rows: %d failed, %v", o.name, n, name, rows, failed, c.ok)
				}
				if !taken {
					continue
				}
				for i, key := range c.results {
					if slices.Contains(takes, "results") && key.IsValid() {
						t.Errorf("%s: %d of %s for %d rows: result %d is left", o.name, n, name, rows, i)
					}
				}
				for i, product := range c.products {
					if slices.Contains(takes, "products") && product != [secp256k1.CompressedSize]byte{} {
						t.Errorf("%s: %d of %s for %d rows: product %d is left", o.name, n, name, rows, i)
					}
				}
			}
		}
		if seen != len(takes) {
			t.Errorf("%s: %d of the columns %q", o.name, seen, takes)
		}
	}
	var products [1][secp256k1.CompressedSize]byte
	if failed := batch.SecretMul(make([]bool, 1), products[:], new(secp256k1.SecretKey), []secp256k1.PublicKey{kinds[0].pub}); failed != 1 {
		t.Error("SecretMul without a key")
	}
}

func TestAllocations(t *testing.T) {
	c := columnsOf(kinds[:65])
	for _, op := range operations {
		if n := testing.AllocsPerRun(2, func() { op.batch(c) }); n != 0 {
			t.Errorf("%s: %v allocations", op.name, n)
		}
	}
}

// BenchmarkBatch gives the time of a row by the number of rows, and one by one.
func BenchmarkBatch(b *testing.B) {
	for _, op := range operations {
		for _, n := range []int{0, 1, 2, 3, 7, 8, 9, 15, 64, 1024} {
			name := fmt.Sprintf("%s/%d", op.name, n)
			rows := make([]*row, max(n, 64))
			for i := range rows {
				rows[i] = kinds[i%2*6*len(faults)]
			}
			c := columnsOf(rows[:n])
			if n == 0 {
				name = op.name + "/one by one"
			}
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					op.batch(c)
					for _, r := range rows[:64*(1-min(n, 1))] {
						op.alone(r)
					}
				}
				each := n + 64*(1-min(n, 1))
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(each), "ns/row")
			})
		}
	}
}
