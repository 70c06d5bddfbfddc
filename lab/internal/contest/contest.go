// Package contest makes contenders answer the same rows and measures those
// that answer rightly: a gate over every operation first, then interleaved
// timed slices whose answers are checked as well.
package contest

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"koblitz.dev/lab/internal/figures"
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
	Singles bool // of a batch that it does not have, its call of one row is timed
	// Fresh makes rows that it alone is timed on, as Tuples.Fresh does; nil: those
	// of the others. What two contenders tell each other helps none of them where
	// their rows differ.
	Fresh func(op string, launch, n int) ([]pool.Row, error)
	// Claims are promises that the gate holds it to whatever its worker says: a
	// library runs in that process and could change its words.
	Claims []string
}

// Tuples are the rows to be answered (package pool makes them).
type Tuples interface {
	Rows(op string) []pool.Row    // for the gate
	Warm(op string) []pool.Row    // for untimed calls
	Corrupt(op string) []pool.Row // for the gate as well
	// Fresh makes n rows to be timed in a launch, or fewer where there are no
	// more; none is in another launch or among the rows above, as far as there
	// are enough.
	Fresh(op string, launch, n int) ([]pool.Row, error)
	// Classes are rows to see by whether the time of an operation depends on
	// its secrets; nil where that is not tested.
	Classes(op string) ([]pool.Class, error)
}

// Config says what a contest is about.
type Config struct {
	Contenders []*Contender
	Baseline   string // name of the contender whose time every other is divided by
	Ops        []ops.Op
	Tuples     Tuples
	Rows       int             // distinct rows to be timed, of each operation
	Seconds    float64         // budget of the timed slices, all operations together
	Plan       Plan            // the zero Plan is Whole
	CPU        int             // to pin workers to, or -1
	Timeout    time.Duration   // for one answer of a worker
	Judge      Judge           // may be nil
	Seed       uint64          // of the order in which contenders take turns, and of the bootstrap
	Stop       <-chan struct{} // ends the contest after the slice under way; may be nil
	Log        func(format string, args ...any)
	Step       func(done, total int, what string) // progress of the timed part; may be nil
	Seen       func(Interim)                      // called after each operation of a launch; may be nil
	// Late names contenders that take part from the second launch on; may be nil. It is
	// called while nothing is timed.
	Late func() []*Contender
}

// A Judge checks a contender's answers to rows that want nothing by themselves
// (their Want is nil). It returns the place of a wrong one, and what is wrong.
// It is called by several goroutines.
type Judge func(contender string, rows []pool.Row, answers []worker.Answer) (at int, err error)

// Outcome is what a contest found.
type Outcome struct {
	Results  []results.Result
	Rejected []results.Rejection
	Dropped  []results.Drop
	Samples  []results.Sample
	Self     []results.Self
	Winners  []results.Winner
	Launches int
	Rows     int // distinct ones that were timed of an operation, at most
}

// runner is a contender in the contest.
type runner struct {
	Contender
	judge  Judge
	hidden bool // the baseline's second copy: it has no results of its own

	info     worker.Info
	binaries []results.Binary
	gated    *worker.Worker // the process that passed the gate
	timed    *worker.Worker // the process of this launch; nil when there is none
	warm     bool           // it has been warmed up on some operation
	empty    float64        // nanoseconds of an empty call
	alloc    map[string]results.Alloc
	wrong    bool // rejected on some operation
	// Nanoseconds a call, to size slices by: of the gate at first, then of the
	// last launch.
	estimate map[string]float64
	rejected map[string]bool
	nonces   map[string]string // of all its processes' signatures, and what each signed
}

type contest struct {
	Config
	runners []*runner
	mu      sync.Mutex // guards out, and what is said of the runners, while the gate runs
	out     Outcome
	filler  []byte        // of the caches, before a cold call
	lasted  time.Duration // the last launch
}

// Run holds a contest.
func Run(c Config) Outcome {
	t := newContest(c)
	t.greet(c.Contenders)
	return t.finish()
}

func newContest(c Config) *contest {
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	if c.Log == nil {
		c.Log = func(string, ...any) {}
	}
	if c.Step == nil {
		c.Step = func(int, int, string) {}
	}
	if c.Seen == nil {
		c.Seen = func(Interim) {}
	}
	if c.Plan == (Plan{}) {
		c.Plan = Whole
	}
	return &contest{Config: c}
}

// finish holds the contest among those that greet found.
func (t *contest) finish() Outcome {
	t.filler = make([]byte, evicted)
	t.gateAll(t.runners)
	t.measureAll()
	for _, k := range t.runners {
		if k.gated != nil {
			k.gated.Close()
		}
	}
	t.conclude()
	return t.out
}

// conclude marks who was wrong elsewhere and names the winners.
func (t *contest) conclude() {
	for i := range t.out.Results {
		r := &t.out.Results[i]
		if k := t.find(r.Contender); k.wrong {
			r.Marks = append(r.Marks, results.MarkWrong)
			r.MarkNotes[results.MarkWrong] = "rejected on another operation, see the rejected contenders"
		}
	}
	f := &results.File{Baseline: t.Baseline, Seed: t.Seed, Results: t.out.Results, Rejected: t.out.Rejected}
	set := figures.Group(t.out.Samples)
	for _, op := range t.Ops {
		if standing := f.Standing(op.Name); len(standing.All()) == 0 {
			continue
		}
		t.out.Winners = append(t.out.Winners, set.Winner(f, op.Name))
		if ratio, ok := set.Self(op.Name, t.Baseline, t.Seed); ok {
			t.out.Self = append(t.out.Self, results.Self{Op: op.Name, Ratio: ratio})
		}
	}
}

// stopped says whether the contest shall end.
func (t *contest) stopped() bool {
	select {
	case <-t.Stop:
		return true
	default:
		return false
	}
}

// greet starts every contender once, leaves out those that do not answer, and returns
// the others.
func (t *contest) greet(list []*Contender) []*runner {
	before := len(t.runners)
	for _, c := range list {
		k := &runner{
			Contender: *c, judge: t.Judge, estimate: map[string]float64{}, rejected: map[string]bool{}, alloc: map[string]results.Alloc{}, nonces: map[string]string{},
		}
		w, err := t.start(k, t.CPU)
		if err != nil {
			t.drop(k, err)
			continue
		}
		k.info = w.Info
		for _, claim := range k.Claims {
			k.info.Claims[claim] = true
		}
		w.Close()
		t.identify(k)
		if k.binaries, err = binaries(k.Spec); err != nil {
			t.Log("%s: %v", k.Name, err)
		}
		t.runners = append(t.runners, k)
	}
	return t.runners[before:]
}

// identify takes a version and its date from the library that runs, where that
// knows them, before what the list says of the file.
func (t *contest) identify(k *runner) {
	if v := k.info.Version; v != "" && v != k.Version {
		if k.Version != "" {
			t.Log("%s: WARNING: it is listed as version %s and says %s", k.Name, k.Version, v)
		}
		k.Version, k.Date = v, ""
	}
	k.Date = cmp.Or(k.info.Date, k.Date)
	k.Flags = cmp.Or(k.Flags, k.info.Flags)
}

// has says whether k takes part in an operation.
func (k *runner) has(op ops.Op) bool { return k.info.Ops[k.call(op).Name] }

// call is the operation that k's worker is asked for: of a batch that it does
// not have the one of one row, if that shall stand for it.
func (k *runner) call(op ops.Op) ops.Op {
	if k.Singles && !k.info.Ops[op.Name] {
		return op.Alone()
	}
	return op
}

func (t *contest) start(k *runner, cpu int) (*worker.Worker, error) {
	return worker.Start(k.Spec, cpu, t.Timeout)
}

func (t *contest) find(name string) *runner {
	i := slices.IndexFunc(t.runners, func(k *runner) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return t.runners[i]
}

// drop leaves k out of what follows, since no process of it can be started.
func (t *contest) drop(k *runner, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(k.estimate) // newField enters nobody without one
	t.Log("%s: left out: %v", k.Name, err)
	t.out.Dropped = append(t.out.Dropped, results.Drop{Contender: k.Name, Reason: err.Error()})
}

// reject records that k is wrong on op and takes it out of that operation.
func (t *contest) reject(k *runner, op string, at string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k.rejected[op], k.wrong = true, true
	place := op
	if at != "" {
		place += ", row " + at
	}
	t.Log("%s: rejected on %s: %s", k.Name, place, results.ShortHex(err.Error()))
	if !k.hidden {
		t.out.Rejected = append(t.out.Rejected, results.Rejection{Contender: k.Name, Op: op, Row: at, Reason: err.Error()})
	}
}

// disqualify takes e out of the field for what it did after the gate.
func (t *contest) disqualify(f *field, e *entrant, err error) {
	at := ""
	var wrong *answerError
	if errors.As(err, &wrong) {
		at, err = wrong.row, wrong.err
	}
	t.reject(e.runner, f.op.Name, at, fmt.Errorf("after the gate: %w", err))
	if e.timed != nil && !e.timed.Alive() {
		e.stop()
	}
	f.entrants = slices.DeleteFunc(f.entrants, func(x *entrant) bool { return x == e })
}

// stop ends the process of this launch.
func (k *runner) stop() {
	if k.timed != nil {
		k.timed.Close()
		k.timed = nil
	}
}

// each calls f for all of list, as many at a time as there are processors.
func each(list []*runner, f func(k *runner)) {
	limit := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for _, k := range list {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			f(k)
		})
	}
	wg.Wait()
}

// answerError is a wrong answer to one row, or none.
type answerError struct {
	row string
	err error
}

func (e *answerError) Error() string { return fmt.Sprintf("row %s: %v", e.row, e.err) }

// check compares answers with what the rows want. number gives the number of a
// row in the pool.
func (k *runner) check(rows []pool.Row, number func(i int) int, answers []worker.Answer) error {
	at, err := k.wrongAt(rows[:len(answers)], answers)
	if err == nil {
		return nil
	}
	return &answerError{rowName(rows, number, at), err}
}

func rowName(rows []pool.Row, number func(i int) int, at int) string {
	name := strconv.Itoa(number(at))
	if label := rows[at].Label; label != "" {
		name += " (" + label + ")"
	}
	return name
}

// namedRow is how workers name a loaded row in an error.
var namedRow = regexp.MustCompile(`\brow ([0-9]{1,9})\b`)

// located takes the row that a worker's error names, by its place among those
// loaded, for the one that the error is about.
func located(err error, rows []pool.Row, number func(i int) int) error {
	if err == nil || errors.Is(err, worker.ErrDead) {
		return err
	}
	said := err.Error()
	m := namedRow.FindStringSubmatchIndex(said)
	if m == nil {
		return err
	}
	at, _ := strconv.Atoi(said[m[2]:m[3]])
	if at >= len(rows) {
		return err
	}
	name := rowName(rows, number, at)
	return &answerError{name, errors.New(said[:m[2]] + name + said[m[3]:])}
}

func (k *runner) wrongAt(rows []pool.Row, answers []worker.Answer) (at int, err error) {
	if len(rows) > 0 && rows[0].Want == nil {
		return k.judge(k.Contender.Name, rows, answers)
	}
	for i, a := range answers {
		if err := rows[i].Want.Check(k.info.Claims, a.Out, a.OK); err != nil {
			return i, err
		}
		if err := k.newNonce(rows[i].Want, a.Out); err != nil {
			return i, err
		}
	}
	return 0, nil
}

// newNonce refuses a nonce with which another message was signed, or by another key.
func (k *runner) newNonce(want pool.Want, out []byte) error {
	nonce, signed, ok := pool.NonceOf(want, out)
	if !ok {
		return nil
	}
	if before, known := k.nonces[nonce]; known && before != signed {
		return fmt.Errorf("gave %x with the nonce of another signature, by which both keys are known", out)
	}
	k.nonces[nonce] = signed
	return nil
}
