package contest

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"koblitz.dev/lab/internal/figures"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
	"koblitz.dev/lab/internal/worker"
)

const (
	sliceNS       = 3e6   // a timed slice, at most
	leastSliceNS  = 1e6   // and at least, as far as rows last
	lightSliceNS  = 500e3 // a slice of a light operation
	lightRows     = 64    // of such a slice
	leastRounds   = 12    // rounds a launch of a whole plan
	tinyRounds    = 6     // of a tiny operation
	batchRounds   = 3     // of a batch, and more until a launch has
	batchRows     = 4096  // rows
	launchShareNS = 60e6  // of a launch on an operation, for each contender
	leastShareNS  = 300e6 // so that starting processes does not outweigh timing them
	warmNS        = 5e6   // untimed calls in a new process
	firstJITNS    = 250e6 // the same for code that is compiled while it runs
	laterJITNS    = 100e6 // and where the process has run another operation
	idleNS        = 2e6   // processor time that a paused process may use
)

// sliceWarmNS is for untimed calls before every slice: a processor that was not asked
// for wide vectors runs them slowly for about as long. A variable, as made-up times
// need none.
var sliceWarmNS = 1e6

// measureAll times all operations on the contenders that have them and passed
// the gate, in several launches.
func (t *contest) measureAll() {
	t.addSecondCopy()
	var fields []*field
	for _, op := range t.Ops {
		fields = append(fields, t.newField(op))
	}
	launches, budget := t.Plan.launches(fields, t.Seconds)
	rows := (t.Rows + launches - 1) / launches
	for i := range launches {
		if i == 1 && t.Late != nil {
			t.join(fields)
		}
		if t.stopped() || !anybody(fields) || i >= t.Plan.Least && t.overdue(fields) {
			break
		}
		t.Step(i, launches+2, fmt.Sprintf("timing, launch %d of %s", i+1, t.Plan.many(launches)))
		start := time.Now()
		if err := t.launch(fields, i, rows, budget); err != nil {
			t.Log("launch %d: %v", i+1, err)
			break
		}
		t.lasted = time.Since(start)
		t.out.Launches++
		t.out.Rows += rows
	}
	for _, f := range fields {
		t.account(f)
	}
	for i, last := range []struct {
		what string
		do   func([]*field)
	}{{"second look at the answers", t.gateAgainAll}, {"does the time depend on secrets?", t.leakAll}} {
		if !t.stopped() && anybody(fields) {
			t.Step(launches+i, launches+2, last.what)
			last.do(fields)
		}
	}
	set := figures.Group(t.out.Samples)
	for _, f := range fields {
		for _, e := range f.entrants {
			if e.hidden {
				continue
			}
			if r, ok := t.figure(set, f, e); ok {
				t.out.Results = append(t.out.Results, r)
			}
		}
	}
}

// anybody says whether there is somebody to be timed.
func anybody(fields []*field) bool {
	return slices.ContainsFunc(fields, func(f *field) bool { return len(f.entrants) > 0 })
}

// join gates the late contenders and enters them.
func (t *contest) join(fields []*field) {
	late := t.greet(t.Late())
	if len(late) == 0 {
		return
	}
	t.Log("gate: %d more contenders", len(late))
	t.gateAll(late)
	for _, f := range fields {
		f.enter(late)
	}
}

// addSecondCopy enters the baseline once more, under a name that no result
// has: whatever the run says of the two is its own error.
func (t *contest) addSecondCopy() {
	base := t.find(t.Baseline)
	if base == nil || base.gated == nil {
		return
	}
	second := *base
	second.Name, second.hidden, second.gated = results.SecondCopy, true, nil
	second.judge = func(_ string, rows []pool.Row, answers []worker.Answer) (int, error) {
		return t.Judge(base.Name, rows, answers)
	}
	second.estimate, second.rejected = map[string]float64{}, map[string]bool{}
	for op, ns := range base.estimate {
		second.estimate[op], second.rejected[op] = ns, base.rejected[op]
	}
	t.runners = append(t.runners, &second)
}

// launch starts every contender anew, and has them take turns on rows that
// none of them has seen.
func (t *contest) launch(fields []*field, number, rows int, budget float64) error {
	for _, f := range fields {
		f.setCold()
		var err error
		if f.fresh, err = t.Tuples.Fresh(f.op.Name, number, rowsOf(f.op, rows)+f.coldCalls+loneCalls); err != nil {
			return err
		}
		if f.op.AllValid {
			if f.alone, err = t.Tuples.Fresh(f.op.Usual().Name, number, len(f.fresh)); err != nil {
				return err
			}
		}
		if err := f.takeOwn(number); err != nil {
			return err
		}
		f.number = number * len(f.fresh)
	}
	defer func() {
		for _, k := range t.runners {
			k.stop()
		}
	}()
	t.startAll(fields)
	defer worker.KeepAwake(t.CPU)()
	for _, f := range fields {
		if t.stopped() {
			return nil
		}
		if len(f.fresh) == 0 || len(f.entrants) == 0 {
			continue
		}
		if f.shares(fields) {
			t.visit(f, number, budget)
		} else {
			t.visit(f, number, 0) // the fewest rounds
		}
		t.Seen(t.interim(f, number+1))
	}
	return nil
}

// startAll starts the processes of a launch, in an order of its own, since what
// a process gets of the memory depends on those before it.
func (t *contest) startAll(fields []*field) {
	list := slices.Clone(t.runners)
	list = slices.DeleteFunc(list, func(k *runner) bool {
		return !slices.ContainsFunc(fields, func(f *field) bool { return f.find(k.Name) != nil })
	})
	rng := fields[0].rng
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	var wg sync.WaitGroup
	limit := make(chan struct{}, 2)
	for _, k := range list {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			t.begin(k)
		})
	}
	wg.Wait()
}

// begin starts the process of k; where that fails, visit says so.
func (t *contest) begin(k *runner) {
	w, err := t.start(k, t.CPU)
	if err != nil {
		t.Log("%s: %v", k.Name, err)
		return
	}
	w.Pause()
	k.timed, k.warm = w, false
}

// visit times one operation in a launch.
func (t *contest) visit(f *field, launch int, budget float64) {
	f.size(t.Baseline, budget)
	for _, e := range slices.Clone(f.entrants) {
		e.at = 0
		if err := t.ready(f, e); err != nil {
			t.disqualify(f, e, err)
		}
	}
	first := len(t.out.Samples)
	for round := range f.rounds {
		t.turns(f, func(e *entrant, turn int) error {
			if f.rests(e, t.Baseline, round) {
				return nil
			}
			return t.slice(f, e, results.Sample{Launch: launch, Round: round, Turn: turn})
		})
	}
	for round := range f.lone() {
		t.turns(f, func(e *entrant, turn int) error {
			return t.lone(f, e, results.Sample{Launch: launch, Round: round, Turn: turn, Lone: true})
		})
	}
	for round := range f.cold() {
		t.turns(f, func(e *entrant, turn int) error {
			return t.cold(f, e, results.Sample{Launch: launch, Round: round, Turn: turn, Cold: true})
		})
	}
	f.learn(t.out.Samples[first:])
}

// turns lets the entrants take turns in an order that is drawn.
func (t *contest) turns(f *field, take func(e *entrant, turn int) error) {
	turn := slices.Clone(f.entrants)
	f.rng.Shuffle(len(turn), func(i, j int) { turn[i], turn[j] = turn[j], turn[i] })
	for i, e := range turn {
		if t.stopped() {
			return
		}
		if err := take(e, i); err != nil {
			t.disqualify(f, e, err)
		}
	}
}

// learn takes the last launch's times for the next one's estimates.
func (f *field) learn(list []results.Sample) {
	per := map[string][]float64{}
	for _, s := range list {
		if !s.Cold && !s.Lone {
			per[s.Contender] = append(per[s.Contender], s.PerRow())
		}
	}
	for _, e := range f.entrants {
		if len(per[e.Name]) > 0 {
			e.estimate[f.op.Name] = stats.Median(per[e.Name])
		}
	}
}

// ready sees to it that e has a process, and makes untimed calls in it.
func (t *contest) ready(f *field, e *entrant) error {
	if e.timed == nil {
		if t.begin(e.runner); e.timed == nil {
			return fmt.Errorf("it cannot be started again: %w", worker.ErrDead)
		}
	}
	e.timed.Resume()
	defer e.pause()
	need := warmNS
	switch {
	case e.info.Claims["jit"] && e.warm:
		need = laterJITNS
	case e.info.Claims["jit"]:
		need = firstJITNS
	}
	e.warm = true
	if err := e.timed.Load(e.call(f.op).Name, f.warm); err != nil {
		return err
	}
	n := min(max(int(need/e.estimate[f.op.Name]), 1), len(f.warm))
	for start := time.Now(); n > 0 && time.Since(start) < time.Duration(need); {
		if _, err := e.run(f.op, f.warm[:n], n, 0, 0, 1); err != nil {
			return err
		}
	}
	return nil
}

// pause stops e's process until its next turn.
func (e *entrant) pause() {
	e.timed.Pause()
	e.rested = float64(e.timed.Used())
}

// resume lets e's process go on, and holds it to having rested.
func (e *entrant) resume() error {
	if used := float64(e.timed.Used()); used-e.rested > idleNS {
		return fmt.Errorf("it used %.1f ms of processor time in the turns of others", (used-e.rested)/1e6)
	}
	e.timed.Resume()
	return nil
}

// run has e make warm untimed calls on what follows the first n of the loaded
// rows, then n calls on those, times over, and checks the answers.
func (e *entrant) run(op ops.Op, rows []pool.Row, n, warm, number, times int) (worker.Reply, error) {
	numbered := func(i int) int { return number + i }
	b, err := e.timed.Passes(e.call(op), 0, n, min(n, len(rows)-warm), warm, times)
	if err != nil {
		return b, located(err, rows[:n], numbered)
	}
	return b, e.check(rows, numbered, b.Answers)
}

// slice times the next rows of e: they are loaded right before.
func (t *contest) slice(f *field, e *entrant, s results.Sample) error {
	rows := f.rows(e)[e.at : e.at+e.count]
	err := t.sample(f, e, s, rows, e.warmCalls, f.number+e.at, e.times)
	e.at += e.count
	return err
}

// warmUp has e make the untimed calls before a slice in a request of their own:
// the rows that follow are not loaded yet, so that nothing can be done for them
// meanwhile. Runtimes that need threads are idle in between, and make their calls
// in the request of the slice, into which the rows are put several times; of light
// operations once, as they would be thousands.
func (e *entrant) warmUp(f *field) error {
	rows := f.warm[:e.warmCalls]
	if err := e.timed.Load(e.call(f.op).Name, rows); err != nil {
		return err
	}
	_, err := e.run(f.op, rows, len(rows), 0, 0, e.warmTimes)
	return err
}

// sample times rows, times over, and keeps the sample.
func (t *contest) sample(f *field, e *entrant, s results.Sample, rows []pool.Row, warm, number, times int) error {
	if err := e.resume(); err != nil {
		return err
	}
	defer e.pause()
	if warm > 0 && !e.Spec.Threads {
		if err := e.warmUp(f); err != nil {
			return err
		}
		warm = 0
	}
	untimed := f.warm[:warm]
	if warm > 0 && !f.op.Light {
		untimed = slices.Repeat(untimed, e.warmTimes)
	}
	warm = len(untimed)
	loaded := slices.Concat(rows, untimed)
	used := e.timed.Used()
	if err := e.timed.Load(e.call(f.op).Name, loaded); err != nil {
		return located(err, rows, func(i int) int { return number + i })
	}
	if s.Cold {
		t.evict()
	}
	s.Load = max(int64(e.timed.Used()-used), 0)
	if times > 1 && !e.Spec.Threads {
		b, err := e.run(f.op, loaded, len(rows), 0, number, 1)
		if err != nil {
			return err
		}
		s.First, s.FirstCPU = float64(b.NS)/float64(len(rows)), max(int64(b.CPU), 0)
	}
	b, err := e.run(f.op, loaded, len(rows), warm, number, times)
	if err != nil {
		return err
	}
	s.Op, s.Contender, s.Rows, s.Warm = f.op.Name, e.Name, times*len(rows), warm
	if times > 1 {
		s.Times = times
	}
	s.NS, s.Wall, s.CPU = b.NS, int64(b.Wall), max(int64(b.CPU), 0)
	t.out.Samples = append(t.out.Samples, s)
	e.spent += float64(b.NS) * float64(s.Rows+warm) / float64(s.Rows)
	return nil
}
