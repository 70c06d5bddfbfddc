package worker

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_AARCH64
	firstForeign = 1 << 31 // there are none
)

var (
	refusedHere = []uint32{unix.SYS_RENAMEAT}
	grantedHere = []uint32{unix.SYS_FSTATAT, unix.SYS_GETRLIMIT}
	opensHere   []struct{ number, flags uint32 }
)
