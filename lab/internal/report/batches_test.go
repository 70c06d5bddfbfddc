package report

import (
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

func TestBatches(t *testing.T) {
	f := resultstest.Empty("compare")
	for _, x := range []struct {
		op, contender string
		ns, ratio     float64
	}{
		{"ecdsa_verify", "engine", 14e3, 0.5},
		{"batch_ecdsa_verify_8", "engine", 5.5e3, 0.2},
		{"batch_ecdsa_verify_64", "engine", 5e3, 0.18},
		{"batch_ecdsa_verify_1024", "engine", 4.9e3, 0.175},
		{"batch_ecdsa_verify_8", f.Baseline, 28e3, 1},
		{"batch_ecdsa_verify_8", "engine-portable", 28e3, 1},
		{"batch_ecdsa_verify_1024", f.Baseline, 28e3, 1},
		{"batch_schnorr_verify_8", "engine", 5e3, 0.2}, // of two sizes: no line
		{"batch_schnorr_verify_64", "engine", 5e3, 0.2},
		{"batch_schnorr_all_64", "engine", 4e3, 0.15}, // the same
	} {
		f.Results = append(f.Results, resultstest.Result(x.op, x.contender, x.ns, x.ratio))
	}
	list := newBatches(runView{File: f})
	if len(list) != 1 || len(list[0].Sizes) != 3 || len(list[0].Lines) != 3 {
		t.Fatalf("%+v", list)
	}
	var engine batchLine
	for _, l := range list[0].Lines {
		if l.Dashes != map[string]int{"engine-portable": 1}[l.Contender] {
			t.Errorf("%s: kind %d of line", l.Contender, l.Dashes)
		}
		if l.Contender == "engine" {
			engine = l
		}
	}
	if p := engine.Points; len(p) != 3 || p[0].Size != 8 || p[2].Size != 1024 || p[0].X >= p[1].X || p[0].Y >= p[1].Y {
		t.Errorf("%+v", engine.Points)
	}
	if newBatches(runView{File: resultstest.Compare()}) != nil || newBatches(runView{File: &results.File{}}) != nil {
		t.Error("batches of a run without any")
	}
}
