package pool

import (
	"errors"
	"fmt"
	"slices"

	"koblitz.dev/lab/internal/ops"
)

const (
	warmRows = 64
	gateKeys = 16 // tuples from which the gate's rows are made
	mostRows = 1 << 20
)

// A Pool holds the rows of every operation that it has, and makes more.
type Pool struct {
	seed                seed
	rows, warm, corrupt map[string][]Row
	file                bool             // rows are all there is
	batched             map[string][]Row // of each batch, for all launches
}

// Rows returns the gate's ordinary rows of an operation, nil when the pool has
// none. About one row in 16 of an operation with a verdict is invalid. For a
// batch there are as many as it takes at least, some of them again.
func (p *Pool) Rows(op string) []Row {
	o, _ := ops.Find(op)
	rows := p.rows[single(op)]
	if o.Batch <= len(rows) || len(rows) == 0 {
		return rows
	}
	if p.file {
		return nil
	}
	return slices.Repeat(rows, (o.Batch+len(rows)-1)/len(rows))[:o.Batch]
}

// single is the operation of one row that a batch is made of, or op itself.
func single(op string) string {
	if o, ok := ops.Find(op); ok {
		return o.Alone().Name
	}
	return op
}

// Warm returns 64 rows for untimed calls, with keys and messages that Rows does
// not have.
func (p *Pool) Warm(op string) []Row { return p.warm[single(op)] }

// Corrupt returns the rows that only the gate uses: corrupted ones, and valid
// ones at the edges of the arithmetic. Each has a label.
func (p *Pool) Corrupt(op string) []Row { return p.corrupt[op] }

// Fresh makes n rows for a launch, with keys and messages of their own: a process
// meets them in no other operation, and may have seen all that it likes in those. The
// rows of a file are all there are: every launch has as many of them, each once, and
// begins where the last one ended. Batches need so many rows that all launches get
// the same ones, each time in another order.
func (p *Pool) Fresh(op string, launch, n int) ([]Row, error) {
	o, _ := ops.Find(op)
	switch {
	case o.AllValid:
		return p.freshValid(o, launch, n)
	case p.file:
		rows := p.rows[single(op)]
		n = min(n, len(rows))
		at := launch * n % len(rows)
		return slices.Concat(rows[at:], rows[:at])[:n], nil
	case o.Batch > 0:
		return p.freshBatches(op, launch, n)
	}
	b, err := newFresh(p.seed, fmt.Sprintf("launch %d of %s", launch, op), op, n)
	if err != nil {
		return nil, err
	}
	return b.rows(op)
}

// Apart returns a pool of the same rows but for those that Fresh makes, which are
// others for each n above 0. The rows of a file are all there are, for everyone.
func (p *Pool) Apart(n int) *Pool {
	if p.file {
		return p
	}
	other := *p
	other.seed = p.seed.apart(n)
	other.batched = map[string][]Row{}
	return &other
}

// freshBatches makes the rows of a batch; those of another one, of another length
// too, are others.
func (p *Pool) freshBatches(op string, launch, n int) ([]Row, error) {
	rows := p.batched[op]
	if len(rows) < n {
		name := single(op)
		b, err := newFresh(p.seed, op, name, n)
		if err != nil {
			return nil, err
		}
		if rows, err = b.rows(name); err != nil {
			return nil, err
		}
		p.batched[op] = rows
	}
	rows = slices.Clone(rows)
	shuffle(rows, p.seed.stream("order of "+op, launch))
	return rows[:n], nil
}

// Generate makes n rows of each of these operations for the gate, and what
// Fresh begins with. The same seed gives the same rows on every machine.
func Generate(n int, seedNumber uint64, names []string) (*Pool, error) {
	if n < 1 || n > mostRows {
		return nil, fmt.Errorf("a pool of %d rows: it can have 1 to %d", n, mostRows)
	}
	p := &Pool{seed: newSeed(seedNumber), rows: map[string][]Row{}, batched: map[string][]Row{}}
	var need parts
	for _, op := range names {
		need |= partsOf[single(op)]
	}
	first, err := newBlock(p.seed, "timed", n, need)
	if err != nil {
		return nil, err
	}
	if err := first.distinct(); err != nil {
		return nil, err
	}
	singles := singlesOf(names)
	for _, op := range singles {
		if p.rows[op], err = first.rows(op); err != nil {
			return nil, err
		}
	}
	if err := p.addUntimed(p.seed, singles); err != nil {
		return nil, err
	}
	for _, name := range names {
		if o, _ := ops.Find(name); o.Batch > 0 {
			p.corrupt[name] = batchesOf(o, p.rows[o.Single], p.corrupt[o.Single], p.seed.stream("gate of "+name, 0))
			if o.AllValid {
				more, err := cancelling(o, p.rows[o.Single], p.seed.stream("cancelling of "+name, 0))
				if err != nil {
					return nil, err
				}
				p.corrupt[name] = append(p.corrupt[name], more...)
			}
		}
	}
	return p, nil
}

// singlesOf names each operation of one row once.
func singlesOf(names []string) []string {
	var list []string
	for _, name := range names {
		if name = single(name); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// addUntimed makes the rows for warming up and for the gate.
func (p *Pool) addUntimed(s seed, names []string) error {
	p.warm, p.corrupt = map[string][]Row{}, map[string][]Row{}
	warm, err := newBlock(s, "warm", warmRows, allParts)
	if err != nil {
		return err
	}
	for _, op := range names {
		if p.warm[op], err = warm.rows(op); err != nil {
			return err
		}
	}
	base, err := newBlock(s, "gate", gateKeys, allParts)
	if err != nil {
		return err
	}
	g, err := newGate(base, names)
	if err != nil {
		return err
	}
	for _, op := range names {
		if err := settle(op, g.rows[op]); err != nil {
			return err
		}
		p.corrupt[op] = g.rows[op]
	}
	return nil
}

// distinct says that no two tuples share a key or a message.
func (b *block) distinct() error {
	seen := map[string]bool{}
	for _, t := range b.tuples {
		for _, v := range [][]byte{t.secret, t.msg} {
			if seen[string(v)] {
				return errors.New("two rows drew the same key or message")
			}
			seen[string(v)] = true
		}
	}
	return nil
}

func rowError(op, where string, i int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("pool: %s (%s), row %d: %w", op, where, i, err)
}
