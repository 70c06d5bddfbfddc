package main

import (
	"golang.org/x/sys/unix"

	"koblitz.dev/lab/internal/worker"
)

// pin keeps the calling thread, which is locked to the calling goroutine, on
// one CPU, and returns its number, or -1 when that failed.
func pin() int {
	cpu := worker.CPU()
	if cpu < 0 {
		return -1
	}
	var set unix.CPUSet
	set.Set(cpu)
	if unix.SchedSetaffinity(0, &set) != nil {
		return -1
	}
	return cpu
}
