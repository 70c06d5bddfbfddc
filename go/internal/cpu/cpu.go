// Package cpu chooses between the assembly and the generic Go code, once,
// when the program starts.
//
// The environment variable KOBLITZ_BACKEND=portable, which the C++ engine
// knows too, forces the generic code. It can do nothing else.
package cpu

import "os"

// supported: the assembly is in this build and the processor has what it uses.
var supported = detect()

// accelerated is read at every dispatch and written by ForceGeneric alone.
var accelerated = supported && os.Getenv("KOBLITZ_BACKEND") != "portable"

// Accelerated tells whether the assembly is in use. It inlines to a load.
func Accelerated() bool { return accelerated }

// Supported tells whether ForceGeneric(false) would turn the assembly on.
func Supported() bool { return supported }

// ForceGeneric turns the assembly off, or on again where it is supported. It
// is for tests and benchmarks: no other goroutine may be computing.
func ForceGeneric(force bool) { accelerated = supported && !force }

// Name says what computes.
func Name() string {
	if accelerated {
		return "amd64 BMI2+ADX"
	}
	return "generic"
}
