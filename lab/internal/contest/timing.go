package contest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"koblitz.dev/lab/internal/ops"
)

const (
	sliceNS      = 3e6  // a timed slice, at most
	leastSliceNS = 1e6  // and at least, where there are many contenders
	turnNS       = 50e3 // a slice may be as long as this, whatever share of the rows that is
	leastRounds  = 8    // rounds an epoch that slices are shortened for
	leastEpochs  = 4    // starts of every process, so that their spread shows
	mostEpochs   = 30
	epochShareNS = 100e6 // of an epoch on an operation, for each contender
	leastEpochNS = 500e6 // so that starting processes does not outweigh timing them
	warmNS       = 5e6   // untimed calls after the rows were loaded
	firstJITNS   = 250e6 // the same for code that is compiled while it runs, in a new process
	laterJITNS   = 100e6 // and in one that has run another operation
	sliceWarmNS  = 300e3 // untimed calls before every slice
)

// measureAll times all operations on the contenders that have them and passed
// the gate. Every epoch starts each contender's process once and goes through
// the operations with it.
func (t *contest) measureAll() {
	var fields []*field
	share := 0.0
	for _, op := range t.Ops {
		if f := t.newField(op); f != nil {
			fields = append(fields, f)
			share += max(leastEpochNS, epochShareNS*float64(len(f.entrants)))
		}
	}
	if len(fields) == 0 {
		return
	}
	epochs := min(max(int(math.Round(t.Seconds*1e9/share)), leastEpochs), mostEpochs)
	budget := t.Seconds * 1e9 / float64(len(fields)*epochs)
	steps := len(fields) + epochs + 1
	for i, f := range fields {
		t.Step(i, steps, "caches: "+f.op.Name)
		f.size(t.Baseline, budget) // by the gate's estimate
		for _, e := range slices.Clone(f.entrants) {
			t.probeCaches(f, e)
		}
		f.size(t.Baseline, budget)
	}
	for i := range epochs {
		t.Step(len(fields)+i, steps, fmt.Sprintf("timing, epoch %d of %d", i+1, epochs))
		for _, f := range fields {
			t.epoch(f, time.Duration(budget))
		}
		for _, k := range t.Contenders {
			k.stop()
		}
	}
	t.Step(steps-1, steps, "second look at the answers")
	t.gateAgainAll(fields)
	for _, f := range fields {
		for _, e := range f.entrants {
			t.out.Results = append(t.out.Results, t.figure(f, e))
		}
	}
}

// newField is the field of op; nil when there is nobody in it.
func (t *contest) newField(op ops.Op) *field {
	f := &field{
		op: op, all: t.Tuples.Rows(op.Name), warm: t.Tuples.Warm(op.Name),
		rng: rand.New(rand.NewPCG(t.Seed, uint64(len(op.Name))<<32|uint64(op.Name[0]))),
	}
	if len(f.all) == 0 {
		return nil
	}
	for _, k := range t.Contenders {
		if k.info.Ops[op.Name] && !k.rejected[op.Name] && k.estimate[op.Name] > 0 {
			f.entrants = append(f.entrants, &entrant{Contender: k, marks: map[string]string{}})
		}
	}
	if len(f.entrants) == 0 {
		return nil
	}
	return f
}

// size sets the rows of a slice so that several rounds fit into an epoch, and
// a pass over all rows takes at least 16 slices unless calls are very short.
// What a slice costs beside its rows (caches that another process has filled)
// weighs on each row by the slice's length, so contenders about as fast as the
// baseline get the same number of rows. It also sets how many rows an epoch
// needs.
func (f *field) size(baseline string, epochNS float64) {
	slice := min(sliceNS, max(leastSliceNS, epochNS/float64(len(f.entrants)*leastRounds)))
	basePer := 0.0
	if e := f.find(baseline); e != nil {
		basePer = e.estimate[f.op.Name]
	}
	most, round := 0, 0.0
	for _, e := range f.entrants {
		per := e.estimate[f.op.Name]
		if math.Abs(per-basePer) < 0.1*basePer {
			per = basePer
		}
		share := max(len(f.all)/16, min(int(turnNS/per), len(f.all)), 1)
		e.count = min(max(int(slice/per), 1), share)
		e.warmCalls = min(max(int(sliceWarmNS/per), 1), len(f.warm))
		most = max(most, e.count)
		round += float64(e.count+e.warmCalls) * per
	}
	rounds := max(leastRounds, int(epochNS/round))
	f.need = min(len(f.all), rounds*most)
}

// prepare sees to it that e has a process, and loads the rows into it.
func (t *contest) prepare(win *window, e *entrant) error {
	if e.timed == nil {
		w, err := t.start(e.Contender, t.CPU)
		if err != nil {
			return err
		}
		e.timed, e.warm = w, false
	}
	return e.timed.Load(win.op.Name, win.rows)
}

// warmUp makes untimed calls on the rows set aside for that.
func (t *contest) warmUp(win *window, e *entrant) error {
	need := warmNS
	switch {
	case e.info.Claims["jit"] && e.warm:
		need = laterJITNS
	case e.info.Claims["jit"]:
		need = firstJITNS
	}
	e.warm = true
	n := min(max(int(need/e.estimate[win.op.Name]), 1), len(win.rows)-win.timed)
	for spent := 0.0; n > 0 && spent < need; {
		start := time.Now()
		if _, err := win.run(e, win.timed, n, 0); err != nil {
			return err
		}
		spent += float64(time.Since(start))
	}
	return nil
}

// slice times the next rows of e and returns nanoseconds a call.
func (e *entrant) slice(win *window) (float64, error) {
	n := min(e.count, win.timed-e.at)
	ns, err := win.run(e, e.at, n, e.warmCalls)
	if err != nil {
		return 0, err
	}
	if e.at += n; e.at == win.timed {
		e.at = 0
	}
	e.spent += ns * float64(n+e.warmCalls) / float64(n)
	return ns / float64(n), nil
}

// epoch lets the entrants take turns on some of the rows, in an order drawn
// for each round, until the time is spent.
func (t *contest) epoch(f *field, budget time.Duration) {
	win := f.window(f.rng.IntN(len(f.all)), f.need)
	t.prepareAll(f, win)
	for _, e := range slices.Clone(f.entrants) {
		if err := t.warmUp(win, e); err != nil {
			t.disqualify(f, e, err)
			continue
		}
		e.at = 0
		e.samples = append(e.samples, nil)
	}
	start := time.Now()
	for round := 0; round < leastRounds || time.Since(start) < budget; round++ {
		turn := slices.Clone(f.entrants)
		if len(turn) == 0 {
			return
		}
		f.rng.Shuffle(len(turn), func(i, j int) { turn[i], turn[j] = turn[j], turn[i] })
		for _, e := range turn {
			ns, err := e.slice(win)
			if err != nil {
				t.disqualify(f, e, err)
				continue
			}
			last := len(e.samples) - 1
			e.samples[last] = append(e.samples[last], ns)
		}
	}
}

func (t *contest) prepareAll(f *field, win *window) {
	errs := make([]error, len(f.entrants))
	entrants := slices.Clone(f.entrants)
	limit := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for i, e := range entrants {
		wg.Go(func() {
			limit <- struct{}{}
			errs[i] = t.prepare(win, e)
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
