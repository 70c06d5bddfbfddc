package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Welch returns Welch's t of two samples, and the difference of the means in
// shares of the second's. Both are 0 where a sample has fewer than two values or
// none varies.
func Welch(a, b []float64) (t, diff float64) {
	if len(a) < 2 || len(b) < 2 {
		return 0, 0
	}
	ma, va := stat.MeanVariance(a, nil)
	mb, vb := stat.MeanVariance(b, nil)
	se := math.Sqrt(va/float64(len(a)) + vb/float64(len(b)))
	if se == 0 {
		return 0, 0
	}
	return (ma - mb) / se, (ma - mb) / mb
}

// Below returns the values that are at most limit.
func Below(list []float64, limit float64) []float64 {
	return slices.DeleteFunc(slices.Clone(list), func(x float64) bool { return x > limit })
}
