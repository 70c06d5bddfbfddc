package results

import (
	"cmp"
	"slices"

	"koblitz.dev/lab/internal/ops"
)

// A Standing orders the figures of one operation.
type Standing struct {
	Op       string
	Ranked   []Result // fastest first
	Unranked []Result // those that a mark keeps from winning, fastest first
	judged   *Winner  // nil in a file without a judgement, which has no winner
}

// Ops lists the operations that have a figure or a rejection, in the order in
// which they are shown: as package ops lists them, then as they appear.
func (f *File) Ops() []string {
	var have, list []string
	for _, r := range f.Results {
		have = append(have, r.Op)
	}
	for _, r := range f.Rejected {
		have = append(have, r.Op)
	}
	for _, o := range slices.Concat(ops.Known, ops.Primitives, ops.Algorithms) {
		if slices.Contains(have, o.Name) {
			list = append(list, o.Name)
		}
	}
	for _, name := range have {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// Standing returns the standing of one operation. Figures are ordered by their
// ratio to the baseline, or by their median time when one of them has no ratio.
// A contender that was rejected on the operation is not ranked.
func (f *File) Standing(op string) Standing {
	s := Standing{Op: op}
	if i := slices.IndexFunc(f.Winners, func(w Winner) bool { return w.Op == op }); i >= 0 {
		s.judged = &f.Winners[i]
	}
	var list []Result
	for _, r := range f.Results {
		if r.Op == op {
			list = append(list, r)
		}
	}
	byTime := slices.ContainsFunc(list, func(r Result) bool { return !r.Ratio.Known() })
	slices.SortFunc(list, func(a, b Result) int {
		order := cmp.Compare(a.NS.P50, b.NS.P50)
		if !byTime {
			order = cmp.Or(cmp.Compare(a.Ratio.P50, b.Ratio.P50), order)
		}
		return cmp.Or(order, cmp.Compare(a.Contender, b.Contender))
	})
	for _, r := range list {
		if r.Ranked() && !f.rejected(r.Contender, op) {
			s.Ranked = append(s.Ranked, r)
		} else {
			s.Unranked = append(s.Unranked, r)
		}
	}
	return s
}

// All returns the ranked figures, then the others.
func (s *Standing) All() []Result {
	return slices.Concat(s.Ranked, s.Unranked)
}

// Winner returns the figure that won, if one did, and the contenders that the
// run cannot tell from it, as the contest judged.
func (s *Standing) Winner() (winner *Result, tied []string) {
	if s.judged == nil {
		return nil, nil
	}
	i := slices.IndexFunc(s.Ranked, func(r Result) bool { return r.Contender == s.judged.Contender })
	if i < 0 {
		return nil, nil
	}
	return &s.Ranked[i], s.judged.Tied
}

// NoWinner says why nobody won.
func (s *Standing) NoWinner() string {
	switch {
	case len(s.Ranked) == 0:
		return "no figure can win"
	case s.judged == nil:
		return "the run has no judgement"
	}
	return "every figure that can win is noisy, or a noisy one was certainly faster"
}

// Known says whether there is a ratio: all fields are 0 when the baseline has
// no figure for the operation.
func (r Ratio) Known() bool {
	return r != Ratio{}
}

func (f *File) rejected(contender, op string) bool {
	return slices.ContainsFunc(f.Rejected, func(r Rejection) bool { return r.Contender == contender && r.Op == op })
}
