package pool

import (
	"fmt"
	"math/big"
	"slices"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/reference"
)

// Of the timed calls that expect all rows to be valid, callBlock have one with
// invalid rows for certain, and every other call has them with probability
// 1/callBlock: about 1 call in 32. The first such call is one of the firstCalls
// of a run, which every run has.
const (
	callBlock  = 64
	firstCalls = 24
)

func (s seed) spoiledCalls(name string, launch, n int) []bool {
	bad := make([]bool, n)
	r := s.stream("spoiled calls of "+name, launch)
	for i := range bad {
		block, at := (launch*n+i)/callBlock, (launch*n+i)%callBlock
		of := callBlock
		if block == 0 {
			of = firstCalls
		}
		certain := s.stream("certain call of "+name, block).intn(of)
		bad[i] = r.intn(callBlock) == 0 || at == certain
	}
	return bad
}

// freshValid arranges the rows of the usual batch in calls of valid rows but for
// those of spoiledCalls. Of these every other one has a bad row alone, and the
// rest one in 16 besides.
func (p *Pool) freshValid(op ops.Op, launch, n int) ([]Row, error) {
	fresh, name := p.freshBatches, op.Name
	if p.file {
		fresh, name = p.Fresh, op.Usual().Name
	}
	// A 16th of the rows is bad, with room for chance where they are few.
	list, err := fresh(name, launch, n+n/8+32)
	if err != nil {
		return nil, err
	}
	good, bad := sides(op.Single, list)
	calls := min(n, len(good)) / op.Batch
	rows := slices.Clone(good[:calls*op.Batch])
	r := p.seed.stream("spoiled rows of "+op.Name, launch)
	for call, spoiled := range p.seed.spoiledCalls(op.Name, launch, calls) {
		alone, more := r.intn(op.Batch), r.intn(2) == 0
		for place := range op.Batch {
			if spoiled && len(bad) > 0 && (place == alone || more && r.intn(16) == 0) {
				rows[call*op.Batch+place], bad = bad[0], bad[1:]
			}
		}
	}
	return rows, nil
}

// cancelling are batches of valid rows but for two, whose faults cancel in a sum
// of all rows without factors: their s exchanged, or one raised by as much as
// the other is lowered.
func cancelling(op ops.Op, ordinary []Row, r stream) ([]Row, error) {
	good, _ := sides(op.Single, ordinary)
	last := op.Batch - 1
	drawn := r.intn(last)
	var rows []Row
	for _, pair := range [][2]int{{0, 1}, {0, last}, {drawn, drawn + 1 + r.intn(last-drawn)}} {
		for _, exchange := range []bool{true, false} {
			first := len(rows)
			for place := range op.Batch {
				rows = append(rows, good[(first+place)%len(good)])
			}
			a, b := &rows[first+pair[0]], &rows[first+pair[1]]
			*b = good[(first+pair[0]+1)%len(good)] // another one, however long the batch is
			s, t := number(a.Fields[1][32:]), number(b.Fields[1][32:])
			what := "s exchanged with place"
			if exchange {
				s, t = t, s
			} else {
				d := number(r.scalar())
				s, t = s.Add(s, d), t.Sub(t, d)
				what = "s moved against place"
			}
			*a = withS(*a, s, fmt.Sprintf("%s %d, place %d of %d", what, pair[1], pair[0], op.Batch))
			*b = withS(*b, t, fmt.Sprintf("%s %d, place %d of %d", what, pair[0], pair[1], op.Batch))
			for _, changed := range []*Row{a, b} {
				if err := confirm(op.Single, *changed); err != nil {
					return nil, rowError(op.Name, "gate", first, err)
				}
			}
		}
	}
	return rows, nil
}

// withS is an invalid row of schnorr_verify: r with s modulo n.
func withS(r Row, s *big.Int, label string) Row {
	sig := join(r.Fields[1][:32], bytes32(s.Mod(s, reference.N)))
	return Row{label, [][]byte{r.Fields[0], sig, r.Fields[2]}, verdict(false)}
}
