//go:build !linux

package worker

import "os/exec"

func startPinned(cmd *exec.Cmd, _ int) error { return cmd.Start() }

// CPU returns -1: pinning is only known on Linux.
func CPU() int { return -1 }

// OnCPU calls f.
func OnCPU(_ int, f func()) { f() }

// KeepAwake does nothing.
func KeepAwake(int) (stop func()) { return func() {} }
