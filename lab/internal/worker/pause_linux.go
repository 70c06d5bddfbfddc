package worker

import "golang.org/x/sys/unix"

// awaitStop returns when all threads of a process have stopped, or it has ended.
func awaitStop(pid int) {
	for unix.Waitid(unix.P_PID, pid, nil, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}
