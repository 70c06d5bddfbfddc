package contest

import (
	"slices"

	"koblitz.dev/lab/internal/account"
	"koblitz.dev/lab/internal/results"
)

// account holds what the entrants of a field said against the time that passed, marks
// them, and takes out those whose word is not what the system saw. The baseline
// comes first: where it is taken out, nobody is compared with it.
func (t *contest) account(f *field) {
	base := f.find(t.Baseline)
	list := slices.Clone(f.entrants)
	slices.SortStableFunc(list, func(a, b *entrant) int { return rank(a == base) - rank(b == base) })
	for _, e := range list {
		entry := account.Entry{Op: f.op, Samples: t.samples(f.op.Name, e.Name), Alone: e.alone()}
		if base != nil && base.Spec.Argv[0] == e.Spec.Argv[0] {
			entry.Base = t.samples(f.op.Name, base.Name)
		}
		marks, fault := entry.Judge(account.ProductNS())
		for mark, why := range marks {
			e.marks[mark] = why
		}
		if fault != nil {
			t.disqualify(f, e, fault)
			base = f.find(t.Baseline)
		}
	}
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// alone says whether all of k's processor time is its calls' and requests'.
func (k *runner) alone() bool { return !k.Spec.Threads }

func (t *contest) samples(op, contender string) []results.Sample {
	var list []results.Sample
	for _, s := range t.out.Samples {
		if s.Op == op && s.Contender == contender {
			list = append(list, s)
		}
	}
	return list
}
