package contest

import (
	"errors"
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
// is timed meanwhile but a first estimate.
func (t *contest) gateAll(list []*runner) {
	each(list, t.gate)
	for _, k := range list {
		if k.gated != nil && k.gated.Alive() {
			t.measureEmpty(k.gated, k)
		}
	}
}

// gate puts every row of every operation that k offers to it, the corrupted
// ones first, and rejects k on the operations where an answer is wrong. Its
// process is not used for timing; it stays for gateAgain. Where no process can
// be started, k is left out.
func (t *contest) gate(k *runner) {
	w, err := t.start(k, -1)
	if err != nil {
		t.drop(k, err)
		return
	}
	defer func() {
		k.gated = w
		w.Pause() // it rests while others are timed
	}()
	for _, op := range t.Ops {
		if !k.has(op) || len(t.Tuples.Rows(op.Name)) == 0 {
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
			t.drop(k, err)
			return
		}
	}
}

// revive starts a new process when the last one died.
func (t *contest) revive(w *worker.Worker, k *runner) (*worker.Worker, error) {
	if w.Alive() {
		return w, nil
	}
	n, err := t.start(k, -1)
	if err != nil {
		return w, err
	}
	return n, nil
}

func (t *contest) gateOp(w *worker.Worker, k *runner, op ops.Op) error {
	name := k.call(op).Name // whose calls are of one row needs no rows in batches
	for _, rows := range [][]pool.Row{t.Tuples.Corrupt(name), t.Tuples.Warm(name), t.Tuples.Rows(name)} {
		if len(rows) == 0 {
			continue
		}
		if err := w.Load(name, rows); err != nil {
			return located(err, rows, inOrder)
		}
		ns, err := pass(w, k, op, rows)
		if err != nil {
			return err
		}
		k.estimate[op.Name] = float64(ns) / float64(len(rows))
	}
	if k.info.Claims["alloc"] {
		batch := max(k.call(op).Batch, 1)
		n := max(min(64, len(t.Tuples.Rows(name)))/batch, 1) * batch
		bytes, count, err := w.Alloc(name, 0, n)
		if err != nil {
			return err
		}
		k.alloc[op.Name] = results.Alloc{Bytes: bytes / float64(n), Count: count / float64(n)}
	}
	return nil
}

func inOrder(i int) int { return i }

// pass runs all rows once, in whole batches, and checks the answers.
func pass(w *worker.Worker, k *runner, op ops.Op, rows []pool.Row) (ns int64, err error) {
	chunk := max(gateChunk, op.Batch)
	for at := 0; at < len(rows); at += chunk {
		n := min(chunk, len(rows)-at)
		b, err := w.Run(k.call(op), at, n, at, 0)
		if err != nil {
			return ns, located(err, rows, inOrder)
		}
		if err := k.check(rows[at:], func(i int) int { return at + i }, b.Answers); err != nil {
			return ns, err
		}
		ns += b.NS
	}
	return ns, nil
}

// gateAgainAll has the gate's processes, which have lived and counted since
// then, answer the gate's rows once more, for about as long as each contender
// was timed: a contender that behaves for so many calls or seconds and lies
// afterwards has no fresh process to hide in.
func (t *contest) gateAgainAll(fields []*field) {
	each(t.runners, func(k *runner) {
		for _, f := range fields {
			if e := f.find(k.Name); e != nil && e.gated != nil {
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
	w, err := t.revive(e.gated, e.runner)
	if err != nil {
		return err
	}
	e.gated = w
	w.Resume()
	defer w.Pause()
	call := e.call(f.op)
	rows := t.Tuples.Rows(call.Name)
	rows = rows[:min(max(int(e.spent/e.estimate[f.op.Name]), 1, call.Batch), len(rows))]
	if err := w.Load(call.Name, rows); err != nil {
		return err
	}
	for again := 0.0; again < e.spent && !t.stopped(); {
		start := time.Now()
		ns, err := pass(w, e.runner, f.op, rows)
		if err != nil {
			return err
		}
		again += max(float64(ns), float64(time.Since(start))/3) // whatever it says
	}
	return nil
}

// measureEmpty finds the cost of a call that does nothing: the least of some
// runs, since only disturbances add to it.
func (t *contest) measureEmpty(w *worker.Worker, k *runner) {
	if !k.info.Ops[ops.Empty.Name] {
		return
	}
	w.Resume()
	defer w.Pause()
	const calls, tries = 4096, 20
	rows := make([]pool.Row, calls)
	err := w.Load(ops.Empty.Name, rows)
	best := -1.0
	for i := 0; i < tries && err == nil; i++ {
		var b worker.Reply
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
