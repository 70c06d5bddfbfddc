package results_test

import (
	"reflect"
	"slices"
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

// entry is a figure, by what matters to a standing.
type entry struct {
	name      string
	ns, ratio float64
	marks     []string
}

func standing(entries []entry, rejected ...results.Rejection) (f *results.File, s results.Standing) {
	f = resultstest.Empty("compare")
	for _, e := range entries {
		r := resultstest.Result("ecdh", e.name, e.ns, 1)
		r.Ratio, r.Marks = results.Ratio{P50: e.ratio, Lo: 0.99 * e.ratio, Hi: 1.01 * e.ratio}, e.marks
		f.Results = append(f.Results, r)
	}
	f.Rejected = rejected
	return f, f.Standing("ecdh")
}

func TestStanding(t *testing.T) {
	for _, c := range []struct {
		name             string
		entries          []entry
		rejected         []results.Rejection
		ranked, unranked []string
	}{
		{name: "nobody"},
		{"by ratio, not by time", []entry{{"a", 10, 1.2, nil}, {"b", 11, 1, nil}}, nil, []string{"b", "a"}, nil},
		{"by time without a baseline", []entry{{"a", 11, 0, nil}, {"b", 10, 0, nil}}, nil, []string{"b", "a"}, nil},
		{"by time where one has no ratio", []entry{{"a", 11, 0.5, nil}, {"b", 10, 0, nil}}, nil, []string{"b", "a"}, nil},
		{"the same figures", []entry{{"b", 10, 1, nil}, {"a", 10, 1, nil}}, nil, []string{"a", "b"}, nil},
		{"marks", []entry{
			{"a", 1, 0.1, []string{"vartime"}}, {"b", 2, 0.2, []string{"other", "vartime"}},
			{"c", 3, 0.3, []string{"wrong"}}, {"d", 4, 0.4, []string{"other"}},
		}, nil, []string{"c", "d"}, []string{"a", "b"}},
		{"all marked", []entry{{"a", 1, 0.1, []string{"vartime"}}}, nil, nil, []string{"a"}},
		{"rejected here", []entry{{"a", 1, 0.1, nil}, {"b", 2, 0.2, nil}}, []results.Rejection{{Contender: "a", Op: "ecdh"}}, []string{"b"}, []string{"a"}},
		{"rejected elsewhere", []entry{{"a", 1, 0.1, nil}, {"b", 2, 0.2, nil}}, []results.Rejection{{Contender: "a", Op: "ecdsa_sign"}}, []string{"a", "b"}, nil},
	} {
		f, s := standing(c.entries, c.rejected...)
		if got := contenders(s.Ranked); !slices.Equal(got, c.ranked) {
			t.Errorf("%s: ranked %v", c.name, got)
		}
		if got := contenders(s.Unranked); !slices.Equal(got, c.unranked) {
			t.Errorf("%s: not ranked %v", c.name, got)
		}
		if again, _ := standing(c.entries, c.rejected...); !reflect.DeepEqual(f, again) {
			t.Errorf("%s: Standing changed the file", c.name)
		}
	}
}

// A judgement decides over the figures; one that no figure bears out decides
// that nobody won.
func TestJudged(t *testing.T) {
	entries := []entry{{"a", 10, 0.5, nil}, {"b", 10, 0.6, nil}, {"c", 11, 0.7, nil}}
	for _, c := range []struct {
		name   string
		judged results.Winner
		winner string
		tied   []string
	}{
		{"not the fastest", results.Winner{Op: "ecdh", Contender: "b", Tied: []string{"a"}}, "b", []string{"a"}},
		{"no tie", results.Winner{Op: "ecdh", Contender: "a"}, "a", nil},
		{"nobody", results.Winner{Op: "ecdh"}, "", nil},
		{"rejected here", results.Winner{Op: "ecdh", Contender: "c"}, "", nil},
		{"another operation", results.Winner{Op: "ecdsa_sign", Contender: "b"}, "", nil},
	} {
		f, _ := standing(entries, results.Rejection{Contender: "c", Op: "ecdh"})
		f.Winners = []results.Winner{c.judged}
		s := f.Standing("ecdh")
		winner, tied := s.Winner()
		name := ""
		if winner != nil {
			name = winner.Contender
		}
		if name != c.winner || !slices.Equal(tied, c.tied) {
			t.Errorf("%s: %q, %v", c.name, name, tied)
		}
	}
}

func contenders(list []results.Result) []string {
	var out []string
	for _, r := range list {
		out = append(out, r.Contender)
	}
	return out
}

func TestOps(t *testing.T) {
	f := resultstest.Empty("compare")
	for _, op := range []string{"verify", "field_mul", "later", "ecdh", "ecdsa_sign", "ecdh"} {
		f.Results = append(f.Results, resultstest.Result(op, op, 1, 1))
	}
	f.Rejected = []results.Rejection{{Contender: "a", Op: "pubkey_create"}}
	want := []string{"pubkey_create", "ecdsa_sign", "ecdh", "field_mul", "verify", "later"}
	if got := f.Ops(); !slices.Equal(got, want) {
		t.Error(got)
	}
}

func TestMarkNote(t *testing.T) {
	r := results.Result{MarkNotes: map[string]string{"vartime": "read in x.go"}}
	for mark, want := range map[string]string{
		"vartime": "read in x.go", "unheard": "",
		results.MarkWrong: "rejected on another operation",
	} {
		if got := results.MarkNote(&r, mark); got != want {
			t.Errorf("%s: %q", mark, got)
		}
	}
}
