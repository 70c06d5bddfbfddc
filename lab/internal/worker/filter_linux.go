//go:build amd64 || arm64

package worker

import (
	"os"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data (linux/seccomp.h).
const (
	dataNumber   = 0
	dataArch     = 4
	dataArgument = 16 // the low half of argument 0, on a little-endian machine
)

const writes = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND

// granted are the calls of a worker that runs alone: what a program in C or Rust
// needs to load a library, to compute and to answer. By none of them does a process
// leave behind what another one can read, or have the kernel do something while it
// is stopped, as by a timer. What is not here is refused.
var granted = []uint32{
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_LSEEK,
	unix.SYS_FSTAT, unix.SYS_STATX, unix.SYS_READLINKAT, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_GETCWD, unix.SYS_GETDENTS64,
	unix.SYS_MMAP, unix.SYS_MPROTECT, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MADVISE, unix.SYS_BRK,
	unix.SYS_MLOCK, unix.SYS_MLOCK2, unix.SYS_MUNLOCK, unix.SYS_PKEY_MPROTECT, unix.SYS_PKEY_ALLOC, unix.SYS_PKEY_FREE,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_NANOSLEEP,
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETCPU, unix.SYS_PPOLL,
	unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETPPID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
	unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_GETRUSAGE, unix.SYS_TIMES, unix.SYS_GETRANDOM,
	unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_FUTEX, unix.SYS_MEMBARRIER,
	unix.SYS_EXECVE, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// refused are the calls that no worker has a use for, and by which it could
// reach another process, a later launch, or the measurement. Runtimes that need
// threads are kept from these alone.
var refused = []uint32{
	unix.SYS_SOCKET, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN, unix.SYS_MEMFD_CREATE,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD,
	unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_FLOCK,
	unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES, unix.SYS_PROCESS_MADVISE, unix.SYS_KCMP, unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF,
	unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_OPENAT2, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
	unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETTIMEOFDAY,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_KEXEC_LOAD,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_SETXATTR, unix.SYS_FSETXATTR, unix.SYS_LSETXATTR,
	unix.SYS_REMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_TRUNCATE, unix.SYS_UTIMENSAT,
	unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_RENAMEAT2, unix.SYS_UNLINKAT,
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT,
}

// refusedOfFiles are the commands of fcntl that set locks, which other processes
// see, that have signals sent, and that write hints into a file's inode.
var refusedOfFiles = []uint32{
	unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW,
	unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG, unix.F_SETLEASE, unix.F_NOTIFY,
	unix.F_SET_RW_HINT, unix.F_SET_FILE_RW_HINT,
}

// grantedOptions are those of prctl: the name of a thread or of memory, and questions.
// By others a process has the kernel keep a core's second thread idle while it runs
// (PR_SCHED_CORE), or wake it at other times.
var grantedOptions = []uint32{
	unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA, unix.PR_SET_DUMPABLE, unix.PR_GET_DUMPABLE, unix.PR_CAPBSET_READ,
	unix.PR_GET_SECCOMP, unix.PR_GET_NO_NEW_PRIVS, unix.PR_GET_TSC, unix.PR_GET_SPECULATION_CTRL,
}

// opens are the calls that open files, and which argument holds the flags.
var opens = append(opensHere, struct{ number, flags uint32 }{unix.SYS_OPENAT, 2})

// filterOf is the program of seccomp. A refused call gives EPERM; clone3 and what is
// not granted give ENOSYS, upon which the C library takes older calls, as for clone3
// clone, whose flags can be read.
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
		jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1),
		end(none),
	}
	list, verdict, rest := append(refused, refusedHere...), deny, uint32(allow)
	if !threads {
		list, verdict, rest = append(granted, grantedHere...), allow, none
	}
	for _, n := range list {
		p = append(p, jump(unix.BPF_JEQ, n, 0, 1), end(verdict))
	}
	argument := func(n uint32, index uint32, test unix.SockFilter) {
		p = append(p, jump(unix.BPF_JEQ, n, 0, 4), load(dataArgument+8*index), test, end(deny), end(allow))
	}
	among := func(n uint32, index uint32, list []uint32, is, other uint32) {
		p = append(p, jump(unix.BPF_JEQ, n, 0, uint8(2+2*len(list))), load(dataArgument+8*index))
		for _, value := range list {
			p = append(p, jump(unix.BPF_JEQ, value, 0, 1), end(is))
		}
		p = append(p, end(other))
	}
	among(unix.SYS_FCNTL, 1, refusedOfFiles, deny, allow)
	if threads {
		among(unix.SYS_PRCTL, 0, []uint32{unix.PR_SCHED_CORE}, deny, allow)
	} else {
		among(unix.SYS_PRCTL, 0, grantedOptions, allow, none)
	}
	for _, o := range opens {
		argument(o.number, o.flags, jump(unix.BPF_JSET, writes, 0, 1))
	}
	if threads {
		argument(unix.SYS_CLONE, 0, jump(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0))
	}
	self := uint32(os.Getpid()) // exec keeps it
	p = append(p, jump(unix.BPF_JEQ, unix.SYS_PRLIMIT64, 0, 5), load(dataArgument),
		jump(unix.BPF_JEQ, 0, 2, 0), jump(unix.BPF_JEQ, self, 1, 0), end(deny), end(allow))
	argument(unix.SYS_KILL, 0, jump(unix.BPF_JEQ, self, 1, 0))
	argument(unix.SYS_TGKILL, 0, jump(unix.BPF_JEQ, self, 1, 0))
	return append(p, end(rest))
}
