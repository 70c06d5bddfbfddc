package report

import (
	"math"
	"strconv"
	"time"

	"gonum.org/v1/plot"
)

// linearTicks puts labels at multiples of 1, 2 or 5 times a power of ten, at
// most six of them.
func linearTicks(lo, hi float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/5)))
	for _, m := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(m*step) <= 5 {
			step *= m
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(lo / step); i*step <= hi; i++ {
		ticks = append(ticks, tick(i*step))
	}
	return ticks
}

// logTicks puts labels at the powers of ten and at round values between them,
// as finely as it takes for three labels.
func logTicks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for _, steps := range [][]float64{{1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}, {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9}} {
		ticks = ticks[:0]
		for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
			for _, s := range steps {
				if v := s * math.Pow(10, e); v >= lo && v <= hi {
					ticks = append(ticks, tick(v))
				}
			}
		}
		if len(ticks) >= 3 {
			break
		}
	}
	return ticks
}

// yearTicks puts labels at the starts of years, at most eight of them.
func yearTicks(lo, hi float64) []plot.Tick {
	first, last := time.Unix(int64(lo), 0).UTC().Year(), time.Unix(int64(hi), 0).UTC().Year()
	step := 1 + (last-first)/8
	var ticks []plot.Tick
	for y := first; y <= last; y++ {
		v := float64(time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
		if v >= lo && v <= hi && y%step == 0 {
			ticks = append(ticks, plot.Tick{Value: v, Label: strconv.Itoa(y)})
		}
	}
	return ticks
}

func tick(v float64) plot.Tick {
	return plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 4, 64)}
}
