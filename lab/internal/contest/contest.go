// Package contest makes contenders answer the same rows and measures those
// that answer rightly: a gate over every operation first, then interleaved
// timed slices whose answers are checked as well.
package contest

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// Contender is one implementation in one worker process.
type Contender struct {
	Name    string
	Spec    worker.Spec
	Version string // where the library cannot tell
	Date    string
	Flags   string

	info  worker.Info
	gated *worker.Worker // the process that passed the gate
	timed *worker.Worker // the process of this epoch; nil when there is none
	warm  bool           // it has been warmed up on some operation
	empty float64        // nanoseconds of an empty call
	alloc map[string]results.Alloc
	wrong bool // rejected on some operation
	// Nanoseconds a call as the gate saw them, to size slices by.
	estimate map[string]float64
	rejected map[string]bool
}

// Tuples are the rows to be answered (package pool makes them).
type Tuples interface {
	Rows(op string) []pool.Row    // timed
	Warm(op string) []pool.Row    // disjoint from Rows, for untimed calls
	Corrupt(op string) []pool.Row // only for the gate
}

// Config says what a contest is about.
type Config struct {
	Contenders []*Contender
	Baseline   string // name of the contender whose time every other is divided by
	Ops        []ops.Op
	Tuples     Tuples
	Seconds    float64       // budget of the timed slices, all operations together
	CPU        int           // to pin workers to, or -1
	Timeout    time.Duration // for one answer of a worker
	Seed       uint64        // of the order in which contenders take turns, and of the bootstrap
	Log        func(format string, args ...any)
	Step       func(done, total int, what string) // progress of the timed part; may be nil
}

// Outcome is what a contest found.
type Outcome struct {
	Results  []results.Result
	Rejected []results.Rejection
	Dropped  []results.Drop
}

type contest struct {
	Config
	mu  sync.Mutex // guards out, and the contenders' rejections, while the gate runs
	out Outcome
}

// Run holds a contest.
func Run(c Config) Outcome {
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	if c.Log == nil {
		c.Log = func(string, ...any) {}
	}
	if c.Step == nil {
		c.Step = func(int, int, string) {}
	}
	t := &contest{Config: c}
	t.greet()
	t.gateAll()
	t.measureAll()
	for _, k := range t.Contenders {
		if k.gated != nil {
			k.gated.Close()
		}
	}
	for i := range t.out.Results {
		r := &t.out.Results[i]
		if k := t.find(r.Contender); k.wrong {
			r.Marks = append(r.Marks, results.MarkWrong)
			r.MarkNotes[results.MarkWrong] = "rejected on another operation, see the rejected contenders"
		}
	}
	return t.out
}

// greet starts every contender once and leaves out those that do not answer.
func (t *contest) greet() {
	kept := t.Contenders[:0:0]
	for _, k := range t.Contenders {
		w, err := t.start(k, t.CPU)
		if err != nil {
			t.out.Dropped = append(t.out.Dropped, results.Drop{Contender: k.Name, Reason: err.Error()})
			t.Log("%s: left out: %v", k.Name, err)
			continue
		}
		k.info = w.Info
		w.Close()
		t.identify(k)
		k.estimate, k.rejected, k.alloc = map[string]float64{}, map[string]bool{}, map[string]results.Alloc{}
		kept = append(kept, k)
	}
	t.Contenders = kept
}

// identify takes a version and its date from the library that runs, where that
// knows them, before what the list says of the file.
func (t *contest) identify(k *Contender) {
	if v := k.info.Version; v != "" && v != k.Version {
		if k.Version != "" {
			t.Log("%s: WARNING: it is listed as version %s and says %s", k.Name, k.Version, v)
		}
		k.Version, k.Date = v, ""
	}
	k.Date = cmp.Or(k.info.Date, k.Date)
	k.Flags = cmp.Or(k.Flags, k.info.Flags)
}

func (t *contest) start(k *Contender, cpu int) (*worker.Worker, error) {
	return worker.Start(k.Spec, cpu, t.Timeout)
}

func (t *contest) find(name string) *Contender {
	i := slices.IndexFunc(t.Contenders, func(k *Contender) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return t.Contenders[i]
}

// reject records that k is wrong on op and takes it out of that operation.
func (t *contest) reject(k *Contender, op string, at string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k.rejected[op], k.wrong = true, true
	t.out.Rejected = append(t.out.Rejected, results.Rejection{Contender: k.Name, Op: op, Row: at, Reason: err.Error()})
	t.Log("%s: rejected on %s, row %s: %v", k.Name, op, at, err)
}

// disqualify takes e out of the field for what it did after the gate.
func (t *contest) disqualify(f *field, e *entrant, err error) {
	at := ""
	var wrong *answerError
	if errors.As(err, &wrong) {
		at, err = wrong.row, wrong.err
	}
	t.reject(e.Contender, f.op.Name, at, fmt.Errorf("after the gate: %w", err))
	e.stop()
	f.entrants = slices.DeleteFunc(f.entrants, func(x *entrant) bool { return x == e })
}

// stop ends the process of this epoch.
func (k *Contender) stop() {
	if k.timed != nil {
		k.timed.Close()
		k.timed = nil
	}
}

// eachContender calls f for all contenders, as many at a time as there are
// processors.
func (t *contest) eachContender(f func(k *Contender)) {
	limit := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for _, k := range t.Contenders {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			f(k)
		})
	}
	wg.Wait()
}

// answerError is a wrong answer to one row.
type answerError struct {
	row string
	err error
}

func (e *answerError) Error() string { return fmt.Sprintf("row %s: %v", e.row, e.err) }

// check compares answers with what the rows want. number gives the number of a
// row in the pool.
func check(claims pool.Claims, rows []pool.Row, number func(i int) int, answers []worker.Answer) error {
	for i, a := range answers {
		r := rows[i]
		if err := r.Want.Check(claims, a.Out, a.OK); err != nil {
			at := strconv.Itoa(number(i))
			if r.Label != "" {
				at += " (" + r.Label + ")"
			}
			return &answerError{at, err}
		}
	}
	return nil
}
