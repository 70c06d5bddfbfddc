// Package cpu chooses between the assembly and the generic Go code, once,
// when the program starts.
//
// The environment variable KOBLITZ_BACKEND=portable, which the C++ engine
// knows too, forces the generic code when the program starts. It can do nothing else, so
// programs with raised privileges read it, too.
package cpu

import (
	"os"
	"sync/atomic"
)

// What computes; each may use what is before it too.
const (
	generic   uint32 = iota
	assembly         // for BMI2, ADX and AVX2
	withLanes        // for AVX-512 F, DQ and IFMA
)

// names are those of the tests that [Kinds] runs.
var names = [...]string{generic: "generic", assembly: "assembly", withLanes: "lanes"}

// supported is the most that is in this build and that the processor has.
var supported = func() uint32 {
	switch {
	case !detect():
		return generic
	case !detectLanes():
		return assembly
	}
	return withLanes
}()

// used is read at every dispatch. It is written by ForceGeneric, and in tests.
var used atomic.Uint32

func init() { used.Store(atStart(os.Getenv("KOBLITZ_BACKEND"))) }

// atStart is what a program uses at first, by the environment variable.
func atStart(variable string) uint32 {
	if variable == "portable" {
		return generic
	}
	return supported
}

// Accelerated tells whether the assembly is in use. It inlines to a load.
func Accelerated() bool { return used.Load() != generic }

// Lanes tells whether the assembly for AVX-512 IFMA is in use.
func Lanes() bool { return used.Load() == withLanes }

// ForceGeneric turns the assembly off, or on again where it is supported. What
// is under way goes on with the other: both compute the same.
func ForceGeneric(force bool) {
	if force {
		used.Store(generic)
	} else {
		used.Store(supported)
	}
}

// Kinds is for tests: it turns on, one after the other, all that can compute here, and
// yields its name. At the end what was in use before is again.
func Kinds(yield func(name string) bool) {
	defer used.Store(used.Load())
	for kind := range supported + 1 {
		used.Store(supported - kind)
		if !yield(names[supported-kind]) {
			return
		}
	}
}

// Name says what computes.
func Name() string {
	if Accelerated() {
		return "amd64 BMI2+ADX"
	}
	return "generic"
}
