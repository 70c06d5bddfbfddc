//go:build !linux

package main

// pin returns -1: pinning is only known on Linux.
func pin() int { return -1 }
