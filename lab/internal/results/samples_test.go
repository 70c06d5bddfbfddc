package results

import (
	"bytes"
	"compress/gzip"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSamplesRoundTrip(t *testing.T) {
	dir := t.TempDir()
	want := []Sample{
		{Op: "ecdsa_verify", Contender: "a", Rows: 100, Warm: 8, NS: 3_000_000, Wall: 3_500_000, CPU: 3_300_000, Load: 50_000},
		{Op: "ecdh", Contender: SecondCopy, Launch: 7, Round: 3, Turn: 2, Cold: true, Rows: 6, Times: 3, NS: 1},
		{Op: "ecdh", Contender: "a", Lone: true, Rows: 1, NS: 30_000},
	}
	for range 2 { // a second run replaces the file
		if err := WriteSamples(dir, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadSamples(filepath.Join(dir, SamplesFile))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSamplesAreStrict(t *testing.T) {
	for _, c := range []struct{ name, text, err string }{
		{"none", "", ""},
		{"unknown field", `{"op":"ecdh","contender":"a","rows":1,"ns":1,"x":1}`, "unknown field"},
		{"two values", `{"op":"ecdh","contender":"a","rows":1,"ns":1} {}`, "follows"},
		{"no rows", `{"op":"ecdh","contender":"a","ns":1}`, "count"},
		{"no such rows", `{"op":"ecdh","contender":"a","rows":7,"times":2,"ns":1}`, "count"},
		{"negative times", `{"op":"ecdh","contender":"a","rows":7,"times":-1,"ns":1}`, "count"},
		{"no time", `{"op":"ecdh","contender":"a","rows":1}`, "time"},
		{"negative time", `{"op":"ecdh","contender":"a","rows":1,"ns":1,"cpu_ns":-1}`, "time"},
		{"negative round", `{"op":"ecdh","contender":"a","rows":1,"ns":1,"round":-1}`, "count"},
		{"no operation", `{"contender":"a","rows":1,"ns":1}`, "operation"},
		{"no contender", `{"op":"ecdh","rows":1,"ns":1}`, "contender"},
		{"long line", `{"op":"` + strings.Repeat("a", maxSampleLine) + `"}`, "line 1: "},
		{"long second line", `{"op":"ecdh","contender":"a","rows":1,"ns":1}` + "\n" + strings.Repeat("a", maxSampleLine), "line 2: "},
	} {
		var buf bytes.Buffer
		z := gzip.NewWriter(&buf)
		_, _ = z.Write([]byte(c.text))
		_ = z.Close()
		_, err := decodeSamples(&buf)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := decodeSamples(strings.NewReader("plain")); err == nil {
		t.Error("plain text was read")
	}
}
