// Package cpu chooses between the assembly and the generic Go code, once,
// when the program starts.
//
// The environment variable KOBLITZ_BACKEND, which the C++ engine knows too, forces a code
// when the program starts: portable, and on arm64 also arm64-wide and arm64-narrow. It
// can do nothing else, so programs with raised privileges read it, too.
package cpu

import (
	"os"
	"slices"
	"sync/atomic"
)

// What computes; on amd64 each may use what is before it too.
const (
	generic   uint32 = iota
	assembly         // for BMI2, ADX and AVX2
	withLanes        // for AVX-512 F, DQ and IFMA
	narrow           // for arm64, whose multipliers are narrow or wide
	wide
)

// names are those of the tests that [Kinds] runs.
var names = [...]string{generic: "generic", assembly: "assembly", withLanes: "lanes", narrow: "narrow", wide: "wide"}

// kinds are those in this build that the processor can run, the best first.
var kinds = append(detect(), generic)

// chosen is what a program uses but for ForceGeneric and Kinds.
var chosen = atStart(os.Getenv("KOBLITZ_BACKEND"))

// used is read at every dispatch.
var used atomic.Uint32

func init() { used.Store(chosen) }

// atStart is what a program uses at first, by the environment variable.
func atStart(variable string) uint32 {
	for kind, name := range map[uint32]string{generic: "portable", narrow: "arm64-narrow", wide: "arm64-wide"} {
		if variable == name && slices.Contains(kinds, kind) {
			return kind
		}
	}
	return kinds[0]
}

// Accelerated tells whether the assembly is in use. It inlines to a load.
func Accelerated() bool { return used.Load() != generic }

// Lanes tells whether the assembly for AVX-512 IFMA is in use.
func Lanes() bool { return used.Load() == withLanes }

// A Form is that of the products in the assembly for arm64.
type Form uint32

// None is the generic code. Narrow is for processors whose multiplier is busy for several
// cycles with a product of 64 bits, Wide for those that begin one in every cycle.
const (
	None   = Form(generic)
	Narrow = Form(narrow)
	Wide   = Form(wide)
)

// ArmForm is the one in use on arm64. It inlines to a load.
func ArmForm() Form { return Form(used.Load()) }

// ForceGeneric is for tests and benchmarks: it turns the assembly off, or back to what the
// program began with. What is under way goes on with the other: both compute the same.
func ForceGeneric(force bool) {
	if force {
		used.Store(generic)
	} else {
		used.Store(chosen)
	}
}

// said is what Lone answers: what the clock says, or in tests always no or always yes.
var said atomic.Uint32

const (
	byClock uint32 = iota
	never
	always
)

// Kinds is for tests: it turns on, one after the other, all that can compute here, and
// yields its name. No call is alone, and at last, with the best, every call is. At the end
// what was in use before is again.
func Kinds(yield func(name string) bool) {
	defer used.Store(used.Load())
	defer said.Store(said.Load())
	said.Store(never)
	for _, kind := range kinds {
		used.Store(kind)
		if !yield(names[kind]) {
			return
		}
	}
	if asksClock {
		used.Store(kinds[0])
		said.Store(always)
		yield("alone")
	}
}

// Name says what computes.
func Name() string {
	switch used.Load() {
	case generic:
		return "generic"
	case narrow:
		return "arm64 narrow"
	case wide:
		return "arm64 wide"
	}
	return "amd64 BMI2+ADX"
}
