package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"koblitz.dev/lab/internal/machine"
	"koblitz.dev/lab/internal/results"
)

// A contest says what to measure.
type contest struct {
	schemes   []scheme
	baselines []string // names, in order of preference
	signOps   int
	verifyOps int
	seconds   float64 // bound on the timing
	cpu       int     // pinned to, or -1
	log       io.Writer
}

// run takes all schemes through the gate and times those that pass. The file
// that it gives is valid whatever the schemes do.
func (c *contest) run() *results.File {
	f := &results.File{
		Command: "algorithms", Started: time.Now().UTC().Truncate(time.Second), Seconds: c.seconds,
		Machine: machine.Describe(c.cpu),
		Results: []results.Result{}, Rejected: []results.Rejection{}, Dropped: []results.Drop{},
	}
	tuples := makeTuples(min(max(c.signOps, c.verifyOps, 2), mostTuples))
	f.Pool = results.Pool{Distinct: len(tuples), Seed: poolSeed}

	fmt.Fprintf(c.log, "gate: %d algorithms, %d keys and messages\n", len(c.schemes), len(tuples))
	var entrants []*entrant
	for i := range c.schemes {
		s := &c.schemes[i]
		rows, fault := s.pass(tuples, c.peer(s))
		if fault != nil {
			c.reject(f, s, fault)
			continue
		}
		entrants = append(entrants, &entrant{scheme: s, rows: rows})
	}
	left := time.Duration(c.seconds * float64(time.Second))
	for _, o := range []struct {
		op    string
		calls int
		share time.Duration // of the time left
	}{{signOp, c.signOps, 2}, {verifyOp, c.verifyOps, 1}} {
		fmt.Fprintf(c.log, "%s: %d algorithms, %d calls each\n", o.op, len(entrants), o.calls)
		start := time.Now()
		if made := measure(entrants, o.op, o.calls, left/o.share); made < o.calls && len(entrants) > 0 {
			fmt.Fprintf(c.log, "%s: stopped after %d of %d calls, as --seconds says\n", o.op, made, o.calls)
		}
		left -= time.Since(start)
		c.record(f, o.op, sliceOf(o.calls), entrants)
		for _, e := range entrants {
			if e.fault != nil {
				c.reject(f, e.scheme, e.fault)
			}
			e.samples = nil
		}
		entrants = slices.DeleteFunc(entrants, func(e *entrant) bool { return e.fault != nil })
	}
	return f
}

// peer returns another scheme of the family, or nil.
func (c *contest) peer(s *scheme) *scheme {
	for i := range c.schemes {
		if p := &c.schemes[i]; p != s && p.family == s.family {
			return p
		}
	}
	return nil
}

func (c *contest) reject(f *results.File, s *scheme, fault *fault) {
	fmt.Fprintf(c.log, "REJECTED %s: %v\n", s.name, results.Short(fault.Error(), 300))
	f.Rejected = append(f.Rejected, results.Rejection{
		Contender: s.name, Op: fault.op, Row: fault.row, Reason: fault.err.Error(),
	})
}

// record adds the figures of op to f; a slice had so many calls. The file's baseline is the first of the
// preferred ones that has any.
func (c *contest) record(f *results.File, op string, slice int, entrants []*entrant) {
	named := func(name string) *entrant {
		i := slices.IndexFunc(entrants, func(e *entrant) bool {
			return e.name == name && e.fault == nil && len(e.samples) > 0
		})
		if i < 0 {
			return nil
		}
		return entrants[i]
	}
	if f.Baseline == "" {
		for _, name := range c.baselines {
			if named(name) != nil {
				f.Baseline = name
				break
			}
		}
	}
	baseline := named(f.Baseline)
	for _, e := range entrants {
		if e.fault == nil && len(e.samples) > 0 {
			f.Results = append(f.Results, e.figure(op, slice, baseline))
		}
	}
}
