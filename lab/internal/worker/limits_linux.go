//go:build amd64 || arm64

package worker

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

const limitsText = "files open for reading only; no sockets, shared memory, locks, other processes, changes of the clock or of priority; no threads but those of runtimes that need them (seccomp)"

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
	filter := filterOf(threads)
	list := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&list)), 0, 0); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	return unix.Exec(program, argv, os.Environ())
}

// Offsets in struct seccomp_data (linux/seccomp.h).
const (
	dataNumber   = 0
	dataArch     = 4
	dataArgument = 16 // the low half of argument 0, on a little-endian machine
)

const writes = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND

// refused are the calls that a worker has no use for, and by which it could
// reach another process, a later launch, or the measurement.
var refused = []uint32{
	unix.SYS_SOCKET, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN, unix.SYS_MEMFD_CREATE,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD,
	unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_FLOCK,
	unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES, unix.SYS_PROCESS_MADVISE, unix.SYS_KCMP, unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF,
	unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_OPENAT2, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
	unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETTIMEOFDAY,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_KEXEC_LOAD,
	unix.SYS_ADD_KEY, unix.SYS_KEYCTL, unix.SYS_SETXATTR, unix.SYS_FSETXATTR, unix.SYS_LSETXATTR, unix.SYS_TRUNCATE, unix.SYS_UTIMENSAT,
	unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_RENAMEAT2, unix.SYS_UNLINKAT, unix.SYS_FCHMODAT, unix.SYS_FCHOWNAT,
}

// refusedOfFiles are the commands of fcntl that set locks, which other processes
// see, and that have signals sent.
var refusedOfFiles = []uint32{
	unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW,
	unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG, unix.F_SETLEASE, unix.F_NOTIFY,
}

// filterOf is the program of seccomp. A refused call gives EPERM; clone3 gives
// ENOSYS, upon which the C library takes clone, whose flags can be read.
func filterOf(threads bool) []unix.SockFilter {
	const (
		allow = unix.SECCOMP_RET_ALLOW
		deny  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		none  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	)
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	jump := func(how uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | how | unix.BPF_K, Jt: yes, Jf: no, K: k}
	}
	end := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }

	p := []unix.SockFilter{
		load(dataArch),
		jump(unix.BPF_JEQ, auditArch, 1, 0),
		end(unix.SECCOMP_RET_KILL_PROCESS),
		load(dataNumber),
		jump(unix.BPF_JGE, firstForeign, 0, 1),
		end(unix.SECCOMP_RET_KILL_PROCESS),
	}
	for _, n := range append(refused, refusedHere...) {
		p = append(p, jump(unix.BPF_JEQ, n, 0, 1), end(deny))
	}
	p = append(p, jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), end(none))
	argument := func(n uint32, index uint32, test unix.SockFilter) {
		p = append(p, jump(unix.BPF_JEQ, n, 0, 4), load(dataArgument+8*index), test, end(deny), end(allow))
	}
	p = append(p, jump(unix.BPF_JEQ, unix.SYS_FCNTL, 0, uint8(2+2*len(refusedOfFiles))), load(dataArgument+8))
	for _, command := range refusedOfFiles {
		p = append(p, jump(unix.BPF_JEQ, command, 0, 1), end(deny))
	}
	p = append(p, end(allow))
	for _, o := range opens {
		argument(o.number, o.flags, jump(unix.BPF_JSET, writes, 0, 1))
	}
	if threads {
		argument(unix.SYS_CLONE, 0, jump(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0))
	} else {
		p = append(p, jump(unix.BPF_JEQ, unix.SYS_CLONE, 0, 1), end(deny))
	}
	self := uint32(os.Getpid()) // exec keeps it
	p = append(p, jump(unix.BPF_JEQ, unix.SYS_PRLIMIT64, 0, 5), load(dataArgument),
		jump(unix.BPF_JEQ, 0, 2, 0), jump(unix.BPF_JEQ, self, 1, 0), end(deny), end(allow))
	argument(unix.SYS_KILL, 0, jump(unix.BPF_JEQ, self, 1, 0))
	argument(unix.SYS_TGKILL, 0, jump(unix.BPF_JEQ, self, 1, 0))
	return append(p, end(allow))
}

// opens are the calls that open files, and which argument holds the flags.
var opens = append(opensHere, struct{ number, flags uint32 }{unix.SYS_OPENAT, 2})
