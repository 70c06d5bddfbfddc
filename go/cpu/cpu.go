// Package cpu tells which implementation of the arithmetic runs, and can force
// the generic one.
//
// On amd64 processors with BMI2, ADX and AVX2 the arithmetic of the field and of
// points is in assembly, with AVX-512 F, DQ and IFMA also eight points at a time,
// which Implementation does not tell. Everywhere else, in programs built with the tag purego, and with
// KOBLITZ_BACKEND=portable in the environment when the program starts, it is
// generic Go. Both give the same results.
package cpu

import "koblitz.dev/go/internal/cpu"

// Implementation returns the name of the implementation that runs now:
// "amd64 BMI2+ADX" or "generic".
func Implementation() string { return cpu.Name() }

// Accelerated reports whether that is one in assembly.
func Accelerated() bool { return cpu.Accelerated() }

// ForceGeneric makes the whole process use the generic implementation, or, if
// force is false, the one in assembly where there is one. It may be called at any
// time: what other goroutines are computing comes out the same.
func ForceGeneric(force bool) { cpu.ForceGeneric(force) }
