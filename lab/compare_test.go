package main

import (
	"slices"
	"testing"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/roster"
)

// Of the libraries that the user named, all but one get rows of their own; who is
// asked for by name alone gets everybody's.
func TestUnknown(t *testing.T) {
	set := []*contest.Contender{{Name: "engine"}, {Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "libsecp256k1-0.8.0"}}
	for _, c := range []struct {
		requests []roster.Request
		want     []string
	}{
		{nil, nil},
		{[]roster.Request{{Name: "engine"}}, nil},
		{[]roster.Request{{Name: "engine"}, {Name: "a", Path: "/a"}}, nil},
		{[]roster.Request{{Name: "b", Path: "/b"}, {Name: "engine"}, {Name: "a", Path: "/a"}}, []string{"b"}},
		{[]roster.Request{{Name: "a", Path: "/a"}, {Name: "b", Path: "/b"}, {Name: "c", Path: "/c"}}, []string{"b", "c"}},
	} {
		var got []string
		for _, k := range unknown(set, c.requests) {
			got = append(got, k.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.requests, got, c.want)
		}
	}
}
