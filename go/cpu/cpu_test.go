package cpu_test

import (
	"fmt"
	"testing"

	"koblitz.dev/go/cpu"
)

func ExampleForceGeneric() {
	cpu.ForceGeneric(true)
	fmt.Println(cpu.Implementation(), cpu.Accelerated())
	cpu.ForceGeneric(false)
	// Output: generic false
}

func TestForceGeneric(t *testing.T) {
	before := cpu.Implementation()
	if (before == "generic") == cpu.Accelerated() {
		t.Errorf("%s runs, accelerated %v", before, cpu.Accelerated())
	}
	cpu.ForceGeneric(true)
	cpu.ForceGeneric(false)
	if cpu.Implementation() != before {
		t.Errorf("%s runs, and %s before", cpu.Implementation(), before)
	}
}
