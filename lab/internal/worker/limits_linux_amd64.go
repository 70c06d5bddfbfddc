package worker

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_X86_64
	firstForeign = 0x40000000 // numbers of the x32 interface
)

// Calls that only older architectures have.
var (
	refusedHere = []uint32{
		unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_CREAT, unix.SYS_MKDIR, unix.SYS_MKNOD, unix.SYS_LINK, unix.SYS_SYMLINK,
		unix.SYS_RENAME, unix.SYS_RENAMEAT, unix.SYS_UNLINK, unix.SYS_RMDIR, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIMES, unix.SYS_UTIME, unix.SYS_FUTIMESAT,
	}
	grantedHere = []uint32{
		unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_NEWFSTATAT, unix.SYS_ACCESS, unix.SYS_READLINK, unix.SYS_POLL, unix.SYS_TIME,
		unix.SYS_GETRLIMIT, unix.SYS_ARCH_PRCTL,
	}
	opensHere = []struct{ number, flags uint32 }{{unix.SYS_OPEN, 1}}
)
