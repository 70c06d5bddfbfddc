// Package account holds what a contender said of its time against the processor
// time and the time that passed, from the samples of a run alone: whoever has
// them finds the same marks and rejections.
package account

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/stat"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

// What a worker's word may differ by from what the system and the conductor
// saw. It is the size of the lie that goes unnoticed, and room for an honest
// worker's reading of the command and writing of the reply.
const (
	wordShare     = 0.05   // of the time
	wordRowNS     = 600.0  // a row: forgetting its last result, and writing the new one in hex
	wordSliceNS   = 150e3  // a slice, by processor time
	wallSliceNS   = 1000e3 // a slice, by the conductor's clock, at the best of ten
	besideShare   = 0.10   // of a call: what a row may take beside it, more than the baseline's
	besideRowNS   = 500.0
	besideLoad    = 0.05   // of what the baseline takes beside a call: another compiler's code prepares rows a little slower
	longBeside    = 10.0   // times its call: what the baseline takes beside it where twice that share is granted
	coldShare     = 0.50   // of what the baseline's cold call takes beside it: the same
	loneShare     = 0.20   // of what the baseline's lone call takes beside it: the same
	togetherShare = 0.85   // of the ratio by lone calls: what that by slices may be
	togetherNS    = 2500.0 // what a lone call may take more than one of a slice: code and tables are a little colder (1.5 µs on a Xeon), and the engine computes in scalars where it is alone
	againShare    = 0.75   // of the ratio by rows that come for the first time: what that by rows that come again may be
	againRowNS    = 10.0   // a row: what the first pass may cost more than the baseline's, for code that is not in the caches yet
	firstShare    = 0.10   // of a call: what a row of the first pass may take beside it, more than the baseline's
	firstRowNS    = 20.0
	firstCertain  = 4.0 // standard errors of that
	leastSlices   = 8
)

// An Entry is a contender on one operation.
type Entry struct {
	Op      ops.Op
	Samples []results.Sample // of all slices
	// The program runs alone: it has no threads that work beside the calls, on
	// collecting garbage and compiling. Of the others the floor is asked.
	Alone bool
	// The baseline's samples, where it has the same worker; nil otherwise.
	Base []results.Sample
}

// Judge returns the marks that the entry gets, with the reasons, and what it is
// to be rejected for. productNS is ProductNS of the machine that it ran on. To
// prepare a row for long may be honest, and to profit from rows that come again:
// these are marks.
func (e Entry) Judge(productNS float64) (marks map[string]string, fault error) {
	marks = map[string]string{}
	list, cold, lone := slicesOf(e.Samples), coldOf(e.Samples), loneOf(e.Samples)
	if len(list) < leastSlices {
		return marks, nil
	}
	fault = cmp.Or(floor(e.Op, list, productNS), floor(e.Op, cold, productNS))
	if !e.Alone {
		return marks, fault
	}
	fault = cmp.Or(fault, processorWord(list), wallWord(list))
	base, baseCold, baseLone := slicesOf(e.Base), coldOf(e.Base), loneOf(e.Base)
	if err := cmp.Or(beside(list, base), besideFirst(list, base), besideCall("a cold", cold, baseCold, coldShare), besideCall("a lone", lone, baseLone, loneShare)); err != nil {
		marks[results.MarkUntimed] = err.Error()
	}
	if err := again(list, base); err != nil {
		marks[results.MarkAgain] = err.Error()
	}
	if err := together(list, base, lone, baseLone); err != nil {
		marks[results.MarkTogether] = err.Error()
	}
	return marks, fault
}

func kind(list []results.Sample, cold, lone bool) []results.Sample {
	return slices.DeleteFunc(slices.Clone(list), func(s results.Sample) bool { return s.Cold != cold || s.Lone != lone })
}

func slicesOf(list []results.Sample) []results.Sample { return kind(list, false, false) }
func coldOf(list []results.Sample) []results.Sample   { return kind(list, true, false) }
func loneOf(list []results.Sample) []results.Sample   { return kind(list, false, true) }

func quantileOf(list []results.Sample, p float64, value func(results.Sample) float64) float64 {
	all := make([]float64, len(list))
	for i, s := range list {
		all[i] = value(s)
	}
	return stats.Quantile(all, p)
}

func medianOf(list []results.Sample, value func(results.Sample) float64) float64 {
	return quantileOf(list, 0.5, value)
}

// said is what all calls of a request took, the untimed ones too, if each took
// as long as the timed ones are said to, and what is granted beside.
func said(s results.Sample, slice float64) float64 {
	return (1+wordShare)*s.PerRow()*float64(s.Rows+s.Warm) + wordRowNS*float64(s.Loaded()) + slice
}

// processorWord compares with the processor time of all threads, in the median.
func processorWord(list []results.Sample) error {
	if medianOf(list, func(s results.Sample) float64 { return float64(s.CPU) - said(s, wordSliceNS) }) <= 0 {
		return nil
	}
	used := medianOf(list, func(s results.Sample) float64 { return float64(s.CPU) / float64(s.Rows+s.Warm) })
	return fmt.Errorf("it says that a call takes %.0f ns, and uses %.0f ns of processor time for each", medianOf(list, results.Sample.PerRow), used)
}

// wallWord compares with the conductor's clock, at the best of ten slices:
// others may have held the processor in the rest.
func wallWord(list []results.Sample) error {
	if quantileOf(list, 0.1, func(s results.Sample) float64 { return float64(s.Wall) - said(s, wallSliceNS) }) <= 0 {
		return nil
	}
	took := quantileOf(list, 0.1, func(s results.Sample) float64 { return float64(s.Wall) / float64(s.Rows+s.Warm) })
	return fmt.Errorf("it says that a call takes %.0f ns, while %.0f ns pass", medianOf(list, results.Sample.PerRow), took)
}

// rest is the processor time that a slice takes outside of its timed calls, in
// loading its rows and in the request that runs them. The sum counts, since a
// slice may hide work in either.
func rest(s results.Sample) float64 {
	return float64(s.Load) + max(float64(s.CPU)-s.PerRow()*float64(s.Rows+s.Warm), 0)
}

// beside compares the rest of a slice, for each of its rows, with that of the
// baseline's on the same worker. What is granted is a share of the contender's own
// call: however much faster than the baseline it is, it hides no more of it.
func beside(list, base []results.Sample) error {
	if len(base) == 0 {
		return nil
	}
	row := func(s results.Sample) float64 { return rest(s) / float64(s.Loaded()) }
	call := medianOf(list, func(s results.Sample) float64 { return s.PerRow() * float64(s.Rows+s.Warm) / float64(s.Loaded()) })
	own, ref := medianOf(list, row), medianOf(base, row)
	share := besideLoad
	if ref > longBeside*call { // releases differ by more than the whole call is
		share *= 2
	}
	if own-ref <= besideShare*call+besideRowNS+share*ref {
		return nil
	}
	return fmt.Errorf("beside its calls it uses %.0f ns of processor time a row, the baseline %.0f ns", own, ref)
}

// besideCall is the same for single calls, cold or lone ones. What surrounds a cold
// call runs on cold caches, too, and more of it where more code is taken along.
func besideCall(kind string, list, base []results.Sample, share float64) error {
	if min(len(list), len(base)) < leastSlices {
		return nil
	}
	own, ref := medianOf(list, rest), medianOf(base, rest)
	if own <= besideLimit(list, base, share) {
		return nil
	}
	return fmt.Errorf("beside %s call it uses %.0f ns of processor time, the baseline %.0f ns", kind, own, ref)
}

// besideLimit is what is granted beside a single call of list's.
func besideLimit(list, base []results.Sample, share float64) float64 {
	return (1+share)*medianOf(base, rest) + besideShare*medianOf(list, results.Sample.PerRow)
}

// pairsOf gives the slices with a first pass that a contender and the baseline made
// in the same round.
func pairsOf(list, base []results.Sample) (own, ref []results.Sample) {
	type place struct{ launch, round int }
	partner := map[place]results.Sample{}
	for _, s := range base {
		partner[place{s.Launch, s.Round}] = s
	}
	for _, s := range list {
		if r, ok := partner[place{s.Launch, s.Round}]; ok && s.First > 0 && r.First > 0 {
			own, ref = append(own, s), append(ref, r)
		}
	}
	return own, ref
}

// together compares the ratio of slices, whose rows all lie in memory when the first
// call is made, with that of lone calls, beside which there is nothing to work on. Of
// the lone calls those count beside which nothing was hidden, and the fastest of them:
// whatever else is at work costs a short call no less than a long one.
func together(list, base, lone, baseLone []results.Sample) error {
	if min(len(lone), len(baseLone)) < leastSlices {
		return nil
	}
	limit := besideLimit(lone, baseLone, loneShare)
	lone = slices.DeleteFunc(slices.Clone(lone), func(s results.Sample) bool { return rest(s) > limit })
	if len(lone) == 0 {
		return nil
	}
	own, one := medianOf(list, results.Sample.PerRow), quantileOf(lone, 0, results.Sample.PerRow)
	among, single := own/medianOf(base, results.Sample.PerRow), one/quantileOf(baseLone, 0, results.Sample.PerRow)
	if among >= togetherShare*single || one-own <= togetherNS {
		return nil
	}
	return fmt.Errorf("on rows among others it takes %.2f of the baseline's time, and %.2f on one alone", among, single)
}

// besideFirst is beside for the request of the first pass, by whose word again goes.
// Such a pass takes less than waking up for it: the mean of the pairs counts, as far
// as it is certain, without passes that others interrupted.
func besideFirst(list, base []results.Sample) error {
	row := func(s results.Sample) float64 { return float64(s.FirstCPU)/float64(s.Loaded()) - s.First }
	own, ref := pairsOf(list, base)
	var more []float64
	for i := range own {
		if row(own[i]) > 0 && row(ref[i]) > 0 {
			more = append(more, row(own[i])-row(ref[i]))
		}
	}
	if len(more) < leastSlices {
		return nil
	}
	mean, spread := stat.MeanStdDev(more, nil)
	call := medianOf(own, func(s results.Sample) float64 { return s.First })
	if mean-firstCertain*stat.StdErr(spread, float64(len(more))) <= firstShare*call+firstRowNS {
		return nil
	}
	return fmt.Errorf("beside its calls on new rows it uses %.0f ns of processor time a row more than the baseline", mean)
}

// again compares what the passes over the rows of a light operation gain on the
// first one, in which nothing can be remembered, with what the baseline's do, pair
// by pair.
func again(list, base []results.Sample) error {
	own, ref := pairsOf(list, base)
	if len(own) < leastSlices {
		return nil
	}
	var first, later, gain, more []float64
	for i, s := range own {
		first = append(first, s.First/ref[i].First)
		later = append(later, s.PerRow()/ref[i].PerRow())
		gain = append(gain, later[i]/first[i])
		more = append(more, s.First-s.PerRow()-(ref[i].First-ref[i].PerRow()))
	}
	if stats.Median(gain) >= againShare || stats.Median(more) <= againRowNS {
		return nil
	}
	return fmt.Errorf("on rows that come again it takes %.2f of the baseline's time, and %.2f on those that come for the first time",
		stats.Median(later), stats.Median(first))
}

// floor refuses a figure below what the least arithmetic that is known for the
// operation costs on this machine: vectors may double the products of a clock,
// and eight rows side by side multiply them by eight.
func floor(op ops.Op, list []results.Sample, productNS float64) error {
	least := float64(op.Products) * productNS / 2
	if op.Batch >= 8 {
		least /= 4
	}
	if got := medianOf(list, results.Sample.PerRow); len(list) > 0 && got < least {
		return fmt.Errorf("a call that takes %.0f ns cannot have made the %d products of 64 bits that it needs", got, op.Products)
	}
	return nil
}

// ProductNS is what a product of 64 by 64 bits takes on this machine, at best.
var ProductNS = sync.OnceValue(func() float64 {
	const n = 1 << 14
	best := time.Hour
	for range 20 {
		var a, b, c, d uint64 = 3, 5, 7, 9
		start := time.Now()
		for i := range uint64(n / 4) {
			a, _ = bits.Mul64(a, i)
			b, _ = bits.Mul64(b, i)
			c, _ = bits.Mul64(c, i)
			d, _ = bits.Mul64(d, i)
		}
		if took := time.Since(start); a|b|c|d != 1 {
			best = min(best, took)
		}
	}
	return float64(best) / n
})
