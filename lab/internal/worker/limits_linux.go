//go:build amd64 || arm64

package worker

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

const limitsText = "the native workers make only the system calls that loading a library and computing takes; the runtimes that need threads open files for reading only, and have no sockets, shared memory, locks, other processes, changes of the clock or of priority (seccomp)"

// limited returns the arguments that start a worker within limits.
func limited(argv []string, threads bool) []string {
	self, err := os.Executable()
	if err != nil {
		return argv
	}
	mode := limitsAlone
	if threads {
		mode = limitsThreads
	}
	return append([]string{self, limitedName, mode}, argv...)
}

// init makes the second start of a program a worker, before anything else of it runs.
func init() {
	if len(os.Args) < 4 || os.Args[1] != limitedName {
		return
	}
	err := enter(os.Args[2] == limitsThreads, os.Args[3:])
	fmt.Fprintln(os.Stderr, "lab: cannot start a worker within limits:", err)
	os.Exit(1)
}

// keepOpen has the worker start with the first three descriptors alone: through what
// the conductor inherited, such as a job server's pipe, it could leave something behind.
func keepOpen() error {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, e := range list {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// enter limits this thread and executes argv with it.
func enter(threads bool, argv []string) error {
	program, err := exec.LookPath(argv[0])
	if err != nil {
		return err
	}
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := isolate(); err != nil {
		return err
	}
	if err := keepOpen(); err != nil {
		return err
	}
	filter := filterOf(threads)
	list := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&list)), 0, 0); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	return unix.Exec(program, argv, os.Environ())
}
