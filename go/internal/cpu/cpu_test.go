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
	}{{true, generic}, {false, supported}, {true, generic}} {
		ForceGeneric(c.force)
		if Accelerated() != (c.used >= assembly) || Lanes() != (c.used == withLanes) {
			t.Errorf("ForceGeneric(%v): Accelerated is %v, Lanes %v", c.force, Accelerated(), Lanes())
		}
		if (Name() == "generic") == Accelerated() {
			t.Errorf("ForceGeneric(%v): Name is %q", c.force, Name())
		}
	}
}

// TestKinds has every kind once, whatever was in use, and that again afterwards, also
// where a loop ends early.
func TestKinds(t *testing.T) {
	defer used.Store(used.Load())
	type kind struct {
		name               string
		accelerated, lanes bool
	}
	all := []kind{{"lanes", true, true}, {"assembly", true, false}, {"generic", false, false}}
	for before := range supported + 1 {
		used.Store(before)
		var got []kind
		for name := range Kinds {
			got = append(got, kind{name, Accelerated(), Lanes()})
		}
		if want := all[withLanes-supported:]; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		for range Kinds {
			break
		}
		if used.Load() != before {
			t.Errorf("%d is in use, and %d before", used.Load(), before)
		}
	}
}

// TestEnvironment: only "portable" changes what is in use at the start.
func TestEnvironment(t *testing.T) {
	for value, want := range map[string]uint32{"portable": generic, "": supported, "generic": supported, "Portable": supported} {
		if got := atStart(value); got != want {
			t.Errorf("%q: %d, want %d", value, got, want)
		}
	}
}
