// Package cpu chooses between the assembly and the generic Go code, once,
// when the program starts.
//
// The environment variable KOBLITZ_BACKEND=portable, which the C++ engine
// knows too, forces the generic code. It can do nothing else.
package cpu

import (
	"os"
	"sync/atomic"
)

// supported: the assembly is in this build and the processor has what it uses.
var supported = detect()

// lanes: the processor has AVX-512 F, DQ and IFMA, too.
var lanes = supported && detectLanes()

// accelerated is read at every dispatch and written by ForceGeneric alone.
var accelerated atomic.Bool

func init() { accelerated.Store(supported && os.Getenv("KOBLITZ_BACKEND") != "portable") }

// Accelerated tells whether the assembly is in use. It inlines to a load.
func Accelerated() bool { return accelerated.Load() }

// Lanes tells whether the assembly for AVX-512 IFMA is in use.
func Lanes() bool { return lanes && accelerated.Load() }

// ForceGeneric turns the assembly off, or on again where it is supported. What
// is under way goes on with the other: both compute the same.
func ForceGeneric(force bool) { accelerated.Store(supported && !force) }

// Name says what computes.
func Name() string {
	if accelerated.Load() {
		return "amd64 BMI2+ADX"
	}
	return "generic"
}
