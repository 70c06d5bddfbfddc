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

// A Pool holds the rows of every operation that it has.
type Pool struct {
	rows, warm, corrupt map[string][]Row
}

// Rows returns the timed rows of an operation, nil when the pool has none.
// About one row in 16 of an operation with a verdict is invalid.
func (p *Pool) Rows(op string) []Row { return p.rows[op] }

// Warm returns 64 rows for untimed calls, with keys and messages that Rows does
// not have.
func (p *Pool) Warm(op string) []Row { return p.warm[op] }

// Corrupt returns the rows that only the gate uses: corrupted ones, and valid
// ones at the edges of the arithmetic. Each has a label.
func (p *Pool) Corrupt(op string) []Row { return p.corrupt[op] }

// Generate makes n rows of every operation from distinct keys and messages. The
// same n and seed give the same rows on every machine.
func Generate(n int, seedNumber uint64) (*Pool, error) {
	if n < 1 || n > mostRows {
		return nil, fmt.Errorf("a pool of %d rows: it can have 1 to %d", n, mostRows)
	}
	s := newSeed(seedNumber)
	timed, err := newBlock(s, "timed", n)
	if err != nil {
		return nil, err
	}
	if err := timed.distinct(); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(ops.All)+len(ops.Primitives))
	for _, op := range slices.Concat(ops.All, ops.Primitives) {
		names = append(names, op.Name)
	}
	p := &Pool{rows: map[string][]Row{}}
	for _, op := range names {
		if p.rows[op], err = timed.rows(op); err != nil {
			return nil, err
		}
	}
	return p, p.addUntimed(s, names)
}

// addUntimed makes the rows for warming up and for the gate.
func (p *Pool) addUntimed(s seed, names []string) error {
	p.warm, p.corrupt = map[string][]Row{}, map[string][]Row{}
	warm, err := newBlock(s, "warm", warmRows)
	if err != nil {
		return err
	}
	for _, op := range names {
		if p.warm[op], err = warm.rows(op); err != nil {
			return err
		}
	}
	base, err := newBlock(s, "gate", gateKeys)
	if err != nil {
		return err
	}
	g, err := newGate(base)
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
