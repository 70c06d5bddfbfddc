// Package ct holds what code on secrets needs beside constant-time arithmetic:
// a stack that is cleared behind it, and marks that tell valgrind's memcheck
// what is secret. The marks do nothing, and cost nothing, except under the build
// tag valgrind.
package ct
