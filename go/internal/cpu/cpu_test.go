package cpu

import "testing"

func TestForceGeneric(t *testing.T) {
	defer ForceGeneric(!Accelerated())
	for _, c := range []struct {
		force, accelerated bool
	}{{true, false}, {false, supported}, {true, false}} {
		ForceGeneric(c.force)
		if Accelerated() != c.accelerated {
			t.Errorf("ForceGeneric(%v): Accelerated is %v", c.force, Accelerated())
		}
		if (Name() == "generic") == c.accelerated {
			t.Errorf("ForceGeneric(%v): Name is %q", c.force, Name())
		}
	}
}
