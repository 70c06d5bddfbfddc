package contest

import (
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"koblitz.dev/lab/internal/figures"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// entrant is a contender on one operation.
type entrant struct {
	*runner
	count     int        // rows a slice
	times     int        // that a slice passes over its rows; 1 but for light operations
	warmCalls int        // rows of the untimed calls before a slice
	warmTimes int        // that these pass over their rows, in a request of their own
	own       []pool.Row // of this launch, where it has rows of its own
	at        int        // next of the launch's rows
	rested    float64    // nanoseconds of processor time used up to its last pause
	spent     float64    // nanoseconds in slices
	fault     error      // found in the second look
	marks     map[string]string
	leak      *results.Leak
}

// field is the group of entrants on one operation.
type field struct {
	op        ops.Op
	plan      Plan
	fresh     []pool.Row // of this launch: those for cold calls last
	alone     []pool.Row // the same for calls of one row, where that makes a difference
	number    int        // of the first of them
	warm      []pool.Row // for untimed calls
	rounds    int
	coldCalls int // of a launch, as far as there are rows
	rng       *rand.Rand
	entrants  []*entrant

	classed   bool // the classes of secrets have been made
	classList []pool.Class
	classErr  error
}

// rng is the run's random source for one purpose.
func (t *contest) rng(purpose string) *rand.Rand {
	name := fnv.New64a()
	_, _ = name.Write([]byte(purpose))
	return rand.New(rand.NewPCG(t.Seed, name.Sum64()))
}

// newField is the field of op.
func (t *contest) newField(op ops.Op) *field {
	f := &field{op: op, plan: t.Plan, warm: t.Tuples.Warm(op.Name), rng: t.rng(op.Name)}
	f.enter(t.runners)
	return f
}

// enter takes in those of list that have the operation and passed the gate.
func (f *field) enter(list []*runner) {
	for _, k := range list {
		if k.has(f.op) && !k.rejected[f.op.Name] && k.estimate[f.op.Name] > 0 {
			e := &entrant{runner: k, marks: map[string]string{}}
			if k.call(f.op).Name != f.op.Name {
				e.marks[results.MarkSingles] = ""
			}
			f.entrants = append(f.entrants, e)
		}
	}
}

// rows are those of this launch that e is timed on.
func (f *field) rows(e *entrant) []pool.Row {
	switch {
	case e.own != nil:
		return e.own
	case f.usual(e):
		return f.alone
	}
	return f.fresh
}

// usual says whether e gets the rows of the usual batch: calls of one row have one
// in 16 bad, whatever whole batches have.
func (f *field) usual(e *entrant) bool { return f.op.AllValid && e.call(f.op).Batch == 0 }

// takeOwn makes the rows of those who have their own.
func (f *field) takeOwn(launch int) error {
	for _, e := range f.entrants {
		if e.Fresh == nil {
			continue
		}
		name := f.op.Name
		if f.usual(e) {
			name = f.op.Usual().Name
		}
		var err error
		if e.own, err = e.Fresh(name, launch, len(f.fresh)); err != nil {
			return err
		}
		f.fresh = f.fresh[:min(len(f.fresh), len(e.own))]
	}
	return nil
}

// declares says whether e's worker gives it that mark on the operation.
func (e *entrant) declares(f *field, mark string) bool {
	return slices.ContainsFunc(e.info.Marks, func(m worker.Mark) bool {
		return m.Name == mark && slices.Contains(m.Ops, e.call(f.op).Name)
	})
}

func (f *field) find(name string) *entrant {
	i := slices.IndexFunc(f.entrants, func(e *entrant) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	return f.entrants[i]
}

// size sets the rows of a slice and the rounds of a launch: at least
// leastRounds, more as far as rows and time last. What a slice costs beside its
// rows (caches that another process has filled) weighs on each row by the
// slice's length, so contenders about as fast as the baseline get the same
// number of rows. Slices are of whole batches, but for those who have none: their
// calls of one row take no longer than others'. Slices of light operations pass
// many times over few rows, which stay in the first cache with their results: a
// slice of rows that are all new would time the caches behind it.
func (f *field) size(baseline string, budgetNS float64) {
	least := f.plan.roundsOf(f.op)
	rows := len(f.fresh) - f.cold() - f.lone()
	basePer := 0.0
	if e := f.find(baseline); e != nil {
		basePer = e.estimate[f.op.Name]
	}
	slice := min(sliceNS, max(leastSliceNS, budgetNS/float64(len(f.entrants)*least)))
	most, round := 1, 0.0
	for _, e := range f.entrants {
		per := e.estimate[f.op.Name]
		if math.Abs(per-basePer) < 0.1*basePer {
			per = basePer
		}
		batch := max(e.call(f.op).Batch, 1)
		e.count = min(max(int(slice/per)/batch, 1), max(rows/least/batch, 1)) * batch
		e.times = 1
		if f.op.Light {
			e.count = min(e.count, lightRows)
			e.times = max(int(lightSliceNS/per)/e.count, 1)
		}
		e.warmCalls = min(max(int(sliceWarmNS/per), 1), len(f.warm))
		e.warmTimes = max(int(sliceWarmNS/per)/e.warmCalls, 1)
		most = max(most, e.count)
		round += float64(e.times*e.count+e.warmTimes*e.warmCalls) * per
	}
	f.rounds = min(max(least, int(budgetNS/round)), max(rows/most, 1))
}

// shares says whether f has a share of the run's time: a tiny operation has none beside
// others.
func (f *field) shares(all []*field) bool {
	return !f.op.Tiny || !slices.ContainsFunc(all, func(x *field) bool { return !x.op.Tiny })
}

// roundsOf is how many rounds a launch has of an operation at least.
func (p Plan) roundsOf(op ops.Op) int {
	switch {
	case op.Tiny:
		return tinyRounds
	case op.Batch == 0:
		return p.Rounds
	}
	return batchRoundsOf(op)
}

func batchRoundsOf(op ops.Op) int { return min(leastRounds, max(batchRounds, batchRows/op.Batch)) }

// BatchRows is how many rows a launch needs at least of a batch.
func BatchRows(op ops.Op) int {
	if op.Batch == 0 {
		return 0
	}
	return batchRoundsOf(op) * op.Batch
}

// rowsOf is how many rows a launch needs of an operation, of which there are
// usual ones.
func rowsOf(op ops.Op, usual int) int { return max(usual, BatchRows(op)) }

// batchNS is what the batches of a launch take, with the untimed calls and the
// loading of rows.
func (f *field) batchNS() float64 {
	sum := 0.0
	for _, e := range f.entrants {
		slice := float64(e.call(f.op).Batch) * e.estimate[f.op.Name]
		if f.op.Batch > 0 {
			slice = max(slice, leastSliceNS)
		}
		sum += 1.5 * float64(f.plan.roundsOf(f.op)) * slice
	}
	return sum
}

// lone is how many of the rows before those are set aside for lone calls. Batches
// have none, nor light operations, whose call is no longer than reading the clock.
func (f *field) lone() int {
	if f.op.Batch > 0 || f.op.Light {
		return 0
	}
	return min(loneCalls, len(f.fresh)/4)
}

// figure makes the result of e from the samples of the run.
func (t *contest) figure(set figures.Set, f *field, e *entrant) (results.Result, bool) {
	fig, ok := set.Of(f.op.Name, e.Name, t.Baseline, t.Seed)
	if !ok {
		return results.Result{}, false
	}
	r := results.Result{
		Op: f.op.Name, Contender: e.Name, Version: e.Version, Date: e.Date, Path: e.info.Path, Flags: e.Flags,
		Binaries: e.binaries, MarkNotes: e.marks, EmptyNS: e.empty, Leak: e.leak, Alone: e.alone(),
	}
	fig.Apply(&r)
	if a, ok := e.alloc[f.op.Name]; ok {
		r.Alloc = &a
	}
	for _, m := range e.info.Marks {
		if slices.Contains(m.Ops, e.call(f.op).Name) {
			e.marks[m.Name] = strings.TrimSuffix(m.Reason+"; "+e.marks[m.Name], "; ")
		}
	}
	r.Marks = append([]string{}, slices.Sorted(maps.Keys(e.marks))...)
	return r, true
}
