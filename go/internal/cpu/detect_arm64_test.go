//go:build arm64 && !purego

package cpu

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestMultiplierIsWide: one processor of each kind, as their documents number them.
func TestMultiplierIsWide(t *testing.T) {
	for _, c := range []struct {
		name string
		midr uint64
		wide bool
	}{
		{"Cortex-A53", 0x410fd034, false},
		{"Cortex-A72", 0x410fd083, false},
		{"Cortex-A76", 0x414fd0b1, false},
		{"Neoverse N1", 0x413fd0c1, false},
		{"Neoverse V1", 0x411fd401, true},
		{"Neoverse N2", 0x410fd493, true},
		{"Neoverse V2", 0x410fd4f0, true},
		{"Apple M1", 0x611f0221, true},
		{"Oryon", 0x511f0011, true},
		{"Kryo 4xx Silver", 0x51df805e, false},
		{"Ampere1", 0xc00fac30, true},
		{"eMAG", 0x503f0001, false},
		{"qemu's max", 0x000f0510, false},
		{"none", 0, false},
	} {
		if got := multiplierIsWide(c.midr); got != c.wide {
			t.Errorf("%s, %#x: %v", c.name, c.midr, got)
		}
	}
}

// TestPartsAreTheEngines: the engine chooses by the same list.
func TestPartsAreTheEngines(t *testing.T) {
	text, err := os.ReadFile("../../../engine/src/base/cpu_arm64.h")
	if err != nil {
		t.Skip("SKIPPED the engine's list of processors: this module without the engine")
	}
	ours, err := os.ReadFile("detect_arm64.go")
	if err != nil {
		t.Fatal(err)
	}
	// Every implementer and part, and the masks.
	numbers := func(text []byte) []string {
		found := regexp.MustCompile(`0x[0-9a-f]+`).FindAllString(string(text), -1)
		slices.Sort(found)
		return found
	}
	if engine := numbers(text); len(engine) < 20 || !slices.Equal(numbers(ours), engine) {
		t.Errorf("%v, the engine has %v", numbers(ours), engine)
	}
}
