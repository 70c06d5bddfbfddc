package contest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// Rows in one request of the gate: bounds what a wrong or slow contender costs.
const gateChunk = 512

// gateAll gates as many contenders at a time as there are processors: nothing
// is timed yet but a first estimate.
func (t *contest) gateAll() {
	t.eachContender(t.gate)
	for _, k := range t.Contenders {
		if k.gated != nil && k.gated.Alive() {
			t.measureEmpty(k.gated, k)
		}
	}
}

// gate puts every row of every operation that k offers to it, the corrupted
// ones first, and rejects k on the operations where an answer is wrong. Its
// process is not used for timing, so no timed row has been seen by the process
// that is timed on it; it stays for gateAgain.
func (t *contest) gate(k *Contender) {
	w, err := t.start(k, -1)
	if err != nil {
		t.reject(k, "", "", err)
		return
	}
	defer func() { k.gated = w }()
	for _, op := range t.Ops {
		if !k.info.Ops[op.Name] || len(t.Tuples.Rows(op.Name)) == 0 {
			continue
		}
		if err := t.gateOp(w, k, op); err != nil {
			var wrong *answerError
			if errors.As(err, &wrong) {
				t.reject(k, op.Name, wrong.row, wrong.err)
			} else {
				t.reject(k, op.Name, "", err)
			}
		}
		if w, err = t.revive(w, k); err != nil {
			t.reject(k, op.Name, "", err)
			return
		}
	}
}

// revive starts a new process when the last one died.
func (t *contest) revive(w *worker.Worker, k *Contender) (*worker.Worker, error) {
	if w.Alive() {
		return w, nil
	}
	n, err := t.start(k, -1)
	if err != nil {
		return w, err
	}
	return n, nil
}

func (t *contest) gateOp(w *worker.Worker, k *Contender, op ops.Op) error {
	for _, rows := range [][]pool.Row{t.Tuples.Corrupt(op.Name), t.Tuples.Warm(op.Name), t.Tuples.Rows(op.Name)} {
		if len(rows) == 0 {
			continue
		}
		if err := w.Load(op.Name, rows); err != nil {
			return err
		}
		ns, err := pass(w, k, op, rows)
		if err != nil {
			return err
		}
		k.estimate[op.Name] = float64(ns) / float64(len(rows))
	}
	if op.Kind == ops.Verdict {
		if err := holdClock(w, k, op, t.Tuples.Rows(op.Name)); err != nil {
			return err
		}
	}
	if k.info.Claims["alloc"] {
		n := min(64, len(t.Tuples.Rows(op.Name)))
		bytes, count, err := w.Alloc(op.Name, 0, n)
		if err != nil {
			return err
		}
		k.alloc[op.Name] = results.Alloc{Bytes: bytes / float64(n), Count: count / float64(n)}
	}
	return nil
}

func itself(i int) int { return i }

// pass runs all rows once and checks the answers.
func pass(w *worker.Worker, k *Contender, op ops.Op, rows []pool.Row) (ns int64, err error) {
	for at := 0; at < len(rows); at += gateChunk {
		n := min(gateChunk, len(rows)-at)
		b, err := w.Run(op, at, n, at, 0)
		if err != nil {
			return ns, err
		}
		if err := check(k.info.Claims, rows[at:], func(i int) int { return at + i }, b.Answers); err != nil {
			return ns, err
		}
		ns += b.NS
	}
	return ns, nil
}

const (
	clockNS       = 20e6 // of calls that the two clocks are compared on
	clockRatio    = 3.0
	clockSlack    = 5e3 // nanoseconds a call for asking and answering
	clockTries    = 5   // at least
	clockPatience = 3 * time.Second
)

// holdClock holds a worker's clock against the conductor's: per nanoseconds a
// call are too few when clearly more pass here, at the least of some tries; on a
// busy machine most tries wait for the processor. Only verdicts are told to that
// point: bytes may be made from the library's objects off the clock. (That a
// worker's time is not longer than the conductor's is checked at every answer.)
// The rows are those that it has just answered.
func holdClock(w *worker.Worker, k *Contender, op ops.Op, rows []pool.Row) error {
	per := k.estimate[op.Name]
	n := min(max(int(clockNS/per), 16), gateChunk, len(rows))
	least := math.Inf(1)
	start := time.Now()
	for try := 0; try < clockTries || time.Since(start) < clockPatience; try++ {
		b, err := w.Run(op, 0, n, 0, 0)
		if err != nil {
			return err
		}
		if err := check(k.info.Claims, rows, itself, b.Answers); err != nil {
			return err
		}
		if least = min(least, float64(b.Wall)/float64(n)); least <= clockRatio*per+clockSlack {
			return nil
		}
	}
	return fmt.Errorf("it says that a call takes %.0f ns, while %.0f ns pass", per, least)
}

// gateAgainAll has the gate's processes, which have lived and counted since
// then, answer the timed rows once more, for about as long as each contender
// was timed: a contender that behaves for so many calls or seconds and lies
// afterwards has no fresh process to hide in.
func (t *contest) gateAgainAll(fields []*field) {
	t.eachContender(func(k *Contender) {
		for _, f := range fields {
			if e := f.find(k.Name); e != nil {
				e.fault = t.gateAgain(f, e)
			}
		}
	})
	for _, f := range fields {
		for _, e := range slices.Clone(f.entrants) {
			if e.fault != nil {
				t.disqualify(f, e, e.fault)
			}
		}
	}
}

func (t *contest) gateAgain(f *field, e *entrant) error {
	w, err := t.revive(e.gated, e.Contender)
	if err != nil {
		return err
	}
	e.gated = w
	n := min(max(int(e.spent/e.estimate[f.op.Name]), 1), len(f.all))
	if err := w.Load(f.op.Name, f.all[:n]); err != nil {
		return err
	}
	for again := 0.0; again < e.spent; {
		start := time.Now()
		ns, err := pass(w, e.Contender, f.op, f.all[:n])
		if err != nil {
			return err
		}
		again += max(float64(ns), float64(time.Since(start))/3) // whatever it says
	}
	return nil
}

// measureEmpty finds the cost of a call that does nothing: the least of some
// runs, since only disturbances add to it.
func (t *contest) measureEmpty(w *worker.Worker, k *Contender) {
	if !k.info.Ops[ops.Empty.Name] {
		return
	}
	const calls, tries = 4096, 20
	rows := make([]pool.Row, calls)
	err := w.Load(ops.Empty.Name, rows)
	best := -1.0
	for i := 0; i < tries && err == nil; i++ {
		var b worker.Batch
		if b, err = w.Run(ops.Empty, 0, calls, 0, calls); err == nil {
			if per := float64(b.NS) / calls; best < 0 || per < best {
				best = per
			}
		}
	}
	if err != nil {
		t.Log("%s: empty call not measured: %v", k.Name, err)
		return
	}
	k.empty = best
}
