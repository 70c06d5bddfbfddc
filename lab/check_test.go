package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/figures"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

// measured returns a run whose figures follow from its samples: two contenders
// and the baseline's second copy, four launches of eight rounds.
func measured() (*results.File, []results.Sample) {
	f := resultstest.Empty("compare")
	f.Seed = 1
	var samples []results.Sample
	for launch := range 4 {
		for round := range 8 {
			for turn, c := range []struct {
				name string
				ns   int64
			}{{f.Baseline, 400_000}, {"engine", 200_000}, {results.SecondCopy, 400_400}} {
				ns := c.ns + int64(1000*round+100*launch+(37*turn)%11)
				for _, cold := range []bool{false, true} {
					samples = append(samples, results.Sample{
						Op: "ecdh", Contender: c.name, Launch: launch, Round: round, Turn: turn, Cold: cold,
						Rows: 10, NS: ns, Wall: 2 * ns, CPU: ns + 40_000, Load: 5000,
					})
				}
			}
		}
	}
	f.Machine.ProductNS = 0.3
	set := figures.Group(samples)
	for _, name := range []string{f.Baseline, "engine"} {
		r := resultstest.Result("ecdh", name, 1, 1)
		figure, _ := set.Of("ecdh", name, f.Baseline, f.Seed)
		figure.Apply(&r)
		r.Alone, r.Binaries = true, []results.Binary{{Path: "worker-c", SHA256: strings.Repeat("0", 64)}}
		f.Results = append(f.Results, r)
	}
	self, _ := set.Self("ecdh", f.Baseline, f.Seed)
	f.Self = []results.Self{{Op: "ecdh", Ratio: self}}
	f.Winners = []results.Winner{set.Winner(f, "ecdh")}
	return f, samples
}

// loads has engine take long for preparing its rows, and f have the figure of that.
func loads(f *results.File, samples *[]results.Sample) {
	for i, s := range *samples {
		if s.Contender == "engine" && !s.Cold {
			(*samples)[i].Load = 60_000
		}
	}
	figure, _ := figures.Group(*samples).Of("ecdh", "engine", f.Baseline, f.Seed)
	figure.Apply(&f.Results[1])
}

func TestRecompute(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(f *results.File, samples *[]results.Sample)
		want   string // of the only difference, empty for none
	}{
		{"as measured", func(*results.File, *[]results.Sample) {}, ""},
		{"last digit", func(f *results.File, _ *[]results.Sample) { f.Results[1].Ratio.P50 *= 1 + 1e-12 }, ""},
		{"ratio", func(f *results.File, _ *[]results.Sample) { f.Results[1].Ratio.P50 *= 0.99 }, "engine on ecdh: "},
		{"bound", func(f *results.File, _ *[]results.Sample) { f.Results[1].Ratio.Hi *= 0.999 }, "engine on ecdh: "},
		{"time", func(f *results.File, _ *[]results.Sample) { f.Results[1].NS.Min -= 1 }, "engine on ecdh: "},
		{"noisy", func(f *results.File, _ *[]results.Sample) { f.Results[1].Noisy = !f.Results[1].Noisy }, "engine on ecdh: "},
		{"noisy baseline", func(f *results.File, _ *[]results.Sample) { f.Results[0].Noisy = true }, " on ecdh: "},
		{"quiet baseline of earlier files", func(f *results.File, s *[]results.Sample) {
			for i := range *s {
				if x := &(*s)[i]; x.Contender == results.SecondCopy && x.Cold && x.Launch%2 == 0 {
					x.NS, x.Wall = 3*x.NS, 3*x.Wall
				}
			}
		}, ""},
		{"samples", func(f *results.File, _ *[]results.Sample) { f.Results[1].Samples++ }, "engine on ecdh: "},
		{"in lanes", func(_ *results.File, s *[]results.Sample) {
			for _, x := range slices.Clone(*s) {
				if x.Contender != results.SecondCopy && !x.Cold {
					x.Lone, x.Rows, x.NS, x.CPU = true, 1, 40_000, 50_000
					*s = append(*s, x)
				}
			}
		}, "engine on ecdh: without the mark together in results.json, and by its samples on rows among others it takes 0.50"},
		{"cold", func(f *results.File, _ *[]results.Sample) { f.Results[1].Cold.NS.P50 *= 0.9 }, "engine on ecdh: "},
		{"no cold", func(f *results.File, _ *[]results.Sample) { f.Results[1].Cold = nil }, "engine on ecdh: "},
		{"processor", func(f *results.File, _ *[]results.Sample) { f.Results[1].CPU.Run /= 2 }, "engine on ecdh: "},
		{"seed", func(f *results.File, _ *[]results.Sample) { f.Self[0].Ratio.Lo *= 0.9 }, "the run's own error"},
		{"another order of operations", func(f *results.File, s *[]results.Sample) {
			for _, x := range *s {
				x.Op = "ecdsa_sign"
				*s = append(*s, x)
			}
			for _, r := range f.Results {
				r.Op = "ecdsa_sign"
				f.Results = append(f.Results, r)
			}
			f.Self = append(f.Self, results.Self{Op: "ecdsa_sign", Ratio: f.Self[0].Ratio})
			f.Winners = append(f.Winners, results.Winner{Op: "ecdsa_sign", Contender: "engine"})
		}, ""},
		{"own error hidden", func(f *results.File, _ *[]results.Sample) { f.Self = nil }, "the run's own error"},
		{"winner", func(f *results.File, _ *[]results.Sample) { f.Winners[0].Contender = f.Baseline }, "ecdh: winner"},
		{"tie", func(f *results.File, _ *[]results.Sample) { f.Winners[0].Tied = []string{f.Baseline} }, "ecdh: winner"},
		{"winner left out", func(f *results.File, _ *[]results.Sample) { f.Winners = nil }, "ecdh: winner"},
		{"figure from nothing", func(f *results.File, _ *[]results.Sample) {
			f.Results = append(f.Results, resultstest.Result("ecdh", "nobody", 1, 1))
		}, "nobody on ecdh has no samples"},
		{"figure left out", func(f *results.File, s *[]results.Sample) {
			*s = append(*s, results.Sample{Op: "ecdh", Contender: "other", Rows: 1, NS: 1, Wall: 1})
		}, "other on ecdh has samples and neither"},
		{"rejected later", func(f *results.File, s *[]results.Sample) {
			*s = append(*s, results.Sample{Op: "ecdh", Contender: "other", Rows: 1, NS: 1, Wall: 1})
			f.Rejected = []results.Rejection{{Contender: "other", Op: "ecdh", Reason: "x"}}
		}, ""},
		{"a mark left out", loads, "engine on ecdh: without the mark untimed"},
		{"the mark that follows", func(f *results.File, s *[]results.Sample) {
			loads(f, s)
			f.Results[1].Marks, f.Winners[0] = []string{results.MarkUntimed}, results.Winner{Op: "ecdh", Contender: f.Baseline}
		}, ""},
		{"another worker's", func(f *results.File, s *[]results.Sample) {
			loads(f, s)
			f.Results[1].Binaries = []results.Binary{{Path: "worker-rust", SHA256: strings.Repeat("0", 64)}}
		}, ""},
		{"a run from before", func(f *results.File, s *[]results.Sample) {
			loads(f, s)
			f.Machine.ProductNS = 0
		}, ""},
		{"a mark from nothing", func(f *results.File, _ *[]results.Sample) {
			f.Results[0].Marks = []string{results.MarkAgain} // of one that does not win
		}, "libsecp256k1-0.8.0 on ecdh: the mark again in results.json does not follow"},
		{"a rejection left out", func(_ *results.File, s *[]results.Sample) {
			for i := range *s {
				if (*s)[i].Contender == "engine" {
					(*s)[i].Wall += 5_000_000
				}
			}
		}, "engine on ecdh: by its samples it is to be rejected"},
		{"longer than its request", func(f *results.File, s *[]results.Sample) { (*s)[5].Wall = (*s)[5].NS - 1 }, "ns of calls in a request of"},
	} {
		f, samples := measured()
		c.change(f, &samples)
		again, faults := recompute(f, samples)
		if c.want == "" && len(faults) > 0 || c.want != "" && (len(faults) != 1 || !strings.Contains(faults[0], c.want)) {
			t.Errorf("%s: %q", c.name, faults)
		}
		if r := again.Results[1].Ratio; r.P50 < 0.4 || r.P50 > 0.6 {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	// Operations that were asked for in another order than they are shown in.
	g, two := measured()
	for _, s := range two {
		s.Op = "pubkey_create"
		two = append(two, s)
	}
	for _, r := range g.Results {
		r.Op = "pubkey_create"
		g.Results = append(g.Results, r)
	}
	g.Self = append(g.Self, results.Self{Op: "pubkey_create", Ratio: g.Self[0].Ratio})
	g.Winners = append(g.Winners, results.Winner{Op: "pubkey_create", Contender: g.Winners[0].Contender})
	if _, faults := recompute(g, two); len(faults) > 0 {
		t.Errorf("another order: %q", faults)
	}
	f, samples := measured()
	if _, faults := recompute(f, append(samples, samples[0])); len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), "given twice") {
		t.Errorf("a sample twice: %q", faults)
	}
}

func TestCheckFolder(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(dir string) error
		want   string
	}{
		{"whole", func(string) error { return nil }, ""},
		{"no csv", func(dir string) error { return os.Remove(filepath.Join(dir, results.CSVName)) }, ""},
		{"other csv", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, results.CSVName), []byte("op\n"), 0o600)
		}, "1 differences"},
		{"no samples", func(dir string) error { return os.Remove(filepath.Join(dir, results.SamplesFile)) }, results.SamplesFile},
		{"no results", func(dir string) error { return os.Remove(filepath.Join(dir, results.FileName)) }, results.FileName},
		{"cut samples", func(dir string) error { return os.Truncate(filepath.Join(dir, results.SamplesFile), 40) }, results.SamplesFile},
	} {
		f, samples := measured()
		dir := t.TempDir()
		if err := results.Write(dir, f); err != nil {
			t.Fatal(err)
		}
		if err := results.WriteSamples(dir, samples); err != nil {
			t.Fatal(err)
		}
		if err := c.change(dir); err != nil {
			t.Fatal(err)
		}
		for _, given := range []string{dir, filepath.Join(dir, results.FileName)} {
			if err := check(given); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
		}
	}
}
