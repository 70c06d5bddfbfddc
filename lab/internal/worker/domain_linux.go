//go:build amd64 || arm64

package worker

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// domains is the version of Landlock's interface, 0 where the system has none.
func domains() uintptr {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return version
}

func domainText() string {
	if domains() == 0 {
		return ""
	}
	return "; neither memory of other processes nor what /proc says of them (Landlock)"
}

// isolate puts this thread and what it executes into a domain of their own, which
// reads neither the memory of processes outside of it nor what /proc says of them,
// and sends them no signals. It does nothing where the system has no Landlock, and
// keeps signals out only from Linux 6.12 on.
func isolate() error {
	version := domains()
	if version == 0 {
		return nil
	}
	rules := unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_READ_FILE}
	if version >= 6 {
		rules.Scoped = unix.LANDLOCK_SCOPE_SIGNAL
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), unsafe.Sizeof(rules), 0)
	if errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	defer unix.Close(int(fd))
	paths, err := readable()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := allowReading(fd, path); err != nil {
			return fmt.Errorf("landlock: %s: %w", path, err)
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	return nil
}

// readable are the files and folders at the root; of /proc what is said of the system
// and of this process, which stays the same one when it executes another program; of
// /dev what programs read, and where copies lie. What holds all memory is neither.
func readable() (paths []string, err error) {
	for _, dir := range []string{"/", "/proc", "/dev"} {
		list, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			if mayRead(dir, e.Name()) {
				paths = append(paths, filepath.Join(dir, e.Name()))
			}
		}
	}
	return paths, nil
}

func mayRead(dir, name string) bool {
	switch dir {
	case "/proc":
		return name != "kcore" && strings.Trim(name, "0123456789") != ""
	case "/dev":
		return slices.Contains([]string{"null", "zero", "full", "random", "urandom", "shm"}, name)
	}
	return name != "proc" && name != "dev"
}

func allowReading(rules uintptr, path string) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // what cannot be opened need not be readable
	}
	defer unix.Close(fd)
	rule := unix.LandlockPathBeneathAttr{Allowed_access: unix.LANDLOCK_ACCESS_FS_READ_FILE, Parent_fd: int32(fd)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, rules, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
