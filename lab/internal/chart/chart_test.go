package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

func TestFamilies(t *testing.T) {
	for name, want := range map[string]Family{
		"engine": Koblitz, "engine-portable": Koblitz, "go": Koblitz, "go-purego": Koblitz, "btcec-2.5.0-replaced": Koblitz, "secp256k1-ecdsa-koblitz": Koblitz,
		"koblitz-rust-0.9.0": Koblitz, "js-wasm-0.9.0": Koblitz, "js-native": Koblitz, "js-wasmer": Other,
		"go-ethereum": Other, "engines": Other, "engine-mine": Other, "libsecp256k1-0.8.0": Libsecp, "libsecp256k1-0.8.0-cgo": Libsecp,
		"libsecp256k1x": Other, "openssl-3.5.5": OpenSSL, "secp256k1-ecdsa-btcec": Curve, "secp256k1-schnorr-btcec": Curve, "secp256k1-voi": Other, "": Other,
	} {
		if got := FamilyOf(name); got != want || Ours(name) != (want == Koblitz) {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func run(ops ...string) *results.File {
	f := resultstest.Empty("compare")
	for _, op := range ops {
		for name, ratio := range map[string]float64{f.Baseline: 1, "engine": 0.5, "libsecp256k1-0.8.0-cgo": 1.1, "k256-1": 2, "slow-0123456789-0123456789-0123456789": 200, "go": 0.6, "fork": 0.4} {
			r := resultstest.Result(op, name, 20000*ratio, ratio)
			if name == "fork" {
				r.Marks = []string{results.MarkVartime}
			}
			r.Noisy = name == "k256-1"
			f.Results = append(f.Results, r)
		}
	}
	return resultstest.Judge(f)
}

func TestPanels(t *testing.T) {
	for _, c := range []struct {
		name string
		ops  []string
		most int
		want string
	}{
		{"the usual ones", []string{"ecdh", "ecdsa_sign", "ecdsa_verify", "schnorr_verify", "batch_ecdsa_verify_1024"}, 0, "ecdsa_verify ecdsa_sign batch_ecdsa_verify_1024"},
		{"others in their place", []string{"schnorr_verify", "schnorr_sign"}, 0, "schnorr_verify schnorr_sign"},
		{"none of these", []string{"ecdh", "pubkey_create", "der_parse", "tagged_sha256"}, 0, "pubkey_create ecdh der_parse"},
		{"nothing", nil, 0, ""},
	} {
		var got []string
		for _, p := range Panels(run(c.ops...), c.most) {
			got = append(got, p.Op)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s", c.name, s)
		}
	}
	for most, want := range map[int]string{
		0: "fork 2.50*, koblitz engine 2.00, koblitz Go 1.67, libsecp256k1-0.8.0 1.00, libsecp256k1-0.8.0-cgo 0.91, k256-1 0.50~, slow-0123456789-0123456789-0123456789 0.005",
		3: "koblitz engine 2.00, koblitz Go 1.67, libsecp256k1-0.8.0 1.00, k256-1 0.50~", // one build of a library, none that does not win
		9: "koblitz engine 2.00, koblitz Go 1.67, libsecp256k1-0.8.0 1.00, libsecp256k1-0.8.0-cgo 0.91, k256-1 0.50~, slow-0123456789-0123456789-0123456789 0.005",
	} {
		if got := Panels(run("ecdh"), most)[0].describe(); got != "ECDH: "+want+"." {
			t.Errorf("%d: %s", most, got)
		}
	}
}

// What a reader needs to know stands below the panels.
func TestLines(t *testing.T) {
	f := run("ecdh")
	f.Commit = "0123456789abcdef"
	want := []string{
		"Example 8-Core Processor, 2026-03-14, commit 0123456789ab. Median of paired ratios; answers checked before and while they are timed.",
		"Bold: by the authors of this benchmark (koblitz engine, koblitz Go).",
		"Cannot win: * variable time on a secret.",
		"~ noisy: the interval is wider than 10%.",
	}
	if got := Of(f, 0).Lines; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Each mark that bars has a sign of its own, and the line below the panels explains those
// that are there and no other.
func TestSigns(t *testing.T) {
	for _, c := range []struct{ marks, value, line string }{
		{"singles", "2.00", ""},
		{"vartime", "2.00*", "Cannot win: * variable time on a secret."},
		{"together", "2.00†", "Cannot win: † slower when called alone than among other calls, by more than the baseline."},
		{"untimed wrong", "2.00‡", "Cannot win: ‡ much more processor time outside the timed calls than the baseline."},
		{"again", "2.00§", "Cannot win: § faster on rows that come again than on new ones, by more than the baseline."},
		{"together vartime", "2.00*†", "Cannot win: * variable time on a secret; † slower when called alone than among other calls, by more than the baseline."},
	} {
		f := resultstest.Empty("compare")
		r := resultstest.Result("ecdsa_sign", "engine-portable", 10000, 0.5)
		r.Marks = strings.Fields(c.marks)
		f.Results = append(f.Results, resultstest.Result("ecdsa_sign", f.Baseline, 20000, 1), r)
		p := Of(resultstest.Judge(f), 0)
		if got := p.Panels[0].describe(); !strings.Contains(got, "koblitz engine (portable) "+c.value+",") {
			t.Errorf("%s: %s", c.marks, got)
		}
		if got := slices.Contains(p.Lines, c.line); got != (c.line != "") || !got && len(p.Lines) != 2 {
			t.Errorf("%s: %q", c.marks, p.Lines)
		}
	}
}

// Every name is drawn whole, inside the picture, and what is drawn is well formed in both
// formats, whatever the names are.
func TestPicture(t *testing.T) {
	for name, f := range map[string]*results.File{
		"compare": resultstest.Compare(), "batches": resultstest.Batches(), "hostile": resultstest.Hostile(), "many": resultstest.Many(300), "long": run("ecdh"), "none": resultstest.Empty("compare"),
	} {
		p := Of(f, 0)
		s := p.draw()
		for _, l := range s.labels {
			left, right := l.x, l.x+textWidth(l.text, l.size, l.bold)
			if l.anchor == end {
				left, right = l.x-textWidth(l.text, l.size, l.bold), l.x
			}
			if left < 0 || right > s.w || l.y < l.size/2 || l.y > s.h {
				t.Errorf("%s: %q at %v to %v, %v of %v x %v", name, l.text, left, right, l.y, s.w, s.h)
			}
		}
		var texts []string
		for _, l := range s.labels {
			texts = append(texts, l.text)
		}
		for _, panel := range p.Panels {
			for _, b := range panel.Bars {
				if !slices.Contains(texts, b.Name) {
					t.Errorf("%s: %s is not drawn whole", name, b.Name)
				}
			}
		}
		for _, theme := range []Theme{Light, Dark} {
			if err := wellFormed(p.SVG(theme)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			image, err := p.PNG(theme)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			drawn, err := png.Decode(bytes.NewReader(image))
			if err != nil || drawn.Bounds().Dx() < int(2*s.w) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, panel := range p.Panels {
			if err := wellFormed([]byte(panel.Inline())); err != nil {
				t.Errorf("%s, inline: %v", name, err)
			}
		}
	}
}

func wellFormed(text []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if e, ok := token.(xml.StartElement); ok && !slices.Contains([]string{"svg", "title", "rect", "text"}, e.Name.Local) {
			return fmt.Errorf("an element %s", e.Name.Local)
		}
		if err != nil {
			return err
		}
	}
}
