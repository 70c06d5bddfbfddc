// Package stats turns timed slices into figures.
package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Quantile returns the p-quantile (0 <= p <= 1) of samples, which need not be
// sorted, by linear interpolation of the order statistics. It is NaN for none.
func Quantile(samples []float64, p float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(samples))
	return quantileSorted(s, p)
}

func quantileSorted(s []float64, p float64) float64 {
	if len(s) == 1 {
		return s[0]
	}
	h := p * float64(len(s)-1)
	i := min(int(h), len(s)-2)
	return s[i] + (h-float64(i))*(s[i+1]-s[i])
}

// Median returns the 0.5-quantile.
func Median(samples []float64) float64 { return Quantile(samples, 0.5) }

// Interval is an estimate with its 95% confidence interval.
type Interval struct {
	P50, Lo, Hi float64
}

// Width returns (Hi - Lo) / P50.
func (i Interval) Width() float64 { return (i.Hi - i.Lo) / i.P50 }

const (
	noisyWidth   = 0.10
	quietSamples = 20   // with fewer an interval says little
	quietSliceNS = 10e3 // in shorter slices the clock itself weighs
)

// Noisy says whether a figure is not to be trusted to a few percent: the
// interval is wider than 10% of the ratio, or there are fewer than 20 samples.
// The zero Interval is that of a figure without a ratio.
func (i Interval) Noisy(samples int) bool {
	return samples < quietSamples || i.Width() > noisyWidth
}

// Short says whether slices are so short, below 10 µs, that the clock weighs in
// a few percent.
func Short(sliceNS float64) bool { return sliceNS < quietSliceNS }

const resamples = 1000

// Level is the share of intervals that miss the true value.
const Level = 0.05

// MedianInterval estimates the median of positive, serially correlated samples
// that were taken in several epochs; in each epoch the measured processes were
// started anew. The interval comes from a bootstrap at two levels: epochs are
// drawn with replacement, so that what a start fixes for its whole life (the
// placement of code and data in memory) widens the interval; within a drawn
// epoch, circular blocks of neighbouring samples are drawn, so that
// correlation in time does too (Künsch 1989; Politis and Romano 1992; for the
// two levels Davison and Hinkley 1997, section 3.8). E epochs tell little about
// their own spread when E is small: the interval is stretched, on the
// logarithm, by sqrt(E/(E-1)) t(E-1)/z, which makes it Student's for normal
// epoch effects. One epoch alone gives the block bootstrap's interval.
//
// The result is NaN when there is no sample. seed makes it repeatable.
func MedianInterval(epochs [][]float64, seed uint64) Interval {
	return MedianIntervalAt(epochs, Level, seed)
}

// MedianIntervalAt is MedianInterval for another level than 5%, as for several
// comparisons that shall hold together (Bonferroni: the level divided by their
// number). Its ends are those of 5%, stretched by the ratio of Student's
// quantiles: the tails of a thousand resamples do not reach further.
func MedianIntervalAt(epochs [][]float64, level float64, seed uint64) Interval {
	var all []float64
	var kept [][]float64
	for _, e := range epochs {
		if len(e) > 0 {
			all = append(all, e...)
			kept = append(kept, e)
		}
	}
	if len(all) == 0 {
		nan := math.NaN()
		return Interval{nan, nan, nan}
	}
	centre := Median(all)
	rng := rand.New(rand.NewPCG(seed, 0x6b6f626c69747a))
	medians := make([]float64, resamples)
	buf := make([]float64, 0, 2*len(all))
	for i := range medians {
		buf = buf[:0]
		for range kept {
			e := kept[rng.IntN(len(kept))]
			buf = appendBlocks(buf, e, rng)
		}
		slices.Sort(buf)
		medians[i] = math.Log(quantileSorted(buf, 0.5))
	}
	slices.Sort(medians)
	k := stretch(len(kept), level)
	c := math.Log(centre)
	lo := stat.Quantile(Level/2, stat.Empirical, medians, nil)
	hi := stat.Quantile(1-Level/2, stat.Empirical, medians, nil)
	return Interval{
		P50: centre,
		Lo:  math.Exp(c + k*min(lo-c, 0)),
		Hi:  math.Exp(c + k*max(hi-c, 0)),
	}
}

// appendBlocks appends len(e) samples of e, drawn in circular blocks. The
// block's length grows as the cube root of the number of samples, the order
// that minimises the mean squared error of a bootstrap variance (Hall,
// Horowitz and Jing 1995).
func appendBlocks(buf, e []float64, rng *rand.Rand) []float64 {
	n := len(e)
	block := max(1, int(math.Round(2*math.Cbrt(float64(n)))))
	for left := n; left > 0; left -= block {
		start := rng.IntN(n)
		for j := range min(block, left) {
			buf = append(buf, e[(start+j)%n])
		}
	}
	return buf
}

func stretch(epochs int, level float64) float64 {
	z := distuv.UnitNormal.Quantile(1 - Level/2)
	if epochs < 2 {
		return distuv.UnitNormal.Quantile(1-level/2) / z
	}
	e := float64(epochs)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e - 1}.Quantile(1 - level/2)
	return math.Sqrt(e/(e-1)) * t / z
}
