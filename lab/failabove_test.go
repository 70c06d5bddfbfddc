package main

import (
	"strings"
	"testing"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

func TestParseBounds(t *testing.T) {
	measured, err := findOps([]string{"ecdh", "ecdsa_sign"}, ops.All, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		texts []string
		want  []bound
		err   string
	}{
		{nil, nil, ""},
		{[]string{"ecdh=1.05", "ecdsa_sign=2"}, []bound{{"ecdh", 1.05}, {"ecdsa_sign", 2}}, ""},
		{[]string{"ecdh"}, nil, "is not OP=RATIO"},
		{[]string{"ecdh="}, nil, "is not OP=RATIO"},
		{[]string{"ecdh=x"}, nil, "is not OP=RATIO"},
		{[]string{"ecdh=0"}, nil, "is not OP=RATIO"},
		{[]string{"ecdh=-1"}, nil, "is not OP=RATIO"},
		{[]string{"ecdh=NaN"}, nil, "is not OP=RATIO"},
		{[]string{"ecdh=Inf"}, nil, "is not OP=RATIO"},
		{[]string{"ecdsa_verify=1"}, nil, "is not an operation of this run"},
		{[]string{"ecdh=1", "ecdh=2"}, nil, "two bounds"},
	} {
		got, err := parseBounds(c.texts, measured)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: %v, want %q", c.texts, err, c.err)
			}
			continue
		}
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%q: %v, %v", c.texts, got, err)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%q: %v", c.texts, got)
			}
		}
	}
}

func TestBounded(t *testing.T) {
	for _, c := range []struct {
		contenders string
		bounds     []bound
		want       string
		refused    bool
	}{
		{"base a b", []bound{{"ecdh", 1}}, "a b", false},
		{"base", nil, "", false},
		{"base", []bound{{"ecdh", 1}}, "", true},
	} {
		var set []*contest.Contender
		for name := range strings.FieldsSeq(c.contenders) {
			set = append(set, &contest.Contender{Name: name})
		}
		got, err := bounded(set, "base", c.bounds)
		if strings.Join(got, " ") != c.want || (err != nil) != c.refused || err != nil && statusOf(err) != statusUsage {
			t.Errorf("%s: %q, %v", c.contenders, got, err)
		}
	}
}

func TestBroken(t *testing.T) {
	f := resultstest.Empty("compare")
	for _, r := range []struct {
		name  string
		ratio results.Ratio
	}{
		{"below", results.Ratio{P50: 1.0, Lo: 0.99, Hi: 1.01}},
		{"above", results.Ratio{P50: 1.2, Lo: 1.11, Hi: 1.3}},
		{"noisy", results.Ratio{P50: 1.2, Lo: 1.09, Hi: 1.3}},
		{"reaching", results.Ratio{P50: 1.09, Lo: 1.0, Hi: 1.3}},
		{"none", results.Ratio{}},
		{"untimed", results.Ratio{P50: 1.0, Lo: 0.99, Hi: 1.01}},
	} {
		x := resultstest.Result("ecdh", r.name, 1000, 1)
		x.Ratio = r.ratio
		if r.name == results.MarkUntimed {
			x.Marks = []string{r.name}
		}
		f.Results = append(f.Results, x)
	}
	for _, c := range []struct{ name, reason, doubt string }{
		{"below", "", ""},
		{"above", "above on ecdh: 1.200 [1.110, 1.300] of libsecp256k1-0.8.0, bound 1.1", ""},
		{"noisy", "", "too noisy to tell"},
		{"reaching", "", ""},
		{"untimed", "", "by its mark untimed"},
		{"none", "the baseline has no figure", ""},
		{"absent", "absent has no figure on ecdh", ""},
	} {
		reasons, doubts := bound{"ecdh", 1.1}.broken(f, []string{c.name})
		for what, pair := range map[string][2]string{"reason": {strings.Join(reasons, "; "), c.reason}, "doubt": {strings.Join(doubts, "; "), c.doubt}} {
			if got, want := pair[0], pair[1]; (got == "") != (want == "") || !strings.Contains(got, want) {
				t.Errorf("%s: %s %q, want %q", c.name, what, got, want)
			}
		}
	}
}
