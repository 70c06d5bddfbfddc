package worker

import (
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// startPinned starts cmd on one CPU. A child inherits the affinity of the
// thread that forks it, so all of its threads are born pinned. It dies with the
// conductor, however that ends, and does not get the signals that a terminal
// sends to the conductor's group: an interrupted run still wants its answers.
func startPinned(cmd *exec.Cmd, cpu int) error {
	cmd.SysProcAttr = &unix.SysProcAttr{Pdeathsig: unix.SIGKILL, Setpgid: true}
	var err error
	OnCPU(cpu, func() { err = cmd.Start() })
	return err
}

// OnCPU calls f in a thread that runs on that CPU alone; anywhere when cpu is
// negative or cannot be had.
func OnCPU(cpu int, f func()) {
	if cpu < 0 {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var old, one unix.CPUSet
	one.Set(cpu)
	if unix.SchedGetaffinity(0, &old) == nil && unix.SchedSetaffinity(0, &one) == nil {
		defer func() { _ = unix.SchedSetaffinity(0, &old) }()
	}
	f()
}

// CPU returns the CPU to pin workers to: the last one allowed to this process.
// It is -1 when there is no such choice.
func CPU() int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return -1
	}
	for cpu := len(set)*64 - 1; cpu >= 0; cpu-- {
		if set.IsSet(cpu) {
			return cpu
		}
	}
	return -1
}
