//go:build amd64 || arm64

package worker

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// answerOf runs a filter on a call, as the kernel does.
func answerOf(t *testing.T, filter []unix.SockFilter, arch, number uint32, arguments []uint32) uint32 {
	t.Helper()
	var a uint32
	for at := 0; at < len(filter); at++ {
		f := filter[at]
		yes := false
		switch f.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			switch {
			case f.K == dataNumber:
				a = number
			case f.K == dataArch:
				a = arch
			case f.K >= dataArgument && (f.K-dataArgument)/8 < uint32(len(arguments)):
				a = arguments[(f.K-dataArgument)/8]
			default:
				a = 0
			}
			continue
		case unix.BPF_RET | unix.BPF_K:
			return f.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			yes = a == f.K
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			yes = a >= f.K
		case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
			yes = a&f.K != 0
		default:
			t.Fatalf("instruction %#x", f.Code)
		}
		if yes {
			at += int(f.Jt)
		} else {
			at += int(f.Jf)
		}
	}
	t.Fatal("it does not end")
	return 0
}

func TestFilter(t *testing.T) {
	const (
		allow = unix.SECCOMP_RET_ALLOW
		deny  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		none  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
		kill  = unix.SECCOMP_RET_KILL_PROCESS
	)
	self := uint32(os.Getpid())
	cwd := uint32(0xffffff9c) // AT_FDCWD
	for _, c := range []struct {
		name           string
		number         uint32
		arguments      []uint32
		alone, threads uint32
	}{
		{"read", unix.SYS_READ, nil, allow, allow},
		{"memory", unix.SYS_MMAP, nil, allow, allow},
		{"clock", unix.SYS_CLOCK_GETTIME, nil, allow, allow},
		{"open for reading", unix.SYS_OPENAT, []uint32{cwd, 0, unix.O_RDONLY | unix.O_CLOEXEC}, allow, allow},
		{"open for writing", unix.SYS_OPENAT, []uint32{cwd, 0, unix.O_RDWR}, deny, deny},
		{"own descriptor", unix.SYS_FCNTL, []uint32{3, unix.F_SETFD}, allow, allow},
		{"lock", unix.SYS_FCNTL, []uint32{3, unix.F_SETLK}, deny, deny},
		{"hint on a file", unix.SYS_FCNTL, []uint32{3, unix.F_SET_RW_HINT}, deny, deny},
		{"name of the thread", unix.SYS_PRCTL, []uint32{unix.PR_SET_NAME}, allow, allow},
		{"a core for itself", unix.SYS_PRCTL, []uint32{unix.PR_SCHED_CORE, unix.PR_SCHED_CORE_CREATE}, none, deny},
		{"when timers wake it", unix.SYS_PRCTL, []uint32{unix.PR_SET_TIMERSLACK, 1}, none, allow},
		{"own limits", unix.SYS_PRLIMIT64, []uint32{0}, allow, allow},
		{"limits of another", unix.SYS_PRLIMIT64, []uint32{self + 1}, deny, deny},
		{"signal to itself", unix.SYS_TGKILL, []uint32{self, self}, allow, allow},
		{"signal to another", unix.SYS_KILL, []uint32{1}, deny, deny},
		{"thread", unix.SYS_CLONE, []uint32{unix.CLONE_VM | unix.CLONE_THREAD}, none, allow},
		{"process", unix.SYS_CLONE, []uint32{uint32(unix.SIGCHLD)}, none, deny},
		{"the newer call for both", unix.SYS_CLONE3, nil, none, none},
		{"mode of a file", unix.SYS_FCHMOD, []uint32{3, 0o600}, none, deny},
		{"owner of a file", unix.SYS_FCHOWN, []uint32{3}, none, deny},
		{"attribute of a file", unix.SYS_FREMOVEXATTR, []uint32{3}, none, deny},
		{"socket", unix.SYS_SOCKET, nil, none, deny},
		{"shared memory", unix.SYS_SHMGET, nil, none, deny},
		{"what opens a file", unix.SYS_INOTIFY_ADD_WATCH, nil, none, allow},
		{"what the page cache holds", unix.SYS_MINCORE, nil, none, allow},
		{"control of a device or file", unix.SYS_IOCTL, nil, none, allow},
		{"timer", unix.SYS_TIMER_CREATE, nil, none, allow},
		{"timer as a file", unix.SYS_TIMERFD_CREATE, nil, none, allow},
		{"name of the machine", unix.SYS_SETHOSTNAME, nil, none, allow},
		{"capabilities", unix.SYS_CAPSET, nil, none, allow},
		{"another interface", firstForeign, nil, kill, kill},
	} {
		for _, mode := range []struct {
			name    string
			threads bool
			want    uint32
		}{{"alone", false, c.alone}, {"threads", true, c.threads}} {
			if got := answerOf(t, filterOf(mode.threads), auditArch, c.number, c.arguments); got != mode.want {
				t.Errorf("%s, %s: %#x, want %#x", c.name, mode.name, got, mode.want)
			}
		}
	}
	if got := answerOf(t, filterOf(false), auditArch+1, unix.SYS_READ, nil); got != kill {
		t.Errorf("another architecture: %#x", got)
	}
}

func TestMayRead(t *testing.T) {
	for _, c := range []struct {
		dir, name string
		want      bool
	}{
		{"/", "usr", true}, {"/", "proc", false}, {"/", "dev", false},
		{"/proc", "cpuinfo", true}, {"/proc", "self", true}, {"/proc", "1", false}, {"/proc", "kcore", false},
		{"/dev", "urandom", true}, {"/dev", "shm", true}, {"/dev", "mem", false}, {"/dev", "sda", false},
	} {
		if got := mayRead(c.dir, c.name); got != c.want {
			t.Errorf("%s of %s: %v", c.name, c.dir, got)
		}
	}
}
