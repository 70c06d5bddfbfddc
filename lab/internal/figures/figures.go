// Package figures makes the figures of a run from its samples, and nothing
// else: whoever has samples.jsonl.gz and the seed makes the same ones.
package figures

import (
	"cmp"
	"slices"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

// Figure is what the samples of one contender on one operation say.
type Figure struct {
	NS      results.NS
	Ratio   results.Ratio // zero without a baseline
	Samples int
	Noisy   bool
	Cold    *results.Cold
	CPU     *results.CPU
}

// Set is the samples of a run, by operation and contender.
type Set map[[2]string][]results.Sample

// Group sorts samples into a Set, but for lone calls, which are for the accounts.
func Group(list []results.Sample) Set {
	set := Set{}
	for _, s := range list {
		if s.Lone {
			continue
		}
		key := [2]string{s.Op, s.Contender}
		set[key] = append(set[key], s)
	}
	return set
}

// Of returns a contender's figure on an operation; ok is false when it has no
// warm samples there. The seed is the run's. The baseline, whose ratio to itself
// is 1 for certain, is as noisy as that of its second copy.
func (set Set) Of(op, contender, baseline string, seed uint64) (f Figure, ok bool) {
	mine, base := set[[2]string{op, contender}], set[[2]string{op, baseline}]
	warm := launches(mine, false, results.Sample.PerRow)
	if len(warm) == 0 {
		return Figure{}, false
	}
	all := slices.Concat(warm...)
	f.NS, f.Samples = quantiles(all), len(all)
	iv, known := ratioOf(mine, base, false, stats.Level, seed)
	if known {
		f.Ratio = results.Ratio(iv)
	}
	noise := func(iv stats.Interval, cold bool) stats.Interval {
		if contender == baseline {
			if second, known := ratioOf(set[[2]string{op, results.SecondCopy}], base, cold, stats.Level, seed); known {
				return second
			}
		}
		return iv
	}
	slice := stats.Median(slices.Concat(launches(mine, false, func(s results.Sample) float64 { return float64(s.NS) })...))
	f.Noisy = noise(iv, false).Noisy(f.Samples) || stats.Short(slice)
	f.CPU = processor(mine)
	if cold := slices.Concat(launches(mine, true, results.Sample.PerRow)...); len(cold) > 0 {
		f.Cold = &results.Cold{NS: quantiles(cold), Samples: len(cold)}
		iv, known := ratioOf(mine, base, true, stats.Level, seed)
		if known {
			f.Cold.Ratio = results.Ratio(iv)
		}
		f.Cold.Noisy = noise(iv, true).Noisy(len(cold))
	}
	return f, true
}

// Apply writes the figure into r.
func (f *Figure) Apply(r *results.Result) {
	r.NS, r.Ratio, r.Samples, r.Noisy, r.Cold, r.CPU = f.NS, f.Ratio, f.Samples, f.Noisy, f.Cold, f.CPU
}

// Self returns the ratio of the baseline's second copy to the baseline on an
// operation; ok is false when there was none.
func (set Set) Self(op, baseline string, seed uint64) (r results.Ratio, ok bool) {
	iv, ok := ratioOf(set[[2]string{op, results.SecondCopy}], set[[2]string{op, baseline}], false, stats.Level, seed)
	return results.Ratio(iv), ok
}

// Winner judges an operation. The fastest figure wins that is ranked and not
// noisy; fastest by the ratio to the baseline, or by time where one has no
// ratio. Tied with it are all ranked contenders whose paired ratio to the
// winner is not above 1 for certain: its interval is at the level 5%, divided
// by the number of comparisons (Bonferroni). Nobody wins where a ranked one was
// faster than that for certain: its figure is noisy, or the two orders differ.
func (set Set) Winner(f *results.File, op string) results.Winner {
	w := results.Winner{Op: op}
	standing := f.Standing(op)
	for _, r := range standing.Ranked {
		if !r.Noisy {
			w.Contender = r.Contender
			break
		}
	}
	if w.Contender == "" {
		return w
	}
	best := set[[2]string{op, w.Contender}]
	for _, r := range standing.Ranked {
		if r.Contender == w.Contender {
			continue
		}
		level := stats.Level / float64(len(standing.Ranked)-1)
		iv, known := ratioOf(set[[2]string{op, r.Contender}], best, false, level, f.Seed)
		if known && iv.Hi < 1 {
			return results.Winner{Op: op}
		}
		if !known || iv.Lo <= 1 {
			w.Tied = append(w.Tied, r.Contender)
		}
	}
	return w
}

// place tells the samples that are paired with each other.
type place struct{ launch, round int }

// launches gives value of the cold or the other samples, a list a launch, in
// the order of time.
func launches(list []results.Sample, cold bool, value func(results.Sample) float64) [][]float64 {
	var out [][]float64
	last := -1
	for _, s := range ordered(list, cold) {
		if s.Launch != last {
			out, last = append(out, nil), s.Launch
		}
		out[len(out)-1] = append(out[len(out)-1], value(s))
	}
	return out
}

func ordered(list []results.Sample, cold bool) []results.Sample {
	list = slices.DeleteFunc(slices.Clone(list), func(s results.Sample) bool { return s.Cold != cold })
	slices.SortStableFunc(list, func(a, b results.Sample) int {
		return cmp.Or(cmp.Compare(a.Launch, b.Launch), cmp.Compare(a.Round, b.Round))
	})
	return list
}

// ratioOf divides each sample by the baseline's of the same round.
func ratioOf(mine, base []results.Sample, cold bool, level float64, seed uint64) (stats.Interval, bool) {
	divisor := map[place]float64{}
	for _, s := range base {
		if s.Cold == cold {
			divisor[place{s.Launch, s.Round}] = s.PerRow()
		}
	}
	paired := slices.DeleteFunc(slices.Clone(mine), func(s results.Sample) bool {
		return divisor[place{s.Launch, s.Round}] == 0
	})
	ratios := launches(paired, cold, func(s results.Sample) float64 {
		return s.PerRow() / divisor[place{s.Launch, s.Round}]
	})
	if len(ratios) == 0 {
		return stats.Interval{}, false
	}
	return stats.MedianIntervalAt(ratios, level, seed), true
}

func quantiles(all []float64) results.NS {
	q := func(p float64) float64 { return stats.Quantile(all, p) }
	return results.NS{Min: slices.Min(all), P10: q(0.1), P25: q(0.25), P50: q(0.5), P75: q(0.75)}
}

// processor is the processor time of a call, and of loading a row; nil where the system did not tell.
func processor(list []results.Sample) *results.CPU {
	run := slices.Concat(launches(list, false, func(s results.Sample) float64 { return float64(s.CPU) / float64(s.Rows+s.Warm) })...)
	load := slices.Concat(launches(list, false, func(s results.Sample) float64 { return float64(s.Load) / float64(s.Loaded()) })...)
	c := &results.CPU{Run: stats.Median(run), Load: stats.Median(load)}
	if c.Run == 0 {
		return nil
	}
	return c
}
