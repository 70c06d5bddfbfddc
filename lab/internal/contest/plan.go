package contest

import (
	"fmt"
	"math"
	"runtime"
	"time"
)

// Plan says how much of an operation is measured.
type Plan struct {
	Least, Most int       // launches: starts of every process, so that their spread shows
	Rounds      int       // of an operation in a launch, at least; batches and tiny operations have their own number
	Cold        int       // cold calls of an operation in a launch, at least; 0 for none
	Sparing     bool      // who is much slower than the baseline takes part in every other round
	End         time.Time // no launch begins that would end the contest later; the zero time is no bound
}

// Whole is the plan of a run that takes the time it needs.
var Whole = Plan{Least: 8, Most: 24, Rounds: leastRounds, Cold: coldCalls}

// Until is the plan of a run that shall be over by end: as many launches as there is time
// for, and half of the rounds with twice the rows, since a slice costs a Go worker 16 ms
// beside its rows.
func Until(end time.Time) Plan {
	return Plan{Least: 4, Most: 8, Rounds: leastRounds / 2, Sparing: true, End: end}
}

// muchSlower is how many times as long as the baseline's a call takes of which a sparing
// plan has half of the rounds.
const muchSlower = 1.5

// rests says whether e does not take part in a round.
func (f *field) rests(e *entrant, baseline string, round int) bool {
	if !f.plan.Sparing || f.op.Batch > 0 || round%2 == 0 {
		return false
	}
	base := f.find(baseline)
	return base != nil && e.estimate[f.op.Name] > muchSlower*base.estimate[f.op.Name]
}

// launches returns how many launches there are, at most where the plan has an end, and the
// nanoseconds of each operation in one.
func (p Plan) launches(fields []*field, seconds float64) (n int, budget float64) {
	share, sharing := 0.0, 0
	for _, f := range fields {
		if len(f.entrants) > 0 && f.shares(fields) {
			share += max(leastShareNS, launchShareNS*float64(len(f.entrants)), f.batchNS())
			sharing++
		}
	}
	n = p.Most
	if p.End.IsZero() {
		n = min(max(int(math.Round(seconds*1e9/max(share, 1))), p.Least), p.Most)
	}
	return n, seconds * 1e9 / float64(max(sharing, 1)*n)
}

// many writes how many launches there will be.
func (p Plan) many(launches int) string {
	if p.End.IsZero() {
		return fmt.Sprint(launches)
	}
	return fmt.Sprintf("at most %d", launches)
}

// overdue says whether one more launch would end the contest after the plan's end.
func (t *contest) overdue(fields []*field) bool {
	return !t.Plan.End.IsZero() && time.Now().Add(t.lasted+t.rest(fields)).After(t.Plan.End)
}

// rest is about what remains to be done after the last launch, if one more is made: the
// second look, by as many contenders at a time as there are processors, and the test for
// times that depend on secrets.
func (t *contest) rest(fields []*field) time.Duration {
	look, leak := 0.0, 0.0
	for _, f := range fields {
		classes, _ := t.classes(f)
		for _, e := range f.entrants {
			look += e.spent * float64(t.out.Launches+1) / float64(max(t.out.Launches, 1))
			if classes == nil || !t.tests(e, f) {
				continue
			}
			least := 2 * float64(len(classes)*leastBlocks*leakCalls) * e.estimate[f.op.Name]
			leak += min(max(float64(leakTime), least), float64(leakMost)) + warmNS
			if e.info.Claims["jit"] {
				leak += laterJITNS
			}
		}
	}
	return time.Duration(look/float64(runtime.NumCPU()) + leak)
}
