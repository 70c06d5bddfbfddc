//go:build !amd64 || purego

package cpu

import "unsafe"

const asksClock = false

// Lone is false where there is no clock to be read for next to nothing.
func Lone() bool { return false }

// Fetch does nothing.
func Fetch(unsafe.Pointer, uintptr) {}

// FetchCode does nothing.
func FetchCode[F any](F, uintptr) {}
