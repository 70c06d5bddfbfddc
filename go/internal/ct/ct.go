// Package ct holds what code on secrets needs beside constant-time arithmetic:
// wiping, and marks that tell valgrind's memcheck what is secret. The marks do
// nothing, and cost nothing, except under the build tag valgrind.
package ct

// Wipe overwrites b with zeros, which the compiler does not leave out.
//
//go:noinline
func Wipe(b []byte) { clear(b) }
