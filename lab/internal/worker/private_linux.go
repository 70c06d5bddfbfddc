package worker

import (
	"os"

	"golang.org/x/sys/unix"
)

// privateRoot is where copies go: into memory where that may hold programs,
// so that no disk takes part.
func privateRoot() string {
	const shm = "/dev/shm"
	var s unix.Statfs_t
	if err := unix.Statfs(shm, &s); err == nil && s.Type == unix.TMPFS_MAGIC && s.Flags&unix.ST_NOEXEC == 0 &&
		unix.Access(shm, unix.W_OK) == nil && s.Bavail*uint64(s.Bsize) > 1<<30 {
		return shm
	}
	return os.TempDir()
}
