package pool

import (
	"fmt"
	"slices"

	"koblitz.dev/lab/internal/ops"
)

const (
	everyPlace = 64      // batches up to this size have one bad row at each place
	aloneRows  = 1 << 15 // of the batches with one bad row, together
	leastAlone = 8       // such batches, however long they are
)

// batchesOf arranges the gate's rows in batches of op.Batch: what is bad about a
// row must be found wherever it stands, and change no other row's answer. The
// batches are
//   - the corrupted rows as they come, many bad ones side by side;
//   - the same among as many ordinary ones, in an order that is drawn;
//   - every even place bad, every odd place bad;
//   - one bad row alone, at each place of batches of up to 64, and at the ends
//     and at places that are drawn of longer ones.
func batchesOf(op ops.Op, ordinary, corrupt []Row, r stream) []Row {
	good, bad := sides(op.Single, slices.Concat(corrupt, ordinary))
	if len(good) == 0 || len(bad) == 0 {
		return nil
	}
	var rows []Row
	next := 0
	whole := func() {
		for len(rows)%op.Batch != 0 {
			rows = append(rows, good[next%len(good)])
			next++
		}
	}
	batch := func(isBad func(place int) bool) {
		for place := range op.Batch {
			if !isBad(place) {
				rows = append(rows, good[next%len(good)])
			} else {
				b := bad[next%len(bad)]
				b.Label = fmt.Sprintf("%s, place %d of %d", b.Label, place, op.Batch)
				rows = append(rows, b)
			}
			next++
		}
	}
	rows = append(rows, corrupt...)
	whole()
	mixed := slices.Concat(corrupt, ordinary[:min(len(ordinary), len(corrupt))])
	shuffle(mixed, r)
	rows = append(rows, mixed...)
	whole()
	batch(func(place int) bool { return place%2 == 0 })
	batch(func(place int) bool { return place%2 == 1 })
	for _, alone := range alonePlaces(op.Batch, r) {
		batch(func(place int) bool { return place == alone })
	}
	return rows
}

// alonePlaces are the places at which one bad row stands alone in a batch of n.
func alonePlaces(n int, r stream) []int {
	var places []int
	for i := range min(n, everyPlace) {
		places = append(places, i)
	}
	if n <= everyPlace {
		return places
	}
	places = []int{0, n - 1}
	for len(places) < max(leastAlone, aloneRows/n) {
		if i := r.intn(n); !slices.Contains(places, i) {
			places = append(places, i)
		}
	}
	return places
}

// sides returns the rows that every contender must accept or answer, and those
// that all must refuse. Where a batch has one secret key, they share the key
// that has the most bad rows.
func sides(single string, rows []Row) (good, bad []Row) {
	if single == ops.SecretMul.Name {
		count := map[string]int{}
		most := ""
		for _, r := range rows {
			k := string(r.Fields[0])
			if count[k]++; r.Want == (refusal{}) && count[k] > count[most] {
				most = k
			}
		}
		rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return string(r.Fields[0]) != most })
	}
	for _, r := range rows {
		switch w := r.Want.(type) {
		case verdict:
			if w {
				good = append(good, r)
			} else {
				bad = append(bad, r)
			}
		case exact:
			good = append(good, r)
		case refusal:
			bad = append(bad, r)
		}
	}
	return good, bad
}

func shuffle(rows []Row, r stream) {
	for i := len(rows) - 1; i > 0; i-- {
		j := r.intn(i + 1)
		rows[i], rows[j] = rows[j], rows[i]
	}
}
