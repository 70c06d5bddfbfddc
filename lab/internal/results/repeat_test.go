package results_test

import (
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

func TestRepeat(t *testing.T) {
	for _, c := range []struct {
		command string
		args    []string
		op      string
		want    string
	}{
		{"compare", []string{}, "", "go run ./lab compare"},
		{"compare", []string{}, "ecdh", "go run ./lab compare --op ecdh"},
		{"compare", []string{"--full", "--out", "x", "--seed", "7"}, "", "go run ./lab compare --full --seed 7"},
		{"compare", []string{"--full=true", "--seed", "7"}, "ecdh", "go run ./lab compare --seed 7 --op ecdh"},
		{"compare", []string{"--op", "ecdsa_sign", "--seconds", "5", "--op=ecdh"}, "ecdh", "go run ./lab compare --seconds 5 --op ecdh"},
		{"compare", []string{"--op", "ecdsa_sign", "--seconds", "5", "--op=ecdh"}, "", "go run ./lab compare --op ecdsa_sign --seconds 5 --op=ecdh"},
		{"compare", []string{"--out=a", "--fail-above", "ecdh=2", "--out", "--op", "--seed", "7"}, "", "go run ./lab compare --seed 7"},
		{"compare", []string{"--contender", "a=it's here.so"}, "", `go run ./lab compare --contender 'a=it'\''s here.so'`},
		{"compare", []string{"--contender", "\x1b$(x)"}, "", "go run ./lab compare --contender '\ufffd$(x)'"},
		{"compare", []string{"--seed"}, "", "go run ./lab compare --seed"},
		{"decade", []string{"--seconds", "5"}, "ecdh", "go run ./lab decade --seconds 5"},
		{"primitives", []string{}, "field_mul", "go run ./lab primitives --op field_mul"},
		{"compare", nil, "", "go run ./lab compare --seconds 60 --pool 4096 --seed 1"},
		{"aa", nil, "ecdh", "go run ./lab aa --op ecdh"},
		{"aa", []string{"--copies", "2", "--out", "x"}, "", "go run ./lab aa --copies 2"},
		{"algorithms", []string{}, "sign", "go run ./lab algorithms --op sign"},
	} {
		f := resultstest.Empty(c.command)
		f.Args = c.args
		if got := f.Repeat(c.op); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.command, c.args, got, c.want)
		}
	}
	f := resultstest.Empty("compare")
	f.Pool = results.Pool{Distinct: 9, Input: "a b.csv"}
	if got, want := f.Repeat(""), "go run ./lab compare --seconds 60 --input 'a b.csv'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
