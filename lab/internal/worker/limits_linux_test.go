//go:build amd64 || arm64

package worker

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reachEnv makes the test binary try what a worker must not reach, of the process
// whose number it holds.
const reachEnv = "LAB_TEST_REACH"

// A reach is a way by which a worker might get at another process.
type reach struct {
	name     string
	landlock uintptr // version that stops it; 0: seccomp does
	try      func(pid int) error
}

var reaches = []reach{
	{"memory", 1, reads("mem")},
	{"environment", 1, reads("environ")},
	{"arguments", 1, reads("cmdline")},
	{"name", 1, reads("comm")},
	{"signal", 0, func(pid int) error { return unix.Kill(pid, 0) }},
	{"queued signal", 0, func(pid int) error {
		info := [32]int32{2: -1} // SI_QUEUE
		_, _, errno := unix.Syscall6(unix.SYS_RT_TGSIGQUEUEINFO, uintptr(pid), uintptr(pid), 0, uintptr(unsafe.Pointer(&info)), 0, 0)
		return orNil(errno)
	}},
	{"limits", 0, func(pid int) error {
		var now unix.Rlimit
		return unix.Prlimit(pid, unix.RLIMIT_CPU, nil, &now)
	}},
	{"owner of a file", 0, func(pid int) error {
		_, err := unix.FcntlInt(0, unix.F_SETOWN, pid)
		return err
	}},
	{"lock of a range", 0, func(int) error {
		return unix.FcntlFlock(0, unix.F_GETLK, &unix.Flock_t{Type: unix.F_RDLCK, Len: 1})
	}},
	{"descriptor of the conductor", 0, func(int) error { _, err := unix.FcntlInt(inherited, unix.F_GETFD, 0); return err }},
	{"lock of a file", 0, func(int) error { return unix.Flock(0, unix.LOCK_SH|unix.LOCK_NB) }},
}

// Of its own process and of the system a worker may see all.
var allowed = []struct {
	name string
	try  func(pid int) error
}{
	{"own memory", func(int) error { return reads("maps")(os.Getpid()) }},
	{"processors", func(int) error { _, err := os.ReadFile("/proc/cpuinfo"); return err }},
	{"own limits", func(int) error {
		var now unix.Rlimit
		return unix.Prlimit(0, unix.RLIMIT_CPU, nil, &now)
	}},
	{"descriptor", func(int) error { _, err := unix.FcntlInt(0, unix.F_GETFD, 0); return err }},
	{"own program", func(int) error { _, err := os.ReadFile(os.Args[0]); return err }},
}

// inherited is a descriptor that the conductor got from whoever started it.
const inherited = 100

func orNil(errno unix.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}

func reads(file string) func(pid int) error {
	return func(pid int) error {
		f, err := os.Open(fmt.Sprintf("/proc/%d/%s", pid, file))
		if err == nil {
			f.Close()
		}
		return err
	}
}

func init() {
	pid, err := strconv.Atoi(os.Getenv(reachEnv))
	if err != nil || len(os.Args) > 1 && os.Args[1] == limitedName {
		return
	}
	for _, r := range reaches {
		if r.try(pid) == nil {
			fmt.Println("reached:", r.name)
		}
	}
	for _, a := range allowed {
		if err := a.try(pid); err != nil {
			fmt.Println("refused:", a.name, err)
		}
	}
	fmt.Println("done")
	os.Exit(0)
}

func TestLimits(t *testing.T) {
	if err := unix.Dup3(0, inherited, 0); err != nil {
		t.Fatal(err)
	}
	defer unix.Close(inherited)
	for _, r := range reaches {
		if err := r.try(os.Getpid()); err != nil && !strings.Contains(r.name, "lock of") {
			t.Errorf("%s: without limits: %v", r.name, err)
		}
	}
	argv := limited([]string{os.Args[0]}, true)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", reachEnv, os.Getpid()))
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool {
		return slices.ContainsFunc(reaches, func(r reach) bool {
			return line == "reached: "+r.name && r.landlock > domains()
		})
	})
	if err != nil || !slices.Equal(lines, []string{"done"}) {
		t.Errorf("%v: %q", err, lines)
	}
}
