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
	need                parts // of the tuples of a launch
	file                bool  // rows are all there is

	launch int
	fresh  *block // of that launch
}

// Rows returns the gate's ordinary rows of an operation, nil when the pool has
// none. About one row in 16 of an operation with a verdict is invalid.
func (p *Pool) Rows(op string) []Row { return p.rows[op] }

// Warm returns 64 rows for untimed calls, with keys and messages that Rows does
// not have.
func (p *Pool) Warm(op string) []Row { return p.warm[op] }

// Corrupt returns the rows that only the gate uses: corrupted ones, and valid
// ones at the edges of the arithmetic. Each has a label.
func (p *Pool) Corrupt(op string) []Row { return p.corrupt[op] }

// Fresh makes n rows for a launch, with keys and messages of their own. The rows
// of a file are all there are: every launch has as many of them, each once, and
// begins where the last one ended. The rows of one launch are kept until
// another's are asked for.
func (p *Pool) Fresh(op string, launch, n int) ([]Row, error) {
	if p.file {
		rows := p.rows[op]
		n = min(n, len(rows))
		at := launch * n % len(rows)
		return slices.Concat(rows[at:], rows[:at])[:n], nil
	}
	if p.fresh == nil || p.launch != launch || len(p.fresh.tuples) != n {
		var err error
		if p.fresh, err = newBlock(p.seed, fmt.Sprintf("launch %d", launch), n, p.need); err != nil {
			return nil, err
		}
		if err := p.fresh.distinct(); err != nil {
			return nil, err
		}
		p.launch = launch
	}
	return p.fresh.rows(op)
}

// Generate makes n rows of each of these operations for the gate, and what
// Fresh begins with. The same seed gives the same rows on every machine.
func Generate(n int, seedNumber uint64, names []string) (*Pool, error) {
	if n < 1 || n > mostRows {
		return nil, fmt.Errorf("a pool of %d rows: it can have 1 to %d", n, mostRows)
	}
	p := &Pool{seed: newSeed(seedNumber), rows: map[string][]Row{}}
	for _, op := range names {
		p.need |= partsOf[op]
	}
	first, err := newBlock(p.seed, "timed", n, p.need)
	if err != nil {
		return nil, err
	}
	if err := first.distinct(); err != nil {
		return nil, err
	}
	for _, op := range names {
		if p.rows[op], err = first.rows(op); err != nil {
			return nil, err
		}
	}
	return p, p.addUntimed(p.seed, names)
}

// AllOps names every operation.
func AllOps() []string {
	var names []string
	for _, op := range slices.Concat(ops.All, ops.Primitives) {
		names = append(names, op.Name)
	}
	return names
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
