package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// A bound is an operation's greatest ratio that --fail-above lets pass.
type bound struct {
	op    string
	ratio float64
}

// parseBounds reads OP=RATIO; each operation must be among those measured.
func parseBounds(texts []string, measured []ops.Op) ([]bound, error) {
	var list []bound
	for _, s := range texts {
		op, number, ok := strings.Cut(s, "=")
		ratio, err := strconv.ParseFloat(number, 64)
		switch {
		case !ok || err != nil || !(ratio > 0 && ratio < 1e9):
			return nil, fmt.Errorf("--fail-above %q is not OP=RATIO, such as ecdsa_verify=1.05", s)
		case !slices.ContainsFunc(measured, func(o ops.Op) bool { return o.Name == op }):
			return nil, fmt.Errorf("--fail-above %s: %q is not an operation of this run", s, op)
		case slices.ContainsFunc(list, func(b bound) bool { return b.op == op }):
			return nil, fmt.Errorf("--fail-above gives two bounds for %s", op)
		}
		list = append(list, bound{op, ratio})
	}
	return list, nil
}

// bounded names the contenders that the bounds hold for: all but the baseline,
// whose ratio is 1.
func bounded(set []*contest.Contender, baseline string, bounds []bound) (names []string, err error) {
	for _, k := range set {
		if k.Name != baseline {
			names = append(names, k.Name)
		}
	}
	if len(names) == 0 && len(bounds) > 0 {
		return nil, badValue("--fail-above holds for nobody: %s is the baseline, and the only contender", baseline)
	}
	return names, nil
}

// broken says what breaks the bound: a contender without a figure, or one whose
// whole interval is above the ratio, so that noise alone breaks nothing. A
// ratio above the bound whose interval reaches below it is a doubt, as is a figure
// that is not all that the calls take.
func (b bound) broken(f *results.File, contenders []string) (reasons, doubts []string) {
	for _, name := range contenders {
		i := slices.IndexFunc(f.Results, func(r results.Result) bool { return r.Op == b.op && r.Contender == name })
		if i < 0 {
			reasons = append(reasons, fmt.Sprintf("%s has no figure on %s", name, b.op))
			continue
		}
		r := f.Results[i].Ratio
		says := fmt.Sprintf("%s on %s: %s [%s, %s] of %s, bound %s", name, b.op, results.FormatRatio(r.P50),
			results.FormatRatio(r.Lo), results.FormatRatio(r.Hi), f.Baseline, strconv.FormatFloat(b.ratio, 'g', -1, 64))
		switch {
		case !r.Known():
			reasons = append(reasons, fmt.Sprintf("%s on %s: the baseline has no figure", name, b.op))
		case r.Lo > b.ratio:
			reasons = append(reasons, says)
		case r.P50 > b.ratio:
			doubts = append(doubts, says+": too noisy to tell")
		case f.Results[i].Untrusted() != "":
			doubts = append(doubts, says+": its calls are not all that it takes, by its mark "+f.Results[i].Untrusted())
		}
	}
	return reasons, doubts
}
