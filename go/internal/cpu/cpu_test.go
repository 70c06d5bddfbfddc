package cpu

import (
	"slices"
	"testing"
)

// TestForceGeneric looks at what every call leaves in use.
func TestForceGeneric(t *testing.T) {
	defer used.Store(used.Load())
	for _, c := range []struct {
		force bool
		used  uint32
	}{{true, generic}, {false, chosen}, {true, generic}} {
		ForceGeneric(c.force)
		if Accelerated() != (c.used != generic) || Lanes() != (c.used == withLanes) {
			t.Errorf("ForceGeneric(%v): Accelerated is %v, Lanes %v", c.force, Accelerated(), Lanes())
		}
		if (Name() == "generic") == Accelerated() {
			t.Errorf("ForceGeneric(%v): Name is %q", c.force, Name())
		}
	}
}

// TestKinds has every kind once, whatever was in use, then calls that are alone, and what
// was in use again afterwards, also where a loop ends early.
func TestKinds(t *testing.T) {
	defer used.Store(used.Load())
	for _, before := range kinds {
		used.Store(before)
		var got []uint32
		want := kinds
		if asksClock {
			want = append(slices.Clone(kinds), kinds[0])
		}
		for name := range Kinds {
			kind, alone := used.Load(), len(got) == len(kinds)
			if Lone() != alone || alone && name != "alone" || !alone && name != names[kind] {
				t.Errorf("%s: %d is in use, Lone is %v", name, kind, Lone())
			}
			got = append(got, kind)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		for range Kinds {
			break
		}
		if used.Load() != before || said.Load() != byClock {
			t.Errorf("%d is in use, and %d before; said is %d", used.Load(), before, said.Load())
		}
	}
}

// TestEnvironment: only names of codes that can run change what is in use at the start.
func TestEnvironment(t *testing.T) {
	want := map[string]uint32{"portable": generic, "": kinds[0], "generic": kinds[0], "Portable": kinds[0],
		"arm64-narrow": kinds[0], "arm64-wide": kinds[0]}
	if slices.Contains(kinds, wide) {
		want["arm64-narrow"], want["arm64-wide"] = narrow, wide
	}
	for value, want := range want {
		if got := atStart(value); got != want {
			t.Errorf("%q: %d, want %d", value, got, want)
		}
	}
}
