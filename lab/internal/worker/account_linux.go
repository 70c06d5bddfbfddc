package worker

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is the processor time of a process, all of its threads
// together, those that ended too; 0 where it cannot be read. Linux encodes the
// clock of a process as the complement of its number and CPUCLOCK_SCHED
// (linux/posix-timers.h).
func processorTime(pid int) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|2), &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
