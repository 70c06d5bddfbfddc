package worker

import (
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// startPinned starts cmd on one CPU. A child inherits the affinity of the
// thread that forks it, so all of its threads are born pinned. It dies with the
// conductor, however that ends.
func startPinned(cmd *exec.Cmd, cpu int) error {
	cmd.SysProcAttr = &unix.SysProcAttr{Pdeathsig: unix.SIGKILL}
	if cpu < 0 {
		return cmd.Start()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var old, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &old); err != nil {
		return cmd.Start()
	}
	one.Set(cpu)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return cmd.Start()
	}
	defer func() { _ = unix.SchedSetaffinity(0, &old) }()
	return cmd.Start()
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
