package contest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
	"koblitz.dev/lab/internal/worker"
)

const (
	sliceNS      = 3e6 // a timed slice, at most
	leastSliceNS = 1e6 // and at least, where there are many contenders
	leastRounds  = 8   // rounds an epoch that slices are shortened for
	leastEpochs  = 4   // starts of every process, so that their spread shows
	mostEpochs   = 30
	epochShareNS = 100e6 // of an epoch for each contender
	leastEpochNS = 500e6 // so that starting processes does not outweigh timing them
	warmNS       = 5e6   // untimed calls after a start
	warmJITNS    = 250e6 // the same for code that is compiled while it runs
	sliceWarmNS  = 300e3 // untimed calls before every slice
)

// entrant is a contender on one operation.
type entrant struct {
	*Contender
	w       *worker.Worker
	count   int // rows a slice
	warm    int // untimed calls before a slice
	at      int // next row
	samples [][]float64
	marks   map[string]string
}

// field is the group of entrants on one operation, and the rows that they
// have loaded: the timed ones, followed by those for warming up.
type field struct {
	op       ops.Op
	rows     []pool.Row
	timed    int
	entrants []*entrant
}

// measure times op on all contenders that have it and passed the gate.
func (t *contest) measure(op ops.Op) {
	f := field{op: op, rows: slices.Concat(t.Tuples.Rows(op.Name), t.Tuples.Warm(op.Name)), timed: len(t.Tuples.Rows(op.Name))}
	if f.timed == 0 {
		return
	}
	for _, k := range t.Contenders {
		if k.info.Ops[op.Name] && !k.rejected[op.Name] && k.estimate[op.Name] > 0 {
			f.entrants = append(f.entrants, &entrant{Contender: k, marks: map[string]string{}})
		}
	}
	if len(f.entrants) == 0 {
		return
	}
	budget := t.Seconds / float64(len(t.Ops)) * 1e9
	epochNS := max(leastEpochNS, epochShareNS*float64(len(f.entrants)))
	epochs := min(max(int(math.Round(budget/epochNS)), leastEpochs), mostEpochs)
	f.size(t.Baseline, budget/float64(epochs)) // by the gate's estimate, for the probe
	for _, e := range slices.Clone(f.entrants) {
		t.probeCaches(&f, e)
	}
	f.size(t.Baseline, budget/float64(epochs))
	rng := rand.New(rand.NewPCG(t.Seed, uint64(len(op.Name))<<32|uint64(op.Name[0])))
	for range epochs {
		t.epoch(&f, rng, time.Duration(budget/float64(epochs)))
	}
	share := budget / float64(len(f.entrants)+1)
	for _, e := range slices.Clone(f.entrants) {
		if err := t.gateAgain(&f, e, share); err != nil {
			t.disqualify(&f, e, err)
		}
	}
	for _, e := range f.entrants {
		t.out.Results = append(t.out.Results, t.figure(&f, e))
	}
}

// size sets the rows of a slice so that several rounds fit into an epoch, and
// a pass over all rows takes at least 16 slices. What a slice costs beside its
// rows (caches that another process has filled) weighs on each row by the
// slice's length, so contenders about as fast as the baseline get the same
// number of rows.
func (f *field) size(baseline string, epochNS float64) {
	slice := min(sliceNS, max(leastSliceNS, epochNS/float64(len(f.entrants)*leastRounds)))
	warmRows := len(f.rows) - f.timed
	basePer := 0.0
	if i := slices.IndexFunc(f.entrants, func(e *entrant) bool { return e.Name == baseline }); i >= 0 {
		basePer = f.entrants[i].estimate[f.op.Name]
	}
	for _, e := range f.entrants {
		per := e.estimate[f.op.Name]
		if math.Abs(per-basePer) < 0.1*basePer {
			per = basePer
		}
		e.count = min(max(int(slice/per), 1), max(f.timed/16, 1))
		e.warm = min(max(int(sliceWarmNS/per), 1), warmRows)
	}
}

// prepare starts a fresh process for e that has the field's rows loaded.
func (t *contest) prepare(f *field, e *entrant) error {
	w, err := t.start(e.Contender, t.CPU)
	if err != nil {
		return err
	}
	if err := w.Load(f.op.Name, f.rows); err != nil {
		w.Kill()
		return err
	}
	e.w = w
	return nil
}

// warmUp makes untimed calls on the rows set aside for that.
func (t *contest) warmUp(f *field, e *entrant) error {
	need := float64(warmNS)
	if e.info.Claims["jit"] {
		need = warmJITNS
	}
	warmRows := len(f.rows) - f.timed
	n := min(max(int(need/e.estimate[f.op.Name]), 1), warmRows)
	for spent := 0.0; n > 0 && spent < need; {
		b, err := e.w.Run(f.op, f.timed, n, f.timed, 0)
		if err != nil {
			return err
		}
		spent += float64(b.NS) + 1
	}
	return nil
}

// slice times the next rows of e, checks the answers and returns nanoseconds a call.
func (t *contest) slice(f *field, e *entrant) (float64, error) {
	n := min(e.count, f.timed-e.at)
	b, err := e.w.Run(f.op, e.at, n, f.timed, e.warm)
	if err != nil {
		return 0, err
	}
	if err := check(e.info.Claims, f.rows, e.at, b.Answers); err != nil {
		return 0, err
	}
	if e.at += n; e.at == f.timed {
		e.at = 0
	}
	return float64(b.NS) / float64(n), nil
}

// disqualify takes e out of the field for what it did in a timed slice.
func (t *contest) disqualify(f *field, e *entrant, err error) {
	at := ""
	var wrong *answerError
	if errors.As(err, &wrong) {
		at, err = wrong.row, wrong.err
	}
	t.reject(e.Contender, f.op.Name, at, fmt.Errorf("after the gate: %w", err))
	if e.w != nil {
		e.w.Kill()
		e.w = nil
	}
	f.entrants = slices.DeleteFunc(f.entrants, func(x *entrant) bool { return x == e })
}

// epoch starts all processes anew and lets them take turns, in an order drawn
// for each round, until the time is spent.
func (t *contest) epoch(f *field, rng *rand.Rand, budget time.Duration) {
	t.prepareAll(f)
	defer func() {
		for _, e := range f.entrants {
			e.w.Close()
			e.w = nil
		}
	}()
	from := rng.IntN(f.timed)
	for _, e := range slices.Clone(f.entrants) {
		if err := t.warmUp(f, e); err != nil {
			t.disqualify(f, e, err)
			continue
		}
		e.at = from
		e.samples = append(e.samples, nil)
	}
	start := time.Now()
	for round := 0; round < leastRounds || time.Since(start) < budget; round++ {
		turn := slices.Clone(f.entrants)
		rng.Shuffle(len(turn), func(i, j int) { turn[i], turn[j] = turn[j], turn[i] })
		for _, e := range turn {
			ns, err := t.slice(f, e)
			if err != nil {
				t.disqualify(f, e, err)
				continue
			}
			last := len(e.samples) - 1
			e.samples[last] = append(e.samples[last], ns)
		}
		if len(f.entrants) == 0 {
			return
		}
	}
}

func (t *contest) prepareAll(f *field) {
	errs := make([]error, len(f.entrants))
	entrants := slices.Clone(f.entrants)
	limit := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for i, e := range entrants {
		wg.Go(func() {
			limit <- struct{}{}
			errs[i] = t.prepare(f, e)
			<-limit
		})
	}
	wg.Wait()
	for i, e := range entrants {
		if errs[i] != nil {
			t.disqualify(f, e, errs[i])
		}
	}
}

// figure makes the result of e from its samples.
func (t *contest) figure(f *field, e *entrant) results.Result {
	all := slices.Concat(e.samples...)
	q := func(p float64) float64 { return stats.Quantile(all, p) }
	r := results.Result{
		Op: f.op.Name, Contender: e.Name, Version: e.Version, Date: e.Date, Path: e.info.Path, Flags: e.Flags,
		NS:      results.NS{Min: slices.Min(all), P10: q(0.1), P25: q(0.25), P50: q(0.5), P75: q(0.75)},
		Samples: len(all), Marks: []string{}, MarkNotes: e.marks, EmptyNS: e.empty,
	}
	if i := slices.IndexFunc(f.entrants, func(x *entrant) bool { return x.Name == t.Baseline }); i >= 0 {
		iv := stats.MedianInterval(paired(e.samples, f.entrants[i].samples), t.Seed)
		r.Ratio = results.Ratio{P50: iv.P50, Lo: iv.Lo, Hi: iv.Hi}
		r.Noisy = iv.Width() > 0.10
	}
	if a, ok := e.alloc[f.op.Name]; ok {
		r.Alloc = &a
	}
	for _, m := range e.info.Marks {
		if slices.Contains(m.Ops, f.op.Name) {
			e.marks[m.Name] = m.Reason
		}
	}
	for m := range e.marks {
		r.Marks = append(r.Marks, m)
	}
	slices.Sort(r.Marks)
	return r
}

// paired divides the samples of each round by the baseline's of that round.
func paired(e, base [][]float64) [][]float64 {
	out := make([][]float64, len(e))
	for i := range e {
		for j := range e[i] {
			out[i] = append(out[i], e[i][j]/base[i][j])
		}
	}
	return out
}
